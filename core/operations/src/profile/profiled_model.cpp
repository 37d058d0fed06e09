#include "profile/profiled_model.hpp"

#include <cmath>
#include <utility>

#include "expost/accounting/convex_accountant.hpp"
#include "expost/neighbours/neighbouring_solution.hpp"
#include "expost/output/row_source.hpp"
#include "expost/profile/coverage_profile.hpp"

namespace expost::operations {
namespace {

class LinearProfiledModel final : public ProfiledModel {
 public:
  LinearProfiledModel(const report::Study& study, const CodedData& data, double lambda)
      : study_(study),
        data_(data),
        objective_{study.loss, lambda},
        training_(objective_, data_),
        minimisation_(training_, Eigen::VectorXd::Zero(data.x.cols())) {}

  Minimisation& training() override { return minimisation_; }

  std::unique_ptr<LeaveOneOut> neighbours(double accuracy) override {
    solutions_ =
        std::make_unique<NeighbouringSolutions>(objective_, data_, minimisation_.result().theta, RidgeConvention::mean);
    return std::make_unique<LinearLeaveOneOut>(*solutions_, accuracy);
  }

  double lipschitz() const override {
    return profile_lipschitz(objective_.loss, objective_.lambda / static_cast<double>(data_.y.size()));
  }

  Eigen::MatrixXd margins(const Eigen::Ref<const Rows>& x, const Eigen::VectorXd& theta) const override { return x * theta; }

  double measured(const Eigen::MatrixXd& margins, const Eigen::Ref<const Eigen::VectorXd>& y) const override {
    const auto t = margins.col(0).array();
    if (study_.label.kind == report::LabelKind::binary) {
      return static_cast<double>(((t >= 0) == (y.array() > 0)).count()) / static_cast<double>(y.size());
    }
    // A coded label lies in [−1, 1].
    const double unit = 0.5 * (study_.label.maximum - study_.label.minimum);
    return unit * (t.min(1).max(-1) - y.array()).abs().mean();
  }

  std::string measure() const override {
    return study_.label.kind == report::LabelKind::binary ? "accuracy" : "mean-absolute-error";
  }

 private:
  const report::Study& study_;
  CodedData data_;
  Objective objective_;
  ObjectiveOfRows training_;
  Minimisation minimisation_;
  std::unique_ptr<NeighbouringSolutions> solutions_;
};

class SoftmaxProfiledModel final : public ProfiledModel {
 public:
  SoftmaxProfiledModel(const report::Study& study, const CodedData& data, double lambda)
      : classes_(study.classes),
        lambda_(lambda),
        data_(data),
        rows_(rows_in_memory(data)),
        objective_(rows_->objective({{}, study.classes}, lambda)),
        minimisation_(*objective_, Eigen::VectorXd::Zero(study.classes * data.x.cols())) {}

  Minimisation& training() override { return minimisation_; }

  std::unique_ptr<LeaveOneOut> neighbours(double accuracy) override {
    return std::make_unique<SoftmaxLeaveOneOut>(data_, classes_, lambda_, minimisation_.result().theta, accuracy);
  }

  double lipschitz() const override { return softmax_sensitivity().gradient; }

  Eigen::MatrixXd margins(const Eigen::Ref<const Rows>& x, const Eigen::VectorXd& theta) const override {
    return x * theta.reshaped(x.cols(), classes_);
  }

  double measured(const Eigen::MatrixXd& margins, const Eigen::Ref<const Eigen::VectorXd>& y) const override {
    Eigen::Index right = 0;
    for (Eigen::Index i = 0; i < y.size(); ++i) {
      Eigen::Index predicted = 0;
      margins.row(i).maxCoeff(&predicted);
      right += predicted == static_cast<Eigen::Index>(y(i)) ? 1 : 0;
    }
    return static_cast<double>(right) / static_cast<double>(y.size());
  }

  std::string measure() const override { return "accuracy"; }

 private:
  Eigen::Index classes_;
  double lambda_;
  CodedData data_;
  std::unique_ptr<RowSource> rows_;
  std::unique_ptr<SmoothObjective> objective_;
  Minimisation minimisation_;
};

}  // namespace

Eigen::Index model_length(const report::Study& study, Eigen::Index coordinates) {
  return study.model_loss().is_softmax() ? study.classes * coordinates : coordinates;
}

std::vector<std::string> model_coordinate_names(const report::Study& study) {
  std::vector<std::string> of_row;
  for (const report::Feature& feature : study.features) {
    if (feature.kind == report::FeatureKind::category) {
      for (const std::string& level : feature.levels) {
        of_row.push_back(feature.words() + " = " + level);
      }
    } else {
      of_row.push_back(feature.words());
    }
  }
  if (!study.model_loss().is_softmax()) {
    return of_row;
  }
  std::vector<std::string> names;
  for (const std::string& level : study.label.levels) {
    for (const std::string& name : of_row) {
      names.emplace_back(level).append(": ").append(name);
    }
  }
  return names;
}

std::unique_ptr<ProfiledModel> profiled_model(const report::Study& study, const CodedData& data, double lambda) {
  if (study.model_loss().is_softmax()) {
    return std::make_unique<SoftmaxProfiledModel>(study, data, lambda);
  }
  return std::make_unique<LinearProfiledModel>(study, data, lambda);
}

}  // namespace expost::operations

// AdaOPS: ridge regression by one posterior sample, its λ and γ chosen from the data.
#include <utility>

#include "expost/mechanisms/ada_ops.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_derivatives.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

/// Everything is drawn and computed in one go: there is nothing to iterate.
class AdaOpsTraining final : public Training {
 public:
  AdaOpsTraining(const AdaOpsBudget& budget, const CodedData& data) : budget_(budget), data_(data) {}

  bool finished() const override { return true; }
  void step() override {}
  int steps() const override { return 0; }
  std::optional<double> residual() const override { return 0; }
  std::optional<double> tolerance() const override { return 0; }
  Publication publication(RandomSource& source, KeptSecrets) override {
    AdaOpsRelease release = ada_ops_exactly(data_, budget_, source);
    Publication result;
    result.model = PublishedAdaOps{
        budget_,         release.theta, release.lambda, release.gamma, release.smallest_eigenvalue, release.log_residual,
        release.rounding};
    // The published constants alone prove less (ada_ops.hpp).
    result.guarantee = report::Guarantee{budget_.epsilon, budget_.delta, "joint numerical accounting"};
    result.minimiser = std::move(release.theta_hat);
    return result;
  }

 private:
  AdaOpsBudget budget_;
  CodedData data_;
};

class AdaOpsRows final : public ExactRows {
 public:
  AdaOpsRows(const PublishedAdaOps& model, Derivatives derivatives, const CodedData& data)
      : data_(data), equations_{std::move(derivatives.hessian), -derivatives.gradient}, budget_(model.budget) {
    release_.theta = model.theta;
    release_.lambda = model.lambda;
    release_.smallest_eigenvalue = model.smallest_eigenvalue;
    release_.log_residual = model.log_residual;
    release_.lipschitz = elementary::exp(model.log_residual);
    release_.gamma = model.gamma;
    release_.rounding = model.rounding;
  }

  RowFigures row(Eigen::Index index) override {
    return {ada_ops_loss(equations_, budget_, release_, data_.x.row(index).transpose(), data_.y(index), Membership::in)};
  }

 private:
  CodedData data_;
  NormalEquations equations_;
  AdaOpsBudget budget_;
  AdaOpsRelease release_{};
};

class AdaOpsMechanism final : public Mechanism {
 public:
  AdaOpsMechanism(const report::Study& study, Eigen::Index dimension) : study_(&study), dimension_(dimension) {}

  std::unique_ptr<Training> training(const RowSource& rows, RandomSource&) const override {
    const AdaOpsBudget budget{study_->budget.epsilon, study_->budget.delta};
    require_exact_budget(budget, dimension_);
    return std::make_unique<AdaOpsTraining>(budget, rows_of(rows));
  }

  Publication attached(const Request&, const RowSource&, RandomSource&, KeptSecrets) const override {
    throw Error(
        ErrorType::argument, "unsupported", "/model",
        "an adaptive posterior sample can't be attached: its lambda and gamma came from noise that only the program that "
        "drew it knows");
  }

  /// −Xᵀy and XᵀX: derivatives of ½Σ(y − xᵀθ)² at θ = 0.
  Derivatives derivatives(const report::ReportModel&, const RowSource& rows) const override {
    return derivatives_at(squared_shape, 0, rows, Eigen::VectorXd::Zero(rows.features()), {infinity});
  }

  std::unique_ptr<ExactRows> exact_at(const report::ReportModel& published, Derivatives derivatives, const CodedData& data,
                                      double) const override {
    return std::make_unique<AdaOpsRows>(published_as<PublishedAdaOps>(published), std::move(derivatives), data);
  }

 private:
  const report::Study* study_;
  Eigen::Index dimension_;
};

}  // namespace

std::unique_ptr<Mechanism> ada_ops_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<AdaOpsMechanism>(study, dimension);
}

}  // namespace expost::operations

// Gaussian output perturbation with the same noise in every direction: θ̃ = θ̂ + N(0, σ²I).
#include <algorithm>
#include <cmath>
#include <utility>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/sensitivity.hpp"
#include "expost/mechanisms/output_perturbation.hpp"
#include "expost/neighbours/leave_one_out.hpp"
#include "expost/neighbours/neighbouring_solution.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/output/rounded_output.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/exact_output.hpp"
#include "mechanisms/minimised_training.hpp"
#include "mechanisms/trained_elsewhere.hpp"

namespace expost::operations {
namespace {

Eigen::MatrixXd identity(Eigen::Index dimension) {
  return Eigen::MatrixXd::Identity(dimension, dimension);
}

/// The mechanism with its noise on the grid, or with real noise where `grid` is 0.
OutputPerturbation noise_of(Eigen::Index dimension, double sigma, double grid) {
  return grid > 0 ? OutputPerturbation::on_grid(identity(dimension), sigma)
                  : OutputPerturbation(identity(dimension), 1 / (sigma * sigma));
}

struct OutputPlan {
  double lambda;
  double sigma;
  std::optional<report::Guarantee> guarantee;
};

/// The promise that λ and σ give.
std::optional<report::Guarantee> guarantee_of(const report::Study& study, double lambda, const OutputPerturbation& noise) {
  const double epsilon = noise.epsilon({study.loss, lambda}, study.budget.delta);
  return epsilon > 0 && epsilon < infinity ? std::optional(report::Guarantee{epsilon, study.budget.delta, "analytic Gaussian"})
                                           : std::nullopt;
}

OutputPlan plan_output(const report::Study& study, Eigen::Index dimension) {
  const double lambda = required_lambda(study);
  if (const std::optional<double>& sigma = study.of<report::OutputSettings>().scales.model) {
    return {lambda, *sigma, guarantee_of(study, lambda, noise_of(dimension, *sigma, 1))};
  }
  const double sigma = output_perturbation_sigma({study.loss, lambda}, dimension, 1, study.budget.epsilon, study.budget.delta);
  if (!(sigma < infinity)) {
    throw Error(ErrorType::study, "out-of-range", "/budget/epsilon",
                "the budget can't be met: no noise level gives this loss the guarantee (or state /mechanism/scales/model)");
  }
  return {lambda, sigma, report::Guarantee{study.budget.epsilon, study.budget.delta, "analytic Gaussian"}};
}

/// θ̂ of J without perturbation.
Minimiser minimiser_of(const Objective& objective, const RowSource& rows) {
  return minimise(*rows.objective({objective.loss}, objective.lambda), Eigen::VectorXd::Zero(rows.features()));
}

class OutputTraining final : public MinimisedTraining {
 public:
  OutputTraining(const Loss& loss, OutputPlan plan, const RowSource& rows)
      : MinimisedTraining({loss}, plan.lambda, rows, Eigen::VectorXd::Zero(rows.features())), plan_(std::move(plan)) {}

  Publication publication(RandomSource& source, KeptSecrets) override {
    const Grid grid = grid_for(plan_.sigma);
    // Half of a step is what the accountants allow for; a quarter is for doubles.
    NearMinimum minimum = minimum_within(grid.step / 8, shape(), plan_.lambda, rows(), theta());
    Publication result;
    result.model = PublishedOutputPerturbation{
        shape().loss, plan_.lambda, grid.sigma(), grid.step,
        OutputPerturbation::on_grid(identity(minimum.theta.size()), plan_.sigma).release(minimum.theta, source)};
    result.guarantee = plan_.guarantee;
    result.iterations = steps();
    result.residual = minimum.distance * plan_.lambda;
    result.minimiser = std::move(minimum.theta);
    return result;
  }

 private:
  OutputPlan plan_;
};

class OutputRows final : public ExactRows {
 public:
  OutputRows(const PublishedOutputPerturbation& model, const CodedData& data, double delta)
      : data_(data),
        noise_(noise_of(model.theta.size(), model.sigma, model.grid)),
        neighbours_({model.loss, model.lambda}, data, minimiser_of({model.loss, model.lambda}, *rows_in_memory(data)).theta),
        leave_one_out_(neighbours_, accuracy),
        drawn_(model.theta - neighbours_.theta()),
        delta_(delta),
        block_{Rows(0, data.x.cols()), Eigen::VectorXd(0)} {
    while (!leave_one_out_.expand(data.x.rows())) {
    }
  }

  bool has_pdp() const override { return true; }
  RowFigures row(Eigen::Index index) override {
    if (index < first_ || index >= first_ + block_.displacements.rows()) {
      first_ = index;
      block_ = leave_one_out_.without(index, std::min(block_rows, data_.x.rows() - index));
    }
    const Eigen::VectorXd x = data_.x.row(index).transpose();
    const Eigen::VectorXd displacement = block_.displacements.row(index - first_).transpose();
    const double prediction = x.dot(neighbours_.theta()) + x.dot(displacement);
    return {noise_.exact_loss(displacement, drawn_), pdp(noise_.shift(displacement)), neighbours_.leverage(x),
            -neighbours_.objective().loss.first_derivative(prediction, data_.y(index))};
  }

 private:
  /// The accuracy of each row's displacement, relative to its length.
  static constexpr double accuracy = 1e-10;
  static constexpr Eigen::Index block_rows = 256;

  /// ε at a shift, with what the grid adds.
  double pdp(double shift) const {
    if (!(shift > 0)) {
      return 0;
    }
    const double root = std::sqrt(static_cast<double>(noise_.dimension()));
    const double m = noise_.grid() > 0 ? shift + grid_shift(root) : shift;
    return gaussian_epsilon(delta_, m) + (noise_.grid() > 0 ? m * grid_loss(root) : 0);
  }

  CodedData data_;
  OutputPerturbation noise_;
  NeighbouringSolutions neighbours_;
  LinearLeaveOneOut leave_one_out_;
  Eigen::VectorXd drawn_;
  double delta_;
  Eigen::Index first_ = 0;
  LeaveOneOutBlock block_;
};

class OutputMechanism final : public Mechanism {
 public:
  OutputMechanism(const report::Study& study, Eigen::Index dimension) : study_(&study), dimension_(dimension) {}

  std::unique_ptr<Training> training(const RowSource& rows, RandomSource&) const override {
    const OutputPlan plan = plan_output(*study_, dimension_);
    require_exact_scale(plan.lambda, "lambda");
    return std::make_unique<OutputTraining>(study_->loss, plan, rows);
  }

  Publication attached(const Request& model, const RowSource& rows, RandomSource& source, KeptSecrets) const override {
    model.allow_only({"theta", "order", "sigma", "lambda"});
    PublishedOutputPerturbation published{study_->loss, 0, 0, 0, read_vector(model, "theta", {1, dimension_})};
    published.lambda = agreed_scale(model, "lambda", study_->lambda(), "/mechanism/lambda");
    published.sigma =
        agreed_scale(model, "sigma", study_->of<report::OutputSettings>().scales.model, "/mechanism/scales/model");
    Minimiser minimiser = minimiser_of({study_->loss, published.lambda}, rows);
    Doubts doubts;
    doubts.chi_length((published.theta - minimiser.theta).norm(), 0, static_cast<double>(dimension_), published.sigma,
                      "the difference of theta and the minimum of the objective", "sigma");
    Publication result;
    result.doubts = doubts.sentences();
    result.guarantee = guarantee_of(*study_, published.lambda, noise_of(dimension_, published.sigma, 0));
    result.residual = minimiser.residual;
    result.minimiser = std::move(minimiser.theta);
    published.rounding = {output_step(published.sigma, dimension_), 0, true};
    published.theta = rounded_at_random(published.theta, published.rounding.step, source);
    result.model = std::move(published);
    return result;
  }

  std::unique_ptr<ExactRows> exact(const report::ReportModel& published, const RowSource& rows, double delta,
                                   const Request*) const override {
    return std::make_unique<OutputRows>(published_as<PublishedOutputPerturbation>(published), rows_of(rows), delta);
  }

 private:
  const report::Study* study_;
  Eigen::Index dimension_;
};

}  // namespace

std::unique_ptr<Mechanism> output_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<OutputMechanism>(study, dimension);
}

}  // namespace expost::operations

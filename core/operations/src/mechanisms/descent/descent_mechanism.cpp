// Noisy gradient descent as the curator runs it.
#include <memory>
#include <optional>
#include <utility>

#include "expost/descent/descent_promise.hpp"
#include "expost/descent/exact_path_loss.hpp"
#include "expost/descent/noisy_descent.hpp"
#include "expost/descent/update_rule.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "mechanisms/descent/attached_descent.hpp"
#include "mechanisms/descent_secrets.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

/// Numbers of a training's whole path, which are held even where fewer are published.
constexpr double most_numbers = 0x1p25;

[[noreturn]] void refuse_study(const char* code, const char* pointer, const std::string& predicate) {
  throw Error(ErrorType::study, code, pointer, pointer + (" " + predicate));
}

/// Refuses, before a row is read, what can't be trained here.
void require_trainable(const DescentPlan& plan, Eigen::Index parameters) {
  if (!plan.update.standard) {
    refuse_study(
        "unsupported", "/mechanism/update",
        "must be the standard rule, or /mechanism/elsewhere true: another rule is for models that another program trains");
  }
  if (plan.final_model == FinalModel::other) {
    refuse_study(
        "unsupported", "/mechanism/final",
        "must be \"last\" or \"average\", or /mechanism/elsewhere true: \"other\" is for models that another program trains");
  }
  const double numbers = static_cast<double>(plan.steps) * static_cast<double>(parameters);
  if (numbers > most_numbers) {
    refuse_study("too-large", "/mechanism/steps",
                 "must be fewer: the whole path, which is held while it is trained, would have more than 2^25 numbers");
  }
}

class DescentRun final : public Training {
 public:
  DescentRun(NoisyDescent descent, int steps, const CodedData& data, std::optional<report::Guarantee> guarantee,
             RandomSource& source)
      : descent_(std::move(descent)), of_steps_(steps), data_(data), guarantee_(std::move(guarantee)), source_(&source) {}

  bool finished() const override { return descent_.finished(); }
  void step() override { descent_.step(data_.x, data_.y, *source_); }
  int steps() const override { return descent_.steps(); }
  std::optional<double> residual() const override { return std::nullopt; }
  std::optional<double> tolerance() const override { return std::nullopt; }
  std::optional<int> of_steps() const override { return of_steps_; }
  Publication publication(RandomSource&, KeptSecrets kept) override {
    Publication result;
    result.model = descent_.published();
    result.guarantee = guarantee_;
    result.iterations = descent_.steps();
    result.residual = std::nullopt;
    if (kept == KeptSecrets::all) {
      result.own_secrets = secrets_document(descent_.secrets());
    }
    return result;
  }

 private:
  NoisyDescent descent_;
  int of_steps_;
  CodedData data_;
  std::optional<report::Guarantee> guarantee_;
  RandomSource* source_;
};

class DescentRows final : public ExactRows {
 public:
  DescentRows(PublishedDescent model, const CodedData& data, const Request& secrets) {
    if (model.packed && model.has_path()) {
      model.iterates = unpacked(*model.packed);
    }
    if (model.plan.every != 1 || model.iterates.rows() != model.done) {
      throw Error(ErrorType::argument, "unsupported", "/report",
                  "exact losses need every iterate, and the report doesn't hold them all");
    }
    if (may_be_cut_off(model)) {
      throw Error(ErrorType::argument, "unsupported", "/report",
                  "exact losses need a path below 1e40 in all coordinates, and this one may have been cut off there");
    }
    DescentSecrets own = read_secrets(secrets, model, data.x.rows());
    const DescentTraining training{
        model.plan.clip, model.plan.sigma, model.plan.rate, model.iterates,       own.noisy_sums,    std::move(own.samples),
        data.x,          data.y,           model.plan.grid, std::move(own.order), model.plan.batches};
    losses_ = exact_path_losses(model.any_loss(), training, IterateMatrix(0, data.x.cols()), Eigen::VectorXd(0)).members;
  }

  RowFigures row(Eigen::Index index) override { return {losses_(index)}; }

 private:
  Eigen::VectorXd losses_;
};

class DescentMechanism final : public Mechanism {
 public:
  DescentMechanism(const report::Study& study, Eigen::Index dimension)
      : study_(&study),
        dimension_(dimension),
        parameters_(parameters_of(descent_loss(study.loss, study.classes, study.network), dimension)),
        plan_(study.of<report::DescentSettings>().plan) {
    if (!plan_.elsewhere) {
      require_trainable(plan_, parameters_);
    }
  }

  std::unique_ptr<Training> training(const RowSource& rows, RandomSource& source) const override {
    if (plan_.elsewhere) {
      refuse_study("inconsistent", "/mechanism/elsewhere",
                   "must be left out or false for a model that is trained here (or attach the model)");
    }
    DescentPlan plan = plan_;
    const report::Budget& budget = study_->budget;
    double epsilon = budget.epsilon;
    if (const std::optional<double>& sigma = study_->of<report::DescentSettings>().scales.model) {
      put_on_grid(plan, *sigma);
      epsilon = promised_epsilon(std::get<DescentAccountant>(budget.accountant), plan, parameters_, budget.delta);
    } else if (!calibrate(std::get<DescentAccountant>(budget.accountant), plan, parameters_, epsilon, budget.delta)) {
      refuse_study("out-of-range", "/budget/epsilon",
                   "can't be met: no noise of at most 1e6 clip norms gives this guarantee for so many steps");
    }
    const double multiplier = plan.sigma / plan.clip;
    if (!(multiplier >= least_noise_multiplier && multiplier <= largest_noise_multiplier)) {
      refuse_study("out-of-range", "/mechanism/scales/model", "must lie between 2^-10 and 1e6 times /mechanism/clip");
    }
    std::optional<report::Guarantee> guarantee;
    if (epsilon > 0 && epsilon < infinity) {
      guarantee = report::Guarantee{epsilon, budget.delta, name_of(std::get<DescentAccountant>(budget.accountant))};
    }
    const int steps = plan.steps;
    return std::make_unique<DescentRun>(
        NoisyDescent(descent_loss(study_->loss, study_->classes, study_->network), plan, dimension_), steps, rows_of(rows),
        std::move(guarantee), source);
  }

  Publication attached(const Request& model, const RowSource& rows, RandomSource&, KeptSecrets kept) const override {
    if (kept == KeptSecrets::all) {
      throw Error(ErrorType::argument, "unsupported", "/secrets",
                  "/secrets must be left out: what the noise of this training hides stayed where it was trained");
    }
    return attached_descent(*study_, model, rows_of(rows), parameters_);
  }

  bool needs_secrets() const override { return true; }
  std::unique_ptr<ExactRows> exact(const report::ReportModel& published, const RowSource& rows, double,
                                   const Request* secrets) const override {
    const auto& model = published_as<PublishedDescent>(published);
    if (secrets == nullptr) {
      throw Error(ErrorType::argument, "missing", "/options/secrets",
                  "/options/secrets must be given: exact losses of noisy gradient descent need what publish kept as secrets");
    }
    return std::make_unique<DescentRows>(model, rows_of(rows), *secrets);
  }

 private:
  const report::Study* study_;
  Eigen::Index dimension_;
  Eigen::Index parameters_;
  DescentPlan plan_;
};

}  // namespace

std::unique_ptr<Mechanism> descent_mechanism(const report::Study& study, Eigen::Index dimension) {
  return std::make_unique<DescentMechanism>(study, dimension);
}

}  // namespace expost::operations

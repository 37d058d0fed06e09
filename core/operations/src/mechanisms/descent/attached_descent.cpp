#include "mechanisms/descent/attached_descent.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "expost/descent/descent_promise.hpp"
#include "expost/descent/exact_path_loss.hpp"
#include "expost/descent/noisy_descent.hpp"
#include "expost/descent/update_rule.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/report/limits.hpp"
#include "mechanisms/descent_secrets.hpp"
#include "mechanisms/trained_elsewhere.hpp"

namespace expost::operations {
namespace {

/// Opacus clips at C/(‖g‖ + 1e-6), so that its gradients are shorter by at most this.
constexpr double clipping_bias = 1e-6;

DescentPlan plan_of(const report::Study& study, const Request& model) {
  const auto& settings = study.of<report::DescentSettings>();
  DescentPlan plan = settings.plan;
  if (!plan.elsewhere) {
    throw Error(ErrorType::study, "missing", "/mechanism/elsewhere",
                "/mechanism/elsewhere must be true for a model that another program trains");
  }
  plan.sigma = agreed_scale(model, "sigma", settings.scales.model, "/mechanism/scales/model");
  plan.grid = 0;
  return plan;
}

/// Whether all numbers are those of 32 bits.
bool is_single(const IterateMatrix& iterates) {
  return std::all_of(iterates.data(), iterates.data() + iterates.size(),
                     [](double value) { return static_cast<double>(static_cast<float>(value)) == value; });
}

/// How far the noisy sums may be off, all together: by rounding of the iterates that they are
/// solved from, to numbers and to the rule's step, and by clipping.
double slack_of(const PublishedDescent& model, double rows, bool solved, bool single) {
  const UpdateRule& rule = model.plan.update;
  const double rounding = single ? 0x1p-21 : 0x1p-50;
  double squares = 0;
  for (Eigen::Index t = 0; t < model.iterates.rows(); ++t) {
    double off = rows * model.plan.rate * model.plan.clip * (clipping_bias + (single ? 0x1p-18 : 0x1p-45));
    if (solved) {
      const double length = model.iterates.row(t).norm() + model.theta.norm();
      const double rate = rate_at(rule, static_cast<int>(t));
      off += rounding * length * (2 * rule.divisor / rate + rule.ridge);
      const double before = t > 0 ? rule.momentum / rate_at(rule, static_cast<int>(t) - 1) : 0;
      off += std::sqrt(static_cast<double>(model.theta.size())) * rule.divisor * (1 / rate + before) * rule.parameter_step / 2;
    }
    squares += off * off;
  }
  return std::sqrt(squares);
}

/// How many numbers a path may have.
Eigen::Index most_numbers(const PublishedDescent& model) {
  return model.network ? report::limits::network_path_numbers : report::limits::path_numbers;
}

/// Compares what is left of the noisy sums with the stated noise, where it can be worked out.
void compare_noise(const PublishedDescent& model, const Request& document, ThetaShape shape, const CodedData& data,
                   Doubts& doubts) {
  const std::optional<std::vector<std::vector<bool>>> samples = read_samples(document, model.done, data.x.rows());
  const bool sampled = model.plan.rate < 1 || model.plan.sampling == DescentSampling::shuffle;
  std::optional<IterateMatrix> sums;
  const bool solved = !document.has("noisySums");
  if (!solved) {
    sums = read_rows_of_numbers(document, "noisySums", shape, most_numbers(model));
    if (sums->rows() != model.done) {
      document.refuse("noisySums", "wrong-length", "must be as many as the steps");
    }
  } else {
    sums = noisy_sums_of(model);
  }
  if (!sums || sums->rows() == 0 || model.iterates.rows() != model.done) {
    return;
  }
  DescentTraining training{model.plan.clip, model.plan.sigma, model.plan.rate, model.iterates, *sums, {}, data.x, data.y};
  if (samples) {
    training.samples = *samples;
  }
  const bool known = samples || !sampled;
  const NoiseLeft left = known ? NoiseLeft{squared_noise(model.any_loss(), training), 0, sums->rows()}
                               : noise_of_unknown_samples(model.any_loss(), training, model.plan, one_in_a_billion);
  doubts.chi_length(model.plan.sigma * std::sqrt(left.squares),
                    slack_of(model, static_cast<double>(data.x.rows()), solved, is_single(model.iterates)),
                    static_cast<double>(left.steps * sums->cols()), model.plan.sigma,
                    known ? "what the rows leave of the noisy sums" : "what a mean sample of the rows leaves of the noisy sums",
                    "sigma", left.reach);
}

}  // namespace

Publication attached_descent(const report::Study& study, const Request& model, const CodedData& data, Eigen::Index parameters) {
  model.allow_only({"theta", "order", "sigma", "stoppedAfter", "iterates", "noisySums", "samples"});
  const ThetaShape shape = shape_of(study, parameters);
  PublishedDescent published;
  published.loss = study.loss;
  published.classes = study.classes;
  published.network = study.network;
  published.plan = plan_of(study, model);
  published.theta = read_vector(model, "theta", shape);
  published.done = model.has("stoppedAfter") ? model.integer("stoppedAfter", 1, published.plan.steps) : published.plan.steps;
  if (published.plan.sampling != DescentSampling::poisson && model.has("samples")) {
    model.refuse("samples", "inconsistent", "must be left out: the study has no Poisson sampling");
  }
  Doubts doubts;
  if (model.has("iterates")) {
    published.iterates = read_rows_of_numbers(model, "iterates", shape, most_numbers(published));
    if (published.iterates.rows() != published.done) {
      model.refuse("iterates", "wrong-length",
                   {"must have one for each step, ", published.done, ", but has ", published.iterates.rows()});
    }
    if (published.plan.final_model == FinalModel::last &&
        published.iterates.row(published.done - 1).transpose() == published.theta) {
      model.refuse("iterates", "inconsistent", "ends with theta: store the iterates before each step");
    }
    const int every = std::exchange(published.plan.every, 1);
    compare_noise(published, model, shape, data, doubts);
    if (every > 1) {
      published.plan.every = every;
      published.distances = distances_of(published.iterates, every);
      IterateMatrix kept((published.done - 1) / every + 1, parameters);
      for (Eigen::Index i = 0; i < kept.rows(); ++i) {
        kept.row(i) = published.iterates.row(i * every);
      }
      published.iterates = std::move(kept);
    }
  }
  Publication result;
  result.residual = std::nullopt;
  result.doubts = doubts.sentences();
  const double epsilon =
      promised_epsilon(std::get<DescentAccountant>(study.budget.accountant), published.plan, parameters, study.budget.delta);
  if (epsilon > 0 && epsilon < infinity) {
    result.guarantee =
        report::Guarantee{epsilon, study.budget.delta, name_of(std::get<DescentAccountant>(study.budget.accountant))};
  }
  result.model = std::move(published);
  return result;
}

}  // namespace expost::operations

#include "expost/descent/noisy_descent.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "descent/sampling.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// A rounded gradient has at most 2^37 steps of the grid, so that a double holds a sum of so many.
constexpr Eigen::Index exact_rows = Eigen::Index{1} << 15U;

const DescentPlan& require_plan(const DescentPlan& plan) {
  require_above_zero(plan.clip, "", "the clip norm");
  require_above_zero(plan.sigma, "", "the noise level");
  if (plan.steps < 1 || plan.every < 1 || plan.batches < 1 || plan.steps % plan.batches != 0) {
    refuse_argument("", "the number of steps", "must be at least 1, and a multiple of that of batches");
  }
  const double multiplier = plan.sigma / plan.clip;
  if (!(multiplier >= least_noise_multiplier * (1 - 0x1p-40) && multiplier <= largest_noise_multiplier)) {
    refuse_argument("", "the noise level", "must lie between 2^-10 and 1e6 clip norms");
  }
  if (plan.final_model == FinalModel::other) {
    refuse_argument("", "the final model", "must be the last iterate or the average");
  }
  if (plan.sampling == DescentSampling::poisson && !(plan.rate > 0 && plan.rate < 1)) {
    refuse_argument("", "the sampling rate", "must lie strictly between 0 and 1");
  }
  return plan;
}

Eigen::VectorXd start_of(const DescentLoss& loss, const DescentPlan& plan, Eigen::Index parameters) {
  const auto* const network = std::get_if<NetworkLoss>(&loss);
  if (network == nullptr) {
    return Eigen::VectorXd::Zero(parameters);
  }
  if (!plan.start.seed) {
    refuse_argument("", "the start of a network", "must have a seed");
  }
  return network->network->start(*plan.start.seed);
}

/// The grid of a plan whose noise is on it.
Grid grid_of(const DescentPlan& plan) {
  const Grid grid = grid_for(plan.sigma);
  if (grid.step != plan.grid || grid.sigma() != plan.sigma) {
    refuse_argument("", "the noise level", "must be on its grid");
  }
  return grid;
}

Eigen::VectorXd noisy_sum(const Eigen::VectorXd& steps, const Grid& grid, RandomSource& source) {
  Eigen::VectorXd noisy(steps.size());
  for (Eigen::Index j = 0; j < steps.size(); ++j) {
    noisy(j) = grid.noisy(steps(j) * grid.step, 1, source);
  }
  return noisy;
}

/// Sums of whole numbers that a double may not hold: exact up to 2^105, then to nearest. What is
/// so large is clamped anyway.
class WholeSum {
 public:
  explicit WholeSum(Eigen::Index length) : high_(Eigen::VectorXd::Zero(length)), low_(Eigen::VectorXd::Zero(length)) {}

  /// A block of whole numbers below 2^53.
  void add(const Eigen::VectorXd& block) {
    for (Eigen::Index j = 0; j < block.size(); ++j) {
      // Digits above 2^40 and below: both sums stay whole and below 2^53 for 2^13 blocks and more.
      const double upper = std::floor(block(j) * 0x1p-40);
      high_(j) += upper;
      low_(j) += block(j) - upper * 0x1p40;
    }
  }
  [[nodiscard]] Eigen::VectorXd value() const {
    Eigen::VectorXd result(high_.size());
    for (Eigen::Index j = 0; j < result.size(); ++j) {
      const double carry = std::floor(low_(j) * 0x1p-40);
      const double upper = high_(j) + carry;
      // One rounding, and none below 2^53.
      result(j) = upper * 0x1p40 + (low_(j) - carry * 0x1p40);
    }
    return result;
  }

 private:
  Eigen::VectorXd high_;
  Eigen::VectorXd low_;
};

}  // namespace

NoisyDescent::NoisyDescent(DescentLoss loss, const DescentPlan& plan, Eigen::Index d)
    : loss_(loss),
      plan_(require_plan(plan)),
      parameters_(parameters_of(loss, d)),
      grid_(grid_of(plan_)),
      gradients_(loss, plan_.clip, plan_.grid),
      descent_(plan_.update, start_of(loss, plan_, parameters_)),
      iterates_(plan_.steps, parameters_),
      average_(Eigen::VectorXd::Zero(parameters_)) {
  secrets_.noisy_sums = IterateMatrix(plan_.steps, parameters_);
}

void NoisyDescent::begin_epoch(Eigen::Index rows, RandomSource& source) {
  const std::vector<std::int32_t> places = permutation(static_cast<std::int32_t>(rows), source);
  std::vector<std::int32_t> batches(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    batches[i] = static_cast<std::int32_t>(static_cast<std::int64_t>(places[i]) * plan_.batches / rows);
  }
  secrets_.order.push_back(std::move(batches));
}

void NoisyDescent::step(const Eigen::Ref<const IterateMatrix>& x, const Eigen::Ref<const Eigen::VectorXd>& y,
                        RandomSource& source) {
  if (finished()) {
    refuse_argument("", "the number of steps", "is reached");
  }
  const int t = descent_.steps();
  const Eigen::Index n = x.rows();
  switch (plan_.sampling) {
    case DescentSampling::full:
      break;
    case DescentSampling::poisson: {
      ExactCoins coins(plan_.rate, source);
      std::vector<bool> sample(static_cast<std::size_t>(n));
      for (std::size_t i = 0; i < sample.size(); ++i) {
        sample[i] = coins.next();
      }
      secrets_.samples.push_back(std::move(sample));
      break;
    }
    case DescentSampling::shuffle:
      if (t % plan_.batches == 0) {
        begin_epoch(n, source);
      }
      break;
  }
  const auto takes_part = [&](Eigen::Index i) {
    const auto row = static_cast<std::size_t>(i);
    switch (plan_.sampling) {
      case DescentSampling::full:
        break;
      case DescentSampling::poisson:
        return static_cast<bool>(secrets_.samples.back()[row]);
      case DescentSampling::shuffle:
        return secrets_.order.back()[row] == t % plan_.batches;
    }
    return true;
  };
  iterates_.row(t) = descent_.theta().transpose();
  WholeSum sum(parameters_);
  Eigen::VectorXd block = Eigen::VectorXd::Zero(parameters_);
  for (Eigen::Index i = 0; i < n; ++i) {
    if (takes_part(i)) {
      gradients_.add(descent_.theta(), x.row(i).transpose(), y(i), 1, block);
    }
    if ((i + 1) % exact_rows == 0) {
      sum.add(block);
      block.setZero();
    }
  }
  sum.add(block);
  const Eigen::VectorXd noisy = noisy_sum(sum.value(), grid_, source);
  secrets_.noisy_sums.row(t) = noisy.transpose();
  descent_.step(noisy);
  average_ += descent_.theta();
}

PublishedDescent NoisyDescent::published() const {
  if (!finished()) {
    refuse_argument("", "the training", "isn't finished");
  }
  PublishedDescent model;
  if (const auto* const linear = std::get_if<Loss>(&loss_)) {
    model.loss = *linear;
  } else if (const auto* const network = std::get_if<NetworkLoss>(&loss_)) {
    model.network = network->network;
    model.loss = network->output.loss;
    model.classes = network->output.classes;
  } else {
    model.classes = std::get<Softmax>(loss_).classes;
  }
  model.plan = plan_;
  model.done = plan_.steps;
  model.theta =
      plan_.final_model == FinalModel::average ? Eigen::VectorXd(average_ / plan_.steps) : Eigen::VectorXd(descent_.theta());
  if (plan_.every == 1) {
    model.iterates = iterates_;
    return model;
  }
  model.distances = distances_of(iterates_, plan_.every);
  model.iterates = IterateMatrix((plan_.steps - 1) / plan_.every + 1, parameters_);
  for (Eigen::Index kept = 0; kept < model.iterates.rows(); ++kept) {
    model.iterates.row(kept) = iterates_.row(kept * plan_.every);
  }
  return model;
}

std::vector<double> distances_of(const IterateMatrix& iterates, int every) {
  std::vector<double> distances(static_cast<std::size_t>(iterates.rows()), 0.0);
  const double rounding = (static_cast<double>(iterates.cols()) + 16) * unit_roundoff;
  for (Eigen::Index t = 0; t < iterates.rows(); ++t) {
    if (t % every != 0) {
      const double length = (iterates.row(t) - iterates.row(t - t % every)).stableNorm();
      distances[static_cast<std::size_t>(t)] = raised(length * (1 + rounding)) + underflow;
    }
  }
  return distances;
}

}  // namespace expost

// How often a person's interval misses her exact loss in real trainings, with noise on its grid:
// members and others, full batches, Poisson sampling and shuffled epochs
// (docs/noisy-gradient-descent.md, sections 3 and 4).
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>
#include <variant>

#include "expost/descent/descent_bound.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/descent/exact_path_loss.hpp"
#include "expost/descent/noisy_descent.hpp"
#include "random_draws.hpp"
#include "rate.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

struct People {
  IterateMatrix x;
  Eigen::VectorXd y;
};

People people(Eigen::Index n, Draws& draws) {
  People made{IterateMatrix(n, 3), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    made.x.row(i) = draws.in_ball(3, draws.uniform(0.5, 1)).transpose();
    made.y(i) = made.x(i, 0) + 0.3 * draws.normal() > 0 ? 1 : -1;
  }
  return made;
}

DescentPlan plan_of(DescentSampling sampling, double sigma) {
  DescentPlan plan;
  plan.clip = 1;
  plan.steps = 40;
  plan.sampling = sampling;
  plan.rate = sampling == DescentSampling::poisson ? 0.2 : 1;
  plan.batches = sampling == DescentSampling::shuffle ? 4 : 1;
  plan.update = {true, "", {2}, 0.7, 0, 10};
  put_on_grid(plan, sigma);
  return plan;
}

struct Misses {
  int members = 0;
  int others = 0;
  int counted = 0;
  int counted_others = 0;
};

const DescentLoss linear = Loss{LossKind::logistic, 1};

/// 3, 4 and 1 numbers with tanh between.
DescentLoss network() {
  const Network layers{{3}, {DenseLayer{4}, ActivationLayer{ActivationKind::tanh}, DenseLayer{1}}};
  return NetworkLoss{std::make_shared<PreparedNetwork>(layers), {Loss{LossKind::logistic, 1}, 0}};
}

/// The first `watched` rows as members of every training, and as many others.
Misses misses_of(const DescentLoss& loss, DescentSampling sampling, double sigma, double failure, int trainings,
                 Eigen::Index watched, std::uint64_t seed) {
  Draws draws(seed);
  const People members = people(40, draws);
  const People others = people(watched, draws);
  DescentPlan plan = plan_of(sampling, sigma);
  if (std::holds_alternative<NetworkLoss>(loss)) {
    plan.start.seed = 5;
    plan.update.parameter_step = 0x1p-7;
  }
  SeededSource source(seed);
  Misses misses;
  const bool has_others = sampling != DescentSampling::shuffle;
  const IterateMatrix nobody(0, 3);
  const Eigen::VectorXd none(0);
  for (int run = 0; run < trainings; ++run) {
    NoisyDescent training(loss, plan, 3);
    while (!training.finished()) {
      training.step(members.x, members.y, source);
    }
    const PublishedDescent model = training.published();
    const DescentSecrets& secrets = training.secrets();
    const DescentTraining whole{plan.clip, plan.sigma, plan.rate, model.iterates, secrets.noisy_sums, secrets.samples,
                                members.x, members.y,  plan.grid, secrets.order,  plan.batches};
    const ExactPathLosses exact =
        has_others ? exact_path_losses(loss, whole, others.x, others.y) : exact_path_losses(loss, whole, nobody, none);
    const PreparedDescent prepared(model);
    for (Eigen::Index i = 0; i < watched; ++i) {
      const Interval in = prepared.bound(members.x.row(i).transpose(), members.y(i), Membership::in, failure, {}).in;
      misses.members += outside(exact.members(i), in) ? 1 : 0;
      ++misses.counted;
      if (has_others) {
        const Interval out = prepared.bound(others.x.row(i).transpose(), others.y(i), Membership::out, failure, {}).out;
        misses.others += outside(exact.others(i), out) ? 1 : 0;
        ++misses.counted_others;
      }
    }
  }
  return misses;
}

}  // namespace

TEST_CASE("descent training: members and others are missed with at most rho = 0.05") {
  for (const DescentSampling sampling : {DescentSampling::full, DescentSampling::poisson, DescentSampling::shuffle}) {
    // Much noise and little: nearly normal losses, and losses of a few large steps.
    for (const double sigma : {8.0, 1.5}) {
      const int trainings = repetitions(3000);
      const Misses misses = misses_of(linear, sampling, sigma, 0.05, trainings, 4, 20261501);
      CAPTURE(std::string(name_of(sampling)) + " sigma " + std::to_string(sigma) + ": " + std::to_string(misses.members) +
              " and " + std::to_string(misses.others) + " of " + std::to_string(misses.counted));
      MESSAGE(std::string(name_of(sampling)) << ", sigma " << sigma << ": " << misses.members << " members and "
                                             << misses.others << " others missed of " << misses.counted);
      CHECK(misses.members <= 0.05 * misses.counted);
      CHECK(misses.others <= 0.05 * misses.counted_others);
    }
  }
}

TEST_CASE("descent training: members of a network's training and others are missed with at most rho = 0.05") {
  for (const DescentSampling sampling : {DescentSampling::full, DescentSampling::poisson, DescentSampling::shuffle}) {
    const int trainings = repetitions(1500);
    const Misses misses = misses_of(network(), sampling, 2, 0.05, trainings, 4, 20261503);
    MESSAGE(std::string(name_of(sampling)) << ", network: " << misses.members << " members and " << misses.others
                                           << " others missed of " << misses.counted);
    CHECK(misses.counted == 4 * trainings);
    CHECK(misses.members <= 0.05 * misses.counted);
    CHECK(misses.others <= 0.05 * misses.counted_others);
  }
}

TEST_CASE("descent training: no miss at rho = 1e-6 for 30,000 rows") {
  for (const DescentSampling sampling : {DescentSampling::full, DescentSampling::poisson, DescentSampling::shuffle}) {
    const int trainings = repetitions(1000);
    const Misses misses = misses_of(linear, sampling, 3, 1e-6, trainings, 30, 20261502);
    CHECK(misses.counted == 30 * trainings);
    CHECK(misses.members == 0);
    CHECK(misses.others == 0);
  }
}

}  // namespace expost

// Exact losses along a path against densities written out, for all four losses, members and others,
// with and without sampling. An exact loss is no bound; it could only make bounds look better than
// they are.
#include "expost/descent/exact_path_loss.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "closeness.hpp"
#include "expost/descent/path_interval.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"

namespace expost {
namespace {

using AnyDescentLoss = std::variant<Loss, Softmax>;

/// A made-up training: iterates needn't follow a rule, because a rule sees the noisy sums alone.
struct MadeUpTraining {
  IterateMatrix iterates, sums, x;
  Eigen::VectorXd labels;
  std::vector<std::vector<bool>> samples;
  double clip, sigma, rate;

  [[nodiscard]] DescentTraining training() const { return {clip, sigma, rate, iterates, sums, samples, x, labels}; }
};

MadeUpTraining made_up(const AnyDescentLoss& loss, double rate, Draws& draws) {
  const bool softmax = std::holds_alternative<Softmax>(loss);
  const Eigen::Index n = 4;
  const Eigen::Index d = 2;
  const Eigen::Index parameters = softmax ? 3 * d : d;
  MadeUpTraining made{IterateMatrix(3, parameters),
                      IterateMatrix(3, parameters),
                      IterateMatrix(n, d),
                      Eigen::VectorXd(n),
                      {},
                      draws.uniform(0.2, 1),
                      draws.uniform(0.3, 2),
                      rate};
  for (Eigen::Index i = 0; i < n; ++i) {
    made.x.row(i) = draws.in_ball(d);
    made.labels(i) = softmax ? draws.integer(0, 2) : draws.coin() ? 1 : -1;
  }
  for (Eigen::Index t = 0; t < 3; ++t) {
    made.iterates.row(t) = draws.normal_vector(parameters);
    made.sums.row(t) = draws.normal_vector(parameters, 2);
    if (rate < 1) {
      made.samples.emplace_back();
      for (Eigen::Index i = 0; i < n; ++i) {
        made.samples.back().push_back(draws.coin());
      }
    }
  }
  return made;
}

/// log p_with − log p_without of the record, given all samples but z's: sums of squares in full.
double density_ratio(const AnyDescentLoss& loss, const MadeUpTraining& made, const Eigen::VectorXd& x, double y,
                     Eigen::Index own) {
  long double total = 0;
  for (Eigen::Index t = 0; t < made.iterates.rows(); ++t) {
    const Eigen::VectorXd theta = made.iterates.row(t);
    const auto gradient = [&](const Eigen::VectorXd& person, double label) {
      return std::visit([&](const auto& one) { return clipped_gradient(one, theta, person, label, made.clip); }, loss);
    };
    Eigen::VectorXd others = Eigen::VectorXd::Zero(theta.size());
    for (Eigen::Index i = 0; i < made.x.rows(); ++i) {
      if (i != own && (made.rate == 1 || made.samples[static_cast<std::size_t>(t)][static_cast<std::size_t>(i)])) {
        others += gradient(made.x.row(i), made.labels(i));
      }
    }
    const Eigen::VectorXd sum = made.sums.row(t);
    const long double variance = static_cast<long double>(made.sigma) * made.sigma;
    const auto density = [&](const Eigen::VectorXd& mean) { return std::exp(-(sum - mean).squaredNorm() / (2 * variance)); };
    const long double without = density(others);
    const long double q = made.rate;
    total += std::log((1 - q) * without + q * density(others + gradient(x, y))) - std::log(without);
  }
  return static_cast<double>(total);
}

}  // namespace

TEST_CASE("exact path loss: the ratio of densities") {
  Draws draws(20261204);
  const AnyDescentLoss losses[] = {Loss{LossKind::logistic, 1}, Loss{LossKind::squared, 1}, Loss{LossKind::pseudo_huber, 0.4},
                                   Softmax{3}};
  for (const AnyDescentLoss& loss : losses) {
    for (const double rate : {1.0, 0.7, 0.02}) {
      for (int i = 0; i < 5; ++i) {
        const MadeUpTraining made = made_up(loss, rate, draws);
        const IterateMatrix other = draws.in_ball(2).transpose();
        const ExactPathLosses exact = std::visit(
            [&](const auto& one) { return exact_path_losses(one, made.training(), other, Eigen::VectorXd::Constant(1, 1.0)); },
            loss);
        for (Eigen::Index row = 0; row < 4; ++row) {
          check_close("member", exact.members(row), density_ratio(loss, made, made.x.row(row), made.labels(row), row),
                      {1e-12, 1e-14});
        }
        check_close("other", exact.others(0), -density_ratio(loss, made, other.row(0), 1, -1), {1e-12, 1e-14});
      }
    }
  }
}

TEST_CASE("exact path loss: clipped gradients") {
  const Loss squared{LossKind::squared, 1};
  const Eigen::VectorXd x = Eigen::VectorXd::Constant(1, 0.5);
  const Eigen::VectorXd theta = Eigen::VectorXd::Constant(1, 8);
  CHECK(clipped_gradient(squared, theta, x, 0, 9)(0) == 2);
  CHECK(clipped_gradient(squared, theta, x, 0, 0.25)(0) == 0.25);
  CHECK(clipped_gradient(squared, -theta, x, 0, 0.25)(0) == -0.25);
}

TEST_CASE("exact path loss: refusals") {
  Draws draws(20261205);
  const Loss loss{LossKind::logistic, 1};
  const IterateMatrix none(0, 2);
  const Eigen::VectorXd nobody(0);
  const MadeUpTraining sampled = made_up(loss, 0.5, draws);
  CHECK(exact_path_losses(loss, sampled.training(), none, nobody).members.size() == 4);
  MadeUpTraining wrong = sampled;
  wrong.samples.pop_back();
  CHECK_THROWS_AS((void)exact_path_losses(loss, wrong.training(), none, nobody), Error);
  wrong = sampled;
  wrong.samples.clear();
  CHECK_THROWS_AS((void)exact_path_losses(loss, wrong.training(), none, nobody), Error);
  wrong = sampled;
  wrong.rate = 1;
  CHECK_THROWS_AS((void)exact_path_losses(loss, wrong.training(), none, nobody), Error);
  wrong = sampled;
  wrong.samples[1].push_back(true);
  CHECK_THROWS_AS((void)exact_path_losses(loss, wrong.training(), none, nobody), Error);
  wrong = sampled;
  wrong.sigma = 0;
  CHECK_THROWS_AS((void)exact_path_losses(loss, wrong.training(), none, nobody), Error);
  CHECK_THROWS_AS((void)exact_path_losses(loss, sampled.training(), none, Eigen::VectorXd::Zero(1)), Error);
}

TEST_CASE("exact path losses: of noise on a grid, gradients are rounded to it") {
  Draws draws(20261408);
  const Loss loss{LossKind::logistic, 1};
  const double grid = 0.125;
  const MadeUpTraining made = made_up(loss, 1, draws);
  DescentTraining training = made.training();
  training.grid = grid;
  const IterateMatrix other = draws.in_ball(2).transpose();
  const ExactPathLosses losses = exact_path_losses(loss, training, other, Eigen::VectorXd::Constant(1, 1));
  const auto part = [&](Eigen::Index t, const Eigen::VectorXd& x, double y) {
    const Eigen::VectorXd exact = clipped_gradient(loss, made.iterates.row(t), x, y, made.clip);
    return Eigen::VectorXd((exact / grid).array().round().matrix() * grid);
  };
  for (Eigen::Index own = 0; own <= 4; ++own) {
    const Eigen::VectorXd x = own < 4 ? made.x.row(own).transpose() : other.row(0).transpose();
    double expected = 0;
    for (Eigen::Index t = 0; t < 3; ++t) {
      Eigen::VectorXd noise = made.sums.row(t).transpose();
      for (Eigen::Index i = 0; i < 4; ++i) {
        noise -= part(t, made.x.row(i).transpose(), made.labels(i));
      }
      const Eigen::VectorXd mine = part(t, x, own < 4 ? made.labels(own) : 1);
      // With her, and without.
      const double with = (own < 4 ? noise : noise - mine).squaredNorm();
      const double without = (own < 4 ? noise + mine : noise).squaredNorm();
      expected += (own < 4 ? without - with : with - without) / (2 * made.sigma * made.sigma);
    }
    const double found = own < 4 ? losses.members(own) : losses.others(0);
    CHECK(std::fabs(found - expected) <= 1e-12 * (1 + std::fabs(expected)));
  }
}

TEST_CASE("exact path losses: shuffled epochs, the last one stopped early") {
  Draws draws(20261407);
  const Loss loss{LossKind::logistic, 1};
  MadeUpTraining made = made_up(loss, 1, draws);
  // Two steps an epoch, three done: the last epoch has one.
  const std::vector<std::vector<std::int32_t>> order = {{0, 1, 1, 0}, {1, 0, 1, 0}};
  DescentTraining training = made.training();
  training.order = order;
  training.batches = 2;
  const ExactPathLosses losses = exact_path_losses(loss, training, IterateMatrix(0, 2), Eigen::VectorXd(0));
  for (Eigen::Index own = 0; own < 4; ++own) {
    double expected = 0;
    for (Eigen::Index t = 0; t < 3; ++t) {
      const std::vector<std::int32_t>& epoch = order[static_cast<std::size_t>(t / 2)];
      if (epoch[static_cast<std::size_t>(own)] != t % 2) {
        continue;
      }
      Eigen::VectorXd u = made.sums.row(t).transpose();
      for (Eigen::Index i = 0; i < 4; ++i) {
        if (i != own && epoch[static_cast<std::size_t>(i)] == t % 2) {
          u -= clipped_gradient(loss, made.iterates.row(t), made.x.row(i), made.labels(i), made.clip);
        }
      }
      const Eigen::VectorXd mine = clipped_gradient(loss, made.iterates.row(t), made.x.row(own), made.labels(own), made.clip);
      expected += (u.squaredNorm() - (u - mine).squaredNorm()) / (2 * made.sigma * made.sigma);
    }
    CHECK(std::fabs(losses.members(own) - expected) <= 1e-12 * (1 + std::fabs(expected)));
  }
  training.batches = 1;
  CHECK_THROWS_AS((void)exact_path_losses(loss, training, IterateMatrix(0, 2), Eigen::VectorXd(0)), Error);
}

}  // namespace expost

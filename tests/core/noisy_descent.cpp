// Training by noisy gradient descent (docs/noisy-gradient-descent.md, section 1).
//
// How a record could be learned from a path, or a path made that isn't the mechanism's:
// - Low bits: sums in doubles depend on the order of the rows, and their roundings on every row
//   ("the order of the rows", "whole multiples of the grid").
// - A gradient that is longer than C by a rounding ("no gradient is longer").
// - Coins that fall by q rounded, or a sample that favours a row ("coins", "batches").
// - θ_{t+1} where θ_t belongs, a momentum that starts elsewhere ("the rule, written out").
// - Noise that is missing or not of the stated level ("the noise").
#include "expost/descent/noisy_descent.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "descent/sampling.hpp"
#include "expost/descent/clipped_gradients.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/descent/exact_path_loss.hpp"
#include "expost/descent/update_rule.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"

namespace expost {
namespace {

struct People {
  IterateMatrix x;
  Eigen::VectorXd y;
};

People people(Eigen::Index n, Eigen::Index d, Draws& draws, int classes = 0) {
  People made{IterateMatrix(n, d), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    made.x.row(i) = draws.in_ball(d);
    made.y(i) = classes > 0 ? draws.integer(0, classes - 1) : draws.coin() ? 1 : -1;
  }
  return made;
}

DescentPlan plan_with(double clip, double sigma, int steps) {
  DescentPlan plan;
  plan.clip = clip;
  plan.steps = steps;
  plan.update.rates = {2};
  plan.update.divisor = 10;
  put_on_grid(plan, sigma);
  return plan;
}

PublishedDescent trained(NoisyDescent& training, const People& data, RandomSource& source) {
  while (!training.finished()) {
    training.step(data.x, data.y, source);
  }
  return training.published();
}

constexpr Loss logistic{LossKind::logistic, 1};

}  // namespace

TEST_CASE("noisy descent: the rule, written out, for every option it has") {
  Draws draws(20261301);
  const People data = people(30, 3, draws);
  for (const FinalModel final_model : {FinalModel::last, FinalModel::average}) {
    DescentPlan plan = plan_with(0.7, 1.5, 6);
    plan.update = {true, "", {2, 1, 3, 0.5, 4, 1.5}, 0.8, 0.25, 12};
    plan.final_model = final_model;
    NoisyDescent training(logistic, plan, 3);
    SeededSource source(4);
    const PublishedDescent model = trained(training, data, source);
    Eigen::VectorXd theta = Eigen::VectorXd::Zero(3);
    Eigen::VectorXd velocity = Eigen::VectorXd::Zero(3);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(3);
    for (int t = 0; t < 6; ++t) {
      CHECK((model.iterates.row(t).transpose() - theta).norm() <= 1e-14);
      const Eigen::VectorXd r = training.secrets().noisy_sums.row(t).transpose();
      velocity = 0.8 * velocity + (r + 0.25 * theta) / 12;
      theta -= plan.update.rates[static_cast<std::size_t>(t)] * velocity;
      sum += theta;
    }
    const Eigen::VectorXd expected = final_model == FinalModel::last ? theta : Eigen::VectorXd(sum / 6);
    CHECK((model.theta - expected).norm() <= 1e-14);
    CHECK(model.done == 6);
    CHECK(tells_noisy_sums(model));
    const std::optional<IterateMatrix> back = noisy_sums_of(model);
    REQUIRE(back);
    REQUIRE(back->rows() == 6);
    CHECK((*back - training.secrets().noisy_sums).cwiseAbs().maxCoeff() <= 0.4 * plan.grid);
  }
}

TEST_CASE("noisy descent: rounded parameters tell the sums to half a step and no better") {
  Draws draws(20261129);
  const People data = people(30, 3, draws);
  for (const FinalModel final_model : {FinalModel::last, FinalModel::average}) {
    DescentPlan plan = plan_with(0.7, 1.5, 50);
    plan.update = {true, "", std::vector<double>(50, 2), 0.8, 0.25, 12};
    plan.update.rates.back() = 0.5;
    plan.update.parameter_step = 0x1p-6;
    plan.final_model = final_model;
    NoisyDescent training(logistic, plan, 3);
    SeededSource source(4);
    const PublishedDescent model = trained(training, data, source);
    CHECK_FALSE(tells_noisy_sums(model));
    const std::optional<IterateMatrix> back = noisy_sums_of(model);
    REQUIRE(back);
    const Eigen::Index rows = final_model == FinalModel::last ? 50 : 49;
    REQUIRE(back->rows() == rows);
    double worst = 0;
    for (Eigen::Index t = 0; t < rows; ++t) {
      const double off = (back->row(t) - training.secrets().noisy_sums.row(t)).cwiseAbs().maxCoeff();
      const double rate = plan.update.rates[static_cast<std::size_t>(t)];
      const double most = 12 * (1 / rate + (t > 0 ? 0.8 / 2 : 0)) * 0x1p-7;
      CHECK(off <= most + 1e-12);
      worst = std::max(worst, off / most);
    }
    CHECK(worst > 0.9);
  }
}

TEST_CASE("noisy descent: the order of the rows leaves no trace, and everything is a whole multiple of the grid") {
  Draws draws(20261302);
  const People data = people(200, 4, draws, 3);
  People turned = data;
  turned.x = data.x.colwise().reverse().eval();
  turned.y = data.y.reverse().eval();
  const DescentPlan plan = plan_with(1, 2.5, 5);
  NoisyDescent training(Softmax{3}, plan, 4);
  NoisyDescent other(Softmax{3}, plan, 4);
  SeededSource source(7);
  SeededSource same(7);
  const PublishedDescent model = trained(training, data, source);
  const PublishedDescent again = trained(other, turned, same);
  CHECK(model.iterates == again.iterates);
  CHECK(model.theta == again.theta);
  const IterateMatrix& sums = training.secrets().noisy_sums;
  CHECK((sums / plan.grid).array().rint().matrix() == sums / plan.grid);
}

TEST_CASE("noisy descent: no gradient is longer than C, and each is rounded for itself") {
  Draws draws(20261303);
  const DescentLoss losses[] = {logistic, Loss{LossKind::squared, 1}, Loss{LossKind::pseudo_huber, 0.5}, Softmax{4}};
  for (const DescentLoss& loss : losses) {
    const Eigen::Index d = 5;
    const ClippedGradients real(loss, 0.3, 0);
    const ClippedGradients whole(loss, 0.3, 0x1p-20);
    const ClippedGradients fine(loss, 0.3, 0x1p-60);
    const Eigen::Index parameters = real.parameters(d);
    double longest = 0;
    for (int i = 0; i < 500; ++i) {
      const Eigen::VectorXd theta = draws.logarithmic(0.1, 1e20) * draws.normal_vector(parameters);
      const Eigen::VectorXd x = draws.in_ball(d, i % 7 == 0 ? 1 : 0);
      const double y = std::holds_alternative<Softmax>(loss) ? draws.integer(0, 3) : draws.coin() ? 1 : -1;
      const Eigen::VectorXd exact = real.at(theta, x, y);
      const Eigen::VectorXd steps = whole.at(theta, x, y);
      CHECK(exact.norm() <= 0.3 * (1 + 1e-15));
      CHECK(steps == steps.array().rint().matrix());
      CHECK((steps * 0x1p-20 - exact).cwiseAbs().maxCoeff() <= 0x1p-21 * (1 + 1e-5));
      // In lengths that a double shows: the least grid.
      CHECK(fine.at(theta, x, y).norm() * 0x1p-60 <= 0.3 * (1 - 0x1p-42));
      longest = std::max(longest, exact.norm());
    }
    CHECK(longest > 0.29);
  }
  // A gradient below C isn't clipped.
  const Eigen::VectorXd x = Eigen::VectorXd::Constant(1, 0.5);
  CHECK(ClippedGradients(logistic, 1, 0).at(Eigen::VectorXd::Zero(1), x, 1)(0) == -0.25);
  CHECK(ClippedGradients(logistic, 0.1, 0).at(Eigen::VectorXd::Zero(1), x, 1)(0) == doctest::Approx(-0.1).epsilon(1e-11));
}

TEST_CASE("noisy descent: sums beyond 2^53 steps are cut off, not lost") {
  // 70,000 equal records at the least noise: 2^37 steps each and a sum of 2^53.
  const Eigen::Index n = 70000;
  const People data{IterateMatrix::Constant(n, 1, 1), Eigen::VectorXd::Constant(n, 1)};
  DescentPlan plan = plan_with(0.25, 0.25 * 0x1p-10, 1);
  plan.update.divisor = 1e5;
  NoisyDescent training(logistic, plan, 1);
  SeededSource source(1);
  (void)trained(training, data, source);
  const double steps = training.secrets().noisy_sums(0, 0) / plan.grid;
  CHECK(std::fabs(steps + most_grid_steps) <= 20 * 0x1p27);
}

TEST_CASE("noisy descent: the noise has the stated level, and is new in every step") {
  Draws draws(20261304);
  const People data = people(5, 2, draws);
  const DescentPlan plan = plan_with(1, 3, 4000);
  NoisyDescent training(logistic, plan, 2);
  SeededSource source(11);
  const PublishedDescent model = trained(training, data, source);
  const DescentTraining all{plan.clip, plan.sigma, 1,      model.iterates, training.secrets().noisy_sums,
                            {},        data.x,     data.y, plan.grid,      {}};
  // Chi-squared with 8000 degrees of freedom: mean 8000, deviation 126.
  CHECK(std::fabs(squared_noise(logistic, all) - 8000) <= 6 * 127);
  const IterateMatrix& sums = training.secrets().noisy_sums;
  CHECK(sums.row(0) != sums.row(1));
}

TEST_CASE("noisy descent: coins have exactly their probability") {
  // A source that hands out given words.
  class Words final : public RandomSource {
   public:
    explicit Words(std::vector<std::uint64_t> words) : words_(std::move(words)) {}
    std::uint64_t next() override { return words_.at(next_++); }

   private:
    std::vector<std::uint64_t> words_;
    std::size_t next_ = 0;
  };
  // q = 3/4: digits 1100 0000 …, sixteen at a time, from the low end of a word.
  Words words({0xc000'bfff'c001'0000U, 0x0000'0000'0000'0000U});
  ExactCoins coins(0.75, words);
  CHECK(coins.next());        // 0000
  CHECK_FALSE(coins.next());  // c001
  CHECK(coins.next());        // bfff
  CHECK_FALSE(coins.next());  // c000, which is q itself: no digit is left
  // 2^-20 has the digits 0000 1000: pieces that are equal ask for the next ones.
  Words two({0x0fff'0000'0000'000fU, 0x0000'0000'1000'0000U});
  ExactCoins small(0x1p-20, two);
  CHECK_FALSE(small.next());  // 000f
  CHECK(small.next());        // 0000 0000
  CHECK_FALSE(small.next());  // 0fff
  CHECK_FALSE(small.next());  // 0000 1000
}

TEST_CASE("noisy descent: coins fall as often as they should, samples differ") {
  SeededSource source(5);
  for (const double q : {0.05, 0.37, 1e-3}) {
    ExactCoins coins(q, source);
    int heads = 0;
    const int count = 200000;
    for (int i = 0; i < count; ++i) {
      heads += coins.next() ? 1 : 0;
    }
    CHECK(std::fabs(heads - q * count) <= 6 * std::sqrt(q * (1 - q) * count));
  }
}

TEST_CASE("noisy descent: a sampled step has the sampled rows, each epoch every row once") {
  Draws draws(20261305);
  const People data = people(101, 2, draws);
  DescentPlan poisson = plan_with(1, 0x1p-9, 6);
  poisson.sampling = DescentSampling::poisson;
  poisson.rate = 0.3;
  DescentPlan shuffle = plan_with(1, 0x1p-9, 8);
  shuffle.sampling = DescentSampling::shuffle;
  shuffle.batches = 4;
  for (const DescentPlan& plan : {poisson, shuffle}) {
    NoisyDescent training(logistic, plan, 2);
    SeededSource source(9);
    const PublishedDescent model = trained(training, data, source);
    const DescentSecrets& secrets = training.secrets();
    CHECK(secrets.samples.size() == (plan.rate < 1 ? 6 : 0));
    CHECK(secrets.order.size() == (plan.rate < 1 ? 0 : 2));
    const ClippedGradients gradients(logistic, plan.clip, plan.grid);
    for (int t = 0; t < plan.steps; ++t) {
      Eigen::VectorXd sum = Eigen::VectorXd::Zero(2);
      for (Eigen::Index i = 0; i < 101; ++i) {
        const auto row = static_cast<std::size_t>(i);
        if (plan.rate < 1 ? static_cast<bool>(secrets.samples[static_cast<std::size_t>(t)][row])
                          : secrets.order[static_cast<std::size_t>(t / 4)][row] == t % 4) {
          gradients.add(model.iterates.row(t).transpose(), data.x.row(i).transpose(), data.y(i), plan.grid, sum);
        }
      }
      CHECK((secrets.noisy_sums.row(t).transpose() - sum).norm() <= 8 * plan.sigma);
    }
    for (const std::vector<std::int32_t>& epoch : secrets.order) {
      for (int batch = 0; batch < 4; ++batch) {
        const auto size = std::count(epoch.begin(), epoch.end(), batch);
        CHECK(size >= 25);
        CHECK(size <= 26);
      }
    }
    if (plan.rate == 1) {
      CHECK(secrets.order[0] != secrets.order[1]);
    }
  }
}

TEST_CASE("noisy descent: a path that diverges stays in finite numbers, and says nothing of its sums") {
  Draws draws(20261306);
  const People data = people(10, 2, draws);
  DescentPlan plan = plan_with(1, 1, 40);
  plan.update = {true, "", {1e30}, 0.9, 1, 1};
  NoisyDescent training(logistic, plan, 2);
  SeededSource source(2);
  const PublishedDescent model = trained(training, data, source);
  CHECK(model.iterates.allFinite());
  CHECK(model.theta.allFinite());
  CHECK(model.iterates.cwiseAbs().maxCoeff() == largest_iterate);
  CHECK_FALSE(tells_noisy_sums(model));
}

TEST_CASE("noisy descent: where an iterate or a velocity may have been cut off, nothing is said of the sums") {
  const auto told = [](double iterate, double rate, FinalModel final_model = FinalModel::last, double grid = 0x1p100) {
    PublishedDescent model;
    model.plan = plan_with(1e35, 1e38, 2);
    model.plan.sigma = 1e38;
    model.plan.grid = grid;
    model.plan.final_model = final_model;
    model.plan.update = {true, "", {rate}, 0.9, 0, 1};
    model.done = 2;
    model.iterates = IterateMatrix::Zero(2, 2);
    model.iterates(1, 0) = iterate;
    model.theta = Eigen::VectorXd::Zero(2);
    return tells_noisy_sums(model);
  };
  CHECK(told(1e39, 1));
  CHECK_FALSE(told(largest_iterate, 1));
  CHECK(told(1e36, 1e-3));
  CHECK_FALSE(told(1e38, 1e-3));
  // 1e39 is rounded by up to 1.4e25, and 2^84 is 1.9e25: the mean of two has twice the roundings.
  CHECK(told(1e39, 1, FinalModel::last, 0x1p84));
  CHECK_FALSE(told(1e39, 1, FinalModel::average, 0x1p84));
  CHECK(told(1e39, 1, FinalModel::average, 0x1p85));
  CHECK_FALSE(told(1e39, 1, FinalModel::last, 0x1p83));
}

TEST_CASE("noisy descent: a path of another rule, which states no rates, is cut off only where it is as long") {
  PublishedDescent model;
  model.plan = plan_with(1, 1, 2);
  model.plan.update = {false, "Adam", {}, 0, 0, 1};
  model.done = 2;
  model.iterates = IterateMatrix::Zero(2, 2);
  model.theta = Eigen::VectorXd::Zero(2);
  CHECK_FALSE(may_be_cut_off(model));
  model.iterates(1, 0) = -largest_iterate;
  CHECK(may_be_cut_off(model));
}

TEST_CASE("noisy descent: every k-th iterate comes with distances that are never too short") {
  Draws draws(20261307);
  const People data = people(20, 3, draws);
  DescentPlan plan = plan_with(1, 2, 11);
  NoisyDescent whole(logistic, plan, 3);
  plan.every = 4;
  NoisyDescent thinned(logistic, plan, 3);
  SeededSource source(3);
  SeededSource same(3);
  const PublishedDescent all = trained(whole, data, source);
  const PublishedDescent some = trained(thinned, data, same);
  REQUIRE(some.iterates.rows() == 3);
  REQUIRE(some.distances.size() == 11);
  for (Eigen::Index t = 0; t < 11; ++t) {
    const double distance = some.distances[static_cast<std::size_t>(t)];
    const Eigen::VectorXd kept = some.iterates.row(t / 4).transpose();
    CHECK(kept == all.iterates.row(t - t % 4).transpose());
    const long double exact = (all.iterates.row(t).transpose() - kept).cast<long double>().norm();
    CHECK(distance >= exact);
    CHECK(distance <= exact * (1 + 1e-12L) + 1e-200L);
  }
  CHECK_FALSE(tells_noisy_sums(some));
  CHECK_FALSE(noisy_sums_of(some));
}

TEST_CASE("noisy descent: no rows, no coordinates that move, and bad plans") {
  const People nobody{IterateMatrix(0, 2), Eigen::VectorXd(0)};
  for (const DescentSampling sampling : {DescentSampling::full, DescentSampling::poisson, DescentSampling::shuffle}) {
    DescentPlan plan = plan_with(1, 1, 4);
    plan.sampling = sampling;
    plan.rate = sampling == DescentSampling::poisson ? 0.5 : 1;
    plan.batches = sampling == DescentSampling::shuffle ? 2 : 1;
    NoisyDescent training(logistic, plan, 2);
    SeededSource source(8);
    CHECK(trained(training, nobody, source).iterates.rows() == 4);
    CHECK_THROWS_AS(training.step(nobody.x, nobody.y, source), Error);
  }
  const auto refused = [](auto change) {
    DescentPlan plan = plan_with(1, 1, 4);
    change(plan);
    CHECK_THROWS_AS(NoisyDescent(logistic, plan, 2), Error);
  };
  refused([](DescentPlan& plan) { plan.clip = 0; });
  refused([](DescentPlan& plan) { plan.sigma *= 1 + 1e-12; });
  refused([](DescentPlan& plan) { plan.grid = 0; });
  refused([](DescentPlan& plan) { plan.steps = 0; });
  refused([](DescentPlan& plan) { plan.batches = 3; });
  refused([](DescentPlan& plan) { plan.clip = 1e5; });
  refused([](DescentPlan& plan) { plan.clip = 1e-7; });
  refused([](DescentPlan& plan) { plan.update.standard = false; });
  refused([](DescentPlan& plan) { plan.final_model = FinalModel::other; });
  refused([](DescentPlan& plan) { plan.sampling = DescentSampling::poisson; });
}

}  // namespace expost

// A person's bound from a published model (docs/noisy-gradient-descent.md, sections 4, 7 and 10).
//
// How the number could come out too small:
// - The grid left out: a gradient that is longer by its rounding, a loss by its coupling ("with the
//   grid").
// - The table of few tilts narrower than the interval of all ("the table").
// - Epochs counted as steps, ρ instead of ρ/m, one membership for both ("samplings", "rows").
// - A bound for everybody where a noisy sum can't be told from the report ("everybody").
// - Another program's gradients without their roundings ("elsewhere").
#include "expost/descent/descent_bound.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "expost/descent/clipped_gradients.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/descent/everybody.hpp"
#include "expost/descent/noisy_descent.hpp"
#include "expost/descent/path_interval.hpp"
#include "expost/descent/tilt_table.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"

namespace expost {
namespace {

constexpr Loss logistic{LossKind::logistic, 1};

PublishedDescent made_up(DescentSampling sampling, int steps, Draws& draws, Eigen::Index d = 3) {
  PublishedDescent model;
  model.loss = logistic;
  model.plan.clip = 0.8;
  model.plan.steps = steps;
  model.plan.sampling = sampling;
  model.plan.rate = sampling == DescentSampling::poisson ? 0.1 : 1;
  model.plan.batches = sampling == DescentSampling::shuffle ? 4 : 1;
  model.plan.update.rates = {1};
  model.plan.update.divisor = 100;
  put_on_grid(model.plan, 6);
  model.done = steps;
  model.theta = draws.normal_vector(d);
  model.iterates = IterateMatrix(steps, d);
  for (Eigen::Index t = 0; t < steps; ++t) {
    model.iterates.row(t) = draws.normal_vector(d).transpose();
  }
  return model;
}

/// s_t with the rounding to the grid, from the real gradients.
std::vector<double> steps_of(const PublishedDescent& model, const Eigen::VectorXd& x, double y) {
  std::vector<double> steps;
  for (Eigen::Index t = 0; t < model.iterates.rows(); ++t) {
    const double margin = model.iterates.row(t) * x;
    const double length = std::min(model.plan.clip, std::fabs(logistic.first_derivative(margin, y)) * x.norm());
    steps.push_back((length + 0.5 * std::sqrt(static_cast<double>(x.size())) * model.plan.grid) / model.plan.sigma);
  }
  return steps;
}

bool contains(Interval outer, Interval inner) {
  return outer.lower <= inner.lower && inner.upper <= outer.upper;
}

double width_of(Interval interval) {
  return interval.upper - interval.lower;
}

constexpr Uniformity one{};

}  // namespace

TEST_CASE("descent bound: with the grid, for all samplings, by hand") {
  Draws draws(20261401);
  for (const DescentSampling sampling : {DescentSampling::full, DescentSampling::poisson, DescentSampling::shuffle}) {
    PublishedDescent model = made_up(sampling, 40, draws);
    const Eigen::VectorXd x = draws.in_ball(3, 0.9);
    const PreparedDescent prepared(model);
    std::vector<double> steps = steps_of(model, x, 1);
    if (sampling == DescentSampling::shuffle) {
      steps = epoch_maxima(steps, 4);
    }
    double sum = 0;
    double energy = 0;
    for (const double s : steps) {
      sum += s;
      energy += s * s;
    }
    const double added = std::sqrt(3) * model.plan.grid / model.plan.sigma * sum;
    const double cap = (0.8 + 0.5 * std::sqrt(3) * model.plan.grid) / model.plan.sigma;
    const DescentTerms terms{model.plan.rate, sampling == DescentSampling::shuffle ? 10.0 : 40.0, cap, 1e-3};
    MomentTable table(model.plan.rate);
    const DescentInterval plain = path_interval(terms, steps, table);
    const DescentBound bound = prepared.bound(x, 1, Membership::unknown, 1e-3, one);
    for (const bool member : {true, false}) {
      const Interval expected = member ? plain.in : plain.out;
      const Interval found = member ? bound.in : bound.out;
      CHECK(contains(found, {expected.lower - added, expected.upper + added}));
      CHECK(width_of(found) <= width_of(expected) * (model.plan.rate < 1 ? 1.01 : 1 + 1e-8) + 2 * added * (1 + 1e-9));
    }
    CHECK(added > 1e-9 * width_of(plain.in));
    CHECK(bound.energy >= energy);
    CHECK(bound.energy <= energy * (1 + 1e-12));
    // The same steps, as several publications add them up.
    const PathPart part = prepared.part(x, 1);
    CHECK(part.terms.steps == terms.steps);
    CHECK(part.terms.cap >= terms.cap);
    CHECK(part.added >= added);
    CHECK(part.added <= added * (1 + 1e-9));
    for (const int j : {-3, 0, 5, 10}) {
      TiltMoments sum;
      for (const double s : steps) {
        const TiltMoments at = moment_column(s, model.plan.rate, j, j).moments.front();
        sum.in_above += at.in_above;
        sum.in_below += at.in_below;
        sum.out_above += at.out_above;
        sum.out_below += at.out_below;
      }
      const double room = model.plan.rate < 1 ? 1.05 : 1 + 1e-9;  // norms are rounded up to the table's
      const auto never_below = [&](PathEnd end, double moment) {
        CHECK(part.log_moments(end, j) >= moment * (1 - 1e-12));
        CHECK(part.log_moments(end, j) <= moment * room);
      };
      never_below(PathEnd::in_above, sum.in_above);
      never_below(PathEnd::in_below, sum.in_below);
      never_below(PathEnd::out_above, sum.out_above);
      never_below(PathEnd::out_below, sum.out_below);
    }
    CHECK(bound.epsilon.lower == 0);
    CHECK(bound.epsilon.upper == std::max({-bound.in.lower, bound.in.upper, -bound.out.lower, bound.out.upper}));
    CHECK(prepared.bound(x, 1, Membership::in, 1e-3, one).epsilon.upper == std::max(-bound.in.lower, bound.in.upper));
    CHECK(prepared.bound(x, 1, Membership::out, 1e-3, one).epsilon.upper == std::max(-bound.out.lower, bound.out.upper));
    // m records, ρ/m each, in everything.
    const DescentBound rows = prepared.bound(x, 1, Membership::unknown, 1e-3, {Uniformity::Kind::rows, 50});
    const DescentBound single = prepared.bound(x, 1, Membership::unknown, 1e-3 / 50, one);
    CHECK(rows.in.upper == single.in.upper);
    CHECK(rows.out.lower == single.out.lower);
    // A record that moves nothing.
    const DescentBound nothing = prepared.bound(Eigen::VectorXd::Zero(3), 1, Membership::unknown, 1e-3, one);
    CHECK(nothing.epsilon.upper == 0);
  }
}

TEST_CASE("descent bound: the table of few tilts is never narrower, and hardly wider") {
  Draws draws(20261402);
  double widest = 0;
  for (int trial = 0; trial < 12; ++trial) {
    const double rate = draws.logarithmic(1e-3, 0.9);
    const double cap = draws.logarithmic(0.02, trial % 4 == 0 ? 4 : 0.5);
    const int count = trial % 2 == 0 ? 100 : 700;
    const DescentTerms terms{rate, static_cast<double>(count), cap, draws.logarithmic(1e-9, 0.05)};
    std::vector<double> steps;
    for (int t = 0; t < count - 3; ++t) {
      steps.push_back(t % 50 == 7 ? 0 : cap * draws.logarithmic(trial % 3 == 0 ? 1e-4 : 0.2, 1));
    }
    TiltTable quick(rate);
    MomentTable table(rate);
    const DescentInterval whole = path_interval(terms, steps, table);
    const DescentInterval few = quick.interval(terms, steps);
    CHECK(contains(few.in, whole.in));
    CHECK(contains(few.out, whole.out));
    const double ratio = std::max({few.in.lower / whole.in.lower, few.in.upper / whole.in.upper,
                                   few.out.lower / whole.out.lower, few.out.upper / whole.out.upper});
    CHECK(ratio <= (cap > 1 ? 1.02 : 1.01));
    widest = std::max(widest, ratio);
    // The second time from the table, to the bit.
    const DescentInterval again = quick.interval(terms, steps);
    CHECK(again.in.upper == few.in.upper);
    CHECK(again.out.lower == few.out.lower);
  }
  MESSAGE("at most " << widest << " times as far out");
  TiltTable quick(0.5);
  CHECK(quick.interval({0.5, 3, 1, 0.1}, {0, 0, 0}).in.upper == 0);
  CHECK(quick.interval({0.5, 3, 1, 0.1}, {1e-200, 0, 0}).in.upper > 0);
  CHECK(quick.interval({0.5, 3, 50, 0.1}, {1, 0, 0}).in.upper == infinity);
  CHECK_THROWS_AS((void)quick.interval({0.4, 3, 1, 0.1}, {1}), Error);
  CHECK_THROWS_AS((void)quick.interval({0.5, 3, 1, 0.1}, {1.1}), Error);
  CHECK_THROWS_AS((void)quick.interval({0.5, 3, 1, 0.1}, {1, 1, 1, 1}), Error);
}

TEST_CASE("descent bound: cells of the table are rounded up, the coarse ones too") {
  // Just below the end of the first cell above one that is used: a cell lower is 0.25 % less.
  const auto in_cell = [](int cell) { return MomentTable::cell_end(cell) * (1 - 1e-6); };
  for (const bool coarse : {true, false}) {
    const double small = in_cell(-16 * 70 + (coarse ? 1 : 5));
    const double cap = coarse ? 10 * small : small * 1.5;
    std::vector<double> steps(400, small);
    steps.push_back(cap);
    const DescentTerms terms{0.9, 401, cap, 1e-6};
    MomentTable table(0.9);
    TiltTable quick(0.9);
    const DescentInterval whole = path_interval(terms, steps, table);
    const DescentInterval few = quick.interval(terms, steps);
    CHECK(contains(few.in, whole.in));
    CHECK(contains(few.out, whole.out));
  }
}

TEST_CASE("descent bound: a record so short that its steps have no squares in doubles") {
  for (const double cap : {1e-140, 1e-160, 1e-300, 5e-324}) {
    CAPTURE(cap);
    TiltTable quick(0.01);
    DescentTerms terms;
    terms.steps = 12;
    terms.rate = 0.01;
    terms.cap = cap;
    terms.failure = 1e-6;
    const DescentInterval interval = quick.interval(terms, {cap, cap / 2, 0});
    for (const Interval& ends : {interval.in, interval.out}) {
      CHECK(ends.lower <= 0);
      CHECK(ends.upper >= 0);
      CHECK(ends.upper - ends.lower < 1e-6);
    }
  }
}

TEST_CASE("descent bound: an upper end from few steps that move knows how few they are") {
  // A step's ratio of densities is above 1 − q, and is 1 where her gradient is 0.
  const DescentTerms terms{0.01, 1000, 3, 1e-9};
  std::vector<double> steps(1000, 0.0);
  steps[500] = 3;
  TiltTable quick(0.01);
  const DescentInterval few = quick.interval(terms, steps);
  const double sure = -std::log1p(-0.01);
  CHECK(few.out.upper >= sure);
  CHECK(few.out.upper <= sure * (1 + 1e-9));
}

TEST_CASE("descent bound: another program's path is wider by its roundings, thinned and missing paths by what they hide") {
  Draws draws(20261403);
  PublishedDescent model = made_up(DescentSampling::full, 30, draws);
  model.plan.grid = 0;
  const Eigen::VectorXd x = draws.in_ball(3, 0.7);
  const DescentBound real = PreparedDescent(model).bound(x, -1, Membership::unknown, 0.01, one);
  PublishedDescent other = model;
  other.plan.elsewhere = true;
  const DescentBound elsewhere = PreparedDescent(other).bound(x, -1, Membership::unknown, 0.01, one);
  // Factors of 1 + 1e-5, and 80·2^-24 of a derivative's own rounding with those of a margin.
  CHECK(elsewhere.energy >= real.energy * (1 + 2e-5));
  CHECK(elsewhere.energy <= real.energy * (1 + 2e-4));
  CHECK(elsewhere.epsilon.upper > real.epsilon.upper);
  PublishedDescent thinned = model;
  thinned.plan.every = 4;
  thinned.distances = distances_of(model.iterates, 4);
  thinned.iterates = IterateMatrix(8, 3);
  for (Eigen::Index i = 0; i < 8; ++i) {
    thinned.iterates.row(i) = model.iterates.row(4 * i);
  }
  const DescentBound some = PreparedDescent(thinned).bound(x, -1, Membership::unknown, 0.01, one);
  CHECK(some.energy > real.energy);
  PublishedDescent without = model;
  without.iterates = IterateMatrix(0, 3);
  const DescentBound none = PreparedDescent(without).bound(x, -1, Membership::unknown, 0.01, one);
  CHECK(none.energy == doctest::Approx(30 * std::pow(0.7 / model.plan.sigma, 2)).epsilon(1e-9));
  CHECK(none.energy > some.energy);
  CHECK(none.energy_cap == doctest::Approx(none.energy).epsilon(1e-9));
}

TEST_CASE("descent bound: everybody, where each noisy sum can be told") {
  Draws draws(20261404);
  DescentPlan plan;
  plan.clip = 1;
  plan.steps = 25;
  plan.update = {true, "", {2}, 0.5, 0, 50};
  put_on_grid(plan, 5);
  NoisyDescent training(logistic, plan, 3);
  SeededSource source(4);
  const IterateMatrix x = IterateMatrix::Constant(20, 3, 0.4);
  const Eigen::VectorXd y = Eigen::VectorXd::Constant(20, 1);
  while (!training.finished()) {
    training.step(x, y, source);
  }
  const PublishedDescent model = training.published();
  const PreparedDescent prepared(model);
  CHECK(prepared.everybody_gap() == EverybodyGap::none);
  const Eigen::VectorXd person = draws.in_ball(3, 0.8);
  const DescentBound all = prepared.bound(person, 1, Membership::unknown, 1e-3, {Uniformity::Kind::all, 1});
  const DescentBound single = prepared.bound(person, 1, Membership::unknown, 1e-3, one);
  CHECK(all.epsilon.upper > 2 * single.epsilon.upper);
  const double rounding = 0.5 * std::sqrt(3) * plan.grid;
  const EverybodyTerms terms = everybody_terms(logistic, model.path(), 25, 1e-3, rounding);
  const Interval plain = everybody_interval(terms, single.energy);
  CHECK(all.in.upper >= plain.upper);
  CHECK(all.in.upper <= plain.upper + 1e-5);
  // Roundings to the grid count in the net's error.
  const double without = everybody_terms(logistic, model.path(), 25, 1e-3).net_error;
  CHECK(terms.net_error >= std::hypot(without, 5 * rounding / plan.sigma));
  CHECK(terms.net_error <= (without + std::sqrt(25) * rounding / plan.sigma) * (1 + 1e-6));
  // A larger rounding would show in the cap.
  CHECK(everybody_terms(logistic, model.path(), 25, 1e-3, 0.5).energy_cap >= 25 * std::pow(1.5 / plan.sigma, 2));
  // Another failure probability has quantiles of its own.
  const double rarer = prepared.bound(person, 1, Membership::unknown, 1e-9, {Uniformity::Kind::all, 1}).epsilon.upper;
  CHECK(rarer > all.epsilon.upper);
  CHECK(rarer == PreparedDescent(model).bound(person, 1, Membership::unknown, 1e-9, {Uniformity::Kind::all, 1}).epsilon.upper);
  // A rule that ended it earlier might not have: its quantiles keep T.
  PublishedDescent stopped = model;
  stopped.done = 5;
  stopped.iterates = IterateMatrix(model.iterates.topRows(5));
  stopped.theta = model.iterates.row(5).transpose();
  const DescentBound early = PreparedDescent(stopped).bound(person, 1, Membership::unknown, 1e-3, {Uniformity::Kind::all, 1});
  CHECK(early.in.upper >=
        everybody_interval(everybody_terms(logistic, stopped.path(), 25, 1e-3, rounding), early.energy).upper);
  CHECK(early.in.upper >
        everybody_interval(everybody_terms(logistic, stopped.path(), 5, 1e-3, rounding), early.energy).upper + 1e-4);
  // Less of a path, or a rule that isn't known, tells less.
  const auto gap = [&](auto change) {
    PublishedDescent changed = model;
    change(changed);
    const PreparedDescent other(changed);
    if (other.everybody_gap() != EverybodyGap::none) {
      CHECK_THROWS_AS((void)other.bound(person, 1, Membership::unknown, 1e-3, {Uniformity::Kind::all, 1}), Error);
    }
    return other.everybody_gap();
  };
  CHECK(gap([](PublishedDescent& changed) { changed.plan.final_model = FinalModel::average; }) == EverybodyGap::none);
  CHECK(gap([](PublishedDescent& changed) { changed.plan.final_model = FinalModel::other; }) == EverybodyGap::path);
  CHECK(gap([](PublishedDescent& changed) { changed.iterates = IterateMatrix(0, 3); }) == EverybodyGap::path);
  CHECK(gap([](PublishedDescent& changed) {
          changed.plan.every = 25;
          changed.iterates = IterateMatrix(changed.iterates.topRows(1));
        }) == EverybodyGap::path);
  CHECK(gap([](PublishedDescent& changed) { changed.plan.update = {false, "a secret one", {}, 0, 0, 1}; }) ==
        EverybodyGap::path);
  // Real noise isn't told by iterates of few digits, nor where a divisor leaves nothing of it.
  CHECK(gap([](PublishedDescent& changed) {
          changed.plan.grid = 0;
          changed.plan.elsewhere = true;
        }) == EverybodyGap::none);
  CHECK(gap([](PublishedDescent& changed) {
          changed.plan.grid = 0;
          changed.plan.elsewhere = true;
          changed.iterates = changed.iterates.cast<float>().cast<double>().eval();
        }) == EverybodyGap::path);
  CHECK(gap([](PublishedDescent& changed) {
          changed.plan.grid = 0;
          changed.plan.update.divisor = 1e12;
        }) == EverybodyGap::path);
  // Steps of the grid that are lost in the roundings of long iterates.
  CHECK(gap([](PublishedDescent& changed) { changed.plan.update.divisor = 1e12; }) == EverybodyGap::path);
  CHECK(gap([](PublishedDescent& changed) {
          changed.plan.sampling = DescentSampling::shuffle;
          changed.plan.batches = 5;
        }) == EverybodyGap::sampling);
}

TEST_CASE("descent bound: a skipped step covers the gradient that was computed there, however long the iterates are") {
  Draws draws(20261406);
  int counted = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const bool softmax = trial % 2 == 1;
    const Eigen::Index d = 8;
    const double size = std::pow(10.0, trial % 18);
    PublishedDescent model = made_up(DescentSampling::full, 2, draws, softmax ? 3 * d : d);
    model.classes = softmax ? 3 : 0;
    model.plan.clip = 1;
    model.plan.every = 2;
    const Eigen::VectorXd x = draws.in_ball(d, 0.9);
    const double y = softmax ? draws.integer(0, 2) : 1;
    // Margins cancel, so that their roundings are as large as they can be.
    IterateMatrix both(2, model.theta.size());
    for (Eigen::Index k = 0; k < both.cols() / d; ++k) {
      Eigen::VectorXd part = size * draws.normal_vector(d);
      part -= x * (x.dot(part) / x.squaredNorm());
      both.row(0).segment(k * d, d) = part.transpose();
    }
    both.row(1) = both.row(0) + draws.logarithmic(1e-9, 3) * draws.normal_vector(both.cols()).transpose();
    model.distances = distances_of(both, 2);
    model.iterates = IterateMatrix(both.topRows(1));
    const GradientNorms norms = softmax ? gradient_norms(Softmax{3}, model.path(), {x, static_cast<Eigen::Index>(y)})
                                        : gradient_norms(logistic, model.path(), x, y);
    const double computed =
        ClippedGradients(model.any_loss(), model.plan.clip, 0).at(both.row(1).transpose(), x, y).norm() / model.plan.sigma;
    CHECK(computed <= norms.steps[1]);
    // The kept bound has the roundings of its own margin in it; those of the skipped one come
    // on top: d·2^-53 of the sum of |x_j θ_j|, which is ‖x‖‖θ‖ at most.
    const double slope = softmax ? 0.5 : 0.25;
    const double h = model.distances[1];
    const double rounding = static_cast<double>(d) * 0x1p-53 * (both.row(0).norm() + h);
    const double least = norms.steps[0] * model.plan.sigma + slope * x.squaredNorm() * (h + rounding);
    CHECK(norms.steps[1] >= std::min(norms.cap, least * (1 - 1e-13) / model.plan.sigma));
    counted += least / model.plan.sigma < norms.cap && rounding > 1e-10 * h ? 1 : 0;
  }
  CHECK(counted > 10);
}

TEST_CASE("descent bound: softmax, stopped paths, and what is refused") {
  Draws draws(20261405);
  PublishedDescent model = made_up(DescentSampling::full, 12, draws, 6);
  model.classes = 3;
  const Eigen::VectorXd x = draws.in_ball(2, 0.5);
  const PreparedDescent prepared(model);
  const DescentBound whole = prepared.bound(x, 2, Membership::unknown, 0.01, one);
  CHECK(whole.energy_cap == doctest::Approx(12 * std::pow(0.5 * std::sqrt(2) / model.plan.sigma, 2)).epsilon(1e-6));
  CHECK(whole.largest_step <= 0.5 * std::sqrt(2) / model.plan.sigma * (1 + 1e-6));
  // The tilts keep T where a rule stopped earlier.
  PublishedDescent stopped = model;
  stopped.done = 5;
  stopped.iterates = IterateMatrix(model.iterates.topRows(5));
  const DescentBound five = PreparedDescent(stopped).bound(x, 2, Membership::unknown, 0.01, one);
  CHECK(five.energy < whole.energy);
  CHECK(five.energy_cap == whole.energy_cap);
  CHECK_THROWS_AS((void)prepared.bound(x, 3, Membership::unknown, 0.01, one), Error);
  CHECK_THROWS_AS((void)prepared.bound(x, 0.5, Membership::unknown, 0.01, one), Error);
  CHECK_THROWS_AS((void)prepared.bound(draws.in_ball(3), 1, Membership::unknown, 0.01, one), Error);
  CHECK_THROWS_AS((void)prepared.bound(x, 1, Membership::unknown, 0, one), Error);
  const auto refused = [&](auto change) {
    PublishedDescent changed = model;
    change(changed);
    CHECK_THROWS_AS(PreparedDescent{changed}, Error);
  };
  refused([](PublishedDescent& changed) { changed.plan.sigma = 0; });
  refused([](PublishedDescent& changed) { changed.plan.batches = 3; });
  refused([](PublishedDescent& changed) { changed.plan.rate = 0.5; });
  refused([](PublishedDescent& changed) { changed.done = 13; });
  refused([](PublishedDescent& changed) { changed.classes = 4; });
  refused([](PublishedDescent& changed) { changed.iterates = IterateMatrix::Zero(12, 5); });
}

}  // namespace expost

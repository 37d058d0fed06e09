// Bounds for every record at once along a path (docs/noisy-gradient-descent.md, section 7).
//
// How the number could come out too small, and the test that would notice:
// - The lower end taken at V itself, where b(v) − v/2 is larger for a smaller v ("the lower end").
// - One of the two events with ρ, or the net without its two sides (vectors).
// - A slope of the clipped gradient that a record exceeds ("no two records are steeper").
// - Degrees of freedom of the steps that were done, where a rule stopped ("stopped paths").
// - A quantile of more degrees than are known, from an approximation ("many degrees").
#include "expost/descent/everybody.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "approximately.hpp"
#include "expost/descent/exact_path_loss.hpp"
#include "expost/descent/path_interval.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"

namespace expost {
namespace {

/// Λ_t of one iterate, from e.
double slope_of(const EverybodyTerms& terms, double sigma) {
  return terms.net_error * sigma / 1e-4;
}

}  // namespace

TEST_CASE("everybody: no two records are steeper than the net allows") {
  Draws draws(20261208);
  const std::variant<Loss, Softmax> losses[] = {Loss{LossKind::logistic, 1}, Loss{LossKind::squared, 1},
                                                Loss{LossKind::pseudo_huber, 0.4}, Softmax{3}};
  for (const auto& any : losses) {
    const bool softmax = std::holds_alternative<Softmax>(any);
    const bool signs = !softmax && std::get<Loss>(any).kind == LossKind::logistic;
    double steepest = 0;
    for (int i = 0; i < 400; ++i) {
      const IterateMatrix theta = draws.logarithmic(0.1, 10) * draws.normal_vector(softmax ? 6 : 2).transpose();
      const Eigen::VectorXd x = draws.in_ball(2, 1);
      const double size = draws.logarithmic(1e-6, 0.3);
      const Eigen::VectorXd moved = (1 - size) * x + size * draws.in_ball(2);
      // The class, or the sign, is the same for both.
      const double y = softmax ? draws.integer(0, 2) : signs ? (draws.coin() ? 1.0 : -1.0) : draws.uniform(-1, 1);
      const double y_moved = softmax || signs ? y : std::clamp(y + size * draws.uniform(-1, 1), -1.0, 1.0);
      const double clip = draws.logarithmic(0.1, 10);
      std::visit(
          [&](const auto& loss) {
            const double slope = slope_of(everybody_terms(loss, {clip, 1, 1, theta}, 1, 0.05), 1);
            const Eigen::VectorXd at = theta.row(0);
            const double change =
                (clipped_gradient(loss, at, x, y, clip) - clipped_gradient(loss, at, moved, y_moved, clip)).norm();
            const double distance = std::hypot((x - moved).norm(), y - y_moved);
            CHECK(change <= slope * distance * (1 + 1e-6));
            steepest = std::max(steepest, change / (slope * distance));
          },
          any);
    }
    CHECK(steepest > 0.1);
  }
}

TEST_CASE("everybody: the lower end is that of the worst energy below") {
  Draws draws(20261209);
  const IterateMatrix path = IterateMatrix::Constant(4, 2, 0.3);
  const EverybodyTerms terms = everybody_terms(Loss{LossKind::logistic, 1}, {6, 0.5, 4, path}, 4, 0.05);
  for (const double share : {0.01, 0.1, 0.3, 1.0}) {
    const double energy = share * terms.energy_cap;
    const Interval interval = everybody_interval(terms, energy);
    double worst = 0;
    for (int i = 0; i <= 3000; ++i) {
      const double v = energy * i / 3000;
      const EverybodyWidth width = everybody_width(terms, v);
      worst = std::max(worst, std::min(width.direct, width.net) - 0.5 * v);
    }
    CHECK(-interval.lower >= worst);
    CHECK(-interval.lower <= worst * 1.02);
    const EverybodyWidth width = everybody_width(terms, energy);
    CHECK(interval.upper >= 0.5 * energy + std::min(width.direct, width.net));
  }
  // Beyond √V = χ the end no longer moves.
  CHECK(everybody_interval(terms, terms.energy_cap).lower == approximately(-0.5 * terms.chi * terms.chi).epsilon(0.02));
  CHECK(everybody_interval(terms, 0).lower == 0);
  CHECK(everybody_interval(terms, 0).upper == 0);
}

TEST_CASE("everybody: wider than one record's interval, and monotone") {
  const IterateMatrix path = IterateMatrix::Constant(100, 24, 0.1);
  const DescentPath descent{1, 42.2, 100, path};
  const EverybodyTerms terms = everybody_terms(Loss{LossKind::logistic, 1}, descent, 100, 1e-6);
  double before = 0;
  for (const double share : {1e-8, 1e-4, 0.1, 1.0}) {
    const double energy = share * 100 / (42.2 * 42.2);
    const Interval all = everybody_interval(terms, energy);
    const Interval one = full_batch_interval({1, 100, 1 / 42.2, 1e-6}, energy).in;
    CHECK(all.upper > one.upper);
    CHECK(all.lower < one.lower);
    CHECK(all.upper > before);
    before = all.upper;
  }
  // At d = 24, T = 100, ρ = 1e-6 the net is 4.65 z √V wide (noisy-gradient-descent.md, 7).
  const double energy = terms.energy_cap;
  const EverybodyWidth width = everybody_width(terms, energy);
  const double unit = normal_upper_quantile(0.5e-6) * std::sqrt(energy);
  CHECK(width.net / unit == approximately(4.65).epsilon(0.02));
  CHECK(width.direct / unit == approximately(10.7).epsilon(0.01));
}

TEST_CASE("everybody: stopped paths have the degrees of freedom of all steps") {
  const IterateMatrix path = IterateMatrix::Constant(5, 3, 0.1);
  const EverybodyTerms stopped = everybody_terms(Loss{LossKind::logistic, 1}, {1, 2, 5, path}, 50, 0.01);
  CHECK(stopped.chi * stopped.chi >= chi_squared_upper_quantile(150, 0.005));
  CHECK(stopped.energy_cap >= 50 * 0.25);
}

TEST_CASE("everybody: many degrees of freedom are bounded from above") {
  const IterateMatrix wide = IterateMatrix::Constant(1, 1001, 0.1);
  const double exact_below = std::sqrt(1000.0 * 1000);
  const EverybodyTerms many = everybody_terms(Loss{LossKind::logistic, 1}, {1, 2, 1, wide}, 1000, 0.01);
  CHECK(many.chi > exact_below);
  const IterateMatrix less = IterateMatrix::Constant(1, 1000, 0.1);
  const EverybodyTerms known = everybody_terms(Loss{LossKind::logistic, 1}, {1, 2, 1, less}, 1000, 0.01);
  CHECK(many.chi > known.chi);
  CHECK(many.chi < known.chi * 1.01);
}

TEST_CASE("everybody: refusals") {
  const Loss loss{LossKind::logistic, 1};
  const IterateMatrix path = IterateMatrix::Constant(4, 2, 0.3);
  IterateMatrix broken = path;
  broken(2, 1) = std::numeric_limits<double>::infinity();
  CHECK_THROWS_AS((void)everybody_terms(loss, {1, 1, 4, path}, 3, 0.05), Error);
  CHECK_THROWS_AS((void)everybody_terms(loss, {1, 1, 4, path}, 4, 0), Error);
  CHECK_THROWS_AS((void)everybody_terms(loss, {1, 0, 4, path}, 4, 0.05), Error);
  CHECK_THROWS_AS((void)everybody_terms(loss, {1, 1, 7, path, 2}, 7, 0.05), Error);
  CHECK_THROWS_AS((void)everybody_terms(loss, {1, 1, 4, broken}, 4, 0.05), Error);
  CHECK_THROWS_AS((void)everybody_terms(Softmax{3}, {1, 1, 4, path}, 4, 0.05), Error);
  const EverybodyTerms terms = everybody_terms(loss, {1, 1, 4, path}, 4, 0.05);
  CHECK_THROWS_AS((void)everybody_width(terms, std::numeric_limits<double>::quiet_NaN()), Error);
}

}  // namespace expost

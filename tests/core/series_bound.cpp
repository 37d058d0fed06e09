// Bounds on several publications together: against formulas evaluated with SciPy, and what they
// fall back to.
#include "expost/series/series_bound.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "closeness.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/descent/descent_bound.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "random_report.hpp"

namespace expost {
namespace {

constexpr double failure = 1e-6;
constexpr Interval anything = {-infinity, infinity};

SeriesTerm linear_term(double length, Interval own = anything) {
  return {own, own, LinearPart{{0.01, 0.02}, {-0.03, -0.005}, length, 1e-3, 2}};
}

/// Full-batch steps of one size.
SeriesTerm path_term(int steps, double size, Interval own = anything) {
  const double energy = steps * size * size;
  const auto log_moments = [energy](PathEnd end, int j) {
    const double lambda = order_of(end, j);
    const bool above = end == PathEnd::in_above || end == PathEnd::out_above;
    return 0.5 * lambda * (above ? lambda + 1 : lambda - 1) * energy;
  };
  return {own, own, PathPart{{1, static_cast<double>(steps), size, 0.5}, log_moments, 0}};
}

/// For paths a few tilts beside the best are used, which widens an interval by up to 1e-7.
void check_interval(Interval found, double lower, double upper, double tolerance = 1e-7) {
  CHECK(found.lower <= lower * (lower < 0 ? 1 - 1e-9 : 1));
  CHECK(found.upper >= upper * (1 - 1e-9));
  check_close("lower", found.lower, lower, {tolerance});
  check_close("upper", found.upper, upper, {tolerance});
}

}  // namespace

TEST_CASE("series: each publication's own bound has a share of rho, half of it in all") {
  double sum = 0;
  for (int place = 1; place <= 100000; ++place) {
    sum += series_failure(0.1, place);
    CHECK(series_failure(0.1, place) > series_failure(0.1, place + 1));
  }
  CHECK(sum < 0.05);
  CHECK(sum > 0.0499);
}

TEST_CASE("series: objective perturbation under one event") {
  // χ of six variables at 2·(ρ/4)/(6·7), and S = 0.3√3 (SciPy).
  const std::vector<SeriesTerm> three(3, linear_term(0.3));
  check_interval(series_bound(three, Membership::unknown, failure, 1), -3.5573911017526876, 3.7973911017526873, 1e-9);
  check_interval(series_bound(three, Membership::in, failure, 1), -3.4673911017526877, 3.7973911017526873, 1e-9);
  check_interval(series_bound(three, Membership::out, failure, 1), -3.5573911017526876, 3.7373911017526873, 1e-9);
  // The lower end is S²/2 − Sχ at its least over what S may be for an alternative.
  const std::vector<SeriesTerm> long_ones(2, linear_term(10));
  const double chi = 6.414977820314659;  // four variables at 2·(ρ/4)/(4·5)
  check_close("lower end", series_bound(long_ones, Membership::in, failure, 1).lower, -0.5 * chi * chi - 2e-3, {1e-9});
  // For ten records at once each has a tenth.
  CHECK(series_bound(three, Membership::unknown, failure, 10).upper ==
        doctest::Approx(series_bound(three, Membership::unknown, failure / 10, 1).upper).epsilon(1e-12));
}

TEST_CASE("series: all steps of all paths are one composition") {
  const std::vector<SeriesTerm> ten(10, path_term(100, 0.01));
  check_interval(series_bound(ten, Membership::unknown, failure, 1), -1.9080032260354085, 2.0080032280196005);
  check_interval(series_bound(ten, Membership::in, failure, 1), -1.9080032260354085, 2.0080032280196005);
  // A record that isn't in the first data moves nothing there; tilts are those of the second.
  std::vector<SeriesTerm> later = {path_term(100, 0), path_term(100, 0.01), path_term(100, 0.01)};
  check_interval(series_bound(later, Membership::in, failure, 1), -0.8485739331811416, 0.8685739333834117);
  std::get<PathPart>(later[1].part).added = 0.25;
  check_interval(series_bound(later, Membership::in, failure, 1), -0.8485739331811416 - 0.25, 0.8685739333834117 + 0.25);
  const std::vector<SeriesTerm> none(2, path_term(100, 0));
  CHECK(series_bound(none, Membership::unknown, failure, 1).upper == 0);
}

TEST_CASE("series: what is smaller counts, kind by kind, and 0 is always in it") {
  const Interval own = {-0.2, 0.1};
  const SeriesTerm other = {own, {0.05, 0.3}, {}};
  check_interval(series_bound({other}, Membership::in, failure, 1), -0.2, 0.1);
  check_interval(series_bound({other}, Membership::out, failure, 1), 0, 0.3);
  check_interval(series_bound({other, other}, Membership::unknown, failure, 1), -0.4, 0.6);
  // One report of a kind has its own bound.
  check_interval(series_bound({linear_term(0.01, own), path_term(100, 0.001, own)}, Membership::in, failure, 1), -0.4, 0.2);
  // Own bounds that are smaller than the event's.
  check_interval(series_bound({linear_term(3, own), linear_term(3, own)}, Membership::in, failure, 1), -0.4, 0.2);
  const Interval mixed =
      series_bound({linear_term(3, own), linear_term(3, own), path_term(100, 0.01), path_term(100, 0.01), other},
                   Membership::in, failure, 1);
  check_interval(mixed, -0.4 - 0.8485739331811416 - 0.2, 0.2 + 0.8685739333834117 + 0.1);
  CHECK(series_bound({{anything, anything, {}}}, Membership::in, failure, 1).upper == infinity);
  CHECK(series_bound({}, Membership::in, failure, 1).upper == 0);
  CHECK_THROWS_AS((void)series_bound({other}, Membership::in, 0, 1), Error);
  CHECK_THROWS_AS((void)series_bound({other}, Membership::in, failure, 0.5), Error);
}

TEST_CASE("series: a report's part is what its bound is made of") {
  Draws draws(20261128);
  for (int i = 0; i < 40; ++i) {
    const PublishedModel model = random_model(random_kind(draws), draws.integer(1, 5), draws);
    const PreparedReport prepared(model);
    BoundOptions options;
    options.failure_probability = 1e-5;
    const auto [x, y] = random_person(model, draws);
    const Bound bound = BoundRule(prepared, options).bound(x, y);
    REQUIRE(bound.part);
    CHECK(bound.part->variables == 1 + model.hessian.has_value() + model.smallest_eigenvalue.has_value());
    // Never shorter than q.
    CHECK(bound.part->length >= std::fabs(bound.first_derivative) * x.norm() / model.sigma);
    if (!model.hessian) {
      check_close("q", bound.part->length, std::fabs(bound.first_derivative) * x.norm() / model.sigma, {1e-6, 1e-9});
    }
    check_close("log-determinant", bound.part->determinant_in.upper,
                bound.in.upper - bound.gradient_norm + bound.gradient.lower, {1e-6, 1e-9});
    options.uniformity.kind = Uniformity::Kind::all;
    CHECK_FALSE(BoundRule(prepared, options).bound(x, y).part);
    options.uniformity.kind = Uniformity::Kind::one;
    options.method = Method::redberg2021;
    CHECK_FALSE(BoundRule(prepared, options).bound(x, y).part);
  }
}

}  // namespace expost

// Posterior samples: no end on the wrong side of any loss that can be, in 200-bit numbers, for
// ordinary reports, for those that an adversary would write, and over the cells of rounded ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <vector>

#include "expost/mechanisms/posterior_sample.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost::posterior_exact_tests {
namespace {

using Real = boost::multiprecision::number<
    boost::multiprecision::cpp_bin_float<200, boost::multiprecision::digit_base_2, void, std::int64_t>,
    boost::multiprecision::et_off>;

int reports() {
  return repetitions_share() == 1 ? 1000 : 100;
}

struct Case {
  PublishedPosteriorSample published;
  Eigen::VectorXd x;
  double y;
  double rho;
};

/// The formulas of posterior_sample.hpp at one u = √μ, for the r farthest out and the one nearest
/// 0.
struct Losses {
  Real c;  ///< √γ|r_θ|
  Real z;

  [[nodiscard]] Real inner(const Real& u) const { return c > z * u ? Real(c - z * u) : Real(0); }
  [[nodiscard]] Real in(const Real& u, const Real& r) const {
    const Real rest = (1 - u) * (1 + u);
    return (-log1p(-u * u) - c * c + r * r / rest) / 2;
  }
  [[nodiscard]] Real out(const Real& u, const Real& r) const { return (-log1p(u * u) + c * c - r * r / (1 + u * u)) / 2; }
  [[nodiscard]] Real in_lower(const Real& u) const { return in(u, inner(u)); }
  [[nodiscard]] Real in_upper(const Real& u) const { return in(u, c + z * u); }
  [[nodiscard]] Real out_lower(const Real& u) const { return out(u, c + z * u); }
  [[nodiscard]] Real out_upper(const Real& u) const { return out(u, inner(u)); }
};

/// The largest value of f that was found on [0, most]: a search in logarithms, then one by thirds.
template <class F>
Real largest(F&& f, const Real& most) {
  constexpr int points = 160;
  std::vector<Real> at{Real(0)};
  for (int i = 0; i <= points; ++i) {
    at.push_back(most * exp(Real(-0.25 * (points - i))));
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < at.size(); ++i) {
    best = f(at[i]) > f(at[best]) ? i : best;
  }
  Real low = at[best > 0 ? best - 1 : 0];
  Real high = at[std::min(best + 1, at.size() - 1)];
  for (int i = 0; i < 80; ++i) {
    const Real left = low + (high - low) / 3;
    const Real right = high - (high - low) / 3;
    (f(left) < f(right) ? low : high) = f(left) < f(right) ? left : right;
  }
  return std::max({f(low), f(high), f(at[best])});
}

/// Ends that are attained, of θ at one corner of the cell: r_θ farther from 0 by `shift`.
struct Attained {
  Real in_lower, in_upper, out_lower, out_upper;
  double size;  ///< of what they are sums of

  Attained(const Case& one, double radius, int corner) {
    Real product = 0;
    Real squared = 0;
    Real half_width = 0;
    for (Eigen::Index j = 0; j < one.x.size(); ++j) {
      const Real x(one.x(j));
      product += x * Real(one.published.theta(j));
      squared += x * x;
      if (corner != 0) {
        half_width += abs(x) * Real(cell_half_width(one.published.rounding.step, one.published.theta(j)));
      }
    }
    const Real r = Real(one.y) - product + corner * half_width;
    const Losses losses{sqrt(Real(one.published.gamma)) * abs(r), Real(radius)};
    const Real floor = Real(one.published.lambda) + Real(one.published.data_eigenvalue);
    // A member's leverage: below ‖x‖²/(λ + ‖x‖²) and ‖x‖²/(λ + e), whichever is less; never 1.
    const Real own = squared / (Real(one.published.lambda) + squared);
    const Real other = squared / floor;
    Real u_in = sqrt(own < other ? own : other);
    const Real almost = 1 - ldexp(Real(1), -150);
    u_in = u_in < almost ? u_in : almost;
    in_lower = -largest([&](const Real& u) { return Real(-losses.in_lower(u)); }, u_in);
    in_upper = largest([&](const Real& u) { return losses.in_upper(u); }, u_in);
    const Real u_out = sqrt(other);
    const Real furthest = losses.c + losses.z * u_out;
    size = Real(furthest * furthest + log1p(u_out * u_out)).convert_to<double>();
    out_lower = -largest([&](const Real& u) { return Real(-losses.out_lower(u)); }, u_out);
    out_upper = largest([&](const Real& u) { return losses.out_upper(u); }, u_out);
  }
};

struct Counts {
  int ends = 0;
  int wrong = 0;
  double loosest = 0;  ///< how far an end is beyond the one attained, by the size of what it is a sum of
};

void compare(const Case& one, int corner, Counts& counts) {
  const PosteriorSampleBound bound = posterior_sample_bound(one.published, one.x, one.y, Membership::unknown, one.rho);
  const double radius = normal_upper_quantile(0.5 * one.rho);
  const Attained truth(one, radius, corner);
  const auto check = [&](double end, const Real& real, int direction) {
    ++counts.ends;
    const bool right = std::isinf(end) ? end * direction > 0 : direction * (Real(end) - real) >= 0;
    counts.wrong += right ? 0 : 1;
    CHECK_MESSAGE(right, end, " for ", real.convert_to<double>(), " λ ", one.published.lambda, " γ ", one.published.gamma,
                  " x ", one.x.transpose(), " y ", one.y, " e ", one.published.data_eigenvalue);
    if (std::isfinite(end)) {
      counts.loosest = std::max(counts.loosest, std::fabs(Real(Real(end) - real).convert_to<double>()) / truth.size);
    }
  };
  check(bound.in.lower, truth.in_lower, -1);
  check(bound.in.upper, truth.in_upper, 1);
  check(bound.out.lower, truth.out_lower, -1);
  check(bound.out.upper, truth.out_upper, 1);
}

Case ordinary(Draws& draws) {
  const Eigen::Index d = draws.integer(1, 4);
  Case one;
  one.published.theta = draws.in_ball(d, draws.logarithmic(0.01, 10));
  one.published.lambda = draws.logarithmic(0.01, 100);
  one.published.gamma = draws.logarithmic(0.01, 100);
  one.published.data_eigenvalue = draws.coin() ? 0 : draws.logarithmic(0.01, 100);
  one.x = draws.in_ball(d, draws.coin() ? 1.0 : draws.uniform(0.01, 1));
  one.y = draws.uniform(-1, 1);
  one.rho = draws.coin() ? 0.05 : 1e-6;
  return one;
}

}  // namespace

TEST_CASE("ordinary posterior samples: no end on the wrong side of a loss that can be, and none far from one") {
  Draws draws(20261203);
  Counts counts;
  for (int repetition = 0; repetition < reports(); ++repetition) {
    compare(ordinary(draws), 0, counts);
  }
  CHECK(counts.wrong == 0);
  CHECK(counts.ends == 4 * reports());
  // Far below what rounding to a grid does; most of it is how well a place of slope 0 is known.
  CHECK(counts.loosest < 1e-9);
  MESSAGE(counts.ends, " ends, ", counts.wrong, " on the wrong side, ", counts.loosest, " loose");
}

TEST_CASE("hostile posterior samples: no end on the wrong side of a loss that can be") {
  Draws draws(20261204);
  Counts counts;
  for (int repetition = 0; repetition < reports(); ++repetition) {
    Case one = ordinary(draws);
    const auto size = [&] { return draws.logarithmic(1e-30, draws.coin() ? 1e10 : 1e40); };
    if (draws.coin()) {
      one.published.theta *= size();
    }
    if (draws.coin()) {
      one.published.lambda = size();
    }
    if (draws.coin()) {
      one.published.gamma = size();
    }
    if (draws.integer(0, 3) == 0) {
      one.published.lambda = 0;
      one.published.data_eigenvalue = draws.coin() ? size() : 1 + draws.logarithmic(1e-16, 1);
    }
    if (draws.integer(0, 2) == 0) {
      one.x *= draws.coin() ? draws.logarithmic(1e-160, 1) : draws.logarithmic(1e-12, 1e-3);
    }
    if (draws.integer(0, 3) == 0 && one.x.size() > 1) {
      // A residual of 0, up to what doubles hold.
      one.y = one.x.dot(one.published.theta);
    }
    if (std::isfinite(one.y)) {
      compare(one, 0, counts);
    }
  }
  CHECK(counts.wrong == 0);
  MESSAGE(counts.ends, " ends, ", counts.wrong, " on the wrong side");
}

TEST_CASE("rounded posterior samples: the ends hold at the corners of the cell, also of a coarse one") {
  Draws draws(20261205);
  Counts counts;
  for (int repetition = 0; repetition < reports(); ++repetition) {
    Case one = ordinary(draws);
    one.published.rounding = {std::exp2(-draws.integer(1, 60)), 0x1p30};
    const double step = one.published.rounding.step;
    one.published.theta = one.published.theta.unaryExpr([&](double value) { return std::round(value / step) * step; });
    compare(one, -1, counts);
    compare(one, 1, counts);
  }
  CHECK(counts.wrong == 0);
  MESSAGE(counts.ends, " ends, ", counts.wrong, " on the wrong side");
}

}  // namespace expost::posterior_exact_tests

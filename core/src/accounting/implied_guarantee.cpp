#include "expost/accounting/implied_guarantee.hpp"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>

#include "accounting/gaussian_cost.hpp"
#include "accounting/release_spread.hpp"
#include "accounting/removal_loss.hpp"
#include "expost/accounting/sensitivity.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"

namespace expost {
namespace {

// Cells of |f'|/G in [0, 1]. Next to a maximum δ falls by less than 0.1 % within half a cell.
constexpr int cells = 64;
// Beyond it a normal variable lies with probability 1e-323.
constexpr double farthest = 38.4;

// E value(N) for a non-decreasing value in [0, 1], except for at most 3e-4·target: what is left out
// lies beyond the ends.
template <class Value>
double normal_expectation(Value&& value, double from, double target) {
  const double negligible = 1e-4 * target;
  const double end = std::min(farthest, normal_upper_quantile(negligible));
  double start = std::max(from, -end);
  if (!(end > start) || !(value(end) > negligible)) {
    return 0;
  }
  if (!(value(start) > negligible)) {
    double high = end;
    for (int step = 0; step < 20; ++step) {
      const double middle = 0.5 * (start + high);
      (value(middle) > negligible ? high : start) = middle;
    }
  }
  constexpr double widest = 0.4;
  const int panels = std::max(1, static_cast<int>(std::ceil((end - start) / widest)));
  using Rule = boost::math::quadrature::gauss<double, 7>;
  const double half = 0.5 * (end - start) / panels;
  double sum = 0;
  for (int panel = 0; panel < panels; ++panel) {
    const double centre = start + (2 * panel + 1) * half;
    const auto at = [&](double noise) { return standard_density(noise) * value(noise); };
    sum += Rule::weights()[0] * at(centre);
    for (std::size_t i = 1; i < Rule::abscissa().size(); ++i) {
      const double step = half * Rule::abscissa()[i];
      sum += Rule::weights()[i] * (at(centre - step) + at(centre + step));
    }
  }
  return sum * half;
}

// Without an overflow for what reports may hold: 1e50 at most.
double length(double a, double b) {
  return std::sqrt(a * a + b * b);
}

double inverse(const std::optional<double>& sigma) {
  return sigma ? 1 / *sigma : 0;
}

}  // namespace

double attained_shift(const ModelMechanism& mechanism, const ReleaseNoise& releases) {
  return mechanism.loss.lipschitz() * length(1 / mechanism.sigma, inverse(releases.gradient));
}

double attained_shift(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases) {
  return sqrt2 * length(1 / mechanism.sigma, inverse(releases.gradient));
}

double least_delta(const ModelMechanism& mechanism, const ReleaseNoise& releases, double epsilon, double target) {
  const Loss& loss = mechanism.loss;
  const double g = loss.lipschitz();
  if (!(g < infinity)) {
    return 1;
  }
  const double m = g / mechanism.sigma;
  const double attained = attained_shift(mechanism, releases);
  double delta = gaussian_delta(epsilon, attained);
  if (!(releases_nothing(releases) && costs_as_gaussian(mechanism, m, epsilon))) {
    const double gradient = g * inverse(releases.gradient);
    const double curved = length(inverse(releases.hessian) / sqrt2, inverse(releases.smallest_eigenvalue));
    // The part that doesn't depend on the noise, from |f'| = G down.
    struct Point {
      double along;     ///< qm
      double leverage;  ///< log(1 + a/λ)
      double spread;    ///< M
    };
    std::array<Point, cells + 1> points{};
    for (int i = 0; i <= cells; ++i) {
      const double q = 1 - static_cast<double>(i) / cells;
      const double a = largest_curvature(loss, q);
      points[static_cast<std::size_t>(i)] = {q * m, elementary::log1p(a / mechanism.lambda), length(q * gradient, a * curved)};
    }
    const auto removal = [&](double noise) {
      double largest = 0;
      double best_loss = -infinity;
      double best_spread = 0;
      for (const Point& point : points) {
        const double x = point.leverage + point.along * (0.5 * point.along + noise);
        // δ_N(ε − x; M) increases with x and with M.
        if (x <= best_loss && point.spread <= best_spread) {
          continue;
        }
        const double value = gaussian_delta(epsilon - x, point.spread);
        if (value >= largest) {
          largest = value;
          best_loss = x;
          best_spread = point.spread;
        }
      }
      return largest;
    };
    delta = std::max(delta, normal_expectation(removal, -farthest, target));
  }
  if (!loss.derivative_sign_fixed()) {
    const double gradient = g * inverse(releases.gradient);
    const auto addition = [&](double noise) { return gaussian_delta(epsilon - m * (0.5 * m + noise), gradient); };
    delta = std::max(delta, 2 * normal_expectation(addition, 0, target));
  }
  return std::min(1.0, delta);
}

double least_delta(const SoftmaxMechanism& mechanism, const ReleaseNoise& releases, double epsilon, double target) {
  const double m = sqrt2 / mechanism.sigma;
  const double spread =
      release_spread(softmax_sensitivity(), {releases.gradient, releases.hessian, releases.smallest_eigenvalue});
  const auto removal = [&](double noise) {
    const double vertex = m * (0.5 * m + noise);
    return gaussian_delta(epsilon - largest_softmax_removal_loss(SoftmaxAccountant::joint, mechanism, vertex), spread);
  };
  return std::min(1.0, std::max(gaussian_delta(epsilon, attained_shift(mechanism, releases)),
                                normal_expectation(removal, -farthest, target)));
}

template <class Mechanism>
double least_epsilon(const Mechanism& mechanism, const ReleaseNoise& releases, double delta, double at_least) {
  const double shift = attained_shift(mechanism, releases);
  if (!(shift < infinity)) {
    return infinity;
  }
  double low = std::max(at_least, gaussian_epsilon(delta, shift));
  double high = low;
  do {
    low = high;
    high = std::max(2 * high, 1e-3);
  } while (high < 1e300 && least_delta(mechanism, releases, high, delta) > delta);
  for (int step = 0; step < 8 && high - low > 2e-3 * low; ++step) {
    const double middle = 0.5 * (low + high);
    (least_delta(mechanism, releases, middle, delta) > delta ? low : high) = middle;
  }
  return low;
}

template double least_epsilon(const ModelMechanism&, const ReleaseNoise&, double, double);
template double least_epsilon(const SoftmaxMechanism&, const ReleaseNoise&, double, double);

}  // namespace expost

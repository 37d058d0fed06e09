#include "accounting/removal_maxima.hpp"
#include "expost/accounting/accountant.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "accounting/gaussian_cost.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"

namespace expost {
namespace {

template <class Function>
void add_roots(Function&& f, const double* cuts, int cut_count, RemovalMaxima& candidates) {
  double low = cuts[0];
  double f_low = f(low);
  for (int i = 1; i < cut_count; ++i) {
    const double high = cuts[i];
    const double f_high = f(high);
    if (f_low > 0 && f_high <= 0 && candidates.count < static_cast<int>(candidates.q.size())) {
      // A maximum: the derivative falls through 0. Bisection to the last bit, then nothing depends
      // on a step rule.
      double a = low;
      double b = high;
      for (int step = 0; step < 60 && b - a > 0x1p-52; ++step) {
        const double middle = 0.5 * (a + b);
        (f(middle) > 0 ? a : b) = middle;
      }
      candidates.add(0.5 * (a + b));
    }
    low = high;
    f_low = f_high;
  }
}

// Where `f` changes sign in [low, high], whose ends have different signs: bisection to the last
// bit.
template <class Function>
double bisect(Function&& f, double low, double high) {
  const bool rising = f(high) > 0;
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) {
      return middle;
    }
    ((f(middle) > 0) == rising ? high : low) = middle;
  }
}

// The largest value of log(1 + c³/λ) + (qm)²/2 + qmN over q = √(1 − c²), c in (0, 1): −infinity
// where it has no interior maximum.
//
// Its derivative in q has the sign of K − R, K = m² + mN/q, R = 3c/(λ + c³). R is concave for c³ <
// 2λ, convex beyond, and largest at c³ = λ/2; K is convex and increasing in c for N ≥ 0, concave
// and decreasing for N < 0. So K − R is convex or decreasing below (λ/2)^{1/3}, increasing or
// concave above (2λ)^{1/3}, and smooth on a narrow interval between: cut at its extrema, each
// piece has one root at most. (Cells of equal width in q would not do: for small λ everything
// happens next to q = 1.)
double pseudo_huber_interior_maximum(double lambda, double m, double noise) {
  const auto q_of = [](double c) { return std::sqrt((1 - c) * (1 + c)); };
  const auto sign = [&](double c) { return (m * q_of(c) + noise) * m * (lambda + c * c * c) - 3 * q_of(c) * c; };
  const auto slope = [&](double c) {
    const double q = q_of(c);
    const double sum = lambda + c * c * c;
    return m * noise * c * sum * sum - 3 * (lambda - 2 * c * c * c) * q * q * q;
  };
  constexpr int cells = 16;
  std::array<double, 2 * (std::size_t{cells} + 4)> cuts{};
  std::size_t count = 0;
  const auto add = [&](double c) {
    if (count > 0 && slope(cuts[count - 1]) * slope(c) < 0) {
      cuts[count + 1] = c;
      cuts[count] = bisect(slope, cuts[count - 1], c);
      count += 2;
    } else {
      cuts[count++] = c;
    }
  };
  // The C libraries' cube roots differ in the last bit.
  const auto cube_root = [](double x) { return elementary::exp(elementary::log(x) / 3); };
  const double first = std::min(1.0, cube_root(0.5 * lambda));
  const double last = std::min(1.0, cube_root(2 * lambda));
  add(0);
  for (int i = 0; i <= cells; ++i) {
    add(first + (last - first) * i / cells);
  }
  add(1);
  double best = -infinity;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    // A maximum in q: K − R rises through 0 with c.
    if (sign(cuts[i]) <= 0 && sign(cuts[i + 1]) > 0) {
      const double c = bisect(sign, cuts[i], cuts[i + 1]);
      const double q = q_of(c);
      best = std::max(best, elementary::log1p(c * c * c / lambda) + 0.5 * q * q * m * m + q * m * noise);
    }
  }
  return best;
}

}  // namespace

RemovalMaxima logistic_maxima(double lambda, double m, double noise) {
  const double c3 = -m * m;
  const double c2 = m * m - m * noise;
  const double c1 = m * m * lambda + m * noise - 2;
  const double c0 = 1 + m * noise * lambda;
  std::array<double, 4> cuts{0, 0, 0, 0};
  int count = 1;
  const double discriminant = c2 * c2 - 3 * c3 * c1;
  if (discriminant > 0) {
    const double root = std::sqrt(discriminant);
    // The two stationary points of the cubic, each from the sum without cancellation.
    const double sum = c2 >= 0 ? -(c2 + root) : -(c2 - root);
    double first = sum / (3 * c3);
    double second = sum != 0 ? c1 / sum : 0;
    if (first > second) {
      std::swap(first, second);
    }
    for (const double q : {first, second}) {
      if (q > 0 && q < 1) {
        cuts[static_cast<std::size_t>(count++)] = q;
      }
    }
  }
  cuts[static_cast<std::size_t>(count++)] = 1;
  RemovalMaxima candidates;
  add_roots([&](double q) { return ((c3 * q + c2) * q + c1) * q + c0; }, cuts.data(), count, candidates);
  return candidates;
}

double largest_removal_loss(const ModelMechanism& mechanism, double noise) {
  const double m = mechanism.loss.lipschitz() / mechanism.sigma;
  const auto value = [&](double q) {
    return elementary::log1p(largest_curvature(mechanism.loss, q) / mechanism.lambda) + 0.5 * q * q * m * m + q * m * noise;
  };
  double best = std::max(value(0), value(1));
  switch (mechanism.loss.kind) {
    case LossKind::logistic: {
      const RemovalMaxima candidates = logistic_maxima(mechanism.lambda, m, noise);
      for (int i = 0; i < candidates.count; ++i) {
        best = std::max(best, value(candidates.q[static_cast<std::size_t>(i)]));
      }
      return best;
    }
    case LossKind::squared:
      return infinity;
    case LossKind::pseudo_huber:
      return std::max(best, pseudo_huber_interior_maximum(mechanism.lambda, m, noise));
  }
  return infinity;
}

}  // namespace expost

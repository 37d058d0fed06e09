#include "accounting/removal_loss.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

// 3√3/4: with λ ≥ this/ε the removal of a pseudo-Huber loss costs what the Gaussian mechanism
// costs (section 7).
constexpr double pseudo_huber_lambda_factor = 0x1.4c8dc2e423980p+0 * (1 + 0x1p-50);

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

// max over q of log(1 + q(1−q)/λ) + ηq. The derivative has the sign of 1 + ηλ − (2 − η)q − ηq²,
// which falls through 0 once for q > 0.
double logistic_laplace_loss(double lambda, double eta) {
  if (lambda * eta >= 1) {
    return eta;
  }
  const double b = 2 - eta;
  const double c = 1 + eta * lambda;
  const double root = std::sqrt(b * b + 4 * eta * c);
  const double q = std::min(1.0, b >= 0 ? 2 * c / (b + root) : (root - b) / (2 * eta));
  return std::max(eta, upwards(elementary::log1p(q * (1 - q) / lambda) + eta * q));
}

// max over q = √(1 − c²) of log(1 + c³/λ) + rate·q. The derivative in q has the sign of rate −
// 3cq/(λ + c³), and 3cq/(λ + c³) rises up to the one root in (0, 1) of λ − 2λc² − 2c³ + c⁵, which
// falls throughout, and then falls to 0 at c = 1.
double pseudo_huber_laplace_loss(double lambda, double rate) {
  const auto q_of = [](double c) { return std::sqrt((1 - c) * (1 + c)); };
  const auto pull = [&](double c) { return 3 * c * q_of(c) - rate * (lambda + c * c * c); };
  const auto turn = [&](double c) { return lambda - 2 * lambda * c * c - 2 * c * c * c + c * c * c * c * c; };
  const auto bisected = [](const auto& falling, double low, double high) {
    for (;;) {
      const double middle = 0.5 * (low + high);
      if (!(middle > low && middle < high)) {
        return middle;
      }
      (falling(middle) > 0 ? low : high) = middle;
    }
  };
  const double top = bisected(turn, 0, 1);
  double best = rate;  // q = 1
  if (pull(top) > 0) {
    const double c = bisected(pull, top, 1);
    best = std::max(best, upwards(elementary::log1p(c * c * c / lambda) + rate * q_of(c)));
  }
  return best;
}

// The stationary points in (0, 1) of log(1 + q(1−q)/λ) + (qm)²/2 + qmN: roots of −m²q³ + (m² −
// mN)q² + (m²λ + mN − 2)q + (1 + mNλ), found between the stationary points of that cubic.
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

}  // namespace

double largest_curvature(const Loss& loss, double q) {
  switch (loss.kind) {
    case LossKind::logistic:
      return q * (1 - q);
    case LossKind::squared:
      return 1;
    case LossKind::pseudo_huber: {
      const double rest = (1 - q) * (1 + q);
      return rest * std::sqrt(rest);
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

bool removal_is_covered(const ModelMechanism& mechanism, double m, double epsilon) {
  switch (mechanism.loss.kind) {
    case LossKind::logistic:
      return mechanism.lambda * (epsilon + 0.5 * m * m) >= 1;
    case LossKind::squared:
      return false;
    case LossKind::pseudo_huber:
      return mechanism.lambda * epsilon >= pseudo_huber_lambda_factor;
  }
  return false;
}

CoveringRidge covering_ridge(const Loss& loss, double epsilon, double delta) {
  switch (loss.kind) {
    case LossKind::logistic: {
      const double sigma = gaussian_sigma(epsilon, delta, 1);
      return {std::nextafter(1 / (epsilon + 1 / (2 * sigma * sigma)), infinity), sigma};
    }
    case LossKind::squared:
      break;
    case LossKind::pseudo_huber:
      return {std::nextafter(pseudo_huber_lambda_factor / epsilon, infinity), std::nullopt};
  }
  return {infinity, std::nullopt};
}

RemovalMaxima removal_maxima(const ModelMechanism& mechanism, double m, double noise) {
  switch (mechanism.loss.kind) {
    case LossKind::logistic:
      return logistic_maxima(mechanism.lambda, m, noise);
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return {};
}

double largest_laplace_removal_loss(const Loss& loss, double lambda, double eta) {
  switch (loss.kind) {
    case LossKind::logistic:
      return logistic_laplace_loss(lambda, eta);
    case LossKind::squared:
      return infinity;
    case LossKind::pseudo_huber:
      return pseudo_huber_laplace_loss(lambda, eta * loss.width);
  }
  return infinity;
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

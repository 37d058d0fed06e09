#include "expost/losses/loss.hpp"

#include <cmath>

#include "expost/numerics/elementary.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

// Beyond this many widths, where its square would overflow, a residual is on the linear branch of
// the pseudo-Huber loss.
constexpr double large_residual = 0x1p500;

/// At m = yt, with e = e^{−|m|}.
LossDerivatives logistic_derivatives(double m, double y, double e) {
  return {m >= 0 ? -y * (e / (1.0 + e)) : -y / (1.0 + e), e / ((1.0 + e) * (1.0 + e))};
}

}  // namespace

double Loss::value(double t, double y) const {
  switch (kind) {
    case LossKind::logistic: {
      const double m = y * t;
      // log(1 + e^{−m}), from the side on which the exponential is small
      return m >= 0 ? elementary::log1p(elementary::exp(-m)) : -m + elementary::log1p(elementary::exp(m));
    }
    case LossKind::squared:
      return 0.5 * (t - y) * (t - y);
    case LossKind::pseudo_huber: {
      const double r = t - y;
      const double s = r / width;
      return std::fabs(s) < large_residual ? r * (r / (std::sqrt(1.0 + s * s) + 1.0)) : width * std::fabs(r);
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double Loss::first_derivative(double t, double y) const {
  switch (kind) {
    case LossKind::logistic: {
      const double m = y * t;
      if (m >= 0) {
        const double e = elementary::exp(-m);
        return -y * (e / (1.0 + e));
      }
      return -y / (1.0 + elementary::exp(m));
    }
    case LossKind::squared:
      return t - y;
    case LossKind::pseudo_huber: {
      const double r = t - y;
      const double s = r / width;
      return std::fabs(s) < large_residual ? r / std::sqrt(1.0 + s * s) : std::copysign(width, r);
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double Loss::second_derivative(double t, double y) const {
  switch (kind) {
    case LossKind::logistic: {
      const double e = elementary::exp(-std::fabs(t));
      return e / ((1.0 + e) * (1.0 + e));
    }
    case LossKind::squared:
      return 1.0;
    case LossKind::pseudo_huber: {
      const double s = (t - y) / width;
      const double u = 1.0 + s * s;
      return 1.0 / (u * std::sqrt(u));
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

LossValues Loss::values(double t, double y) const {
  switch (kind) {
    case LossKind::logistic: {
      const double m = y * t;
      const double e = elementary::exp(-std::fabs(m));
      const double logarithm = elementary::log1p(e);
      const LossDerivatives derivatives = logistic_derivatives(m, y, e);
      return {m >= 0 ? logarithm : -m + logarithm, derivatives.first, derivatives.second};
    }
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return {value(t, y), first_derivative(t, y), second_derivative(t, y)};
}

LossDerivatives Loss::derivatives(double t, double y) const {
  switch (kind) {
    case LossKind::logistic: {
      const double m = y * t;
      return logistic_derivatives(m, y, elementary::exp(-std::fabs(m)));
    }
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return {first_derivative(t, y), second_derivative(t, y)};
}

double Loss::third_derivative(double t, double y) const {
  switch (kind) {
    case LossKind::logistic: {
      // −f'' tanh(t/2)
      const double e = elementary::exp(-std::fabs(t));
      return std::copysign((e / ((1.0 + e) * (1.0 + e))) * ((1.0 - e) / (1.0 + e)), -t);
    }
    case LossKind::squared:
      return 0.0;
    case LossKind::pseudo_huber: {
      const double s = (t - y) / width;
      const double u = 1.0 + s * s;
      return std::fabs(s) < large_residual ? -3.0 * s / (u * u * std::sqrt(u) * width) : 0.0;
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double Loss::fourth_derivative(double t, double y) const {
  switch (kind) {
    case LossKind::logistic: {
      const double second = second_derivative(t, y);
      return second * (1.0 - 6.0 * second);
    }
    case LossKind::squared:
      return 0.0;
    case LossKind::pseudo_huber: {
      const double s = (t - y) / width;
      const double u = 1.0 + s * s;
      return std::fabs(s) < large_residual ? (12.0 * s * s - 3.0) / u / (u * u * std::sqrt(u) * width * width) : 0.0;
    }
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double Loss::derivative_ratio(int k) const {
  switch (kind) {
    case LossKind::logistic:
      // With u = tanh(t/2): −u, (3u² − 1)/2 and −u(3u² − 2).
      return 1.0;
    case LossKind::squared:
      return 0.0;
    case LossKind::pseudo_huber:
      // With s = (t − y)/w: 3s/(1 + s²), (12s² − 3)/(1 + s²)² and (45s − 60s³)/(1 + s²)³, largest
      // at s = 1, 0 and 0.3424.
      return k == 3 ? 1.5 / width : k == 4 ? 3.0 / (width * width) : 9.33 / (width * width * width);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double Loss::lipschitz() const {
  switch (kind) {
    case LossKind::logistic:
      return 1.0;
    case LossKind::squared:
      return std::numeric_limits<double>::infinity();
    case LossKind::pseudo_huber:
      return width;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

double Loss::smoothness() const {
  switch (kind) {
    case LossKind::logistic:
      return 0.25;
    case LossKind::squared:
    case LossKind::pseudo_huber:
      return 1.0;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

bool Loss::derivative_sign_fixed() const {
  switch (kind) {
    case LossKind::logistic:
      return true;
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return false;
}

bool Loss::quadratic() const {
  switch (kind) {
    case LossKind::squared:
      return true;
    case LossKind::logistic:
    case LossKind::pseudo_huber:
      break;
  }
  return false;
}

bool Loss::has_width() const {
  switch (kind) {
    case LossKind::pseudo_huber:
      return true;
    case LossKind::logistic:
    case LossKind::squared:
      break;
  }
  return false;
}

double Loss::most_curved(double y) const {
  switch (kind) {
    case LossKind::logistic:
      return 0;
    case LossKind::squared:
    case LossKind::pseudo_huber:
      return y;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

std::optional<MarginAndLabel> Loss::steepest_inside(double a, double b) const {
  switch (kind) {
    case LossKind::logistic:
      // With q = 1/(1 + e^t), y = 1, it is aq² + bq²(1 − q)²: it grows up to the smaller root of
      // its derivative in [1/2, 3/4], falls, and grows.
      if (8 * a < b) {
        const double q = 0.25 * (3 - std::sqrt(1 - 8 * a / b));
        return MarginAndLabel{elementary::log((1 - q) / q), 1};
      }
      return {};
    case LossKind::squared:
      // |f'| grows towards the end, and f'' is 1.
      return {};
    case LossKind::pseudo_huber:
      // With c = 1/(1 + (t − y)²/w²), it is w²a(1 − c) + bc³: convex in c, so largest at an end of
      // its range.
      return MarginAndLabel{0, 0};
  }
  return {};
}

double Loss::lost_by_underflow() const {
  switch (kind) {
    case LossKind::logistic:
      // Far from 0 its exponential is less than any double.
      return underflow;
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return 0;
}

Labels Loss::labels() const {
  switch (kind) {
    case LossKind::logistic:
      return Labels::signs;
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return Labels::interval;
}

bool Loss::takes(double y) const {
  switch (labels()) {
    case Labels::signs:
      return y == -1 || y == 1;
    case Labels::interval:
      return y >= -1 && y <= 1;
  }
  return false;
}

}  // namespace expost

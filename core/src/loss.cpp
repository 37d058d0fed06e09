#include "expost/loss.hpp"

#include <cmath>

#include "expost/elementary.hpp"

namespace expost {
namespace {

// Beyond this many widths, where its square would overflow, a residual is on the linear branch of the pseudo-Huber loss.
constexpr double far = 0x1p500;

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
      return std::fabs(s) < far ? r * (r / (std::sqrt(1.0 + s * s) + 1.0)) : width * std::fabs(r);
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
      return std::fabs(s) < far ? r / std::sqrt(1.0 + s * s) : std::copysign(width, r);
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
  return kind == LossKind::logistic ? 0.25 : 1.0;
}

}  // namespace expost

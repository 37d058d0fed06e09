// Derivatives of a generalised linear loss by its margin, in any precision: double, 106 or 512
// bits.
#pragma once

#include <algorithm>
#include <cmath>

#include "expost/losses/loss.hpp"
#include "expost/numerics/elementary.hpp"
#include "numerics/double_double.hpp"
#include "numerics/wide_real.hpp"

namespace expost {

inline double exp_of_negative(double t) {
  return elementary::exp(t);
}

inline double to_double(double value) {
  return value;
}
inline double to_double(DoubleDouble value) {
  return value.high;
}
inline double to_double(const Wide& value) {
  return value.convert_to<double>();
}

inline bool operator<(DoubleDouble a, DoubleDouble b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/// Returns f'(t; y).
template <class Real>
[[nodiscard]] Real first_derivative_of(const Loss& loss, const Real& t, double y) {
  using std::sqrt;
  switch (loss.kind) {
    case LossKind::logistic: {
      // y = ±1
      const Real m = y > 0 ? t : Real(-t);
      const Real e = exp_of_negative(m < Real(0) ? m : Real(-m));
      const Real size = m < Real(0) ? Real(Real(1) / (Real(1) + e)) : Real(e / (Real(1) + e));
      return y > 0 ? Real(-size) : size;
    }
    case LossKind::squared:
      return t - Real(y);
    case LossKind::pseudo_huber: {
      const Real r = t - Real(y);
      const Real s = r / Real(loss.width);
      // Beyond, the root is |s| to 2^-801, and its square may overflow.
      if (!(std::fabs(to_double(s)) < 0x1p400)) {
        return Real(to_double(r) < 0 ? -loss.width : loss.width);
      }
      return r / sqrt(Real(1) + s * s);
    }
  }
  return Real(0);
}

/// Returns f''(t; y).
template <class Real>
[[nodiscard]] Real second_derivative_of(const Loss& loss, const Real& t, double y) {
  using std::sqrt;
  switch (loss.kind) {
    case LossKind::logistic: {
      const Real e = exp_of_negative(t < Real(0) ? t : Real(-t));
      return e / ((Real(1) + e) * (Real(1) + e));
    }
    case LossKind::squared:
      break;
    case LossKind::pseudo_huber: {
      const Real s = (t - Real(y)) / Real(loss.width);
      const Real u = Real(1) + s * s;
      return Real(1) / (u * sqrt(u));
    }
  }
  return Real(1);
}

/// Bounds f''(t; y) from above, `first` = f'(t; y).
[[nodiscard]] inline double second_derivative_above(const Loss& loss, double t, double y, double first) {
  switch (loss.kind) {
    case LossKind::logistic:
      return std::min(0.25, std::fabs(first));
    case LossKind::squared:
    case LossKind::pseudo_huber:
      break;
  }
  return loss.second_derivative(t, y);
}

}  // namespace expost

// Reports that an adversary would write, and ends of bounds against real arithmetic.
#pragma once

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>

#include "fuzz/reference_bound.hpp"
#include "random_draws.hpp"

namespace expost {

struct EndCounts {
  int ends = 0;
  int wrong = 0;
};

/// Checks that an end is not on the wrong side of the real one: above it for `direction` 1, below
/// for −1.
inline void check_end(double end, const reference::Real& real, double direction, EndCounts& counts) {
  ++counts.ends;
  const bool right = std::isinf(end) ? end * direction > 0 : direction * (reference::Real(end) - real) >= 0;
  counts.wrong += right ? 0 : 1;
  CHECK_MESSAGE(right, end, " for ", real.convert_to<double>(), " off by ",
                reference::Real(reference::Real(end) - real).convert_to<double>());
}

/// Gives a model numbers of every size that a report may have. `cancel(values, scale)` makes some
/// of the Hessians, of whole multiples of `scale`, ones whose forms cancel.
template <class Model, class Cancel>
void make_hostile(Model& model, Draws& draws, const Cancel& cancel) {
  const Eigen::Index d = model.theta.size();
  const auto size = [&] { return draws.logarithmic(1e-20, draws.coin() ? 1e20 : 1e49); };
  if (draws.coin()) {
    model.theta = draws.in_ball(d, size());
  }
  if (draws.integer(0, 2) == 0) {
    model.lambda = draws.logarithmic(1e-12, 1e12);
  }
  if (draws.integer(0, 2) == 0) {
    model.sigma = draws.logarithmic(1e-6, 1e12);
  }
  if (model.hessian && draws.coin()) {
    // Whole numbers of one size, as in the review's attack: the form of one direction cancels.
    const double scale = std::exp2(draws.integer(10, 160));
    Eigen::MatrixXd& values = model.hessian->values;
    for (Eigen::Index i = 0; i < d; ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) {
        const double entry = scale * draws.integer(-9, 9);
        values(i, j) = entry;
        values(j, i) = entry;
      }
    }
    if (draws.coin()) {
      cancel(values, scale);
    }
    model.hessian->sigma = draws.logarithmic(1e-8, 100);
  }
  if (model.gradient && draws.integer(0, 2) == 0) {
    model.gradient->values *= size();
    model.gradient->sigma = draws.logarithmic(1e-6, 1e12);
  }
}

}  // namespace expost

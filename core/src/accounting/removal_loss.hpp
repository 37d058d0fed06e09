// Removals of a person, by loss function: all that accountants know of one loss and not of another
// (mathematics.md, sections 7 and 12). m = G/σ; q = |f'|‖x‖/G in [0, 1], G finite.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "expost/accounting/accountant.hpp"

namespace expost {

/// Returns a(q), the largest curvature of a record whose |f'|‖x‖ is qG; 1 where G is infinite.
[[nodiscard]] double largest_curvature(const Loss& loss, double q);

/// True if a removal is known to cost no more than an addition does, before any release.
[[nodiscard]] bool removal_is_covered(const ModelMechanism& mechanism, double m, double epsilon);

/// True if the model alone is known to cost what the Gaussian mechanism with shift m costs.
[[nodiscard]] inline bool costs_as_gaussian(const ModelMechanism& mechanism, double m, double epsilon) {
  return mechanism.loss.derivative_sign_fixed() && removal_is_covered(mechanism, m, epsilon);
}

/// A ridge, and the σ that goes with it where it follows from the Gaussian mechanism alone.
struct CoveringRidge {
  double lambda;
  std::optional<double> sigma;
};
/// Returns the smallest λ with which `removal_is_covered` in an (ε, δ)-DP model, a hair above the
/// threshold so that it holds in floating point; infinite where G is.
[[nodiscard]] CoveringRidge covering_ridge(const Loss& loss, double epsilon, double delta);

/// Places in (0, 1) where a removal's loss can be largest.
struct RemovalMaxima {
  std::array<double, 8> q{};
  int count = 0;
  void add(double value) { q[static_cast<std::size_t>(count++)] = value; }
};

/// Returns the stationary points in (0, 1) of log(1 + a(q)/λ) + (qm)²/2 + qmN, N = `noise`, for
/// losses whose f' has a fixed sign; none for others.
[[nodiscard]] RemovalMaxima removal_maxima(const ModelMechanism& mechanism, double m, double noise);

/// Returns max over q of log(1 + a(q)/λ) + ηGq, never below it; infinite where G is.
[[nodiscard]] double largest_laplace_removal_loss(const Loss& loss, double lambda, double eta);

}  // namespace expost

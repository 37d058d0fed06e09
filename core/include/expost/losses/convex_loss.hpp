// A smooth convex loss of one's own: what the library needs to know of it (mathematics.md,
// sections 1, 2 and 11).
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <concepts>

#include "expost/losses/loss.hpp"

namespace expost {

/// One person's loss at one θ: all that exact losses and bounds look at.
struct LossPoint {
  Eigen::VectorXd gradient;        ///< ∇ℓ(θ; z), length d
  Eigen::MatrixXd hessian_factor;  ///< U, d × k with any k ≥ 0: ∇²ℓ(θ; z) = U Uᵀ
};

/// A loss ℓ(θ; z) of θ ∈ R^d and a person z, convex and twice continuously differentiable in θ on
/// all of R^d.
///
///   Person                     what is known of one person; fixed before any noise is drawn
///   value(θ, z)                ℓ(θ; z)
///   gradient(θ, z)             ∇ℓ(θ; z), length d
///   gradient_error(θ, z)       at least ‖computed − true gradient‖₂, from rounding; it goes into
///                              the published residual
///   hessian_factor(θ, z)       U, d × k, with ∇²ℓ(θ; z) = U Uᵀ; the smaller k, the faster
///
/// Nothing here can check that the derivatives belong to the value or that the loss is convex:
/// with a mistake in them every figure is wrong. Compare them with differences in a test
/// (tests/core/geometric_median.cpp does, for examples/geometric_median).
template <class T>
concept ConvexLoss = requires(const T& loss, const Eigen::VectorXd& theta, const typename T::Person& person) {
  { loss.value(theta, person) } -> std::convertible_to<double>;
  { loss.gradient(theta, person) } -> std::convertible_to<Eigen::VectorXd>;
  { loss.gradient_error(theta, person) } -> std::convertible_to<double>;
  { loss.hessian_factor(theta, person) } -> std::convertible_to<Eigen::MatrixXd>;
};

/// A person's loss at θ.
template <ConvexLoss T>
[[nodiscard]] LossPoint loss_point(const T& loss, const Eigen::VectorXd& theta, const typename T::Person& person) {
  return {loss.gradient(theta, person), loss.hessian_factor(theta, person)};
}

/// A generalised linear loss as one of these: ∇ℓ = f'x, U = √f''·x.
[[nodiscard]] inline LossPoint loss_point(const Loss& loss, const Eigen::VectorXd& theta,
                                          const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  const double t = x.dot(theta);
  return {loss.first_derivative(t, y) * x, std::sqrt(loss.second_derivative(t, y)) * x};
}

}  // namespace expost

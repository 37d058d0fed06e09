// A loss of one's own, as an example: the smoothed geometric median of points z in R^d, a place
// that a few far-off points hardly move.
//
//   ℓ(θ; z) = w²(√(1 + ‖θ − z‖²/w²) − 1)
//
// About half the squared distance when that is small next to the width w > 0, about w times the
// distance when it is large. ‖∇ℓ‖ < w and 0 ⪯ ∇²ℓ ⪯ I, so that objective perturbation gives
// differential privacy: κ = d·log(1 + 1/λ), G = w, d degrees of freedom
// (expost/accounting/convex_accountant.hpp). Its Hessian has full rank, unlike that of a
// generalised linear loss.
//
// Used by tests/core/geometric_median.cpp, from training to bounds.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <expost/losses/convex_loss.hpp>

/// Satisfies expost::ConvexLoss.
struct GeometricMedian {
  using Person = Eigen::VectorXd;  ///< z, length d

  double width;  ///< w

  [[nodiscard]] double value(const Eigen::VectorXd& theta, const Person& z) const {
    const double square = (theta - z).squaredNorm();
    return square / (std::sqrt(1 + square / (width * width)) + 1);
  }

  [[nodiscard]] Eigen::VectorXd gradient(const Eigen::VectorXd& theta, const Person& z) const {
    const Eigen::VectorXd r = theta - z;
    return r / std::sqrt(1 + r.squaredNorm() / (width * width));
  }

  /// Every coordinate is right except for a few roundings and the d + 1 of the squared norm, which
  /// a square root halves.
  [[nodiscard]] double gradient_error(const Eigen::VectorXd& theta, const Person& z) const {
    return 0x1p-53 * (static_cast<double>(theta.size()) + 8) * gradient(theta, z).norm();
  }

  /// With u = 1 + ‖r‖²/w², ∇²ℓ = u^{−1/2}(I − rrᵀ/(w²u)): the symmetric root u^{−1/4}(I −
  /// rrᵀ/(w²(u + √u))).
  [[nodiscard]] Eigen::MatrixXd hessian_factor(const Eigen::VectorXd& theta, const Person& z) const {
    const Eigen::VectorXd r = theta - z;
    const double u = 1 + r.squaredNorm() / (width * width);
    const double root = std::sqrt(u);
    Eigen::MatrixXd factor = Eigen::MatrixXd::Identity(r.size(), r.size());
    factor -= r * r.transpose() / (width * width * (u + root));
    return factor / std::sqrt(root);
  }
};

static_assert(expost::ConvexLoss<GeometricMedian>);

// Objective perturbation: J(θ; D) = Σ ℓ(θ; z) + (λ/2)‖θ‖², θ̂ = argmin J(θ; D) + bᵀθ (mathematics.md, section 1; [R] Algorithm 1).
#pragma once

#include <Eigen/Core>
#include <functional>

#include "expost/loss.hpp"

namespace expost {

/// Coded rows: one person a row, ‖x‖₂ ≤ 1.
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A view on n coded rows (n × d) and their labels (length n); the caller keeps both alive.
struct CodedData {
  Eigen::Ref<const Rows> x;
  Eigen::Ref<const Eigen::VectorXd> y;
};

struct Objective {
  Loss loss;
  double lambda;  ///< λ > 0

  /// J(θ; D).
  [[nodiscard]] double value(const CodedData& data, const Eigen::VectorXd& theta) const;
  /// g = ∇J(θ; D), summed with compensation. `error`, if given, receives a bound on ‖computed − true‖₂ from rounding.
  [[nodiscard]] Eigen::VectorXd gradient(const CodedData& data, const Eigen::VectorXd& theta, double* error = nullptr) const;
  /// H = ∇²J(θ; D), d × d, symmetric, both triangles, includes λI.
  [[nodiscard]] Eigen::MatrixXd hessian(const CodedData& data, const Eigen::VectorXd& theta) const;
};

/// A minimiser of the perturbed objective with its certificate.
struct Minimiser {
  Eigen::VectorXd theta;  ///< θ̂
  double residual;        ///< R ≥ ‖∇J(θ̂) + b‖₂, rounding of the evaluation included
  int iterations;         ///< Newton steps taken
};

/// Minimises J(θ; D) + bᵀθ by Newton's method with line search to ‖g + b‖ ≤ 1e-10·max(1, ‖b‖).
///
/// Throws Fault::numerics, code "not-converged", where that is not reached: nothing may be published then.
/// `interrupted`, if given, is asked before every step; true throws Fault::argument, code "cancelled".
[[nodiscard]] Minimiser minimise(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b,
                                 const std::function<bool()>& interrupted = {});

}  // namespace expost

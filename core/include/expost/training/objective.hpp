// Objective perturbation: J(θ; D) = Σ ℓ(θ; z) + (λ/2)‖θ‖², θ̂ = argmin J(θ; D) + bᵀθ
// (mathematics.md, section 1; [R] Algorithm 1).
#pragma once

#include <Eigen/Core>

#include "expost/losses/loss.hpp"

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
  /// g = ∇J(θ; D), summed with compensation. `error`, if given, receives a bound on ‖computed −
  /// true‖₂ from rounding.
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

/// Newton's method with line search on J(θ; D) + bᵀθ, a step at a time: for progress, and for
/// stopping in between.
///
/// Every call takes the same data. Over when ‖g + b‖ ≤ 1e-10·max(1, ‖b‖) and one step more was
/// taken, or when no step helps.
class Minimisation {
 public:
  /// Starts at θ = 0. `b` of length d; λ > 0 (others: Fault::argument).
  Minimisation(const Objective& objective, const CodedData& data, Eigen::VectorXd b);

  [[nodiscard]] bool finished() const { return finished_; }
  /// One Newton step; nothing where it is finished. Ends where the Hessian can't be factorised in
  /// doubles.
  void step(const CodedData& data);

  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] double residual() const { return norm_; }  ///< ‖g + b‖ now
  [[nodiscard]] double tolerance() const { return tolerance_; }
  [[nodiscard]] const Eigen::VectorXd& b() const { return b_; }
  /// Where the search is: the minimiser, or the best place that doubles got to.
  [[nodiscard]] const Eigen::VectorXd& theta() const { return theta_; }
  /// The minimiser with its certificate. Throws Fault::numerics, code "not-converged", where the
  /// tolerance is not reached: nothing may be published then.
  [[nodiscard]] Minimiser result() const;

 private:
  /// J + bᵀθ, and what its rounding may hide.
  struct Height {
    double value;
    double noise;
  };
  [[nodiscard]] Height height(const CodedData& data, const Eigen::VectorXd& theta) const;

  Objective objective_;
  Eigen::VectorXd b_;
  Eigen::VectorXd theta_;
  Eigen::VectorXd gradient_;  ///< ∇J + b
  double norm_ = 0;           ///< of gradient_
  double rounding_ = 0;       ///< bound on the error of gradient_
  Height current_ = {};
  double tolerance_ = 0;
  int steps_ = 0;
  bool finished_ = false;
};

/// All steps at once. Throws as Minimisation does.
[[nodiscard]] Minimiser minimise(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b);

}  // namespace expost

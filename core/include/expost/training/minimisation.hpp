// Newton's method for a strongly convex function and a linear one: θ̂ = argmin J(θ) + bᵀθ
// (mathematics.md, section 1; [R] Algorithm 1).
#pragma once

#include <Eigen/Core>

namespace expost {

/// A strongly convex function with two derivatives.
class SmoothObjective {
 public:
  SmoothObjective() = default;
  SmoothObjective(const SmoothObjective&) = delete;
  SmoothObjective& operator=(const SmoothObjective&) = delete;
  virtual ~SmoothObjective() = default;

  /// d, the length of θ.
  [[nodiscard]] virtual Eigen::Index dimension() const = 0;
  /// J(θ).
  [[nodiscard]] virtual double value(const Eigen::VectorXd& theta) const = 0;
  /// ∇J(θ). `error` receives a bound on ‖computed − true‖₂ from rounding.
  [[nodiscard]] virtual Eigen::VectorXd gradient(const Eigen::VectorXd& theta, double& error) const = 0;
  /// ∇²J(θ), d × d, symmetric, both triangles.
  [[nodiscard]] virtual Eigen::MatrixXd hessian(const Eigen::VectorXd& theta) const = 0;
};

/// A minimiser of the perturbed objective with its certificate.
struct Minimiser {
  Eigen::VectorXd theta;  ///< θ̂
  double residual;        ///< R ≥ ‖∇J(θ̂) + b‖₂, rounding of the evaluation included
  int iterations;         ///< Newton steps taken
};

/// Newton's method with line search on J(θ) + bᵀθ, a step at a time: for progress, and for stopping
/// in between.
///
/// From θ = 0, or another place, to ‖∇J + b‖ ≤ 1e-10·max(1, ‖b‖) and one step more, or until no
/// step helps.
class Minimisation {
 public:
  /// From θ = 0. `objective` must outlive this; `b` of length d (ErrorType::argument otherwise).
  Minimisation(const SmoothObjective& objective, Eigen::VectorXd b);
  /// From `start`, of length d.
  Minimisation(const SmoothObjective& objective, Eigen::VectorXd b, const Eigen::VectorXd& start);

  /// True if no further step is needed or helps.
  [[nodiscard]] bool finished() const { return finished_; }
  /// One Newton step; nothing where it is finished. Ends where the Hessian can't be factorised in
  /// doubles.
  void step();

  /// Returns Newton steps taken.
  [[nodiscard]] int steps() const { return steps_; }
  /// Where the search is: the minimiser, or the best point that doubles got to.
  [[nodiscard]] const Eigen::VectorXd& theta() const { return iterate_.theta; }
  [[nodiscard]] double residual() const { return iterate_.norm; }  ///< ‖∇J + b‖ now
  /// Returns the length of the gradient to reach.
  [[nodiscard]] double tolerance() const { return tolerance_; }
  /// Returns the perturbation.
  [[nodiscard]] const Eigen::VectorXd& b() const { return b_; }
  /// The minimiser with its certificate. Throws ErrorType::numerics, code "not-converged", where
  /// the tolerance is not reached: nothing may be published then.
  [[nodiscard]] Minimiser result() const;

 private:
  struct Iterate {
    Eigen::VectorXd theta;
    Eigen::VectorXd gradient;  ///< ∇J + b
    double norm;               ///< of the gradient
    double rounding;           ///< bound on the gradient's error
    double height;             ///< J + bᵀθ
    double noise;              ///< what the rounding of the height may hide
  };
  [[nodiscard]] Iterate iterate_at(const Eigen::VectorXd& theta) const;

  const SmoothObjective* objective_;
  Eigen::VectorXd b_;
  double tolerance_;
  Iterate iterate_;
  int steps_ = 0;
  bool finished_ = false;
};

/// All steps at once. Throws as Minimisation does.
[[nodiscard]] Minimiser minimise(const SmoothObjective& objective, const Eigen::VectorXd& b);

}  // namespace expost

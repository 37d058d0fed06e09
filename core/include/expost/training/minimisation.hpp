// Newton's method for a strongly convex function and a linear one: θ̂ = argmin J(θ) + bᵀθ
// (mathematics.md, section 1; [R] Algorithm 1).
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <optional>

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

/// A place near a minimiser.
struct NearMinimiser {
  Eigen::VectorXd theta;    ///< θ
  Eigen::MatrixXd hessian;  ///< ∇²J thereabouts, up to a small part of it; empty where it isn't known
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
/// From θ = 0 to ‖∇J + b‖ ≤ 1e-10·max(1, ‖b‖) and one step more, or until no step helps.
///
/// From a place with second derivatives, where many rows make each look at them dear, to the
/// tolerance and no further, with J's value asked for only where a step fails that the gradient
/// alone would do, and with second derivatives kept for as long as they shorten it a thousandfold.
class Minimisation {
 public:
  /// From θ = 0. `objective` must outlive this; `b` of length d (ErrorType::argument otherwise).
  Minimisation(const SmoothObjective& objective, Eigen::VectorXd b);
  /// From `start`, of length d.
  Minimisation(const SmoothObjective& objective, Eigen::VectorXd b, const NearMinimiser& start);

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
  /// J + bᵀθ, and what the rounding of it may hide.
  struct Height {
    double value;
    double noise;
  };
  struct Iterate {
    Eigen::VectorXd theta;
    std::optional<Height> height;  ///< where it was asked for
    Eigen::VectorXd gradient;      ///< with b
    double rounding;               ///< bound on the error of the gradient
    double norm;
  };
  using Factor = Eigen::LLT<Eigen::MatrixXd>;
  [[nodiscard]] Height height_at(const Eigen::VectorXd& theta) const;
  [[nodiscard]] Iterate iterate_at(const Eigen::VectorXd& theta, bool with_height) const;
  /// A step by a part of Newton's direction: half as far each time. Whether one was taken.
  bool take_descending_step(const Factor& factor);
  /// A whole step, if it leaves a twentieth of the shortest gradient. Returns how many times
  /// shorter the gradient is after it; 0 if it isn't taken.
  double take_shortening_step(const Factor& factor);
  /// Such a step, after which second derivatives are kept or forgotten. Whether it was taken.
  bool take_step_near_minimiser(Factor factor);

  const SmoothObjective* objective_;
  Eigen::VectorXd b_;
  double tolerance_;
  Iterate iterate_;
  bool starts_near_ = false;    ///< whether the start came with second derivatives
  double shortest_;             ///< gradient so far
  std::optional<Factor> kept_;  ///< second derivatives for the next step
  int steps_ = 0;
  bool finished_ = false;
};

/// All steps at once. Throws as Minimisation does.
[[nodiscard]] Minimiser minimise(const SmoothObjective& objective, const Eigen::VectorXd& b);

}  // namespace expost

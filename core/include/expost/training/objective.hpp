// The objective of a generalised linear model: J(θ; D) = Σ f(xᵀθ; y) + (λ/2)‖θ‖²
// (mathematics.md, section 1; [R] Algorithm 1).
#pragma once

#include <Eigen/Core>

#include "expost/losses/loss.hpp"
#include "expost/training/minimisation.hpp"

namespace expost {

/// Coded rows: one person a row, ‖x‖₂ ≤ 1.
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A view on n coded rows (n × d) and their labels (length n); the caller keeps both alive.
struct CodedData {
  Eigen::Ref<const Rows> x;             ///< n × d, ‖x‖₂ ≤ 1
  Eigen::Ref<const Eigen::VectorXd> y;  ///< length n
};

/// A question about J at a place.
enum class Asked {
  derivatives,            ///< those alone, for a third of the work less
  value_and_derivatives,  ///< J itself, too
};

/// J at a place, by one pass over the rows.
struct ObjectiveAt {
  double value;               ///< J(θ; D); NaN if it isn't asked for
  Eigen::VectorXd gradient;   ///< g = ∇J(θ; D), summed with compensation
  double error;               ///< bound on ‖computed − true‖₂ of g from rounding
  Eigen::VectorXd curvature;  ///< f'' of each row, length n
};

/// J(θ; D) = Σ f(xᵀθ; y) + (λ/2)‖θ‖², for a generalised linear loss.
struct Objective {
  Loss loss;      ///< f, the loss function
  double lambda;  ///< λ > 0

  /// Everything of J(θ; D) but its Hessian, for which the rows' curvature is half the work. What
  /// else is asked for changes no bit of the derivatives.
  [[nodiscard]] ObjectiveAt at(const CodedData& data, const Eigen::VectorXd& theta,
                               Asked asked = Asked::value_and_derivatives) const;
  /// J(θ; D).
  [[nodiscard]] double value(const CodedData& data, const Eigen::VectorXd& theta) const;
  /// g = ∇J(θ; D), summed with compensation. `error`, if given, receives a bound on ‖computed −
  /// true‖₂ from rounding.
  [[nodiscard]] Eigen::VectorXd gradient(const CodedData& data, const Eigen::VectorXd& theta, double* error = nullptr) const;
  /// H = ∇²J(θ; D), d × d, symmetric, both triangles, includes λI.
  [[nodiscard]] Eigen::MatrixXd hessian(const CodedData& data, const Eigen::VectorXd& theta) const;
  /// The same from f'' of each row, length n.
  [[nodiscard]] Eigen::MatrixXd hessian_of(const CodedData& data, const Eigen::VectorXd& curvature) const;
};

/// J(·; D) for rows that the caller keeps alive.
class ObjectiveOfRows final : public SmoothObjective {
 public:
  /// Throws ErrorType::argument, code "out-of-range", unless λ is a number above 0.
  ObjectiveOfRows(const Objective& objective, const CodedData& data);

  [[nodiscard]] Eigen::Index dimension() const override { return data_.x.cols(); }
  [[nodiscard]] double value(const Eigen::VectorXd& theta) const override {
    return at(theta, Asked::value_and_derivatives).value;
  }
  [[nodiscard]] Eigen::VectorXd gradient(const Eigen::VectorXd& theta, double& error) const override {
    error = at(theta, Asked::derivatives).error;
    return at_.gradient;
  }
  [[nodiscard]] Eigen::MatrixXd hessian(const Eigen::VectorXd& theta) const override {
    return objective_.hessian_of(data_, at(theta, Asked::derivatives).curvature);
  }

 private:
  /// One pass for each place, unless J itself is asked for after its derivatives.
  [[nodiscard]] const ObjectiveAt& at(const Eigen::VectorXd& theta, Asked asked) const;

  Objective objective_;
  CodedData data_;
  mutable Eigen::VectorXd place_;  ///< θ of `at_`; empty before the first question
  mutable Asked known_ = Asked::derivatives;
  mutable ObjectiveAt at_;
};

/// Returns a place near argmin J(θ; D) + bᵀθ, so that Newton's method has few steps over all rows
/// left: the minimiser for every sixteenth row and the sixteenth part of the rest, and sixteen
/// times the second derivatives there. θ = 0, without any, where rows are fewer than 16,384. `b` of
/// length d.
[[nodiscard]] NearMinimiser near_minimiser(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b);

/// θ̂ = argmin J(θ; D) + bᵀθ. Throws as ObjectiveOfRows and Minimisation do.
[[nodiscard]] Minimiser minimise(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b);

}  // namespace expost

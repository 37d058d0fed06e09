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

/// J(θ; D) = Σ f(xᵀθ; y) + (λ/2)‖θ‖², for a generalised linear loss.
struct Objective {
  Loss loss;      ///< f, the loss function
  double lambda;  ///< λ > 0

  /// J(θ; D).
  [[nodiscard]] double value(const CodedData& data, const Eigen::VectorXd& theta) const;
  /// g = ∇J(θ; D), summed with compensation. `error`, if given, receives a bound on ‖computed −
  /// true‖₂ from rounding.
  [[nodiscard]] Eigen::VectorXd gradient(const CodedData& data, const Eigen::VectorXd& theta, double* error = nullptr) const;
  /// H = ∇²J(θ; D), d × d, symmetric, both triangles, includes λI.
  [[nodiscard]] Eigen::MatrixXd hessian(const CodedData& data, const Eigen::VectorXd& theta) const;
};

/// J(·; D) for rows that the caller keeps alive.
class ObjectiveOfRows final : public SmoothObjective {
 public:
  /// Throws ErrorType::argument, code "out-of-range", unless λ is a number above 0.
  ObjectiveOfRows(const Objective& objective, const CodedData& data);

  [[nodiscard]] Eigen::Index dimension() const override { return data_.x.cols(); }
  [[nodiscard]] double value(const Eigen::VectorXd& theta) const override { return objective_.value(data_, theta); }
  [[nodiscard]] Eigen::VectorXd gradient(const Eigen::VectorXd& theta, double& error) const override {
    return objective_.gradient(data_, theta, &error);
  }
  [[nodiscard]] Eigen::MatrixXd hessian(const Eigen::VectorXd& theta) const override {
    return objective_.hessian(data_, theta);
  }

 private:
  Objective objective_;
  CodedData data_;
};

/// Returns a place near argmin J(θ; D) + bᵀθ, so that Newton's method has few steps over all rows
/// left: the minimiser for every sixteenth row and the sixteenth part of the rest. θ = 0 where rows
/// are fewer than 16,384. `b` of length d.
[[nodiscard]] Eigen::VectorXd near_minimiser(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b);

/// θ̂ = argmin J(θ; D) + bᵀθ. Throws as ObjectiveOfRows and Minimisation do.
[[nodiscard]] Minimiser minimise(const Objective& objective, const CodedData& data, const Eigen::VectorXd& b);

}  // namespace expost

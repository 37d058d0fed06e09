// Minimising J(θ; D) + bᵀθ in 512 bits, from anywhere and for any data.
#pragma once

#include <Eigen/Cholesky>
#include <optional>
#include <vector>

#include "expost/output/exact_fit.hpp"
#include "numerics/wide_real.hpp"
#include "output/precise_rows.hpp"

namespace expost {

struct WideProblem {
  ModelShape shape;
  double lambda;
  const PreciseRows& data;
  const std::vector<Wide>& b;
  double b_error;  ///< b is known up to this, in length
};

struct WideMinimum {
  std::vector<Wide> theta;
  double residual;  ///< R ≥ ‖∇J(θ) + b‖
};

/// Newton's method, damped by R: it falls along Newton's direction, so that it gets to `target`
/// from anywhere.
[[nodiscard]] WideMinimum wide_minimum(const WideProblem& problem, std::vector<Wide> start, double target);

/// Cholesky's factor of ∇²J(θ; D) in doubles; none where they are not up to it.
[[nodiscard]] std::optional<Eigen::LLT<Eigen::MatrixXd>> factor_of_hessian(const ModelShape& shape, double lambda,
                                                                           const PreciseRows& data,
                                                                           const Eigen::VectorXd& theta);

}  // namespace expost

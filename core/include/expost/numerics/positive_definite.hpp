// Cholesky factors of Hessians.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "expost/numerics/error.hpp"

namespace expost {

/// Returns the Cholesky factor of a d × d symmetric matrix. Throws ErrorType::numerics
/// "not-positive-definite" where it has none.
inline Eigen::LLT<Eigen::MatrixXd> factorised(const Eigen::MatrixXd& matrix) {
  Eigen::LLT<Eigen::MatrixXd> factor(matrix);
  if (factor.info() != Eigen::Success) {
    throw Error(ErrorType::numerics, "not-positive-definite", "", "the Hessian of the objective is not positive definite");
  }
  return factor;
}

}  // namespace expost

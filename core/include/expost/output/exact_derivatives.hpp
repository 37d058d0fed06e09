// Derivatives of J that are to be released, off by less than a release's rounding can hide
// (docs/noise.md, "Releases"): a claim about all data sets needs the worst case.
#pragma once

#include <Eigen/Core>

#include "expost/output/exact_fit.hpp"

namespace expost {

/// Which derivatives are wanted, and how far the second ones may be off.
struct DerivativeAccuracy {
  /// Bound on the error of every entry of H, and of λ_min(H): > 0, or infinity where neither is
  /// released. The largest that half a step of the releases' grids allow.
  double hessian;
  bool smallest_eigenvalue = false;  ///< whether λ_min(H) is wanted
  bool of_first_order = true;        ///< whether g is wanted
  bool of_second_order = true;       ///< whether H is wanted, for itself or for λ_min(H)
};

/// First and second derivatives of J, rounded to doubles; empty where they weren't wanted. Secrets.
struct Derivatives {
  Eigen::VectorXd gradient;        ///< g = ∇J(θ; D), each coordinate to 2^-53 of it
  Eigen::MatrixXd hessian;         ///< H = ∇²J(θ; D), both triangles
  double smallest_eigenvalue = 0;  ///< λ_min(H); of a softmax model that of H on contrasts
};

/// Computed in 106 bits, or in 512 where θ is so long that they aren't enough: λ ≥ 0 and θ of
/// length blocks()·d. The entries of H are right to 2^-52 of them and 2^-50·β·(n + λ) of products
/// in doubles, n the rows, or where that is more than the accuracy asked for, of products in 106
/// bits. What is left is the rounding to a double, less than ¼ step of a value below 2^51 steps.
[[nodiscard]] Derivatives derivatives_at(const ModelShape& shape, double lambda, const CodedData& data,
                                         const Eigen::VectorXd& theta, const DerivativeAccuracy& accuracy);
/// The same for rows that may be elsewhere.
[[nodiscard]] Derivatives derivatives_at(const ModelShape& shape, double lambda, const RowSource& rows,
                                         const Eigen::VectorXd& theta, const DerivativeAccuracy& accuracy);

/// λ_min(XᵀX), as of the squared loss without a ridge; θ plays no part.
[[nodiscard]] double smallest_gram_eigenvalue(const CodedData& data, double accuracy);

}  // namespace expost

// A study's scales, and what follows from them about outputs that are computed exactly
// (docs/noise.md, "Objective perturbation"): numbers that are known before the data are read.
#pragma once

#include <Eigen/Core>

#include "expost/numerics/constants.hpp"
#include "expost/output/output_grid.hpp"

namespace expost::operations {

/// Throws ErrorType::study where the digits of a model with this λ, σ, η or γ aren't proved.
void require_exact_scale(double scale, const char* name);

/// How a model of objective perturbation is rounded, θ of length d.
[[nodiscard]] OutputRounding gaussian_rounding(double sigma, double lambda, double smoothness, Eigen::Index d);
[[nodiscard]] OutputRounding laplace_rounding(double eta, double lambda, double smoothness);
/// And one posterior sample.
[[nodiscard]] OutputRounding sample_rounding(double gamma, double lambda, Eigen::Index d);

/// The part of a budget's δ that the mechanism in real arithmetic may use: the rest is for its
/// computation. Throws ErrorType::study where there is none.
[[nodiscard]] double delta_of_the_mechanism(double epsilon, double delta);

}  // namespace expost::operations

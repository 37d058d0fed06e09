// Reading a model that was trained elsewhere, and what is known of where its noise can have put it.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "request.hpp"

namespace expost::operations {

[[nodiscard]] Eigen::VectorXd read_vector(const Request& request, const char* key, Eigen::Index length);

/// A scale that may stand in the study and in the model's own file, but not with two values.
[[nodiscard]] double agreed_scale(const Request& model, const char* key, std::optional<double> of_study,
                                  const char* study_pointer);

/// ∇J + b where training elsewhere stopped: its length is the published residual.
struct StatedNoise {
  Eigen::VectorXd b;  ///< empty where only the length was given
  double residual;
};
/// From "b" or "residual" of the model; `gradient` = ∇J(θ), known up to `rounding`.
[[nodiscard]] StatedNoise read_stated_noise(const Request& model, const Eigen::VectorXd& gradient, double rounding);

/// The length of noise whose square, times `rate`, is chi-squared with `degrees` degrees of freedom: throws Fault::argument, "implausible",
/// where `length` lies outside the central 1 − 2e-9. `what` names the length in the message, `noise` the stated noise.
void require_chi_length(double length, double degrees, double scale, const char* what, const char* noise);
/// The same for a length of law Gamma(d, rate).
void require_gamma_length(double length, double d, double rate, const char* what, const char* noise);

}  // namespace expost::operations

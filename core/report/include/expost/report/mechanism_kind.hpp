// The mechanisms of the report format, and their differences as far as documents show them.
//
// Differences are told by exhaustive switches (-Werror=switch), so that the compiler lists what a
// new mechanism has to say.
#pragma once

#include "expost/report/model_loss.hpp"

namespace expost::report {

enum class MechanismKind {
  objective_gaussian,  ///< objective perturbation, Gaussian noise
  objective_laplace,   ///< objective perturbation, Laplace-type noise
  output_gaussian,     ///< output perturbation, Gaussian noise
  posterior_sample,    ///< ridge regression by one posterior sample
  ada_ops,             ///< …, its λ and γ chosen from the data
};
/// The name in summaries; null for what is no value.
[[nodiscard]] constexpr const char* name_of(MechanismKind kind) {
  switch (kind) {
    case MechanismKind::objective_gaussian:
      return "objective-gaussian";
    case MechanismKind::objective_laplace:
      return "objective-laplace";
    case MechanismKind::output_gaussian:
      return "output-gaussian";
    case MechanismKind::posterior_sample:
      return "posterior-sample";
    case MechanismKind::ada_ops:
      return "ada-ops";
  }
  return nullptr;
}

/// The keys of a `mechanism`, which say of what kind it is.
struct MechanismKeys {
  const char* name;   ///< "objective-perturbation", …
  const char* noise;  ///< "gaussian", "laplace"; null where there is no such key
  const char* scale;  ///< the key of the noise's scale: "sigma", "eta", "gamma"
};
[[nodiscard]] constexpr MechanismKeys keys_of(MechanismKind kind) {
  switch (kind) {
    case MechanismKind::objective_gaussian:
      return {"objective-perturbation", "gaussian", "sigma"};
    case MechanismKind::objective_laplace:
      return {"objective-perturbation", "laplace", "eta"};
    case MechanismKind::output_gaussian:
      return {"output-perturbation", "gaussian", "sigma"};
    case MechanismKind::posterior_sample:
    case MechanismKind::ada_ops:
      break;
  }
  return {"posterior-sample", nullptr, "gamma"};
}

/// True if gradient, Hessian or smallest eigenvalue may be published next to the model.
[[nodiscard]] constexpr bool has_releases(MechanismKind kind) {
  switch (kind) {
    case MechanismKind::objective_gaussian:
      return true;
    case MechanismKind::objective_laplace:
    case MechanismKind::output_gaussian:
    case MechanismKind::posterior_sample:
    case MechanismKind::ada_ops:
      break;
  }
  return false;
}

/// True if the guarantee may have δ = 0.
[[nodiscard]] constexpr bool is_pure(MechanismKind kind) {
  switch (kind) {
    case MechanismKind::objective_laplace:
      return true;
    case MechanismKind::objective_gaussian:
    case MechanismKind::output_gaussian:
    case MechanismKind::posterior_sample:
    case MechanismKind::ada_ops:
      break;
  }
  return false;
}

/// True if the mechanism is computed for the loss.
[[nodiscard]] inline bool goes_with(MechanismKind kind, const ModelLoss& loss) {
  switch (kind) {
    case MechanismKind::objective_gaussian:
    case MechanismKind::objective_laplace:
      return true;
    case MechanismKind::output_gaussian:
      return !loss.is_softmax();
    case MechanismKind::posterior_sample:
    case MechanismKind::ada_ops:
      break;
  }
  return loss.is_squared();
}

}  // namespace expost::report

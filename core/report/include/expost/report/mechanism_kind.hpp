// The mechanisms of the report format, and their differences as far as documents show them.
//
// Differences are told by exhaustive switches (-Werror=switch), so that the compiler lists what a
// new mechanism has to say.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "expost/report/model_loss.hpp"
#include "expost/report/names.hpp"

namespace expost::report {

enum class MechanismKind {
  objective_gaussian,      ///< objective perturbation, Gaussian noise
  objective_laplace,       ///< objective perturbation, Laplace-type noise
  output_gaussian,         ///< output perturbation, Gaussian noise
  posterior_sample,        ///< ridge regression by one posterior sample
  ada_ops,                 ///< …, its λ and γ chosen from the data
  noisy_gradient_descent,  ///< noisy gradient descent, its path published
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
    case MechanismKind::noisy_gradient_descent:
      return "noisy-gradient-descent";
  }
  return nullptr;
}

/// The keys of a `mechanism` by which its kind is known, and those that not every kind has.
struct MechanismKeys {
  const char* name;       ///< "objective-perturbation", …
  const char* noise;      ///< "gaussian", "laplace"; null where there is no such key
  const char* scale;      ///< the key of the noise's scale: "sigma", "eta", "gamma"
  bool adaptive = false;  ///< whether there is the key "adaptive"
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
      return {"posterior-sample", nullptr, "gamma"};
    case MechanismKind::noisy_gradient_descent:
      return {"noisy-gradient-descent", nullptr, "sigma"};
    case MechanismKind::ada_ops:
      break;
  }
  return {"posterior-sample", nullptr, "gamma", true};
}

/// The values that a key has among all kinds, each once, in the order of the kinds.
template <const char* MechanismKeys::*key>
inline constexpr auto different_keys = [] {
  constexpr auto is_first = [](MechanismKind kind) {
    const char* const value = keys_of(kind).*key;
    if (value == nullptr) {
      return false;
    }
    for (const MechanismKind earlier : values_of<MechanismKind>()) {
      const char* const other = keys_of(earlier).*key;
      if (earlier < kind && other != nullptr && std::string_view(other) == value) {
        return false;
      }
    }
    return true;
  };
  constexpr std::size_t count = [&is_first] {
    std::size_t different = 0;
    for (const MechanismKind kind : values_of<MechanismKind>()) {
      if (is_first(kind)) {
        ++different;
      }
    }
    return different;
  }();
  std::array<const char*, count> values{};
  std::size_t i = 0;
  for (const MechanismKind kind : values_of<MechanismKind>()) {
    if (is_first(kind)) {
      values[i++] = keys_of(kind).*key;
    }
  }
  return values;
}();
inline constexpr auto& mechanism_names = different_keys<&MechanismKeys::name>;
inline constexpr auto& noise_names = different_keys<&MechanismKeys::noise>;

/// True if mechanisms of this name have the key "noise".
[[nodiscard]] bool has_noise_key(std::string_view name);

/// True if mechanisms of this name may have the key "adaptive".
[[nodiscard]] bool may_be_adaptive(std::string_view name);

/// Returns the kind with these keys, or none if there is no such pair; `noise` plays no part where
/// mechanisms of this name have no such key.
[[nodiscard]] std::optional<MechanismKind> kind_with(std::string_view name, std::string_view noise, bool adaptive);

/// Returns the name in words: "output perturbation".
[[nodiscard]] std::string words_of(std::string name);

/// True if gradient, Hessian or smallest eigenvalue may be published next to the model.
[[nodiscard]] constexpr bool has_releases(MechanismKind kind) {
  switch (kind) {
    case MechanismKind::objective_gaussian:
      return true;
    case MechanismKind::objective_laplace:
    case MechanismKind::output_gaussian:
    case MechanismKind::posterior_sample:
    case MechanismKind::ada_ops:
    case MechanismKind::noisy_gradient_descent:
      break;
  }
  return false;
}

/// True if the study states a budget; else the mechanism's own constants say what is promised.
[[nodiscard]] constexpr bool has_budget(MechanismKind kind) {
  switch (kind) {
    case MechanismKind::objective_gaussian:
    case MechanismKind::objective_laplace:
    case MechanismKind::output_gaussian:
    case MechanismKind::ada_ops:
    case MechanismKind::noisy_gradient_descent:
      return true;
    case MechanismKind::posterior_sample:
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
    case MechanismKind::noisy_gradient_descent:
      break;
  }
  return false;
}

/// The losses that a mechanism is computed for.
enum class LossScope {
  every,
  linear,   ///< generalised linear ones: not softmax
  squared,  ///< ridge regression
};
[[nodiscard]] constexpr LossScope loss_scope(MechanismKind kind) {
  switch (kind) {
    case MechanismKind::objective_gaussian:
    case MechanismKind::objective_laplace:
    case MechanismKind::noisy_gradient_descent:
      return LossScope::every;
    case MechanismKind::output_gaussian:
      return LossScope::linear;
    case MechanismKind::posterior_sample:
    case MechanismKind::ada_ops:
      break;
  }
  return LossScope::squared;
}
[[nodiscard]] inline bool contains(LossScope scope, const ModelLoss& loss) {
  switch (scope) {
    case LossScope::every:
      return true;
    case LossScope::linear:
      return !loss.is_softmax();
    case LossScope::squared:
      break;
  }
  return loss.is_squared();
}

}  // namespace expost::report

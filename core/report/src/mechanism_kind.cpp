#include "expost/report/mechanism_kind.hpp"

#include <algorithm>

namespace expost::report {

bool has_noise_key(std::string_view name) {
  const auto kinds = values_of<MechanismKind>();
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](MechanismKind kind) { return name == keys_of(kind).name && keys_of(kind).noise != nullptr; });
}

bool may_be_adaptive(std::string_view name) {
  const auto kinds = values_of<MechanismKind>();
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](MechanismKind kind) { return name == keys_of(kind).name && keys_of(kind).adaptive; });
}

std::optional<MechanismKind> kind_with(std::string_view name, std::string_view noise, bool adaptive) {
  for (const MechanismKind kind : values_of<MechanismKind>()) {
    const MechanismKeys keys = keys_of(kind);
    if (name == keys.name && (keys.noise == nullptr || noise == keys.noise) && adaptive == keys.adaptive) {
      return kind;
    }
  }
  return std::nullopt;
}

std::string words_of(std::string name) {
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

}  // namespace expost::report

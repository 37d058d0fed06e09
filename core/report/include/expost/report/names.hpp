// Enumerations by their names in documents. `name_of(value)`, next to each enumeration, is an
// exhaustive switch, so that the compiler asks for the name of a new value; everything here follows
// from it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/budget.hpp"
#include "expost/bounds/bound.hpp"

namespace expost::report {

/// The name that documents of Expost 0.2 and before have; null where it is the same.
template <class Enumeration>
[[nodiscard]] constexpr const char* earlier_name_of(Enumeration) {
  return nullptr;
}
[[nodiscard]] constexpr const char* earlier_name_of(Accountant accountant) {
  switch (accountant) {
    case Accountant::kst2012:
      return "kifer";
    case Accountant::wang2021:
      return "lecture";
    case Accountant::redberg2023:
    case Accountant::shift:
    case Accountant::joint:
      break;
  }
  return nullptr;
}
[[nodiscard]] constexpr const char* earlier_name_of(Composition composition) {
  switch (composition) {
    case Composition::joint:
      return "whole";
    case Composition::basic:
      break;
  }
  return "sum";
}
[[nodiscard]] constexpr const char* earlier_name_of(Method method) {
  switch (method) {
    case Method::sharp:
      return nullptr;
    case Method::redberg2021:
      break;
  }
  return "paper";
}

/// How many values an enumeration has that counts from 0 without a gap.
template <class Enumeration>
[[nodiscard]] constexpr int count_of() {
  int count = 0;
  while (name_of(static_cast<Enumeration>(count)) != nullptr) {
    ++count;
  }
  return count;
}

/// Every value of such an enumeration, in its order.
template <class Enumeration>
[[nodiscard]] constexpr auto values_of() {
  std::array<Enumeration, count_of<Enumeration>()> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<Enumeration>(i);
  }
  return values;
}

/// The names of every value, in its order.
template <class Enumeration>
inline constexpr auto names_of = [] {
  std::array<const char*, count_of<Enumeration>()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = name_of(static_cast<Enumeration>(i));
  }
  return names;
}();

/// The value of a name, or of an earlier name; none of any other.
template <class Enumeration>
[[nodiscard]] std::optional<Enumeration> named(std::string_view name) {
  for (int i = 0; i < count_of<Enumeration>(); ++i) {
    const auto value = static_cast<Enumeration>(i);
    const char* const earlier = earlier_name_of(value);
    if (name == name_of(value) || (earlier != nullptr && name == earlier)) {
      return value;
    }
  }
  return std::nullopt;
}

/// "kst2012, wang2021, redberg2023, shift or joint"
[[nodiscard]] std::string alternatives(std::span<const char* const> names);

}  // namespace expost::report

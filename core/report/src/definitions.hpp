// The parts of a JSON Schema that have names, `$defs`.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace expost::report {

using OrderedJson = nlohmann::ordered_json;

/// Collects the definitions of a schema, each once.
class Definitions {
 public:
  /// Returns a reference to the definition of this name, which `describe()` makes.
  /// @throws std::logic_error where another definition has the name
  template <class Describe>
  [[nodiscard]] OrderedJson refer(const char* name, const Describe& describe) {
    OrderedJson definition = describe();
    if (all_.contains(name) && all_[name] != definition) {
      throw std::logic_error(std::string("two definitions have the name ") + name);
    }
    all_[name] = std::move(definition);
    return {{"$ref", std::string("#/$defs/") + name}};
  }
  [[nodiscard]] OrderedJson take() { return std::move(all_); }

 private:
  OrderedJson all_ = OrderedJson::object();
};

/// A copy of a schema with a line about it.
[[nodiscard]] inline OrderedJson described(OrderedJson schema, const char* words) {
  if (words != nullptr) {
    schema["description"] = words;
  }
  return schema;
}

}  // namespace expost::report

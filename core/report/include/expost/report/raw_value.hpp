// Raw values, as people and files have them: numbers, texts, booleans and blanks
// (report-format.md).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace expost::report {

/// The look of a raw value by the rules of `FeatureMap`, whatever it means.
enum class ValueForm {
  blank,   ///< absent, null, "" or "?"
  bit,     ///< 0 or 1: a number and a boolean
  word,    ///< true/false, yes/no: a boolean
  number,  ///< any other number; also "1,5" and "1e309", which look like one and are refused by name when they are coded
  text,    ///< anything else
};

/// @throws Error (ErrorType::argument) "wrong-type" for what is no raw value: an array, an object
[[nodiscard]] ValueForm form_of(const nlohmann::json& value);

/// Levels of a category, or of a binary label, by their text or their number, or by an alias.
class LevelIndex {
 public:
  explicit LevelIndex(const std::vector<std::string>& levels);

  /// Another spelling of a level. A text or a number that means one already goes on meaning it.
  void add(const std::string& alias, std::size_t level);
  /// Other spellings, with the texts of their levels.
  void add(const nlohmann::json::object_t& aliases);

  [[nodiscard]] std::optional<std::size_t> find(std::string_view text) const;
  /// The level whose text is this number, or an alias of which is: 1 is "1", and also "1.0" if
  /// there is no level "1". Aliases of one number mean one level where `read_report` or
  /// `read_study` took them.
  [[nodiscard]] std::optional<std::size_t> find(double number) const;
  /// The level "true" or "false", or an alias; else the only one that means it: yes, true or 1, or
  /// no, false or 0, in any case. None where there are several.
  [[nodiscard]] std::optional<std::size_t> find_boolean(bool meaning) const;

 private:
  std::map<std::string, std::size_t, std::less<>> texts_;
  std::map<double, std::size_t> numbers_;
};

}  // namespace expost::report

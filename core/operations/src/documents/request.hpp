// Reading requests: every type is checked, nothing is coerced, and null counts as absent.
#pragma once

#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "expost/numerics/error.hpp"
#include "expost/report/names.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/sentence.hpp"

namespace expost::operations {

/// One object of a request, at a JSON pointer of its own. All errors are ErrorType::argument.
class Request {
 public:
  /// Throws unless `document` is an object (null counts as an empty one).
  explicit Request(const nlohmann::json& document, std::string pointer = "");

  /// Throws if the object has a key that is not in the list: a misspelt option would be silently
  /// ignored.
  void allow_only(std::initializer_list<const char*> keys) const;

  [[nodiscard]] bool has(const char* key) const { return find(key) != nullptr; }
  /// The value, or null where it is absent.
  [[nodiscard]] const nlohmann::json* find(const char* key) const;
  [[nodiscard]] const nlohmann::json& required(const char* key) const;
  /// The same of a document, whose own reader has words for null.
  [[nodiscard]] const nlohmann::json& document(const char* key) const;

  [[nodiscard]] double number(const char* key) const;
  [[nodiscard]] std::optional<double> optional_number(const char* key) const;
  [[nodiscard]] int integer(const char* key, int least, int most) const;
  [[nodiscard]] std::optional<std::string> optional_text(const char* key) const;
  [[nodiscard]] bool flag(const char* key) const;
  /// The mark that the request's rows have in their numbers: a comma with `decimalComma`.
  [[nodiscard]] report::DecimalMark decimal_mark() const;
  /// The value of an enumeration that the text names (expost/report/names.hpp), or `otherwise`
  /// where the key is absent.
  template <class Enumeration>
  [[nodiscard]] Enumeration choice(const char* key, Enumeration otherwise) const {
    const std::optional<std::string> name = optional_text(key);
    const std::optional<Enumeration> value = name ? report::named<Enumeration>(*name) : otherwise;
    if (!value) {
      refuse(key, "unknown-name", {"must be ", report::alternatives(report::names_of<Enumeration>)});
    }
    return *value;
  }

  [[nodiscard]] std::string place(const char* key) const { return pointer_ + "/" + key; }
  /// "<key> <expectation>"
  [[noreturn]] void refuse(const char* key, const char* code, std::initializer_list<report::Phrase> expectation) const;
  [[noreturn]] void refuse(const char* key, const char* code, const char* expectation) const;

 private:
  const nlohmann::json* document_;
  std::string pointer_;
};

}  // namespace expost::operations

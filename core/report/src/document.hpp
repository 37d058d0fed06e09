// Walking a parsed document: every access checks the type, and a refusal knows the JSON pointer of
// the place it is about.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "expost/numerics/error.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/names.hpp"
#include "expost/report/sentence.hpp"

namespace expost::report {

using Json = nlohmann::json;

/// "/a/b" + "/" + key, with ~ and / in the key escaped (RFC 6901).
[[nodiscard]] std::string pointer_to(const std::string& parent, std::string_view key);

/// A value as it appears in a message: a number, a text in quotes (shortened), "an array of 3",
/// "null".
[[nodiscard]] std::string shown(const Json& value);
[[nodiscard]] std::string in_quotes(std::string_view text);
/// "a", "b" or "c"
[[nodiscard]] std::string listed(std::span<const char* const> names);
/// The first names of a header, as in_quotes has them, and how many more there are: for messages.
[[nodiscard]] std::string header_in_words(const std::vector<std::string>& header);
/// Whether a text is well-formed UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);
/// True if a text in UTF-8 has a character that nobody sees or takes for an ordinary blank.
[[nodiscard]] bool has_unseen(std::string_view text);
/// The text with U+FFFD for each byte that is in no UTF-8.
[[nodiscard]] std::string with_replacements(std::string_view text);
// Instead of ==, for which the JSON library would compare arrays and objects as well.
[[nodiscard]] bool is_text(const Json& value, std::string_view text);
[[nodiscard]] bool is_false(const Json& value);
/// A pointer as it appears in a message: keys may be of any length and hold anything.
[[nodiscard]] std::string in_words(const std::string& pointer);

/// "the report", "the study", "the record"; of other types "the document".
[[nodiscard]] const char* document_words(ErrorType type);
/// "too-deep": more than limits::depth containers inside each other.
[[nodiscard]] Error too_deep(ErrorType type);
/// Throws `too_deep` where a parsed document is so; whoever parsed it may have another limit.
void require_depth(const Json& document, ErrorType type);

/// A rule for a number, and its words.
struct NumberRule {
  const char* words;
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool above = false;  ///< the lower end itself is not allowed
  bool below = false;  ///< nor is the upper one
};
inline constexpr NumberRule finite_number{"a finite number"};
inline constexpr NumberRule positive_number{"a number above 0", 0, std::numeric_limits<double>::infinity(), true};
inline constexpr NumberRule probability_number{"a number between 0 and 1, both excluded", 0, 1, true, true};
inline constexpr NumberRule likely_number{"a probability of 1e-300 or more", limits::smallest_probability};

// Numbers of the published model (limits::magnitude): a coefficient, a residual, a scale. What
// is too large or too small for the arithmetic is told apart from what has the wrong sign, which
// is a likelier mistake.
inline constexpr NumberRule value_number{"a number between -1e50 and 1e50", -limits::magnitude, limits::magnitude};
inline constexpr NumberRule residual_number{"a number that is 0 or more", 0, limits::magnitude};
inline constexpr NumberRule moderate_number{"a number from 1e-50 to 1e50", limits::smallest_scale, limits::magnitude};

/// A rule for a text.
struct TextRule {
  std::size_t longest;  ///< in code points
  /// One line, not empty, no blanks at its ends: what is matched, or shown next to a field. Else
  /// any text.
  bool one_line = true;
};

class Object;

/// A value in a document, and the way to it. Lives on the stack next to its parents, so that no
/// pointer is written down before there is a refusal.
class Node {
 public:
  Node(const Json& root, ErrorType type) : value_(&root), error_type_(type) {}
  Node(const Json& value, const Node& parent, std::string_view key)
      : value_(&value), parent_(&parent), key_(key), error_type_(parent.error_type_) {}
  Node(const Json& value, const Node& parent, std::size_t index)
      : value_(&value), parent_(&parent), index_(index), is_item_(true), error_type_(parent.error_type_) {}

  [[nodiscard]] const Json& value() const { return *value_; }
  /// The value that this one is in; null of the root.
  [[nodiscard]] const Node* parent() const { return parent_; }
  [[nodiscard]] ErrorType type() const { return error_type_; }
  [[nodiscard]] std::string pointer() const;
  /// The pointer as the subject of a sentence; the root has none and is "the report" or "the
  /// study".
  [[nodiscard]] std::string place() const;

  /// "<place> must be <expected>, but is <value>". A null in a study is "unfilled" instead:
  /// `expost init` leaves those.
  [[noreturn]] void refuse(const char* code, std::initializer_list<Phrase> expected) const;
  [[noreturn]] void refuse(const char* code, const char* expected) const;
  /// "<place> <predicate>"
  [[noreturn]] void refuse_as(const char* code, std::initializer_list<Phrase> predicate) const;
  [[noreturn]] void refuse_as(const char* code, const char* predicate) const;

  [[nodiscard]] double number(const NumberRule& rule) const;
  /// A whole one.
  [[nodiscard]] double whole(const NumberRule& rule) const;
  [[nodiscard]] std::string text(const TextRule& rule) const;
  [[nodiscard]] bool boolean() const;
  /// The text itself, one of `names`; "unknown-name" otherwise.
  [[nodiscard]] std::string name(std::span<const char* const> names) const;
  [[nodiscard]] std::string name(std::initializer_list<const char*> names) const {
    return name(std::span(names.begin(), names.size()));
  }
  /// The value of an enumeration that the text names (names.hpp); "unknown-name" otherwise.
  template <class Enumeration>
  [[nodiscard]] Enumeration choice() const {
    if (value_->is_string()) {
      if (const std::optional<Enumeration> value = named<Enumeration>(value_->get_ref<const std::string&>())) {
        return *value;
      }
    }
    refuse_name(names_of<Enumeration>);
  }
  [[nodiscard]] const Json::array_t& array(const char* expected) const;
  /// A standard deviation, a ridge, a width: above 0, and within limits::magnitude.
  [[nodiscard]] double scale() const;
  /// Between 0 and 1, both excluded, and not below limits::smallest_probability.
  [[nodiscard]] double probability() const;
  /// Exactly `numbers.size()` numbers within limits::magnitude; `why` says where the length comes
  /// from.
  void numbers(std::span<double> numbers, const char* why) const;

 private:
  [[noreturn]] void refuse_name(std::span<const char* const> names) const;

  const Json* value_;
  const Node* parent_ = nullptr;
  std::string_view key_;
  std::size_t index_ = 0;
  bool is_item_ = false;
  ErrorType error_type_;
};

/// An object whose keys were checked: only known ones, and ones that start with x-.
class Object {
 public:
  /// @throws Error "wrong-type" if it isn't an object
  Object(const Node& node, const char* expected);
  Object(const Object&) = delete;  // members point to the node inside
  Object& operator=(const Object&) = delete;

  /// @throws Error "unknown-key" at the first key that is neither in `keys` or `more` nor starts
  ///   with x-
  void allow(std::span<const char* const> keys, std::span<const char* const> more = {}) const;

  [[nodiscard]] const Node& node() const { return node_; }
  [[nodiscard]] std::optional<Node> find(std::string_view key) const;
  /// @throws Error "missing"; `expected` ends the sentence "… is missing: it must be …"
  [[nodiscard]] Node at(std::string_view key, const char* expected) const;

  [[nodiscard]] double number(std::string_view key, const NumberRule& rule) const;
  [[nodiscard]] double scale(std::string_view key) const;
  [[nodiscard]] double probability(std::string_view key) const;
  [[nodiscard]] std::optional<double> optional_number(std::string_view key, const NumberRule& rule) const;
  [[nodiscard]] std::string text(std::string_view key, const TextRule& rule) const;
  /// Empty where the key isn't there.
  [[nodiscard]] std::string optional_text(std::string_view key, const TextRule& rule) const;
  [[nodiscard]] std::string name(std::string_view key, std::span<const char* const> names) const;
  [[nodiscard]] std::string name(std::string_view key, std::initializer_list<const char*> names) const {
    return name(key, std::span(names.begin(), names.size()));
  }

 private:
  Node node_;
};

/// A real day of the calendar, YYYY-MM-DD.
[[nodiscard]] std::string read_date(const Node& node);

/// Nothing that can't be read is written.
/// @throws Error (ErrorType::argument, "not-finite")
void require_finite(double value);

/// Integers stay integers: as engines of browsers write them, and shorter in MessagePack.
/// @throws Error (ErrorType::argument, "not-finite")
[[nodiscard]] nlohmann::ordered_json number_document(double value);

}  // namespace expost::report

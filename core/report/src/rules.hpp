// Rules for the value of a key: each reads a value, writes it, and says it in the words of JSON
// Schema. `members.hpp` makes objects of them.
//
// A rule has `expected()`, which ends the sentence "… is missing: it must be …", `read(node,
// value)`, `write(value)` and `describe(definitions)`.
#pragma once

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "definitions.hpp"
#include "document.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/names.hpp"

namespace expost::report {

/// A text by TextRule.
struct Text {
  using Value = std::string;
  TextRule rule;

  [[nodiscard]] const char* expected() const { return rule.one_line ? "a text of one line" : "a text"; }
  void read(const Node& node, Value& value) const { value = node.text(rule); }
  [[nodiscard]] OrderedJson write(const Value& value) const { return value; }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const;
};

/// A day of the calendar, YYYY-MM-DD.
struct Date {
  using Value = std::string;

  [[nodiscard]] const char* expected() const { return "a date like 2026-03-01"; }
  void read(const Node& node, Value& value) const { value = read_date(node); }
  [[nodiscard]] OrderedJson write(const Value& value) const { return value; }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const;
};

/// An address such that whoever reads it sees which host it leads to: https, then a host of
/// letters, digits, hyphens and dots, perhaps a port, then a path of printable ASCII or nothing.
struct Address {
  using Value = std::string;

  [[nodiscard]] const char* expected() const { return "an address like https://example.org/privacy, in ASCII, or left out"; }
  void read(const Node& node, Value& value) const;
  [[nodiscard]] OrderedJson write(const Value& value) const { return value; }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const;
};

/// A number by NumberRule; where the least is 0, −0 is read as 0.
struct Number {
  using Value = double;
  NumberRule rule;

  [[nodiscard]] const char* expected() const { return rule.words; }
  void read(const Node& node, Value& value) const { value = node.number(rule) + (rule.lower == 0 ? 0.0 : -0.0); }
  [[nodiscard]] OrderedJson write(const Value& value) const { return number_document(value); }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const;
};

/// A standard deviation, a ridge, a width, a norm: Node::scale.
struct Scale {
  using Value = double;

  [[nodiscard]] const char* expected() const { return positive_number.words; }
  void read(const Node& node, Value& value) const { value = node.scale(); }
  [[nodiscard]] OrderedJson write(const Value& value) const { return number_document(value); }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const;
};

/// A probability: Node::probability.
struct Probability {
  using Value = double;
  bool or_zero = false;                          ///< 0 too: pure differential privacy
  double most = 1;                               ///< 1: below it
  const char* words = probability_number.words;  ///< of what is above `most`

  [[nodiscard]] const char* expected() const { return probability_number.words; }
  void read(const Node& node, Value& value) const;
  [[nodiscard]] OrderedJson write(const Value& value) const { return number_document(value); }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const;
};

/// A power of two that published values are whole multiples of.
struct Grid {
  using Value = double;

  [[nodiscard]] const char* expected() const { return "a power of two"; }
  void read(const Node& node, Value& value) const;
  [[nodiscard]] OrderedJson write(const Value& value) const { return number_document(value); }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const;
};

/// A whole number.
template <class Integer = int>
struct Whole {
  using Value = Integer;
  const char* words;
  double least;
  double most;

  [[nodiscard]] const char* expected() const { return words; }
  void read(const Node& node, Value& value) const { value = static_cast<Integer>(node.whole({words, least, most})); }
  [[nodiscard]] OrderedJson write(const Value& value) const { return number_document(static_cast<double>(value)); }
  [[nodiscard]] OrderedJson describe(Definitions&) const {
    return {{"type", "integer"}, {"minimum", number_document(least)}, {"maximum", number_document(most)}};
  }
};

/// A whole number that tells nothing of a single person: at most two digits that aren't 0.
struct RoundNumber {
  using Value = double;
  static constexpr NumberRule rule{"a round number like 1000 or 25000, with at most two digits that aren't 0, up to 2^40", 1,
                                   0x1p40};

  [[nodiscard]] const char* expected() const { return rule.words; }
  void read(const Node& node, Value& value) const;
  [[nodiscard]] OrderedJson write(const Value& value) const { return number_document(value); }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const;
};

/// The value of an enumeration by its name, or its earlier name (names.hpp).
template <class Enumeration>
struct Choice {
  using Value = Enumeration;

  [[nodiscard]] const char* expected() const {
    static const std::string words = listed(names_of<Enumeration>);
    return words.c_str();
  }
  void read(const Node& node, Value& value) const { value = node.choice<Enumeration>(); }
  [[nodiscard]] OrderedJson write(Value value) const { return name_of(value); }
  [[nodiscard]] OrderedJson describe(Definitions&) const {
    OrderedJson names = OrderedJson::array();
    for (const char* const name : names_of<Enumeration>) {
      names.push_back(name);
    }
    for (const Enumeration value : values_of<Enumeration>()) {
      if (const char* const earlier = earlier_name_of(value)) {
        names.push_back(earlier);
      }
    }
    return {{"enum", std::move(names)}};
  }
};

struct Truth {
  using Value = bool;

  [[nodiscard]] const char* expected() const { return "true or false"; }
  void read(const Node& node, Value& value) const { value = node.boolean(); }
  [[nodiscard]] OrderedJson write(Value value) const { return value; }
  [[nodiscard]] OrderedJson describe(Definitions&) const { return {{"type", "boolean"}}; }
};

/// A mark: true where anything but false is stated.
struct Mark {
  using Value = bool;

  [[nodiscard]] const char* expected() const { return "true"; }
  void read(const Node& node, Value& value) const { value = !is_false(node.value()); }
  [[nodiscard]] OrderedJson write(Value value) const { return value; }
  [[nodiscard]] OrderedJson describe(Definitions&) const { return OrderedJson::object(); }
};

/// The `encoding` of little-endian doubles in base64.
inline constexpr const char* packed_encoding = "base64-f64le";
inline constexpr std::array packed_keys{"encoding", "data"};
/// Such a text, `data`, and the object with both.
[[nodiscard]] OrderedJson describe_packed_text(Definitions& definitions);
[[nodiscard]] OrderedJson describe_packed(Definitions& definitions);
[[nodiscard]] OrderedJson describe_numbers(const NumberRule& rule, std::size_t least, std::size_t most);

}  // namespace expost::report

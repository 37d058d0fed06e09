// Sentences of errors, given in parts and put together only where one is told.
//
// A sum of texts reads as well, but each of its steps is a text that has to be freed again should
// the next one fail: in WebAssembly it is several times the code, and the check page carries it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

#include "expost/numerics/error.hpp"

namespace expost::report {

/// A part of a sentence: a text as it is or in quotes, or a number. Refers to the text, so it must
/// not outlive the statement that it is written in.
class Phrase {
 public:
  // NOLINTBEGIN(google-explicit-constructor)
  constexpr Phrase(const char* words) : words_(words), kind_(Kind::words) {}
  constexpr Phrase(std::string_view text) : Phrase(text, Kind::text) {}
  Phrase(const std::string& text) : Phrase(text, Kind::text) {}
  /// As format_number writes it; whole numbers up to 2^53 exactly.
  template <class Number>
  requires std::is_arithmetic_v<Number>
  constexpr Phrase(Number number) : number_(static_cast<double>(number)), kind_(Kind::number) {}
  // NOLINTEND(google-explicit-constructor)

  /// In quotes and shortened, as somebody else's words stand in a sentence of ours.
  [[nodiscard]] static constexpr Phrase quoted(std::string_view text) { return {text, Kind::quoted}; }

 private:
  enum class Kind : std::uint8_t { words, text, quoted, number };

  constexpr Phrase(std::string_view text, Kind kind) : text_{text.data(), text.size()}, kind_(kind) {}

  friend std::string sentence(std::initializer_list<Phrase> phrases);

  struct Text {
    const char* start;
    std::size_t size;
  };
  union {
    const char* words_;  ///< ends with a zero
    Text text_;
    double number_;
  };
  Kind kind_;
};

/// Returns the parts one after another.
[[nodiscard]] std::string sentence(std::initializer_list<Phrase> phrases);

/// Throws an Error with the sentence.
[[noreturn]] void throw_error(ErrorType type, const char* code, std::string_view pointer,
                              std::initializer_list<Phrase> phrases);

}  // namespace expost::report

// Errors of the library: one clear sentence, the place it is about, and a stable code.
#pragma once

#include <stdexcept>
#include <string>

namespace expost {

/// The subject of an error; decides who is told and how.
enum class ErrorType {
  argument,  ///< a call or an option is wrong (a probability outside (0, 1), …)
  report,    ///< the published report is at fault
  record,    ///< a person's record is at fault
  study,     ///< the curator's study is at fault
  data,      ///< a row of the curator's data is at fault
  ledger,    ///< the curator's ledger is at fault, or its limit would be passed
  numerics,  ///< a computation could not reach what it promises (nothing is returned then)
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(ErrorType value) {
  switch (value) {
    case ErrorType::argument:
      return "argument";
    case ErrorType::report:
      return "report";
    case ErrorType::record:
      return "record";
    case ErrorType::study:
      return "study";
    case ErrorType::data:
      return "data";
    case ErrorType::ledger:
      return "ledger";
    case ErrorType::numerics:
      return "numerics";
  }
  return nullptr;
}

/// One sentence that names the place and says what was expected.
///
/// `pointer` is a JSON pointer (RFC 6901) into the document with the error, or empty where there
/// is no document. `code` is stable and meant for programs: "missing", "unknown-key",
/// "wrong-type", "not-a-number", "ambiguous-number", …
class Error : public std::runtime_error {
 public:
  /// Takes what the three functions below return, and the sentence.
  Error(ErrorType type, std::string code, std::string pointer, const std::string& message);

  /// Returns the subject of the error.
  [[nodiscard]] ErrorType type() const noexcept { return error_type_; }
  /// Returns the code.
  [[nodiscard]] const std::string& code() const noexcept { return code_; }
  /// Returns the JSON pointer, or an empty text.
  [[nodiscard]] const std::string& pointer() const noexcept { return pointer_; }

 private:
  ErrorType error_type_;
  std::string code_;
  std::string pointer_;
};

/// Throws an Error. A call is smaller than a throw, which has texts to make and to free again.
[[noreturn]] void throw_error(ErrorType type, const char* code, const char* pointer, const char* message);

}  // namespace expost

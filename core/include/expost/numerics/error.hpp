// Errors of the library: one clear sentence, the place it is about, and a stable code.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace expost {

/// The subject of an error; decides who is told and how.
enum class Fault {
  argument,  ///< a call or an option is wrong (a probability outside (0, 1), …)
  report,    ///< the published report is at fault
  record,    ///< a person's record is at fault
  study,     ///< the curator's study is at fault
  data,      ///< a row of the curator's data is at fault
  numerics,  ///< a computation could not reach what it promises (nothing is returned then)
};

/// One sentence that names the place and says what was expected.
///
/// `pointer` is a JSON pointer (RFC 6901) into the document the fault is in, or empty where there
/// is no document. `code` is stable and meant for programs: "missing", "unknown-key",
/// "wrong-type", "not-a-number", "ambiguous-number", …
class Error : public std::runtime_error {
 public:
  Error(Fault fault, std::string code, std::string pointer, const std::string& message)
      : std::runtime_error(message), fault_(fault), code_(std::move(code)), pointer_(std::move(pointer)) {}

  [[nodiscard]] Fault fault() const noexcept { return fault_; }
  [[nodiscard]] const std::string& code() const noexcept { return code_; }
  [[nodiscard]] const std::string& pointer() const noexcept { return pointer_; }

 private:
  Fault fault_;
  std::string code_;
  std::string pointer_;
};

}  // namespace expost

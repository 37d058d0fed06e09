#include "expost/numerics/error.hpp"

#include <utility>

namespace expost {

Error::Error(ErrorType type, std::string code, std::string pointer, const std::string& message)
    : std::runtime_error(message), error_type_(type), code_(std::move(code)), pointer_(std::move(pointer)) {}

void throw_error(ErrorType type, const char* code, const char* pointer, const char* message) {
  throw Error(type, code, pointer, message);
}

}  // namespace expost

#include "expost/numerics/require.hpp"

#include <string>

#include "expost/numerics/error.hpp"

namespace expost {

void refuse_argument(const char* pointer, const char* name, const char* expectation) {
  throw Error(ErrorType::argument, "out-of-range", pointer, std::string(name) + " " + expectation);
}

void refuse_report(const char* pointer, const char* predicate) {
  throw Error(ErrorType::report, "out-of-range", pointer, std::string(pointer) + " " + predicate);
}

}  // namespace expost

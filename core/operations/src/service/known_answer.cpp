#include "service/known_answer.hpp"

#include <cmath>
#include <string>

#include "expost/numerics/error.hpp"

namespace expost::operations {

void check_known_answer(int& checks, const char* what, double computed, double expected) {
  ++checks;
  if (!(std::fabs(computed - expected) <= 1e-9 * std::fabs(expected))) {
    throw Error(ErrorType::numerics, "self-test", "",
                std::string("the self-test failed (") + what + "): this copy computes wrong numbers here, so none is shown");
  }
}

}  // namespace expost::operations

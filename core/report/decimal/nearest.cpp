#include <fast_float/fast_float.h>

#include "expost/report/decimal.hpp"

namespace expost::report {

double nearest_double(std::string_view decimal) {
  double value = 0;
  // Out of range, the value is infinite or 0 all the same, which is what is wanted.
  fast_float::from_chars(decimal.data(), decimal.data() + decimal.size(), value);
  return value;
}

}  // namespace expost::report

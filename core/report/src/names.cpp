#include "expost/report/names.hpp"

namespace expost::report {

std::string alternatives(std::span<const char* const> names) {
  std::string words;
  for (std::size_t i = 0; i < names.size(); ++i) {
    words += i == 0 ? "" : i + 1 == names.size() ? " or " : ", ";
    words += names[i];
  }
  return words;
}

}  // namespace expost::report

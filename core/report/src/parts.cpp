#include "parts.hpp"

namespace expost::report {

bool Parts::read_part(void (*read)(void* part), void* part) const {
  if (errors_ == nullptr) {
    read(part);
    return true;
  }
  const auto before = errors_->size();
  try {
    read(part);
  } catch (const Error& error) {
    errors_->push_back(error);
  }
  return errors_->size() == before;
}

}  // namespace expost::report

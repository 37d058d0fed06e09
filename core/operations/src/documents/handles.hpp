// Looking up what is held between calls.
#pragma once

#include <limits>
#include <string>

#include "documents/request.hpp"

namespace expost::operations {

/// The entry of `holders` that the request names by its integer handle under `key`.
template <class Holders>
auto held(Holders& holders, const Request& request, const char* key) {
  const auto found = holders.find(request.integer(key, 1, std::numeric_limits<int>::max()));
  if (found == holders.end()) {
    report::throw_error(ErrorType::argument, "freed", request.place(key), {"the ", key, " was freed or never loaded"});
  }
  return found;
}

}  // namespace expost::operations

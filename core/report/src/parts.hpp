// Reading a document part by part: up to the first error, or on to the end with all of them.
#pragma once

#include <vector>

#include "expost/numerics/error.hpp"

namespace expost::report {

/// Reads the parts of a document: throws the first error, or collects one for each part.
class Parts {
 public:
  /// Throws the first error.
  Parts() = default;
  /// Collects errors, unless `errors` is null.
  explicit Parts(std::vector<Error>* errors) : errors_(errors) {}

  /// False if the part, or a part of it, has an error.
  template <class Read>
  bool read(Read read) const {
    return read_part([](void* part) { (*static_cast<Read*>(part))(); }, &read);
  }

  [[nodiscard]] bool collects() const { return errors_ != nullptr; }

 private:
  /// Calls `read` with `part`. One function for all parts, which the check page's size is for.
  bool read_part(void (*read)(void* part), void* part) const;

  std::vector<Error>* errors_ = nullptr;
};

}  // namespace expost::report

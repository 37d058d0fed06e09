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
    if (errors_ == nullptr) {
      read();
      return true;
    }
    const auto before = errors_->size();
    try {
      read();
    } catch (const Error& error) {
      errors_->push_back(error);
    }
    return errors_->size() == before;
  }

  [[nodiscard]] bool collects() const { return errors_ != nullptr; }

 private:
  std::vector<Error>* errors_ = nullptr;
};

}  // namespace expost::report

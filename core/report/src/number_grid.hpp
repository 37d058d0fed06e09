// Numbers on grids, and vectors of numbers, in reports.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "definitions.hpp"
#include "document.hpp"

namespace expost::report {

inline std::span<double> span_of(Eigen::VectorXd& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

/// Refuses values that don't lie on the grid which they are said to lie on.
template <typename Values>
void check_grid(const Node& node, const Values& values, double grid, const char* key = "x-grid") {
  if (grid > 0 && !((values / grid).floor() == values / grid).all()) {
    node.refuse_as("off-grid", {"must have whole multiples of ", key, " only"});
  }
}

/// Reads `encoding` and `data` of an object that holds doubles in base64, in place: exactly
/// `numbers.size()` of them within limits::magnitude; `why` says where the length comes from.
void read_packed(const Object& packed, std::span<double> numbers, const char* why);
/// `data` of exactly `size` bytes in base64, which are so many numbers.
[[nodiscard]] std::vector<std::uint8_t> read_packed_bytes(const Node& data, std::size_t size, std::size_t numbers,
                                                          const char* why);
/// Refuses numbers that aren't finite or beyond limits::magnitude.
void require_usable(const Node& data, std::span<const double> numbers);
/// Adds both keys.
/// @throws Error (ErrorType::argument, "not-finite")
void write_packed(OrderedJson& packed, std::span<const double> numbers);

/// @throws Error (ErrorType::argument, "not-finite")
[[nodiscard]] OrderedJson write_vector(const Eigen::VectorXd& vector);

}  // namespace expost::report

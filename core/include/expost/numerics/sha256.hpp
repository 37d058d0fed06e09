// SHA-256 (FIPS 180-4).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace expost {

/// Returns 64 hexadecimal digits in lower case.
[[nodiscard]] std::string sha256(std::span<const std::uint8_t> bytes);

}  // namespace expost

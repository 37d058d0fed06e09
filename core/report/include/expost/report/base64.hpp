// Base64 (RFC 4648, section 4) of bytes and of little-endian doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace expost::report {

/// Bytes that the text decodes to, from its length and padding alone; none if no strict base64 has
/// that length.
[[nodiscard]] std::optional<std::size_t> base64_decoded_size(std::string_view text);

/// Strict decoding: standard alphabet, padding required, no blanks, unused bits zero, so that each
/// sequence of bytes has exactly one text. False (with `bytes` in any state) if the text is
/// anything else or isn't `bytes.size()` bytes long.
[[nodiscard]] bool decode_base64_bytes(std::string_view text, std::span<std::uint8_t> bytes);

/// The same for doubles of any value, in place: a text of `numbers.size()` doubles, each of them 8
/// bytes, least significant first on every machine.
[[nodiscard]] bool decode_base64_doubles(std::string_view text, std::span<double> numbers);

[[nodiscard]] std::string encode_base64_bytes(std::span<const std::uint8_t> bytes);
[[nodiscard]] std::string encode_base64_doubles(std::span<const double> numbers);

}  // namespace expost::report

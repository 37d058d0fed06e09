// Numbers of 106 and 512 bits, shapes of models and digits of a sum, as bytes (byte_codec.hpp).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "expost/losses/model_shape.hpp"
#include "expost/output/byte_codec.hpp"
#include "expost/output/row_source.hpp"
#include "numerics/double_double.hpp"
#include "numerics/wide_real.hpp"
#include "output/precise_rows.hpp"

namespace expost {

/// 512 bits as doubles that add up to them: each has the next 53 bits, or more where bits are 0.
/// Anything below 2^-1074 is lost, far below every error bound.
inline constexpr std::size_t parts_of_wide = 12;

inline void write(ByteWriter& to, const Wide& value) {
  Wide left = value;
  for (std::size_t i = 0; i < parts_of_wide; ++i) {
    const auto part = left.convert_to<double>();
    write(to, part);
    if (std::isfinite(part)) {
      left -= part;
    }
  }
}
inline void read(ByteReader& from, Wide& value) {
  value = 0;
  for (std::size_t i = 0; i < parts_of_wide; ++i) {
    double part = 0;
    read(from, part);
    value += part;
  }
}

inline void write(ByteWriter& to, DoubleDouble value) {
  write(to, value.high);
  write(to, value.low);
}
inline void read(ByteReader& from, DoubleDouble& value) {
  read(from, value.high);
  read(from, value.low);
}

/// The loss of a byte; none of any other.
inline std::optional<LossKind> loss_of(std::uint8_t byte) {
  const auto kind = static_cast<LossKind>(byte);
  switch (kind) {
    case LossKind::logistic:
    case LossKind::squared:
    case LossKind::pseudo_huber:
      return kind;
  }
  return std::nullopt;
}

inline void write(ByteWriter& to, const ModelShape& shape) {
  write(to, static_cast<std::uint8_t>(shape.loss.kind));
  write(to, shape.loss.width);
  write(to, static_cast<std::int64_t>(shape.classes));
}
inline void read(ByteReader& from, ModelShape& shape) {
  std::uint8_t byte = 0;
  std::int64_t classes = 0;
  read(from, byte);
  read(from, shape.loss.width);
  read(from, classes);
  const std::optional<LossKind> kind = loss_of(byte);
  if (!kind || !(shape.loss.width > 0) || classes < 0) {
    refuse_question();
  }
  shape.loss.kind = *kind;
  shape.classes = classes;
}

inline void write(ByteWriter& to, CurvatureDigits digits) {
  write(to, static_cast<std::uint8_t>((digits.wide_margins ? 1 : 0) + (digits.long_products ? 2 : 0)));
}
inline void read(ByteReader& from, CurvatureDigits& digits) {
  std::uint8_t byte = 0;
  read(from, byte);
  digits = {(byte & 1U) != 0, (byte & 2U) != 0};
}

}  // namespace expost

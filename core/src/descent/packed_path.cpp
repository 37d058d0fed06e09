#include "expost/descent/packed_path.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace expost {
namespace {

template <std::size_t Size>
using Bits = std::conditional_t<
    Size == 1, std::uint8_t,
    std::conditional_t<Size == 2, std::uint16_t, std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>>>;

template <class Number>
Number read(const std::uint8_t* bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bits |= std::uint64_t{bytes[i]} << (8 * i);
  }
  // Emscripten's library has no std::bit_cast yet.
  const auto own = static_cast<Bits<sizeof(Number)>>(bits);
  Number number;
  std::memcpy(&number, &own, sizeof(Number));
  return number;
}

template <class Number>
void append(std::vector<std::uint8_t>& bytes, Number number) {
  Bits<sizeof(Number)> own;
  std::memcpy(&own, &number, sizeof(Number));
  const std::uint64_t bits = own;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  }
}

/// Calls `with` with a number of the type that a path's iterates, but for the first one of
/// differences, consist of.
template <class With>
auto with_type(PathEncoding encoding, With&& with) {
  switch (encoding) {
    case PathEncoding::floats:
      return with(float());
    case PathEncoding::differences8:
      return with(std::int8_t());
    case PathEncoding::differences16:
      return with(std::int16_t());
    case PathEncoding::differences32:
      return with(std::int32_t());
    case PathEncoding::doubles:
      break;
  }
  return with(double());
}

template <class Integer>
bool fits(double number) {
  return number >= std::numeric_limits<Integer>::min() && number <= std::numeric_limits<Integer>::max();
}

/// The smallest encoding by differences, or that of doubles.
PathEncoding by_differences(const IterateMatrix& iterates, double step) {
  PathEncoding found = PathEncoding::differences8;
  for (Eigen::Index t = 0; t < iterates.rows(); ++t) {
    for (Eigen::Index i = 0; i < iterates.cols(); ++i) {
      const double multiple = iterates(t, i) / step;
      if (!fits<std::int32_t>(multiple) || multiple != std::floor(multiple)) {
        return PathEncoding::doubles;
      }
      const double difference = t > 0 ? multiple - iterates(t - 1, i) / step : 0;
      if (!fits<std::int32_t>(difference)) {
        return PathEncoding::doubles;
      }
      if (!fits<std::int16_t>(difference)) {
        found = PathEncoding::differences32;
      } else if (!fits<std::int8_t>(difference) && found == PathEncoding::differences8) {
        found = PathEncoding::differences16;
      }
    }
  }
  return found;
}

PathEncoding smallest(const IterateMatrix& iterates, double step) {
  const PathEncoding differences = step > 0 ? by_differences(iterates, step) : PathEncoding::doubles;
  const bool single = std::all_of(iterates.data(), iterates.data() + iterates.size(),
                                  [](double number) { return static_cast<double>(static_cast<float>(number)) == number; });
  return differences == PathEncoding::doubles && single ? PathEncoding::floats : differences;
}

}  // namespace

std::size_t PackedPath::size() const {
  const auto length = static_cast<std::size_t>(parameters);
  const auto width = with_type(encoding, [](auto number) { return sizeof(number); });
  const auto rows = static_cast<std::size_t>(count);
  return has_differences(encoding) ? length * (sizeof(std::int32_t) + (rows - 1) * width) : length * rows * width;
}

PathCursor::PathCursor(const PackedPath& path)
    : path_(&path),
      multiples_(has_differences(path.encoding) ? static_cast<std::size_t>(path.parameters) : 0),
      theta_(Eigen::VectorXd::Zero(path.parameters)) {}

bool PathCursor::next() {
  if (passed_ == path_->count) {
    return false;
  }
  // The first one of differences is whole.
  const PathEncoding encoding =
      passed_ == 0 && has_differences(path_->encoding) ? PathEncoding::differences32 : path_->encoding;
  const bool all_fit = with_type(encoding, [&]<class Number>(Number) {
    for (Eigen::Index i = 0; i < path_->parameters; ++i, at_ += sizeof(Number)) {
      const auto number = read<Number>(&path_->bytes[at_]);
      if constexpr (std::is_floating_point_v<Number>) {
        theta_(i) = number;
      } else {
        std::int32_t& multiple = multiples_[static_cast<std::size_t>(i)];
        const std::int64_t moved = std::int64_t{multiple} + number;
        if (!fits<std::int32_t>(static_cast<double>(moved))) {
          return false;
        }
        multiple = static_cast<std::int32_t>(moved);
        theta_(i) = multiple * path_->step;
      }
    }
    return true;
  });
  passed_ += all_fit ? 1 : 0;
  return all_fit;
}

IterateMatrix unpacked(const PackedPath& path) {
  IterateMatrix iterates(path.count, path.parameters);
  PathCursor cursor(path);
  while (cursor.next()) {
    iterates.row(cursor.passed() - 1) = cursor.theta().transpose();
  }
  return iterates;
}

PackedPath packed(const IterateMatrix& iterates, double step) {
  PackedPath path{smallest(iterates, step), iterates.rows(), iterates.cols(), step, {}};
  path.bytes.reserve(path.size());
  for (Eigen::Index t = 0; t < iterates.rows(); ++t) {
    with_type(path.encoding, [&]<class Number>(Number) {
      for (Eigen::Index i = 0; i < iterates.cols(); ++i) {
        if constexpr (std::is_floating_point_v<Number>) {
          append(path.bytes, static_cast<Number>(iterates(t, i)));
        } else if (t == 0) {
          append(path.bytes, static_cast<std::int32_t>(iterates(t, i) / step));
        } else {
          append(path.bytes, static_cast<Number>((iterates(t, i) - iterates(t - 1, i)) / step));
        }
      }
    });
  }
  return path;
}

}  // namespace expost

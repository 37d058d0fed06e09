// The iterates of a path in few bytes (docs/report-format.md, "The path").
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace expost {

/// Iterates or sums, one a row.
using IterateMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// How iterates are written, numbers with their lowest byte first. Differences: the first iterate
/// in 32-bit multiples of the rule's step, then for each other one how much more each of its
/// multiples is than in the one before.
enum class PathEncoding {
  doubles,
  floats,
  differences8,
  differences16,
  differences32,
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(PathEncoding value) {
  switch (value) {
    case PathEncoding::doubles:
      return "base64-f64le";
    case PathEncoding::floats:
      return "base64-f32le";
    case PathEncoding::differences8:
      return "i8-differences";
    case PathEncoding::differences16:
      return "i16-differences";
    case PathEncoding::differences32:
      return "i32-differences";
  }
  return nullptr;
}
/// Whether iterates but the first are differences.
[[nodiscard]] constexpr bool has_differences(PathEncoding value) {
  return value != PathEncoding::doubles && value != PathEncoding::floats;
}

/// A path as it is written: `count` ≥ 1 iterates of D = `parameters` ≥ 1 numbers.
struct PackedPath {
  PathEncoding encoding = PathEncoding::doubles;  ///< of all iterates
  Eigen::Index count = 0;                         ///< ≥ 1
  Eigen::Index parameters = 0;                    ///< D ≥ 1
  double step = 0;                                ///< of differences: a power of two
  std::vector<std::uint8_t> bytes;                ///< exactly `size()` of them, or none yet
  std::string sha256 = {};                        ///< of the bytes, where a report leaves them to a file

  /// How many bytes it has to have.
  [[nodiscard]] std::size_t size() const;
};

/// Goes along a path with one iterate in memory. The path has all its bytes, and outlives it.
class PathCursor {
 public:
  /// Stands before the first iterate.
  explicit PathCursor(const PackedPath& path);
  /// Goes to the next iterate, at first to the first one; false where there is none, and where a
  /// multiple doesn't fit 32 bits.
  [[nodiscard]] bool next();
  /// How many iterates it came to.
  [[nodiscard]] Eigen::Index passed() const { return passed_; }
  /// Returns the iterate that it came to last, length D.
  [[nodiscard]] const Eigen::VectorXd& theta() const { return theta_; }

 private:
  const PackedPath* path_;
  Eigen::Index passed_ = 0;
  std::size_t at_ = 0;
  std::vector<std::int32_t> multiples_;
  Eigen::VectorXd theta_;
};

/// Returns all iterates at once.
[[nodiscard]] IterateMatrix unpacked(const PackedPath& path);

/// Returns the path in the encoding of fewest bytes that loses nothing but the sign of zeros;
/// `step` is the rule's, 0 without one. Finite numbers.
[[nodiscard]] PackedPath packed(const IterateMatrix& iterates, double step);

}  // namespace expost

// Midpoints and radii of what a training computed (Rump 1999; docs/networks.md, section 3).
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <functional>
#include <vector>

#include "expost/network/network_norm.hpp"
#include "expost/numerics/constants.hpp"
#include "numerics/outward.hpp"

namespace expost {

/// γ_n = nv/(1 − nv): how far a sum of n terms may be off, relative to the sum of their sizes.
/// Infinite where nothing can be said.
inline double gamma_of(double terms, double unit) {
  const double off = terms * unit;
  return off <= 0.5 ? off / (1 - off) : infinity;
}

/// The roundings of a training, and of the enclosure itself, which is computed in doubles.
struct Roundings {
  explicit Roundings(const GradientArithmetic& arithmetic)
      : unit(arithmetic.numbers == Arithmetic::float64 ? unit_roundoff : 0x1p-24),
        both(unit + unit_roundoff),
        tiny(arithmetic.numbers == Arithmetic::float64 ? 0x1p-1022 : 0x1p-126),
        tensor(arithmetic.numbers == Arithmetic::tf32),
        elsewhere(arithmetic.elsewhere),
        backward_tiny(tiny * std::max(1.0, arithmetic.divisor)) {}

  double unit;           ///< u of the training
  double both;           ///< u and the enclosure's own
  double tiny;           ///< what is smaller may have become 0
  bool tensor;           ///< products of matrices take numbers of 10 bits
  bool elsewhere;        ///< another program's
  double backward_tiny;  ///< the same of gradients of a divided loss

  /// Relative to the sum of sizes: a sum of n products, as computed there and here.
  [[nodiscard]] double of_products(double terms) const {
    if (tensor) {
      constexpr double bits = 2 * 0x1p-10 + 0x1p-20;
      return bits + (1 + bits) * gamma_of(terms + 2, 0x1p-22) + gamma_of(terms + 2, unit_roundoff);
    }
    return of_sum(terms);
  }
  /// A sum of n numbers.
  [[nodiscard]] double of_sum(double terms) const { return gamma_of(terms + 2, unit) + gamma_of(terms + 2, unit_roundoff); }
  /// True if Euclidean radii are worth their products.
  [[nodiscard]] bool coarse() const { return unit > unit_roundoff; }
};

/// A factor that covers the enclosure's own sum of n numbers ≥ 0.
inline double above_sum(double terms) {
  return 1 + 2 * gamma_of(terms + 8, unit_roundoff);
}
/// ‖v‖ or more.
inline double norm_above(const Eigen::VectorXd& v) {
  return raised(v.norm() * above_sum(static_cast<double>(v.size()))) + underflow;
}

/// A gradient that one of several places has, and nobody knows which.
struct Tie {
  std::size_t begin, end;  ///< its places, in Ball::places
  double mid, radius;      ///< the gradient
};

/// All vectors within `radius` of `mid` in each number, and within `length` of it.
struct Ball {
  Eigen::VectorXd mid;
  Eigen::VectorXd radius;
  double length = 0;                      ///< ‖true − mid‖ or more
  std::vector<Tie> ties = {};             ///< to be added to `mid`: one place of each has it
  std::vector<Eigen::Index> places = {};  ///< of the ties

  /// ‖true‖ or more, without ties.
  [[nodiscard]] double norm() const { return std::min(norm_above(mid.cwiseAbs() + radius), raised(norm_above(mid) + length)); }
  /// |true| or more, in each number.
  [[nodiscard]] Eigen::VectorXd size() const { return mid.cwiseAbs() + radius; }
  /// Takes the norm of the radii where that is shorter.
  void tighten() { length = std::min(length, norm_above(radius)); }
  /// The same without ties: each place has half a gradient, more or less.
  [[nodiscard]] Ball folded() const;
};

}  // namespace expost

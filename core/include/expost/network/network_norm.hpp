// The length of one record's gradient, from above, whatever roundings the training had
// (docs/networks.md, section 3).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "expost/network/network_gradient.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// The numbers that a training computed gradients in.
enum class Arithmetic {
  float64,  ///< doubles
  float32,  ///< numbers of 32 bits
  tf32,     ///< the same, products of matrices rounded to 10 bits before
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(Arithmetic value) {
  switch (value) {
    case Arithmetic::float64:
      return "float64";
    case Arithmetic::float32:
      return "float32";
    case Arithmetic::tf32:
      return "tf32";
  }
  return nullptr;
}

/// How a gradient was computed.
struct GradientArithmetic {
  Arithmetic numbers = Arithmetic::float64;  ///< what in
  bool elsewhere = false;                    ///< by another program, whose input and p − 1 are rounded as well
  double divisor = 1;                        ///< losses were divided by at most this before they were differentiated
};

/// Records around one: x ± radius, and labels.
struct NetworkRecord {
  Eigen::VectorXd x;       ///< length d
  Eigen::VectorXd radius;  ///< length d, ≥ 0
  Interval label;          ///< y from here to there; for softmax one class
};

/// Returns at least ‖∇_θ ℓ(F_θ(x̃), y)‖ for each x̃ of the record and each of its labels, as any
/// order of sums computes it in that arithmetic. Infinite where nothing can be said.
[[nodiscard]] double network_norm(const NetworkLoss& loss, const Eigen::Ref<const Eigen::VectorXd>& theta,
                                  const NetworkRecord& record, const GradientArithmetic& arithmetic);

/// Returns where the scores of each x̃ of the record lie, rounded outwards.
[[nodiscard]] std::vector<Interval> network_ranges(const PreparedNetwork& network,
                                                   const Eigen::Ref<const Eigen::VectorXd>& theta, const NetworkRecord& record);

}  // namespace expost

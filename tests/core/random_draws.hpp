// Random numbers of the tests: an engine that the C++ standard fixes to the bit, and a sampler
// other than the library's.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <random>

namespace expost {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed) {}

  /// Uniform on [low, high).
  double uniform(double low = 0, double high = 1) {
    return low + (high - low) * static_cast<double>(engine_() >> 11U) * 0x1p-53;
  }

  /// e to a uniform exponent: positive numbers of every size between the ends.
  double logarithmic(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }

  /// A whole number from `low` to `high`.
  int integer(int low, int high) { return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1)); }

  bool coin() { return (engine_() >> 63U) != 0; }

  /// Standard normal, by Box and Muller (the library's sampler inverts the distribution function).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(6.283185307179586 * uniform());
  }

  Eigen::VectorXd normal_vector(Eigen::Index d, double sigma = 1) {
    Eigen::VectorXd v(d);
    for (Eigen::Index i = 0; i < d; ++i) {
      v(i) = sigma * normal();
    }
    return v;
  }

  /// A vector in the unit ball, of random direction; `norm` fixes its length.
  Eigen::VectorXd in_ball(Eigen::Index d, double norm) {
    Eigen::VectorXd v = normal_vector(d);
    return v * (norm / v.norm());
  }
  Eigen::VectorXd in_ball(Eigen::Index d) { return in_ball(d, uniform()); }

  /// An orthogonal matrix: a product of reflections.
  Eigen::MatrixXd rotation(Eigen::Index d) {
    Eigen::MatrixXd q = Eigen::MatrixXd::Identity(d, d);
    for (Eigen::Index i = 0; i < d; ++i) {
      const Eigen::VectorXd v = in_ball(d, 1);
      q -= 2 * (q * v) * v.transpose();
    }
    return q;
  }

  /// σ(Z + Zᵀ)/√2.
  Eigen::MatrixXd symmetric_noise(Eigen::Index d, double sigma) {
    Eigen::MatrixXd z(d, d);
    for (Eigen::Index i = 0; i < d; ++i) {
      z.col(i) = normal_vector(d);
    }
    const Eigen::MatrixXd sum = z + z.transpose();
    return sum * (sigma / std::sqrt(2.0));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace expost

// One posterior sample that is an exact function of the data and of random words (docs/noise.md,
// "Posterior samples"), in real arithmetic
//
//     θ* = argmin ½Σ(x_iᵀθ − y_i − ε_i/√γ)² + (λ/2)‖θ − ε₀/√(γλ)‖²,
//
// ε_i and ε₀ standard normal: labels and prior are perturbed (Papandreou & Yuille 2010, "Gaussian
// sampling by local perturbations"). The gradient's noise Σx_iε_i/√γ + √(λ/γ)ε₀ has the covariance
// H/γ, H = XᵀX + λI, so that θ* ~ N(θ̂, (γH)⁻¹) without any root of H. θ* is then rounded at random
// to a public grid.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "expost/noise/exact_noise.hpp"
#include "expost/output/exact_fit.hpp"

namespace expost {

/// The n + d exact normal variables of a sample, of any precision.
class SampleNoise {
 public:
  /// `rows` n ≥ 0, `length` d of θ. The source has to outlive it.
  SampleNoise(Eigen::Index rows, Eigen::Index length, RandomSource& source);

  /// ε₀, length d.
  [[nodiscard]] std::vector<ExactNormal>& prior() { return prior_; }
  /// ε_i, length n: the first is that of the row which is first in rows_by_bits.
  [[nodiscard]] std::vector<ExactNormal>& rows() { return rows_; }

 private:
  std::vector<ExactNormal> prior_;
  std::vector<ExactNormal> rows_;
};

/// The rows' numbers in the order of the bits of (x, y), first coordinate first, as unsigned
/// integers; equal rows keep their order. So the sample doesn't depend on the order of a table.
[[nodiscard]] std::vector<Eigen::Index> rows_by_bits(const CodedData& data);

/// The doubles next to −Σx_iε_i/√γ − √(λ/γ)ε₀, length d: J with this as its linear term has its
/// minimum near θ*.
[[nodiscard]] Eigen::VectorXd rounded_perturbation(double lambda, double gamma, const CodedData& data, SampleNoise& noise);

/// θ̃: draws, and rounds to multiples of `step`. λ and γ from 2^-40 to 2^40, step a power of two
/// from 2^-60 to 1 (ErrorType::argument otherwise). `start` of length d, from which the search
/// begins: the output is the same wherever it is. The offsets of the rounding come from `source`.
/// Never refuses data; no rows are some.
[[nodiscard]] ExactFit sample_exactly(double lambda, double gamma, const CodedData& data, SampleNoise& noise, double step,
                                      const Eigen::VectorXd& start, RandomSource& source, FirstRung first = FirstRung::doubles);

}  // namespace expost

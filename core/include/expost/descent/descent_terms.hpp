// Numbers that are fixed before a training by noisy gradient descent, for one person
// (docs/noisy-gradient-descent.md, section 4).
#pragma once

namespace expost {

/// Everything that tilts and weights of a person's bound may depend on.
struct DescentTerms {
  double rate = 1;     ///< q in (0, 1], the probability with which a record takes part in a step
  double steps = 1;    ///< T ≥ 1, the most steps allowed, whether or not a rule ended it earlier
  double cap = 0;      ///< s_z ≥ 0: no step moves the mean by more, in units of σ
  double failure = 0;  ///< ρ in (0, 1), the probability with which the interval may miss the loss

  /// The same for each of `count` ≥ 1 records chosen before the training: ρ/count in everything.
  [[nodiscard]] DescentTerms for_rows(double count) const { return {rate, steps, cap, failure / count}; }
};

/// Tilts of a bound.
inline constexpr int tilt_count = 64;

/// Returns 2^{j/2}.
[[nodiscard]] double tilt(int j);

/// Returns j₀, the integer in [−20, 200] at which (T·A(1 + λ; s_z, q) + log(2/ρ))/λ, λ = 2^{j/2},
/// is least; of several within 1e-12 of the least the smallest. Errors: ErrorType::argument.
[[nodiscard]] int first_tilt(const DescentTerms& terms);

}  // namespace expost

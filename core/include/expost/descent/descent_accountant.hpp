// The promise to everybody of noisy gradient descent (docs/noisy-gradient-descent.md, section 6).
//
// Neighbours: add or remove one person. Every δ and ε is an upper bound, every σ on the safe side
// of its root. Arguments out of range: ErrorType::argument.
#pragma once

namespace expost {

/// Accountants of noisy gradient descent.
enum class DescentAccountant {
  gaussian,  ///< q = 1, exact: Gaussian steps compose to one Gaussian mechanism
  rdp,       ///< q < 1: Rényi differential privacy of each step
  pld,       ///< q < 1: privacy loss distributions composed numerically
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(DescentAccountant value) {
  switch (value) {
    case DescentAccountant::gaussian:
      return "gaussian";
    case DescentAccountant::rdp:
      return "rdp";
    case DescentAccountant::pld:
      return "pld";
  }
  return nullptr;
}

/// No σ/C above this is looked for.
inline constexpr double largest_noise_multiplier = 1e6;

/// T steps of noise σ on a sum of gradients of norm at most C, in each of which a record takes part
/// with probability q.
struct DescentNoise {
  double multiplier;  ///< σ/C > 0
  double rate;        ///< q in (0, 1]
  int steps;          ///< T ≥ 1; for shuffled epochs their number, with rate 1
};

/// The least ε ≥ 0 at which the accountant gives (ε, δ), never below it; infinite where it gives
/// none. δ in (0, 1). `gaussian` is for q = 1 alone, the others for q < 1. `pld` with δ < 1e-9 is
/// `rdp`, whose numbers are logarithms, and so it is where σ/C > 1e4 or q < 1e-9.
[[nodiscard]] double descent_epsilon(DescentAccountant accountant, const DescentNoise& noise, double delta);

/// The same for δ at an ε ≥ 0, at most 1. For `rdp` from the same orders.
[[nodiscard]] double descent_delta(DescentAccountant accountant, const DescentNoise& noise, double epsilon);

/// Whether the accountant gives (ε, δ), ε ≥ 0 and δ in (0, 1): never where it doesn't. Quicker than
/// either number.
[[nodiscard]] bool descent_within(DescentAccountant accountant, const DescentNoise& noise, double epsilon, double delta);

/// The least σ/C with which T steps at rate q are (ε, δ)-differentially private as the accountant
/// has it, at most 1e-4 (`gaussian`: 1e-12) of itself above; infinite where no multiplier up to 1e6
/// is enough. ε > 0, δ in (0, 1).
[[nodiscard]] double descent_multiplier(DescentAccountant accountant, double rate, int steps, double epsilon, double delta);

/// Both directions of `pld`: a removal's δ and an addition's.
struct DirectedDelta {
  double removal;   ///< δ of taking a record away
  double addition;  ///< δ of adding one
};
/// Returns both δ at an ε ≥ 0, for q < 1.
[[nodiscard]] DirectedDelta descent_pld_delta(const DescentNoise& noise, double epsilon);

}  // namespace expost

// Bounds for every record at once along a published path, q = 1 (docs/noisy-gradient-descent.md,
// section 7).
#pragma once

#include "expost/descent/gradient_norms.hpp"
#include "expost/losses/loss.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// Numbers of a report that everybody's bounds share. Made once a report, in O(TD).
struct EverybodyTerms {
  double chi = 0;         ///< at least the 1 − ρ/2 quantile of χ with TD degrees of freedom
  double net_error = 0;   ///< e ≥ √(Σ(rΛ_t + rounding)²)/σ, r = 1e-4
  double log_net = 0;     ///< t_N = log(4/ρ) + log N, rounded up
  double energy_cap = 0;  ///< μ² ≥ T(C + rounding)²/σ²
};

/// ρ in (0, 1); `path` with every iterate, and `most_steps` ≥ path.steps the T fixed beforehand.
/// `rounding` ≥ 0: how far each clipped gradient may be, as it was summed up, from its value in
/// real arithmetic; what it is off as it is computed in doubles is counted apart. The bounds are
/// about the loss of all noisy sums: offered only where each of them can be computed
/// from the report. Errors: ErrorType::argument (ρ, T), ErrorType::report (a path that isn't
/// complete, or not as `gradient_norms` has it).
[[nodiscard]] EverybodyTerms everybody_terms(const Loss& loss, const DescentPath& path, int most_steps, double failure,
                                             double rounding = 0);
/// The same for softmax.
[[nodiscard]] EverybodyTerms everybody_terms(const Softmax& loss, const DescentPath& path, int most_steps, double failure,
                                             double rounding = 0);

/// b(V) of both ways, rounded up: everybody's |M| is at most the smaller one. V ≥ 0.
struct EverybodyWidth {
  double direct = 0;  ///< √V χ
  double net = 0;     ///< by a net of records
};
/// Returns them at V = `energy` ≥ 0.
[[nodiscard]] EverybodyWidth everybody_width(const EverybodyTerms& terms, double energy);

/// Where the signed loss lies for every record at once with probability 1 − ρ, for members and for
/// anyone else: from −max(b(v) − v/2) over 0 ≤ v ≤ V to V/2 + b(V), V = `energy` of the person's
/// norms or of larger ones. Rounded outwards. [0, 0] for V = 0.
[[nodiscard]] Interval everybody_interval(const EverybodyTerms& terms, double energy);

/// Never called: of a network there is no bound for everybody. Errors: ErrorType::argument.
[[nodiscard]] EverybodyTerms everybody_terms(const NetworkLoss& loss, const DescentPath& path, int most_steps, double failure,
                                             double rounding);

}  // namespace expost

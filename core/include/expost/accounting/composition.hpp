// Several publications about the same people, composed (mathematics.md, section 7.19 to 7.22).
//
// All promises are under one relation of neighbours: in this library, one record less or one more.
// Data, features and loss may be chosen after the earlier publications were seen; promises, and
// whether there is another publication, may not: then only the sums of ε and δ hold. Arguments out
// of range: ErrorType::argument.
#pragma once

#include <memory>
#include <vector>

#include "expost/noise/gaussian_pair.hpp"

namespace expost {

/// One promise: (ε, δ)-differential privacy.
struct EpsilonDelta {
  double epsilon;  ///< ≥ 0, finite
  double delta;    ///< in [0, 1]
};

/// Promises of one publication that hold at once: at least one, in any order.
using PromiseCurve = std::vector<EpsilonDelta>;

/// Steps of Poisson-sampled Gaussian mechanisms, dominated by those of the pair
/// ((1 − q)N(0, 1) + qN(1/multiplier, 1), N(0, 1)) for a removal and of its mirror image for an
/// addition, with the loss of all raised by slack (docs/noisy-gradient-descent.md, section 6).
struct SampledSteps {
  double multiplier;  ///< σ/C > 0
  double rate;        ///< q in (0, 1)
  int steps;          ///< ≥ 1
  double slack = 0;   ///< ≥ 0
};

/// The promise of publications together: Gaussian ones by √Σm², others by the sums of their losses,
/// which are exact where they are few and else on a grid, moved outwards.
class ComposedPromise {
 public:
  /// Publications by their Gaussian pairs (shift and slack ≥ 0, finite), by their curves, and by
  /// their sampled steps. With the last δ has about 2e-12 more than the truth.
  ComposedPromise(const std::vector<GaussianPair>& gaussians, const std::vector<PromiseCurve>& curves,
                  const std::vector<SampledSteps>& sampled = {});

  /// Returns a δ at ε ≥ 0 that is never below that of the pairs together, and at most 1.
  [[nodiscard]] double delta(double epsilon) const;

  /// Returns an ε ≥ 0 at δ in [0, 1) that is never below that of the pairs together. Infinite where
  /// δ is below what the publications have at every ε, 1 − Π(1 − δ_i) with the least δ_i of each
  /// curve, or where their losses are beyond 2^40.
  [[nodiscard]] double epsilon(double delta) const;

 private:
  struct Directions;

  [[nodiscard]] double finite_delta(double epsilon) const;
  [[nodiscard]] double room(double delta) const;

  double shift_ = 0;              ///< of all Gaussian pairs together
  double slack_ = 0;              ///< losses may be larger by this
  std::vector<double> losses_;    ///< of all curves together, ascending
  std::vector<double> masses_;    ///< of `losses_`, rounded up
  std::vector<double> infinite_;  ///< the mass of each curve at an infinite loss
  double rounding_ = 0;           ///< relative, of the masses
  bool known_ = true;             ///< false: losses too large to be composed
  /// Everything in either direction, where there are sampled steps; else none.
  std::shared_ptr<const Directions> directions_;
};

/// Returns what basic composition gives: Σε and Σδ, both rounded up; (0, 0) of no promises.
[[nodiscard]] EpsilonDelta basic_composition(const std::vector<EpsilonDelta>& promises);

}  // namespace expost

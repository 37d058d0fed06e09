// A person's bounds on her own ex-post privacy loss, from the published report and her record alone
// (mathematics.md, sections 4, 5, 6 and 10; [R] Algorithms 2 and 4).
//
//   PreparedReport  one O(d³) tridiagonalisation of Ĥ, shared by everybody
//   BoundRule       the noise quantiles for one choice of options
//   BoundRule::bound(x, y)  O(d²), no allocation that grows with the number of calls
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>

#include "expost/bounds/linear_part.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/bounds/scope.hpp"
#include "expost/numerics/interval.hpp"
#include "expost/numerics/tridiagonal.hpp"
#include "expost/release/published_model.hpp"

namespace expost {

/// The methods of bounds.
enum class Method {
  sharp,        ///< section 5, the default
  redberg2021,  ///< section 4: Redberg & Wang 2021 with the errata of section 16 applied
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(Method value) {
  switch (value) {
    case Method::sharp:
      return "sharp";
    case Method::redberg2021:
      return "redberg2021";
  }
  return nullptr;
}

/// Options of a bound. BoundRule checks the ranges.
struct BoundOptions {
  Method method = Method::sharp;                   ///< the method
  Membership member = Membership::unknown;         ///< what is known of the membership; unknown: bounds hold for both
  double failure_probability = 1e-6;               ///< ρ in (0, 1)
  Uniformity uniformity;                           ///< for how many records at once
  double release_cost_delta = 1e-6;                ///< δ of the release's pDP, in (0, 1)
  double release_cost_failure_probability = 1e-6;  ///< ρ_r in (0, 1)
  bool release_cost_pdp = true;                    ///< whether to compute `release_cost_pdp` (a root; skipped for long files)
};

/// The end of an interval where the total is largest in absolute value, and what it is made of.
///
/// leverage + gradient_norm + gradient + release equals the total's upper bound on |L| up to
/// rounding. Where model and releases are bounded by one event (mathematics.md, section 6.1), what
/// the noise does is told apart in proportion to the squares of how far the person moves each.
struct Components {
  Membership member;     ///< in or out
  bool upper_end;        ///< upper end of the signed interval; the signs are reversed at a lower end
  double leverage;       ///< the log-determinant, in nats
  double gradient_norm;  ///< q²/2, in nats
  double gradient;       ///< c, in nats
  double release;        ///< what the releases add, in nats
};

/// Bounds on the signed ex-post loss L of one person, in nats; infinite ends where nothing can be
/// said, never NaN. What a loss or a method doesn't have is 0.
struct Bound : LossEnds {
  Interval epsilon;  ///< ε̲ ≤ |L| ≤ ε̄ for the membership asked for; of the model alone

  Interval determinant_in;   ///< of −log det(I − UᵀH⁻¹U), 0 or above; not with redberg2021
  Interval determinant_out;  ///< of −log det(I + UᵀH⁻¹U), 0 or below; not with redberg2021
  double gradient_norm = 0;  ///< q²/2, q = ‖∇ℓ‖/σ
  Interval gradient;         ///< c̲ ≤ c ≤ c̄
  // Generalised linear losses alone have these.
  Interval leverage;             ///< μ̲ ≤ xᵀH⁻¹x ≤ μ̄ (sharp); redberg2021: 0 and its μ̄
  double alpha = 0;              ///< the minimising α of 5.2 (sharp with a Hessian)
  double first_derivative = 0;   ///< f'(t; y) at t = xᵀθ̂
  double second_derivative = 0;  ///< f''(t; y) ≥ 0 at t = xᵀθ̂

  Interval total;                        ///< bounds on |L| of everything published
  bool joint = false;                    ///< whether totals come from one event (section 6.1), not from the sum of two bounds
  std::optional<Components> components;  ///< of total.upper; absent where it is infinite or the method is `redberg2021`
  std::optional<LinearPart> part;        ///< for several publications; absent with `redberg2021` and for every record at once

  /// The bounds on the model alone fail with at most this probability: ρ (sharp), 3ρ (redberg2021
  /// with a release).
  double failure_probability = 0;
  /// The total fails with at most this probability.
  double total_failure_probability = 0;
};

/// A report, decomposed once. Immutable, so that any number of rules may refer to it.
class PreparedReport {
 public:
  /// Throws ErrorType::report if the model is not one that a bound can be computed from (λ, σ ≤ 0,
  /// shapes that do not match, a gradient without a Hessian, a smallest eigenvalue without both,
  /// values that are not finite, an asymmetric Ĥ).
  explicit PreparedReport(PublishedModel model);

  /// The model as it was given.
  [[nodiscard]] const PublishedModel& model() const { return model_; }
  /// Returns d, the length of θ̂.
  [[nodiscard]] Eigen::Index dimension() const { return model_.dimension(); }
  /// Smallest eigenvalue of Ĥ (with a Hessian only).
  [[nodiscard]] double smallest_hessian_eigenvalue() const { return hessian_.smallest; }

 private:
  friend class BoundRule;

  PublishedModel model_;
  TridiagonalMatrix hessian_;  ///< Ĥ = Q T Qᵀ, with a Hessian only
  OutputCell cell_;            ///< where θ may lie that was rounded to the published one
};

/// Bounds for one report and one choice of options. Holds scratch space: one per thread.
class BoundRule {
 public:
  /// Keeps a reference to `report`. Throws ErrorType::argument for options out of range.
  BoundRule(const PreparedReport& report, BoundOptions options);
  BoundRule(const BoundRule& other);
  BoundRule(BoundRule&& other) noexcept;
  BoundRule& operator=(BoundRule other) noexcept;
  ~BoundRule();

  /// x of length d with ‖x‖₂ ≤ 1, y in the loss's domain. Throws ErrorType::record otherwise.
  [[nodiscard]] Bound bound(const Eigen::Ref<const Eigen::VectorXd>& x, double y);

  /// The options as they were given.
  [[nodiscard]] const BoundOptions& options() const;

  /// Returns a rule for every record of a region at once, for bound_over_region; it has scratch
  /// space of its own. Throws ErrorType::argument for the method redberg2021.
  [[nodiscard]] std::unique_ptr<RegionRule> region_rule(RecordRegion region) const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace expost

// The bounds of section 11 of mathematics.md, for a report in any coordinates: those of
// ConvexBoundRule, and of SoftmaxBoundRule in contrasts.
#pragma once

#include <Eigen/Core>

#include "bounds/release_reach.hpp"
#include "expost/bounds/convex_bound.hpp"
#include "expost/losses/convex_loss.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// A person at every θ that may have become the published one.
struct PointRange {
  Interval moved;       ///< of gᵀ∇ℓ, in the gradient's event
  double gradient = 0;  ///< ‖∇ℓ − point.gradient‖₂ at most
  double factor = 0;    ///< ∇²ℓ lies between ŨŨᵀ/stretch and stretch·ŨŨᵀ, ‖Ũ − U‖ ≤ this
  double stretch = 1;
  double curvature = 0;  ///< ‖∇²ℓ‖ at most; 0 where nothing is known
  double rank = 0;       ///< of ∇²ℓ, at most; 0 where the columns of its factor say it
  double allowance = 0;  ///< added to each end
  // Caps from elsewhere, for many records at once; none for one.
  Interval length = {0, infinity};  ///< of ‖∇ℓ‖
  double frobenius = infinity;      ///< of ‖∇²ℓ‖_F
  double determinant = infinity;    ///< of log det(I + ∇²ℓ/λ)
};

/// Bounds for one report and one choice of options.
class ConvexBounder {
 public:
  /// Throws as ConvexBoundRule does.
  ConvexBounder(const PreparedConvexReport& report, const BoundOptions& options, ConvexBoundChoices choices);

  /// Leaves gradient events to the caller, for a report in other coordinates than the published
  /// ones, of which there are `published_dimension`. Over the cell of the published θ, H changes by
  /// a factor of `stretch` at most.
  ConvexBounder(const PreparedConvexReport& report, const BoundOptions& options, Eigen::Index published_dimension,
                double stretch);

  /// Returns ConvexBoundRule::bound; of a bounder with gradient events of its own.
  [[nodiscard]] Bound bound(const LossPoint& point) const;
  [[nodiscard]] Bound bound_with(const LossPoint& point, const PointRange& range) const;
  /// Returns centre ± reach of weight·ĝᵀ∇ℓ and of what its event allows, ĝ off by `gradient_error`
  /// at most.
  [[nodiscard]] Interval around_release(const LossPoint& point, double weight, double gradient_error, double reach) const;

  /// Returns ρ_g.
  [[nodiscard]] double gradient_share() const;
  [[nodiscard]] const BoundOptions& options() const { return options_; }
  [[nodiscard]] GradientEvent event() const { return choices_.gradient; }

 private:
  class Determinants;

  const PreparedConvexReport* report_;
  BoundOptions options_;
  ConvexBoundChoices choices_;
  Eigen::Index published_dimension_;
  double stretch_;               ///< of H over the cell of the published θ
  double radius_ = 0;            ///< of the gradient's event, for a ∇ℓ of ℓ₂ norm 1
  double radius_1_ = 0;          ///< … for one of ℓ₁ norm 1; infinite where there is none
  double upper_shift_ = 0;       ///< t⁺σ₃
  double lower_shift_ = 0;       ///< t⁻σ₃
  double eigenvalue_floor_ = 0;  ///< λ̲
  ReleaseReach release_reach_;   ///< of the noise of the releases
};

/// True if the noise of ĝ alone may bound c. Throws ErrorType::argument where it may not and
/// `event` asks for it.
[[nodiscard]] bool may_be_fresh(const PublishedConvexModel& model, const BoundOptions& options, GradientEvent event);

}  // namespace expost

// Bounds on the ex-post privacy loss for any smooth convex loss (mathematics.md, section 11; [R]
// Theorems 8 and 9, appendix C.2).
//
//   PreparedConvexReport  one O(d³) tridiagonalisation of Ĥ, shared by everybody
//   ConvexBoundRule       the noise quantiles for one choice of options
//   ConvexBoundRule::bound(point)  O(d²k + dk²) for a Hessian factor of k columns
#pragma once

#include <Eigen/Core>
#include <memory>

#include "expost/bounds/bound.hpp"
#include "expost/losses/convex_loss.hpp"
#include "expost/numerics/interval.hpp"
#include "expost/numerics/tridiagonal.hpp"
#include "expost/release/published_model.hpp"

namespace expost {

/// Which event bounds c = gᵀ∇ℓ/σ². ∇ℓ depends on θ̂, so on b: with `fused` the bound has to hold
/// in every direction that ∇ℓ could have.
enum class GradientEvent {
  narrower,  ///< the one of the two with the smaller radius, which the noise levels alone decide
  fused,     ///< b and the noise of ĝ together: holds for every ∇ℓ at once, so for any number of records
  fresh,     ///< the noise of ĝ alone, which is independent of θ̂: needs a release, and records chosen beforehand
};

/// How the bounds of section 11 are combined; the defaults are the sharpest.
struct ConvexBoundChoices {
  GradientEvent gradient = GradientEvent::narrower;  ///< the event that bounds c
  /// Whether H ⪰ α(Ĥ − t⁺σ₃I) + (1−α)(λI + UUᵀ) is used for members, as in 5.2, and not only α(Ĥ −
  /// t⁺σ₃I) + (1−α)λ̲I.
  bool member_curvature = true;
};

class ConvexBounder;

/// A report, decomposed once. Immutable, so that any number of rules may refer to it.
class PreparedConvexReport {
 public:
  /// Throws ErrorType::report as PreparedReport does.
  explicit PreparedConvexReport(PublishedConvexModel model);

  /// The model as it was given.
  [[nodiscard]] const PublishedConvexModel& model() const { return model_; }
  /// Returns d, the length of θ̂.
  [[nodiscard]] Eigen::Index dimension() const { return model_.dimension(); }
  /// Returns the smallest eigenvalue of Ĥ; with a Hessian only.
  [[nodiscard]] double smallest_hessian_eigenvalue() const { return hessian_.smallest; }

 private:
  friend class ConvexBounder;
  friend class PreparedSoftmaxReport;

  /// Where Ĥ was computed from the published one: `hessian_error` bounds what that did to it, in
  /// norm.
  PreparedConvexReport(PublishedConvexModel model, double hessian_error);

  PublishedConvexModel model_;
  TridiagonalMatrix hessian_;
};

/// Bounds for one report and one choice of options.
class ConvexBoundRule {
 public:
  /// Keeps a reference to `report`. Throws ErrorType::argument for options out of range,
  /// Method::redberg2021, or an event that the options don't allow.
  ConvexBoundRule(const PreparedConvexReport& report, BoundOptions options, ConvexBoundChoices choices = {});

  /// A person's loss at the published θ̂. Throws ErrorType::record where its shape doesn't fit or
  /// it isn't finite. That the loss is the one that the model was trained with can't be checked.
  [[nodiscard]] Bound bound(const LossPoint& point) const;

  /// The options as they were given.
  [[nodiscard]] const BoundOptions& options() const;
  [[nodiscard]] GradientEvent event() const;  ///< never `narrower`

 private:
  std::shared_ptr<const ConvexBounder> bounder_;
};

}  // namespace expost

// From noisy sums to iterates, and back (docs/noisy-gradient-descent.md, section 1).
#pragma once

#include <Eigen/Core>
#include <optional>

#include "expost/descent/published_descent.hpp"

namespace expost {

/// Coordinates of iterates and of the momentum stay within ± this, so that a path that diverges can
/// be written down. A public function of the noisy sums like the rest of the rule.
inline constexpr double largest_iterate = 1e40;

/// The standard rule under way: v ← m·v + (r_t + λθ_t)/B, θ_{t+1} = θ_t − η_t v, from v = 0.
class Descent {
 public:
  /// The rule has to be the standard one. `start` is θ_0, length D, before it is rounded.
  Descent(UpdateRule rule, const Eigen::VectorXd& start);

  /// Returns θ_t, length D.
  [[nodiscard]] const Eigen::VectorXd& theta() const { return theta_; }
  /// Returns t, the steps done.
  [[nodiscard]] int steps() const { return step_; }
  /// Does one step with r_t, length D.
  void step(const Eigen::Ref<const Eigen::VectorXd>& noisy_sum);

 private:
  UpdateRule rule_;
  Eigen::VectorXd theta_;
  Eigen::VectorXd velocity_;
  int step_ = 0;
};

/// Returns θ with each parameter rounded to a multiple of the rule's step, where it has one.
[[nodiscard]] Eigen::VectorXd on_parameter_grid(const UpdateRule& rule, const Eigen::VectorXd& theta);

/// η_t
[[nodiscard]] double rate_at(const UpdateRule& rule, int step);

/// The noisy sums r_t, T′ × D, that the standard rule makes of these iterates, up to rounding; the
/// last one from θ̂, where that is θ_T or the mean of all; without it one row less. None where they
/// can't be worked out: another rule, iterates that aren't kept. Parameters that were rounded to
/// multiples of h leave each number of r_t off by at most B(1/η_t + μ/η_{t-1})h/2.
[[nodiscard]] std::optional<IterateMatrix> noisy_sums_of(const PublishedDescent& model);

/// Whether a coordinate of an iterate or of the momentum may have been cut off at
/// `largest_iterate`: then the path tells less than the noisy sums.
[[nodiscard]] bool may_be_cut_off(const PublishedDescent& model);

/// Whether each noisy sum can be told from the iterates in spite of their rounding: what bounds for
/// every record at once rest on.
[[nodiscard]] bool tells_noisy_sums(const PublishedDescent& model);

}  // namespace expost

// The curator's side for any smooth convex loss, and for softmax: train with objective
// perturbation and release what persons need, as release.hpp does for generalised linear losses.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "expost/accounting/sensitivity.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/noise/random.hpp"
#include "expost/release/release.hpp"
#include "expost/training/convex_objective.hpp"

namespace expost {

/// A released model of any smooth convex loss, with what the curator keeps.
struct ConvexRelease {
  PublishedConvexModel model;  ///< what is published
  Secrets secrets;             ///< the curator's
  int iterations = 0;          ///< Newton steps taken
};

/// A released softmax model, with what the curator keeps.
struct SoftmaxRelease {
  PublishedSoftmaxModel model;  ///< what is published
  Secrets secrets;              ///< smallest_eigenvalue is that of H on contrasts of classes
  int iterations = 0;           ///< Newton steps taken
};

/// [R] Algorithm 1 and then 5, 6 and 3, each on its grid: b ~ N(0, σ²I), θ̂, ĝ, Ĥ, λ̂, those of
/// which a noise level is given. λ > 0 as in the objective. The words of `source` are used in this
/// order: b, e, Z (upper triangle row by row), λ̂. Throws as `minimise` does.
[[nodiscard]] ConvexRelease release_convex(const SmoothObjective& objective, double lambda, double sigma,
                                           const ReleaseNoise& noise, RandomSource& source);

/// The same for a model that was trained already; `secrets.b` is left empty.
[[nodiscard]] ConvexRelease release_convex_trained(const SmoothObjective& objective, double lambda, const TrainedModel& trained,
                                                   const ReleaseNoise& noise, RandomSource& source);

/// The same for softmax, persons of the given classes, at least one. λ̂ is of contrasts
/// (published_model.hpp).
[[nodiscard]] SoftmaxRelease release_softmax(const std::vector<ClassifiedPerson>& persons, Eigen::Index classes, double lambda,
                                             double sigma, const ReleaseNoise& noise, RandomSource& source);

/// And for a softmax model that was trained already: labels of `rows` are classes, and there may
/// be none. What is released is off by less than half a step before it is rounded
/// (exact_derivatives.hpp), which the other two don't promise.
[[nodiscard]] SoftmaxRelease release_softmax_trained(const RowSource& rows, Eigen::Index classes, double lambda,
                                                     const TrainedModel& trained, const ReleaseNoise& noise,
                                                     RandomSource& source, KeptSecrets kept = KeptSecrets::all);

}  // namespace expost

// The curator's side for any smooth convex loss, and for softmax: train with objective perturbation and release what persons need, as
// release.hpp does for generalised linear losses.
#pragma once

#include <Eigen/Core>

#include "expost/convex_objective.hpp"
#include "expost/random.hpp"
#include "expost/release.hpp"
#include "expost/softmax.hpp"

namespace expost {

struct ConvexRelease {
  PublishedConvexModel model;
  Secrets secrets;
  int iterations = 0;
};

struct SoftmaxRelease {
  PublishedSoftmaxModel model;
  Secrets secrets;  ///< smallest_eigenvalue is that of H on contrasts of classes
  int iterations = 0;
};

/// [R] Algorithm 1 and then 5, 6 and 3, each on its grid: b ~ N(0, σ²I), θ̂, ĝ, Ĥ, λ̂, those of which a noise level is given. λ > 0 as in the
/// objective. The words of `source` are used in this order: b, e, Z (upper triangle row by row), λ̂. Throws as `minimise` does.
[[nodiscard]] ConvexRelease release_convex(const SmoothObjective& objective, double lambda, double sigma,
                                           const ReleaseNoise& noise, RandomSource& source);

/// The same for a model that was trained already; `secrets.b` is left empty.
[[nodiscard]] ConvexRelease release_convex_trained(const SmoothObjective& objective, double lambda, const TrainedModel& trained,
                                                   const ReleaseNoise& noise, RandomSource& source);

/// The same for softmax, `classes` as in the objective's loss. λ̂ is of contrasts (published_model.hpp).
[[nodiscard]] SoftmaxRelease release_softmax(const ConvexObjective<Softmax>& objective, Eigen::Index classes, double lambda,
                                             double sigma, const ReleaseNoise& noise, RandomSource& source);

[[nodiscard]] SoftmaxRelease release_softmax_trained(const ConvexObjective<Softmax>& objective, Eigen::Index classes,
                                                     double lambda, const TrainedModel& trained, const ReleaseNoise& noise,
                                                     RandomSource& source);

}  // namespace expost

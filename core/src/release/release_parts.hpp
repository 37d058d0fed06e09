// The common parts of releases of every kind of model.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "expost/accounting/sensitivity.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/exact_derivatives.hpp"
#include "expost/release/release.hpp"

namespace expost {

inline void require_noise(const std::optional<double>& sigma, const char* what) {
  if (sigma && !(*sigma > 0 && *sigma < std::numeric_limits<double>::infinity())) {
    throw Error(ErrorType::argument, "out-of-range", "", std::string("the noise of the ") + what + " must be a number above 0");
  }
}

inline void require_release_noise(const ReleaseNoise& noise) {
  require_noise(noise.gradient, "gradient");
  require_noise(noise.hessian, "hessian");
  require_noise(noise.smallest_eigenvalue, "smallest eigenvalue");
  if ((noise.gradient && !noise.hessian) || (noise.smallest_eigenvalue && !noise.gradient)) {
    throw_error(ErrorType::argument, "unsupported", "",
                "a gradient is released only with a hessian, and the smallest eigenvalue only with both");
  }
}

/// Half a step of what is released: what a derivative may be off by at most.
inline DerivativeAccuracy accuracy_for(const ReleaseNoise& noise, KeptSecrets kept) {
  double step = infinity;
  for (const std::optional<double>& sigma : {noise.hessian, noise.smallest_eigenvalue}) {
    step = sigma ? std::min(step, grid_for(*sigma).step) : step;
  }
  const bool all = kept == KeptSecrets::all;
  return {0.5 * step, all || noise.smallest_eigenvalue, all || noise.gradient, all || noise.hessian};
}

/// g, H and λ_min(H) at the published θ, those that are released or kept.
inline Secrets secrets_at(const ModelShape& shape, double lambda, const RowSource& rows, const Eigen::VectorXd& theta,
                          const ReleaseNoise& noise, KeptSecrets kept) {
  Derivatives derivatives = derivatives_at(shape, lambda, rows, theta, accuracy_for(noise, kept));
  return {{}, std::move(derivatives.gradient), std::move(derivatives.hessian), derivatives.smallest_eigenvalue};
}

/// ĝ, Ĥ and λ̂ for the gradient, Hessian and smallest eigenvalue of `secrets`, those of which a
/// level is given, in this order.
template <class Model>
void add_releases(Model& model, const Secrets& secrets, const ReleaseNoise& noise, RandomSource& source) {
  if (noise.gradient) {
    model.gradient = release_gradient(secrets.gradient, *noise.gradient, source);
  }
  if (noise.hessian) {
    model.hessian = release_hessian(secrets.hessian, *noise.hessian, source);
  }
  if (noise.smallest_eigenvalue) {
    const Grid grid = grid_for(*noise.smallest_eigenvalue);
    model.smallest_eigenvalue = EigenvalueRelease{grid.sigma(), grid.noisy(secrets.smallest_eigenvalue, 1, source), grid.step};
  }
}

}  // namespace expost

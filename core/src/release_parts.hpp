// What releases of every kind of model share.
#pragma once

#include <Eigen/Eigenvalues>
#include <limits>
#include <optional>
#include <string>

#include "expost/discrete_gaussian.hpp"
#include "expost/error.hpp"
#include "expost/release.hpp"

namespace expost {

inline void require_noise(const std::optional<double>& sigma, const char* what) {
  if (sigma && !(*sigma > 0 && *sigma < std::numeric_limits<double>::infinity())) {
    throw Error(Fault::argument, "out-of-range", "", std::string("the noise of the ") + what + " must be a number above 0");
  }
}

inline void require_release_noise(const ReleaseNoise& noise) {
  require_noise(noise.gradient, "gradient");
  require_noise(noise.hessian, "hessian");
  require_noise(noise.smallest_eigenvalue, "smallest eigenvalue");
  if (noise.gradient.has_value() != noise.hessian.has_value() || (noise.smallest_eigenvalue && !noise.hessian)) {
    throw Error(Fault::argument, "unsupported", "",
                "gradient and hessian are released together or not at all, and the smallest eigenvalue only with both");
  }
}

inline double smallest_eigenvalue_of(const Eigen::MatrixXd& hessian) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigenvalues(hessian, Eigen::EigenvaluesOnly);
  if (eigenvalues.info() != Eigen::Success) {
    throw Error(Fault::numerics, "not-converged", "", "the eigenvalues of the Hessian could not be computed");
  }
  return eigenvalues.eigenvalues()(0);
}

/// ĝ, Ĥ and λ̂ for the gradient, Hessian and smallest eigenvalue of `secrets`, those of which a level is given, in this order.
template <class Model>
void add_releases(Model& model, const Secrets& secrets, const ReleaseNoise& noise, RandomSource& source) {
  if (noise.gradient) {
    model.gradient = release_gradient(secrets.gradient, *noise.gradient, source);
    model.hessian = release_hessian(secrets.hessian, *noise.hessian, source);
  }
  if (noise.smallest_eigenvalue) {
    const Grid grid = grid_for(*noise.smallest_eigenvalue);
    model.smallest_eigenvalue = EigenvalueRelease{grid.sigma(), grid.noisy(secrets.smallest_eigenvalue, 1, source), grid.step};
  }
}

}  // namespace expost

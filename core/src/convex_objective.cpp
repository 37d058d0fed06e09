#include "expost/convex_objective.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "expost/error.hpp"

namespace expost {
namespace {

constexpr double unit_roundoff = 0x1p-53;

/// A place on the way, as Minimisation in objective.cpp keeps it.
struct Place {
  Eigen::VectorXd theta;
  Eigen::VectorXd gradient;  ///< ∇J + b
  double norm;               ///< of the gradient
  double rounding;           ///< bound on the gradient's error
  double height;             ///< J + bᵀθ
  double noise;              ///< what the rounding of the height may hide
};

Place place_at(const SmoothObjective& objective, const Eigen::VectorXd& b, const Eigen::VectorXd& theta) {
  Place place{theta, {}, 0, 0, 0, 0};
  place.gradient = objective.gradient(theta, place.rounding) + b;
  place.norm = place.gradient.norm();
  const double value = objective.value(theta);
  place.height = value + b.dot(theta);
  place.noise = 16 * unit_roundoff * (std::fabs(value) + b.norm() * theta.norm());
  return place;
}

}  // namespace

Minimiser minimise(const SmoothObjective& objective, const Eigen::VectorXd& b) {
  constexpr int maximum_steps = 200;
  if (b.size() != objective.dimension()) {
    throw Error(Fault::argument, "wrong-length", "", "the noise must be as long as the parameters");
  }
  const double tolerance = 1e-10 * std::max(1.0, b.norm());
  Place place = place_at(objective, b, Eigen::VectorXd::Zero(b.size()));
  int steps = 0;
  // Newton doubles the digits near the end: once below the tolerance, one more step costs little and gains them.
  for (bool last = false; !last && place.norm > 0 && steps < maximum_steps;) {
    last = place.norm <= tolerance;
    const Eigen::LLT<Eigen::MatrixXd> factor(objective.hessian(place.theta));
    if (factor.info() != Eigen::Success) {
      throw Error(Fault::numerics, "not-converged", "",
                  "the Hessian of the objective is not positive definite in floating point");
    }
    const Eigen::VectorXd step = -factor.solve(place.gradient);
    const double slope = place.gradient.dot(step);
    bool accepted = false;
    double length = 1;
    for (int halving = 0; halving < 60 && !accepted; ++halving, length *= 0.5) {
      Place next = place_at(objective, b, place.theta + length * step);
      // Armijo's condition; close to the minimum, where differences of J drown in rounding, a smaller gradient decides.
      if (next.height <= place.height + 1e-4 * length * slope ||
          (next.height <= place.height + next.noise + place.noise && next.norm <= (1 - 0.1 * length) * place.norm)) {
        place = std::move(next);
        accepted = true;
      }
    }
    steps += accepted ? 1 : 0;
    last = last || !accepted;
  }
  if (!(place.norm <= tolerance)) {
    throw Error(Fault::numerics, "not-converged", "",
                "training did not reach the precision that the privacy accounting needs: the residual is " +
                    std::to_string(place.norm) + " where at most " + std::to_string(tolerance) + " is allowed");
  }
  return {place.theta, place.norm + place.rounding, steps};
}

}  // namespace expost

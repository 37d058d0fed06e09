#include "expost/training/convex_objective.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"

namespace expost {
namespace {

constexpr int maximum_steps = 200;

}  // namespace

SmoothMinimisation::SmoothMinimisation(const SmoothObjective& objective, Eigen::VectorXd b)
    : objective_(&objective), b_(std::move(b)), tolerance_(1e-10 * std::max(1.0, b_.norm())) {
  if (b_.size() != objective.dimension()) {
    throw Error(Fault::argument, "wrong-length", "", "the noise must be as long as the parameters");
  }
  place_ = place_at(Eigen::VectorXd::Zero(b_.size()));
  finished_ = place_.norm == 0;
}

SmoothMinimisation::Place SmoothMinimisation::place_at(const Eigen::VectorXd& theta) const {
  Place place{theta, {}, 0, 0, 0, 0};
  place.gradient = objective_->gradient(theta, place.rounding) + b_;
  place.norm = place.gradient.norm();
  const double value = objective_->value(theta);
  place.height = value + b_.dot(theta);
  place.noise = 16 * unit_roundoff * (std::fabs(value) + b_.norm() * theta.norm());
  return place;
}

void SmoothMinimisation::step() {
  if (finished_) {
    return;
  }
  // Newton doubles the digits near the end: once below the tolerance, one more step costs little
  // and gains them.
  finished_ = place_.norm <= tolerance_;
  const Eigen::LLT<Eigen::MatrixXd> factor(objective_->hessian(place_.theta));
  if (factor.info() != Eigen::Success) {
    finished_ = true;
    return;
  }
  const Eigen::VectorXd step = -factor.solve(place_.gradient);
  const double slope = place_.gradient.dot(step);
  bool accepted = false;
  double length = 1;
  for (int halving = 0; halving < 60 && !accepted; ++halving, length *= 0.5) {
    Place next = place_at(place_.theta + length * step);
    // Armijo's condition; close to the minimum, where differences of J drown in rounding, a
    // smaller gradient decides.
    if (next.height <= place_.height + 1e-4 * length * slope ||
        (next.height <= place_.height + next.noise + place_.noise && next.norm <= (1 - 0.1 * length) * place_.norm)) {
      place_ = std::move(next);
      accepted = true;
    }
  }
  steps_ += accepted ? 1 : 0;
  finished_ = finished_ || !accepted || steps_ >= maximum_steps || place_.norm == 0;
}

Minimiser SmoothMinimisation::result() const {
  if (!(place_.norm <= tolerance_)) {
    throw Error(Fault::numerics, "not-converged", "",
                "training did not reach the precision that the privacy accounting needs: the residual is " +
                    std::to_string(place_.norm) + " where at most " + std::to_string(tolerance_) + " is allowed");
  }
  return {place_.theta, place_.norm + place_.rounding, steps_};
}

Minimiser minimise(const SmoothObjective& objective, const Eigen::VectorXd& b) {
  SmoothMinimisation minimisation(objective, b);
  while (!minimisation.finished()) {
    minimisation.step();
  }
  return minimisation.result();
}

}  // namespace expost

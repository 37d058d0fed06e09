#include "expost/training/minimisation.hpp"

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

Minimisation::Minimisation(const SmoothObjective& objective, Eigen::VectorXd b)
    : Minimisation(objective, std::move(b), Eigen::VectorXd::Zero(objective.dimension())) {}

Minimisation::Minimisation(const SmoothObjective& objective, Eigen::VectorXd b, const Eigen::VectorXd& start)
    : objective_(&objective), b_(std::move(b)), tolerance_(1e-10 * std::max(1.0, b_.norm())) {
  if (b_.size() != objective.dimension() || start.size() != b_.size()) {
    throw_error(ErrorType::argument, "wrong-length", "", "the noise and the start must be as long as the parameters");
  }
  iterate_ = iterate_at(start);
  finished_ = iterate_.norm == 0;
}

Minimisation::Iterate Minimisation::iterate_at(const Eigen::VectorXd& theta) const {
  Iterate iterate{theta, {}, 0, 0, 0, 0};
  iterate.gradient = objective_->gradient(theta, iterate.rounding) + b_;
  iterate.norm = iterate.gradient.norm();
  const double value = objective_->value(theta);
  iterate.height = value + b_.dot(theta);
  iterate.noise = 16 * unit_roundoff * (std::fabs(value) + b_.norm() * theta.norm());
  return iterate;
}

void Minimisation::step() {
  if (finished_) {
    return;
  }
  // Newton doubles the digits near the end: once below the tolerance, one more step costs little
  // and gains them.
  finished_ = iterate_.norm <= tolerance_;
  const Eigen::LLT<Eigen::MatrixXd> factor(objective_->hessian(iterate_.theta));
  if (factor.info() != Eigen::Success) {
    finished_ = true;
    return;
  }
  const Eigen::VectorXd step = -factor.solve(iterate_.gradient);
  const double slope = iterate_.gradient.dot(step);
  bool accepted = false;
  double length = 1;
  for (int halving = 0; halving < 60 && !accepted; ++halving, length *= 0.5) {
    Iterate next = iterate_at(iterate_.theta + length * step);
    // Armijo's condition. Close to the minimum differences of J drown in rounding: there a smaller
    // gradient decides. Elsewhere it may not, because steps that lower the gradient and raise J
    // can alternate for ever with steps that do the reverse.
    if (next.height <= iterate_.height + 1e-4 * length * slope ||
        (next.height <= iterate_.height + next.noise + iterate_.noise && next.norm <= (1 - 0.1 * length) * iterate_.norm)) {
      iterate_ = std::move(next);
      accepted = true;
    }
  }
  steps_ += accepted ? 1 : 0;
  finished_ = finished_ || !accepted || steps_ >= maximum_steps || iterate_.norm == 0;
}

Minimiser Minimisation::result() const {
  if (!(iterate_.norm <= tolerance_)) {
    throw Error(ErrorType::numerics, "not-converged", "",
                "training did not reach the precision that the privacy accounting needs: the residual is " +
                    std::to_string(iterate_.norm) + " where at most " + std::to_string(tolerance_) + " is allowed");
  }
  return {iterate_.theta, iterate_.norm + iterate_.rounding, steps_};
}

Minimiser minimise(const SmoothObjective& objective, const Eigen::VectorXd& b) {
  Minimisation minimisation(objective, b);
  while (!minimisation.finished()) {
    minimisation.step();
  }
  return minimisation.result();
}

}  // namespace expost

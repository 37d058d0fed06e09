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
/// A step that shortens the gradient so many times is taken without a look at J's value.
constexpr double least_shortening = 20;
/// After one that shortens it so many times, second derivatives are good for the next one, too.
/// Working them out anew costs as much as several steps, and squares what the next one gains.
constexpr double good_shortening = 1000;

}  // namespace

Minimisation::Minimisation(const SmoothObjective& objective, Eigen::VectorXd b)
    : Minimisation(objective, std::move(b), NearMinimiser{Eigen::VectorXd::Zero(objective.dimension()), {}}) {}

Minimisation::Minimisation(const SmoothObjective& objective, Eigen::VectorXd b, const NearMinimiser& start)
    : objective_(&objective),
      b_(std::move(b)),
      tolerance_(1e-10 * std::max(1.0, b_.norm())),
      starts_near_(start.hessian.size() > 0) {
  if (b_.size() != objective.dimension() || start.theta.size() != b_.size()) {
    throw_error(ErrorType::argument, "wrong-length", "", "the noise and the start must be as long as the parameters");
  }
  if (starts_near_) {
    kept_.emplace(start.hessian);
    if (kept_->info() != Eigen::Success) {
      kept_.reset();
    }
  }
  iterate_ = iterate_at(start.theta, !starts_near_);
  shortest_ = iterate_.norm;
  finished_ = iterate_.norm == 0;
}

Minimisation::Height Minimisation::height_at(const Eigen::VectorXd& theta) const {
  const double value = objective_->value(theta);
  return {value + b_.dot(theta), 16 * unit_roundoff * (std::fabs(value) + b_.norm() * theta.norm())};
}

Minimisation::Iterate Minimisation::iterate_at(const Eigen::VectorXd& theta, bool with_height) const {
  Iterate iterate{theta, std::nullopt, {}, 0, 0};
  // The height first, so that objectives can answer all by one pass over the rows.
  if (with_height) {
    iterate.height = height_at(theta);
  }
  iterate.gradient = objective_->gradient(theta, iterate.rounding) + b_;
  iterate.norm = iterate.gradient.norm();
  return iterate;
}

bool Minimisation::take_descending_step(const Factor& factor) {
  const Height height = iterate_.height ? *iterate_.height : height_at(iterate_.theta);
  const Eigen::VectorXd step = -factor.solve(iterate_.gradient);
  const double slope = iterate_.gradient.dot(step);
  double length = 1;
  for (int halving = 0; halving < 60; ++halving, length *= 0.5) {
    Iterate next = iterate_at(iterate_.theta + length * step, true);
    // Armijo's condition. Close to the minimum differences of J drown in rounding: there a smaller
    // gradient decides. Elsewhere it may not, because steps that lower the gradient and raise J
    // can alternate for ever with steps that do the reverse.
    if (next.height->value <= height.value + 1e-4 * length * slope ||
        (next.height->value <= height.value + next.height->noise + height.noise &&
         next.norm <= (1 - 0.1 * length) * iterate_.norm)) {
      iterate_ = std::move(next);
      return true;
    }
  }
  return false;
}

double Minimisation::take_shortening_step(const Factor& factor) {
  Iterate next = iterate_at(iterate_.theta - factor.solve(iterate_.gradient), false);
  // The shortest so far counts, as such steps may raise J: so they end, whatever comes between.
  if (!(next.norm <= shortest_ / least_shortening)) {
    return 0;
  }
  const double shortening = next.norm > 0 ? iterate_.norm / next.norm : infinity;
  iterate_ = std::move(next);
  return shortening;
}

bool Minimisation::take_step_near_minimiser(Factor factor) {
  kept_.reset();
  const double shortening = take_shortening_step(factor);
  if (shortening >= good_shortening) {
    kept_ = std::move(factor);
  }
  finished_ = finished_ || (shortening > 0 && iterate_.norm <= tolerance_);
  return shortening > 0;
}

void Minimisation::step() {
  if (finished_) {
    return;
  }
  bool taken = kept_ && take_step_near_minimiser(*std::exchange(kept_, std::nullopt));
  if (!taken) {
    // Newton doubles the digits near the end: once below the tolerance, one more step costs little
    // and gains them.
    finished_ = iterate_.norm <= tolerance_;
    Factor factor(objective_->hessian(iterate_.theta));
    taken =
        factor.info() == Eigen::Success && ((starts_near_ && take_step_near_minimiser(factor)) || take_descending_step(factor));
  }
  steps_ += taken ? 1 : 0;
  shortest_ = std::min(shortest_, iterate_.norm);
  finished_ = finished_ || !taken || steps_ >= maximum_steps || iterate_.norm == 0;
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

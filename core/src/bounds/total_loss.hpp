// From the loss of the model alone to that of everything published (mathematics.md, section 6),
// for every kind of bound.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/noise_radius.hpp"
#include "bounds/published_checks.hpp"
#include "bounds/release_reach.hpp"
#include "bounds/signed_interval.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/outward.hpp"

namespace expost {

/// Throws ErrorType::argument for options out of range.
inline void require_bound_options(const BoundOptions& options) {
  require_probability(options.failure_probability, "/failureProbability", "the failure probability");
  require_probability(options.release_cost_delta, "/releaseCostDelta", "the delta of the release cost");
  require_probability(options.release_cost_failure_probability, "/releaseCostFailureProbability",
                      "the failure probability of the release cost");
  if (options.method == Method::redberg2021 && options.uniformity.kind != Uniformity::Kind::one) {
    throw_error(ErrorType::argument, "unsupported", "/uniform",
                "bounds for several records at once are offered by the method sharp only");
  }
  require_records(options.uniformity);
}

/// How far one person moves what the releases add noise to; intervals that hold the true distances.
struct ReleaseDistances {
  Interval gradient;             ///< ‖∇ℓ‖₂
  Interval hessian;              ///< ‖∇²ℓ‖_F
  Interval smallest_eigenvalue;  ///< its upper end: at least the spectral norm of ∇²ℓ
  double rank = 1;               ///< of ∇²ℓ, at most
};

/// √(a² + b² + c² + d²) of numbers of 0 or more, without squares that are too small for a double.
inline double length_of(double a, double b, double c, double d) {
  const double largest = std::max(std::max(a, b), std::max(c, d));
  if (!(largest > 0 && largest < infinity)) {
    return largest;
  }
  const auto square = [&](double value) { return value / largest * (value / largest); };
  return largest * std::sqrt(square(a) + square(b) + square(c) + square(d));
}

/// How many standard deviations one person moves each release, at least and at most.
struct ReleaseShifts {
  Interval gradient = {0, 0};
  Interval hessian = {0, 0};
  double smallest_eigenvalue = 0;  ///< at most
  double off_grid = 0;             ///< what the grids' noise may add to the loss besides
};

/// `coordinates` is d, the length of θ as published. A grid rounds √(number of values) times at
/// most.
template <class Model>
ReleaseShifts release_shifts(const Model& model, Eigen::Index coordinates, const ReleaseDistances& distances) {
  const auto d = static_cast<double>(coordinates);
  ReleaseShifts shifts;
  const auto moved = [&](Interval distance, double sigma, double grid, double root) -> Interval {
    if (!(distance.upper > 0)) {
      return {0, 0};
    }
    const double rounding = grid_slack * grid * root;
    const Interval m = {lowered(std::max(0.0, distance.lower - rounding) / sigma), raised((distance.upper + rounding) / sigma)};
    shifts.off_grid += raised(m.upper * root * grid / sigma);
    return m;
  };
  if (model.gradient) {
    shifts.gradient = moved(distances.gradient, model.gradient->sigma, model.gradient->grid, std::sqrt(d));
  }
  shifts.hessian = moved(distances.hessian, sqrt2 * model.hessian->sigma, model.hessian->grid, d);
  if (model.smallest_eigenvalue) {
    shifts.smallest_eigenvalue =
        moved(distances.smallest_eigenvalue, model.smallest_eigenvalue->sigma, model.smallest_eigenvalue->grid, 1).upper;
  }
  return shifts;
}

struct ReleaseCost {
  double pdp = 0;    ///< ε at options.release_cost_delta; 0 unless options.release_cost_pdp
  double upper = 0;  ///< added to the upper end of L
  double lower = 0;  ///< added to the lower end, 0 or below
};

/// The least of v²/2 − v·reach for a shift v of `shift`: it falls up to v = reach, where a rounding
/// of v changes it by its square alone. Rounded down.
inline double least_loss(Interval shift, double reach) {
  const double v = std::clamp(reach, shift.lower, shift.upper);
  return 0.5 * v * v - v * reach - few_roundings * (0.5 * v * v + v * reach);
}

/// The cost of publishing the Hessian (and gradient and λ̂). `coordinates` as above.
template <class Model>
ReleaseCost release_cost(const Model& model, Eigen::Index coordinates, const ReleaseDistances& distances,
                         const BoundOptions& options, const ReleaseReach& reach) {
  const ReleaseShifts shifts = release_shifts(model, coordinates, distances);
  const Interval m2 = shifts.gradient;
  const Interval m3 = shifts.hessian;
  const double m4 = shifts.smallest_eigenvalue;
  const double off_grid = shifts.off_grid;
  const double least = lowered(length_of(m2.lower, m3.lower, 0, 0));
  const double m = raised(length_of(m2.upper, m3.upper, m4, 0));
  ReleaseCost result;
  if (options.release_cost_pdp && m > 0) {
    if (options.method == Method::redberg2021) {
      const double factor = std::sqrt(-2 * elementary::log(options.release_cost_delta));
      result.pdp = 0.5 * m * m + (m2.upper + m3.upper + m4) * factor + off_grid;
    } else {
      result.pdp = gaussian_epsilon(options.release_cost_delta, m) + off_grid;
    }
  }
  if (!reach.apart) {
    result.upper = raised(0.5 * m * m + m * reach.together + off_grid);
    result.lower = least_loss({least, m}, reach.together) - off_grid;
    return result;
  }
  const double of_hessian = raised(std::sqrt(distances.rank) * reach.hessian);
  const double linear = m2.upper * reach.gradient + m3.upper * of_hessian + m4 * reach.smallest_eigenvalue;
  result.upper = raised(0.5 * m * m + linear + off_grid);
  result.lower = least_loss(m2, reach.gradient) + least_loss(m3, of_hessian) + least_loss({0, m4}, reach.smallest_eigenvalue) -
                 off_grid - few_roundings * linear;
  return result;
}

/// The parts of the total's upper bound on |L|, where the total is finite.
inline Components components_of_total(const Bound& bound, Membership member, const ReleaseCost& cost) {
  const bool use_in = member != Membership::out;
  const bool use_out = member != Membership::in;
  const double q = bound.gradient_norm;
  const Interval c = bound.gradient;
  const double up = cost.upper;
  const double down = cost.lower;
  // Read each logarithm off the interval it went into, so that the parts add up to what is shown.
  if (use_in && bound.total.upper == bound.total_in.upper) {
    return {Membership::in, true, bound.in.upper - q + c.lower, q, -c.lower, up};
  }
  if (use_out && bound.total.upper == bound.total_out.upper) {
    return {Membership::out, true, bound.out.upper - q - c.upper, q, c.upper, up};
  }
  if (use_in && bound.total.upper == -bound.total_in.lower) {
    return {Membership::in, false, -(bound.in.lower - q + c.upper), -q, c.upper, -down};
  }
  return {Membership::out, false, -(bound.out.lower - q - c.lower), -q, -c.lower, -down};
}

/// From bounds on the model alone (`in`, `out` and `failure_probability` of the result) to bounds
/// on everything published; arguments as those of `release_cost`.
template <class Model>
void add_releases(const Model& model, Eigen::Index coordinates, const ReleaseDistances& distances, const BoundOptions& options,
                  const ReleaseReach& reach, Bound& result) {
  result.total_in = result.in;
  result.total_out = result.out;
  result.total_failure_probability = result.failure_probability;
  ReleaseCost cost;
  if (model.hessian) {
    cost = release_cost(model, coordinates, distances, options, reach);
    result.release_cost_pdp = cost.pdp;
    result.release_cost_expost = cost.upper;
    const auto sum = [&](Interval model_alone) -> Interval {
      const double lower = model_alone.lower + cost.lower;
      const double upper = model_alone.upper + cost.upper;
      return {lower - unit_roundoff * std::fabs(lower), upper + unit_roundoff * std::fabs(upper)};
    };
    result.total_in = sum(result.in);
    result.total_out = sum(result.out);
    result.total_failure_probability = std::min(1.0, result.failure_probability + options.release_cost_failure_probability);
  }
  result.total = magnitude(of_membership(options.member, result.total_in, result.total_out));
  if (options.method != Method::redberg2021 && result.total.upper < std::numeric_limits<double>::infinity()) {
    result.components = components_of_total(result, options.member, cost);
  }
}

}  // namespace expost

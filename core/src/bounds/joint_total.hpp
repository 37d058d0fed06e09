// Bounds on the loss of everything published for one record, from one event instead of two
// (docs/mathematics.md, section 6.1).
#pragma once

#include <algorithm>
#include <cmath>

#include "bounds/noise_radius.hpp"
#include "bounds/signed_interval.hpp"
#include "bounds/total_loss.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/elementary.hpp"
#include "numerics/outward.hpp"

namespace expost {

/// χ: no more than this is the length of the k normal variables of one record, except for a
/// probability of ρ_g + ρ_r; 0 where the sum of two bounds is to be used. Decided by the report's
/// levels and the options alone, for a record of length 1 with
/// |f'| = G and f'' = β: whichever is narrower. `gradient_share` is ρ_g/ρ.
inline double joint_radius(const PublishedModel& model, const BoundOptions& options, double gradient_share) {
  if (options.method == Method::redberg2021 || options.uniformity.kind == Uniformity::Kind::all || !model.hessian) {
    return 0;
  }
  const double records = records_of(options.uniformity);
  const double of_gradient = gradient_share * options.failure_probability;
  const double together = of_gradient + options.release_cost_failure_probability;
  if (!(together < 1)) {
    return 0;
  }
  const double chi = raised(std::sqrt(chi_squared_upper_quantile(model.smallest_eigenvalue ? 3 : 2, together / records)));
  const double lipschitz = model.loss.lipschitz() < infinity ? model.loss.lipschitz() : 1;
  const double noise = model.gradient ? model.gradient->sigma : infinity;
  const double q = lipschitz / model.sigma;
  const double m2 = lipschitz / noise;
  const double m3 = model.loss.smoothness() / (sqrt2 * model.hessian->sigma);
  const double m4 = model.smallest_eigenvalue ? model.loss.smoothness() / model.smallest_eigenvalue->sigma : 0;
  const double released = std::sqrt(m2 * m2 + m3 * m3 + m4 * m4);
  const double fused = model.gradient ? noise / std::sqrt(model.sigma * model.sigma + noise * noise) : 1;
  const double apart =
      normal_upper_quantile(0.5 * of_gradient / records) * fused * q + reach_together(options).together * released;
  return std::sqrt(q * q + released * released) * chi < apart ? chi : 0;
}

/// Makes up the ends of a joint bound, besides determinants and the releases' shifts.
struct JointParts {
  Interval shift;    ///< q: how many standard deviations she moves the gradient
  double slack;      ///< what the solver's residual and rounding move the linear part by
  double allowance;  ///< for the rounding of θ, added to each end
};

/// Sets `part` of `result`. Where `chi` isn't 0, replaces its totals, which the sum of two bounds
/// gave, by those of one event of that radius.
inline void join_totals(const PublishedModel& model, const ReleaseDistances& distances, const JointParts& parts, double chi,
                        Membership member, Bound& result) {
  const ReleaseShifts shifts = model.hessian ? release_shifts(model, model.dimension(), distances) : ReleaseShifts{};
  // t: the length of the coefficients of the normal variables.
  const double least = lowered(length_of(parts.shift.lower, shifts.gradient.lower, shifts.hessian.lower, 0));
  const double released = length_of(shifts.gradient.upper, shifts.hessian.upper, shifts.smallest_eigenvalue, 0);
  const double most = raised(length_of(parts.shift.upper, released, 0, 0));
  const double slack = raised(shifts.off_grid + parts.slack) + parts.allowance;
  result.part = LinearPart{result.determinant_in, result.determinant_out, most, slack,
                           1 + model.hessian.has_value() + model.smallest_eigenvalue.has_value()};
  if (!(chi > 0)) {
    return;
  }
  // t²/2 − tχ falls up to t = χ.
  const double turn = std::clamp(chi, std::min(least, most), most);
  const double up = raised(0.5 * most * most + most * chi) + slack;
  const double down = 0.5 * turn * turn - turn * chi - few_roundings * (turn * turn + turn * chi) - slack;
  const auto ends = [&](Interval determinant) -> Interval {
    return {determinant.lower + down - few_roundings * (std::fabs(determinant.lower) + std::fabs(down)),
            determinant.upper + up + few_roundings * (std::fabs(determinant.upper) + up)};
  };
  result.joint = true;
  result.total_in = ends(result.determinant_in);
  result.total_out = ends(result.determinant_out);
  result.total = magnitude(of_membership(member, result.total_in, result.total_out));
  if (!(result.total.upper < infinity)) {
    result.components.reset();
    return;
  }
  // The variables are shared; what they do is told apart by the squares of their coefficients.
  const double share = most > 0 ? released / most * (released / most) : 0;
  const auto attained = [&](Membership of, bool upper_end, double leverage) {
    const double sign = upper_end ? 1 : -1;
    const double norm = sign * result.gradient_norm;
    const double rest = result.total.upper - leverage - norm;
    result.components = Components{of, upper_end, leverage, norm, rest * (1 - share), rest * share};
  };
  const bool use_in = member != Membership::out;
  const bool use_out = member != Membership::in;
  if (use_in && result.total.upper == result.total_in.upper) {
    attained(Membership::in, true, result.determinant_in.upper);
  } else if (use_out && result.total.upper == result.total_out.upper) {
    attained(Membership::out, true, result.determinant_out.upper);
  } else if (use_in && result.total.upper == -result.total_in.lower) {
    attained(Membership::in, false, -result.determinant_in.lower);
  } else {
    attained(Membership::out, false, -result.determinant_out.lower);
  }
}

}  // namespace expost

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "bounds/margin_range.hpp"
#include "bounds/margin_rule.hpp"
#include "bounds/noise_radius.hpp"
#include "bounds/record_checks.hpp"
#include "bounds/signed_interval.hpp"
#include "expost/mechanisms/posterior_sample.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "mechanisms/posterior_sample_ends.hpp"
#include "numerics/outward.hpp"
#include "numerics/root.hpp"

namespace expost {
namespace {

// In units of the sample's noise: c = √γ|r_θ|, and √γ|r| lies within z√μ of c. Every function of
// one variable below comes with the sizes of what it is a sum of, to know its rounding by.
struct Known {
  double value;
  double size;
};

// A derivative, which may be off by this much of its terms' sizes.
double uncertainty(const Known& derivative) {
  return few_roundings * derivative.size;
}

double below(const Known& known) {
  return known.value - few_roundings * known.size;
}
double above(const Known& known) {
  return known.value + few_roundings * known.size;
}

// Member: −½log(1−μ) + ½(r²/(1−μ) − c²). Let √μ = tanh a and v = sinh a, so that v² = μ/(1−μ), and
// k = cosh a. The loss is ½log(1+v²) + ½((ck ± zv)² − c²).
struct Member {
  double c;
  double z;

  // Largest for the outer r, where it grows with v.
  [[nodiscard]] double upper(double v) const {
    const double k = std::sqrt(1 + v * v);
    return raised(0.5 * elementary::log1p(v * v) + 0.5 * (c * c + z * z) * v * v + c * z * v * k);
  }

  // The inner r, without the difference of what is nearly equal. Beyond ck = zv, where r = 0 is
  // reached, the loss grows: the least is before.
  [[nodiscard]] Known inner(double v) const {
    const double k = std::sqrt(1 + v * v);
    const double determinant = 0.5 * elementary::log1p(v * v);
    const double cross = c * z * v / (k + v);
    return {determinant + 0.5 * (c - z) * (c - z) * v * v - cross,
            determinant + 0.5 * std::fabs(c - z) * (c + z) * v * v + cross};
  }

  // Its derivative by a, which increases: tanh a + ½(c − z)²sinh 2a − cze^{−2a}.
  [[nodiscard]] Known slope(double v) const {
    const double k = std::sqrt(1 + v * v);
    const double cross = c * z / ((v + k) * (v + k));
    return {v / k + (c - z) * (c - z) * v * k - cross, v / k + std::fabs(c - z) * (c + z) * v * k + cross};
  }

  // (v + k)²v/k ≥ cz from here on.
  [[nodiscard]] double last_least(double v_max) const { return std::min(v_max, 1 + std::sqrt(c * z)); }

  [[nodiscard]] double lower(double v_max) const {
    const double last = last_least(v_max);
    const auto at = [&](double v) { return slope(v).value; };
    const double v = at(last) <= 0 ? last : bracket_root(at, 0, last).second;
    // A convex function lies above its tangent; a ≤ log(1 + 2v).
    const Known tangent = slope(v);
    const double tilt = std::max(0.0, tangent.value + uncertainty(tangent));
    return below(inner(v)) - raised(elementary::log1p(2 * last) * tilt);
  }
};

// Non-member: −½log(1+μ) + ½(c² − r²/(1+μ)). Let √μ = u = tan φ.
struct Other {
  double c;
  double z;

  // `side` = 1 for the outer r, −1 for the inner one.
  [[nodiscard]] Known at(double u, double side) const {
    const double cosine = 1 / std::sqrt(1 + u * u);
    const double sine = u * cosine;
    const double determinant = 0.5 * elementary::log1p(u * u);
    const double cross = c * z * sine * cosine;
    const double squares = 0.5 * (c - z) * (c + z) * sine * sine;
    return {squares - side * cross - determinant, 0.5 * (c * c + z * z) * sine * sine + cross + determinant};
  }

  // Its derivative by φ, times 1 + u²: a cubic in u.
  [[nodiscard]] double cubic(double u, double side) const {
    return ((-u + side * z * c) * u + (c * c - z * z - 1)) * u - side * z * c;
  }
  [[nodiscard]] Known slope(double u, double side) const {
    const double rest = 1 + u * u;
    return {cubic(u, side) / rest, (((u + z * c) * u + (c * c + z * z + 1)) * u + z * c) / rest};
  }
  // No root of the cubics lies above: 2·max(|a₂|, √|a₁|, ∛|a₀|) of u³ + a₂u² + a₁u + a₀.
  [[nodiscard]] double beyond_roots() const { return 2 * (z * c + c + z + 2); }

  // The inner r. It grows up to one place and falls from there on, which is before r = 0 is
  // reached.
  [[nodiscard]] double upper(double u_max) const {
    const double last = std::min(u_max, beyond_roots());
    const auto grows = [&](double u) { return cubic(u, -1); };
    const double u = grows(last) >= 0 ? last : bracket_root(grows, 0, last).second;
    const Known tangent = slope(u, -1);
    return above(at(u, -1)) + raised(widest(last) * std::max(0.0, uncertainty(tangent) - tangent.value));
  }

  // The outer r. It falls at 0 and in the end, and may rise in between: its least is at the first
  // root or at the end.
  [[nodiscard]] double lower(double u_max) const {
    if (!(u_max < infinity)) {
      return -infinity;
    }
    double least = below(at(u_max, 1));
    const auto grows = [&](double u) { return cubic(u, 1); };
    const double discriminant = z * z * c * c + 3 * (c * c - z * z - 1);
    if (discriminant > 0) {
      const double top = (z * c + std::sqrt(discriminant)) / 3;
      // A rise that rounding hides is as small as this.
      const Known steepest = slope(top, 1);
      const double width = widest(std::min(top, u_max));
      if (top > 0 && steepest.value > 0) {
        const double u = bracket_root(grows, 0, top).second;
        if (u < u_max) {
          const Known tangent = slope(u, 1);
          least = std::min(least, below(at(u, 1)) - raised(width * std::max(0.0, uncertainty(tangent) + tangent.value)));
        }
      } else if (top > 0) {
        least -= raised(width * std::max(0.0, uncertainty(steepest) + steepest.value));
      }
    }
    return least;
  }

 private:
  // φ up to this u.
  static double widest(double u) { return std::min(u, 1.6); }
};

// How far r_θ may be from the computed y − xᵀθ, for every θ of the published one's cell.
double residual_radius(const PublishedPosteriorSample& published, const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  const OutputCell cell = output_cell(published.rounding, published.theta, published.lambda, 1);
  const double rounding = rounding_of_sum(x.size());
  return (margin_radius(x, published.theta, cell.half_widths) + rounding * std::fabs(y)) * (1 + rounding);
}

// Where too large numbers met, nothing is known.
double known_or(double end, double otherwise) {
  return std::isnan(end) ? otherwise : end;
}

void require_sample(const PublishedPosteriorSample& published) {
  const double floor = published.lambda + published.data_eigenvalue;
  if (!(published.lambda >= 0 && published.data_eigenvalue >= 0 && floor > 0 && floor < infinity && published.gamma > 0 &&
        published.gamma < infinity) ||
      published.theta.size() < 1 || !published.theta.allFinite()) {
    throw_error(ErrorType::report, "out-of-range", "",
                "a posterior sample is published with a ridge and gamma above 0 and finite parameters");
  }
}

/// Records as far as their bounds depend on them.
struct Sampled {
  Interval residual;  ///< |r_θ| at the published θ
  double radius;      ///< how far r_θ may be from it
  double length;      ///< ‖x‖ at most, above 0
};

/// Bounds L of each of these records, as a member and as anyone else.
struct SampledEnds {
  Interval in;
  Interval out;
};
SampledEnds ends_of(const PublishedPosteriorSample& published, const Sampled& sampled, double z) {
  const double floor = published.lambda + published.data_eigenvalue;
  const double size = sampled.residual.upper;
  const double root = std::sqrt(published.gamma);
  const double c = root * size;
  const double radius = sampled.radius;
  const double length = sampled.length;
  // √A, and √(μ/(1−μ)) of a member: the smaller of √A and √(‖x‖²/(λ + e − ‖x‖²)).
  const double u_out = raised(length / std::sqrt(floor));
  const double rest = floor - raised(length * length);
  const double v_in =
      std::min(raised(length / std::sqrt(published.lambda)), rest > 0 ? raised(length / std::sqrt(lowered(rest))) : infinity);
  // L holds (γ/2)r_θ² and (γ/2)r²/(1∓μ); both residuals move by the radius, and 1/(1−μ) ≤ 1 + A.
  const auto moved = [&](double odds_root) {
    const double reach = size + z * u_out / root + 3 * radius;
    return radius > 0 ? raised(3 * published.gamma * radius * (1 + odds_root * odds_root) * reach) : 0;
  };
  const double allowance = published.rounding.step > 0 ? rounding_allowance : underflow;
  const double w_in = moved(v_in) + allowance;
  const double w_out = moved(u_out) + allowance;
  // A member's loss is at least −(γ/2)r_θ², a non-member's at most (γ/2)r_θ².
  const double furthest = root * (size + radius);
  const double half_square = raised(0.5 * furthest * furthest) + allowance;
  const Member as_member{c, z};
  const Other as_other{c, z};
  const double least = known_or(-half_square, -infinity);
  const double most = known_or(half_square, infinity);
  // Upper ends rise with c. Lower ends hold ½c²v² (½c² sin²φ of others), which is less by no more
  // than this where c is smaller, and what is taken off rises.
  const double smallest = root * sampled.residual.lower;
  const double spread = sampled.residual.lower < size ? 0.5 * (c - smallest) * (c + smallest) : 0;
  const auto less = [&](double share) { return spread > 0 ? raised(spread * share) : 0; };
  const double v_least = as_member.last_least(v_in);
  const double in_lower = as_member.lower(v_in) - less(v_least * v_least);
  const double out_lower = as_other.lower(u_out) - less(std::min(1.0, u_out * u_out));
  return {{std::max(known_or(in_lower - w_in, least), least), known_or(as_member.upper(v_in) + w_in, infinity)},
          {known_or(out_lower - w_out, -infinity), std::min(known_or(as_other.upper(u_out) + w_out, most), most)}};
}

class SampleRegion final : public MarginRule {
 public:
  SampleRegion(PublishedPosteriorSample published, RecordRegion unsorted, double failure_probability,
               const Uniformity& uniformity)
      : MarginRule(std::move(unsorted), published.theta,
                   output_cell(published.rounding, published.theta, published.lambda, 1).half_widths),
        published_(std::move(published)),
        failure_probability_(failure_probability),
        uniformity_(uniformity),
        z_(raised(noise_radius(uniformity, published_.theta.size(), failure_probability))) {}

  [[nodiscard]] LossEnds at(const Eigen::VectorXd& x, double y) override {
    const PosteriorSampleBound bound =
        posterior_sample_bound(published_, x, y, Membership::unknown, failure_probability_, uniformity_);
    return whole_ends(bound.in, bound.out);
  }

 private:
  [[nodiscard]] LossEnds ends_in(const MarginReach& reach, bool) override {
    const PosteriorSampleBound bound = posterior_sample_ends(published_, reach, z_);
    return whole_ends(bound.in, bound.out);
  }

  PublishedPosteriorSample published_;
  double failure_probability_;
  Uniformity uniformity_;
  double z_;
};

}  // namespace

PosteriorSampleBound posterior_sample_ends(const PublishedPosteriorSample& published, const MarginReach& reach, double z) {
  PosteriorSampleBound result{};
  if (reach.norm.upper > 0) {
    const Interval residual = {reach.margin.lower - reach.label, reach.margin.upper - reach.label};
    const Interval size = magnitude(residual);
    const SampledEnds ends =
        ends_of(published, {{size.lower * (1 - box_slack), size.upper * (1 + box_slack)}, reach.off, reach.norm.upper}, z);
    result.in = {ends.in.lower - box_slack * std::fabs(ends.in.lower), ends.in.upper};
    result.out = {ends.out.lower - box_slack * std::fabs(ends.out.lower), ends.out.upper};
  }
  return result;
}

std::unique_ptr<RegionRule> posterior_sample_region_rule(const PublishedPosteriorSample& published, RecordRegion region,
                                                         double failure_probability, const Uniformity& uniformity) {
  require_sample(published);
  return std::make_unique<SampleRegion>(published, std::move(region), failure_probability, uniformity);
}

PosteriorSampleBound posterior_sample_bound(const PublishedPosteriorSample& published,
                                            const Eigen::Ref<const Eigen::VectorXd>& x, double y, Membership member,
                                            double failure_probability, const Uniformity& uniformity) {
  require_sample(published);
  require_labelled_record(x, y, published.theta.size());
  const double z = raised(noise_radius(uniformity, x.size(), failure_probability));
  PosteriorSampleBound result{};
  result.published_residual = y - x.dot(published.theta);
  result.failure_probability = failure_probability;
  const double length = length_above(x, rounding_of_sum(x.size()));
  if (length > 0) {
    const double size = std::fabs(result.published_residual);
    const SampledEnds ends = ends_of(published, {{size, size}, residual_radius(published, x, y), length}, z);
    result.in = ends.in;
    result.out = ends.out;
  }
  result.epsilon = magnitude(of_membership(member, result.in, result.out));
  return result;
}

}  // namespace expost

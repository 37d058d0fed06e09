#include "expost/mechanisms/posterior_sample.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/positive_definite.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/root.hpp"
#include "numerics/unimodal_integral.hpp"

namespace expost {
namespace {

// Beyond this many standard deviations a normal variable counts for nothing.
constexpr double followed_deviations = 40;

void require_person(Membership member, const PosteriorPerson& person, double gamma) {
  if (member == Membership::unknown) {
    throw_error(ErrorType::argument, "unsupported", "", "an exact loss is that of a member or that of somebody else");
  }
  if (!(person.leverage >= 0 && person.leverage < infinity && std::isfinite(person.residual))) {
    throw_error(ErrorType::argument, "out-of-range", "", "a leverage must be a number of 0 or more, and a residual a number");
  }
  if (!(gamma > 0 && gamma < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "gamma must be a number above 0");
  }
}

// C: L = C ∓ (γ/2)r_θ².
double constant_part(Membership member, const PosteriorPerson& person, double gamma) {
  const double mu = person.leverage;
  const double half = 0.5 * gamma * person.residual * person.residual;
  return member == Membership::in ? -0.5 * elementary::log1p(-mu) + half / (1 - mu)
                                  : -0.5 * elementary::log1p(mu) - half / (1 + mu);
}

double log_sum(double a, double b) {
  const double larger = std::fmax(a, b);
  return larger == -infinity ? larger : larger + elementary::log1p(elementary::exp(std::fmin(a, b) - larger));
}

// How well the integrands below are known: z is off by the rounding of ϱ ± m, and its square
// counts.
double integrand_error(double radius, double m, double s) {
  return std::fmax(1e-13, 0x1p-46 * (radius + m) / s);
}

// log E(1 − e^{ε−L})₊ for r ~ N(m, s²) and L − ε = (γ/2)(ϱ² − r²): positive for |r| < ϱ.
double log_delta_inside(double radius, double gamma, double m, double s) {
  m = std::fabs(m);
  // r = ϱ − τ: what matters may be next to the edge on the side of m.
  const auto log_f = [&](double tau) {
    const double u = 0.5 * gamma * tau * (2 * radius - tau);
    const double z = (radius - m - tau) / s;
    return elementary::log(-elementary::expm1(-u)) - 0.5 * z * z;
  };
  return log_unimodal_integral(log_f, 0, 2 * radius, integrand_error(radius, m, s)) - elementary::log(s) - log_sqrt_two_pi;
}

// The same for L − ε = (γ/2)(r² − ϱ²): positive for |r| > ϱ.
double log_delta_outside(double radius, double gamma, double m, double s) {
  m = std::fabs(m);
  const auto side = [&](double distance) {
    const auto log_f = [&](double tau) {
      const double u = 0.5 * gamma * tau * (2 * radius + tau);
      const double z = (distance + tau) / s;
      return elementary::log(-elementary::expm1(-u)) - 0.5 * z * z;
    };
    return log_unimodal_integral(log_f, 0, std::fmax(0, -distance) + followed_deviations * s, integrand_error(radius, m, s));
  };
  return log_sum(side(radius - m), side(radius + m)) - elementary::log(s) - log_sqrt_two_pi;
}

// log(1 − e^ε), of two equal laws or of a loss above ε everywhere.
double log_everything(double epsilon) {
  return epsilon < 0 ? elementary::log(-elementary::expm1(epsilon)) : -infinity;
}

}  // namespace

RidgePosterior::RidgePosterior(const Eigen::MatrixXd& hessian, Eigen::VectorXd theta_hat, double gamma)
    : mean_(std::move(theta_hat)), gamma_(gamma) {
  if (hessian.rows() != mean_.size() || hessian.cols() != mean_.size()) {
    throw_error(ErrorType::argument, "wrong-length", "", "the Hessian must be as large as theta");
  }
  if (!(gamma > 0 && gamma < infinity)) {
    throw_error(ErrorType::argument, "out-of-range", "", "gamma must be a number above 0");
  }
  factor_ = factorised(hessian);
}

Eigen::VectorXd RidgePosterior::sample(RandomSource& source) const {
  Eigen::VectorXd z(mean_.size());
  for (double& value : z) {
    value = standard_normal(source);
  }
  return sample(z);
}

Eigen::VectorXd RidgePosterior::sample(const Eigen::VectorXd& z) const {
  return mean_ + factor_.matrixU().solve(z) / std::sqrt(gamma_);
}

PosteriorPerson RidgePosterior::person(const Eigen::Ref<const Eigen::VectorXd>& x, double y) const {
  return {factor_.matrixL().solve(x).squaredNorm(), y - x.dot(mean_)};
}

double posterior_sample_loss(Membership member, const PosteriorPerson& person, double gamma, double published_residual) {
  require_person(member, person, gamma);
  if (member == Membership::in && person.leverage >= 1) {
    return infinity;
  }
  const double half = 0.5 * gamma * published_residual * published_residual;
  return constant_part(member, person, gamma) + (member == Membership::in ? -half : half);
}

double log_posterior_sample_delta(Membership member, Direction direction, const PosteriorPerson& person, double gamma,
                                  double epsilon) {
  require_person(member, person, gamma);
  if (std::isnan(epsilon)) {
    throw_error(ErrorType::argument, "out-of-range", "/epsilon", "epsilon must be a number");
  }
  const double mu = person.leverage;
  if (mu == 0 || epsilon == infinity) {
    return log_everything(epsilon);
  }
  if (epsilon == -infinity || (member == Membership::in && mu >= 1)) {
    return 0;
  }
  const bool forward = direction == Direction::forward;
  // r_θ under the law from which S gets more: of D, or of its neighbour.
  const double shrink = forward ? 1 : (member == Membership::in ? 1 - mu : 1 + mu);
  const double m = person.residual / shrink;
  const double s = std::sqrt(mu / (shrink * gamma));
  const double constant = constant_part(member, person, gamma) * (forward ? 1 : -1);
  const bool inside = (member == Membership::in) == forward;
  const double room = inside ? constant - epsilon : epsilon - constant;
  if (!(room > 0)) {
    return inside ? -infinity : log_everything(epsilon);
  }
  const double radius = std::sqrt(2 * room / gamma);
  const double result = inside ? log_delta_inside(radius, gamma, m, s) : log_delta_outside(radius, gamma, m, s);
  return std::fmin(result, 0.0);
}

namespace {

double log_worse_delta(Membership member, const PosteriorPerson& person, double gamma, double epsilon) {
  return std::fmax(log_posterior_sample_delta(member, Direction::forward, person, gamma, epsilon),
                   log_posterior_sample_delta(member, Direction::reverse, person, gamma, epsilon));
}

}  // namespace

double posterior_sample_delta(Membership member, const PosteriorPerson& person, double gamma, double epsilon) {
  if (!(epsilon >= 0)) {
    throw_error(ErrorType::argument, "out-of-range", "/epsilon", "epsilon must be 0 or more");
  }
  return elementary::exp(log_worse_delta(member, person, gamma, epsilon));
}

double posterior_sample_epsilon(Membership member, const PosteriorPerson& person, double gamma, double delta) {
  require_probability(delta, "/delta", "delta");
  require_person(member, person, gamma);
  if (member == Membership::in && person.leverage >= 1) {
    return infinity;
  }
  // The error that the integrals may have.
  const double target = elementary::log(delta) - 1e-11;
  const auto excess = [&](double epsilon) {
    return std::fmax(log_worse_delta(member, person, gamma, epsilon), target - 1e6) - target;
  };
  if (excess(0) <= 0) {
    return 0;
  }
  double low = 0;
  double high = 1e-3;
  while (excess(high) > 0) {
    low = high;
    high *= 2;
    if (high > 1e300) {
      return infinity;
    }
  }
  return bracket_root(excess, low, high).second;
}

}  // namespace expost

// Uses the mathematics alone: a bound from a model and its releases, without JSON.
#include <cstdio>
#include <expost/bounds/bound.hpp>
#include <expost/noise/goe.hpp>
#include <expost/numerics/error.hpp>

int main() {
  expost::PublishedModel model;
  model.lambda = 1;
  model.sigma = 4.23;
  model.theta = Eigen::Vector2d(0.12, -0.03);
  model.gradient = expost::GradientRelease{4.0, Eigen::Vector2d(1.9, -0.2)};
  model.hessian = expost::HessianRelease{0.9, Eigen::Vector2d(701.2, 655.0).asDiagonal()};
  const expost::PreparedReport report(model);
  expost::BoundRule rule(report, {});
  const expost::Bound bound = rule.bound(Eigen::Vector2d(0.6, 0.8), 1);
  std::printf("%a %a\n", bound.epsilon.lower, bound.epsilon.upper);
  std::printf("%a\n", expost::goe_upper_quantile(24, 1e-6));
  try {
    std::printf("%a\n", expost::goe_upper_quantile(0, 0.5));
  } catch (const expost::Error& error) {
    std::printf("%s\n", error.code().empty() ? "no code" : "refused");
  }
  return 0;
}

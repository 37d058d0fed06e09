#include "service/self_test.hpp"

#include "expost/bounds/bound.hpp"
#include "expost/bounds/posterior.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "service/known_answer.hpp"

namespace expost::operations {
int self_test() {
  int checks = 0;
  // References at 60 digits, and two interval ends from an independent implementation
  // (tests/vectors).
  check_known_answer(checks, "normal quantile", normal_upper_quantile(5e-7), 4.89163847569859);
  check_known_answer(checks, "Gaussian profile", gaussian_delta(1, 0.3), 5.488749644612937e-05);
  check_known_answer(checks, "chi-squared quantile", chi_squared_upper_quantile(2, 1e-6), 27.631021115928547);
  check_known_answer(checks, "largest eigenvalue", goe_upper_quantile(21, 1e-7), 13.15094566266049);
  check_known_answer(checks, "posterior", posterior_interval(5, 1e-6).upper, 0.0001483912842745784);
  PublishedModel model;
  model.lambda = 0.1;
  model.sigma = 1;
  model.theta = Eigen::VectorXd::Constant(1, -0.614);
  model.gradient = GradientRelease{1.0, Eigen::VectorXd::Constant(1, 0.291)};
  model.hessian = HessianRelease{0.05, Eigen::MatrixXd::Constant(1, 1, 0.5991)};
  const PreparedReport report(model);
  BoundRule rule(report, {});
  const Bound bound = rule.bound(Eigen::VectorXd::Constant(1, 0.697), 1);
  check_known_answer(checks, "bound of a member", bound.in.upper, 2.3189777868558688);
  check_known_answer(checks, "bound of a non-member", bound.out.lower, -1.8513385793009833);
  return checks;
}

}  // namespace expost::operations

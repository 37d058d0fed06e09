#include "self_test.hpp"

#include <cmath>
#include <string>

#include "expost/accountant.hpp"
#include "expost/bound.hpp"
#include "expost/error.hpp"
#include "expost/gaussian.hpp"
#include "expost/goe.hpp"
#include "expost/posterior.hpp"

namespace expost::operations {
namespace {

// Relative: far above the rounding of these routines, far below any mistake.
constexpr double tolerance = 1e-9;

void check(int& checks, const char* what, double computed, double expected) {
  ++checks;
  if (!(std::fabs(computed - expected) <= tolerance * std::fabs(expected))) {
    throw Error(Fault::numerics, "self-test", "",
                std::string("the self-test failed (") + what + "): this copy computes wrong numbers here, so none is shown");
  }
}

}  // namespace

int self_test() {
  int checks = 0;
  // References at 60 digits, and two interval ends from an independent implementation (tests/vectors).
  check(checks, "normal quantile", normal_upper_quantile(5e-7), 4.89163847569859);
  check(checks, "Gaussian profile", gaussian_delta(1, 0.3), 5.488749644612937e-05);
  check(checks, "Gaussian calibration", gaussian_sigma(1, 1e-5, 1), 3.730631634815942);
  check(checks, "chi-squared quantile", chi_squared_upper_quantile(2, 1e-6), 27.631021115928547);
  check(checks, "largest eigenvalue", goe_upper_quantile(21, 1e-7), 13.15094566266049);
  check(checks, "accountant", calibrate_model(Accountant::joint, Loss{}, 0.5, 1e-5, {}).sigma, 7.0318266755825);
  check(checks, "posterior", posterior_interval(5, 1e-6).upper, 0.0001483912842745784);
  PublishedModel model;
  model.lambda = 0.1;
  model.sigma = 1;
  model.theta = Eigen::VectorXd::Constant(1, -0.614);
  model.gradient = GradientRelease{1.0, Eigen::VectorXd::Constant(1, 0.291)};
  model.hessian = HessianRelease{0.05, Eigen::MatrixXd::Constant(1, 1, 0.5991)};
  const PreparedReport report(model);
  BoundRule rule(report, {});
  const Bound bound = rule.bound(Eigen::VectorXd::Constant(1, 0.697), 1);
  check(checks, "bound of a member", bound.in.upper, 2.3189777868558688);
  check(checks, "bound of a non-member", bound.out.lower, -1.8513385793009833);
  return checks;
}

}  // namespace expost::operations

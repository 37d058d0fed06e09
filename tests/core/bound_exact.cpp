// No end on the wrong side: bounds against the formulas of section 5 in 200-bit numbers
// (tests/fuzz/reference_bound.hpp), for ordinary reports and for those that an adversary would
// write.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

#include "bounds/joint_total.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "fuzz/leverage_shift.hpp"
#include "fuzz/reference_bound.hpp"
#include "hostile_report.hpp"
#include "random_report.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

// A comparison in 200 bits takes ten milliseconds: the deep run makes all of them.
int reports() {
  return repetitions_share() == 1 ? 10000 : 300;
}

struct Counts : EndCounts {
  int joint = 0;
};

reference::Quantiles quantiles_of(const PublishedModel& model, double rho) {
  reference::Quantiles noise;
  const double share = !model.hessian ? 1 : model.smallest_eigenvalue ? 0.7 : 0.8;
  noise.gradient = normal_upper_quantile(0.5 * share * rho);
  noise.hessian = model.hessian ? goe_upper_quantile(static_cast<int>(model.dimension()), 0.1 * rho) : 0;
  noise.direction = model.hessian ? leverage_shift(static_cast<int>(model.dimension()), 0.1 * rho) : 0;
  noise.eigenvalue_floor = model.lambda;
  if (model.smallest_eigenvalue) {
    const EigenvalueRelease& release = *model.smallest_eigenvalue;
    noise.eigenvalue_floor =
        std::max(model.lambda, release.value - release.sigma * normal_upper_quantile(0.1 * rho) - grid_slack * release.grid);
  }
  noise.grid_slack = grid_slack;
  // A hair less than the library's: quantiles are right to a few units in the last place.
  BoundOptions options;
  options.failure_probability = rho;
  noise.releases = normal_upper_quantile(0.5 * options.release_cost_failure_probability) * (1 - 0x1p-48);
  noise.joint = joint_radius(model, options, share) * (1 - 0x1p-44);
  return noise;
}

void compare(const PublishedModel& model, const Person& person, Counts& counts) {
  BoundOptions options;
  options.release_cost_pdp = false;
  const Bound bound = bound_of(model, options, person);
  const reference::Ends truth =
      reference::sharp_ends(model, person.x, person.y, quantiles_of(model, options.failure_probability));
  const auto check = [&](double end, const reference::Real& real, double direction) {
    check_end(end, real, direction, counts);
  };
  check(bound.in.upper, truth.in.upper, 1);
  check(bound.in.lower, truth.in.lower, -1);
  check(bound.out.upper, truth.out.upper, 1);
  check(bound.out.lower, truth.out.lower, -1);
  check(bound.total_in.upper, truth.total_in.upper, 1);
  check(bound.total_in.lower, truth.total_in.lower, -1);
  check(bound.total_out.upper, truth.total_out.upper, 1);
  check(bound.total_out.lower, truth.total_out.lower, -1);
  counts.joint += bound.joint ? 1 : 0;
}

/// Numbers of every size that a report may have, and matrices whose forms cancel.
PublishedModel hostile_model(Draws& draws) {
  const Eigen::Index d = draws.integer(1, 6);
  PublishedModel model = random_model(random_kind(draws), d, draws);
  make_hostile(model, draws, [&](Eigen::MatrixXd& values, double scale) {
    const Eigen::VectorXd v = draws.normal_vector(d, std::sqrt(scale));
    values = v * v.transpose();
    values = (0.5 * (values + values.transpose())).eval();
  });
  return model;
}

}  // namespace

TEST_CASE("ordinary reports: no end on the wrong side of real arithmetic") {
  Draws draws(20261123);
  Counts counts;
  for (int repetition = 0; repetition < reports(); ++repetition) {
    const PublishedModel model = random_model(random_kind(draws), draws.integer(1, 6), draws);
    compare(model, random_person(model, draws), counts);
  }
  CHECK(counts.wrong == 0);
  CHECK(counts.ends == 8 * reports());
  CHECK(counts.joint * 20 > reports());
  MESSAGE(counts.ends, " ends, ", counts.wrong, " on the wrong side; ", counts.joint, " totals by one event");
}

TEST_CASE("hostile reports: no end on the wrong side of real arithmetic") {
  Draws draws(20261124);
  Counts counts;
  for (int repetition = 0; repetition < reports(); ++repetition) {
    const PublishedModel model = hostile_model(draws);
    Person person = random_person(model, draws);
    if (draws.integer(0, 3) == 0 && model.dimension() > 1) {
      // Orthogonal to θ up to what doubles hold.
      person.x -= model.theta * (model.theta.dot(person.x) / model.theta.squaredNorm());
      if (!(person.x.norm() > 1e-6 && person.x.norm() <= 1)) {
        person.x = Eigen::VectorXd::Unit(model.dimension(), 0);
      }
    }
    compare(model, person, counts);
  }
  CHECK(counts.wrong == 0);
  CHECK(counts.ends == 8 * reports());
  CHECK(counts.joint * 20 > reports());
  MESSAGE(counts.ends, " ends, ", counts.wrong, " on the wrong side; ", counts.joint, " totals by one event");
}

}  // namespace expost

// Softmax: no end on the wrong side of the formulas of section 11 in 200-bit numbers
// (tests/fuzz/reference_softmax.hpp), for ordinary reports and for those that an adversary would
// write.
#include <doctest/doctest.h>

#include <cmath>

#include "expost/bounds/softmax_bound.hpp"
#include "fuzz/reference_softmax.hpp"
#include "fuzz/softmax_quantiles.hpp"
#include "hostile_report.hpp"
#include "random_classes.hpp"
#include "random_report.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

// A comparison in 200 bits takes tens of milliseconds: the deep run makes all of them.
int reports() {
  return repetitions_share() == 1 ? 800 : 60;
}

PublishedSoftmaxModel random_softmax_model(Draws& draws) {
  const Eigen::Index classes = draws.integer(2, 3);
  const Eigen::Index m = draws.integer(1, classes == 2 ? 3 : 2);
  const PublishedModel numbers = random_model(random_kind(draws), classes * m, draws);
  PublishedSoftmaxModel model;
  model.classes = classes;
  model.parts = {numbers.lambda,
                 numbers.sigma,
                 numbers.theta,
                 numbers.residual,
                 numbers.gradient,
                 numbers.hessian,
                 numbers.smallest_eigenvalue};
  return model;
}

void compare(const PublishedSoftmaxModel& model, const ClassifiedPerson& person, EndCounts& counts) {
  BoundOptions options;
  options.release_cost_pdp = false;
  const PreparedSoftmaxReport prepared(model);
  const SoftmaxBoundRule rule(prepared, options);
  const Bound bound = rule.bound(person.x, person.label);
  const reference::Ends truth =
      reference::softmax_ends_for(bound.in, bound.out, model, person.x, person.label,
                                  reference::softmax_quantiles(model, rule.event(), options.failure_probability));
  const auto check = [&](double end, const reference::Real& real, double direction) {
    check_end(end, real, direction, counts);
  };
  check(bound.in.upper, truth.in.upper, 1);
  check(bound.in.lower, truth.in.lower, -1);
  check(bound.out.upper, truth.out.upper, 1);
  check(bound.out.lower, truth.out.lower, -1);
}

PublishedSoftmaxModel hostile_model(Draws& draws) {
  PublishedSoftmaxModel model = random_softmax_model(draws);
  make_hostile(model.parts, draws, [&](Eigen::MatrixXd& values, double) {
    // The same in every class: large, and nothing of it is left in contrasts.
    const Eigen::Index m = model.features();
    const Eigen::MatrixXd block = values.topLeftCorner(m, m);
    for (Eigen::Index k = 0; k < model.classes; ++k) {
      for (Eigen::Index l = 0; l < model.classes; ++l) {
        values.block(k * m, l * m, m, m) = block;
      }
    }
    values.diagonal().array() += model.parts.lambda;
  });
  return model;
}

}  // namespace

TEST_CASE("ordinary softmax reports: no end on the wrong side of real arithmetic") {
  Draws draws(20261201);
  EndCounts counts;
  for (int repetition = 0; repetition < reports(); ++repetition) {
    const PublishedSoftmaxModel model = random_softmax_model(draws);
    compare(model, random_classified(model.classes, model.features(), draws), counts);
  }
  CHECK(counts.wrong == 0);
  CHECK(counts.ends == 4 * reports());
  MESSAGE(counts.ends, " ends, ", counts.wrong, " on the wrong side");
}

TEST_CASE("hostile softmax reports: no end on the wrong side of real arithmetic") {
  Draws draws(20261202);
  EndCounts counts;
  for (int repetition = 0; repetition < reports(); ++repetition) {
    const PublishedSoftmaxModel model = hostile_model(draws);
    ClassifiedPerson person = random_classified(model.classes, model.features(), draws);
    if (draws.integer(0, 3) == 0 && model.features() > 1) {
      // Orthogonal to a class's θ up to what doubles hold.
      const Eigen::VectorXd theta = model.parts.theta.head(model.features());
      person.x -= theta * (theta.dot(person.x) / theta.squaredNorm());
      if (!(person.x.norm() > 1e-6 && person.x.norm() <= 1)) {
        person.x = Eigen::VectorXd::Unit(model.features(), 0);
      }
    }
    compare(model, person, counts);
  }
  CHECK(counts.wrong == 0);
  CHECK(counts.ends == 4 * reports());
  MESSAGE(counts.ends, " ends, ", counts.wrong, " on the wrong side");
}

}  // namespace expost

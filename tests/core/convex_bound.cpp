// Bounds for softmax and for any smooth convex loss: against logistic regression, where they are
// attained, in the limits, and what is refused.
#include "expost/bounds/convex_bound.hpp"
#include "expost/numerics/constants.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "closeness.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/numerics/error.hpp"
#include "expost/training/convex_objective.hpp"
#include "random_classes.hpp"
#include "random_report.hpp"

namespace expost {
namespace {

/// Numbers of ordinary size for a model with d parameters.
PublishedConvexModel random_convex_model(ReportKind kind, Eigen::Index d, Draws& draws) {
  const PublishedModel model = random_model(kind, d, draws);
  return {model.lambda, model.sigma, model.theta, model.residual, model.gradient, model.hessian, model.smallest_eigenvalue};
}

void check_interval(const std::string& what, Interval got, Interval expected, Tolerance tolerance) {
  check_close(what + " lower", got.lower, expected.lower, tolerance);
  check_close(what + " upper", got.upper, expected.upper, tolerance);
}

LossPoint random_point(Eigen::Index d, Eigen::Index k, Draws& draws) {
  LossPoint point{draws.in_ball(d), Eigen::MatrixXd(d, k)};
  for (Eigen::Index j = 0; j < k; ++j) {
    point.hessian_factor.col(j) = draws.in_ball(d);
  }
  return point;
}

}  // namespace

TEST_CASE("with two classes every bound is that of logistic regression") {
  Draws draws(20261120);
  const double sqrt2 = std::sqrt(2.0);
  int sharper = 0;
  int inside = 0;
  for (int repetition = 0; repetition < 240; ++repetition) {
    const Eigen::Index m = draws.integer(1, 4);
    const PublishedSoftmaxModel softmax{2, random_convex_model(random_kind(draws), 2 * m, draws)};
    // θ = θ₁ − θ₀ = −√2·contrast; what is linear in it is divided by √2, what is quadratic by 2.
    PublishedModel logistic;
    logistic.loss = {LossKind::logistic};
    logistic.lambda = softmax.parts.lambda / 2;
    logistic.sigma = softmax.parts.sigma / sqrt2;
    logistic.theta = softmax.parts.theta.tail(m) - softmax.parts.theta.head(m);
    logistic.residual = softmax.parts.residual / sqrt2;
    if (softmax.parts.gradient) {
      const Eigen::VectorXd& g = softmax.parts.gradient->values;
      logistic.gradient = GradientRelease{softmax.parts.gradient->sigma / sqrt2, 0.5 * (g.tail(m) - g.head(m))};
    }
    if (softmax.parts.hessian) {
      const Eigen::MatrixXd& h = softmax.parts.hessian->values;
      const Eigen::MatrixXd quarter =
          0.25 * (h.topLeftCorner(m, m) + h.bottomRightCorner(m, m) - h.topRightCorner(m, m) - h.bottomLeftCorner(m, m));
      logistic.hessian = HessianRelease{softmax.parts.hessian->sigma / 2, 0.5 * (quarter + quarter.transpose())};
    }
    if (softmax.parts.smallest_eigenvalue) {
      const EigenvalueRelease& release = *softmax.parts.smallest_eigenvalue;
      logistic.smallest_eigenvalue = EigenvalueRelease{release.sigma / 2, release.value / 2};
    }
    BoundOptions options;
    options.member = static_cast<Membership>(draws.integer(0, 2));
    options.failure_probability = draws.logarithmic(1e-9, 0.1);
    options.uniformity = {static_cast<Uniformity::Kind>(draws.integer(0, 2)), 50};
    const PreparedSoftmaxReport prepared(softmax);
    const PreparedReport reference(logistic);
    const Person person = random_person(logistic, draws);
    const Bound got = SoftmaxBoundRule(prepared, options, GradientEvent::fused).bound(person.x, person.y == 1 ? 1 : 0);
    const Bound expected = BoundRule(reference, options).bound(person.x, person.y);
    const double scale = 1 + std::fabs(expected.gradient.lower) + std::fabs(expected.gradient.upper);
    const Tolerance tolerance{1e-10, 1e-12 * scale};
    check_interval("c", got.gradient, expected.gradient, tolerance);
    check_close("q²/2", got.gradient_norm, expected.gradient_norm, tolerance);
    if (logistic.hessian && options.uniformity.kind != Uniformity::Kind::all) {
      // A generalised linear loss has one direction of the noise, and one event for everything.
      const double slack = tolerance.absolute + 1e-10 * (std::fabs(got.in.upper) + std::fabs(got.out.lower));
      CHECK(got.in.upper >= expected.in.upper - slack);
      CHECK(got.out.lower <= expected.out.lower + slack);
      // Where a made-up Ĥ contradicts itself, the sharper ends cut off the others.
      const double width = expected.gradient.upper - expected.gradient.lower;
      if (std::min(expected.in.upper - expected.in.lower, expected.out.upper - expected.out.lower) > width * (1 + 1e-9)) {
        check_close("in lower", got.in.lower, expected.in.lower, tolerance);
        check_close("out upper", got.out.upper, expected.out.upper, tolerance);
        ++sharper;
      }
    } else {
      check_interval("in", got.in, expected.in, tolerance);
      check_interval("out", got.out, expected.out, tolerance);
      check_interval("epsilon", got.epsilon, expected.epsilon, tolerance);
      check_interval("total in", got.total_in, expected.total_in, tolerance);
      check_interval("total out", got.total_out, expected.total_out, tolerance);
      check_interval("total", got.total, expected.total, tolerance);
    }
    check_close("release cost", got.release_cost_expost, expected.release_cost_expost, tolerance);
    check_close("release cost pDP", got.release_cost_pdp, expected.release_cost_pdp, {1e-9, 1e-12});
    CHECK(got.failure_probability == expected.failure_probability);
    CHECK(got.total_failure_probability == expected.total_failure_probability);
    inside += expected.alpha > 0 && expected.alpha < 1 ? 1 : 0;
    REQUIRE(got.components.has_value());
    const Components& parts = *got.components;
    check_close("components", parts.leverage + parts.gradient_norm + parts.gradient + parts.release, got.total.upper,
                {1e-12, 1e-12 * scale});
  }
  CHECK(sharper > 20);
  CHECK(inside > 20);  // the minimum over α was looked for
}

TEST_CASE("the determinant's cap is attained by the only member of the data set") {
  Draws draws(20261121);
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Softmax softmax{draws.integer(2, 5)};
    const double lambda = draws.logarithmic(1e-3, 10);
    const auto persons = random_classified_persons(1, softmax.classes, 3, draws);
    PublishedConvexModel model;
    model.lambda = lambda;
    model.sigma = 1;
    model.theta = draws.in_ball(softmax.classes * 3, 2);
    const ConvexObjective<Softmax> objective(softmax, lambda, model.theta.size(), persons);
    double rounding = 0;
    const ExactConvexLosses exact(1, objective.gradient(model.theta, rounding), objective.hessian(model.theta));
    const double determinant = exact.member(loss_point(softmax, model.theta, persons[0])).determinant;
    const PreparedSoftmaxReport prepared({softmax.classes, model});
    const Bound bound = SoftmaxBoundRule(prepared, {}).bound(persons[0].x, persons[0].label);
    check_close("determinant", determinant, bound.determinant_in.upper, {1e-9 / lambda});
    CHECK(bound.determinant_out.lower == -bound.determinant_in.upper);
  }
}

TEST_CASE("contrasts are sharper than all the coordinates, and a member's own curvature than without") {
  Draws draws(20261122);
  for (int repetition = 0; repetition < 80; ++repetition) {
    const Softmax softmax{draws.integer(2, 4)};
    const Eigen::Index m = draws.integer(1, 3);
    const PublishedConvexModel model = random_convex_model(random_kind(draws), softmax.classes * m, draws);
    const PreparedConvexReport whole(model);
    const PreparedSoftmaxReport prepared({softmax.classes, model});
    const BoundOptions options;
    const ClassifiedPerson person = random_classified(softmax.classes, m, draws);
    const LossPoint point = loss_point(softmax, model.theta, person);
    const Bound sharp = SoftmaxBoundRule(prepared, options).bound(person.x, person.label);
    const Bound general = ConvexBoundRule(whole, options).bound(point);
    const Bound plain = ConvexBoundRule(whole, options, {GradientEvent::narrower, false}).bound(point);
    const auto at_most = [](double a, double b) { CHECK(a <= b + 1e-6 * (1e-6 + std::fabs(b))); };
    if (!model.smallest_eigenvalue) {  // there it is another eigenvalue that is released
      at_most(sharp.determinant_in.upper, general.determinant_in.upper);
      at_most(-sharp.determinant_out.lower, -general.determinant_out.lower);
    }
    at_most(general.determinant_in.upper, plain.determinant_in.upper);
    at_most(sharp.gradient.upper - sharp.gradient.lower, general.gradient.upper - general.gradient.lower);
    for (const Bound& bound : {sharp, general, plain}) {
      CHECK(bound.determinant_in.lower >= 0);
      CHECK(bound.determinant_in.lower <= bound.determinant_in.upper);
      CHECK(bound.determinant_out.upper <= 0);
      CHECK(bound.determinant_out.lower <= bound.determinant_out.upper);
      CHECK(bound.in.lower <= bound.in.upper);
      CHECK(bound.epsilon.lower >= 0);
    }
  }
}

TEST_CASE("everything goes to 0 as lambda and sigma grow; a person of length 0 loses nothing") {
  Draws draws(20261123);
  PublishedConvexModel model = random_convex_model(ReportKind::data_independent, 6, draws);
  model.residual = 0;
  const ClassifiedPerson person = random_classified(3, 2, draws);
  double last = infinity;
  for (const double size : {1.0, 1e3, 1e6, 1e9}) {
    model.lambda = size;
    model.sigma = size;
    const PreparedSoftmaxReport prepared({3, model});
    const Bound bound = SoftmaxBoundRule(prepared, {}).bound(person.x, person.label);
    CHECK(bound.epsilon.upper < last);
    CHECK(bound.epsilon.upper > 0);
    last = bound.epsilon.upper;
    const Bound nothing = SoftmaxBoundRule(prepared, {}).bound(Eigen::Vector2d::Zero(), 0);
    CHECK(nothing.total.upper == 0);
  }
  CHECK(last < 2e-8);
  model = random_convex_model(ReportKind::adaptive, 6, draws);
  const PreparedSoftmaxReport prepared({3, model});
  CHECK(SoftmaxBoundRule(prepared, {}).bound(Eigen::Vector2d::Zero(), 0).total.upper == 0);
}

TEST_CASE("radii: chi with K − 1 degrees of freedom, for rows and for every x at once") {
  Draws draws(20261124);
  PublishedConvexModel model = random_convex_model(ReportKind::data_independent, 12, draws);
  model.residual = 0;
  const PreparedSoftmaxReport prepared({4, model});
  const Eigen::Vector3d x(0.3, -0.5, 0.1);
  const Softmax softmax{4};
  const double norm = softmax.residual(softmax.probabilities(model.theta, x), 2).norm();
  BoundOptions options;
  options.failure_probability = 0.01;
  const auto radius = [&] { return SoftmaxBoundRule(prepared, options).bound(x, 2).gradient.upper * model.sigma / norm; };
  check_close("one", radius(), x.norm() * std::sqrt(chi_squared_upper_quantile(3, 0.01)), {1e-13});
  options.uniformity = {Uniformity::Kind::rows, 1000};
  check_close("rows", radius(), x.norm() * std::sqrt(chi_squared_upper_quantile(3, 1e-5)), {1e-13});
  options.uniformity = {Uniformity::Kind::all};
  check_close("all", radius(),
              std::fmin(x.norm() * std::sqrt(chi_squared_upper_quantile(9, 0.005)),
                        x.lpNorm<1>() * std::sqrt(chi_squared_upper_quantile(3, 0.005 / 3))),
              {1e-13});
  // The columns know more of a person on one axis than the whole does.
  CHECK(chi_squared_upper_quantile(3, 0.005 / 3) < chi_squared_upper_quantile(9, 0.005));
  const double axis = SoftmaxBoundRule(prepared, options).bound(Eigen::Vector3d(0, 1, 0), 2).gradient.upper * model.sigma /
                      softmax.residual(softmax.probabilities(model.theta, Eigen::Vector3d(0, 1, 0)), 2).norm();
  check_close("axis", axis, std::sqrt(chi_squared_upper_quantile(3, 0.005 / 3)), {1e-13});
}

TEST_CASE("grids and the solver's residual widen a bound by what they can have done") {
  Draws draws(20261125);
  for (int repetition = 0; repetition < 20; ++repetition) {
    PublishedConvexModel model = random_convex_model(ReportKind::data_dependent, 6, draws);
    model.residual = 0;
    const ClassifiedPerson person = random_classified(3, 2, draws);
    const LossPoint point = loss_point(Softmax{3}, model.theta, person);
    BoundOptions options;
    const double variance = model.sigma * model.sigma;
    const double sigma2 = model.gradient->sigma;
    const double k = variance / (variance + sigma2 * sigma2);
    const auto width = [](const Bound& bound) { return bound.gradient.upper - bound.gradient.lower; };
    for (const GradientEvent event : {GradientEvent::fused, GradientEvent::fresh}) {
      const double weight = event == GradientEvent::fused ? k : 1;
      const auto bounds = [&](const PublishedConvexModel& which) {
        const PreparedSoftmaxReport prepared({3, which});
        return SoftmaxBoundRule(prepared, options, event).bound(person.x, person.label);
      };
      const Bound plain = bounds(model);
      PublishedConvexModel coarse = model;
      coarse.gradient->grid = 0.01;
      coarse.hessian->grid = 0.003;
      coarse.residual = 0.1;
      const Bound wide = bounds(coarse);
      const double residual = event == GradientEvent::fused ? 0.1 * point.gradient.norm() : 0;
      check_close("c", width(wide) - width(plain), 2 * (weight * 2 * 0.01 * point.gradient.lpNorm<1>() + residual) / variance,
                  {1e-8, 1e-11 * width(plain)});
      // d = Km, not (K − 1)m: what is rounded is what is published.
      PublishedConvexModel shifted = model;
      shifted.hessian->values -= 2 * 0.003 * 6 * Eigen::MatrixXd::Identity(6, 6);
      check_close("determinant", wide.determinant_in.upper, bounds(shifted).determinant_in.upper, {1e-6, 1e-12});
      CHECK(wide.determinant_out.upper >= plain.determinant_out.upper);
      CHECK(wide.release_cost_expost > plain.release_cost_expost);
    }
  }
}

TEST_CASE("which event bounds the gradient") {
  Draws draws(20261126);
  PublishedConvexModel model = random_convex_model(ReportKind::data_dependent, 40, draws);
  const LossPoint point = random_point(40, 3, draws);
  BoundOptions options;
  model.sigma = 1;
  model.gradient->sigma = 1;
  {
    const PreparedConvexReport report(model);
    CHECK(ConvexBoundRule(report, options).event() == GradientEvent::fresh);  // √½·χ₄₀ is above z
    const Bound fresh = ConvexBoundRule(report, options, {GradientEvent::fresh}).bound(point);
    const Bound fused = ConvexBoundRule(report, options, {GradientEvent::fused}).bound(point);
    CHECK(ConvexBoundRule(report, options).bound(point).gradient.upper == fresh.gradient.upper);
    CHECK(fresh.gradient.upper - fresh.gradient.lower < fused.gradient.upper - fused.gradient.lower);
    options.uniformity.kind = Uniformity::Kind::all;
    CHECK(ConvexBoundRule(report, options).event() == GradientEvent::fused);
    CHECK_THROWS_AS(ConvexBoundRule(report, options, {GradientEvent::fresh}), Error);
    options.uniformity = {};
  }
  model.gradient->sigma = 100;
  const PreparedConvexReport report(model);
  CHECK(ConvexBoundRule(report, options).event() == GradientEvent::fused);
}

TEST_CASE("copies of rules outlive what they are copied from") {
  Draws draws(20261128);
  const PublishedConvexModel model = random_convex_model(ReportKind::data_dependent, 6, draws);
  const PreparedSoftmaxReport prepared({3, model});
  const PreparedConvexReport report(model);
  BoundOptions wide;
  wide.failure_probability = 0.05;
  SoftmaxBoundRule rule(prepared, wide);
  ConvexBoundRule general(report, wide);
  const SoftmaxBoundRule copy = rule;
  const ConvexBoundRule general_copy = general;
  const Eigen::Vector2d x(0.6, 0.3);
  const LossPoint point = loss_point(Softmax{3}, model.theta, ClassifiedPerson{x, 1});
  const double expected = rule.bound(x, 1).total.upper;
  const double general_expected = general.bound(point).total.upper;
  rule = SoftmaxBoundRule(prepared, {});
  general = ConvexBoundRule(report, {});
  CHECK(rule.bound(x, 1).total.upper > expected);
  CHECK(general.bound(point).total.upper > general_expected);
  CHECK(copy.options().failure_probability == 0.05);
  CHECK(copy.bound(x, 1).total.upper == expected);
  CHECK(general_copy.bound(point).total.upper == general_expected);
}

TEST_CASE("what is refused") {
  Draws draws(20261127);
  const PublishedConvexModel model = random_convex_model(ReportKind::data_independent, 6, draws);
  CHECK_THROWS_AS(PreparedSoftmaxReport({4, model}), Error);
  CHECK_THROWS_AS(PreparedSoftmaxReport({1, model}), Error);
  PublishedConvexModel wrong = model;
  wrong.lambda = 0;
  CHECK_THROWS_AS(PreparedConvexReport{wrong}, Error);
  CHECK_THROWS_AS(PreparedSoftmaxReport({3, wrong}), Error);
  const PreparedSoftmaxReport prepared({3, model});
  BoundOptions paper;
  paper.method = Method::redberg2021;
  CHECK_THROWS_AS(SoftmaxBoundRule(prepared, paper), Error);
  CHECK_THROWS_AS(SoftmaxBoundRule(prepared, {}, GradientEvent::fresh), Error);
  const SoftmaxBoundRule rule(prepared, {});
  CHECK_THROWS_AS((void)rule.bound(Eigen::Vector3d(0, 0, 0), 0), Error);
  CHECK_THROWS_AS((void)rule.bound(Eigen::Vector2d(1, 1), 0), Error);
  CHECK_THROWS_AS((void)rule.bound(Eigen::Vector2d(infinity, 0), 0), Error);
  CHECK_THROWS_AS((void)rule.bound(Eigen::Vector2d(1, 0), 3), Error);
  CHECK_THROWS_AS((void)rule.bound(Eigen::Vector2d(1, 0), -1), Error);
  const PreparedConvexReport report(model);
  const ConvexBoundRule general(report, {});
  CHECK_THROWS_AS((void)general.bound({Eigen::VectorXd::Zero(5), Eigen::MatrixXd::Zero(6, 1)}), Error);
  CHECK_THROWS_AS((void)general.bound({Eigen::VectorXd::Zero(6), Eigen::MatrixXd::Zero(5, 1)}), Error);
  CHECK_THROWS_AS((void)general.bound({Eigen::VectorXd::Constant(6, NAN), Eigen::MatrixXd::Zero(6, 1)}), Error);
  CHECK(general.bound({Eigen::VectorXd::Zero(6), Eigen::MatrixXd(6, 0)}).total.upper == 0);
}

}  // namespace expost

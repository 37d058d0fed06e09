// Bounds of rounded models: they hold for every θ that can have become the published one, and the
// constant in the place of the residual is attained.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <vector>

#include "bounds/softmax_range.hpp"
#include "closeness.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/output/exact_fit.hpp"
#include "expost/training/convex_objective.hpp"
#include "numerics/semidefinite_eigenvalues.hpp"
#include "random_classes.hpp"
#include "random_report.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

/// A data set with one coordinate, all its rows (1, y), under the squared loss.
struct OneCoordinate {
  Loss loss;
  double lambda;
  double sigma;
  double rows;
  double label_sum;  ///< Σ y

  [[nodiscard]] double gradient(double theta) const { return (rows + lambda) * theta - label_sum; }
};

}  // namespace

TEST_CASE("the gradient's end is attained where θ* lies at one corner of the cell and θ at the other") {
  Draws draws(1);
  for (int repetition = 0; repetition < 200; ++repetition) {
    OneCoordinate world{{LossKind::squared, 1}, draws.uniform(0.5, 5), draws.uniform(0.5, 5), 0, 0};
    world.rows = draws.integer(1, 50);
    const double step = std::ldexp(1.0, -draws.integer(3, 8));
    const double side = draws.coin() ? 1 : -1;
    // f' at the published θ̃ is on the side to which θ lies, and above the step.
    const double y = -side * draws.uniform(0.5, 1);
    const double theta = side * step * draws.integer(2, 5);
    const double edge = side * normal_upper_quantile(0.5e-6) * world.sigma;
    // g(θ*) = edge at θ* = θ̃ − side·s
    world.label_sum = (world.rows + world.lambda) * (theta - side * step) - edge;
    const double other = theta + side * step;
    const double truth = (other - y) * world.gradient(other) / (world.sigma * world.sigma);

    PublishedModel model;
    model.loss = world.loss;
    model.lambda = world.lambda;
    model.sigma = world.sigma;
    model.theta = Eigen::VectorXd::Constant(1, theta);
    model.rounding = {step, world.rows};
    const Bound bound = bound_of(model, {}, {Eigen::VectorXd::Ones(1), y});
    CHECK(bound.gradient.upper >= truth);
    // R is rounded up by 2^-40, twice.
    check_close("c", bound.gradient.upper, truth, {4e-12});
    const double q = (other - y) * (other - y) / (2 * world.sigma * world.sigma);
    // Whatever the leverage is, from 0 to λ's cap.
    CHECK(bound.out.upper >= q + truth);
    CHECK(bound.in.lower <= q - truth);
    CHECK(bound.out.upper - q - truth >= 0x1p-39);
    CHECK(bound.out.upper - q - truth < 0x1p-39 + 4e-12 * (q + truth));
  }
}

TEST_CASE("the leverage holds over the whole cell") {
  Draws draws(2);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const Loss loss = draws.coin() ? Loss{LossKind::logistic, 1} : Loss{LossKind::pseudo_huber, draws.uniform(0.3, 2)};
    const double rows = draws.integer(5, 100);
    const double step = std::ldexp(1.0, -draws.integer(3, 6));
    const double theta = step * std::round(draws.uniform(1, 3) / step);
    const double y = loss.kind == LossKind::logistic ? 1 : draws.uniform(-1, 0);
    PublishedModel model;
    model.loss = loss;
    model.lambda = draws.logarithmic(1e-3, 1);
    model.sigma = 3;
    model.theta = Eigen::VectorXd::Constant(1, theta);
    model.rounding = {step, rows};
    const auto curvature = [&](double place) { return rows * loss.second_derivative(place, y) + model.lambda; };
    // Ĥ on the edge of its event, either side.
    const double noise = 1e-3;
    const double reach = goe_upper_quantile(1, 1e-7) * noise;
    const double sign = draws.coin() ? 1 : -1;
    model.gradient = GradientRelease{2, Eigen::VectorXd::Zero(1)};
    model.hessian = HessianRelease{noise, Eigen::MatrixXd::Constant(1, 1, curvature(theta) + sign * reach)};
    const Bound bound = bound_of(model, {}, {Eigen::VectorXd::Ones(1), y});
    for (const double place : {theta - step, theta, theta + step}) {
      const double leverage = 1 / curvature(place);
      CHECK(bound.leverage.upper >= leverage);
      CHECK(bound.leverage.lower <= leverage);
      // A member's −log(1 − a), for the f'' of that place.
      const double a = loss.second_derivative(place, y) * leverage;
      CHECK(bound.in.upper >= -std::log1p(-a) + bound.gradient_norm - bound.gradient.upper);
    }
  }
}

TEST_CASE("published models: exact losses at every corner of the cell lie within the bounds, with coarse steps") {
  Draws draws(3);
  int outside = 0;
  for (int repetition = 0; repetition < repetitions(400); ++repetition) {
    const Loss loss = random_loss(draws);
    const Eigen::Index d = draws.integer(1, 3);
    const Problem problem = random_problem(loss, draws.integer(2, 30), d, draws);
    const Objective objective{loss, draws.logarithmic(0.1, 10)};
    PublishedModel model;
    model.loss = loss;
    model.lambda = objective.lambda;
    model.sigma = draws.logarithmic(0.5, 5);
    model.rounding = {std::ldexp(1.0, -draws.integer(3, 10)), static_cast<double>(problem.x.rows())};
    SeededSource source(static_cast<std::uint64_t>(repetition));
    GaussianPerturbation noise(d, model.sigma, source);
    model.theta =
        fit_exactly({loss}, model.lambda, problem.data(), noise, model.rounding.step, Eigen::VectorXd::Zero(d), source).theta;
    const Eigen::Index row = draws.integer(0, static_cast<int>(problem.x.rows()) - 1);
    const Eigen::VectorXd x = problem.person(row);
    const double y = problem.y(row);
    const Bound bound = bound_of(model, {}, {x, y});
    for (int corner = 0; corner < 1 << d; ++corner) {
      Eigen::VectorXd theta = model.theta;
      for (Eigen::Index j = 0; j < d; ++j) {
        theta(j) += ((corner >> j) & 1) != 0 ? model.rounding.step : -model.rounding.step;
      }
      const Eigen::MatrixXd hessian = objective.hessian(problem.data(), theta);
      const double t = x.dot(theta);
      const double a = loss.second_derivative(t, y) * x.dot(hessian.llt().solve(x));
      const double f1 = loss.first_derivative(t, y);
      const double q = f1 * f1 * x.squaredNorm() / (2 * model.sigma * model.sigma);
      const double c = f1 * objective.gradient(problem.data(), theta).dot(x) / (model.sigma * model.sigma);
      const double exact = -std::log1p(-a) + q - c;
      outside += exact <= bound.in.upper && exact >= bound.in.lower ? 0 : 1;
    }
  }
  CHECK(outside == 0);
}

TEST_CASE("the step that a study has costs less than 2.5e-7 of the noise's part") {
  PublishedModel model;
  model.lambda = 0.98;
  model.sigma = 4.225;
  Draws draws(4);
  model.theta = draws.in_ball(34, 2).unaryExpr([](double value) { return std::ldexp(std::round(std::ldexp(value, 51)), -51); });
  const Person person{draws.in_ball(34, 1), 1};
  const Bound plain = bound_of(model, {}, person);
  model.rounding = {gaussian_step(model.sigma, model.lambda, 0.25, default_rows_at_most, 34), default_rows_at_most};
  const Bound rounded = bound_of(model, {}, person);
  const double widened = rounded.epsilon.upper - plain.epsilon.upper;
  CHECK(widened > 0);
  CHECK(widened < 2.5e-7 * plain.gradient.upper);
  // Nothing is added for a record that nothing depends on.
  CHECK(bound_of(model, {}, {Eigen::VectorXd::Zero(34), 1}).epsilon.upper == 0);
}

namespace {

/// Every θ whose coordinates are a step up or down from the given one.
template <class Use>
void at_corners(const Eigen::VectorXd& theta, double step, Use use) {
  for (int corner = 0; corner < 1 << theta.size(); ++corner) {
    Eigen::VectorXd moved = theta;
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      moved(j) += ((corner >> j) & 1) != 0 ? step : -step;
    }
    use(moved);
  }
}

struct ClassifiedStudy {
  Eigen::Index classes;
  double lambda;
  double step;
  Problem problem;
  std::vector<ClassifiedPerson> persons;
};

ClassifiedStudy random_classified_study(Draws& draws) {
  ClassifiedStudy study{draws.integer(2, 3), draws.logarithmic(0.1, 10), std::ldexp(1.0, -draws.integer(3, 10)), {}, {}};
  const Eigen::Index m = draws.integer(1, 2);
  study.persons = random_classified_persons(draws.integer(2, 20), study.classes, m, draws);
  const auto n = static_cast<Eigen::Index>(study.persons.size());
  study.problem = {Rows(n, m), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    study.problem.x.row(i) = study.persons[static_cast<std::size_t>(i)].x.transpose();
    study.problem.y(i) = static_cast<double>(study.persons[static_cast<std::size_t>(i)].label);
  }
  return study;
}

}  // namespace

TEST_CASE("softmax models: exact losses at every corner of the cell lie within the bounds, with coarse steps") {
  Draws draws(5);
  int outside = 0;
  int compared = 0;
  const int problems = repetitions(300);
  for (int repetition = 0; repetition < problems; ++repetition) {
    const ClassifiedStudy study = random_classified_study(draws);
    const Eigen::Index d = study.classes * study.problem.x.cols();
    const ConvexObjective<Softmax> objective({study.classes}, study.lambda, d, study.persons);
    PublishedSoftmaxModel model;
    model.classes = study.classes;
    model.parts.lambda = study.lambda;
    model.parts.sigma = draws.logarithmic(0.5, 5);
    model.rounding = {study.step, static_cast<double>(study.persons.size())};
    SeededSource source(static_cast<std::uint64_t>(repetition));
    GaussianPerturbation noise(d, model.parts.sigma, source);
    model.parts.theta = fit_exactly({{}, study.classes}, study.lambda, study.problem.data(), noise, study.step,
                                    Eigen::VectorXd::Zero(d), source)
                            .theta;
    double error = 0;
    const bool released = draws.coin();
    if (released) {
      // Both on the edge of what their noise allows, nothing added: the widest that a truth may be.
      model.parts.gradient = GradientRelease{2, objective.gradient(model.parts.theta, error)};
      model.parts.hessian = HessianRelease{1e-3, objective.hessian(model.parts.theta)};
    }
    const ClassifiedPerson& person = study.persons[0];
    const PreparedSoftmaxReport prepared(model);
    for (const GradientEvent event : {GradientEvent::fused, GradientEvent::fresh}) {
      if (event == GradientEvent::fresh && !released) {
        continue;
      }
      const Bound bound = SoftmaxBoundRule(prepared, {}, event).bound(person.x, person.label);
      at_corners(model.parts.theta, study.step, [&](const Eigen::VectorXd& theta) {
        const ExactConvexLosses losses(model.parts.sigma, objective.gradient(theta, error), objective.hessian(theta));
        const double exact = losses.member(loss_point(Softmax{study.classes}, theta, person)).loss;
        ++compared;
        outside += exact <= bound.in.upper && exact >= bound.in.lower ? 0 : 1;
      });
    }
  }
  CHECK(compared > 4 * problems);
  CHECK(outside == 0);
}

TEST_CASE("softmax models: what depends on the place in the cell is attained, and little is added") {
  // One feature, two classes: θ = (−w, w)/2 and curvatures known.
  Draws draws(6);
  for (int repetition = 0; repetition < 200; ++repetition) {
    const double step = std::ldexp(1.0, -draws.integer(12, 16));
    const double w = step * std::round(draws.uniform(-2, 2) / step);
    PublishedSoftmaxModel model;
    model.classes = 2;
    model.parts.lambda = draws.logarithmic(0.1, 10);
    model.parts.sigma = 3;
    model.parts.theta = Eigen::Vector2d(-w, w);
    const Eigen::VectorXd x = Eigen::VectorXd::Ones(1);
    const auto bound_with = [&](const OutputRounding& rounding) {
      PublishedSoftmaxModel rounded = model;
      rounded.rounding = rounding;
      const PreparedSoftmaxReport prepared(rounded);
      return SoftmaxBoundRule(prepared, {}).bound(x, 0);
    };
    const double rows = draws.integer(1, 100);
    const Bound plain = bound_with({});
    const Bound wide = bound_with({step, rows});
    // ‖h‖ = √2·s, so that R = 2(λ + n/2)√2·s; f' = √2(1 − p)-like, known to p(1 − p)·2s.
    const double p = 1 / (1 + std::exp(2 * w));
    const double length = std::sqrt(2.0) * (1 - p);
    const double r = 2 * (model.parts.lambda + 0.5 * rows) * std::sqrt(2.0) * step;
    const double least = length * r / 9;
    CHECK(wide.gradient.upper - plain.gradient.upper >= least * (1 - 1e-6));
    CHECK(wide.gradient.upper - plain.gradient.upper <= least * 1.01 + plain.gradient.upper * step / length);
    // Its curvature p(1 − p)(e^{±2s}) at the corners.
    const double curvature = 2 * p * (1 - p);
    CHECK(wide.determinant_in.upper >=
          std::log1p(curvature * std::exp((1 - 2 * p) * 2 * step) / model.parts.lambda) - 4 * step * step);
    CHECK(wide.determinant_in.upper <= plain.determinant_in.upper * (1 + 5 * step));
  }
}

TEST_CASE("softmax models: the leverage holds over the whole cell, whose rows may bend more than the person does") {
  Draws draws(8);
  for (int repetition = 0; repetition < 200; ++repetition) {
    // All rows are 1, the person's is x: curvatures of one contrast, 2p(1 − p) times the square.
    const double rows = draws.integer(5, 100);
    const double step = std::ldexp(1.0, -draws.integer(3, 6));
    const double x = draws.uniform(0.05, 0.3);
    const double margin = step * std::round(draws.uniform(1, 3) / step);
    PublishedSoftmaxModel model;
    model.classes = 2;
    model.parts.lambda = draws.logarithmic(1e-3, 1);
    model.parts.sigma = 3;
    model.parts.theta = Eigen::Vector2d(margin, 0);
    model.rounding = {step, rows};
    const auto bend = [](double t) { return 2 / ((1 + std::exp(t)) * (1 + std::exp(-t))); };
    const auto curvature = [&](double t) { return model.parts.lambda + rows * bend(t); };
    // Ĥ on the edge of its event, either side.
    const double noise = 1e-3;
    const double reach = (draws.coin() ? 1 : -1) * goe_upper_quantile(1, 1e-7) * noise;
    const Eigen::Vector2d contrast(std::sqrt(0.5), -std::sqrt(0.5));
    model.parts.gradient = GradientRelease{2, Eigen::VectorXd::Zero(2)};
    model.parts.hessian = HessianRelease{noise, model.parts.lambda * Eigen::Matrix2d::Identity() +
                                                    (rows * bend(margin) + reach) * contrast * contrast.transpose()};
    const PreparedSoftmaxReport prepared(model);
    const Bound bound = SoftmaxBoundRule(prepared, {}).bound(Eigen::VectorXd::Constant(1, x), 0);
    for (const double moved : {-2 * step, 0.0, 2 * step}) {
      const double a = bend(x * (margin + moved)) * x * x / curvature(margin + moved);
      CHECK(bound.determinant_in.upper >= -std::log1p(-a));
      CHECK(bound.determinant_in.lower <= -std::log1p(-a));
      CHECK(bound.determinant_out.lower <= -std::log1p(a));
      CHECK(bound.determinant_out.upper >= -std::log1p(a));
    }
  }
}

TEST_CASE(
    "softmax: gradient and curvature at every corner of a cell are where they are said to be, and some of them at the edge") {
  Draws draws(9);
  double nearest = 0;
  for (int repetition = 0; repetition < 300; ++repetition) {
    const Eigen::Index classes = draws.integer(2, 3);
    const Eigen::Index m = draws.integer(1, 2);
    const Softmax loss{classes};
    const Eigen::VectorXd theta = draws.in_ball(classes * m, 2);
    const Eigen::VectorXd x = draws.in_ball(m, 1);
    const Eigen::Index label = draws.integer(0, static_cast<int>(classes) - 1);
    const double step = std::ldexp(1.0, -draws.integer(3, 10));
    OutputCell cell;
    cell.half_widths = Eigen::VectorXd::Constant(theta.size(), step);
    const SoftmaxRange range(loss, theta, cell, x, label);
    at_corners(theta, step, [&](const Eigen::VectorXd& corner) {
      const Softmax::Probabilities probabilities = loss.probabilities(corner, x);
      const double moved = (loss.residual(probabilities, label) - range.residual).norm();
      CHECK(moved <= range.residual_error);
      nearest = std::max(nearest, moved / range.residual_error);
      const Eigen::MatrixXd there = gram_of(loss.curvature_factor(probabilities).transpose());
      const Eigen::MatrixXd here = gram_of(range.curvature.transpose());
      // On contrasts: both are 0 along (1, …, 1).
      const Eigen::MatrixXd along = Eigen::MatrixXd::Constant(classes, classes, 1);
      const Eigen::VectorXd ratios =
          Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(there + along, here + along, Eigen::EigenvaluesOnly)
              .eigenvalues();
      CHECK(ratios.maxCoeff() <= range.stretch * (1 + 1e-9));
      CHECK(ratios.minCoeff() >= (1 - 1e-9) / range.stretch);
    });
  }
  CHECK(nearest > 0.5);
}

TEST_CASE("Laplace-type noise: exact losses at every corner of the cell lie within the bounds, with coarse steps") {
  Draws draws(7);
  int outside = 0;
  for (int repetition = 0; repetition < repetitions(300); ++repetition) {
    PublishedLaplaceModel model;
    model.eta = draws.logarithmic(0.1, 5);
    if (draws.coin()) {
      const ClassifiedStudy study = random_classified_study(draws);
      const Eigen::Index d = study.classes * study.problem.x.cols();
      const ConvexObjective<Softmax> objective({study.classes}, study.lambda, d, study.persons);
      model.classes = study.classes;
      model.lambda = study.lambda;
      model.rounding = {study.step, static_cast<double>(study.persons.size())};
      SeededSource source(static_cast<std::uint64_t>(repetition));
      LaplacePerturbation noise(d, model.eta, source);
      model.theta = fit_exactly({{}, study.classes}, study.lambda, study.problem.data(), noise, study.step,
                                Eigen::VectorXd::Zero(d), source)
                        .theta;
      const ClassifiedPerson& person = study.persons[0];
      const LaplaceBound bound = laplace_bound(model, person.x, static_cast<double>(person.label), Membership::in);
      double error = 0;
      at_corners(model.theta, study.step, [&](const Eigen::VectorXd& theta) {
        const ExactLaplaceLosses losses(model.eta, objective.gradient(theta, error), objective.hessian(theta));
        const double exact = losses.member(loss_point(Softmax{study.classes}, theta, person)).loss;
        outside += exact <= bound.in.upper && exact >= bound.in.lower ? 0 : 1;
      });
    } else {
      model.loss = random_loss(draws);
      const Eigen::Index d = draws.integer(1, 3);
      const Problem problem = random_problem(model.loss, draws.integer(1, 20), d, draws);
      const Objective objective{model.loss, draws.logarithmic(0.1, 10)};
      model.lambda = objective.lambda;
      model.rounding = {std::ldexp(1.0, -draws.integer(3, 10)), static_cast<double>(problem.x.rows())};
      SeededSource source(static_cast<std::uint64_t>(repetition));
      LaplacePerturbation noise(d, model.eta, source);
      model.theta =
          fit_exactly({model.loss}, model.lambda, problem.data(), noise, model.rounding.step, Eigen::VectorXd::Zero(d), source)
              .theta;
      const Eigen::VectorXd x = problem.person(0);
      const LaplaceBound bound = laplace_bound(model, x, problem.y(0), Membership::in);
      at_corners(model.theta, model.rounding.step, [&](const Eigen::VectorXd& theta) {
        const ExactLaplaceLosses losses(model.eta, objective.gradient(problem.data(), theta),
                                        objective.hessian(problem.data(), theta));
        const double exact = losses.member(loss_point(model.loss, theta, x, problem.y(0))).loss;
        outside += exact <= bound.in.upper && exact >= bound.in.lower ? 0 : 1;
      });
    }
  }
  CHECK(outside == 0);
}

}  // namespace expost

// One bound for every record of a set under the other mechanisms, against the bounds of records in
// it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "bounds/signed_interval.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "expost/mechanisms/ada_ops.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/mechanisms/output_perturbation.hpp"
#include "expost/mechanisms/posterior_sample.hpp"
#include "random_region.hpp"
#include "random_report.hpp"
#include "repetitions.hpp"

using namespace expost;

namespace {

/// L of a record as a member, and as anyone else.
using OwnEnds = std::function<std::pair<Interval, Interval>(const Eigen::VectorXd& x, double y)>;

/// Compares a region's bound with those of records in it; returns its gap as a share of it.
double check_region(RegionRule& rule, const OwnEnds& own, Draws& draws, int records = 60) {
  const auto member = static_cast<Membership>(draws.integer(0, 2));
  const RegionBound bound = bound_over_region(rule, member);
  for (int k = 0; k < records; ++k) {
    const PickedRecord record = picked(rule.region(), draws);
    const auto [in, out] = own(record.x, record.y);
    const Interval size = magnitude(of_membership(member, in, out));
    check_within(bound, {in, out, in, out, 0, 0}, size, size);
  }
  (void)check_hardly(
      rule, member, bound,
      [&](const Eigen::VectorXd& x, double y) {
        const auto [in, out] = own(x, y);
        return magnitude(of_membership(member, in, out)).upper;
      },
      draws);
  const auto [in, out] = own(bound.x, bound.y);
  CHECK(magnitude(of_membership(member, in, out)).upper == doctest::Approx(bound.total.upper - bound.gap).epsilon(1e-12));
  return bound.gap / std::max(bound.total.upper, 1e-3);
}

RecordRegion region_of(Eigen::Index d, const Loss& loss, Draws& draws) {
  RecordRegion region = random_region(d, draws.coin() ? draws.uniform(0.1, 1) : draws.uniform(1, 3), draws);
  set_labels(region, loss, draws.coin(), draws);
  return region;
}

OutputRounding random_rounding(Draws& draws) {
  return draws.coin() ? OutputRounding{draws.coin() ? 1e-7 : 1e-3, 0x1p20, false} : OutputRounding{};
}

Uniformity random_uniformity(Draws& draws) {
  const int kind = draws.integer(0, 3);
  return kind == 0 ? Uniformity{Uniformity::Kind::all, 1} : kind == 1 ? Uniformity{Uniformity::Kind::rows, 1000} : Uniformity{};
}

}  // namespace

TEST_CASE("a region's bound is never below that of a record in it: Laplace-type noise") {
  Draws draws(201);
  for (int i = 0; i < repetitions(150); ++i) {
    const Eigen::Index d = draws.integer(1, 9);
    PublishedLaplaceModel model;
    model.loss = random_loss(draws);
    model.lambda = draws.logarithmic(0.01, 100);
    model.eta = draws.logarithmic(0.01, 10);
    model.theta = draws.in_ball(d, draws.logarithmic(0.01, 10));
    model.rounding = random_rounding(draws);
    const auto rule = laplace_region_rule(model, region_of(d, model.loss, draws));
    const double gap = check_region(
        *rule,
        [&](const Eigen::VectorXd& x, double y) {
          const LaplaceBound own = laplace_bound(model, x, y, Membership::unknown);
          return std::pair(own.in, own.out);
        },
        draws);
    CHECK(gap < 0.01);
  }
}

TEST_CASE("a region's bound is never below that of a record in it: output perturbation") {
  Draws draws(202);
  for (int i = 0; i < repetitions(150); ++i) {
    const Eigen::Index d = draws.integer(1, 9);
    const OutputPerturbationStudy study{random_loss(draws), draws.logarithmic(0.01, 100)};
    const double sigma = draws.logarithmic(0.01, 10);
    const bool on_grid = draws.coin();
    const IsotropicPerturbation mechanism(d, sigma, on_grid ? 0x1p-30 : 0, on_grid ? 0 : 1e-7);
    const Eigen::VectorXd theta = draws.in_ball(d, draws.logarithmic(0.01, 10));
    const double rho = draws.logarithmic(1e-9, 0.1);
    const Uniformity uniformity = random_uniformity(draws);
    const auto rule = mechanism.region_rule(study, theta, region_of(d, study.loss, draws), rho, uniformity);
    const double gap = check_region(
        *rule,
        [&](const Eigen::VectorXd& x, double y) {
          const Interval loss = mechanism.bound(study, theta, x, y, rho, uniformity).loss;
          return std::pair(loss, loss);
        },
        draws);
    CHECK(gap < 0.01);
  }
}

TEST_CASE("a region's bound is never below that of a record in it: posterior samples") {
  Draws draws(203);
  for (int i = 0; i < repetitions(150); ++i) {
    const Eigen::Index d = draws.integer(1, 9);
    const PublishedPosteriorSample sample{draws.in_ball(d, draws.logarithmic(0.01, 10)), draws.logarithmic(0.01, 100),
                                          draws.logarithmic(0.01, 100), draws.coin() ? 0 : draws.logarithmic(0.1, 100),
                                          random_rounding(draws)};
    const double rho = draws.logarithmic(1e-9, 0.1);
    const Uniformity uniformity = random_uniformity(draws);
    const auto rule = posterior_sample_region_rule(sample, region_of(d, {LossKind::squared, 1}, draws), rho, uniformity);
    const double gap = check_region(
        *rule,
        [&](const Eigen::VectorXd& x, double y) {
          const PosteriorSampleBound own = posterior_sample_bound(sample, x, y, Membership::unknown, rho, uniformity);
          return std::pair(own.in, own.out);
        },
        draws);
    CHECK(gap < 0.05);
  }
}

TEST_CASE("a region's bound is never below that of a record in it: AdaOPS") {
  Draws draws(204);
  for (int i = 0; i < repetitions(150); ++i) {
    const Eigen::Index d = draws.integer(1, 9);
    const AdaOpsBudget budget{draws.logarithmic(0.1, 10), 1e-6, 1, 1};
    const PublishedAdaOps published{budget,
                                    draws.in_ball(d, draws.logarithmic(0.01, 10)),
                                    draws.logarithmic(0.1, 100),
                                    draws.logarithmic(0.01, 100),
                                    draws.coin() ? 0 : draws.logarithmic(0.1, 1000),
                                    draws.uniform(-1, 3),
                                    random_rounding(draws)};
    const double rho = draws.logarithmic(1e-9, 0.1);
    const Uniformity uniformity = random_uniformity(draws);
    const auto rule = ada_ops_region_rule(published, region_of(d, {LossKind::squared, 1}, draws), rho, uniformity);
    const double gap = check_region(
        *rule,
        [&](const Eigen::VectorXd& x, double y) {
          const AdaOpsBound own = ada_ops_bound(published, x, y, Membership::unknown, rho, uniformity);
          return std::pair(own.in, own.out);
        },
        draws);
    CHECK(gap < 0.05);
  }
}

TEST_CASE("a region's bound is never below that of a record in it: softmax, all kinds of report") {
  Draws draws(205);
  for (int i = 0; i < repetitions(60); ++i) {
    const Eigen::Index classes = draws.integer(2, 4);
    const Eigen::Index m = draws.integer(1, 5);
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
    model.rounding = random_rounding(draws);
    const BoundOptions options = random_options(draws);
    const PreparedSoftmaxReport report(model);
    const SoftmaxBoundRule rule(report, options);
    RecordRegion region = random_region(m, draws.coin() ? draws.uniform(0.1, 1) : draws.uniform(1, 3), draws);
    set_classes(region, classes, draws);
    const RegionBound bound = bound_over_region(*rule.region_rule(region), options.member);
    for (int k = 0; k < 40; ++k) {
      const PickedRecord record = picked(region, draws);
      const Bound own = rule.bound(record.x, static_cast<Eigen::Index>(record.y));
      check_within(bound, {own.in, own.out, own.total_in, own.total_out, own.release_cost_pdp, own.release_cost_expost},
                   own.epsilon, own.total);
    }
    const Bound own = rule.bound(bound.x, static_cast<Eigen::Index>(bound.y));
    CHECK(own.total.upper == doctest::Approx(bound.total.upper - bound.gap).epsilon(1e-12));
  }
}

TEST_CASE("a region's bound is never below that of a record in it: softmax with Laplace-type noise") {
  Draws draws(206);
  for (int i = 0; i < repetitions(60); ++i) {
    const Eigen::Index classes = draws.integer(2, 4);
    const Eigen::Index m = draws.integer(1, 5);
    PublishedLaplaceModel model;
    model.classes = classes;
    model.lambda = draws.logarithmic(0.01, 100);
    model.eta = draws.logarithmic(0.01, 10);
    model.theta = draws.in_ball(classes * m, draws.logarithmic(0.01, 10));
    model.rounding = random_rounding(draws);
    RecordRegion region = random_region(m, draws.coin() ? draws.uniform(0.1, 1) : draws.uniform(1, 3), draws);
    set_classes(region, classes, draws);
    const auto rule = laplace_region_rule(model, region);
    const double gap = check_region(
        *rule,
        [&](const Eigen::VectorXd& x, double y) {
          const LaplaceBound own = laplace_bound(model, x, y, Membership::unknown);
          return std::pair(own.in, own.out);
        },
        draws);
    CHECK(gap < 0.3);
  }
}

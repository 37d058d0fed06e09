// One bound for every record of a set (mathematics.md, 10.3 and 10.4), against the bounds of
// records in it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "expost/bounds/bound.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/numerics/error.hpp"
#include "random_region.hpp"
#include "random_report.hpp"
#include "repetitions.hpp"

using namespace expost;

namespace {

LossEnds ends_of(const Bound& bound) {
  return {bound.in, bound.out, bound.total_in, bound.total_out, bound.release_cost_pdp, bound.release_cost_expost};
}

PublishedModel rounded_model(Eigen::Index d, Draws& draws) {
  PublishedModel model = random_model(random_kind(draws), d, draws);
  if (draws.coin()) {
    model.rounding = {draws.coin() ? 1e-7 : 1e-3, 0x1p20, false};
  }
  return model;
}

/// Half of the regions have records that are shortened.
RecordRegion region_for(const PublishedModel& model, Draws& draws) {
  RecordRegion region = random_region(model.dimension(), draws.coin() ? draws.uniform(0.1, 1) : draws.uniform(1, 3), draws);
  set_labels(region, model.loss, draws.coin(), draws);
  return region;
}

/// A report like that of the credit data: 24 fields in 34 coordinates, θ and levels of its size.
struct CreditLike {
  PublishedModel model;
  RecordRegion region;  ///< everything known
};

CreditLike credit_like(ReportKind kind, Draws& draws) {
  CreditLike credit{random_model(kind, 34, draws), {}};
  credit.model.loss = {LossKind::logistic, 1};
  credit.model.lambda = 4;
  credit.model.sigma = 4.225;
  credit.model.theta = draws.in_ball(34, 3);
  credit.region.labels = {draws.coin() ? 1.0 : -1.0};
  credit.region.x = draws.in_ball(34, draws.uniform(0.4, 0.7));
  if (credit.model.hessian) {
    const Eigen::MatrixXd noisy =
        400 * Eigen::MatrixXd::Identity(34, 34) + draws.symmetric_noise(34, 4.16) + 4 * Eigen::MatrixXd::Identity(34, 34);
    credit.model.hessian = HessianRelease{4.16, 0.5 * (noisy + noisy.transpose())};
  }
  if (credit.model.gradient) {
    credit.model.gradient = GradientRelease{9, draws.normal_vector(34, 10)};
  }
  if (credit.model.smallest_eigenvalue) {
    credit.model.smallest_eigenvalue = EigenvalueRelease{6, 390};
  }
  return credit;
}

/// Six of its numbers and two of its categories.
void forget_eight(RecordRegion& region) {
  const double size = 1 / std::sqrt(24.0);
  for (Eigen::Index j = 0; j < 6; ++j) {
    region.fields.push_back({j, 1, {-size, size}, {}});
    region.x(j) = 0;
  }
  for (const Eigen::Index start : {20, 27}) {
    UnknownField levels{start, start == 20 ? 7 : 4, {0, 0}, {}};
    for (Eigen::Index j = 0; j < levels.count; ++j) {
      levels.values.push_back({start + j, size});
      region.x(start + j) = 0;
    }
    region.fields.push_back(levels);
  }
}

}  // namespace

TEST_CASE("a region's bound is never below that of a record in it: generalised linear losses") {
  Draws draws(101);
  for (int i = 0; i < repetitions(300); ++i) {
    const PublishedModel model = rounded_model(draws.integer(1, 9), draws);
    const RecordRegion region = region_for(model, draws);
    const BoundOptions options = random_options(draws);
    const PreparedReport report(model);
    BoundRule rule(report, options);
    const RegionBound bound = bound_over_region(*rule.region_rule(region), options.member);
    for (int k = 0; k < 100; ++k) {
      const PickedRecord record = picked(region, draws);
      const Bound own = rule.bound(record.x, record.y);
      check_within(bound, ends_of(own), own.epsilon, own.total);
    }
    // The gap is to a record of the region that has this bound.
    CHECK(bound.total.upper - bound.gap == doctest::Approx(rule.bound(bound.x, bound.y).total.upper).epsilon(1e-12));
  }
}

TEST_CASE("fields that hardly matter: no value of one is worth 1 in 100, and those that are worth more aren't named") {
  Draws draws(111);
  int ranges = 0;
  int fields = 0;
  int all = 0;
  const int problems = repetitions(300);
  for (int i = 0; i < problems; ++i) {
    const PublishedModel model = rounded_model(draws.integer(1, 9), draws);
    const RecordRegion region = region_for(model, draws);
    const BoundOptions options = random_options(draws);
    const PreparedReport report(model);
    BoundRule rule(report, options);
    const auto over = rule.region_rule(region);
    const RegionBound bound = bound_over_region(*over, options.member);
    ranges += check_hardly(
        *over, options.member, bound, [&](const Eigen::VectorXd& x, double y) { return rule.bound(x, y).total.upper; }, draws);
    fields += static_cast<int>(hardly_mattering(*over, options.member, bound).size());
    all += static_cast<int>(region.fields.size());
  }
  CHECK(ranges > problems / 60);
  CHECK(fields > problems / 15);
  CHECK(fields < all);
  // A credit card's record: one amount hardly matters, an outcome does.
  CreditLike credit = credit_like(ReportKind::data_independent, draws);
  const double size = 1 / std::sqrt(24.0);
  credit.model.theta = 6 * credit.region.x.normalized();
  credit.model.theta(0) = 0.02;
  credit.region.fields.push_back({0, 1, {-0.05 * size, 0.05 * size}, {}});
  credit.region.x(0) = 0;
  credit.region.labels = {-1, 1};
  const PreparedReport report(credit.model);
  BoundRule rule(report, {});
  const auto over = rule.region_rule(credit.region);
  const RegionBound bound = bound_over_region(*over, Membership::unknown);
  CHECK(hardly_mattering(*over, Membership::unknown, bound) == std::vector<std::size_t>{0});
}

TEST_CASE("a region of one record has that record's bound") {
  Draws draws(102);
  for (int i = 0; i < repetitions(200); ++i) {
    const PublishedModel model = rounded_model(draws.integer(1, 9), draws);
    RecordRegion region = region_for(model, draws);
    const PickedRecord record = picked(region, draws);
    for (UnknownField& field : region.fields) {
      if (field.values.empty()) {
        field.range.upper = field.range.lower;
      } else {
        field.values.resize(1);
      }
    }
    region.labels = {record.y};
    const PickedRecord only = picked(region, draws);
    const BoundOptions options = random_options(draws);
    const PreparedReport report(model);
    BoundRule rule(report, options);
    const RegionBound bound = bound_over_region(*rule.region_rule(region), options.member);
    const Bound own = rule.bound(only.x, only.y);
    CHECK(bound.total.upper == own.total.upper);
    CHECK(bound.total.lower == own.total.lower);
    CHECK(bound.epsilon.upper == own.epsilon.upper);
    CHECK(bound.ends.in.lower == own.in.lower);
    CHECK(bound.ends.total_out.upper == own.total_out.upper);
    CHECK(bound.ends.release_cost_pdp == own.release_cost_pdp);
    CHECK(bound.gap == 0);
    CHECK(bound.x == only.x);
    CHECK(bound.y == only.y);
  }
}

TEST_CASE("ranges that close around a record have its bound in the limit") {
  Draws draws(103);
  for (int i = 0; i < repetitions(100); ++i) {
    const PublishedModel model = rounded_model(draws.integer(1, 9), draws);
    RecordRegion region;
    region.x = Eigen::VectorXd::Zero(model.dimension());
    const Eigen::VectorXd x = draws.in_ball(model.dimension(), draws.uniform(0.1, 0.9));
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      region.fields.push_back({j, 1, {x(j) - 1e-13, x(j) + 1e-13}, {}});
    }
    region.labels = {random_label(model.loss, draws)};
    const BoundOptions options = random_options(draws);
    const PreparedReport report(model);
    BoundRule rule(report, options);
    const RegionBound bound = bound_over_region(*rule.region_rule(region), options.member);
    const Bound own = rule.bound(x, region.labels.front());
    CHECK(bound.total.upper >= own.total.upper);
    CHECK(bound.total.upper == doctest::Approx(own.total.upper).epsilon(1e-7));
    CHECK(bound.ends.in.lower == doctest::Approx(own.in.lower).epsilon(1e-7).scale(own.total.upper));
  }
}

TEST_CASE("a larger region has no smaller bound, up to the gap") {
  Draws draws(104);
  for (int i = 0; i < repetitions(100); ++i) {
    const PublishedModel model = rounded_model(draws.integer(2, 9), draws);
    const RecordRegion region = region_for(model, draws);
    RecordRegion smaller = region;
    keep_fields(smaller, region.fields.size() / 2, draws);
    for (UnknownField& field : smaller.fields) {
      const double cut = 0.3 * (field.range.upper - field.range.lower);
      field.range = {field.range.lower + cut, field.range.upper - cut};
      if (field.values.size() > 1) {
        field.values.pop_back();
      }
    }
    const BoundOptions options = random_options(draws);
    const PreparedReport report(model);
    const BoundRule rule(report, options);
    const RegionBound outer = bound_over_region(*rule.region_rule(region), options.member);
    const RegionBound inner = bound_over_region(*rule.region_rule(smaller), options.member);
    CHECK(outer.total.upper >= inner.total.upper - inner.gap);
    CHECK(outer.total.upper - outer.gap <= outer.total.upper);
  }
}

TEST_CASE("records like those of the credit data: eight fields unknown, and all of them") {
  Draws draws(105);
  for (const ReportKind kind :
       {ReportKind::data_independent, ReportKind::hessian, ReportKind::data_dependent, ReportKind::adaptive}) {
    for (int i = 0; i < repetitions(10); ++i) {
      CreditLike credit = credit_like(kind, draws);
      forget_eight(credit.region);
      const PreparedReport report(credit.model);
      const BoundRule rule(report, {});
      const RegionBound bound = bound_over_region(*rule.region_rule(credit.region), Membership::unknown);
      CHECK(bound.gap < 0.01);
      for (Eigen::Index j = 6; j < 20; ++j) {
        credit.region.fields.push_back({j, 1, {-0.2, 0.2}, {}});
        credit.region.x(j) = 0;
      }
      credit.region.labels = {-1, 1};
      // Nothing known but some coordinates that are fixed.
      const RegionBound all = bound_over_region(*rule.region_rule(credit.region), Membership::unknown);
      CHECK(all.gap < 0.01);
    }
  }
}

TEST_CASE("the papers' own bound is for one record") {
  Draws draws(106);
  const PreparedReport report(random_model(ReportKind::data_independent, 2, draws));
  BoundOptions options;
  options.method = Method::redberg2021;
  const BoundRule rule(report, options);
  try {
    (void)rule.region_rule({Eigen::VectorXd::Zero(2), {}, {1}, {}});
    FAIL("was taken");
  } catch (const Error& error) {
    CHECK(error.code() == "unsupported");
    CHECK(error.pointer() == "/options/method");
  }
}

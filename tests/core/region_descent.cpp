// One bound for every record of a set, along published paths, against the bounds of records in it.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "expost/bounds/region_bound.hpp"
#include "expost/descent/descent_bound.hpp"
#include "expost/descent/descent_promise.hpp"
#include "random_region.hpp"
#include "repetitions.hpp"

using namespace expost;

namespace {

/// A path from 0 to a model, with steps' noise on it.
PublishedDescent random_path(DescentSampling sampling, Eigen::Index d, Draws& draws) {
  PublishedDescent model;
  model.classes = draws.integer(0, 2) == 0 ? draws.integer(2, 3) : 0;
  if (model.classes == 0) {
    model.loss = random_loss(draws);
  }
  model.plan.clip = draws.logarithmic(0.1, 2);
  model.plan.steps = 4 * draws.integer(2, 12);
  model.plan.sampling = sampling;
  model.plan.rate = sampling == DescentSampling::poisson ? draws.logarithmic(0.01, 0.5) : 1;
  model.plan.batches = sampling == DescentSampling::shuffle ? 4 : 1;
  model.plan.update.rates = {1};
  model.plan.update.divisor = 100;
  model.plan.sigma = draws.logarithmic(0.5, 30);
  if (draws.coin()) {
    model.plan.grid = model.plan.sigma * 0x1p-26;
  } else {
    model.plan.elsewhere = true;
  }
  model.done = model.plan.steps;
  const Eigen::Index parameters = d * std::max<Eigen::Index>(model.classes, 1);
  const Eigen::VectorXd last = draws.in_ball(parameters, draws.logarithmic(0.1, 5));
  model.theta = last;
  const bool whole = draws.coin();
  model.plan.every = whole ? 1 : 3;
  const Eigen::Index kept = (model.done - 1) / model.plan.every + 1;
  if (draws.integer(0, 5) > 0) {
    model.iterates = IterateMatrix(kept, parameters);
    for (Eigen::Index t = 0; t < kept; ++t) {
      const double share = static_cast<double>(t) / static_cast<double>(kept);
      model.iterates.row(t) = (share * last + draws.normal_vector(parameters, 0.05)).transpose();
    }
    if (!whole) {
      for (int t = 0; t < model.done; ++t) {
        model.distances.push_back(t % 3 == 0 ? 0 : 0.05);
      }
    }
  }
  return model;
}

}  // namespace

TEST_CASE("a region's bound is never below that of a record in it: noisy gradient descent") {
  Draws draws(301);
  int everybody = 0;
  for (const DescentSampling sampling : {DescentSampling::full, DescentSampling::shuffle, DescentSampling::poisson}) {
    for (int i = 0; i < repetitions(sampling == DescentSampling::poisson ? 10 : 50); ++i) {
      const Eigen::Index d = draws.integer(1, 6);
      const PublishedDescent model = random_path(sampling, d, draws);
      RecordRegion region = random_region(d, draws.coin() ? draws.uniform(0.1, 1) : draws.uniform(1, 3), draws);
      if (model.classes > 0) {
        set_classes(region, model.classes, draws);
      } else {
        set_labels(region, model.loss, draws.coin(), draws);
      }
      if (draws.coin()) {
        // An intercept: no record is next to 0.
        region.fields.erase(std::remove_if(region.fields.begin(), region.fields.end(),
                                           [](const UnknownField& field) { return field.start == 0; }),
                            region.fields.end());
        region.x(0) = 0.3;
      }
      const PreparedDescent prepared(model);
      const double rho = draws.logarithmic(1e-9, 0.05);
      const bool may_be_all = prepared.everybody_gap() == EverybodyGap::none;
      const Uniformity uniformity = may_be_all && draws.coin() ? Uniformity{Uniformity::Kind::all, 1}
                                    : draws.coin()             ? Uniformity{}
                                                               : Uniformity{Uniformity::Kind::rows, 100};
      everybody += uniformity.kind == Uniformity::Kind::all ? 1 : 0;
      const auto member = static_cast<Membership>(draws.integer(0, 2));
      const RegionBound bound = bound_over_region(*prepared.region_rule(region, rho, uniformity), member);
      for (int k = 0; k < 40; ++k) {
        const PickedRecord record = picked(region, draws);
        const DescentBound own = prepared.bound(record.x, record.y, member, rho, uniformity);
        check_within(bound, {own.in, own.out, own.in, own.out, 0, 0}, own.epsilon, own.epsilon);
      }
      CHECK(bound.gap <= 0.03 * bound.total.upper);
    }
  }
  CHECK(everybody > 0);
}

TEST_CASE("lengths on both sides of a place where first tilts change") {
  Draws draws(302);
  PublishedDescent model;
  model.loss = {LossKind::logistic, 1};
  model.plan.clip = 2;
  model.plan.sigma = 3;
  model.plan.steps = 30;
  model.plan.update.rates = {1};
  model.plan.update.divisor = 100;
  model.done = 30;
  model.theta = draws.normal_vector(1);
  const PreparedDescent prepared(model);
  const auto upper_at = [&](double length) {
    return prepared.bound(Eigen::VectorXd::Constant(1, length), 1, Membership::unknown, 1e-4, {}).epsilon.upper;
  };
  int falls = 0;
  for (int i = 5; i < 500; ++i) {
    RecordRegion region;
    region.x = Eigen::VectorXd::Zero(1);
    region.fields.push_back({0, 1, {0.002 * (i - 5), 0.002 * i}, {}});
    region.labels = {1};
    const RegionBound bound = bound_over_region(*prepared.region_rule(region, 1e-4, {}), Membership::unknown);
    for (int k = i - 5; k <= i; ++k) {
      CHECK(bound.total.upper >= upper_at(0.002 * k));
    }
    // A longer record has a smaller bound here, because of its tilts.
    falls += upper_at(0.002 * i) < upper_at(0.002 * (i - 1)) ? 1 : 0;
  }
  CHECK(falls > 0);
}

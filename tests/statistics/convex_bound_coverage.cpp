// How often the bounds of softmax fail, by simulation of the whole way from the data to the bound,
// as bound_coverage.cpp does for generalised linear losses. One person a repetition, fresh noise
// each time, fixed seeds.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>

#include <cmath>
#include <string>

#include "expost/accounting/sensitivity.hpp"
#include "expost/bounds/convex_bound.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "expost/release/convex_release.hpp"
#include "kinds_of_report.hpp"
#include "random_classes.hpp"
#include "rate.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

constexpr double rho = 0.05;
constexpr double rho_releases = 0.04;
constexpr Eigen::Index classes = 3;
constexpr Eigen::Index features = 2;
constexpr double lambda = 0.4;
constexpr double sigma = 1.2;

ReleaseNoise noise_of(ReportKind kind) {
  ReleaseNoise noise;
  if (releases_gradient(kind)) {
    noise.gradient = 0.9;
  }
  if (releases_hessian(kind)) {
    noise.hessian = 0.15;
  }
  if (kind == ReportKind::adaptive) {
    noise.smallest_eigenvalue = 0.2;
  }
  return noise;
}

/// log p(ĝ, Ĥ, λ̂ | g, H), up to what does not depend on g and H; λ̂ is of contrasts.
double log_release_density(const PublishedConvexModel& model, const Eigen::VectorXd& g, const Eigen::MatrixXd& h) {
  if (!model.hessian) {
    return 0;
  }
  const double variance = model.hessian->sigma * model.hessian->sigma;
  double sum = 0;
  if (model.gradient) {
    sum -= (model.gradient->values - g).squaredNorm() / (2 * model.gradient->sigma * model.gradient->sigma);
  }
  // ‖E‖_F²/(4σ₃²): off the diagonal twice e²/(4σ₃²), on it once.
  sum -= (model.hessian->values - h).squaredNorm() / (4 * variance);
  if (model.smallest_eigenvalue) {
    const double smallest =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(in_contrasts(classes, h), Eigen::EigenvaluesOnly).eigenvalues()(0);
    const double z = (model.smallest_eigenvalue->value - smallest) / model.smallest_eigenvalue->sigma;
    sum -= 0.5 * z * z;
  }
  return sum;
}

double exact_release_loss(const SoftmaxRelease& release, const LossPoint& point, double sign) {
  const Eigen::VectorXd g = release.secrets.gradient + sign * point.gradient;
  const Eigen::MatrixXd h = release.secrets.hessian + sign * point.hessian_factor * point.hessian_factor.transpose();
  return log_release_density(release.model.parts, release.secrets.gradient, release.secrets.hessian) -
         log_release_density(release.model.parts, g, h);
}

/// A release of one repetition, and all that is computed from it.
struct Drawn {
  SoftmaxRelease release;
  ExactConvexLosses exact;
  PreparedSoftmaxReport prepared;

  Drawn(const std::vector<ClassifiedPerson>& persons, ReportKind kind, RandomSource& source)
      : release(release_softmax(persons, classes, lambda, sigma, noise_of(kind), source)),
        exact(sigma, release.secrets.gradient, release.secrets.hessian),
        prepared(release.model) {}
};

BoundOptions options_at_rho() {
  BoundOptions options;
  options.failure_probability = rho;
  options.release_cost_pdp = false;
  return options;
}

}  // namespace

TEST_CASE("coverage of softmax bounds, members and non-members, for the four kinds of report, at rho = 0.05") {
  const Softmax softmax{classes};
  for (const ReportKind kind : all_kinds) {
    const auto seed = static_cast<std::uint64_t>(kind);
    Draws draws(20261130 + seed);
    SeededSource source(20261140 + seed);
    const auto persons = random_classified_persons(7, classes, features, draws);
    const ConvexObjective<Softmax> objective(softmax, lambda, classes * features, persons);
    const std::string what = std::string("softmax, ") + name_of(kind) + ", ";
    Rate in(what + "in");
    Rate out(what + "out");
    Rate unknown(what + "unknown");
    Rate general(what + "as any smooth loss");
    Rate determinant(what + "determinant");
    Rate gradient(what + "gradient event");
    Rate fresh(what + "fresh gradient");
    Rate total_in(what + "total in");
    Rate total_out(what + "total out");
    for (int repetition = 0; repetition < repetitions(2500); ++repetition) {
      const Drawn drawn(persons, kind, source);
      const auto& [release, exact, prepared] = drawn;
      const PublishedConvexModel& model = release.model.parts;
      BoundOptions options = options_at_rho();
      options.release_cost_failure_probability = rho_releases;
      const SoftmaxBoundRule rule(prepared, options, GradientEvent::fused);
      const ClassifiedPerson& member = persons[static_cast<std::size_t>(draws.integer(0, 6))];
      const LossPoint member_point = loss_point(softmax, model.theta, member);
      const ExactConvexLoss exact_in = exact.member(member_point);
      const Bound bound = rule.bound(member.x, member.label);
      in.add(outside(exact_in.loss, bound.in));
      unknown.add(outside(std::fabs(exact_in.loss), bound.epsilon));
      total_in.add(outside(exact_in.loss + exact_release_loss(release, member_point, -1), bound.total_in));
      determinant.add(outside(exact_in.determinant, bound.determinant_in));
      // The event itself: (K − 1) contrasts of Gx − kĜx, which has to be as rare as it is meant to
      // be, neither more nor less.
      Eigen::VectorXd deviation(classes);
      double weight = 0;
      double spread = sigma;
      if (model.gradient) {
        const double s2 = model.gradient->sigma;
        weight = sigma * sigma / (sigma * sigma + s2 * s2);
        spread = sigma * s2 / std::sqrt(sigma * sigma + s2 * s2);
      }
      for (Eigen::Index k = 0; k < classes; ++k) {
        deviation(k) = release.secrets.gradient.segment(k * features, features).dot(member.x);
        if (model.gradient) {
          deviation(k) -= weight * model.gradient->values.segment(k * features, features).dot(member.x);
        }
      }
      const double share = gradient_share(kind);
      gradient.add((class_contrasts(classes) * deviation).norm() >
                   spread * member.x.norm() * std::sqrt(chi_squared_upper_quantile(classes - 1, share * rho)));

      const ClassifiedPerson other = random_classified(classes, features, draws);
      const LossPoint other_point = loss_point(softmax, model.theta, other);
      const ExactConvexLoss exact_out = exact.non_member(other_point);
      const Bound other_bound = rule.bound(other.x, other.label);
      out.add(outside(exact_out.loss, other_bound.out));
      total_out.add(outside(exact_out.loss + exact_release_loss(release, other_point, 1), other_bound.total_out));
      const PreparedConvexReport whole(model);
      // λ̂ is of contrasts: all coordinates have only λ.
      if (kind != ReportKind::adaptive) {
        general.add(outside(exact_in.loss, ConvexBoundRule(whole, options).bound(member_point).in));
      }
      if (kind == ReportKind::data_dependent) {
        fresh.add(
            outside(exact_in.gradient, ConvexBoundRule(whole, options, {GradientEvent::fresh}).bound(member_point).gradient));
      }
    }
    in.at_most(rho);
    out.at_most(rho);
    unknown.at_most(rho);
    total_in.at_most(rho + rho_releases);
    total_out.at_most(rho + rho_releases);
    determinant.at_most(leverage_share(kind) * rho);
    gradient.exactly(gradient_share(kind) * rho);
    if (kind != ReportKind::adaptive) {
      general.at_most(rho);
    }
    if (kind == ReportKind::data_dependent) {
      fresh.exactly(0.8 * rho);
    }
  }
}

TEST_CASE("coverage of softmax bounds for all rows at once, and for every x at once") {
  const Softmax softmax{classes};
  for (const ReportKind kind : {ReportKind::data_independent, ReportKind::hessian, ReportKind::data_dependent}) {
    const auto seed = static_cast<std::uint64_t>(kind);
    Draws draws(20261150 + seed);
    SeededSource source(20261160 + seed);
    const auto persons = random_classified_persons(6, classes, features, draws);
    const ConvexObjective<Softmax> objective(softmax, lambda, classes * features, persons);
    const std::string what = std::string("softmax, ") + name_of(kind) + ", ";
    Rate rows(what + "any row");
    Rate rows_alone(what + "any row, bounds for one");
    Rate all(what + "any x");
    Rate all_alone(what + "any x, bounds for one");
    for (int repetition = 0; repetition < repetitions(2000); ++repetition) {
      const Drawn drawn(persons, kind, source);
      const auto& [release, exact, prepared] = drawn;
      const PublishedConvexModel& model = release.model.parts;
      BoundOptions options = options_at_rho();
      const SoftmaxBoundRule one(prepared, options, GradientEvent::fused);
      options.uniformity = {Uniformity::Kind::rows, 6};
      const SoftmaxBoundRule together(prepared, options, GradientEvent::fused);
      options.uniformity = {Uniformity::Kind::all};
      const SoftmaxBoundRule every(prepared, options);
      bool missed = false;
      bool missed_alone = false;
      for (const ClassifiedPerson& person : persons) {
        const double c = exact.member(loss_point(softmax, model.theta, person)).gradient;
        missed = missed || outside(c, together.bound(person.x, person.label).gradient);
        missed_alone = missed_alone || outside(c, one.bound(person.x, person.label).gradient);
      }
      rows.add(missed);
      rows_alone.add(missed_alone);
      // Directions chosen with the secret in hand: many x on the unit circle, every label.
      bool found = false;
      bool found_alone = false;
      if (kind == ReportKind::data_independent) {
        for (int i = 0; i < 12; ++i) {
          const double angle = 3.141592653589793 * i / 6;
          const Eigen::Vector2d x(std::cos(angle) * (1 - 1e-15), std::sin(angle) * (1 - 1e-15));
          for (Eigen::Index label = 0; label < classes; ++label) {
            const double c = exact.non_member(loss_point(softmax, model.theta, {x, label})).gradient;
            found = found || outside(c, every.bound(x, label).gradient);
            found_alone = found_alone || outside(c, one.bound(x, label).gradient);
          }
        }
        all.add(found);
        all_alone.add(found_alone);
      }
    }
    const double share = gradient_share(kind);
    rows.at_most(share * rho);
    rows_alone.at_least(share * rho);
    if (kind == ReportKind::data_independent) {
      all.at_most(rho);
      all_alone.at_least(rho);
    }
  }
}

TEST_CASE("release_softmax publishes on grids, in the promised order, with noise on everything") {
  Draws draws(20261170);
  const auto persons = random_classified_persons(5, classes, features, draws);
  const ConvexObjective<Softmax> objective({classes}, lambda, classes * features, persons);
  SeededSource source(5);
  const SoftmaxRelease release = release_softmax(persons, classes, lambda, sigma, noise_of(ReportKind::adaptive), source);
  const PublishedConvexModel& model = release.model.parts;
  SeededSource again(5);
  CHECK(release.secrets.b == objective_noise(classes * features, sigma, again));
  CHECK((release.secrets.gradient + release.secrets.b).norm() <= model.residual);
  CHECK(model.gradient->values == release_gradient(release.secrets.gradient, 0.9, again).values);
  CHECK(model.hessian->values == release_hessian(release.secrets.hessian, 0.15, again).values);
  CHECK(model.smallest_eigenvalue->value != release.secrets.smallest_eigenvalue);
  CHECK(release.secrets.smallest_eigenvalue > lambda + 1e-3);
  CHECK(model.lambda == lambda);
  CHECK(release.model.features() == features);
  CHECK(release.iterations > 0);
  CHECK_THROWS_AS((void)release_softmax(persons, classes, lambda, 0, {}, source), Error);
  ReleaseNoise half;
  half.gradient = 1;
  CHECK_THROWS_AS((void)release_softmax(persons, classes, lambda, 1, half, source), Error);
}

}  // namespace expost

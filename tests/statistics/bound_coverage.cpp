// How often bounds fail, by simulation of the whole way from the data to the bound: the library's
// own training and noise, exact losses from log density ratios of everything published. One person
// a repetition, fresh noise each time, fixed seeds.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <string>

#include "expost/bounds/bound.hpp"
#include "expost/exact/exact_loss.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/release/release.hpp"
#include "kinds_of_report.hpp"
#include "random_report.hpp"
#include "rate.hpp"
#include "repetitions.hpp"
#include "simulated_curator.hpp"

namespace expost {
namespace {

constexpr double rho = 0.05;
constexpr double rho_releases = 0.04;

/// Length of the normal variables of section 6.1: of model and gradient along x, of the Hessian
/// along x, of λ̂.
double joint_length(const Release& release, const Curator& curator, const Eigen::VectorXd& x) {
  const PublishedModel& model = release.model;
  const double length = x.norm();
  const double variance = curator.sigma * curator.sigma;
  double along = release.secrets.gradient.dot(x) / variance;
  double weight = 1 / variance;
  if (model.gradient) {
    const double noise = model.gradient->sigma * model.gradient->sigma;
    along -= (model.gradient->values - release.secrets.gradient).dot(x) / noise;
    weight += 1 / noise;
  }
  const double hessian =
      x.dot((model.hessian->values - release.secrets.hessian) * x) / (std::sqrt(2.0) * model.hessian->sigma * length * length);
  const double eigenvalue =
      model.smallest_eigenvalue
          ? (model.smallest_eigenvalue->value - release.secrets.smallest_eigenvalue) / model.smallest_eigenvalue->sigma
          : 0;
  return std::hypot(along / (length * std::sqrt(weight)), hessian, eigenvalue);
}

}  // namespace

TEST_CASE("coverage of members and non-members, for the four kinds of report and the three losses, at rho = 0.05") {
  for (const LossKind kind : {LossKind::logistic, LossKind::squared, LossKind::pseudo_huber}) {
    for (const ReportKind report : all_kinds) {
      const auto seed = static_cast<std::uint64_t>(100 + 10 * static_cast<int>(kind) + static_cast<int>(report));
      Draws draws(seed);
      SeededSource source(1000 + seed);
      const Curator curator = curator_for(kind, report, draws);
      const Loss& loss = curator.objective.loss;
      const std::string what = std::string(name_of(kind)) + ", " + name_of(report) + ", ";
      Rate in(what + "in");
      Rate out(what + "out");
      Rate absolute_in(what + "|L| in");
      Rate absolute_out(what + "|L| out");
      Rate unknown(what + "unknown");
      Rate gradient(what + "gradient");
      Rate leverage(what + "leverage");
      Rate total_in(what + "total in");
      Rate total_out(what + "total out");
      Rate releases(what + "releases");
      Rate together(what + "everything published together");
      bool joint = false;
      Rate paper_in(what + "paper in");
      Rate paper_out(what + "paper out");
      Rate eigenvalue(what + "largest eigenvalue");
      for (int repetition = 0; repetition < repetitions(3000); ++repetition) {
        const Eigen::Index row = draws.integer(0, static_cast<int>(curator.problem.x.rows()) - 1);
        const Person member{curator.problem.person(row), curator.problem.y(row)};
        const Person other{draws.in_ball(3), random_label(loss, draws)};
        const Release release = release_model(curator.objective, curator.problem.data(), curator.sigma, curator.noise, source);
        const ExactLosses exact(loss, curator.sigma, release.model.theta, release.secrets.gradient, release.secrets.hessian);
        const ExactLoss exact_in = exact.member(member.x, member.y);
        const ExactLoss exact_out = exact.non_member(other.x, other.y);
        const PreparedReport prepared(release.model);
        BoundOptions options;
        options.failure_probability = rho;
        options.release_cost_failure_probability = rho_releases;
        options.release_cost_pdp = false;
        options.member = Membership::in;
        const Bound bound_in = BoundRule(prepared, options).bound(member.x, member.y);
        options.member = Membership::out;
        const Bound bound_out = BoundRule(prepared, options).bound(other.x, other.y);
        options.member = Membership::unknown;
        const Bound bound_unknown = BoundRule(prepared, options).bound(member.x, member.y);
        in.add(outside(exact_in.loss, bound_in.in));
        out.add(outside(exact_out.loss, bound_out.out));
        absolute_in.add(outside(std::fabs(exact_in.loss), bound_in.epsilon));
        absolute_out.add(outside(std::fabs(exact_out.loss), bound_out.epsilon));
        unknown.add(outside(std::fabs(exact_in.loss), bound_unknown.epsilon));
        gradient.add(outside(exact_in.gradient, bound_in.gradient));
        leverage.add(outside(exact_in.leverage, bound_in.leverage));

        const double releases_in = exact_release_loss(release, loss, member, true);
        const double releases_out = exact_release_loss(release, loss, other, false);
        total_in.add(outside(exact_in.loss + releases_in, bound_in.total_in));
        total_out.add(outside(exact_out.loss + releases_out, bound_out.total_out));
        joint = bound_in.joint;
        if (joint) {
          together.add(joint_length(release, curator, member.x) >
                       std::sqrt(chi_squared_upper_quantile(report == ReportKind::adaptive ? 3 : 2,
                                                            gradient_share(report) * rho + rho_releases)));
        } else {
          releases.add(
              outside(releases_in, {bound_in.total_in.lower - bound_in.in.lower, bound_in.total_in.upper - bound_in.in.upper}));
        }
        if (report != ReportKind::data_independent) {
          const Eigen::MatrixXd e = release.model.hessian->values - release.secrets.hessian;
          const double largest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(e, Eigen::EigenvaluesOnly).eigenvalues()(2);
          eigenvalue.add(largest > goe_upper_quantile(3, rho) * release.model.hessian->sigma);
        }

        options.method = Method::redberg2021;
        BoundRule paper(prepared, options);
        paper_in.add(std::fabs(exact_in.loss) > paper.bound(member.x, member.y).epsilon.upper);
        paper_out.add(std::fabs(exact_out.loss) > paper.bound(other.x, other.y).epsilon.upper);
      }
      in.at_most(rho);
      out.at_most(rho);
      absolute_in.at_most(rho);
      absolute_out.at_most(rho);
      unknown.at_most(rho);
      total_in.at_most(rho + rho_releases);
      total_out.at_most(rho + rho_releases);
      // The gradient's event is exact: neither more nor less. So the bounds are not vacuous.
      gradient.exactly(gradient_share(report) * rho);
      leverage.at_most(leverage_share(report) * rho);
      if (report == ReportKind::data_independent) {
        paper_in.at_most(rho);
        paper_out.at_most(rho);
        releases.exactly(0);
      } else {
        paper_in.at_most(3 * rho);
        paper_out.at_most(3 * rho);
        // An expected count: at most 4 % above the probability.
        eigenvalue.at_most(rho);
        eigenvalue.at_least(rho / 1.04);
        if (joint) {
          together.exactly(gradient_share(report) * rho + rho_releases);
        } else if (report == ReportKind::data_dependent) {
          releases.exactly(rho_releases);  // a point, not a range, of shifts
        } else {
          releases.at_most(rho_releases);
          releases.at_least(0.1 * rho_releases);  // its ends are for the largest and least shift of λ_min that may be
        }
      }
    }
  }
}

TEST_CASE("coverage where 5.1 is attained: the only member of the data set") {
  for (const LossKind kind : {LossKind::logistic, LossKind::squared, LossKind::pseudo_huber}) {
    Draws draws(20260340);
    SeededSource source(20260341 + static_cast<std::uint64_t>(kind));
    const Objective objective{Loss{kind, 0.6}, 0.05};
    const Problem problem = random_problem(objective.loss, 1, 2, draws);
    const Person person{problem.person(0), problem.y(0)};
    Rate above(std::string(name_of(kind)) + ", alone, above");
    Rate either(std::string(name_of(kind)) + ", alone");
    BoundOptions options;
    options.failure_probability = rho;
    options.member = Membership::in;
    for (int repetition = 0; repetition < repetitions(8000); ++repetition) {
      const Release release = release_model(objective, problem.data(), 0.7, {}, source);
      const ExactLosses exact(objective.loss, 0.7, release.model.theta, release.secrets.gradient, release.secrets.hessian);
      const double loss = exact.member(person.x, person.y).loss;
      const PreparedReport prepared(release.model);
      const Bound bound = BoundRule(prepared, options).bound(person.x, person.y);
      // log(1 + A) is exact here, so only the gradient can be above, and only at one of its two
      // ends.
      above.add(loss > bound.in.upper + 1e-12 * (1 + std::fabs(loss)));
      either.add(outside(loss, bound.in));
    }
    if (objective.loss.derivative_sign_fixed()) {
      above.exactly(0.5 * rho);
    } else {
      // The noise that could lift L turns f' round first.
      above.at_most(0.5 * rho);
    }
    either.at_most(rho);
  }
}

TEST_CASE("coverage of all rows at once") {
  for (const ReportKind report : all_kinds) {
    Draws draws(20260350);
    SeededSource source(20260351 + static_cast<std::uint64_t>(report));
    const Curator curator = curator_for(LossKind::logistic, report, draws);
    const Eigen::Index n = curator.problem.x.rows();
    Rate any(std::string(name_of(report)) + ", any row");
    Rate any_alone(std::string(name_of(report)) + ", any row, bounds for one");
    for (int repetition = 0; repetition < repetitions(3000); ++repetition) {
      const Release release = release_model(curator.objective, curator.problem.data(), curator.sigma, curator.noise, source);
      const ExactLosses exact(curator.objective.loss, curator.sigma, release.model.theta, release.secrets.gradient,
                              release.secrets.hessian);
      const PreparedReport prepared(release.model);
      BoundOptions options;
      options.failure_probability = rho;
      BoundRule alone(prepared, options);
      options.uniformity = {Uniformity::Kind::rows, static_cast<double>(n)};
      BoundRule together(prepared, options);
      bool missed = false;
      bool missed_alone = false;
      for (Eigen::Index row = 0; row < n; ++row) {
        const Eigen::VectorXd x = curator.problem.person(row);
        const double loss = exact.member(x, curator.problem.y(row)).loss;
        missed = missed || outside(loss, together.bound(x, curator.problem.y(row)).in);
        missed_alone = missed_alone || outside(loss, alone.bound(x, curator.problem.y(row)).in);
      }
      any.add(missed);
      any_alone.add(missed_alone);
    }
    any.at_most(rho);
    // The uniform bound is needed: eight bounds for one record fail together more often than rho.
    any_alone.at_least(rho);
  }
}

TEST_CASE("coverage of every direction at once") {
  for (const ReportKind report : all_kinds) {
    Draws draws(20260360);
    SeededSource source(20260361 + static_cast<std::uint64_t>(report));
    Curator curator = curator_for(LossKind::logistic, report, draws);
    constexpr Eigen::Index d = 6;
    curator.problem = random_problem(curator.objective.loss, 10, d, draws);
    Rate any(std::string(name_of(report)) + ", any direction");
    Rate chosen_afterwards(std::string(name_of(report)) + ", the worst direction, bound for one");
    for (int repetition = 0; repetition < repetitions(3000); ++repetition) {
      const Release release = release_model(curator.objective, curator.problem.data(), curator.sigma, curator.noise, source);
      const Eigen::VectorXd& g = release.secrets.gradient;
      const double variance = curator.sigma * curator.sigma;
      // The deviation that the bound is about; its worst directions are its own and the axes (the
      // ends of the two norms' duals).
      Eigen::VectorXd v = g;
      if (releases_gradient(report)) {
        v -= variance / (variance + *curator.noise.gradient * *curator.noise.gradient) * release.model.gradient->values;
      }
      const PreparedReport prepared(release.model);
      BoundOptions options;
      options.failure_probability = rho;
      BoundRule one(prepared, options);
      options.uniformity.kind = Uniformity::Kind::all;
      BoundRule all(prepared, options);
      bool missed = false;
      for (Eigen::Index k = -1; k < d; ++k) {
        const Eigen::VectorXd x =
            k < 0 ? Eigen::VectorXd(v / v.norm() * (1 - 1e-15)) : Eigen::VectorXd(Eigen::VectorXd::Unit(d, k));
        const Bound bound = all.bound(x, 1);
        const double c = bound.first_derivative * g.dot(x) / variance;
        missed = missed || outside(c, bound.gradient);
        if (k < 0) {
          chosen_afterwards.add(outside(c, one.bound(x, 1).gradient));
        }
      }
      any.add(missed);
    }
    const double rho_gradient = gradient_share(report) * rho;
    any.at_most(rho_gradient);
    any.at_least(0.5 * rho_gradient);              // each of the two events alone has half of it, nearly exactly
    chosen_afterwards.at_least(4 * rho_gradient);  // six dimensions to choose from
  }
}

}  // namespace expost

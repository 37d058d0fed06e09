// Bounds on everything published, for several records at once: attacked with the records that the
// noise of the releases favours most (docs/mathematics.md, section 6).
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <vector>

#include "approximately.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/bounds/convex_bound.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "expost/losses/softmax.hpp"
#include "random_report.hpp"
#include "rate.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

/// The noise that became public with a model, in standard deviations.
struct Noise {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd hessian;  ///< from the GOE
  double smallest_eigenvalue;
};

Noise draw_noise(Eigen::Index d, Draws& draws) {
  return {draws.normal_vector(d), draws.symmetric_noise(d, 1), draws.normal()};
}

/// θ = 0, where every record has |f'| = ½ and f'' = ¼. What was released doesn't enter the cost.
PublishedModel logistic_at_zero(ReportKind kind, Eigen::Index d, double sigma) {
  PublishedModel model;
  model.lambda = 1;
  model.sigma = 5;
  model.theta = Eigen::VectorXd::Zero(d);
  if (releases_gradient(kind)) {
    model.gradient = GradientRelease{sigma, Eigen::VectorXd::Zero(d)};
  }
  if (releases_hessian(kind)) {
    model.hessian = HessianRelease{sigma, Eigen::MatrixXd::Identity(d, d)};
  }
  if (releases_eigenvalue(kind)) {
    model.smallest_eigenvalue = EigenvalueRelease{sigma, 1};
  }
  return model;
}

/// log p(releases | D) − log p(releases | D without her), from the densities: a record whose
/// gradient is sx and whose Hessian is kxxᵀ, and that moves λ_min by its most.
double loss_of_releases(const PublishedModel& model, const Noise& noise, double s, double k, const Eigen::VectorXd& x) {
  double loss = 0;
  if (model.gradient) {
    const double sigma = model.gradient->sigma;
    const Eigen::VectorXd off = sigma * noise.gradient;
    loss += ((off + s * x).squaredNorm() - off.squaredNorm()) / (2 * sigma * sigma);
  }
  const double sigma = model.hessian->sigma;
  const Eigen::MatrixXd off = sigma * noise.hessian;
  // Entries on the diagonal have the variance 2σ², all others σ² and are there twice.
  loss += ((off + k * x * x.transpose()).squaredNorm() - off.squaredNorm()) / (4 * sigma * sigma);
  if (model.smallest_eigenvalue) {
    const double scale = model.smallest_eigenvalue->sigma;
    const double e = scale * std::fabs(noise.smallest_eigenvalue);
    const double moved = k * x.squaredNorm();
    loss += ((e + moved) * (e + moved) - e * e) / (2 * scale * scale);
  }
  return loss;
}

/// Directions that the noise favours: the extreme ones of the Hessian's, the gradient's, and what
/// lies between.
std::vector<Eigen::VectorXd> favoured(const Noise& noise) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(noise.hessian);
  const Eigen::Index d = noise.gradient.size();
  const Eigen::VectorXd along = noise.gradient.normalized();
  std::vector<Eigen::VectorXd> result{along};
  for (const Eigen::Index which : {Eigen::Index{0}, d - 1}) {
    Eigen::VectorXd u = solver.eigenvectors().col(which);
    u *= u.dot(along) < 0 ? -1 : 1;
    result.push_back(u);
    for (const double weight : {0.5, 1.0, 2.0}) {
      result.emplace_back((u + weight * along).normalized());
    }
  }
  return result;
}

constexpr ReportKind with_releases[] = {ReportKind::hessian, ReportKind::data_dependent, ReportKind::adaptive};

TEST_CASE("uniform all: no record, chosen after everything was published, is above its total") {
  const Eigen::Index d = 34;
  Draws draws(71);
  for (const ReportKind kind : with_releases) {
    const PublishedModel model = logistic_at_zero(kind, d, 1.73);
    const PreparedReport report(model);
    BoundOptions options;
    options.release_cost_pdp = false;
    BoundRule for_one(report, options);
    options.uniformity.kind = Uniformity::Kind::all;
    BoundRule for_all(report, options);
    int above_one = 0;
    int above_all = 0;
    const int releases = repetitions(200);
    for (int i = 0; i < releases; ++i) {
      const Noise noise = draw_noise(d, draws);
      bool one = false;
      bool all = false;
      for (const Eigen::VectorXd& u : favoured(noise)) {
        for (const double length : {0.1, 0.5, 1.0}) {
          const Eigen::VectorXd x = length * u;
          const double loss = loss_of_releases(model, noise, 0.5, 0.25, x);
          one = one || loss > for_one.bound(x, -1).release_cost_expost;
          const Bound bound = for_all.bound(x, -1);
          all = all || loss > bound.release_cost_expost || loss > bound.total_in.upper - bound.in.upper + 1e-9 * loss;
        }
      }
      above_one += one ? 1 : 0;
      above_all += all ? 1 : 0;
    }
    CHECK(above_all == 0);
    // The attack is one: with the bound for one record it succeeds nearly always.
    CHECK(above_one > releases / 2);
  }
}

TEST_CASE("uniform all: the Hessian's noise is reached by as many releases as rho says, at either end") {
  const Eigen::Index d = 12;
  Draws draws(72);
  const PublishedModel model = logistic_at_zero(ReportKind::hessian, d, 1);
  const PreparedReport report(model);
  BoundOptions options;
  options.release_cost_pdp = false;
  options.release_cost_failure_probability = 0.05;
  options.uniformity.kind = Uniformity::Kind::all;
  BoundRule rule(report, options);
  const Bound bound = rule.bound(Eigen::VectorXd::Unit(d, 0), -1);
  // ½m² ± her direction's noise.
  const double m = 0.25 / std::sqrt(2.0);
  Rate beyond("beyond the reach");
  for (int i = 0; i < repetitions(4000); ++i) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(draws.symmetric_noise(d, 1), Eigen::EigenvaluesOnly);
    const double most = 0.5 * m * m + m * solver.eigenvalues()(d - 1) / std::sqrt(2.0);
    const double least = 0.5 * m * m + m * solver.eigenvalues()(0) / std::sqrt(2.0);
    const double below = bound.total_in.lower - bound.in.lower;
    beyond.add(most > bound.release_cost_expost || least < below);
  }
  beyond.exactly(0.05);
}

TEST_CASE("uniform all: the gradient's noise is reached by no more releases than rho says") {
  const Eigen::Index d = 12;
  Draws draws(73);
  const PublishedModel model = logistic_at_zero(ReportKind::data_dependent, d, 1);
  const PreparedReport report(model);
  BoundOptions options;
  options.release_cost_pdp = false;
  options.release_cost_failure_probability = 0.2;
  options.uniformity.kind = Uniformity::Kind::all;
  BoundRule rule(report, options);
  // So short that the Hessian moves by next to nothing.
  const double length = 1e-6;
  const double cost = rule.bound(length * Eigen::VectorXd::Unit(d, 0), -1).release_cost_expost;
  const double m = 0.5 * length;
  Rate beyond("beyond the reach");
  for (int i = 0; i < repetitions(4000); ++i) {
    beyond.add(0.5 * m * m + m * draws.normal_vector(d).norm() > cost);
  }
  // Half of rho is the gradient's.
  beyond.exactly(0.1);
}

TEST_CASE("uniform all: the smallest eigenvalue's noise is reached by as many releases as rho says") {
  const Eigen::Index d = 4;
  Draws draws(78);
  PublishedModel model = logistic_at_zero(ReportKind::adaptive, d, 1e6);
  model.smallest_eigenvalue->sigma = 0.5;
  const PreparedReport report(model);
  BoundOptions options;
  options.release_cost_pdp = false;
  options.release_cost_failure_probability = 0.3;
  options.uniformity.kind = Uniformity::Kind::all;
  BoundRule rule(report, options);
  const double cost = rule.bound(Eigen::VectorXd::Unit(d, 0), -1).release_cost_expost;
  const double m = 0.25 / 0.5;
  Rate beyond("beyond the reach");
  for (int i = 0; i < repetitions(4000); ++i) {
    beyond.add(0.5 * m * m + m * std::fabs(draws.normal()) > cost);
  }
  // A third of rho is the eigenvalue's.
  beyond.exactly(0.1);
}

TEST_CASE("uniform rows: all rows of a file are below their totals, as often as was said") {
  const Eigen::Index d = 10;
  const int rows = 300;
  const double rho = 0.1;
  Draws draws(74);
  for (const ReportKind kind : with_releases) {
    const PublishedModel model = logistic_at_zero(kind, d, 0.3);
    const PreparedReport report(model);
    BoundOptions options;
    options.release_cost_pdp = false;
    options.release_cost_failure_probability = rho;
    BoundRule for_one(report, options);
    options.uniformity = {Uniformity::Kind::rows, static_cast<double>(rows)};
    BoundRule for_rows(report, options);
    Rate missed("a row above its total");
    Rate missed_one("a row above the bound for one");
    for (int i = 0; i < repetitions(300); ++i) {
      const Noise noise = draw_noise(d, draws);
      bool above = false;
      bool above_one = false;
      for (int row = 0; row < rows; ++row) {
        const Eigen::VectorXd x = draws.in_ball(d, 1);
        const double loss = loss_of_releases(model, noise, 0.5, 0.25, x);
        above = above || loss > for_rows.bound(x, -1).release_cost_expost;
        above_one = above_one || loss > for_one.bound(x, -1).release_cost_expost;
      }
      missed.add(above);
      missed_one.add(above_one);
    }
    missed.at_most(rho);
    CHECK(missed_one.value() > 0.5);
  }
}

TEST_CASE("uniform all, softmax: a Hessian of rank K - 1 is reached in all of its directions") {
  const Eigen::Index classes = 3;
  const Eigen::Index m = 6;
  Draws draws(75);
  PublishedSoftmaxModel model;
  model.classes = classes;
  model.parts.lambda = 1;
  model.parts.sigma = 5;
  model.parts.theta = Eigen::VectorXd::Zero(classes * m);
  model.parts.hessian = HessianRelease{1, Eigen::MatrixXd::Identity(classes * m, classes * m)};
  const PreparedSoftmaxReport report(model);
  BoundOptions options;
  options.release_cost_pdp = false;
  options.release_cost_failure_probability = 0.05;
  const SoftmaxBoundRule for_one(report, options);
  options.uniformity.kind = Uniformity::Kind::all;
  const SoftmaxBoundRule for_all(report, options);
  const double cost_of_one = for_one.bound(Eigen::VectorXd::Unit(m, 0), 0).release_cost_expost;
  const double cost = for_all.bound(Eigen::VectorXd::Unit(m, 0), 0).release_cost_expost;
  // At Θ = 0 her Hessian is C ⊗ xxᵀ with C = I/K − 11ᵀ/K², whose Frobenius norm is √(K − 1)/K.
  const auto k = static_cast<double>(classes);
  const Eigen::MatrixXd c =
      Eigen::MatrixXd::Identity(classes, classes) / k - Eigen::MatrixXd::Constant(classes, classes, 1 / (k * k));
  const double shift = std::sqrt(k - 1) / k / std::sqrt(2.0);
  Rate beyond("beyond the reach");
  Rate beyond_one("beyond the reach for one");
  for (int i = 0; i < repetitions(2000); ++i) {
    const Eigen::MatrixXd noise = draws.symmetric_noise(classes * m, 1);
    Eigen::MatrixXd folded = Eigen::MatrixXd::Zero(m, m);
    for (Eigen::Index a = 0; a < classes; ++a) {
      for (Eigen::Index b = 0; b < classes; ++b) {
        folded += c(a, b) * noise.block(a * m, b * m, m, m);
      }
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 * (folded + folded.transpose()), Eigen::EigenvaluesOnly);
    const double loss = 0.5 * shift * shift + solver.eigenvalues()(m - 1) / 2;
    beyond.add(loss > cost);
    beyond_one.add(loss > cost_of_one);
  }
  beyond.at_most(0.05);
  CHECK(beyond_one.value() > 0.3);

  // Written as any convex loss in contrasts of classes, with K − 1 columns, it costs the same.
  const Eigen::Index d = (classes - 1) * m;
  PublishedConvexModel contrasts;
  contrasts.lambda = 1;
  contrasts.sigma = 5;
  contrasts.theta = Eigen::VectorXd::Zero(d);
  contrasts.hessian = HessianRelease{1, Eigen::MatrixXd::Identity(d, d)};
  const PreparedConvexReport any(contrasts);
  LossPoint point{Eigen::VectorXd::Zero(d), Eigen::MatrixXd::Zero(d, classes - 1)};
  point.hessian_factor(0, 0) = point.hessian_factor(m, 1) = 1 / std::sqrt(k);
  CHECK(ConvexBoundRule(any, options).bound(point).release_cost_expost == approximately(cost).epsilon(1e-12));
}

TEST_CASE("uniform all, any convex loss: a Hessian of several columns along the noise's largest eigenvectors") {
  const Eigen::Index d = 9;
  Draws draws(76);
  PublishedConvexModel model;
  model.lambda = 1;
  model.sigma = 5;
  model.theta = Eigen::VectorXd::Zero(d);
  model.hessian = HessianRelease{0.7, Eigen::MatrixXd::Identity(d, d)};
  const PreparedConvexReport report(model);
  BoundOptions options;
  options.release_cost_pdp = false;
  options.uniformity.kind = Uniformity::Kind::all;
  options.release_cost_failure_probability = 0.05;
  const ConvexBoundRule rule(report, options);
  Rate above("above the total");
  Rate above_rank_one("above what a Hessian of rank 1 would have");
  for (int i = 0; i < repetitions(400); ++i) {
    bool beyond = false;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(draws.symmetric_noise(d, 1));
    for (const Eigen::Index rank : {1, 2, 3, 9}) {
      const LossPoint point{Eigen::VectorXd::Zero(d), solver.eigenvectors().rightCols(rank)};
      const double m = std::sqrt(static_cast<double>(rank)) / std::sqrt(2.0) / 0.7;
      const double loss = 0.5 * m * m + solver.eigenvalues().tail(rank).sum() / (2 * 0.7);
      const double cost = rule.bound(point).release_cost_expost;
      beyond = beyond || loss > cost;
      const double of_rank_one = 0.5 * m * m + (cost - 0.5 * m * m) / std::sqrt(static_cast<double>(rank));
      if (rank == 3) {
        above_rank_one.add(loss > of_rank_one);
      }
    }
    above.add(beyond);
  }
  above.at_most(0.05);
  // The root of the rank is needed.
  CHECK(above_rank_one.value() > 0.1);
}

TEST_CASE("for several records the lower end of the total is below the truth as well") {
  const Eigen::Index d = 6;
  Draws draws(77);
  for (int i = 0; i < 6; ++i) {
    const ReportKind kind = with_releases[i % 3];
    // The lower end is lowest inside of the shifts for the second noise, and at their ends for the
    // first.
    const double sigma = i < 3 ? 0.02 : 0.2;
    PublishedModel model = logistic_at_zero(kind, d, sigma);
    if (model.smallest_eigenvalue) {
      // She may move it by anything from 0 to her most, which is far beyond the noise.
      model.smallest_eigenvalue->sigma = 0.1 * sigma;
    }
    const PreparedReport report(model);
    BoundOptions options;
    options.release_cost_pdp = false;
    options.uniformity.kind = Uniformity::Kind::all;
    options.release_cost_failure_probability = 0.05;
    BoundRule rule(report, options);
    Rate below("below the lower end");
    for (int j = 0; j < repetitions(500); ++j) {
      const Noise noise = draw_noise(d, draws);
      const Noise turned{-noise.gradient, -noise.hessian, 0};
      bool outside = false;
      for (const Eigen::VectorXd& u : favoured(noise)) {
        for (const double length : {0.01, 0.1, 0.5, 1.0}) {
          const Eigen::VectorXd x = length * u;
          const Bound bound = rule.bound(x, -1);
          double loss = loss_of_releases(model, turned, 0.5, 0.25, x);
          if (model.smallest_eigenvalue) {
            // Not her most, but what is worst.
            const double most = 0.25 * x.squaredNorm() / model.smallest_eigenvalue->sigma;
            const double size = std::fabs(noise.smallest_eigenvalue);
            const double moved = std::min(most, size);
            loss += 0.5 * moved * moved - moved * size - 0.5 * most * most;
          }
          outside = outside || loss < bound.total_in.lower - bound.in.lower - 1e-9 * (1 + std::fabs(loss));
        }
      }
      below.add(outside);
    }
    below.at_most(0.05);
  }
}

}  // namespace
}  // namespace expost

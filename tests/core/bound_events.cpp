// Bounds given their events: noise is placed inside the events that a bound's failure probability
// pays for, right up to their edges, and then lower ≤ exact ≤ upper has to hold always, with no
// exception in thousands. With the noise on the edges, the ends are attained: nothing is given
// away either.
#include <doctest/doctest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <string>

#include "bounds/joint_total.hpp"
#include "closeness.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "fuzz/leverage_shift.hpp"
#include "random_report.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

// An f' that is below every double may leave so much of a bound.
constexpr double underflowed = 1e-200;

using LongDense = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongColumn = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

struct World {
  PublishedModel model;
  Person person;
  bool member = false;
  double exact = 0;           // L of the model
  double exact_releases = 0;  // L of the releases given the model
  double leverage = 0;        // xᵀH⁻¹x
  double c = 0;               // f' gᵀx/σ²
};

enum class Edge { anywhere, upper, lower };

struct Shape {
  ReportKind kind;
  bool member;
  Edge hessian_edge = Edge::anywhere;   // of Ĥ − H: +t⁺σ₃I or −t⁻σ₃I exactly
  Edge gradient_edge = Edge::anywhere;  // of u − kv
  bool only_lambda = false;             // nobody else in the data set: H₋ = λI
};

/// A data set's g and H, a person, and a report whose noise lies inside the events of section 5 at
/// ρ, split as it says there.
int world_count_joint = 0;

World make_world(const Shape& shape, double rho, double rho_releases, Draws& draws) {
  World world;
  PublishedModel& model = world.model;
  const Eigen::Index d = draws.integer(1, 10);
  model.loss = random_loss(draws);
  model.lambda = draws.logarithmic(1e-3, 1e3);
  model.sigma = draws.logarithmic(0.1, 30);

  // The person: any length, sometimes none, sometimes on an axis (where eigenvectors will be).
  const int style = draws.integer(0, 9);
  Eigen::VectorXd x =
      style == 0 ? Eigen::VectorXd::Zero(d).eval() : draws.in_ball(d, draws.coin() ? 1 : draws.uniform(0.01, 1));
  if (style == 1 || style == 2) {
    x = Eigen::VectorXd::Unit(d, draws.integer(0, static_cast<int>(d) - 1)) * draws.uniform(0.1, 1);
  }
  world.person = {x, random_label(model.loss, draws)};
  world.member = shape.member;

  // θ̂ with a margin of choice; far out, f'' vanishes.
  const double t = draws.integer(0, 7) == 0 ? (draws.coin() ? 800 : -800) : draws.uniform(-4, 4);
  model.theta = draws.in_ball(d, 1);
  if (style != 0) {
    model.theta += x * ((t - x.dot(model.theta)) / x.squaredNorm());
  }
  const double margin = x.dot(model.theta);
  const double f1 = model.loss.first_derivative(margin, world.person.y);
  const double f2 = model.loss.second_derivative(margin, world.person.y);

  // H without her: λI and positive semidefinite, of any rank, eigenvalues equal or not, along the
  // axes or not.
  LongDense others = LongDense::Identity(d, d) * static_cast<long double>(model.lambda);
  if (!shape.only_lambda) {
    const Eigen::Index rank = draws.integer(0, static_cast<int>(d));
    const bool axes = draws.coin();
    const double equal = draws.integer(0, 2) == 0 ? draws.logarithmic(0.01, 300) : 0;
    const Eigen::MatrixXd q = axes ? Eigen::MatrixXd::Identity(d, d).eval() : draws.rotation(d);
    for (Eigen::Index i = 0; i < rank; ++i) {
      const LongColumn v = q.col(i).cast<long double>();
      others += v * v.transpose() * static_cast<long double>(equal > 0 ? equal : draws.logarithmic(0.01, 300));
    }
  }
  const LongColumn long_x = x.cast<long double>();
  const long double curvature = f2;
  const LongDense h = shape.member ? LongDense(others + curvature * long_x * long_x.transpose()) : others;
  const long double without = long_x.dot(others.llt().solve(long_x));  // xᵀH₋⁻¹x for a member, xᵀH⁻¹x otherwise
  const long double lever = shape.member ? without / (1 + curvature * without) : without;
  world.leverage = static_cast<double>(lever);

  // The gradient: u = gᵀx, and a release with u − kv where it may be.
  const double rho_gradient = (shape.kind == ReportKind::data_independent ? 1.0
                               : shape.kind == ReportKind::adaptive       ? 0.7
                                                                          : 0.8) *
                              rho;
  const double z = normal_upper_quantile(0.5 * rho_gradient);
  const double position =
      shape.gradient_edge == Edge::anywhere ? draws.uniform(-1, 1) : (shape.gradient_edge == Edge::upper ? 1 : -1);
  double u = 0;
  if (!releases_gradient(shape.kind)) {
    u = position * model.sigma * x.norm() * z;
  } else {
    const double noise = draws.logarithmic(0.1, 30);
    const double variance = model.sigma * model.sigma;
    const double k = variance / (variance + noise * noise);
    const double s = x.norm() * model.sigma * noise / std::sqrt(variance + noise * noise);
    const double v = draws.normal() * 3 * x.norm() * std::sqrt(variance + noise * noise);
    u = k * v + position * s * z;
    Eigen::VectorXd released = draws.normal_vector(d, noise);
    if (style != 0) {
      released += x * ((v - x.dot(released)) / x.squaredNorm());
    }
    model.gradient = GradientRelease{noise, released};
  }
  if (releases_hessian(shape.kind)) {
    // The Hessian's noise: eigenvalues in [−t⁻σ₃, t⁺σ₃], or on an edge.
    const double sigma3 = draws.logarithmic(1e-3, 3);
    const double reach = goe_upper_quantile(static_cast<int>(d), 0.1 * rho) * sigma3;
    // Upwards only the direction of H⁻¹x counts; here all of them keep to what it may do.
    const double reach_up = leverage_shift(static_cast<int>(d), 0.1 * rho) * sigma3;
    Eigen::MatrixXd e = Eigen::MatrixXd::Zero(d, d);
    if (shape.hessian_edge == Edge::anywhere) {
      const Eigen::MatrixXd q = draws.coin() ? draws.rotation(d) : Eigen::MatrixXd::Identity(d, d).eval();
      for (Eigen::Index i = 0; i < d; ++i) {
        const double eigenvalue = draws.integer(0, 2) == 0 ? (draws.coin() ? 1 : -1) : draws.uniform(-1, 1);
        e += q.col(i) * q.col(i).transpose() * (eigenvalue * (eigenvalue > 0 ? reach_up : reach) * (1 - 1e-11));
      }
    } else {
      e = Eigen::MatrixXd::Identity(d, d) * (shape.hessian_edge == Edge::upper ? reach_up : -reach);
    }
    const Eigen::MatrixXd noisy = h.cast<double>() + e;
    model.hessian = HessianRelease{sigma3, 0.5 * (noisy + noisy.transpose())};
  }
  world.c = f1 * u / (model.sigma * model.sigma);

  const Eigen::MatrixXd with_double = h.cast<double>();
  const LongDense changed_long = shape.member ? others : LongDense(others + curvature * long_x * long_x.transpose());
  const Eigen::MatrixXd changed = changed_long.cast<double>();
  const double smallest = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(with_double, Eigen::EigenvaluesOnly).eigenvalues()(0);
  const double smallest_changed =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(changed, Eigen::EigenvaluesOnly).eigenvalues()(0);
  if (shape.kind == ReportKind::adaptive) {
    const double sigma4 = draws.logarithmic(0.01, 3);
    const double reach = sigma4 * normal_upper_quantile(0.1 * rho);
    model.smallest_eigenvalue =
        EigenvalueRelease{sigma4, smallest * (1 - 1e-12) + reach * (draws.coin() ? 1 : draws.uniform(-2, 1))};
  }

  const double norm = x.norm();
  const double q_half = f1 * f1 * norm * norm / (2 * model.sigma * model.sigma);
  const auto determinant =
      static_cast<double>(shape.member ? std::log1p(curvature * without) : -std::log1p(curvature * without));
  world.exact = determinant + q_half + (shape.member ? -world.c : world.c);

  if (shape.kind != ReportKind::data_independent) {
    // All releases together shift a Gaussian by v at unit noise: L = v²/2 + vN, |N| ≤ z.
    const double m2 = model.gradient ? std::fabs(f1) * norm / model.gradient->sigma : 0;
    const double m3 = f2 * norm * norm / (std::sqrt(2.0) * model.hessian->sigma);
    const double m4 = model.smallest_eigenvalue ? (smallest - smallest_changed) / model.smallest_eigenvalue->sigma : 0;
    const double v = std::sqrt(m2 * m2 + m3 * m3 + m4 * m4);
    const double part = draws.coin() ? (draws.coin() ? 1 : -1) : draws.uniform(-1, 1);
    BoundOptions options;
    options.failure_probability = rho;
    options.release_cost_failure_probability = rho_releases;
    const double chi = joint_radius(model, options, rho_gradient / rho);
    if (chi > 0) {
      // One event for both: the whole linear part is within t·χ, t the length of its coefficients.
      const double t_all = std::sqrt(2 * q_half + v * v);
      world.exact_releases = 0.5 * v * v + part * t_all * chi + (shape.member ? world.c : -world.c);
      ++world_count_joint;
    } else {
      world.exact_releases = 0.5 * v * v + v * part * normal_upper_quantile(0.5 * rho_releases);
    }
  }
  return world;
}

Bound bound_in(const World& world, double rho, double rho_releases) {
  BoundOptions options;
  options.failure_probability = rho;
  options.release_cost_failure_probability = rho_releases;
  options.member = world.member ? Membership::in : Membership::out;
  return bound_of(world.model, options, world.person);
}

// Matrices of condition number up to 1e6 are inverted in double: 1e-16 times that, relative to the
// leverage's share of L.
double slack(const World& world) {
  return 2e-9 * (1 + std::fabs(world.exact) + std::fabs(world.exact_releases));
}

}  // namespace

TEST_CASE("inside the events, lower <= exact <= upper without exception") {
  Draws draws(20260310);
  for (int repetition = 0; repetition < repetitions(12000); ++repetition) {
    const Shape shape{random_kind(draws), draws.coin(), static_cast<Edge>(draws.integer(0, 2)),
                      static_cast<Edge>(draws.integer(0, 2)), draws.integer(0, 4) == 0};
    const double rho = draws.logarithmic(1e-9, 0.5);
    const double rho_releases = draws.logarithmic(1e-9, 0.5);
    const World world = make_world(shape, rho, rho_releases, draws);
    const Bound b = bound_in(world, rho, rho_releases);
    CAPTURE(repetition);
    CAPTURE(static_cast<int>(shape.kind));
    CAPTURE(shape.member);
    const Interval model = shape.member ? b.in : b.out;
    CHECK_MESSAGE(model.lower <= world.exact + slack(world), digits(model.lower), " for ", digits(world.exact));
    CHECK_MESSAGE(model.upper >= world.exact - slack(world), digits(model.upper), " for ", digits(world.exact));
    CHECK(b.epsilon.lower <= std::fabs(world.exact) + slack(world));
    CHECK(b.epsilon.upper >= std::fabs(world.exact) - slack(world));
    CHECK(b.leverage.lower <= world.leverage * (1 + 1e-8));
    CHECK(b.leverage.upper >= world.leverage * (1 - 1e-8));
    CHECK(b.gradient.lower <= world.c + 1e-13 * (1 + std::fabs(world.c)));
    CHECK(b.gradient.upper >= world.c - 1e-13 * (1 + std::fabs(world.c)));
    const double everything = world.exact + world.exact_releases;
    const Interval total = shape.member ? b.total_in : b.total_out;
    CHECK_MESSAGE(total.lower <= everything + slack(world), digits(total.lower), " for ", digits(everything));
    CHECK_MESSAGE(total.upper >= everything - slack(world), digits(total.upper), " for ", digits(everything));
    CHECK(b.total.lower <= std::fabs(everything) + slack(world));
    CHECK(b.total.upper >= std::fabs(everything) - slack(world));
  }
  CHECK(world_count_joint > 0);
}

TEST_CASE("on the edges of the events the ends are attained") {
  Draws draws(20260311);
  for (int repetition = 0; repetition < repetitions(4000); ++repetition) {
    const double rho = draws.logarithmic(1e-9, 0.5);
    const bool member = draws.coin();
    const bool upper = draws.coin();
    // Without releases: the loss of a member is largest when nobody else is in the data set, that
    // of a non-member least then. With them: when Ĥ lies t⁺σ₃ above H, where μ̄ is μ; the other
    // ends when it lies t⁻σ₃ below.
    const ReportKind kind = random_kind(draws);
    const bool large_leverage = member == upper;
    Shape shape{kind, member};
    shape.only_lambda = kind == ReportKind::data_independent;
    shape.hessian_edge = large_leverage ? Edge::upper : Edge::lower;
    // L falls with c for a member and rises with it for a non-member; c = f'u/σ², so the sign of
    // f' decides which edge of u.
    World world = make_world(shape, rho, 0.5, draws);
    const double t = world.person.x.dot(world.model.theta);
    const double f1 = world.model.loss.first_derivative(t, world.person.y);
    const Bound b = bound_in(world, rho, 0.5);
    const Interval model = member ? b.in : b.out;
    const double c_wanted = upper != member ? b.gradient.upper : b.gradient.lower;
    // The exact loss, moved to the edge of c that matters.
    const double exact = world.exact + (member ? -1 : 1) * (c_wanted - world.c);
    // Next to the barrier certifying costs digits, as bound_leverage.cpp says.
    const double tolerance = slack(world) + 1e-6 * std::fabs(exact);
    CAPTURE(repetition);
    CAPTURE(static_cast<int>(kind));
    CAPTURE(member);
    CAPTURE(upper);
    if (kind == ReportKind::data_independent && !large_leverage) {
      // No lower bound on the leverage is known: it counts as 0.
      const double without_leverage = b.gradient_norm + (member ? -c_wanted : c_wanted);
      check_close("end", upper ? model.upper : model.lower, without_leverage, {0, tolerance});
    } else {
      check_close("end", upper ? model.upper : model.lower, exact, {0, tolerance});
    }
    CHECK((f1 != 0 || b.gradient.upper - b.gradient.lower < underflowed));
  }
}

TEST_CASE("the gradient's interval is c's, to the edge") {
  Draws draws(20260312);
  for (int repetition = 0; repetition < 1000; ++repetition) {
    const double rho = draws.logarithmic(1e-9, 0.5);
    const bool upper = draws.coin();
    Shape shape{random_kind(draws), draws.coin()};
    shape.gradient_edge = upper ? Edge::upper : Edge::lower;
    const World world = make_world(shape, rho, 0.5, draws);
    const Bound b = bound_in(world, rho, 0.5);
    const double f1 = b.first_derivative;
    const double end = (upper == (f1 > 0)) ? b.gradient.upper : b.gradient.lower;
    check_close("c", world.c, end, {1e-12, 1e-12 * std::fabs(b.gradient.upper - b.gradient.lower) + underflowed});
  }
}

TEST_CASE("the residual widens c by |f'| |x| R/sigma², and by nothing else") {
  Draws draws(20260313);
  for (int repetition = 0; repetition < 500; ++repetition) {
    const Shape shape{random_kind(draws), draws.coin()};
    World world = make_world(shape, 1e-3, 0.5, draws);
    world.model.residual = 0;
    const Bound without = bound_in(world, 1e-3, 0.5);
    world.model.residual = draws.logarithmic(1e-3, 10);
    const Bound with = bound_in(world, 1e-3, 0.5);
    const double widening = std::fabs(without.first_derivative) * world.person.x.norm() * world.model.residual /
                            (world.model.sigma * world.model.sigma);
    const double size = std::fabs(without.gradient.lower) + std::fabs(without.gradient.upper) + widening +
                        std::fabs(without.in.upper) + std::fabs(without.in.lower) + std::fabs(without.out.upper) +
                        std::fabs(without.out.lower);
    const Tolerance tolerance{1e-12, 1e-13 * size + underflowed};
    check_close("c upper", with.gradient.upper - without.gradient.upper, widening, tolerance);
    check_close("c lower", without.gradient.lower - with.gradient.lower, widening, tolerance);
    check_close("in upper", with.in.upper - without.in.upper, widening, tolerance);
    check_close("in lower", without.in.lower - with.in.lower, widening, tolerance);
    check_close("out upper", with.out.upper - without.out.upper, widening, tolerance);
    check_close("out lower", without.out.lower - with.out.lower, widening, tolerance);
    CHECK(with.leverage.upper == without.leverage.upper);
    // The paper's bounds are about the same gradient.
    BoundOptions paper;
    paper.method = Method::redberg2021;
    const Bound paper_with = bound_of(world.model, paper, world.person);
    world.model.residual = 0;
    const Bound paper_without = bound_of(world.model, paper, world.person);
    check_close("paper", paper_with.gradient.upper - paper_without.gradient.upper, widening,
                {1e-12, 1e-13 * paper_with.gradient.upper + underflowed});
  }
}

}  // namespace expost

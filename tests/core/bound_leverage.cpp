// The sharp leverage bound against plain linear algebra: an eigendecomposition, a brute
// minimisation over α, and every estimator of the papers that is valid, inverted by Eigen.
#include <doctest/doctest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "closeness.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/numerics/constants.hpp"
#include "fuzz/leverage_shift.hpp"
#include "random_report.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

// How much more than the least a certified leverage may be, where the minimum lies at the barrier.
constexpr double certified = 1e-6;

/// min of f over [0, high]: a grid, dense at both ends, then golden sections around its least
/// value.
double least(const std::function<double(double)>& f, double high) {
  std::vector<double> grid;
  for (int i = 0; i <= 400; ++i) {
    grid.push_back(high * i / 400.0);
  }
  for (double u = 1e-12; u < 0.5; u *= 1.3) {
    grid.push_back(high * u);
    grid.push_back(high * (1 - u));
  }
  std::sort(grid.begin(), grid.end());
  std::size_t best = 0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    best = f(grid[i]) < f(grid[best]) ? i : best;
  }
  double a = grid[best > 0 ? best - 1 : 0];
  double b = grid[std::min(best + 1, grid.size() - 1)];
  for (int i = 0; i < 80; ++i) {
    const double c = b - 0.6180339887498949 * (b - a);
    const double e = a + 0.6180339887498949 * (b - a);
    (f(c) < f(e) ? b : a) = f(c) < f(e) ? e : c;
  }
  return std::min(f(0.5 * (a + b)), f(grid[best]));
}

double inverse_form(const Eigen::MatrixXd& m, const Eigen::VectorXd& x) {
  return x.dot(m.inverse() * x);
}

double smallest_eigenvalue(const Eigen::MatrixXd& m) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m, Eigen::EigenvaluesOnly).eigenvalues()(0);
}

}  // namespace

TEST_CASE("the sharp leverage is the least over α, and never above a valid estimator of the papers at equal t") {
  Draws draws(20260320);
  int inside = 0;
  int at_barrier = 0;
  int at_one = 0;
  int at_zero = 0;
  double worst = 0;
  for (int repetition = 0; repetition < repetitions(4000); ++repetition) {
    const Eigen::Index d = draws.integer(1, 12);
    PublishedModel model = random_model(draws.coin() ? ReportKind::data_dependent : ReportKind::adaptive, d, draws);
    Eigen::MatrixXd& h = model.hessian->values;
    switch (draws.integer(0, 4)) {
      case 0: {  // duplicated eigenvalues
        const Eigen::MatrixXd q = draws.rotation(d);
        Eigen::VectorXd values = Eigen::VectorXd::Constant(d, draws.logarithmic(0.1, 100));
        values.head((d + 1) / 2).setConstant(draws.uniform(-1, 5));
        const Eigen::MatrixXd m = q * values.asDiagonal() * q.transpose();
        h = 0.5 * (m + m.transpose());
        break;
      }
      case 1:  // already diagonal: eigenvectors on the axes
        h = Eigen::MatrixXd(h.diagonal().asDiagonal());
        break;
      default:
        break;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(h);
    Person person = random_person(model, draws);
    if (draws.integer(0, 4) == 0) {
      person.x = eigen.eigenvectors().col(draws.integer(0, static_cast<int>(d) - 1)) * draws.uniform(0.1, 0.999);
    }
    BoundOptions options;
    options.failure_probability = draws.logarithmic(1e-12, 0.5);
    const Bound b = bound_of(model, options, person);
    const Eigen::VectorXd& x = person.x;

    const double t = leverage_shift(static_cast<int>(d), 0.1 * options.failure_probability);
    const double shift = t * model.hessian->sigma;
    double floor = model.lambda;
    if (model.smallest_eigenvalue) {
      floor = std::max(floor, model.smallest_eigenvalue->value -
                                  model.smallest_eigenvalue->sigma * normal_upper_quantile(0.1 * options.failure_probability));
    }
    const Eigen::VectorXd w = eigen.eigenvectors().transpose() * x;
    const auto s = [&](double alpha, double ridge) {
      double sum = 0;
      for (Eigen::Index i = 0; i < d; ++i) {
        const double denominator = alpha * (eigen.eigenvalues()(i) - shift) + (1 - alpha) * ridge;
        if (!(denominator > 0)) {
          return infinity;
        }
        sum += w(i) * w(i) / denominator;
      }
      return sum;
    };
    const auto barrier = [&](double ridge) {
      const double gap = eigen.eigenvalues()(0) - shift;
      return gap > 0 ? 1.0 : std::min(1.0, ridge / (ridge - gap) * (1 - 1e-13));
    };
    const double expected = least([&](double alpha) { return s(alpha, floor); }, barrier(floor));
    // Valid and least, except for what certifying costs: next to the barrier, where M is hardly
    // positive definite, a smaller α is taken.
    worst = std::max(worst, b.leverage.upper / expected - 1);
    check_close("least over α", b.leverage.upper, expected, {certified});
    check_close("at the α returned", s(b.alpha, floor), b.leverage.upper, {certified});
    const double high = barrier(floor);
    at_zero += b.alpha == 0 ? 1 : 0;
    at_one += b.alpha == 1 ? 1 : 0;
    at_barrier += high < 1 && b.alpha > 0.999999 * high ? 1 : 0;
    inside += b.alpha > 0 && b.alpha < 0.99 * high ? 1 : 0;

    // Lower end.
    const double shift_below =
        goe_upper_quantile(static_cast<int>(d), 0.1 * options.failure_probability) * model.hessian->sigma;
    double lower = 0;
    if (eigen.eigenvalues()(0) + shift_below > 1e-9 * (1 + shift_below)) {
      for (Eigen::Index i = 0; i < d; ++i) {
        lower += w(i) * w(i) / (eigen.eigenvalues()(i) + shift_below);
      }
      check_close("lower", b.leverage.lower, std::min(lower, b.leverage.upper), {1e-8});
    } else if (eigen.eigenvalues()(0) + shift_below < -1e-9 * (1 + shift_below)) {
      CHECK(b.leverage.lower == 0);
    }

    // The papers' estimators, each only where it is one.
    const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(d, d);
    const double norm_squared = x.squaredNorm();
    const auto not_above = [&](const char* what, double estimator) {
      CHECK_MESSAGE(b.leverage.upper <= estimator * (1 + certified), what, ": ", digits(b.leverage.upper), " above ",
                    digits(estimator));
    };
    not_above("‖x‖²/λ̲", norm_squared / floor);
    const double smallest = smallest_eigenvalue(h);
    if (smallest > 1e-9) {
      not_above("(λ̲ + tσ₃)/λ̲ xᵀĤ⁻¹x", (floor + shift) / floor * inverse_form(h, x));
      if (model.lambda >= 2 * shift) {
        not_above("3/2 xᵀĤ⁻¹x", 1.5 * inverse_form(h, x));
      }
    }
    if (smallest + shift > 1e-9) {
      not_above("(λ̲ + 2tσ₃)/λ̲ xᵀ(Ĥ + tσ₃)⁻¹x", (floor + 2 * shift) / floor * inverse_form(h + shift * identity, x));
    }
    if (smallest - shift > 1e-9) {
      not_above("xᵀ(Ĥ − tσ₃)⁻¹x", inverse_form(h - shift * identity, x));
    }

    // Weighted leverages: −log(1 − ā) and −log(1 + ā) at the ends.
    const double f2 = b.second_derivative;
    const double cap = f2 * norm_squared / model.lambda;
    const double rank_one = least(
        [&](double alpha) {
          const double value = f2 * s(alpha, model.lambda);
          return value < infinity ? value / (1 + (1 - alpha) * value) : infinity;
        },
        barrier(model.lambda));
    const double a_in = std::min({rank_one, f2 * expected, cap / (1 + cap)});
    const double a_out = std::min(f2 * expected, cap);
    const double size = std::fabs(b.gradient_norm) + std::fabs(b.gradient.lower) + std::fabs(b.gradient.upper) + 1;
    check_close("ā in", b.in.upper - b.gradient_norm + b.gradient.lower, -std::log1p(-a_in),
                {certified / (1 - a_in), 1e-13 * size});
    check_close("ā out", b.out.lower - b.gradient_norm - b.gradient.lower, -std::log1p(a_out), {certified, 1e-13 * size});
    const double low = std::min(f2 * b.leverage.lower, a_in);
    check_close("a̲ in", b.in.lower - b.gradient_norm + b.gradient.upper, -std::log1p(-low),
                {certified / (1 - low), 1e-13 * size});
    check_close("a̲ out", b.out.upper - b.gradient_norm - b.gradient.upper, -std::log1p(std::min(f2 * b.leverage.lower, a_out)),
                {certified, 1e-13 * size});
  }
  // Every place where the minimum may lie was visited.
  CHECK(at_zero > 0);
  CHECK(at_one > 0);
  CHECK(at_barrier > 0);
  CHECK(inside > 0);
  MESSAGE("largest excess over the minimum: ", worst, "; α = 0: ", at_zero, ", inside: ", inside,
          ", at the barrier: ", at_barrier, ", α = 1: ", at_one);
}

TEST_CASE("a large Hessian: tridiagonalisation and reflectors agree with plain inverses") {
  Draws draws(20260321);
  for (const Eigen::Index d : {2, 3, 17, 64, 150}) {
    PublishedModel model = random_model(ReportKind::data_dependent, d, draws);
    model.hessian->sigma = 1e-3;
    Eigen::MatrixXd& h = model.hessian->values;
    const Eigen::MatrixXd a = draws.symmetric_noise(d, 1);
    const Eigen::MatrixXd square = a * a / static_cast<double>(d) + Eigen::MatrixXd::Identity(d, d);
    h = 0.5 * (square + square.transpose());
    model.lambda = 1e-3;  // the Hessian says more than λ: α = 1
    const Person person = random_person(model, draws);
    const Bound b = bound_of(model, {}, person);
    const double shift = leverage_shift(static_cast<int>(d), 1e-7) * 1e-3;
    const double shift_below = goe_upper_quantile(static_cast<int>(d), 1e-7) * 1e-3;
    CHECK(b.alpha == 1);
    // The reflections' worst case, 16d²·2⁻⁵³ of ‖Ĥ‖_F and half of it of x.
    const Tolerance certifying{1e-11 + 64 * static_cast<double>(d * d) * 0x1p-53 * h.norm()};
    check_close("upper", b.leverage.upper, inverse_form(h - shift * Eigen::MatrixXd::Identity(d, d), person.x), certifying);
    check_close("lower", b.leverage.lower, inverse_form(h + shift_below * Eigen::MatrixXd::Identity(d, d), person.x),
                certifying);
    check_close("smallest", PreparedReport(model).smallest_hessian_eigenvalue(), smallest_eigenvalue(h), {1e-12});
  }
}

TEST_CASE("smallest eigenvalue: equal eigenvalues, at any scale") {
  // I + vvᵀ, whose tridiagonal form is I except for roundings: an iteration with an absolute
  // threshold does not end on these.
  Draws draws(20260323);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const Eigen::Index d = draws.integer(1, 20);
    const double scale = draws.logarithmic(1e-40, 1e40);
    const Eigen::VectorXd v = draws.in_ball(d, 1);
    const Eigen::MatrixXd m = scale * (v * v.transpose() - (draws.coin() ? 0.5 : -1) * Eigen::MatrixXd::Identity(d, d));
    PublishedModel model = random_model(ReportKind::data_dependent, d, draws);
    model.hessian->values = 0.5 * (m + m.transpose());
    const double got = PreparedReport(model).smallest_hessian_eigenvalue();
    check_close("smallest", got, smallest_eigenvalue(model.hessian->values), {0, 1e-14 * scale});
  }
  PublishedModel zero = random_model(ReportKind::data_dependent, 5, draws);
  zero.hessian->values.setZero();
  CHECK(PreparedReport(zero).smallest_hessian_eigenvalue() == 0);
}

TEST_CASE("a Hessian of ten thousand times its smallest eigenvalue keeps eight digits of leverage") {
  Draws draws(20260322);
  for (int repetition = 0; repetition < 50; ++repetition) {
    const Eigen::Index d = 8;
    const Eigen::MatrixXd q = draws.rotation(d);
    Eigen::VectorXd values(d);
    for (Eigen::Index i = 0; i < d; ++i) {
      values(i) = draws.logarithmic(1, 1e4);
    }
    const Eigen::MatrixXd m = q * values.asDiagonal() * q.transpose();
    PublishedModel model = random_model(ReportKind::data_dependent, d, draws);
    model.lambda = 1e-3;
    model.hessian = HessianRelease{1e-6, 0.5 * (m + m.transpose())};
    const Person person = random_person(model, draws);
    const double shift = leverage_shift(8, 1e-7) * 1e-6;
    const Eigen::VectorXd w = q.transpose() * person.x;
    double expected = 0;
    for (Eigen::Index i = 0; i < d; ++i) {
      expected += w(i) * w(i) / (values(i) - shift);
    }
    check_close("leverage", bound_of(model, {}, person).leverage.upper, expected, {1e-8});
  }
}

}  // namespace expost

// tests/vectors/sharper.json: the leverage of records chosen beforehand, and bounds on everything
// published by one event.
#include <doctest/doctest.h>

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "approximately.hpp"
#include "bounds/joint_total.hpp"
#include "closeness.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "random_report.hpp"
#include "reference_loss.hpp"
#include "reference_table.hpp"
#include "repetitions.hpp"

namespace expost::sharper_tests {
namespace {

PublishedModel model_of(const ReferenceTable& report, ReportKind kind) {
  PublishedModel model;
  model.loss = reference_loss(report);
  model.lambda = report["lam"];
  model.sigma = report["sigma"];
  model.theta = reference_vector(report["theta"]);
  if (releases_gradient(kind)) {
    model.gradient = GradientRelease{report["sigma2"], reference_vector(report["ghat"])};
  }
  model.hessian = HessianRelease{report["sigma3"], reference_matrix(report["Hhat"])};
  if (releases_eigenvalue(kind)) {
    model.smallest_eigenvalue = EigenvalueRelease{report["sigma4"], report["lamhat"]};
  }
  return model;
}

class Expected {
 public:
  Expected(std::string name, const ReferenceTable& values, Tolerance tolerance)
      : name_(std::move(name)), values_(&values), tolerance_(tolerance) {}

  void close(const char* key, double got) const {
    check_close(name_ + " " + key, got, reference_number((*values_)[key]), tolerance_);
  }
  void close(const char* key, Interval got) const {
    check_close(name_ + " " + key + " lower", got.lower, reference_number((*values_)[key][0]), tolerance_);
    check_close(name_ + " " + key + " upper", got.upper, reference_number((*values_)[key][1]), tolerance_);
  }
  [[nodiscard]] const ReferenceTable& operator[](const char* key) const { return (*values_)[key]; }
  [[nodiscard]] Expected part(const char* key) const { return {name_ + " " + key, (*values_)[key], tolerance_}; }

 private:
  std::string name_;
  const ReferenceTable* values_;
  Tolerance tolerance_;
};

void check_case(const ReferenceTable& item, ReportKind kind, const Expected& expected) {
  const ReferenceTable& in = item["inputs"];
  const bool adaptive = kind == ReportKind::adaptive;
  const PublishedModel model = model_of(in["report"], kind);
  const Eigen::VectorXd x = reference_vector(in["x"]);
  const double y = in["y"];
  const double rho = in["report"]["rho"];
  BoundOptions options;
  options.failure_probability = rho;
  options.release_cost_failure_probability = rho;
  const PreparedReport prepared(model);
  const Bound got = BoundRule(prepared, options).bound(x, y);
  const double share = adaptive ? 0.7 : 0.8;

  expected.close("t_plus", std::sqrt(2.0) * normal_upper_quantile(0.1 * rho));
  expected.close("a_hi_in", -std::expm1(-(got.in.upper - got.gradient_norm + got.gradient.lower)));
  expected.close("a_hi_out", std::expm1(-(got.out.lower - got.gradient_norm - got.gradient.lower)));
  expected.close("interval_in", got.in);
  expected.close("interval_out", got.out);
  BoundOptions rows = options;
  rows.uniformity = {Uniformity::Kind::rows, 1000};
  expected.close("rows_1000_interval_in", BoundRule(prepared, rows).bound(x, y).in);

  const Expected joint = expected.part("joint_total");
  const double f1 = std::fabs(got.first_derivative);
  const double m2 = model.gradient ? f1 * x.norm() / model.gradient->sigma : 0;
  const double q = f1 * x.norm() / model.sigma;
  joint.close("q1", std::sqrt(q * q + m2 * m2));
  joint.close("m2", m2);
  const ReleaseDistances distances{{f1 * x.norm(), f1 * x.norm()},
                                   {got.second_derivative * x.squaredNorm(), got.second_derivative * x.squaredNorm()},
                                   {0, got.second_derivative * x.squaredNorm()}};
  const ReleaseShifts shifts = release_shifts(model, x.size(), distances);
  joint.close("m3", shifts.hessian.upper);
  joint.close("m4", shifts.smallest_eigenvalue);
  const double chi = std::sqrt(chi_squared_upper_quantile(adaptive ? 3 : 2, (share + 1) * rho));
  joint.close("chi", chi);
  const bool chosen = joint_radius(model, options, share) > 0;
  CHECK(chosen == expected["joint_is_chosen"].get<bool>());
  Bound together = got;
  const auto log_of = [&](double end, double gradient) { return end - got.gradient_norm + gradient; };
  together.determinant_in = {log_of(got.in.lower, got.gradient.upper), log_of(got.in.upper, got.gradient.lower)};
  together.determinant_out = {log_of(got.out.lower, -got.gradient.lower), log_of(got.out.upper, -got.gradient.upper)};
  join_totals(model, distances, {{q, q}, 0, 0}, chi, Membership::unknown, together);
  joint.close("interval_in", together.total_in);
  joint.close("interval_out", together.total_out);
  joint.close("upper_unknown", together.total.upper);
  if (chosen) {
    check_close("chosen in lower", got.total_in.lower, together.total_in.lower, {1e-9});
    check_close("chosen in upper", got.total_in.upper, together.total_in.upper, {1e-9});
    check_close("chosen out lower", got.total_out.lower, together.total_out.lower, {1e-9});
    check_close("chosen out upper", got.total_out.upper, together.total_out.upper, {1e-9});
  } else {
    check_close("sum", got.total_in.upper, got.in.upper + got.release_cost_expost, {1e-12});
  }
  CHECK(got.total_failure_probability == 2 * rho);
  if (got.components) {
    const Components& parts = *got.components;
    check_close("parts", parts.leverage + parts.gradient_norm + parts.gradient + parts.release, got.total.upper, {1e-9});
  }
}

TEST_CASE("the leverage of a record chosen beforehand and joint totals: every case of the table") {
  const ReferenceTable table = reference_table("sharper");
  const Tolerance tolerance{table["tolerance"]["rel"], table["tolerance"]["abs"]};
  int cases = 0;
  for (const ReferenceTable& item : table["cases"]) {
    const std::string id = item["id"];
    check_case(item, ReportKind::hessian, {id + " hessian", item["expected"]["hessian"], tolerance});
    check_case(item, ReportKind::data_dependent, {id + " dep", item["expected"]["dep"], tolerance});
    check_case(item, ReportKind::adaptive, {id + " adaptive", item["expected"]["adaptive"], tolerance});
    ++cases;
  }
  CHECK(cases == 14);
}

using Exact = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200, boost::multiprecision::digit_base_2>,
                                            boost::multiprecision::et_off>;

TEST_CASE("joint totals: no end on the wrong side of what 200 bits give, grids included") {
  Draws draws(20261220);
  const auto interval = [&](double least, double most) {
    const double lower = draws.coin() ? 0 : draws.logarithmic(least, most);
    return Interval{lower, lower + (draws.coin() ? 0 : draws.logarithmic(least, most))};
  };
  for (int i = 0; i < repetitions(4000); ++i) {
    PublishedModel model;
    model.theta = Eigen::VectorXd::Zero(draws.integer(1, 30));
    const auto release = [&] {
      return std::pair{draws.logarithmic(1e-3, 1e3), draws.coin() ? draws.logarithmic(1e-9, 1e-2) : 0};
    };
    const auto [sigma2, grid2] = release();
    const auto [sigma3, grid3] = release();
    const auto [sigma4, grid4] = release();
    const ReportKind kind = std::array{ReportKind::hessian, ReportKind::data_dependent, ReportKind::adaptive}.at(
        static_cast<std::size_t>(draws.integer(0, 2)));
    if (releases_gradient(kind)) {
      model.gradient = GradientRelease{sigma2, {}, grid2};
    }
    model.hessian = HessianRelease{sigma3, {}, grid3};
    if (releases_eigenvalue(kind)) {
      model.smallest_eigenvalue = EigenvalueRelease{sigma4, 0, grid4};
    }
    const ReleaseDistances distances{interval(1e-6, 1), interval(1e-6, 1), interval(1e-6, 1)};
    Bound bound;
    bound.determinant_in = interval(1e-6, 3);
    bound.determinant_out = {-draws.logarithmic(1, 3), -draws.logarithmic(1e-6, 1)};
    const JointParts parts{interval(1e-9, 10), draws.coin() ? 0 : draws.logarithmic(1e-12, 1e-3), draws.coin() ? 0 : 0x1p-39};
    const double chi = draws.uniform(0.5, 12);
    bound.gradient_norm = 0.5 * parts.shift.upper * parts.shift.upper;
    join_totals(model, distances, parts, chi, Membership::unknown, bound);
    const Exact d = static_cast<double>(model.dimension());
    Exact off = 0;
    Exact least = Exact(parts.shift.lower) * parts.shift.lower;
    Exact most = Exact(parts.shift.upper) * parts.shift.upper;
    const auto add = [&](Interval distance, const Exact& noise, double grid, const Exact& root, bool below) {
      if (!(distance.upper > 0)) {
        return;
      }
      const Exact slack = 2 * root * grid;
      const Exact under = distance.lower > slack ? Exact((distance.lower - slack) / noise) : Exact(0);
      const Exact over = (distance.upper + slack) / noise;
      least += below ? Exact(under * under) : Exact(0);
      most += over * over;
      off += over * root * grid / noise;
    };
    if (model.gradient) {
      add(distances.gradient, Exact(sigma2), grid2, sqrt(d), true);
    }
    add(distances.hessian, sqrt(Exact(2)) * sigma3, grid3, d, true);
    if (model.smallest_eigenvalue) {
      add(distances.smallest_eigenvalue, Exact(sigma4), grid4, Exact(1), false);
    }
    const Exact shortest = sqrt(least);
    const Exact longest = sqrt(most);
    const Exact turn = chi < shortest ? shortest : chi > longest ? longest : Exact(chi);
    const Exact slack = off + parts.slack + parts.allowance;
    const Exact up = most / 2 + longest * chi + slack;
    const Exact down = turn * turn / 2 - turn * chi - slack;
    CHECK(Exact(bound.total_in.upper) >= bound.determinant_in.upper + up);
    CHECK(Exact(bound.total_in.lower) <= bound.determinant_in.lower + down);
    CHECK(Exact(bound.total_out.upper) >= bound.determinant_out.upper + up);
    CHECK(Exact(bound.total_out.lower) <= bound.determinant_out.lower + down);
    CHECK(Exact(bound.total_in.upper) <= bound.determinant_in.upper + up + Exact(1e-11) * (1 + up));
    CHECK(bound.joint);
  }
}

TEST_CASE("joint totals: t²/2 − tχ where it cancels") {
  Draws draws(20261222);
  PublishedModel model;
  model.theta = Eigen::VectorXd::Zero(1);
  model.gradient = GradientRelease{1, {}};
  model.hessian = HessianRelease{1, {}};
  for (int i = 0; i < 2000; ++i) {
    const double chi = draws.uniform(3, 12);
    const double shift = 2 * chi * (1 + draws.uniform(-1, 1) * 1e-13);
    Bound bound;
    join_totals(model, {{0, 0}, {0, 0}, {0, 0}}, {{shift, shift}, 0, 0}, chi, Membership::in, bound);
    CHECK(Exact(bound.total_in.lower) <= Exact(shift) * shift / 2 - Exact(shift) * chi);
  }
}

TEST_CASE("one event for many records chosen beforehand: a smaller tail for each") {
  PublishedModel model;
  model.lambda = 1;
  model.sigma = 4;
  model.theta = Eigen::VectorXd::Zero(2);
  model.gradient = GradientRelease{4, Eigen::VectorXd::Zero(2)};
  model.hessian = HessianRelease{1, Eigen::MatrixXd::Identity(2, 2)};
  BoundOptions options;
  for (const double count : {1.0, 1000.0}) {
    options.uniformity = {Uniformity::Kind::rows, count};
    const double chi = joint_radius(model, options, 0.8);
    CHECK(chi >= std::sqrt(-2 * std::log(1.8e-6 / count)) * (1 - 1e-15));
    CHECK(chi == approximately(std::sqrt(-2 * std::log(1.8e-6 / count))).epsilon(1e-12));
  }
  options.uniformity = {Uniformity::Kind::all, 1};
  CHECK(joint_radius(model, options, 0.8) == 0);
  options.uniformity = {};
  options.method = Method::redberg2021;
  CHECK(joint_radius(model, options, 0.8) == 0);
  options.method = Method::sharp;
  options.failure_probability = options.release_cost_failure_probability = 0.9;
  CHECK(joint_radius(model, options, 0.8) == 0);
}

TEST_CASE("a rounded model and a residual widen the joint total by what they do to its linear part") {
  Draws draws(20261221);
  int joint = 0;
  for (int i = 0; i < repetitions(400); ++i) {
    PublishedModel model = random_model(ReportKind::data_dependent, draws.integer(1, 5), draws);
    model.residual = 0;
    model.rounding = {std::ldexp(1.0, -draws.integer(8, 20)), 1000};
    model.theta = (model.theta / model.rounding.step).array().round() * model.rounding.step;
    const Person person = random_person(model, draws);
    const Bound bound = bound_of(model, {}, person);
    if (!bound.joint) {
      continue;
    }
    ++joint;
    const double s = model.rounding.step;
    const double d = static_cast<double>(model.dimension());
    const double beta = model.loss.smoothness();
    const double size = std::fabs(bound.first_derivative) * person.x.norm();
    const double of_gradient = size * 2 * (model.lambda + 1000 * beta) * s * std::sqrt(d) / (model.sigma * model.sigma);
    const double of_margin = beta * s * person.x.lpNorm<1>() * person.x.norm() * 12 / model.sigma;
    PublishedModel exact = model;
    exact.rounding = {};
    const Bound without = bound_of(exact, {}, person);
    const double slack = 1e-12 * (1 + std::fabs(without.total_in.upper));
    CHECK(bound.total_in.upper - without.total_in.upper >= of_gradient + of_margin - slack);
    CHECK(bound.total_in.lower - without.total_in.lower <= -(of_gradient + of_margin) + slack);
    exact.residual = 0.01;
    const double of_residual = size * exact.residual / (model.sigma * model.sigma);
    CHECK(bound_of(exact, {}, person).total_in.upper - without.total_in.upper ==
          approximately(of_residual).epsilon(1e-6).scale(slack * 1e7));
  }
  CHECK(joint > repetitions(400) / 10);
}

}  // namespace
}  // namespace expost::sharper_tests

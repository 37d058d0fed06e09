// Every case of tests/vectors/bounds.json, every field of it. Intermediates that the library does
// not return are recovered from what it does return, never computed by the formula that the table
// was made with.
#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "bounds/joint_total.hpp"
#include "closeness.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/numerics/constants.hpp"
#include "reference_loss.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

constexpr double huge_noise = 1e150;  // a release with this noise adds nothing to the overhead: isolates the other shifts

class Case {
 public:
  Case(const ReferenceTable& item, Tolerance tolerance)
      : id_(item["id"].get<std::string>()),
        in_(item["inputs"]),
        report_(in_["report"]),
        tolerance_(tolerance),
        x_(reference_vector(in_["x"])) {
    y_ = in_["y"];
  }

  [[nodiscard]] PublishedModel model(ReportKind kind) const {
    PublishedModel model;
    model.loss = reference_loss(report_);
    model.lambda = report_["lam"];
    model.sigma = report_["sigma"];
    model.theta = reference_vector(report_["theta"]);
    if (kind != ReportKind::data_independent) {
      model.gradient = GradientRelease{report_["sigma2"], reference_vector(report_["ghat"])};
      model.hessian = HessianRelease{report_["sigma3"], reference_matrix(report_["Hhat"])};
    }
    if (kind == ReportKind::adaptive) {
      model.smallest_eigenvalue = EigenvalueRelease{report_["sigma4"], report_["lamhat"]};
    }
    return model;
  }

  [[nodiscard]] BoundOptions options(Method method) const {
    BoundOptions options;
    options.method = method;
    options.failure_probability = report_["rho"];
    options.release_cost_delta = in_["delta_overhead"];
    options.release_cost_failure_probability = in_["rho_overhead"];
    return options;
  }

  [[nodiscard]] Bound bound(const PublishedModel& model, const BoundOptions& options) const {
    const PreparedReport prepared(model);
    return BoundRule(prepared, options).bound(x_, y_);
  }

  void close(const std::string& what, double got, double expected) const {
    check_close(id_ + " " + what, got, expected, tolerance_);
  }
  void close(const std::string& what, double got, const ReferenceTable& expected) const {
    close(what, got, reference_number(expected));
  }
  void close(const std::string& what, Interval got, const ReferenceTable& expected) const {
    close(what + " lower", got.lower, expected[0]);
    close(what + " upper", got.upper, expected[1]);
  }

  [[nodiscard]] double sigma() const { return report_["sigma"]; }
  [[nodiscard]] double rho() const { return report_["rho"]; }
  [[nodiscard]] const ReferenceTable& report() const { return report_; }
  [[nodiscard]] const ReferenceTable& inputs() const { return in_; }
  [[nodiscard]] const Eigen::VectorXd& x() const { return x_; }
  [[nodiscard]] int dimension() const { return static_cast<int>(x_.size()); }

 private:
  std::string id_;
  const ReferenceTable& in_;
  const ReferenceTable& report_;
  Tolerance tolerance_;
  Eigen::VectorXd x_;
  double y_;
};

/// Compares numbers with the expected ones of the same names, each of which has to have its turn.
class Comparison {
 public:
  Comparison(const Case& one, std::string name, const ReferenceTable& expected)
      : case_(one), name_(std::move(name)), expected_(expected) {}

  template <class Value>
  void operator()(const std::string& key, Value value) {
    case_.close(name_ + " " + key, value, expected_.at(key));
    seen_.insert(key);
  }
  /// Names that are compared otherwise.
  void note(std::initializer_list<std::string> keys) { seen_.insert(keys); }
  void require_all() const {
    for (const auto& item : expected_.items()) {
      CHECK_MESSAGE(seen_.count(item.key()) == 1, name_, " ", item.key(), " is not checked");
    }
  }

 private:
  const Case& case_;
  std::string name_;
  const ReferenceTable& expected_;
  std::set<std::string> seen_;
};

double centre(Interval interval) {
  return 0.5 * (interval.lower + interval.upper);
}
double half_width(Interval interval) {
  return 0.5 * (interval.upper - interval.lower);
}

void check_sharp(const Case& c, const std::string& name, ReportKind kind, const ReferenceTable& expected) {
  BoundOptions options = c.options(Method::sharp);
  const PublishedModel model = c.model(kind);
  const Bound got = c.bound(model, options);
  const double variance = c.sigma() * c.sigma();
  const double f1 = std::fabs(got.first_derivative);
  // The table has the shift that holds in all directions of the noise; for records chosen
  // beforehand vectors_sharper.cpp.
  const Bound whole = [&] {
    BoundOptions all = options;
    all.uniformity = {Uniformity::Kind::all, 1};
    return c.bound(model, all);
  }();
  // −log(1 − a) and −log(1 + a), read off the ends of the intervals
  const double log_in_upper = whole.in.upper - whole.gradient_norm + whole.gradient.lower;
  const double log_in_lower = got.in.lower - got.gradient_norm + got.gradient.upper;
  const double log_out_lower = whole.out.lower - whole.gradient_norm - whole.gradient.lower;
  const double log_out_upper = got.out.upper - got.gradient_norm - got.gradient.upper;
  const double rho_gradient =
      (kind == ReportKind::data_independent ? 1.0 : (kind == ReportKind::data_dependent ? 0.8 : 0.7)) * c.rho();
  const double radius = half_width(got.gradient) * variance / f1;

  Comparison check(c, name, expected);
  check("f1", got.first_derivative);
  check("f2", got.second_derivative);
  check("q2half", got.gradient_norm);
  check("c_lo", got.gradient.lower);
  check("c_hi", got.gradient.upper);
  check("mu_hi", whole.leverage.upper);
  check("mu_lo", got.leverage.lower);
  check("alpha", whole.alpha);
  check("radius", radius);
  // radius = s z with the z of this kind's share of ρ
  check("s", radius / normal_upper_quantile(0.5 * rho_gradient));
  check("a_hi_in", -std::expm1(-log_in_upper));
  check("a_lo_in", -std::expm1(-log_in_lower));
  check("a_hi_out", std::expm1(-log_out_lower));
  check("a_lo_out", std::expm1(-log_out_upper));
  const Interval in = {got.in.lower, log_in_upper + got.gradient_norm - got.gradient.lower};
  const Interval out = {log_out_lower + got.gradient_norm + got.gradient.lower, got.out.upper};
  check("interval_in", in);
  check("interval_out", out);
  // A = f''‖x‖²/λ is the leverage of the report without releases
  check("A", got.second_derivative * c.bound(c.model(ReportKind::data_independent), options).leverage.upper);
  if (kind == ReportKind::data_independent) {
    check("k", centre(got.gradient));  // 0: nothing to centre on
    check("v", centre(got.gradient));
  } else {
    check("v", model.gradient->values.dot(c.x()));
    check("k", centre(got.gradient) * variance / got.first_derivative / expected.at("v").get<double>());
    check("t_plus", goe_upper_quantile(c.dimension(), 0.1 * c.rho()));
    check("t_minus", goe_upper_quantile(c.dimension(), 0.1 * c.rho()));
    // λ̲ is what is left of the leverage when the Hessian says nothing
    PublishedModel blunt = model;
    blunt.hessian->sigma = huge_noise;
    check("lam_lower", c.x().squaredNorm() / c.bound(blunt, options).leverage.upper);
  }
  for (const auto& [member, suffix] :
       {std::pair{Membership::in, "in"}, {Membership::out, "out"}, {Membership::unknown, "unknown"}}) {
    options.member = member;
    const Bound of_member = c.bound(model, options);
    const Interval loss = member == Membership::in ? in
                          : member == Membership::out
                              ? out
                              : Interval{std::fmin(in.lower, out.lower), std::fmax(in.upper, out.upper)};
    const bool around_zero = loss.lower <= 0 && loss.upper >= 0;
    check(std::string("lower_") + suffix, around_zero ? 0 : std::fmin(std::fabs(loss.lower), std::fabs(loss.upper)));
    check(std::string("upper_") + suffix, std::fmax(std::fabs(loss.lower), std::fabs(loss.upper)));
    if (kind == ReportKind::data_independent) {
      c.close(name + " epsilon " + suffix, of_member.epsilon.upper, std::fmax(std::fabs(loss.lower), std::fabs(loss.upper)));
    }
    // the signed intervals do not depend on the question asked
    CHECK(of_member.in.lower == got.in.lower);
    CHECK(of_member.in.upper == got.in.upper);
    CHECK(of_member.out.lower == got.out.lower);
    CHECK(of_member.out.upper == got.out.upper);
  }
  check("interval_unknown", Interval{std::fmin(in.lower, out.lower), std::fmax(in.upper, out.upper)});
  check.require_all();
  CHECK(got.failure_probability == c.rho());
}

void check_paper(const Case& c, const std::string& name, ReportKind kind, const ReferenceTable& expected) {
  const BoundOptions options = c.options(Method::redberg2021);
  const PublishedModel model = c.model(kind);
  const Bound got = c.bound(model, options);
  const double variance = c.sigma() * c.sigma();
  const bool valid = expected.value("valid", true) && expected.value("applicable", true);

  Comparison check(c, name, expected);
  check("f1", got.first_derivative);
  check("f2", got.second_derivative);
  check("z", normal_upper_quantile(0.5 * c.rho()));
  check("second", got.gradient_norm);
  check("third", half_width(got.gradient));
  check("gbar", half_width(got.gradient) * variance);
  check.note({"mu", "a", "first", "bound", "valid", "applicable"});
  if (valid) {
    const double a = got.second_derivative * got.leverage.upper;
    c.close(name + " mu", got.leverage.upper, expected.at("mu"));
    c.close(name + " a", a, expected.at("a"));
    c.close(name + " bound", got.epsilon.upper, expected.at("bound"));
    c.close(name + " first",
            got.epsilon.upper < infinity ? got.epsilon.upper - got.gradient_norm - half_width(got.gradient) : infinity,
            expected.at("first"));
  } else {
    // The number next to it is not a bound.
    CHECK(got.epsilon.upper == infinity);
    CHECK(got.leverage.upper == infinity);
  }
  CHECK(got.epsilon.lower == 0);
  CHECK(got.in.upper == got.epsilon.upper);
  CHECK(got.out.upper == got.epsilon.upper);
  CHECK(got.in.lower == -got.epsilon.upper);
  CHECK(got.out.lower == -got.epsilon.upper);
  CHECK(got.failure_probability == std::fmin(1, (kind == ReportKind::data_independent ? 1 : 3) * c.rho()));
  if (kind != ReportKind::data_independent) {
    const double tau = goe_upper_quantile(c.dimension(), 0.5 * c.rho());
    check("tau", tau);
    check("v", model.gradient->values.dot(c.x()));
    if (kind == ReportKind::data_dependent) {
      CHECK((model.lambda >= 2 * tau * model.hessian->sigma) == expected.at("applicable").get<bool>());
    } else {
      // λ̲ as the data-independent half of the minimum: a leverage of ‖x‖²/λ̲ where the Hessian
      // says nothing
      PublishedModel blunt = model;
      blunt.hessian->sigma = huge_noise;
      check("lam_lower", c.x().squaredNorm() / c.bound(blunt, options).leverage.upper);
      const bool large = expected.at("lam_lower").get<double>() >= 2 * tau * model.hessian->sigma;
      CHECK(expected.at("estimator").get<std::string>() == (large ? "standard" : "regularised"));
      check.note({"estimator"});
    }
  }
  check.require_all();
}

void check_uniform(const Case& c, const std::string& name, Uniformity uniformity, const ReferenceTable& expected) {
  BoundOptions options = c.options(Method::sharp);
  options.uniformity = uniformity;
  const Bound got = c.bound(c.model(ReportKind::data_independent), options);
  CHECK(expected.size() == 3);
  c.close(name + " radius", half_width(got.gradient) * c.sigma() * c.sigma() / std::fabs(got.first_derivative),
          expected.at("radius"));
  c.close(name + " in", got.in, expected.at("interval_in"));
  c.close(name + " out", got.out, expected.at("interval_out"));
}

void check_release_cost(const Case& c, const std::string& name, ReportKind kind, const ReferenceTable& expected) {
  const BoundOptions options = c.options(Method::sharp);
  const PublishedModel model = c.model(kind);
  const Bound got = c.bound(model, options);
  // up = m²/2 + m z, solved for m
  const double z = normal_upper_quantile(0.5 * options.release_cost_failure_probability);
  const auto shift = [&](double up) { return 2 * up / (z + std::sqrt(z * z + 2 * up)); };
  const auto shift_of = [&](bool gradient, bool hessian, bool eigenvalue) {
    PublishedModel one = model;
    one.gradient->sigma = gradient ? one.gradient->sigma : huge_noise;
    one.hessian->sigma = hessian ? one.hessian->sigma : huge_noise;
    if (one.smallest_eigenvalue && !eigenvalue) {
      one.smallest_eigenvalue.reset();
    }
    return shift(c.bound(one, options).release_cost_expost);
  };
  CHECK(expected.size() == 8);
  c.close(name + " m", shift(got.release_cost_expost), expected.at("m"));
  c.close(name + " m2", shift_of(true, false, false), expected.at("m2"));
  c.close(name + " m3", shift_of(false, true, false), expected.at("m3"));
  c.close(name + " m4", kind == ReportKind::adaptive ? shift_of(false, false, true) : 0, expected.at("m4"));
  c.close(name + " expost", got.release_cost_expost, expected.at("expost"));
  c.close(name + " sharp_pdp", got.release_cost_pdp, expected.at("sharp_pdp"));
  c.close(name + " paper", c.bound(model, c.options(Method::redberg2021)).release_cost_pdp, expected.at("paper"));
  CHECK(got.total_failure_probability == std::fmin(1, c.rho() + options.release_cost_failure_probability));
  // The sum of two bounds; where one event is narrower, vectors_sharper.cpp.
  if (joint_radius(model, options, kind == ReportKind::adaptive ? 0.7 : 0.8) > 0) {
    return;
  }
  c.close(name + " expost_interval in", Interval{got.total_in.lower - got.in.lower, got.total_in.upper - got.in.upper},
          expected.at("expost_interval"));
  c.close(name + " expost_interval out", Interval{got.total_out.lower - got.out.lower, got.total_out.upper - got.out.upper},
          expected.at("expost_interval"));
}

}  // namespace

TEST_CASE("vectors: bounds") {
  const ReferenceTable table = reference_table("bounds");
  const Tolerance tolerance{reference_number(table["tolerance"]["rel"]), reference_number(table["tolerance"]["abs"])};
  int checked = 0;
  for (const auto& item : table["cases"]) {
    const Case c(item, tolerance);
    const auto& out = item["expected"];
    CHECK(out.size() == 11);
    check_sharp(c, "sharp_indep", ReportKind::data_independent, out["sharp_indep"]);
    check_sharp(c, "sharp_dep", ReportKind::data_dependent, out["sharp_dep"]);
    check_sharp(c, "sharp_adaptive", ReportKind::adaptive, out["sharp_adaptive"]);
    check_paper(c, "paper_indep", ReportKind::data_independent, out["paper_indep"]);
    check_paper(c, "paper_dep", ReportKind::data_dependent, out["paper_dep"]);
    check_paper(c, "paper_adaptive", ReportKind::adaptive, out["paper_adaptive"]);
    check_uniform(c, "uniform_n1000_indep", {Uniformity::Kind::rows, 1000}, out["uniform_n1000_indep"]);
    check_uniform(c, "uniform_all_indep", {Uniformity::Kind::all, 1}, out["uniform_all_indep"]);
    check_release_cost(c, "overhead_dep", ReportKind::data_dependent, out["overhead_dep"]);
    check_release_cost(c, "overhead_adaptive", ReportKind::adaptive, out["overhead_adaptive"]);
    c.close("hhat_min_eigenvalue", PreparedReport(c.model(ReportKind::data_dependent)).smallest_hessian_eigenvalue(),
            out["hhat_min_eigenvalue"]);
    ++checked;
  }
  CHECK(checked == 14);
}

}  // namespace expost

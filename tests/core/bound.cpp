// Bounds as a whole: what is refused, how options relate to each other, what adds up, what stays
// finite.
#include "expost/bounds/bound.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "random_report.hpp"

namespace expost {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Membership memberships[] = {Membership::in, Membership::out, Membership::unknown};

/// "type code pointer" of what `call` throws.
std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    const char* errors[] = {"argument", "report", "record", "study", "data", "numerics"};
    return std::string(errors[static_cast<int>(error.type())]) + " " + error.code() + " " + error.pointer();
  }
  return "nothing was thrown";
}

PublishedModel small_model(ReportKind kind) {
  PublishedModel model;
  model.lambda = 2;
  model.sigma = 3;
  model.theta = Eigen::Vector2d(0.5, -0.25);
  if (releases_gradient(kind)) {
    model.gradient = GradientRelease{1.5, Eigen::Vector2d(0.3, 0.1)};
  }
  if (releases_hessian(kind)) {
    model.hessian = HessianRelease{0.5, (Eigen::Matrix2d() << 5, 1, 1, 4).finished()};
  }
  if (kind == ReportKind::adaptive) {
    model.smallest_eigenvalue = EigenvalueRelease{0.7, 3};
  }
  return model;
}

bool all_finite(const Bound& b) {
  for (const Interval& i : {b.in, b.out, b.epsilon, b.leverage, b.gradient, b.total_in, b.total_out, b.total}) {
    if (!std::isfinite(i.lower) || !std::isfinite(i.upper)) {
      return false;
    }
  }
  return std::isfinite(b.alpha) && std::isfinite(b.gradient_norm) && std::isfinite(b.release_cost_pdp) &&
         std::isfinite(b.release_cost_expost);
}

void check_ordered(const Bound& b) {
  for (const Interval& i : {b.in, b.out, b.epsilon, b.leverage, b.gradient, b.total_in, b.total_out, b.total}) {
    CHECK(i.lower <= i.upper);
  }
  CHECK(b.epsilon.lower >= 0);
  CHECK(b.total.lower >= 0);
  CHECK(b.leverage.lower >= 0);
  CHECK(b.alpha >= 0);
  CHECK(b.alpha <= 1);
  CHECK(b.gradient_norm >= 0);
  CHECK(b.release_cost_pdp >= 0);
  CHECK(b.release_cost_expost >= 0);
  // The releases' own loss is v²/2 ± vz: upwards it only adds. (Downwards too unless v > 2z, when
  // they give her away for sure.)
  CHECK((b.joint || b.total_in.upper >= b.in.upper));
  CHECK((b.joint || b.total_out.upper >= b.out.upper));
}

}  // namespace

TEST_CASE("reports that no bound can be computed from") {
  const auto refused = [](const std::function<void(PublishedModel&)>& spoil, ReportKind kind = ReportKind::adaptive) {
    PublishedModel model = small_model(kind);
    spoil(model);
    return refusal([&] { PreparedReport prepared(model); });
  };
  for (const double bad : {0.0, -1.0, nan, infinity, -infinity}) {
    CHECK(refused([&](auto& m) { m.lambda = bad; }) == "report out-of-range /model/mechanism/lambda");
    CHECK(refused([&](auto& m) { m.sigma = bad; }) == "report out-of-range /model/mechanism/sigma");
    CHECK(refused([&](auto& m) { m.loss = {LossKind::pseudo_huber, bad}; }) == "report out-of-range /model/loss/width");
    CHECK(refused([&](auto& m) { m.gradient->sigma = bad; }) == "report out-of-range /release/gradient/sigma");
    CHECK(refused([&](auto& m) { m.hessian->sigma = bad; }) == "report out-of-range /release/hessian/sigma");
    CHECK(refused([&](auto& m) { m.smallest_eigenvalue->sigma = bad; }) ==
          "report out-of-range /release/smallestEigenvalue/sigma");
  }
  for (const double bad : {nan, infinity, -infinity}) {
    CHECK(refused([&](auto& m) { m.theta(1) = bad; }) == "report out-of-range /model/theta");
    CHECK(refused([&](auto& m) { m.gradient->values(0) = bad; }) == "report out-of-range /release/gradient/values");
    CHECK(refused([&](auto& m) { m.hessian->values(0, 1) = m.hessian->values(1, 0) = bad; }) ==
          "report out-of-range /release/hessian/upper");
    CHECK(refused([&](auto& m) { m.smallest_eigenvalue->value = bad; }) ==
          "report out-of-range /release/smallestEigenvalue/value");
    CHECK(refused([&](auto& m) { m.residual = bad; }) == "report out-of-range /model/mechanism/x-residual");
  }
  CHECK(refused([](auto& m) { m.residual = -1e-300; }) == "report out-of-range /model/mechanism/x-residual");
  CHECK(refused([](auto& m) { m.theta.resize(0); }) == "report out-of-range /model/theta");
  CHECK(refused([](auto& m) { m.theta = Eigen::VectorXd::Zero(10001); }) == "report out-of-range /model/theta");
  CHECK(refused([](auto& m) { m.gradient.reset(); }) == "report out-of-range /release/smallestEigenvalue");
  CHECK(refused([](auto& m) { m.hessian.reset(); }) == "report out-of-range /release");
  CHECK(refused([](auto& m) { m.hessian.reset(); }, ReportKind::data_dependent) == "report out-of-range /release");
  CHECK(refused([](auto& m) { m.gradient.reset(); }, ReportKind::data_dependent) == "nothing was thrown");
  for (const ReportKind kind :
       {ReportKind::data_independent, ReportKind::hessian, ReportKind::data_dependent, ReportKind::adaptive}) {
    CHECK(small_model(kind).kind() == kind);
    CHECK(refused([](auto&) {}, kind) == "nothing was thrown");
  }
  CHECK(refused([](auto& m) { m.hessian->sigma = 0; }, ReportKind::hessian) == "report out-of-range /release/hessian/sigma");
  CHECK(refused([](auto& m) { m.hessian->values(0, 1) += 1e-15; }, ReportKind::hessian) ==
        "report out-of-range /release/hessian/upper");
  CHECK(refused([](auto& m) { m.hessian->grid = 1e-20; }, ReportKind::hessian) == "report out-of-range /release/hessian/upper");
  CHECK(refused([](auto& m) {
          m.hessian.reset();
          m.gradient.reset();
        }) == "report out-of-range /release/smallestEigenvalue");
  CHECK(refused([](auto& m) { m.gradient->values.resize(3); }) == "report out-of-range /release/gradient/values");
  CHECK(refused([](auto& m) { m.hessian->values.resize(3, 2); }) == "report out-of-range /release/hessian/upper");
  CHECK(refused([](auto& m) { m.hessian->values(0, 1) += 1e-15; }) == "report out-of-range /release/hessian/upper");
  CHECK(refused([](auto&) {}) == "nothing was thrown");
  CHECK(refused([](auto& m) { m.loss = {LossKind::squared, nan}; }) == "nothing was thrown");  // squared has no width
}

TEST_CASE("options out of range") {
  const PreparedReport report(small_model(ReportKind::adaptive));
  const auto refused = [&](const std::function<void(BoundOptions&)>& spoil) {
    BoundOptions options;
    spoil(options);
    return refusal([&] { BoundRule rule(report, options); });
  };
  for (const double bad : {0.0, 1.0, -0.5, 2.0, nan}) {
    CHECK(refused([&](auto& o) { o.failure_probability = bad; }) == "argument out-of-range /failureProbability");
    CHECK(refused([&](auto& o) { o.release_cost_delta = bad; }) == "argument out-of-range /releaseCostDelta");
    CHECK(refused([&](auto& o) { o.release_cost_failure_probability = bad; }) ==
          "argument out-of-range /releaseCostFailureProbability");
  }
  for (const double bad : {0.0, 0.5, -1.0, nan, infinity}) {
    CHECK(refused([&](auto& o) { o.uniformity = {Uniformity::Kind::rows, bad}; }) == "argument out-of-range /uniform");
  }
  for (const auto kind : {Uniformity::Kind::rows, Uniformity::Kind::all}) {
    CHECK(refused([&](auto& o) {
            o.method = Method::redberg2021;
            o.uniformity = {kind, 10};
          }) == "argument unsupported /uniform");
  }
  CHECK(refused([](auto&) {}) == "nothing was thrown");
}

TEST_CASE("records that do not fit") {
  for (const LossKind kind : {LossKind::logistic, LossKind::squared, LossKind::pseudo_huber}) {
    PublishedModel model = small_model(ReportKind::data_dependent);
    model.loss = {kind, 0.5};
    const PreparedReport report(model);
    BoundRule rule(report, {});
    const auto refused = [&](const Eigen::VectorXd& x, double y) { return refusal([&] { (void)rule.bound(x, y); }); };
    const Eigen::Vector2d x(0.6, 0.8);
    CHECK(refused(x, 1) == "nothing was thrown");
    CHECK(refused(Eigen::VectorXd::Zero(3), 1) == "record wrong-length /x");
    CHECK(refused(Eigen::VectorXd::Zero(1), 1) == "record wrong-length /x");
    CHECK(refused(Eigen::Vector2d(nan, 0), 1) == "record not-finite /x");
    CHECK(refused(Eigen::Vector2d(infinity, 0), 1) == "record not-finite /x");
    CHECK(refused(Eigen::Vector2d(0.8, 0.6001), 1) == "record out-of-range /x");
    CHECK(refused(Eigen::Vector2d(1e200, 0), 1) == "record out-of-range /x");
    CHECK(refused(x * (1 + 4e-16), 1) == "nothing was thrown");  // the rounding of a scaling onto the unit ball
    for (const double y : {nan, 1.0000001, -1.0000001, infinity}) {
      CHECK(refused(x, y) == "record out-of-range /y");
    }
    CHECK(refused(x, -1) == "nothing was thrown");
    for (const double y : {0.0, 0.5, -0.999}) {
      CHECK(refused(x, y) == (kind == LossKind::logistic ? "record out-of-range /y" : "nothing was thrown"));
    }
  }
}

TEST_CASE("membership unknown is the union of in and out") {
  Draws draws(20260301);
  for (int repetition = 0; repetition < 1500; ++repetition) {
    const PublishedModel model = random_model(random_kind(draws), draws.integer(1, 9), draws);
    const Person person = random_person(model, draws);
    const PreparedReport prepared(model);
    BoundOptions options;
    options.failure_probability = draws.logarithmic(1e-12, 0.5);
    if (draws.coin()) {
      options.uniformity = {draws.coin() ? Uniformity::Kind::rows : Uniformity::Kind::all, 1000};
    }
    Bound of[3];
    for (const Membership member : memberships) {
      options.member = member;
      of[static_cast<int>(member)] = BoundRule(prepared, options).bound(person.x, person.y);
    }
    const auto& [in, out, unknown] = of;
    for (const Bound* b : {&in, &out, &unknown}) {
      check_ordered(*b);
      CHECK(all_finite(*b));
      // The question asked changes the answer, not the intervals.
      CHECK(b->in.lower == in.in.lower);
      CHECK(b->in.upper == in.in.upper);
      CHECK(b->out.lower == in.out.lower);
      CHECK(b->out.upper == in.out.upper);
      CHECK(b->total_in.upper == in.total_in.upper);
      CHECK(b->total_out.lower == in.total_out.lower);
      CHECK(b->failure_probability == options.failure_probability);
      CHECK(b->total_failure_probability ==
            options.failure_probability + (model.hessian ? options.release_cost_failure_probability : 0));
    }
    const auto check = [](Interval asked, Interval signed_loss) {
      CHECK(asked.upper == std::max(std::fabs(signed_loss.lower), std::fabs(signed_loss.upper)));
      const bool contains_zero = signed_loss.lower <= 0 && signed_loss.upper >= 0;
      CHECK(asked.lower == (contains_zero ? 0 : std::min(std::fabs(signed_loss.lower), std::fabs(signed_loss.upper))));
    };
    check(in.epsilon, in.in);
    check(out.epsilon, in.out);
    check(unknown.epsilon, {std::min(in.in.lower, in.out.lower), std::max(in.in.upper, in.out.upper)});
    check(in.total, in.total_in);
    check(out.total, in.total_out);
    check(unknown.total, {std::min(in.total_in.lower, in.total_out.lower), std::max(in.total_in.upper, in.total_out.upper)});
    CHECK(unknown.epsilon.upper == std::max(in.epsilon.upper, out.epsilon.upper));
    CHECK(unknown.epsilon.lower <= std::min(in.epsilon.lower, out.epsilon.lower));
  }
}

TEST_CASE("components add up where an interval below 0 is narrower than its rounding") {
  for (const Membership member : memberships) {
    for (const double size : {-1e20, 1e20}) {
      PublishedModel model = small_model(ReportKind::data_dependent);
      model.gradient->values = Eigen::Vector2d(size, 0);
      BoundOptions options;
      options.member = member;
      const Bound b = BoundRule(PreparedReport(model), options).bound(Eigen::Vector2d(0.5, 0), 1);
      REQUIRE(b.components.has_value());
      const Components& c = *b.components;
      CHECK((b.joint || b.total.upper > 1e18));
      CHECK(c.leverage + c.gradient_norm + c.gradient + c.release == approximately(b.total.upper).epsilon(1e-12));
    }
  }
}

TEST_CASE("components add up to the total") {
  Draws draws(20260302);
  int ends[2][2] = {};
  int joint = 0;
  for (int repetition = 0; repetition < 3000; ++repetition) {
    PublishedModel model = random_model(random_kind(draws), draws.integer(1, 6), draws);
    if (model.gradient && draws.coin()) {
      model.gradient->values *= 20;  // far from 0, so that intervals lie to one side
    }
    const Person person = random_person(model, draws);
    BoundOptions options;
    options.member = memberships[draws.integer(0, 2)];
    options.release_cost_failure_probability = draws.logarithmic(1e-9, 0.5);
    const Bound b = bound_of(model, options, person);
    REQUIRE(b.components.has_value());
    const Components& c = *b.components;
    const double sum = c.leverage + c.gradient_norm + c.gradient + c.release;
    const double size = std::fabs(c.leverage) + std::fabs(c.gradient_norm) + std::fabs(c.gradient) + std::fabs(c.release);
    check_close("sum", sum, b.total.upper, {0, 4e-16 * (size + std::fabs(b.gradient_norm) + std::fabs(b.total.upper))});
    // Each part is what its name says, at the end that is named.
    const double sign = c.upper_end ? 1 : -1;
    CHECK(c.gradient_norm == sign * b.gradient_norm);
    CHECK((options.member == Membership::unknown || c.member == options.member));
    CHECK((c.member == Membership::in || c.member == Membership::out));
    const bool in = c.member == Membership::in;
    const Interval total = in ? b.total_in : b.total_out;
    CHECK(b.total.upper == std::fabs(c.upper_end ? total.upper : total.lower));
    joint += b.joint ? 1 : 0;
    if (b.joint) {
      // In the squares of what moves each.
      const double m2 = model.gradient ? b.first_derivative * person.x.norm() / model.gradient->sigma : 0;
      const double m3 = b.second_derivative * person.x.squaredNorm() / (std::sqrt(2.0) * model.hessian->sigma);
      const double m4 =
          model.smallest_eigenvalue ? b.second_derivative * person.x.squaredNorm() / model.smallest_eigenvalue->sigma : 0;
      const double released = m2 * m2 + m3 * m3 + m4 * m4;
      CHECK(c.release * 2 * b.gradient_norm ==
            approximately(c.gradient * released).epsilon(1e-9).scale(1e-300 + 1e-4 * size * (released + 2 * b.gradient_norm)));
    } else if (c.upper_end) {
      CHECK(sign * (in ? -1 : 1) * c.gradient == (c.upper_end == in ? b.gradient.lower : b.gradient.upper));
      CHECK(c.release == b.release_cost_expost);
    } else {
      CHECK(sign * (in ? -1 : 1) * c.gradient == (c.upper_end == in ? b.gradient.lower : b.gradient.upper));
      const double release = in ? b.in.lower - b.total_in.lower : b.out.lower - b.total_out.lower;
      if (release == 0) {
        CHECK(c.release == 0);
      } else {
        CHECK(c.release == approximately(release).epsilon(1e-6));
      }
    }
    // The leverage's share of L is ±log(1 + something) with the sign that the membership fixes.
    const double slack = 1e-12 * (1 + size);
    CHECK((in ? sign * c.leverage >= -slack : sign * c.leverage <= slack));
    if (!model.hessian) {
      CHECK(c.release == 0);
    }
    ++ends[in ? 0 : 1][c.upper_end ? 0 : 1];
  }
  for (const auto& row : ends) {
    for (const int count : row) {
      CHECK(count > 20);  // all four ends were seen
    }
  }
  CHECK(joint > 100);
}

TEST_CASE("a person of length 0 is told 0") {
  for (const auto kind :
       {ReportKind::data_independent, ReportKind::hessian, ReportKind::data_dependent, ReportKind::adaptive}) {
    for (const auto uniform : {Uniformity::Kind::one, Uniformity::Kind::rows, Uniformity::Kind::all}) {
      BoundOptions options;
      options.uniformity = {uniform, 5};
      const Bound b = bound_of(small_model(kind), options, {Eigen::Vector2d::Zero(), 1});
      for (const Interval& i : {b.in, b.out, b.epsilon, b.total_in, b.total_out, b.total, b.gradient, b.leverage}) {
        CHECK(i.lower == 0);
        CHECK(i.upper == 0);
      }
      CHECK(b.release_cost_pdp == 0);
      CHECK(b.release_cost_expost == 0);
    }
    BoundOptions paper;
    paper.method = Method::redberg2021;
    PublishedModel model = small_model(kind);
    model.lambda = 50;  // so that the paper's requirement holds
    CHECK(bound_of(model, paper, {Eigen::Vector2d::Zero(), 1}).epsilon.upper == 0);
  }
}

TEST_CASE("without releases: section 5.1 in closed form, at every size of λ") {
  Draws draws(20260303);
  for (int repetition = 0; repetition < 2000; ++repetition) {
    PublishedModel model = random_model(ReportKind::data_independent, draws.integer(1, 5), draws);
    model.lambda = draws.logarithmic(1e-50, 1e50);
    const Person person = random_person(model, draws);
    BoundOptions options;
    options.failure_probability = draws.logarithmic(1e-15, 0.9);
    const Bound b = bound_of(model, options, person);
    const double norm = person.x.norm();
    const double f1 = model.loss.first_derivative(person.x.dot(model.theta), person.y);
    const double f2 = model.loss.second_derivative(person.x.dot(model.theta), person.y);
    const double log_a = std::log1p(f2 * norm * norm / model.lambda);
    const double q = f1 * f1 * norm * norm / (2 * model.sigma * model.sigma);
    const double c =
        std::fabs(f1) * norm *
        (normal_upper_quantile(options.failure_probability / 2) / model.sigma + model.residual / (model.sigma * model.sigma));
    // Ends are rounded outwards: half a dozen times by 2^-46 of what is added up, and by what the
    // margin's own rounding makes of f'.
    const double margin = 1e-14 * norm * model.theta.norm();
    const double per_derivative =
        norm * (normal_upper_quantile(options.failure_probability / 2) + std::fabs(f1) * norm / model.sigma) / model.sigma;
    const Tolerance tolerance{1e-13, 1e-13 * (log_a + q + c) + 2 * margin * (per_derivative + log_a)};
    check_close("in upper, λ = " + digits(model.lambda), b.in.upper, log_a + q + c, tolerance);
    check_close("in lower", b.in.lower, q - c, tolerance);
    check_close("out upper", b.out.upper, q + c, tolerance);
    check_close("out lower, λ = " + digits(model.lambda), b.out.lower, -log_a + q - c, tolerance);
    CHECK(b.total.upper == b.epsilon.upper);
    CHECK(b.alpha == 0);
  }
}

TEST_CASE("one Hessian that says nothing more than λ changes nothing") {
  // σ₃ huge: α = 0. The bound must be the one of 5.1, also where A = f''‖x‖²/λ is far above the
  // reciprocal of a rounding.
  Draws draws(20260304);
  for (int repetition = 0; repetition < 300; ++repetition) {
    PublishedModel model = random_model(ReportKind::data_dependent, draws.integer(1, 5), draws);
    model.lambda = draws.logarithmic(1e-30, 1e10);
    model.hessian->sigma = 1e40;
    model.gradient->sigma = 1e40;
    model.gradient->values.setZero();
    PublishedModel independent = model;
    independent.gradient.reset();
    independent.hessian.reset();
    const Person person = random_person(model, draws);
    BoundOptions options;
    options.failure_probability = 0.8e-3;
    BoundOptions wider = options;
    wider.failure_probability = 1e-3;  // 0.8 of it goes to the gradient
    const Bound with = bound_of(model, wider, person);
    const Bound without = bound_of(independent, options, person);
    check_close("upper, λ = " + digits(model.lambda), with.in.upper, without.in.upper, {1e-12});
    check_close("lower, λ = " + digits(model.lambda), with.out.lower, without.out.lower, {1e-12});
  }
}

TEST_CASE("finite and ordered over all magnitudes that a report may hold") {
  Draws draws(20260305);
  const auto magnitude = [&] { return draws.logarithmic(1e-50, 1e50); };
  const auto vector = [&](Eigen::Index d) -> Eigen::VectorXd { return draws.in_ball(d, magnitude()); };
  for (int repetition = 0; repetition < 6000; ++repetition) {
    const Eigen::Index d = draws.integer(1, 5);
    PublishedModel model;
    model.loss = {static_cast<LossKind>(draws.integer(0, 2)), magnitude()};
    model.lambda = magnitude();
    model.sigma = magnitude();
    model.theta = vector(d);
    model.residual = draws.coin() ? 0 : magnitude();
    const ReportKind kind = random_kind(draws);
    if (releases_gradient(kind)) {
      model.gradient = GradientRelease{magnitude(), vector(d)};
    }
    if (releases_hessian(kind)) {
      Eigen::MatrixXd h = draws.symmetric_noise(d, magnitude());
      if (draws.coin()) {
        h = Eigen::MatrixXd(h * h.transpose() / (1e-300 + h.norm()));  // positive semidefinite
      }
      model.hessian = HessianRelease{magnitude(), 0.5 * (h + h.transpose())};
    }
    if (kind == ReportKind::adaptive) {
      model.smallest_eigenvalue = EigenvalueRelease{magnitude(), (draws.coin() ? 1 : -1) * magnitude()};
    }
    const Person person{draws.in_ball(d, draws.coin() ? 1 : draws.logarithmic(1e-100, 1)), random_label(model.loss, draws)};
    BoundOptions options;
    options.failure_probability = draws.logarithmic(1e-300, 0.99);
    options.release_cost_delta = draws.logarithmic(1e-300, 0.99);
    options.release_cost_failure_probability = draws.logarithmic(1e-300, 0.99);
    options.member = memberships[draws.integer(0, 2)];
    options.uniformity = {static_cast<Uniformity::Kind>(draws.integer(0, 2)), draws.integer(0, 1) == 0 ? 1.0 : 1e5};
    const PreparedReport prepared(model);
    const Bound sharp = BoundRule(prepared, options).bound(person.x, person.y);
    CHECK(all_finite(sharp));
    check_ordered(sharp);
    CHECK(sharp.components.has_value());
    options.method = Method::redberg2021;
    options.uniformity = {};
    const Bound paper = BoundRule(prepared, options).bound(person.x, person.y);
    check_ordered(paper);  // infinite where a requirement fails, but never NaN
    CHECK_FALSE(paper.components.has_value());
    CHECK(paper.in.lower == -paper.in.upper);
  }
}

TEST_CASE("a rule has no memory") {
  Draws draws(20260306);
  const PublishedModel model = random_model(ReportKind::adaptive, 7, draws);
  const PreparedReport prepared(model);
  BoundRule rule(prepared, {});
  std::vector<Person> people;
  std::vector<Bound> first;
  for (int i = 0; i < 20; ++i) {
    people.push_back(random_person(model, draws));
    first.push_back(BoundRule(prepared, {}).bound(people.back().x, people.back().y));
  }
  for (int i = 19; i >= 0; --i) {
    const auto k = static_cast<std::size_t>(i);
    const Bound again = rule.bound(people[k].x, people[k].y);
    CHECK(again.in.lower == first[k].in.lower);
    CHECK(again.out.upper == first[k].out.upper);
    CHECK(again.leverage.lower == first[k].leverage.lower);
    CHECK(again.alpha == first[k].alpha);
    CHECK(again.total.upper == first[k].total.upper);
  }
  CHECK(rule.options().failure_probability == 1e-6);
  CHECK(prepared.dimension() == 7);
}

TEST_CASE("a copy of a rule has scratch space and options of its own") {
  Draws draws(20260308);
  const PublishedModel model = random_model(ReportKind::adaptive, 5, draws);
  const PreparedReport prepared(model);
  const Person person = random_person(model, draws);
  BoundOptions wide;
  wide.failure_probability = 0.05;
  BoundRule rule(prepared, wide);
  const double expected = rule.bound(person.x, person.y).total.upper;
  BoundRule copy = rule;
  rule = BoundRule(prepared, {});
  CHECK(rule.options().failure_probability == 1e-6);
  CHECK(rule.bound(person.x, person.y).total.upper > expected);
  CHECK(copy.options().failure_probability == 0.05);
  CHECK(copy.bound(person.x, person.y).total.upper == expected);
  BoundRule moved = std::move(copy);
  CHECK(moved.bound(person.x, person.y).total.upper == expected);
}

TEST_CASE("the release cost's pDP can be left out, nothing else changes") {
  Draws draws(20260307);
  for (int i = 0; i < 50; ++i) {
    const PublishedModel model = random_model(random_kind(draws), 4, draws);
    const Person person = random_person(model, draws);
    BoundOptions options;
    options.method = draws.coin() ? Method::sharp : Method::redberg2021;
    const Bound with = bound_of(model, options, person);
    options.release_cost_pdp = false;
    const Bound without = bound_of(model, options, person);
    CHECK(without.release_cost_pdp == 0);
    CHECK(with.release_cost_expost == without.release_cost_expost);
    CHECK(with.total.upper == without.total.upper);
    CHECK((with.release_cost_pdp > 0) == (model.hessian.has_value() && with.release_cost_pdp != 0));
  }
}

}  // namespace expost

// A bound doesn't depend on some things, and on the rest in one direction.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <string>

#include "closeness.hpp"
#include "expost/bounds/bound.hpp"
#include "random_report.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

void check_same(const Bound& a, const Bound& b, Tolerance tolerance, double leverage_scale = 1) {
  const auto same = [&](const char* what, Interval i, Interval j, double scale = 1) {
    check_close(std::string(what) + " lower", i.lower, scale * j.lower, tolerance);
    check_close(std::string(what) + " upper", i.upper, scale * j.upper, tolerance);
  };
  same("in", a.in, b.in);
  same("out", a.out, b.out);
  same("epsilon", a.epsilon, b.epsilon);
  same("leverage", a.leverage, b.leverage, leverage_scale);
  same("gradient", a.gradient, b.gradient);
  same("total_in", a.total_in, b.total_in);
  same("total_out", a.total_out, b.total_out);
  same("total", a.total, b.total);
  check_close("q²/2", a.gradient_norm, b.gradient_norm, tolerance);
  check_close("pDP", a.release_cost_pdp, b.release_cost_pdp, tolerance);
  check_close("ex-post release cost", a.release_cost_expost, b.release_cost_expost, tolerance);
}

/// Multiplies lengths by c: x → cx, θ̂ → θ̂/c.
PublishedModel stretched(PublishedModel model, double c) {
  model.theta /= c;
  return model;
}

}  // namespace

TEST_CASE("rotating x, θ̂, ĝ and Ĥ together changes nothing") {
  Draws draws(20260330);
  for (int repetition = 0; repetition < repetitions(1500); ++repetition) {
    const Eigen::Index d = draws.integer(1, 10);
    const PublishedModel model = random_model(random_kind(draws), d, draws);
    const Person person = random_person(model, draws);
    const Eigen::MatrixXd q = draws.rotation(d);
    PublishedModel rotated = model;
    rotated.theta = q * model.theta;
    if (model.gradient) {
      rotated.gradient->values = q * model.gradient->values;
    }
    if (model.hessian) {
      const Eigen::MatrixXd h = q * model.hessian->values * q.transpose();
      rotated.hessian->values = 0.5 * (h + h.transpose());
    }
    // length 1 may round upwards
    const Person turned{q * person.x * (1 - 1e-15), person.y};
    BoundOptions options;
    options.failure_probability = draws.logarithmic(1e-9, 0.1);
    options.method = draws.coin() ? Method::sharp : Method::redberg2021;
    if (options.method == Method::sharp && draws.coin()) {
      options.uniformity = {Uniformity::Kind::rows, 100};
    }
    const Bound a = bound_of(model, options, person);
    const Bound b = bound_of(rotated, options, turned);
    if (options.method == Method::redberg2021 &&
        (std::isinf(a.epsilon.upper) || a.second_derivative * a.leverage.upper > 0.999)) {
      CHECK((std::isinf(b.epsilon.upper) || a.second_derivative * a.leverage.upper > 0.999));
      continue;
    }
    check_same(a, b, {1e-9, 1e-9});
  }
}

TEST_CASE("an orthogonal change of basis does change the bound for all x at once, by the length in the first norm only") {
  Draws draws(20260331);
  PublishedModel model = random_model(ReportKind::data_independent, 6, draws);
  BoundOptions options;
  options.uniformity.kind = Uniformity::Kind::all;
  model.theta.setZero();
  const Bound axis = bound_of(model, options, {Eigen::VectorXd::Unit(6, 0), 1});
  const Bound diagonal = bound_of(model, options, {Eigen::VectorXd::Constant(6, 1 / std::sqrt(6.0) * (1 - 1e-15)), 1});
  CHECK(axis.gradient.upper < diagonal.gradient.upper);
  options.uniformity.kind = Uniformity::Kind::one;
  const Bound axis_one = bound_of(model, options, {Eigen::VectorXd::Unit(6, 0), 1});
  const Bound diagonal_one = bound_of(model, options, {Eigen::VectorXd::Constant(6, 1 / std::sqrt(6.0) * (1 - 1e-15)), 1});
  check_close("one", axis_one.gradient.upper, diagonal_one.gradient.upper, {1e-14});
}

TEST_CASE("stretching x and shrinking θ̂: the margin stays, lengths count") {
  // t = xᵀθ̂, so f' and f'' stay. With the report otherwise as it was, xᵀH⁻¹x grows by c², gᵀx and
  // |x| by c.
  Draws draws(20260332);
  for (int repetition = 0; repetition < repetitions(1500); ++repetition) {
    const Eigen::Index d = draws.integer(1, 8);
    const PublishedModel model = random_model(random_kind(draws), d, draws);
    Person person = random_person(model, draws);
    person.x *= 0.25 / person.x.norm();
    const double c = draws.uniform(0.1, 3.9);
    const Person longer{person.x * c, person.y};
    const Bound a = bound_of(model, {}, person);
    const Bound b = bound_of(stretched(model, c), {}, longer);
    const Tolerance tolerance{1e-10, 1e-13};
    check_close("f'", b.first_derivative, a.first_derivative, {1e-13});
    check_close("f''", b.second_derivative, a.second_derivative, {1e-13});
    check_close("q²/2", b.gradient_norm, c * c * a.gradient_norm, tolerance);
    check_close("c̲", b.gradient.lower, c * a.gradient.lower, {1e-10, 1e-12 * std::fabs(a.gradient.upper - a.gradient.lower)});
    check_close("c̄", b.gradient.upper, c * a.gradient.upper, {1e-10, 1e-12 * std::fabs(a.gradient.upper - a.gradient.lower)});
    check_close("μ̄", b.leverage.upper, c * c * a.leverage.upper, {1e-9});
    check_close("μ̲", b.leverage.lower, c * c * a.leverage.lower, {1e-9});
    check_close("α", b.alpha, a.alpha, {1e-4, 1e-6});  // where s is flat α is known to the square root of the rounding
    // Hence the ends without a minimisation of their own:
    const double out_leverage = std::expm1(-(a.out.lower - a.gradient_norm - a.gradient.lower));
    const double expected = -std::log1p(c * c * out_leverage) + c * c * a.gradient_norm + c * a.gradient.lower;
    check_close("out lower", b.out.lower, expected,
                {1e-8, 1e-9 * (1 + std::fabs(a.gradient_norm) + std::fabs(a.gradient.lower))});
  }
}

TEST_CASE("units of length: scaling the data, λ and every noise together changes nothing but the leverage's unit") {
  // x → cx for everybody, θ → θ/c: H → c²H, g → cg, and the same loss at every point of the model.
  // With c a power of 2 every operation scales exactly, so the same bits come out.
  Draws draws(20260333);
  int otherwise = 0;
  for (int repetition = 0; repetition < repetitions(1500); ++repetition) {
    const Eigen::Index d = draws.integer(1, 8);
    const PublishedModel model = random_model(random_kind(draws), d, draws);
    const Person person = random_person(model, draws);
    const double c = std::ldexp(1.0, -draws.integer(1, 6));
    PublishedModel scaled = stretched(model, c);
    scaled.lambda *= c * c;
    scaled.sigma *= c;
    scaled.residual *= c;
    if (scaled.gradient) {
      scaled.gradient->sigma *= c;
      scaled.gradient->values *= c;
    }
    if (scaled.hessian) {
      scaled.hessian->sigma *= c * c;
      scaled.hessian->values *= c * c;
    }
    if (scaled.smallest_eigenvalue) {
      scaled.smallest_eigenvalue->sigma *= c * c;
      scaled.smallest_eigenvalue->value *= c * c;
    }
    BoundOptions options;
    options.method = draws.coin() ? Method::sharp : Method::redberg2021;
    if (options.method == Method::sharp) {
      options.uniformity = {static_cast<Uniformity::Kind>(draws.integer(0, 2)), 7};
    }
    const Bound a = bound_of(model, options, person);
    const Bound b = bound_of(scaled, options, {person.x * c, person.y});
    // Which of two totals is taken is decided for records of length 1, which others are now.
    if (a.joint != b.joint) {
      ++otherwise;
      continue;
    }
    check_same(b, a, {1e-12, 1e-13});
    check_close("α", b.alpha, a.alpha, {1e-12});
  }
  CHECK(otherwise * 4 < repetitions(1500));
}

TEST_CASE("monotone where it has to be") {
  Draws draws(20260334);
  int seen = 0;
  for (int repetition = 0; repetition < repetitions(1500); ++repetition) {
    const PublishedModel model = random_model(random_kind(draws), draws.integer(1, 6), draws);
    const Person person = random_person(model, draws);
    BoundOptions options;
    options.failure_probability = draws.logarithmic(1e-9, 0.2);
    const Bound base = bound_of(model, options, person);
    // Where the lower end of the leverage meets its upper end, or a matrix that the event makes
    // positive definite is not, the noise lies outside the events for certain: there is nothing to
    // be monotone about.
    const auto possible = [&](const Bound& b) {
      const double width = b.gradient.upper - b.gradient.lower;
      return !model.hessian || (b.leverage.lower > 0 && b.in.upper - b.in.lower > width * (1 + 1e-9) &&
                                b.out.upper - b.out.lower > width * (1 + 1e-9));
    };
    if (!possible(base)) {
      continue;
    }
    ++seen;
    const double slack = 1e-12 * (1 + std::fabs(base.total_in.upper) + std::fabs(base.total_out.lower) +
                                  std::fabs(base.gradient.upper) + std::fabs(base.gradient.lower));
    const auto wider = [&](const std::string& what, const Bound& b) {
      CAPTURE(what);
      CHECK(b.in.lower <= base.in.lower + slack);
      CHECK(b.in.upper >= base.in.upper - slack);
      CHECK(b.out.lower <= base.out.lower + slack);
      CHECK(b.out.upper >= base.out.upper - slack);
      CHECK(b.leverage.upper >= base.leverage.upper * (1 - 1e-9));
      CHECK(b.leverage.lower <= base.leverage.lower * (1 + 1e-9));
      CHECK(b.epsilon.upper >= base.epsilon.upper - slack);
      // Which of two totals is taken is decided beforehand.
      CHECK((b.joint != base.joint || b.total.upper >= base.total.upper - slack));
    };
    const auto with = [&](const std::function<void(PublishedModel&, BoundOptions&)>& change) {
      PublishedModel changed = model;
      BoundOptions changed_options = options;
      change(changed, changed_options);
      return bound_of(changed, changed_options, person);
    };
    wider("smaller failure probability", with([](auto&, auto& o) { o.failure_probability *= 0.3; }));
    wider("two records at once", with([](auto&, auto& o) { o.uniformity = {Uniformity::Kind::rows, 2}; }));
    wider("larger residual", with([](auto& m, auto&) { m.residual += 1e-3; }));
    const Bound one = with([](auto&, auto& o) { o.uniformity = {Uniformity::Kind::rows, 1}; });
    CHECK(one.in.upper == base.in.upper);
    CHECK(one.out.lower == base.out.lower);
    if (base.gradient.upper != 0) {
      wider("all x at once", with([](auto&, auto& o) { o.uniformity.kind = Uniformity::Kind::all; }));
    }
    // A smaller λ allows more leverage. (With a released λ̂ only where λ is the floor.)
    wider("smaller λ", with([](auto& m, auto&) { m.lambda *= 0.7; }));
    if (!model.hessian) {
      // Less noise on the model tells more about everybody.
      const Bound less = with([](auto& m, auto&) { m.sigma *= 0.7; });
      CHECK(less.in.upper >= base.in.upper - slack);
      CHECK(less.gradient_norm >= base.gradient_norm);
      continue;
    }
    // More noise on the Hessian around the same Ĥ: less is known of H. (Its release cost falls, so
    // totals may go either way.)
    const Bound noisier = with([](auto& m, auto&) { m.hessian->sigma *= 1.5; });
    CHECK(noisier.leverage.upper >= base.leverage.upper * (1 - 1e-9));
    CHECK(noisier.leverage.lower <= base.leverage.lower * (1 + 1e-9));
    CHECK(noisier.in.upper >= base.in.upper - slack);
    CHECK(noisier.out.lower <= base.out.lower + slack);
    CHECK(noisier.release_cost_expost <= base.release_cost_expost);
    CHECK(noisier.release_cost_pdp <= base.release_cost_pdp * (1 + 1e-12));
    // More noise on the gradient: a wider interval for c, less release cost.
    if (model.gradient) {
      const Bound blurred = with([](auto& m, auto&) { m.gradient->sigma *= 1.5; });
      CHECK(blurred.gradient.upper - blurred.gradient.lower >= (base.gradient.upper - base.gradient.lower) * (1 - 1e-12));
      CHECK(blurred.release_cost_expost <= base.release_cost_expost);
    }
    if (model.smallest_eigenvalue) {
      const Bound vague = with([](auto& m, auto&) { m.smallest_eigenvalue->sigma *= 1.5; });
      CHECK(vague.leverage.upper >= base.leverage.upper * (1 - 1e-9));
      CHECK(vague.release_cost_expost <= base.release_cost_expost);
    }
    // The release cost's own parameters.
    CHECK(with([](auto&, auto& o) { o.release_cost_failure_probability *= 0.1; }).release_cost_expost >=
          base.release_cost_expost);
    CHECK(with([](auto&, auto& o) { o.release_cost_delta *= 0.1; }).release_cost_pdp >= base.release_cost_pdp);
    // Given the papers' own formula, the sharp pDP is never above it.
    CHECK(base.release_cost_pdp <= with([](auto&, auto& o) { o.method = Method::redberg2021; }).release_cost_pdp * (1 + 1e-12));
  }
  CHECK(seen > repetitions(1500) / 2);
}

}  // namespace expost

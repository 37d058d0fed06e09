// Every case of tests/vectors/softmax.json and softmax_accountant.json: minimisers, exact losses,
// bounds, δ.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "closeness.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/bounds/convex_bound.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "expost/exact/exact_convex_loss.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/noise/goe.hpp"
#include "expost/training/convex_objective.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

std::vector<ClassifiedPerson> classified_persons(const ReferenceTable& in) {
  const auto x = reference_matrix(in["X"]);
  std::vector<ClassifiedPerson> persons;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    persons.push_back({x.row(i).transpose(), in["y"][static_cast<std::size_t>(i)].get<Eigen::Index>()});
  }
  return persons;
}

/// Class by class.
Eigen::VectorXd flat(const ReferenceTable& value) {
  const auto theta = reference_matrix(value);
  return Eigen::Map<const Eigen::VectorXd>(theta.data(), theta.size());
}

void check_interval(const std::string& what, Interval got, const ReferenceTable& expected, Tolerance tolerance) {
  check_close(what + " lower", got.lower, reference_number(expected[0]), tolerance);
  check_close(what + " upper", got.upper, reference_number(expected[1]), tolerance);
}

/// The cases without releases: `gbar` is the radius times σ.
void check_independent(const std::string& what, const Bound& bound, const ReferenceTable& expected, double sigma,
                       Tolerance tolerance) {
  CHECK(expected.size() == 5);
  check_interval(what + " in", bound.in, expected["interval_in"], tolerance);
  check_interval(what + " out", bound.out, expected["interval_out"], tolerance);
  check_close(what + " first", bound.determinant_in.upper, expected["first"], tolerance);
  check_close(what + " first", -bound.determinant_out.lower, expected["first"], tolerance);
  check_close(what + " q2half", bound.gradient_norm, expected["q2half"], tolerance);
  check_close(what + " gbar", bound.gradient.upper * sigma * sigma, expected["gbar"], tolerance);
}

}  // namespace

TEST_CASE("vectors: softmax") {
  const ReferenceTable table = reference_table("softmax");
  const Tolerance tolerance{reference_number(table["tolerance"]["rel"])};
  const Tolerance dependent{reference_number(table["tolerance"]["dep_rel"])};
  int fits = 0;
  int losses = 0;
  for (const auto& item : table["cases"]) {
    const auto id = item["id"].get<std::string>();
    const auto& in = item["inputs"];
    const auto& out = item["expected"];
    const std::vector<ClassifiedPerson> persons = classified_persons(in);
    const Softmax softmax{in["K"].get<Eigen::Index>()};
    const double lambda = in["lam"];
    const ConvexObjective<Softmax> objective(softmax, lambda, softmax.classes * persons[0].x.size(), persons);
    if (item.value("kind", "") == "fit") {
      ++fits;
      const Minimiser minimiser = minimise(objective, reference_vector(in["b"]));
      const Eigen::VectorXd expected = flat(out["Theta"]);
      for (Eigen::Index i = 0; i < expected.size(); ++i) {
        check_close(id + " Theta", minimiser.theta(i), expected(i), {tolerance.relative, 1e-10});
      }
      continue;
    }
    ++losses;
    CHECK(out.size() == 11);
    const Eigen::VectorXd theta = flat(in["Theta"]);
    const double sigma = in["sigma"];
    double rounding = 0;
    const ExactConvexLosses exact(sigma, objective.gradient(theta, rounding), objective.hessian(theta));
    const ClassifiedPerson& row = persons[in["row"].get<std::size_t>()];
    const ClassifiedPerson other{reference_vector(in["x"]), in["y_new"].get<Eigen::Index>()};
    const LossPoint row_point = loss_point(softmax, theta, row);
    const LossPoint other_point = loss_point(softmax, theta, other);
    check_close(id + " L_remove", exact.member(row_point).loss, out["L_remove"], tolerance);
    check_close(id + " L_add", exact.non_member(other_point).loss, out["L_add"], tolerance);
    const Eigen::VectorXd p = softmax.probabilities(theta, row.x).p;
    const Eigen::VectorXd expected_p = reference_vector(out["p_row"]);
    const Eigen::VectorXd expected_gradient = reference_vector(out["grad_row"]);
    CHECK((p - expected_p).norm() <= tolerance.relative);
    CHECK((row_point.gradient - expected_gradient).norm() <= tolerance.relative);
    check_close(id + " grad_norm", row_point.gradient.norm(), out["grad_norm"], tolerance);
    check_close(id + " hess_fro", (row_point.hessian_factor * row_point.hessian_factor.transpose()).norm(), out["hess_fro"],
                tolerance);

    PublishedConvexModel model;
    model.lambda = lambda;
    model.sigma = sigma;
    model.theta = theta;
    BoundOptions options;
    options.failure_probability = in["rho"];
    {
      const PreparedConvexReport report(model);
      const ConvexBoundRule rule(report, options);
      check_independent(id + " indep_row", rule.bound(row_point), out["indep_row"], sigma, tolerance);
      check_independent(id + " indep_new", rule.bound(other_point), out["indep_new"], sigma, tolerance);
      const PreparedSoftmaxReport softmax_report({softmax.classes, model});
      check_independent(id + " indep_plus_row", SoftmaxBoundRule(softmax_report, options).bound(row.x, row.label),
                        out["indep_plus_row"], sigma, tolerance);
    }
    model.gradient = GradientRelease{in["sigma2"], reference_vector(in["ghat"])};
    model.hessian = HessianRelease{in["sigma3"], reference_matrix(in["Hhat"])};
    const PreparedConvexReport report(model);
    // The table has the noise of ĝ alone, and a member's own curvature in the caps only.
    const ConvexBoundRule rule(report, options, {GradientEvent::fresh, false});
    const auto& dep_row = out["dep_row"];
    const auto& dep_new = out["dep_new"];
    CHECK(dep_row.size() == 6);
    CHECK(dep_new.size() == 4);
    const Bound in_bound = rule.bound(row_point);
    const Bound out_bound = rule.bound(other_point);
    check_interval(id + " dep_row in", in_bound.in, dep_row["interval_in"], dependent);
    check_interval(id + " dep_row first", in_bound.determinant_in, dep_row["first_in"], dependent);
    check_interval(id + " dep_row c", in_bound.gradient, dep_row["c"], dependent);
    check_close(id + " dep_row q2half", in_bound.gradient_norm, dep_row["q2half"], dependent);
    const double t = goe_upper_quantile(static_cast<int>(theta.size()), 0.1 * options.failure_probability);
    check_close(id + " t_plus", t, dep_row["t_plus"], dependent);
    check_close(id + " t_minus", t, dep_row["t_minus"], dependent);
    check_interval(id + " dep_new out", out_bound.out, dep_new["interval_out"], dependent);
    check_interval(id + " dep_new first", out_bound.determinant_out, dep_new["first_out"], dependent);
    check_interval(id + " dep_new c", out_bound.gradient, dep_new["c"], dependent);
    check_close(id + " dep_new q2half", out_bound.gradient_norm, dep_new["q2half"], dependent);
    // The default uses a member's curvature too: never a larger upper end.
    const ConvexBoundRule sharper(report, options, {GradientEvent::fresh, true});
    CHECK(sharper.bound(row_point).determinant_in.upper <= in_bound.determinant_in.upper * (1 + 1e-12));
  }
  CHECK(fits == 3);
  CHECK(losses == 6);
}

TEST_CASE("vectors: softmax accountant") {
  const ReferenceTable table = reference_table("softmax_accountant");
  const Tolerance tolerance{reference_number(table["tolerance"]["rel"])};
  int checked = 0;
  for (const auto& item : table["cases"]) {
    const auto& in = item["inputs"];
    const SoftmaxMechanism mechanism{in["K"], in["lam"], in["sigma"]};
    for (const auto& [key, value] : item["expected"].items()) {
      REQUIRE(key.rfind("delta_", 0) == 0);
      const double epsilon = std::stod(key.substr(6));
      const double expected = reference_number(value);
      check_close(item["id"].get<std::string>() + " " + key, softmax_delta(SoftmaxAccountant::radius, mechanism, epsilon),
                  expected, tolerance);
      // The other accountants keep the same promise with less.
      CHECK(softmax_delta(SoftmaxAccountant::shift, mechanism, epsilon) <= expected * (1 + 1e-8));
      CHECK(softmax_delta(SoftmaxAccountant::joint, mechanism, epsilon) <= expected * (1 + 1e-8));
      ++checked;
    }
  }
  CHECK(checked == 12);
}

}  // namespace expost

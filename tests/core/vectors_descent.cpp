// Every case of tests/vectors/noisy_descent.json except the moments of single steps
// (log_moment.cpp).
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "closeness.hpp"
#include "expost/descent/everybody.hpp"
#include "expost/descent/exact_path_loss.hpp"
#include "expost/descent/gradient_norms.hpp"
#include "expost/descent/path_interval.hpp"
#include "reference_checks.hpp"
#include "reference_loss.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

Tolerance descent_tolerance(const ReferenceTable& table) {
  return {reference_number(table["tolerance"]["rel"]), reference_number(table["tolerance"]["abs"])};
}

/// Close to the reference, and not inside it.
void check_around(const std::string& what, Interval got, const ReferenceTable& expected, Tolerance tolerance) {
  check_close(what + " lower", got.lower, expected[0], tolerance);
  check_close(what + " upper", got.upper, expected[1], tolerance);
  // Doubles of the reference are right to more digits than the outward rounding takes.
  CHECK_MESSAGE(got.lower <= expected[0].get<double>() * (1 - 1e-13), what);
  CHECK_MESSAGE(got.upper >= expected[1].get<double>() * (1 - 1e-13), what);
}

/// Loss or softmax of a case.
std::variant<Loss, Softmax> loss_of(const ReferenceTable& in) {
  if (in["loss"] == "softmax") {
    return Softmax{in["classes"].get<Eigen::Index>()};
  }
  return reference_loss(in);
}

struct RunCase {
  std::string id;
  Tolerance tolerance;
  double rate, steps, failure;
};

void check_person(const RunCase& run, const GradientNorms& norms, double sigma, double rows, const ReferenceTable& expected) {
  check_close(run.id + " cap", norms.cap, expected["s_cap"], run.tolerance);
  CHECK(norms.cap >= expected["s_cap"].get<double>());
  REQUIRE(norms.steps.size() == expected["norms"].size());
  for (std::size_t t = 0; t < norms.steps.size(); ++t) {
    const double reference = expected["norms"][t].get<double>() / sigma;
    check_close(run.id + " norm", norms.steps[t], reference, run.tolerance);
    CHECK_MESSAGE(norms.steps[t] >= reference * (1 - 1e-13), run.id);
  }
  const double energy = energy_of(norms.steps);
  check_close(run.id + " V", energy, expected["V"], run.tolerance);
  MomentTable table(run.rate);
  const DescentTerms terms{run.rate, run.steps, norms.cap, run.failure};
  const DescentInterval interval = path_interval(terms.for_rows(rows), norms.steps, table);
  check_around(run.id + " in", interval.in, expected["interval_in"], run.tolerance);
  check_around(run.id + " out", interval.out, expected["interval_out"], run.tolerance);
  const double epsilon = std::max({interval.in.upper, -interval.in.lower, interval.out.upper, -interval.out.lower});
  check_close(run.id + " epsilon", epsilon, expected["epsilon"], run.tolerance);
}

GradientNorms norms_of(const Loss& loss, const DescentPath& path, const Eigen::VectorXd& x, double y) {
  return gradient_norms(loss, path, x, y);
}
GradientNorms norms_of(const Softmax& loss, const DescentPath& path, const Eigen::VectorXd& x, double y) {
  return gradient_norms(loss, path, {x, static_cast<Eigen::Index>(y)});
}

}  // namespace

TEST_CASE("vectors: trainings by noisy gradient descent") {
  const ReferenceTable table = reference_table("noisy_descent");
  int cases = 0;
  int everybody = 0;
  for (const auto& item : table["cases"]) {
    if (item["kind"] != "run") {
      continue;
    }
    const auto& in = item["inputs"];
    const auto& out = item["expected"];
    const RunCase run{item["id"], descent_tolerance(table), in["q"], in["T"], in["rho"]};
    const double sigma = in["sigma"];
    const IterateMatrix iterates = reference_matrix(out["iterates"]);
    const IterateMatrix sums = reference_matrix(out["noisy_sums"]);
    const IterateMatrix rows = reference_matrix(in["X"]);
    const Eigen::VectorXd labels = reference_vector(in["y"]);
    const Eigen::VectorXd x = reference_vector(in["x"]);
    const double y = in["y_new"];
    const Eigen::Index row = in["row"];
    const DescentPath path{in["clip"], sigma, in["T"], iterates};
    std::vector<std::vector<bool>> samples;
    if (run.rate < 1) {
      samples = in["masks"].get<std::vector<std::vector<bool>>>();
    }
    const DescentTraining training{in["clip"], sigma, run.rate, iterates, sums, samples, rows, labels};
    std::visit(
        [&](const auto& loss) {
          check_person(run, norms_of(loss, path, rows.row(row), labels(row)), sigma, 1, out["person_row"]);
          check_person(run, norms_of(loss, path, x, y), sigma, 1, out["person_new"]);
          check_person(run, norms_of(loss, path, x, y), sigma, 1000, out["rows_1000_new"]);
          if (out.contains("everybody_new_rho_0.01")) {
            const auto& all = out["everybody_new_rho_0.01"];
            const EverybodyTerms terms = everybody_terms(loss, path, in["T"], 0.01);
            check_close(run.id + " chi", terms.chi, all["chi"], run.tolerance);
            check_close(run.id + " e", terms.net_error, all["e"], run.tolerance);
            const double energy = energy_of(norms_of(loss, path, x, y).steps);
            const EverybodyWidth width = everybody_width(terms, energy);
            check_close(run.id + " direct", width.direct, all["direct"], run.tolerance);
            check_close(run.id + " net", width.net, all["net"], run.tolerance);
            const Interval interval = everybody_interval(terms, energy);
            check_close(run.id + " all upper", interval.upper, all["interval"][1], run.tolerance);
            // The table has V/2 − b(V), and b(v) − v/2 can be larger for a v below V: at V = μ²,
            // where the net's b is flat for the last e of √v.
            const double lower = all["interval"][0];
            CHECK(interval.lower <= lower * (1 - 1e-13));
            CHECK(interval.lower >= lower * (1 + 1e-8) - terms.net_error * std::sqrt(energy));
            ++everybody;
          }
          const IterateMatrix other = x.transpose();
          const ExactPathLosses exact = exact_path_losses(loss, training, other, Eigen::VectorXd::Constant(1, y));
          check_close(run.id + " L_remove", exact.members(row), out["L_remove"], run.tolerance);
          check_close(run.id + " L_add", exact.others(0), out["L_add"], run.tolerance);
        },
        loss_of(in));
    ++cases;
  }
  CHECK(cases == 14);
  CHECK(everybody == 8);
}

TEST_CASE("vectors: intervals of noisy gradient descent") {
  const ReferenceTable table = reference_table("noisy_descent");
  int cases = 0;
  for (const auto& item : table["cases"]) {
    if (item["kind"] != "interval") {
      continue;
    }
    const auto& in = item["inputs"];
    MomentTable moments(in["q"]);
    const DescentTerms terms{in["q"], in["T"], in["s_cap"], in["rho"]};
    const DescentInterval got = path_interval(terms, in["norms"].get<std::vector<double>>(), moments);
    const std::string id = item["id"];
    check_around(id + " in", got.in, item["expected"]["in"], descent_tolerance(table));
    check_around(id + " out", got.out, item["expected"]["out"], descent_tolerance(table));
    ++cases;
  }
  CHECK(cases == 26);
}

TEST_CASE("vectors: first tilts of noisy gradient descent") {
  int cases = 0;
  const ReferenceTable table = reference_table("noisy_descent");
  for (const auto& item : table["cases"]) {
    if (item["kind"] == "first_tilt") {
      const auto& in = item["inputs"];
      CHECK(first_tilt({in["q"], in["T"], in["s_cap"], in["rho"]}) == item["expected"]["j0"].get<int>());
      ++cases;
    }
  }
  CHECK(cases == 4);
}

}  // namespace expost

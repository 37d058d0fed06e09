// Every case of tests/vectors/profile.json but the posterior ones: Ψ_d, transitions, and two data
// sets with all their neighbours (logistic).
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>

#include "approximately.hpp"
#include "closeness.hpp"
#include "expost/profile/coverage_profile.hpp"
#include "reference_checks.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

void check_profile(const std::string& id, const ReferenceTable& in, const ReferenceTable& out, Tolerance tolerance) {
  CHECK(out.size() == 9);
  const Rows x = reference_matrix(in["X"]);
  const Eigen::VectorXd y = reference_vector(in["y"]);
  const CodedData data{x, y};
  const auto n = static_cast<double>(x.rows());
  const Objective objective{Loss{}, n * in["Lambda"].get<double>()};
  const Eigen::VectorXd base = minimise(objective, data, Eigen::VectorXd::Zero(x.cols())).theta;
  check_vector(id + " base", base, out["base"], tolerance);
  const double rate = profile_rate(objective.lambda, in["epsilon"]);
  check_close(id + " beta", rate, out["beta"], tolerance);
  const NeighbourPoints exact = neighbour_points(objective, data, base, NeighbourMethod::exact);
  const NeighbourPoints worst = neighbour_points(objective, data, base, NeighbourMethod::worst_case);
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    check_vector(id + " exact", base + exact.displacements.row(i).transpose(), out["neighbours_exact"][row], tolerance);
    check_vector(id + " worst", base + worst.displacements.row(i).transpose(), out["neighbours_worst_case"][row], tolerance);
  }
  const Eigen::VectorXd model = reference_vector(in["M"]);
  const Eigen::VectorXd losses = coverage_losses(exact, rate, model);
  check_vector(id + " loss", losses, out["loss_exact"], tolerance);
  check_vector(id + " worst-case loss", coverage_losses(worst, rate, model), out["loss_worst_case"], tolerance);
  check_vector(id + " profile", privacy_profile(losses), out["profile_exact_sorted"], tolerance);
  const auto ranking = loss_ranking(losses);
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    CHECK(ranking[i] == out["ranking"][i].get<Eigen::Index>());
  }
  check_vector(id + " typical", typical_losses(exact, rate, DisplacementTable(static_cast<int>(x.cols()))),
               out["typical_abs_loss"], tolerance);
}

}  // namespace

TEST_CASE("vectors: typical losses, transitions and profiles") {
  const ReferenceTable table = reference_table("profile");
  const Tolerance tolerance{table["tolerance"]["rel"], 1e-13};
  std::map<int, DisplacementTable> tables;
  int checked = 0;
  for (const auto& item : table["cases"]) {
    const auto id = item["id"].get<std::string>();
    const auto& in = item["inputs"];
    const auto& out = item["expected"];
    ++checked;
    if (item["kind"] == "psi") {
      const int d = in["d"];
      check_close(id + " psi", displacement_loss(d, in["s"]), out["psi"], tolerance);
      const auto table_of = tables.try_emplace(d, d).first;
      check_close(id + " table", table_of->second.loss(in["s"]), out["psi"], tolerance);
      check_close(id + " kappa", displacement_floor(d), out["kappa"], tolerance);
    } else if (item["kind"] == "transition") {
      const auto transition = displacement_transition(in["d"], in["fraction"]);
      REQUIRE(transition.has_value());
      check_close(id + " s_low", transition->low, out["s_low"], {table["tolerance"]["transition_rel"]});
      check_close(id + " s_high", transition->high, out["s_high"], {table["tolerance"]["transition_rel"]});
    } else {
      REQUIRE(item["kind"] == "profile");
      check_profile(id, in, out, tolerance);
    }
  }
  CHECK(checked == 46);
  // The third transition that mathematics.md states, to its digits.
  CHECK(displacement_transition(2)->low == approximately(3.23592).epsilon(2e-6));
  CHECK(displacement_transition(2)->high == approximately(109.322).epsilon(5e-6));
}

}  // namespace expost

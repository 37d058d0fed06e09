// Every case of tests/vectors/laplace.json: exact losses, bounds and pure differential privacy
// under Laplace-type noise.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "closeness.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/training/objective.hpp"
#include "reference_loss.hpp"
#include "reference_table.hpp"

namespace expost {

TEST_CASE("vectors: Laplace-type noise") {
  const ReferenceTable table = reference_table("laplace");
  const Tolerance tolerance{reference_number(table["tolerance"]["rel"]), reference_number(table["tolerance"]["abs"])};
  int checked = 0;
  for (const auto& item : table["cases"]) {
    const auto id = item["id"].get<std::string>();
    const auto& in = item["inputs"];
    const auto& out = item["expected"];
    CHECK(out.size() == 5);
    const Loss loss = reference_loss(in);
    const Rows x = reference_matrix(in["X"]);
    const Eigen::VectorXd y = reference_vector(in["y"]);
    const Objective objective{loss, in["lam"]};
    const double eta = in["eta"];
    const Eigen::VectorXd theta = reference_vector(in["theta"]);
    const ExactLaplaceLosses exact(eta, objective.gradient({x, y}, theta), objective.hessian({x, y}, theta));
    const auto row = in["row"].get<Eigen::Index>();
    const LossPoint member = loss_point(loss, theta, x.row(row).transpose(), y(row));
    const LossPoint other = loss_point(loss, theta, reference_vector(in["x"]), in["y_new"]);
    check_close(id + " L_remove", exact.member(member).loss, out["L_remove"], tolerance);
    check_close(id + " L_add", exact.non_member(other).loss, out["L_add"], tolerance);
    const auto check = [&](const std::string& what, const LossPoint& point, const ReferenceTable& expected) {
      const LaplaceBound bound = laplace_bound(point, objective.lambda, eta, Membership::unknown);
      CHECK(expected.size() == 2);
      check_close(id + what + " in lower", bound.in.lower, expected["interval_in"][0], tolerance);
      check_close(id + what + " in upper", bound.in.upper, expected["interval_in"][1], tolerance);
      check_close(id + what + " out lower", bound.out.lower, expected["interval_out"][0], tolerance);
      check_close(id + what + " out upper", bound.out.upper, expected["interval_out"][1], tolerance);
    };
    check(" bound_row", member, out["bound_row"]);
    check(" bound_new", other, out["bound_new"]);
    const double expected = reference_number(out["pure_dp_epsilon"]);
    // The table has κ + ηG. Section 12's maximum over q, which the library states for its losses,
    // is never above it.
    check_close(id + " shift", laplace_shift_epsilon(std::log1p(loss.smoothness() / objective.lambda), loss.lipschitz(), eta),
                expected, tolerance);
    CHECK(laplace_epsilon(loss, objective.lambda, eta) <= expected);
    ++checked;
  }
  CHECK(checked == 9);
}

}  // namespace expost

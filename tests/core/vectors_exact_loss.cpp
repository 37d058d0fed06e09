// Every case of tests/vectors/exact_losses.json: losses and derivatives, minimisers, exact signed
// losses.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "closeness.hpp"
#include "expost/exact/exact_loss.hpp"
#include "expost/training/objective.hpp"
#include "reference_loss.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

void check_exact_loss(const std::string& id, const ExactLoss& got, const ReferenceTable& expected, Tolerance tolerance) {
  CHECK(expected.size() == 8);
  check_close(id + " L", got.loss, expected["L"], tolerance);
  check_close(id + " eps", std::fabs(got.loss), expected["eps"], tolerance);
  check_close(id + " mu", got.leverage, expected["mu"], tolerance);
  check_close(id + " a", got.weighted_leverage, expected["a"], tolerance);
  check_close(id + " q2half", got.gradient_norm, expected["q2half"], tolerance);
  check_close(id + " c", got.gradient, expected["c"], tolerance);
  check_close(id + " f1", got.first_derivative, expected["f1"], tolerance);
  check_close(id + " f2", got.second_derivative, expected["f2"], tolerance);
}

}  // namespace

TEST_CASE("vectors: exact losses") {
  const ReferenceTable table = reference_table("exact_losses");
  const Tolerance tolerance{reference_number(table["tolerance"]["rel"]), reference_number(table["tolerance"]["abs"])};
  int checked = 0;
  for (const auto& item : table["cases"]) {
    const auto id = item["id"].get<std::string>();
    const auto kind = item["kind"].get<std::string>();
    const auto& in = item["inputs"];
    const auto& out = item["expected"];
    const Loss loss = reference_loss(in);
    ++checked;
    if (kind == "loss_values") {
      // Tiny values are known to many digits, so they are compared relatively, without the table's
      // absolute tolerance.
      const Tolerance relative{tolerance.relative};
      check_close(id + " f", loss.value(in["t"], in["y"]), out["f"], relative);
      check_close(id + " f1", loss.first_derivative(in["t"], in["y"]), out["f1"], relative);
      check_close(id + " f2", loss.second_derivative(in["t"], in["y"]), out["f2"], relative);
      continue;
    }
    const Rows x = reference_matrix(in["X"]);
    const Eigen::VectorXd y = reference_vector(in["y"]);
    const CodedData data{x, y};
    const Objective objective{loss, in["lam"]};
    if (kind == "fit") {
      const Eigen::VectorXd theta = minimise(objective, data, reference_vector(in["b"])).theta;
      const Eigen::VectorXd expected = reference_vector(out["theta"]);
      for (Eigen::Index i = 0; i < expected.size(); ++i) {
        check_close(id + " theta", theta(i), expected(i), tolerance);
      }
      continue;
    }
    REQUIRE(kind == "loss_at_theta");
    const Eigen::VectorXd theta = reference_vector(in["theta"]);
    const Eigen::VectorXd gradient = objective.gradient(data, theta);
    const Eigen::MatrixXd hessian = objective.hessian(data, theta);
    const Eigen::VectorXd expected_gradient = reference_vector(out["gradient"]);
    const auto expected_hessian = reference_matrix(out["hessian"]);
    for (Eigen::Index i = 0; i < theta.size(); ++i) {
      check_close(id + " gradient", gradient(i), expected_gradient(i), tolerance);
      for (Eigen::Index j = 0; j < theta.size(); ++j) {
        check_close(id + " hessian", hessian(i, j), expected_hessian(i, j), tolerance);
      }
    }
    const ExactLosses exact(loss, in["sigma"], theta, gradient, hessian);
    const auto row = in["row"].get<Eigen::Index>();
    check_exact_loss(id + " remove_row", exact.member(x.row(row).transpose(), y(row)), out["remove_row"], tolerance);
    check_exact_loss(id + " add_person", exact.non_member(reference_vector(in["x"]), in["y_new"]), out["add_person"],
                     tolerance);
  }
  CHECK(checked == 41);
}

}  // namespace expost

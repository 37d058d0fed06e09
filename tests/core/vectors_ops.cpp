// Every case of tests/vectors/ops.json: ridge neighbours, output perturbation, posterior samples,
// AdaOPS with given noise.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "closeness.hpp"
#include "expost/mechanisms/ada_ops.hpp"
#include "expost/mechanisms/output_perturbation.hpp"
#include "expost/mechanisms/posterior_sample.hpp"
#include "expost/neighbours/neighbouring_solution.hpp"
#include "expost/noise/gaussian.hpp"
#include "reference_checks.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

void check_ops(const std::string& id, const ReferenceTable& in, const ReferenceTable& out, Tolerance tolerance,
               Tolerance bound_tolerance) {
  CHECK(out.size() == 14);
  const Rows x = reference_matrix(in["X"]);
  const Eigen::VectorXd y = reference_vector(in["y"]);
  const CodedData data{x, y};
  const Objective objective{Loss{LossKind::squared}, in["lam"]};
  const Eigen::Index d = x.cols();
  const double gamma = in["gamma"];
  const Eigen::VectorXd published = reference_vector(in["theta"]);
  const auto row = in["row"].get<Eigen::Index>();
  const Eigen::VectorXd x_row = x.row(row).transpose();
  const Eigen::VectorXd x_new = reference_vector(in["x"]);
  const double y_new = in["y_new"];
  const Eigen::VectorXd theta_hat = minimise(objective, data, Eigen::VectorXd::Zero(d)).theta;
  check_vector(id + " theta_hat", theta_hat, out["theta_hat"], tolerance);

  const NeighbouringSolutions neighbours(objective, data, theta_hat);
  const NeighbouringSolution removed = neighbours.without(row);
  const NeighbouringSolution added = neighbours.with(x_new, y_new);
  check_vector(id + " neighbour_remove", removed.theta, out["neighbour_remove"], tolerance);
  check_vector(id + " neighbour_add", added.theta, out["neighbour_add"], tolerance);

  const RidgePosterior posterior(neighbours.hessian(), theta_hat, gamma);
  const PosteriorPerson member = posterior.person(x_row, y(row));
  const PosteriorPerson other = posterior.person(x_new, y_new);
  check_close(id + " mu_row", member.leverage, out["mu_row"], tolerance);
  check_close(id + " mu_new", other.leverage, out["mu_new"], tolerance);
  check_close(id + " L_remove", posterior_sample_loss(Membership::in, member, gamma, y(row) - x_row.dot(published)),
              out["L_remove"], tolerance);
  check_close(id + " L_add", posterior_sample_loss(Membership::out, other, gamma, y_new - x_new.dot(published)), out["L_add"],
              tolerance);
  const auto check_deltas = [&](const std::string& name, Membership membership, Direction direction,
                                const PosteriorPerson& person) {
    for (const auto& [epsilon, expected] : out[name].items()) {
      const double got = std::exp(log_posterior_sample_delta(membership, direction, person, gamma, std::stod(epsilon)));
      check_close(id + " " + name + " " + epsilon, got, expected, tolerance);
    }
  };
  check_deltas("delta_remove", Membership::in, Direction::forward, member);
  check_deltas("delta_remove_reverse", Membership::in, Direction::reverse, member);
  check_deltas("delta_add", Membership::out, Direction::forward, other);
  check_deltas("delta_add_reverse", Membership::out, Direction::reverse, other);
  const PublishedPosteriorSample report{published, objective.lambda, gamma};
  const Interval bound_in = posterior_sample_bound(report, x_row, y(row), Membership::in, in["rho"]).in;
  const Interval bound_out = posterior_sample_bound(report, x_new, y_new, Membership::out, in["rho"]).out;
  check_close(id + " bound_in lower", bound_in.lower, out["bound_in"][0], bound_tolerance);
  check_close(id + " bound_in upper", bound_in.upper, out["bound_in"][1], bound_tolerance);
  check_close(id + " bound_out lower", bound_out.lower, out["bound_out"][0], bound_tolerance);
  check_close(id + " bound_out upper", bound_out.upper, out["bound_out"][1], bound_tolerance);

  const auto& perturbed = out["outpert"];
  CHECK(perturbed.size() == 6);
  const OutputPerturbation identity(Eigen::MatrixXd::Identity(d, d), gamma);
  const double shift = identity.shift(removed.displacement);
  check_close(id + " shift_identity", shift, perturbed["shift_identity"], tolerance);
  check_close(id + " expost_identity", identity.exact_loss(removed.displacement, published - theta_hat),
              perturbed["expost_identity"], tolerance);
  // √γ‖Δ‖ in other metrics: of XᵀX, which need not be positive definite, and of H, where it is
  // leverage × leave-one-out residual.
  const double of_hessian = OutputPerturbation(neighbours.hessian(), gamma).shift(removed.displacement);
  check_close(id + " shift_H", of_hessian, perturbed["shift_H"], tolerance);
  check_close(id + " leverage × residual", std::sqrt(gamma * removed.leverage) * std::fabs(removed.neighbour_derivative),
              perturbed["shift_H"], tolerance);
  check_close(id + " shift_xtx",
              std::sqrt(of_hessian * of_hessian - gamma * objective.lambda * removed.displacement.squaredNorm()),
              perturbed["shift_xtx"], tolerance);
  check_close(id + " pdp", gaussian_epsilon(1e-6, shift), perturbed["pdp_tight_1e_6"], tolerance);
  const double lemma4 = perturbed["pdp_W_lemma4_1e_6"];
  CHECK(shift_epsilon_lemma4(shift, 1e-6).has_value() == (lemma4 <= 1));
  check_close(id + " lemma 4", shift_epsilon_lemma4(shift, 1e-6).value_or(lemma4), lemma4, tolerance);
}

void check_ada_ops(const std::string& id, const ReferenceTable& in, const ReferenceTable& out, Tolerance tolerance) {
  CHECK(out.size() == 10);  // ε̄, C₁ and C₂ are steps on the way to λ
  const NormalEquations data{reference_matrix(in["XtX"]), reference_vector(in["Xty"])};
  const AdaOpsBudget budget{in["epsilon"], in["delta"], in["Bx"], in["By"]};
  const AdaOpsRelease release = ada_ops(data, budget, {in["N1"], in["N2"], reference_vector(in["Z"])});
  check_close(id + " lambda_tilde", release.smallest_eigenvalue, out["lambda_tilde"], tolerance);
  check_close(id + " lam", release.lambda, out["lam"], tolerance);
  check_vector(id + " theta_hat", release.theta_hat, out["theta_hat"], tolerance);
  check_close(id + " Delta", release.log_residual, out["Delta"], tolerance);
  check_close(id + " L", release.lipschitz, out["L"], tolerance);
  check_close(id + " gamma", std::sqrt(release.gamma), out["sqrt_gamma"], tolerance);
  check_vector(id + " theta", release.theta, out["theta"], tolerance);
}

}  // namespace

TEST_CASE("vectors: posterior samples, output perturbation, AdaOPS") {
  const ReferenceTable table = reference_table("ops");
  const auto& tolerance = table["tolerance"];
  int ops = 0;
  int adaptive = 0;
  for (const auto& item : table["cases"]) {
    const auto id = item["id"].get<std::string>();
    if (item["kind"] == "ops") {
      check_ops(id, item["inputs"], item["expected"], {tolerance["rel"], 1e-13}, {tolerance["bound_rel"]});
      ++ops;
    } else {
      REQUIRE(item["kind"] == "adaops");
      check_ada_ops(id, item["inputs"], item["expected"], {tolerance["adaops_rel"]});
      ++adaptive;
    }
  }
  CHECK(ops == 8);
  CHECK(adaptive == 2);
}

}  // namespace expost

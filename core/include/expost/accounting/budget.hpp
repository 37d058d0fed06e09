// From a budget to noise levels (mathematics.md, section 7; [R] splits ε into shares, here the
// whole report is accounted for at once).
#pragma once

#include <optional>
#include <string>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/convex_accountant.hpp"

namespace expost {

/// The shares of ε of the model and of each release; absent where nothing is released. They add up
/// to 1.
struct BudgetSplit {
  double model = 1;                           ///< share of the model, in (0, 1]
  std::optional<double> hessian;              ///< of Ĥ
  std::optional<double> gradient;             ///< of ĝ; only with a Hessian
  std::optional<double> smallest_eigenvalue;  ///< of λ̂; only with both
};

/// How the parts of a budget are put together.
enum class Composition {
  joint,  ///< one guarantee for everything published: noise levels from the split, then scaled down together until (ε, δ) is met exactly
  basic,  ///< basic composition, as in [R]: each part is (share·ε, share·δ)-DP on its own, and they are added up
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(Composition value) {
  switch (value) {
    case Composition::joint:
      return "joint";
    case Composition::basic:
      return "basic";
  }
  return nullptr;
}

/// Noise levels that make the whole report (ε, δ)-differentially private.
struct BudgetPlan {
  Calibration model;   ///< λ and σ; sigma infinite with a reason where the target can't be met
  ReleaseNoise noise;  ///< σ₂, σ₃, σ₄
  /// The ε that each release, and the model, spends on its own at its share of δ, with its final
  /// noise level; 0 where nothing is released.
  double gradient_epsilon = 0;
  double hessian_epsilon = 0;              ///< of Ĥ
  double smallest_eigenvalue_epsilon = 0;  ///< of λ̂
  double model_epsilon = 0;                ///< of θ̂
  /// The (ε, δ) of the whole report that the levels give; never above what was asked for.
  double epsilon = 0;
  double delta = 0;  ///< with epsilon
};

/// ε > 0, δ in (0, 1). Joint composition needs an accountant that
/// covers releases (`accounts_for_releases`; others: ErrorType::argument); λ
/// as in calibrate_model. `dimension`: d ≥ 1 accounts for the grids that releases are drawn on
/// (below 1e-4 of σ up to d = 1000); 0 for real noise.
[[nodiscard]] BudgetPlan plan_budget(const Loss& loss, double epsilon, double delta, Accountant accountant,
                                     Composition composition, const BudgetSplit& shares, std::optional<double> lambda,
                                     int dimension = 0);

/// The same for softmax with K classes, the whole report accounted for at once: λ > 0, `dimension`
/// = Km as in plan_budget.
[[nodiscard]] BudgetPlan plan_softmax_budget(int classes, double epsilon, double delta, SoftmaxAccountant accountant,
                                             const BudgetSplit& shares, double lambda, int dimension = 0);

/// Smallest σ with which a release is (ε, δ)-DP by itself: the analytic Gaussian mechanism, on a
/// grid of `coordinates`² values (0: on the reals).
[[nodiscard]] double release_sigma(double epsilon, double delta, double sensitivity, double coordinates);

}  // namespace expost

// Generalised linear losses ℓ(θ; (x, y)) = f(xᵀθ; y) (mathematics.md, section 1).
#pragma once

#include <limits>
#include <optional>

namespace expost {

/// Differences between losses are told by exhaustive switches, so that the compiler lists what a
/// new loss has to say (-Werror=switch). A comparison may only refuse every other loss.
enum class LossKind { logistic, squared, pseudo_huber };
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(LossKind value) {
  switch (value) {
    case LossKind::logistic:
      return "logistic";
    case LossKind::squared:
      return "squared";
    case LossKind::pseudo_huber:
      return "pseudo-huber";
  }
  return nullptr;
}

/// The labels that a loss is for.
enum class Labels {
  signs,     ///< −1 and 1
  interval,  ///< [−1, 1]
};

/// A margin t = xᵀθ and a label.
struct MarginAndLabel {
  double t;  ///< margin
  double y;  ///< label
};

/// A loss at a margin.
struct LossValues {
  double value;   ///< f
  double first;   ///< f'
  double second;  ///< f''
};

/// Its derivatives at a margin.
struct LossDerivatives {
  double first;   ///< f'
  double second;  ///< f''
};

/// A loss f(t; y) of the margin t = xᵀθ, with its first two derivatives in t.
///
/// Labels: logistic y ∈ {−1, +1}; squared and pseudo-Huber y ∈ [−1, 1]. All results are finite for
/// finite arguments, except that the squared loss overflows beyond |t| ≈ 1e154. Accurate to a few
/// ulp in every range: no cancellation for large |t| (logistic) nor for small residuals
/// (pseudo-Huber).
struct Loss {
  LossKind kind = LossKind::logistic;  ///< which loss
  double width = 1.0;                  ///< w > 0, pseudo-Huber only

  /// Returns f(t; y) ≥ 0.
  [[nodiscard]] double value(double t, double y) const;
  /// Returns f'(t; y).
  [[nodiscard]] double first_derivative(double t, double y) const;
  /// Returns f''(t; y) ≥ 0.
  [[nodiscard]] double second_derivative(double t, double y) const;
  /// These three, each to the bit what it is by itself, for less work than all of them apart.
  [[nodiscard]] LossValues values(double t, double y) const;
  /// The latter two of them, to the bit as well.
  [[nodiscard]] LossDerivatives derivatives(double t, double y) const;
  /// The next two, to a few ulp of f''.
  [[nodiscard]] double third_derivative(double t, double y) const;
  /// Returns f⁽⁴⁾(t; y), to a few ulp of f''.
  [[nodiscard]] double fourth_derivative(double t, double y) const;

  /// G = sup |f'|: 1 (logistic), w (pseudo-Huber), infinity (squared).
  [[nodiscard]] double lipschitz() const;
  /// β = sup f'': 1/4 (logistic), 1 (squared, pseudo-Huber).
  [[nodiscard]] double smoothness() const;
  /// c with |f⁽ᵏ⁾| ≤ c·f'' everywhere, k = 3, 4 or 5; never below the supremum, at most 1 % above
  /// it. For k = 3 it follows that f''(t + s) lies between e^{−c|s|}f''(t) and e^{c|s|}f''(t): the
  /// loss is generalised self-concordant.
  [[nodiscard]] double derivative_ratio(int k) const;
  /// Whether the sign of f' is fixed by y alone (logistic only); sharper accountants need it.
  [[nodiscard]] bool derivative_sign_fixed() const;
  /// Whether f'' is the same everywhere (squared only): neighbours are then known in closed form.
  [[nodiscard]] bool quadratic() const;
  /// Whether `width` plays a part (pseudo-Huber only).
  [[nodiscard]] bool has_width() const;
  /// Where f'' is largest, as a margin: it rises up to there and falls beyond, or is constant.
  [[nodiscard]] double most_curved(double y) const;
  /// Returns where af'² + bf''² may be largest over all |t| ≤ r and all labels, apart from t = −r
  /// with y = 1; none if it is largest there for every r. a, b ≥ 0.
  [[nodiscard]] std::optional<MarginAndLabel> steepest_inside(double a, double b) const;
  /// Bounds by how much computed derivatives are below the true ones, rounding aside.
  [[nodiscard]] double lost_by_underflow() const;
  /// Returns which labels it is for.
  [[nodiscard]] Labels labels() const;
  /// True if y is such a label.
  [[nodiscard]] bool takes(double y) const;
};

}  // namespace expost

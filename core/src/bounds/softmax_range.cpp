#include "bounds/softmax_range.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/margin_range.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// More than √p of a p that is too small for a double.
constexpr double lost_root = 0x1p-500;

}  // namespace

SoftmaxRange::SoftmaxRange(const Softmax& loss, const Eigen::VectorXd& theta, const OutputCell& cell,
                           const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index label,
                           const Eigen::Ref<const Eigen::VectorXd>& sizes, double around) {
  const Eigen::Index m = x.size();
  const Eigen::VectorXd margins = loss.margins(theta, x);
  // How far the margins may lie from the computed ones, in ℓ₂ norm.
  Eigen::VectorXd radii(loss.classes);
  for (Eigen::Index k = 0; k < loss.classes; ++k) {
    const Eigen::Index start = k * m;
    radii(k) = margin_radius(sizes, theta.segment(start, m),
                             cell.half_widths.size() > 0 ? cell.half_widths.segment(start, m) : Eigen::VectorXd());
    // Less the largest one they are rounded once more, which no longer matters where exp is 0.
    radii(k) += unit_roundoff * std::min(margins.maxCoeff() - margins(k), 800.0);
  }
  own = raised(radii.norm());
  const double moved = own + around;
  const Softmax::Probabilities probabilities = Softmax::probabilities_at(margins);
  residual = loss.residual(probabilities, label);
  curvature = loss.curvature_factor(probabilities);
  const auto classes = static_cast<double>(loss.classes);
  // Sums of K positive numbers, each right to a few roundings. The Jacobian of softmax has norm ½
  // at most, and p − e_y is never longer than √2.
  residual_error = std::min(0.5 * moved, 2 * sqrt2) + (2 * classes + 16) * unit_roundoff * residual.norm() + underflow;
  curvature_error = (4 * classes + 16) * unit_roundoff * curvature.norm() + classes * lost_root;
  // |D³ log Σe^t[u, u, w]| ≤ (max w − min w)·D²[u, u], and max w − min w ≤ √2‖w‖.
  stretch = raised(elementary::exp(raised(sqrt2 * moved)));
}

}  // namespace expost

// The losses of the report format.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string_view>

#include "expost/losses/loss.hpp"
#include "expost/report/features.hpp"

namespace expost::report {

/// A generalised linear loss, or softmax.
struct ModelLoss {
  Loss linear;               ///< where `classes` is 0
  Eigen::Index classes = 0;  ///< K ≥ 2 of softmax; 0: a generalised linear loss

  [[nodiscard]] bool is_softmax() const { return classes > 0; }
  /// The kind of label that the loss needs.
  [[nodiscard]] LabelKind label_kind() const {
    if (is_softmax()) {
      return LabelKind::category;
    }
    switch (linear.labels()) {
      case Labels::signs:
        return LabelKind::binary;
      case Labels::interval:
        break;
    }
    return LabelKind::number;
  }
  /// Whether it makes ridge regression, which alone has posterior samples.
  [[nodiscard]] bool is_squared() const { return !is_softmax() && linear.quadratic(); }
  /// Numbers of θ for each coordinate of x.
  [[nodiscard]] Eigen::Index blocks() const { return is_softmax() ? classes : 1; }
  /// β: ∇²ℓ has norm β‖x‖² at most.
  [[nodiscard]] double smoothness() const { return is_softmax() ? 0.5 : linear.smoothness(); }
};

}  // namespace expost::report

// A record's clipped gradient as it is summed up (docs/noisy-gradient-descent.md, section 1).
#pragma once

#include <Eigen/Core>

#include "expost/descent/published_descent.hpp"

namespace expost {

/// g·min(1, C/‖g‖), or for a grid γ > 0 the whole numbers nearest to that over γ.
///
/// On a grid each record is rounded for itself, so that what it adds to a sum of integers is an
/// exact function of the iterate and the record. Its length is at most C/γ + ½√D: on a grid it is
/// clipped to C(1 − 2^-40), which leaves room for what the computed length is off.
class ClippedGradients {
 public:
  /// `grid` 0: real numbers. C > 0.
  ClippedGradients(DescentLoss loss, double clip, double grid) : loss_(loss), clip_(clip), grid_(grid) {}

  /// Length of θ for records of d coordinates.
  [[nodiscard]] Eigen::Index parameters(Eigen::Index d) const;

  /// Adds it, times `count`, to a sum of length `parameters(x.size())`. y: a label, or the number
  /// of a class. Exact on a grid, as long as no sum exceeds 2^53.
  void add(const Eigen::Ref<const Eigen::VectorXd>& theta, const Eigen::Ref<const Eigen::VectorXd>& x, double y, double count,
           Eigen::VectorXd& sum) const;

  /// Returns it, of length `parameters(x.size())`. On a grid: whole numbers.
  [[nodiscard]] Eigen::VectorXd at(const Eigen::Ref<const Eigen::VectorXd>& theta, const Eigen::Ref<const Eigen::VectorXd>& x,
                                   double y) const;

 private:
  DescentLoss loss_;
  double clip_;
  double grid_;
};

}  // namespace expost

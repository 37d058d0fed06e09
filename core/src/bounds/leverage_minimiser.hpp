// The smallest leverage that a published Hessian allows one record (mathematics.md, 5.2).
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "expost/numerics/tridiagonal.hpp"

namespace expost {

/// s(α) = wᵀM(α)⁻¹w with M(α) = α(T − shift·I) + (1−α)·ridge·I, for the rotation w of one record x
/// at a time; s is infinite where M is not positive definite. Holds scratch space.
class LeverageMinimiser {
 public:
  struct Point {
    double alpha;
    double s;
    double r;      ///< derivative of 1/s
    double slope;  ///< derivative of r
  };
  /// The common part of minimisations with the same ridge: both ends of the α to search, 0 and the
  /// last one that is safe.
  struct Ends {
    double ridge;
    Point zero;
    Point high;
  };

  /// Keeps a reference to `hessian`, QTQᵀ; unused where it is empty.
  explicit LeverageMinimiser(const TridiagonalMatrix& hessian);

  /// `shift` is t⁺σ₃; curvature differs by a factor of `stretch` at most within the published θ's
  /// cell.
  void set_uncertainty(double shift, double stretch);
  /// Rotates x of length d, whose true length is `norm` at most.
  void set_record(const Eigen::Ref<const Eigen::VectorXd>& x, double norm);

  /// Returns wᵀ(scale·T + added·I)⁻¹w, with a matrix that the caller knows to be positive definite;
  /// infinite where a pivot says otherwise.
  [[nodiscard]] double quadratic_form(double scale, double added);
  /// Bounds xᵀM⁻¹x from above for every θ of the cell, from a computed wᵀM⁻¹w. `eigenvalue` is the
  /// least of M, `added` the size of what was added to multiples of T.
  [[nodiscard]] double form_above(double computed, double eigenvalue, double added) const;

  /// x must not be 0.
  [[nodiscard]] Ends ends(double ridge);
  /// Minimises s(α), or s/(1 + (1−α)·rank_one·s) where rank_one > 0, for α between the ends.
  /// `start`: a point for the same ridge.
  [[nodiscard]] Point minimise(const Ends& ends, double rank_one, const Point& start);

  /// Returns the least of `value(α, s or more)` at a point and a little before it: next to the
  /// barrier, where M is hardly positive definite, its inverse is known to fewer digits than a
  /// smaller α costs.
  template <class Value>
  [[nodiscard]] double least_above(const Point& point, double ridge, Value value) {
    const double above = s_above(point, ridge);
    double least = value(point.alpha, above);
    if (point.alpha > 0 && !(above <= point.s * stretch_ * (1 + 1e-10))) {
      for (const double before : {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3}) {
        const Point other = at(point.alpha * (1 - before), ridge);
        least = std::min(least, value(other.alpha, s_above(other, ridge)));
      }
    }
    return least;
  }

 private:
  [[nodiscard]] Point at(double alpha, double ridge);
  /// Bounds s(α) from above, for every θ of the cell.
  [[nodiscard]] double s_above(const Point& point, double ridge) const;

  const TridiagonalMatrix* hessian_;
  double shift_ = 0;
  double stretch_ = 1;
  double norm_ = 0;
  // scratch, length d
  Eigen::VectorXd w_;
  Eigen::VectorXd inverse_pivots_;  ///< D⁻¹ of the last LDLᵀ
  Eigen::VectorXd multipliers_;     ///< its L
  Eigen::VectorXd solution_;        ///< L⁻¹w
  Eigen::VectorXd product_;
};

}  // namespace expost

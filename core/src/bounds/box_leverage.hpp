// The leverage of every record of a box at once (mathematics.md, 10.4).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "expost/bounds/record_region.hpp"
#include "expost/numerics/interval.hpp"
#include "expost/numerics/tridiagonal.hpp"

namespace expost {

/// wᵀM⁻¹w of records before they are shortened, for matrices M that are fixed once a region.
class BoxLeverage {
 public:
  /// Keeps references. O(kd²) for k coordinates that aren't known.
  BoxLeverage(const TridiagonalMatrix& hessian, const RecordRegion& region);

  /// How many matrices a region can have: fewer the more is unknown, and none where even one takes
  /// too long.
  [[nodiscard]] int most_matrices() const;

  /// Products by (αT + added·I)⁻¹.
  struct Form {
    double alpha = 0;
    double added = 0;         ///< the size of what was added to αT
    double eigenvalue = 0;    ///< the least of the matrix, at least
    Eigen::MatrixXd gram;     ///< of the known part and of each unknown coordinate
    Eigen::VectorXd lengths;  ///< of these
    Eigen::VectorXd errors;   ///< of these, at most
  };
  /// Returns products by a matrix whose least eigenvalue is at least `eigenvalue`; `size` of what
  /// was added. An empty matrix where it isn't positive definite in doubles.
  [[nodiscard]] Form form(double alpha, double added, double size, double eigenvalue) const;

  /// Takes a box, for the next two.
  void set(const RecordBox& box);
  /// Returns where √(wᵀM⁻¹w) is.
  [[nodiscard]] Interval roots(const Form& form);
  /// Returns how much of the square of the last one's upper end is each field's.
  [[nodiscard]] const std::vector<double>& parts() const { return parts_; }

  /// Returns the middle of the box, before it is shortened.
  [[nodiscard]] Eigen::VectorXd middle() const;

 private:
  const TridiagonalMatrix* hessian_;
  const RecordRegion* region_;
  std::vector<Eigen::Index> first_;  ///< column of each field's first coordinate
  Eigen::Index columns_ = 1;
  Eigen::MatrixXd rotated_;
  Eigen::VectorXd column_lengths_;
  // The box under way:
  const RecordBox* box_ = nullptr;
  Eigen::VectorXd centre_;  ///< of the columns
  Eigen::VectorXd most_;    ///< |…| of the columns, at most
  std::vector<double> parts_;
};

}  // namespace expost

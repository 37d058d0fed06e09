// All models without one row, seen from the model with all of them (mathematics.md, section 13).
#pragma once

#include <Eigen/Core>

#include "expost/training/objective.hpp"

namespace expost {

/// The base solution and its neighbours, as far as profiles need them.
struct NeighbourPoints {
  Eigen::VectorXd base;  ///< A(x), length d
  Rows displacements;    ///< row i: A(y_i) − A(x), n × d
};

/// How neighbours are found.
enum class NeighbourMethod {
  exact,       ///< trained without the row (leave_one_out.hpp)
  worst_case,  ///< [C]'s worst-case point, O(d) a row
};

/// All n neighbours; `lambda` of the objective is nΛ. n ≥ 2. Exact ones are within
/// accuracy·‖A(y_i) − A(x)‖ of the true ones, as far as rounding allows.
[[nodiscard]] NeighbourPoints neighbour_points(const Objective& objective, const CodedData& data, const Eigen::VectorXd& theta,
                                               NeighbourMethod method, double accuracy = 1e-10);

}  // namespace expost

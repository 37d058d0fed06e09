#include "expost/neighbours/neighbour_points.hpp"

#include <algorithm>

#include "expost/neighbours/leave_one_out.hpp"
#include "expost/neighbours/neighbouring_solution.hpp"
#include "expost/neighbours/newton_from_base.hpp"

namespace expost {

NeighbourPoints neighbour_points(const Objective& objective, const CodedData& data, const Eigen::VectorXd& theta,
                                 NeighbourMethod method, double accuracy) {
  if (data.x.rows() < 2) {
    refuse_single_row();
  }
  const NeighbouringSolutions neighbours(objective, data, theta, RidgeConvention::mean);
  const Eigen::Index n = data.x.rows();
  NeighbourPoints points{theta, Rows(n, theta.size())};
  if (method == NeighbourMethod::worst_case) {
    for (Eigen::Index i = 0; i < n; ++i) {
      points.displacements.row(i) = neighbours.worst_case_displacement(i).transpose();
    }
    return points;
  }
  constexpr Eigen::Index block = 64;
  LinearLeaveOneOut leave_one_out(neighbours, accuracy);
  leave_one_out.expand(n);
  for (Eigen::Index start = 0; start < n; start += block) {
    const Eigen::Index count = std::min(block, n - start);
    points.displacements.middleRows(start, count) = leave_one_out.without(start, count).displacements;
  }
  return points;
}

}  // namespace expost

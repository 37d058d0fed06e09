#include <algorithm>

#include "expost/neighbours/leave_one_out.hpp"
#include "neighbours/higher_derivatives.hpp"

namespace expost {

LeaveOneOut::Start LinearLeaveOneOut::start_of(const NeighbouringSolutions& neighbours) {
  return {1,
          neighbours.hessian_,
          neighbours.gradient_,
          neighbours.theta_,
          neighbours.objective_.lambda,
          neighbours.neighbour_lambda(NeighbouringSolutions::Change::without),
          neighbours.objective_.loss.quadratic()};
}

LinearLeaveOneOut::LinearLeaveOneOut(const NeighbouringSolutions& neighbours, double accuracy)
    : LeaveOneOut(neighbours.data_, start_of(neighbours), accuracy), neighbours_(neighbours) {}

Eigen::VectorXd LinearLeaveOneOut::worst_case_displacement(Eigen::Index row) const {
  return neighbours_.worst_case_displacement(row);
}

double LinearLeaveOneOut::margin(Eigen::Index row) const {
  return data().x.row(row).dot(neighbours_.theta_);
}

Eigen::VectorXd LinearLeaveOneOut::slope(Eigen::Index row, const Eigen::VectorXd& moved) const {
  return Eigen::VectorXd::Constant(1, neighbours_.objective_.loss.first_derivative(margin(row) + moved(0), data().y(row)));
}

Eigen::MatrixXd LinearLeaveOneOut::bend(Eigen::Index row, const Eigen::VectorXd& moved) const {
  return Eigen::MatrixXd::Constant(1, 1, neighbours_.objective_.loss.second_derivative(margin(row) + moved(0), data().y(row)));
}

double LinearLeaveOneOut::derivative_ratio(int derivative) const {
  return neighbours_.objective_.loss.derivative_ratio(derivative);
}

void LinearLeaveOneOut::add_derivatives(Eigen::Index first, Eigen::Index count, HigherDerivatives& sums) const {
  const Loss& loss = neighbours_.objective_.loss;
  Eigen::MatrixXd products(sums.pairs(), count);
  Eigen::MatrixXd weighted(data().x.cols(), count);
  Eigen::MatrixXd weighted_products(sums.order() >= 4 ? sums.pairs() : 0, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto x = data().x.row(first + i).transpose();
    const double t = margin(first + i);
    const double y = data().y(first + i);
    put_products(x, products.col(i));
    weighted.col(i) = loss.third_derivative(t, y) * x;
    if (sums.order() >= 4) {
      weighted_products.col(i) = loss.fourth_derivative(t, y) * products.col(i);
    }
  }
  sums.add_third(weighted, products);
  if (sums.order() >= 4) {
    sums.add_fourth(weighted_products, products);
  }
}

void LinearLeaveOneOut::change_slopes(Eigen::Index first, Eigen::Index count, std::vector<Eigen::MatrixXd>& moved) const {
  const Loss& loss = neighbours_.objective_.loss;
  Eigen::MatrixXd& moves = moved.front();
  for (Eigen::Index j = 0; j < count; ++j) {
    const double y = data().y(first + j);
    const double t = margin(first + j);
    const double derivative = loss.first_derivative(t, y);
    for (Eigen::Index k = 0; k < moves.cols(); ++k) {
      moves(j, k) = loss.first_derivative(t + moves(j, k), y) - derivative;
    }
  }
}

LeaveOneOut::Alone LinearLeaveOneOut::alone(Eigen::Index row) const {
  const NeighbouringSolution solution = neighbours_.without(row);
  return {solution.displacement, solution.residual, std::max(2, 2 * solution.steps)};
}

}  // namespace expost

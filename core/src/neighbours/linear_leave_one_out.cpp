#include <algorithm>
#include <memory>
#include <vector>

#include "neighbours/leave_one_out_solver.hpp"

namespace expost {
namespace {

/// The one margin xᵀθ of a generalised linear loss.
class LinearMargin final : public MarginLoss {
 public:
  explicit LinearMargin(const NeighbouringSolutions& neighbours)
      : neighbours_(neighbours), loss_(neighbours.objective().loss), data_(neighbours.data()) {}

  Eigen::Index margins() const override { return 1; }
  Eigen::Index parameters() const override { return data_.x.cols(); }

  void gradient_at(Eigen::Index row, const Eigen::VectorXd& change, Eigen::VectorXd& gradient) const override {
    gradient.setConstant(1, loss_.first_derivative(margin(row) + change(0), data_.y(row)));
  }

  void hessian_at(Eigen::Index row, const Eigen::VectorXd& change, Eigen::MatrixXd& hessian) const override {
    hessian.setConstant(1, 1, loss_.second_derivative(margin(row) + change(0), data_.y(row)));
  }

  double derivative_of(const Eigen::VectorXd& gradient) const override { return gradient(0); }
  double derivative_ratio(int derivative) const override { return loss_.derivative_ratio(derivative); }

  void add_derivatives(Eigen::Index first, Eigen::Index count, HigherDerivatives& sums) const override {
    Eigen::MatrixXd products(sums.pairs(), count);
    Eigen::MatrixXd weighted(data_.x.cols(), count);
    Eigen::MatrixXd weighted_products(sums.order() >= 4 ? sums.pairs() : 0, count);
    for (Eigen::Index i = 0; i < count; ++i) {
      const auto x = data_.x.row(first + i).transpose();
      const double t = margin(first + i);
      const double y = data_.y(first + i);
      put_products(x, products.col(i));
      weighted.col(i) = loss_.third_derivative(t, y) * x;
      if (sums.order() >= 4) {
        weighted_products.col(i) = loss_.fourth_derivative(t, y) * products.col(i);
      }
    }
    sums.add_third(weighted, products);
    if (sums.order() >= 4) {
      sums.add_fourth(weighted_products, products);
    }
  }

  void change_gradients(Eigen::Index first, Eigen::Index count, std::vector<Eigen::MatrixXd>& changes) const override {
    Eigen::MatrixXd& moves = changes.front();
    for (Eigen::Index j = 0; j < count; ++j) {
      const double y = data_.y(first + j);
      const double t = margin(first + j);
      const double derivative = loss_.first_derivative(t, y);
      for (Eigen::Index k = 0; k < moves.cols(); ++k) {
        moves(j, k) = loss_.first_derivative(t + moves(j, k), y) - derivative;
      }
    }
  }

  Refit refit(Eigen::Index row) const override {
    const NeighbouringSolution solution = neighbours_.without(row);
    return {solution.displacement, solution.residual, std::max(2, 2 * solution.steps)};
  }

  Eigen::VectorXd worst_case_displacement(Eigen::Index row) const override { return neighbours_.worst_case_displacement(row); }

 private:
  [[nodiscard]] double margin(Eigen::Index row) const { return data_.x.row(row).dot(neighbours_.theta()); }

  const NeighbouringSolutions& neighbours_;
  const Loss& loss_;
  const CodedData& data_;
};

BaseSolution base_of(const NeighbouringSolutions& neighbours) {
  return {neighbours.hessian(),          neighbours.gradient(),       neighbours.theta(),
          neighbours.objective().lambda, neighbours.lambda_without(), neighbours.objective().loss.quadratic()};
}

}  // namespace

LinearLeaveOneOut::LinearLeaveOneOut(const NeighbouringSolutions& neighbours, double accuracy)
    : LeaveOneOut(std::make_unique<LeaveOneOutSolver>(neighbours.data(), base_of(neighbours),
                                                      std::make_unique<LinearMargin>(neighbours), accuracy)) {}

}  // namespace expost

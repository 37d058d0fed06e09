#include "expost/neighbours/leave_one_out.hpp"

#include <utility>

#include "neighbours/leave_one_out_solver.hpp"

namespace expost {

LeaveOneOut::LeaveOneOut(std::unique_ptr<LeaveOneOutSolver> solver) : solver_(std::move(solver)) {}

LeaveOneOut::~LeaveOneOut() = default;

bool LeaveOneOut::expand(Eigen::Index rows) {
  return solver_->expand(rows);
}

bool LeaveOneOut::expanded() const {
  return solver_->expanded();
}

LeaveOneOutBlock LeaveOneOut::without(Eigen::Index first, Eigen::Index count) {
  return solver_->without(first, count);
}

Eigen::VectorXd LeaveOneOut::worst_case_displacement(Eigen::Index row) const {
  return solver_->loss().worst_case_displacement(row);
}

RowInfluence LeaveOneOut::influence(Eigen::Index row, const Eigen::Ref<const Eigen::VectorXd>& displacement) const {
  return solver_->influence(row, displacement);
}

double LeaveOneOut::derivative_ratio(int derivative) const {
  return solver_->loss().derivative_ratio(derivative);
}

Eigen::Index LeaveOneOut::rows() const {
  return solver_->rows();
}

Eigen::Index LeaveOneOut::passes() const {
  return solver_->passes();
}

int LeaveOneOut::order() const {
  return solver_->order();
}

double LeaveOneOut::expansion_cost() const {
  return solver_->expansion_cost();
}

double LeaveOneOut::row_cost() const {
  return solver_->row_cost();
}

double LeaveOneOut::pass_cost() const {
  return solver_->pass_cost();
}

}  // namespace expost

#include "neighbours/leave_one_out_solver.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "expost/neighbours/newton_from_base.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/positive_definite.hpp"

namespace expost {
namespace {

// Beyond these the expansion costs more than the passes that it saves.
constexpr Eigen::Index most_coordinates_fourth = 24;
constexpr Eigen::Index most_coordinates_third = 200;
constexpr int most_steps = 12;
constexpr int most_passes = 4;

int expansion_order(const BaseSolution& base) {
  const Eigen::Index d = base.hessian.rows();
  return base.quadratic ? 2 : d <= most_coordinates_fourth ? 4 : d <= most_coordinates_third ? 3 : 2;
}

}  // namespace

LeaveOneOutSolver::LeaveOneOutSolver(const CodedData& data, const BaseSolution& base, std::unique_ptr<const MarginLoss> loss,
                                     double accuracy)
    : data_(data),
      loss_(std::move(loss)),
      margins_(loss_->margins()),
      curvature_(base.hessian),
      base_factor_(factorised(base.hessian)),
      start_(base.gradient + (base.neighbour_lambda - base.lambda) * base.theta),
      ridge_(base.neighbour_lambda),
      accuracy_(accuracy),
      order_(expansion_order(base)),
      higher_(base.hessian.rows(), order_) {
  if (!(accuracy > 0 && accuracy <= 0.5)) {
    throw_error(ErrorType::argument, "out-of-range", "", "the accuracy must lie between 0 and 1/2");
  }
  if (!(ridge_ > 0)) {
    refuse_single_row();
  }
  largest_coordinates_ = Eigen::VectorXd::Zero(data.x.cols());
  for (Eigen::Index i = 0; i < data.x.rows(); ++i) {
    const auto x = data.x.row(i).transpose();
    largest_ = std::max(largest_, x.norm());
    largest_coordinates_ = largest_coordinates_.cwiseMax(x.cwiseAbs());
  }
  curvature_.diagonal().array() += ridge_ - base.lambda;
  factor_ = factorised(curvature_);
  least_curvature_ =
      std::max(ridge_, Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(curvature_, Eigen::EigenvaluesOnly).eigenvalues()(0));
  if (order_ == 2) {
    expanded_rows_ = data.x.rows();
  }
  scratch_.change.resize(margins_);
}

bool LeaveOneOutSolver::expand(Eigen::Index rows) {
  const Eigen::Index last = expanded() ? expanded_rows_ : std::min(data_.x.rows(), expanded_rows_ + rows);
  while (expanded_rows_ < last) {
    const Eigen::Index count = std::min(product_depth, last - expanded_rows_);
    loss_->add_derivatives(expanded_rows_, count, higher_);
    expanded_rows_ += count;
    if (expanded()) {
      higher_.complete();
    }
  }
  return expanded();
}

double LeaveOneOutSolver::expansion_cost() const {
  const auto d = static_cast<double>(curvature_.rows());
  const double pairs = d * (d + 1) / 2;
  return (order_ < 3 ? 1 : d * pairs + (order_ >= 4 ? pairs * pairs / 2 : 0)) * static_cast<double>(margins_ + 1) / 2;
}

double LeaveOneOutSolver::row_cost() const {
  const auto d = static_cast<double>(curvature_.rows());
  const double pairs = d * (d + 1) / 2;
  return 3 * ((order_ < 3 ? 0 : d * pairs) + (order_ >= 4 ? pairs * pairs : 0) + 4 * d * d);
}

double LeaveOneOutSolver::pass_cost() const {
  return static_cast<double>(rows()) * (2 * static_cast<double>(curvature_.rows()) + 20 * static_cast<double>(margins_));
}

void LeaveOneOutSolver::change_margins(const Eigen::VectorXd& x, const Eigen::Ref<const Eigen::VectorXd>& displacement,
                                       Eigen::VectorXd& change) const {
  for (Eigen::Index a = 0; a < margins_; ++a) {
    change(a) = x.dot(displacement.segment(a * x.size(), x.size()));
  }
}

Eigen::VectorXd LeaveOneOutSolver::lifted(const Eigen::VectorXd& x, const Eigen::VectorXd& margin_gradient) const {
  Eigen::VectorXd result(margins_ * x.size());
  for (Eigen::Index a = 0; a < margins_; ++a) {
    result.segment(a * x.size(), x.size()) = margin_gradient(a) * x;
  }
  return result;
}

void LeaveOneOutSolver::subtract_lifted(const Eigen::VectorXd& x, const Eigen::VectorXd& margin_gradient,
                                        Eigen::VectorXd& from) const {
  for (Eigen::Index a = 0; a < margins_; ++a) {
    from.segment(a * x.size(), x.size()) -= margin_gradient(a) * x;
  }
}

LeaveOneOutSolver::Row LeaveOneOutSolver::row_at(Eigen::Index index) const {
  Row row;
  row.index = index;
  row.x = data_.x.row(index).transpose();
  const Eigen::VectorXd unmoved = Eigen::VectorXd::Zero(margins_);
  loss_->gradient_at(index, unmoved, row.gradient);
  loss_->hessian_at(index, unmoved, row.hessian);
  row.v.resize(curvature_.rows(), margins_);
  row.leverage.resize(margins_, margins_);
  Eigen::VectorXd change(margins_);
  for (Eigen::Index a = 0; a < margins_; ++a) {
    row.v.col(a) = factor_.solve(lifted(row.x, Eigen::VectorXd::Unit(margins_, a)));
    change_margins(row.x, row.v.col(a), change);
    row.leverage.col(a) = change;
  }
  // At least the largest eigenvalue of the product; with one margin that itself.
  row.kept = 1 - row.hessian.cwiseProduct(row.leverage.transpose()).sum();
  return row;
}

RowInfluence LeaveOneOutSolver::influence(Eigen::Index row, const Eigen::Ref<const Eigen::VectorXd>& displacement) const {
  const Eigen::VectorXd x = data_.x.row(row).transpose();
  Eigen::VectorXd change = Eigen::VectorXd::Zero(margins_);
  Eigen::VectorXd here;
  loss_->gradient_at(row, change, here);
  const double length = here.norm();
  // With one margin there is but one direction; with more a row without a gradient has none.
  const Eigen::VectorXd direction = margins_ == 1 ? Eigen::VectorXd::Ones(1)
                                    : length > 0  ? Eigen::VectorXd(here / length)
                                                  : Eigen::VectorXd::Zero(margins_);
  change_margins(x, loss_->to_margins(displacement), change);
  Eigen::VectorXd there;
  loss_->gradient_at(row, change, there);
  return {base_factor_.matrixL().solve(lifted(x, direction)).squaredNorm(), loss_->derivative_of(here),
          loss_->derivative_of(there)};
}

double LeaveOneOutSolver::inverse_norm(const Eigen::VectorXd& vector) {
  scratch_.scaled = vector;
  factor_.matrixL().solveInPlace(scratch_.scaled);
  return scratch_.scaled.norm();
}

double LeaveOneOutSolver::curvature_norm(const Eigen::VectorXd& vector) {
  scratch_.scaled.noalias() = factor_.matrixU() * vector;
  return scratch_.scaled.norm();
}

double LeaveOneOutSolver::distance(const Row& row, double displacement, double gradient) const {
  // With F the neighbour's gradient and Δ* its root, as long as ‖Δ − Δ*‖ ≤ ‖Δ‖: between the two
  // the neighbour's Hessian is at least e^{−2M‖Δ‖}(1 − a)H₁, so that ‖Δ − Δ*‖_{H₁} ≤ e^{2M‖Δ‖}/(1
  // − a)·‖F(Δ)‖_{H₁⁻¹}. Where this is below ‖Δ‖ the condition holds, because F is monotone: on the
  // way from Δ to a root farther off than that it would have to grow to more than ‖F(Δ)‖ is.
  if (gradient == 0) {
    return 0;
  }
  const double growth = elementary::exp(2 * loss_->derivative_ratio(3) * largest_ * displacement);
  const double bound =
      row.kept > 0 ? growth * gradient / (row.kept * std::sqrt(least_curvature_)) : std::numeric_limits<double>::infinity();
  return bound <= displacement ? bound : std::numeric_limits<double>::infinity();
}

double LeaveOneOutSolver::largest_change(const Eigen::VectorXd& displacement) const {
  // The second where a rare level moves alone: rows of other levels don't feel it, and its own
  // only by their share of length 1.
  const Eigen::Index m = largest_coordinates_.size();
  double by_coordinates = 0;
  for (Eigen::Index j = 0; j < m; ++j) {
    double squares = 0;
    for (Eigen::Index a = 0; a < margins_; ++a) {
      squares += displacement(a * m + j) * displacement(a * m + j);
    }
    by_coordinates += largest_coordinates_(j) * std::sqrt(squares);
  }
  return std::min(largest_ * displacement.norm(), by_coordinates);
}

double LeaveOneOutSolver::remainder(const Eigen::VectorXd& displacement) {
  const double reach = largest_change(displacement);
  const double growth = elementary::exp(loss_->derivative_ratio(3) * reach);
  const double factor = order_ == 2   ? loss_->derivative_ratio(3) * reach / 2
                        : order_ == 3 ? loss_->derivative_ratio(4) * reach * reach / 6
                                      : loss_->derivative_ratio(5) * reach * reach * reach / 24;
  return factor == 0 ? 0 : factor * growth * curvature_norm(displacement);
}

void LeaveOneOutSolver::newton_step(const Row& row, const Eigen::VectorXd& displacement) {
  // (H₁ − (I ⊗ x)C(I ⊗ xᵀ))⁻¹ g by Sherman, Morrison and Woodbury; C where the row is now, as far
  // as that leaves anything.
  Eigen::VectorXd& step = scratch_.step;
  Eigen::MatrixXd& now = scratch_.row_hessian;
  step = factor_.solve(scratch_.gradient);
  change_margins(row.x, displacement, scratch_.change);
  loss_->hessian_at(row.index, scratch_.change, now);
  if (!(now.cwiseProduct(row.leverage.transpose()).sum() < 1)) {
    now = row.hessian;
  }
  if (margins_ == 1) {
    const double pulled = now(0) * row.v.col(0).dot(scratch_.gradient);
    step = -(step + (pulled / (1 - now(0) * row.leverage(0))) * row.v.col(0));
    return;
  }
  const Eigen::VectorXd pulled = now * (row.v.transpose() * scratch_.gradient);
  const Eigen::MatrixXd pivot = Eigen::MatrixXd::Identity(margins_, margins_) - now * row.leverage;
  step = -(step + row.v * pivot.partialPivLu().solve(pulled));
}

LeaveOneOutBlock LeaveOneOutSolver::without(Eigen::Index first, Eigen::Index count) {
  if (!expanded()) {
    throw_error(ErrorType::argument, "not-ready", "", "the expansion must have all rows");
  }
  if (first < 0 || count < 0 || first + count > rows()) {
    throw_error(ErrorType::argument, "out-of-range", "", "there is no such row");
  }
  const Eigen::Index d = curvature_.rows();
  std::vector<Row> of_rows;
  of_rows.reserve(static_cast<std::size_t>(count));
  const Eigen::VectorXd unmoved = Eigen::VectorXd::Zero(d);
  Eigen::MatrixXd current(d, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    of_rows.push_back(row_at(first + i));
    const Row& row = of_rows.back();
    scratch_.gradient = start_;
    subtract_lifted(row.x, row.gradient, scratch_.gradient);
    newton_step(row, unmoved);
    current.col(i) = scratch_.step;
  }
  const double infinity = std::numeric_limits<double>::infinity();
  Found found{Eigen::MatrixXd::Zero(d, count), Eigen::VectorXd(count)};
  Eigen::VectorXd left = Eigen::VectorXd::Constant(count, infinity);  // of the gradient, in the norm of H₁⁻¹
  std::vector<bool> over(static_cast<std::size_t>(count), false);
  for (int step = 0; step < most_steps && std::find(over.begin(), over.end(), false) != over.end(); ++step) {
    const Eigen::MatrixXd higher = higher_.terms(current);
    for (Eigen::Index i = 0; i < count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (over[k]) {
        continue;
      }
      const Row& row = of_rows[k];
      Eigen::VectorXd& displacement = scratch_.displacement;
      Eigen::VectorXd& gradient = scratch_.gradient;
      displacement = current.col(i);
      change_margins(row.x, displacement, scratch_.change);
      loss_->gradient_at(row.index, scratch_.change, scratch_.row_gradient);
      gradient.noalias() = curvature_ * displacement;
      gradient = start_ + gradient + higher.col(i);
      subtract_lifted(row.x, scratch_.row_gradient, gradient);
      const double norm = inverse_norm(gradient);
      over[k] = !converges_fast(left(i), norm) || norm <= 0.01 * remainder(displacement);
      if (norm < left(i)) {
        found.displacements.col(i) = displacement;
        left(i) = norm;
      }
      if (!over[k]) {
        newton_step(row, displacement);
        current.col(i) += scratch_.step;
      }
    }
  }
  std::vector<Eigen::Index> uncertified;
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::VectorXd displacement = found.displacements.col(i);
    found.errors(i) = distance(of_rows[static_cast<std::size_t>(i)], displacement.norm(), left(i) + remainder(displacement));
    if (!(found.errors(i) <= accuracy_ * displacement.norm())) {
      uncertified.push_back(i);
    }
  }
  if (loss_->derivative_ratio(3) > 0) {
    for (int step = 0; step < most_passes && !uncertified.empty(); ++step) {
      pass(of_rows, uncertified, found);
    }
  }
  for (const Eigen::Index i : uncertified) {
    refit(of_rows[static_cast<std::size_t>(i)], i, found);
  }
  LeaveOneOutBlock block{Rows(count, loss_->parameters()), found.errors};
  for (Eigen::Index i = 0; i < count; ++i) {
    loss_->to_parameters(found.displacements.col(i), block.displacements.row(i).transpose());
  }
  return block;
}

void LeaveOneOutSolver::pass(const std::vector<Row>& rows, std::vector<Eigen::Index>& uncertified, Found& found) {
  const auto count = static_cast<Eigen::Index>(uncertified.size());
  const Eigen::Index m = data_.x.cols();
  Eigen::MatrixXd displacements(curvature_.rows(), count);
  for (Eigen::Index k = 0; k < count; ++k) {
    displacements.col(k) = found.displacements.col(uncertified[static_cast<std::size_t>(k)]);
  }
  // Σ (gradient at θ̂ + Δ less that at θ̂) x over all rows.
  Eigen::MatrixXd change = Eigen::MatrixXd::Zero(curvature_.rows(), count);
  std::vector<Eigen::MatrixXd> changes(static_cast<std::size_t>(margins_), Eigen::MatrixXd(product_depth, count));
  for (Eigen::Index start = 0; start < data_.x.rows(); start += product_depth) {
    const Eigen::Index height = std::min(product_depth, data_.x.rows() - start);
    const auto x = data_.x.middleRows(start, height);
    for (Eigen::Index a = 0; a < margins_; ++a) {
      changes[static_cast<std::size_t>(a)].topRows(height).noalias() = x * displacements.middleRows(a * m, m);
    }
    loss_->change_gradients(start, height, changes);
    for (Eigen::Index a = 0; a < margins_; ++a) {
      change.middleRows(a * m, m).noalias() += x.transpose() * changes[static_cast<std::size_t>(a)].topRows(height);
    }
  }
  passes_ += count;
  std::vector<Eigen::Index> still;
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index i = uncertified[static_cast<std::size_t>(k)];
    const Row& row = rows[static_cast<std::size_t>(i)];
    const auto displacement = displacements.col(k);
    Eigen::VectorXd& gradient = scratch_.gradient;
    Eigen::VectorXd& next = scratch_.next;
    change_margins(row.x, displacement, scratch_.change);
    loss_->gradient_at(row.index, scratch_.change, scratch_.row_gradient);
    gradient = start_ + ridge_ * displacement + change.col(k);
    subtract_lifted(row.x, scratch_.row_gradient, gradient);
    scratch_.displacement = displacement;
    newton_step(row, scratch_.displacement);
    const Eigen::VectorXd& step = scratch_.step;
    next = displacement + step;
    // The gradient that the step leaves: H₁ stands for a Hessian that differs from it by at
    // most e^{M·reach} − 1 of it; the row itself is looked at exactly.
    const double reach = largest_change(scratch_.displacement) + largest_change(step);
    gradient += curvature_ * step;
    change_margins(row.x, next, scratch_.change);
    loss_->gradient_at(row.index, scratch_.change, scratch_.next_gradient);
    scratch_.next_gradient -= scratch_.row_gradient;
    subtract_lifted(row.x, scratch_.next_gradient, gradient);
    const double left = inverse_norm(gradient) + elementary::expm1(loss_->derivative_ratio(3) * reach) * curvature_norm(step);
    const double reached = distance(row, next.norm(), left);
    // Without a certificate Newton's step is still the best guess there is, where the steps don't
    // grow.
    if (reached < found.errors(i) ||
        (found.errors(i) == std::numeric_limits<double>::infinity() && step.norm() < next.norm())) {
      found.displacements.col(i) = next;
      found.errors(i) = reached;
    }
    if (!(found.errors(i) <= accuracy_ * found.displacements.col(i).norm())) {
      still.push_back(i);
    }
  }
  uncertified = still;
}

void LeaveOneOutSolver::refit(const Row& row, Eigen::Index i, Found& found) {
  const Refit solution = loss_->refit(row.index);
  passes_ += solution.passes;
  // This follows from strong convexity; or as above, from the norm of H₁⁻¹.
  const double reached = std::min(solution.residual / ridge_,
                                  distance(row, solution.displacement.norm(), solution.residual / std::sqrt(least_curvature_)));
  if (reached < found.errors(i)) {
    found.displacements.col(i) = solution.displacement;
    found.errors(i) = reached;
  }
}

}  // namespace expost

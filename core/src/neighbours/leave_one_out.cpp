#include "expost/neighbours/leave_one_out.hpp"

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
#include "neighbours/higher_derivatives.hpp"

namespace expost {
namespace {

// Beyond these the expansion costs more than the passes that it saves.
constexpr Eigen::Index most_coordinates_fourth = 24;
constexpr Eigen::Index most_coordinates_third = 200;
constexpr int most_steps = 12;
constexpr int most_passes = 4;

/// ‖vector‖ in the norm of (LLᵀ)⁻¹.
double inverse_norm(const Eigen::LLT<Eigen::MatrixXd>& factor, const Eigen::VectorXd& vector) {
  return factor.matrixL().solve(vector).norm();
}

}  // namespace

struct LeaveOneOut::Row {
  Eigen::Index index;
  Eigen::VectorXd x;
  Eigen::VectorXd slope;     ///< ∇ℓ in the margins at θ̂, q
  Eigen::MatrixXd bend;      ///< C = ∇²ℓ there, q × q
  Eigen::MatrixXd v;         ///< H₁⁻¹(I ⊗ x), D × q
  Eigen::MatrixXd leverage;  ///< (I ⊗ xᵀ)H₁⁻¹(I ⊗ x), q × q
  double kept;               ///< 1 − tr(C·leverage): H₁ without this row is at least so much of H₁
};

struct LeaveOneOut::Found {
  Eigen::MatrixXd displacements;  ///< a column each
  Eigen::VectorXd errors;
};

LeaveOneOut::LeaveOneOut(const CodedData& data, const Start& start, double accuracy)
    : data_(data),
      margins_(start.margins),
      curvature_(start.hessian),
      base_factor_(factorised(start.hessian)),
      pull_(start.gradient + (start.neighbour_lambda - start.lambda) * start.theta),
      ridge_(start.neighbour_lambda),
      accuracy_(accuracy) {
  if (!(accuracy > 0 && accuracy <= 0.5)) {
    throw Error(Fault::argument, "out-of-range", "", "the accuracy must lie between 0 and 1/2");
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
  curvature_.diagonal().array() += ridge_ - start.lambda;
  factor_ = factorised(curvature_);
  least_curvature_ =
      std::max(ridge_, Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(curvature_, Eigen::EigenvaluesOnly).eigenvalues()(0));
  const Eigen::Index d = curvature_.rows();
  order_ = start.quadratic ? 2 : d <= most_coordinates_fourth ? 4 : d <= most_coordinates_third ? 3 : 2;
  higher_ = std::make_unique<HigherDerivatives>(d, order_);
  if (order_ == 2) {
    expanded_rows_ = data.x.rows();
  }
}

LeaveOneOut::~LeaveOneOut() = default;

bool LeaveOneOut::expand(Eigen::Index rows) {
  const Eigen::Index last = expanded() ? expanded_rows_ : std::min(data_.x.rows(), expanded_rows_ + rows);
  while (expanded_rows_ < last) {
    const Eigen::Index count = std::min(product_depth, last - expanded_rows_);
    add_derivatives(expanded_rows_, count, *higher_);
    expanded_rows_ += count;
    if (expanded()) {
      higher_->complete();
    }
  }
  return expanded();
}

double LeaveOneOut::expansion_cost() const {
  const auto d = static_cast<double>(curvature_.rows());
  const double pairs = d * (d + 1) / 2;
  return (order_ < 3 ? 1 : d * pairs + (order_ >= 4 ? pairs * pairs / 2 : 0)) * static_cast<double>(margins_ + 1) / 2;
}

double LeaveOneOut::row_cost() const {
  const auto d = static_cast<double>(curvature_.rows());
  const double pairs = d * (d + 1) / 2;
  return 3 * ((order_ < 3 ? 0 : d * pairs) + (order_ >= 4 ? pairs * pairs : 0) + 4 * d * d);
}

double LeaveOneOut::pass_cost() const {
  return static_cast<double>(rows()) * (2 * static_cast<double>(curvature_.rows()) + 20 * static_cast<double>(margins_));
}

Eigen::VectorXd LeaveOneOut::move(const Eigen::VectorXd& x, const Eigen::VectorXd& displacement) const {
  Eigen::VectorXd result(margins_);
  for (Eigen::Index a = 0; a < margins_; ++a) {
    result(a) = x.dot(displacement.segment(a * x.size(), x.size()));
  }
  return result;
}

Eigen::VectorXd LeaveOneOut::along(const Eigen::VectorXd& x, const Eigen::VectorXd& slope) const {
  Eigen::VectorXd result(margins_ * x.size());
  for (Eigen::Index a = 0; a < margins_; ++a) {
    result.segment(a * x.size(), x.size()) = slope(a) * x;
  }
  return result;
}

LeaveOneOut::Row LeaveOneOut::row_at(Eigen::Index index) const {
  Row row;
  row.index = index;
  row.x = data_.x.row(index).transpose();
  const Eigen::VectorXd unmoved = Eigen::VectorXd::Zero(margins_);
  row.slope = slope(index, unmoved);
  row.bend = bend(index, unmoved);
  row.v.resize(curvature_.rows(), margins_);
  row.leverage.resize(margins_, margins_);
  for (Eigen::Index a = 0; a < margins_; ++a) {
    row.v.col(a) = factor_.solve(along(row.x, Eigen::VectorXd::Unit(margins_, a)));
    row.leverage.col(a) = move(row.x, row.v.col(a));
  }
  // At least the largest eigenvalue of the product; with one margin that itself.
  row.kept = 1 - row.bend.cwiseProduct(row.leverage.transpose()).sum();
  return row;
}

RowInfluence LeaveOneOut::influence(Eigen::Index row, const Eigen::Ref<const Eigen::VectorXd>& displacement) const {
  const Eigen::VectorXd x = data_.x.row(row).transpose();
  const Eigen::VectorXd here = slope(row, Eigen::VectorXd::Zero(margins_));
  const double length = here.norm();
  // With one margin there is but one direction; with more a row without a slope has none.
  const Eigen::VectorXd direction = margins_ == 1 ? Eigen::VectorXd::Ones(1)
                                    : length > 0  ? Eigen::VectorXd(here / length)
                                                  : Eigen::VectorXd::Zero(margins_);
  return {base_factor_.matrixL().solve(along(x, direction)).squaredNorm(), derivative_of(here),
          derivative_of(slope(row, move(x, in_margins(displacement))))};
}

double LeaveOneOut::distance(const Row& row, double displacement, double gradient) const {
  // With F the neighbour's gradient and Δ* its root, as long as ‖Δ − Δ*‖ ≤ ‖Δ‖: between the two
  // the neighbour's Hessian is at least e^{−2M‖Δ‖}(1 − a)H₁, so that ‖Δ − Δ*‖_{H₁} ≤ e^{2M‖Δ‖}/(1
  // − a)·‖F(Δ)‖_{H₁⁻¹}. Where this is below ‖Δ‖ the condition holds, because F is monotone: on the
  // way from Δ to a root farther off than that it would have to grow to more than ‖F(Δ)‖ is.
  if (gradient == 0) {
    return 0;
  }
  const double growth = elementary::exp(2 * derivative_ratio(3) * largest_ * displacement);
  const double bound =
      row.kept > 0 ? growth * gradient / (row.kept * std::sqrt(least_curvature_)) : std::numeric_limits<double>::infinity();
  return bound <= displacement ? bound : std::numeric_limits<double>::infinity();
}

double LeaveOneOut::largest_move(const Eigen::VectorXd& displacement) const {
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

double LeaveOneOut::remainder(const Eigen::VectorXd& displacement) const {
  const double reach = largest_move(displacement);
  const double growth = elementary::exp(derivative_ratio(3) * reach);
  const double factor = order_ == 2   ? derivative_ratio(3) * reach / 2
                        : order_ == 3 ? derivative_ratio(4) * reach * reach / 6
                                      : derivative_ratio(5) * reach * reach * reach / 24;
  return factor == 0 ? 0 : factor * growth * (factor_.matrixU() * displacement).norm();
}

Eigen::VectorXd LeaveOneOut::newton_step(const Row& row, const Eigen::VectorXd& displacement,
                                         const Eigen::VectorXd& gradient) const {
  // (H₁ − (I ⊗ x)C(I ⊗ xᵀ))⁻¹ g by Sherman, Morrison and Woodbury; C where the row is now, as far
  // as that leaves anything.
  const Eigen::VectorXd solved = factor_.solve(gradient);
  Eigen::MatrixXd now = bend(row.index, move(row.x, displacement));
  if (!(now.cwiseProduct(row.leverage.transpose()).sum() < 1)) {
    now = row.bend;
  }
  const Eigen::VectorXd pulled = now * (row.v.transpose() * gradient);
  if (margins_ == 1) {
    return -(solved + (pulled(0) / (1 - now(0) * row.leverage(0))) * row.v.col(0));
  }
  const Eigen::MatrixXd pivot = Eigen::MatrixXd::Identity(margins_, margins_) - now * row.leverage;
  return -(solved + row.v * pivot.partialPivLu().solve(pulled));
}

LeaveOneOutBlock LeaveOneOut::without(Eigen::Index first, Eigen::Index count) {
  if (!expanded()) {
    throw Error(Fault::argument, "not-ready", "", "the expansion must have all rows");
  }
  if (first < 0 || count < 0 || first + count > rows()) {
    throw Error(Fault::argument, "out-of-range", "", "there is no such row");
  }
  const Eigen::Index d = curvature_.rows();
  std::vector<Row> of_rows;
  of_rows.reserve(static_cast<std::size_t>(count));
  Eigen::MatrixXd current(d, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    of_rows.push_back(row_at(first + i));
    const Row& row = of_rows.back();
    current.col(i) = newton_step(row, Eigen::VectorXd::Zero(d), pull_ - along(row.x, row.slope));
  }
  const double infinity = std::numeric_limits<double>::infinity();
  Found found{Eigen::MatrixXd::Zero(d, count), Eigen::VectorXd(count)};
  Eigen::VectorXd left = Eigen::VectorXd::Constant(count, infinity);  // of the gradient, in the norm of H₁⁻¹
  std::vector<bool> over(static_cast<std::size_t>(count), false);
  for (int step = 0; step < most_steps && std::find(over.begin(), over.end(), false) != over.end(); ++step) {
    const Eigen::MatrixXd higher = higher_->terms(current);
    for (Eigen::Index i = 0; i < count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (over[k]) {
        continue;
      }
      const Row& row = of_rows[k];
      const Eigen::VectorXd displacement = current.col(i);
      const Eigen::VectorXd gradient =
          pull_ + curvature_ * displacement + higher.col(i) - along(row.x, slope(row.index, move(row.x, displacement)));
      const double norm = inverse_norm(factor_, gradient);
      over[k] = !converges_fast(left(i), norm) || norm <= 0.01 * remainder(displacement);
      if (norm < left(i)) {
        found.displacements.col(i) = displacement;
        left(i) = norm;
      }
      if (!over[k]) {
        current.col(i) += newton_step(row, displacement, gradient);
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
  if (derivative_ratio(3) > 0) {
    for (int step = 0; step < most_passes && !uncertified.empty(); ++step) {
      pass(of_rows, uncertified, found);
    }
  }
  for (const Eigen::Index i : uncertified) {
    solve_by_itself(of_rows[static_cast<std::size_t>(i)], i, found);
  }
  LeaveOneOutBlock block{Rows(count, in_parameters(Eigen::VectorXd::Zero(d)).size()), found.errors};
  for (Eigen::Index i = 0; i < count; ++i) {
    block.displacements.row(i) = in_parameters(found.displacements.col(i)).transpose();
  }
  return block;
}

void LeaveOneOut::pass(const std::vector<Row>& rows, std::vector<Eigen::Index>& uncertified, Found& found) {
  const auto count = static_cast<Eigen::Index>(uncertified.size());
  const Eigen::Index m = data_.x.cols();
  Eigen::MatrixXd displacements(curvature_.rows(), count);
  for (Eigen::Index k = 0; k < count; ++k) {
    displacements.col(k) = found.displacements.col(uncertified[static_cast<std::size_t>(k)]);
  }
  // Σ (slope at θ̂ + Δ less that at θ̂) x over all rows.
  Eigen::MatrixXd change = Eigen::MatrixXd::Zero(curvature_.rows(), count);
  std::vector<Eigen::MatrixXd> moved(static_cast<std::size_t>(margins_), Eigen::MatrixXd(product_depth, count));
  for (Eigen::Index start = 0; start < data_.x.rows(); start += product_depth) {
    const Eigen::Index height = std::min(product_depth, data_.x.rows() - start);
    const auto x = data_.x.middleRows(start, height);
    for (Eigen::Index a = 0; a < margins_; ++a) {
      moved[static_cast<std::size_t>(a)].topRows(height).noalias() = x * displacements.middleRows(a * m, m);
    }
    change_slopes(start, height, moved);
    for (Eigen::Index a = 0; a < margins_; ++a) {
      change.middleRows(a * m, m).noalias() += x.transpose() * moved[static_cast<std::size_t>(a)].topRows(height);
    }
  }
  passes_ += count;
  std::vector<Eigen::Index> still;
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index i = uncertified[static_cast<std::size_t>(k)];
    const Row& row = rows[static_cast<std::size_t>(i)];
    const Eigen::VectorXd displacement = displacements.col(k);
    const Eigen::VectorXd here = slope(row.index, move(row.x, displacement));
    const Eigen::VectorXd gradient = pull_ + ridge_ * displacement + change.col(k) - along(row.x, here);
    const Eigen::VectorXd step = newton_step(row, displacement, gradient);
    const Eigen::VectorXd next = displacement + step;
    // The gradient that the step leaves: H₁ stands for a Hessian that differs from it by at
    // most e^{M·reach} − 1 of it; the row itself is looked at exactly.
    const double reach = largest_move(displacement) + largest_move(step);
    const Eigen::VectorXd predicted = gradient + curvature_ * step - along(row.x, slope(row.index, move(row.x, next)) - here);
    const double left =
        inverse_norm(factor_, predicted) + elementary::expm1(derivative_ratio(3) * reach) * (factor_.matrixU() * step).norm();
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

void LeaveOneOut::solve_by_itself(const Row& row, Eigen::Index i, Found& found) {
  const Alone solution = alone(row.index);
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

#include "expost/leave_one_out.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "expost/elementary.hpp"
#include "expost/error.hpp"

namespace expost {
namespace {

// Depth of one product of matrices: Eigen splits no sum of that length by cache size, which it reads from the processor.
constexpr Eigen::Index depth = 128;
// Beyond these the expansion costs more than the passes that it saves.
constexpr Eigen::Index most_coordinates_fourth = 24;
constexpr Eigen::Index most_coordinates_third = 200;
constexpr int most_steps = 12;
constexpr int most_passes = 4;

/// The products of a vector's entries, each pair once.
void put_products(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> products) {
  Eigen::Index k = 0;
  for (Eigen::Index a = 0; a < x.size(); ++a) {
    for (Eigen::Index b = a; b < x.size(); ++b) {
      products(k++) = x(a) * x(b);
    }
  }
}

/// a·b, in sums of `depth`.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(a.rows(), b.cols());
  for (Eigen::Index start = 0; start < a.cols(); start += depth) {
    const Eigen::Index count = std::min(depth, a.cols() - start);
    sum.noalias() += a.middleCols(start, count) * b.middleRows(start, count);
  }
  return sum;
}

/// ‖vector‖ in the norm of (LLᵀ)⁻¹.
double inverse_norm(const Eigen::LLT<Eigen::MatrixXd>& factor, Eigen::VectorXd vector) {
  factor.matrixL().solveInPlace(vector);
  return vector.norm();
}

}  // namespace

struct LeaveOneOut::Row {
  Eigen::VectorXd x;
  double y;
  double t;           ///< xᵀθ̂
  double derivative;  ///< f' there
  Eigen::VectorXd v;  ///< H₁⁻¹x
  double leverage;    ///< xᵀH₁⁻¹x
  double kept;        ///< 1 − f''·leverage: H₁ without this row is at least so much of H₁
};

LeaveOneOut::LeaveOneOut(const NeighbouringSolutions& neighbours, double accuracy)
    : neighbours_(neighbours),
      factor_(neighbours.convention_ == RidgeConvention::sum ? neighbours.factor_ : neighbours.factor_without_),
      accuracy_(accuracy),
      ridge_(neighbours.neighbour_lambda(NeighbouringSolutions::Change::without)) {
  if (!(accuracy > 0 && accuracy <= 0.5)) {
    throw Error(Fault::argument, "out-of-range", "", "the accuracy must lie between 0 and 1/2");
  }
  if (!(ridge_ > 0)) {
    throw Error(Fault::argument, "unsupported", "", "a mean over no rows has no minimum: there must be two rows or more");
  }
  const Eigen::Index d = neighbours.theta_.size();
  largest_coordinates_ = Eigen::VectorXd::Zero(d);
  for (Eigen::Index i = 0; i < neighbours.rows(); ++i) {
    const auto x = neighbours.data_.x.row(i).transpose();
    largest_ = std::max(largest_, x.norm());
    largest_coordinates_ = largest_coordinates_.cwiseMax(x.cwiseAbs());
  }
  curvature_ = neighbours.hessian_;
  curvature_.diagonal().array() += ridge_ - neighbours.objective_.lambda;
  least_curvature_ =
      std::max(ridge_, Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(curvature_, Eigen::EigenvaluesOnly).eigenvalues()(0));
  order_ = d <= most_coordinates_fourth ? 4 : d <= most_coordinates_third ? 3 : 2;
  if (neighbours.objective_.loss.kind == LossKind::squared) {
    order_ = 2;
  }
  const Eigen::Index pairs = d * (d + 1) / 2;
  if (order_ >= 3) {
    third_ = Eigen::MatrixXd::Zero(d, pairs);
  }
  if (order_ >= 4) {
    fourth_ = Eigen::MatrixXd::Zero(pairs, pairs);
  }
  if (order_ == 2) {
    expanded_rows_ = neighbours.rows();
  }
}

bool LeaveOneOut::expand(Eigen::Index rows) {
  const CodedData& data = neighbours_.data_;
  const Loss& loss = neighbours_.objective_.loss;
  const Eigen::Index d = data.x.cols();
  const Eigen::Index last = expanded() ? expanded_rows_ : std::min(neighbours_.rows(), expanded_rows_ + rows);
  Eigen::MatrixXd products(third_.cols(), depth);
  Eigen::MatrixXd weighted(d, depth);
  Eigen::MatrixXd weighted_products(fourth_.cols(), depth);
  while (expanded_rows_ < last) {
    const Eigen::Index count = std::min(depth, last - expanded_rows_);
    for (Eigen::Index i = 0; i < count; ++i) {
      const auto x = data.x.row(expanded_rows_ + i).transpose();
      const double t = x.dot(neighbours_.theta_);
      const double y = data.y(expanded_rows_ + i);
      put_products(x, products.col(i));
      weighted.col(i) = loss.third_derivative(t, y) * x;
      if (order_ >= 4) {
        weighted_products.col(i) = loss.fourth_derivative(t, y) * products.col(i);
      }
    }
    third_.noalias() += weighted.leftCols(count) * products.leftCols(count).transpose();
    if (order_ >= 4) {
      fourth_.triangularView<Eigen::Lower>() += weighted_products.leftCols(count) * products.leftCols(count).transpose();
    }
    expanded_rows_ += count;
    if (expanded() && order_ >= 4) {
      fourth_.triangularView<Eigen::StrictlyUpper>() = fourth_.transpose();
    }
  }
  return expanded();
}

LeaveOneOut::Row LeaveOneOut::row_at(Eigen::Index index) const {
  const Loss& loss = neighbours_.objective_.loss;
  Row row;
  row.x = neighbours_.data_.x.row(index).transpose();
  row.y = neighbours_.data_.y(index);
  row.t = row.x.dot(neighbours_.theta_);
  row.derivative = loss.first_derivative(row.t, row.y);
  row.v = factor_.solve(row.x);
  row.leverage = row.x.dot(row.v);
  row.kept = 1 - loss.second_derivative(row.t, row.y) * row.leverage;
  return row;
}

Eigen::MatrixXd LeaveOneOut::higher_terms(const Eigen::MatrixXd& displacements) const {
  const Eigen::Index d = displacements.rows();
  Eigen::MatrixXd terms = Eigen::MatrixXd::Zero(d, displacements.cols());
  if (order_ < 3) {
    return terms;
  }
  Eigen::MatrixXd pairs(third_.cols(), displacements.cols());
  for (Eigen::Index i = 0; i < displacements.cols(); ++i) {
    put_products(displacements.col(i), pairs.col(i));
  }
  // Pairs of different coordinates stand for two.
  Eigen::Index k = 0;
  for (Eigen::Index a = 0; a < d; ++a) {
    ++k;
    for (Eigen::Index b = a + 1; b < d; ++b) {
      pairs.row(k++) *= 2;
    }
  }
  terms = 0.5 * product(third_, pairs);
  if (order_ >= 4) {
    const Eigen::MatrixXd contracted = product(fourth_, pairs);
    for (Eigen::Index i = 0; i < displacements.cols(); ++i) {
      // A symmetric matrix of which each entry above the diagonal stands once, times the displacement.
      Eigen::Index entry = 0;
      for (Eigen::Index a = 0; a < d; ++a) {
        terms(a, i) += contracted(entry++, i) * displacements(a, i) / 6;
        for (Eigen::Index b = a + 1; b < d; ++b, ++entry) {
          terms(a, i) += contracted(entry, i) * displacements(b, i) / 6;
          terms(b, i) += contracted(entry, i) * displacements(a, i) / 6;
        }
      }
    }
  }
  return terms;
}

double LeaveOneOut::distance(const Row& row, double displacement, double gradient) const {
  // With F the neighbour's gradient and Δ* its root, as long as ‖Δ − Δ*‖ ≤ ‖Δ‖: between the two the neighbour's Hessian is at least
  // e^{−2M‖Δ‖}(1 − a)H₁, so that ‖Δ − Δ*‖_{H₁} ≤ e^{2M‖Δ‖}/(1 − a)·‖F(Δ)‖_{H₁⁻¹}. Where this is below ‖Δ‖ the condition holds, because F is monotone:
  // on the way from Δ to a root farther off than that it would have to grow to more than ‖F(Δ)‖ is.
  if (gradient == 0) {
    return 0;
  }
  const double growth = elementary::exp(2 * neighbours_.objective_.loss.derivative_ratio(3) * largest_ * displacement);
  const double bound =
      row.kept > 0 ? growth * gradient / (row.kept * std::sqrt(least_curvature_)) : std::numeric_limits<double>::infinity();
  return bound <= displacement ? bound : std::numeric_limits<double>::infinity();
}

double LeaveOneOut::largest_shift(const Eigen::VectorXd& displacement) const {
  // The second where a rare level moves alone: rows of other levels don't feel it, and its own only by their share of length 1.
  return std::min(largest_ * displacement.norm(), largest_coordinates_.dot(displacement.cwiseAbs()));
}

double LeaveOneOut::remainder(const Eigen::VectorXd& displacement) const {
  const Loss& loss = neighbours_.objective_.loss;
  const double reach = largest_shift(displacement);
  const double growth = elementary::exp(loss.derivative_ratio(3) * reach);
  const double factor = order_ == 2   ? loss.derivative_ratio(3) * reach / 2
                        : order_ == 3 ? loss.derivative_ratio(4) * reach * reach / 6
                                      : loss.derivative_ratio(5) * reach * reach * reach / 24;
  return factor == 0 ? 0 : factor * growth * (factor_.matrixU() * displacement).norm();
}

Eigen::VectorXd LeaveOneOut::newton_step(const Row& row, const Eigen::VectorXd& displacement,
                                         const Eigen::VectorXd& gradient) const {
  // (H₁ − f''xxᵀ)⁻¹ g by Sherman and Morrison; f'' where the row is now, as far as that leaves anything.
  const Loss& loss = neighbours_.objective_.loss;
  double curvature = loss.second_derivative(row.t + row.x.dot(displacement), row.y);
  if (!(curvature * row.leverage < 1)) {
    curvature = loss.second_derivative(row.t, row.y);
  }
  return -(factor_.solve(gradient) + (curvature * row.v.dot(gradient) / (1 - curvature * row.leverage)) * row.v);
}

LeaveOneOutBlock LeaveOneOut::without(Eigen::Index first, Eigen::Index count) {
  if (!expanded()) {
    throw Error(Fault::argument, "not-ready", "", "the expansion must have all rows");
  }
  if (first < 0 || count < 0 || first + count > neighbours_.rows()) {
    throw Error(Fault::argument, "out-of-range", "", "there is no such row");
  }
  const Loss& loss = neighbours_.objective_.loss;
  const Eigen::Index d = neighbours_.theta_.size();
  const Eigen::VectorXd pull = neighbours_.gradient_ + (ridge_ - neighbours_.objective_.lambda) * neighbours_.theta_;
  LeaveOneOutBlock block{Rows(count, d), Eigen::VectorXd(count)};
  std::vector<Row> rows;
  rows.reserve(static_cast<std::size_t>(count));
  Eigen::MatrixXd current(d, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    rows.push_back(row_at(first + i));
    const Row& row = rows.back();
    current.col(i) = newton_step(row, Eigen::VectorXd::Zero(d), pull - row.derivative * row.x);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  Eigen::MatrixXd best = Eigen::MatrixXd::Zero(d, count);
  Eigen::VectorXd left = Eigen::VectorXd::Constant(count, infinity);  // of the gradient, in the norm of H₁⁻¹
  std::vector<bool> over(static_cast<std::size_t>(count), false);
  for (int step = 0; step < most_steps && std::find(over.begin(), over.end(), false) != over.end(); ++step) {
    const Eigen::MatrixXd higher = higher_terms(current);
    for (Eigen::Index i = 0; i < count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      if (over[k]) {
        continue;
      }
      const Row& row = rows[k];
      const Eigen::VectorXd displacement = current.col(i);
      const Eigen::VectorXd gradient = pull + curvature_ * displacement + higher.col(i) -
                                       loss.first_derivative(row.t + row.x.dot(displacement), row.y) * row.x;
      const double norm = inverse_norm(factor_, gradient);
      over[k] = !(norm <= 0.5 * left(i)) || norm <= 0.01 * remainder(displacement);
      if (norm < left(i)) {
        best.col(i) = displacement;
        left(i) = norm;
      }
      if (!over[k]) {
        current.col(i) += newton_step(row, displacement, gradient);
      }
    }
  }
  std::vector<Eigen::Index> uncertified;
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::VectorXd displacement = best.col(i);
    block.displacements.row(i) = displacement.transpose();
    block.errors(i) = distance(rows[static_cast<std::size_t>(i)], displacement.norm(), left(i) + remainder(displacement));
    if (!(block.errors(i) <= accuracy_ * displacement.norm())) {
      uncertified.push_back(i);
    }
  }
  if (loss.kind != LossKind::squared) {
    for (int step = 0; step < most_passes && !uncertified.empty(); ++step) {
      pass(rows, pull, uncertified, block);
    }
  }
  for (const Eigen::Index i : uncertified) {
    solve_by_itself(rows[static_cast<std::size_t>(i)], first + i, i, block);
  }
  return block;
}

void LeaveOneOut::pass(const std::vector<Row>& rows, const Eigen::VectorXd& pull, std::vector<Eigen::Index>& uncertified,
                       LeaveOneOutBlock& block) {
  const CodedData& data = neighbours_.data_;
  const Loss& loss = neighbours_.objective_.loss;
  const auto count = static_cast<Eigen::Index>(uncertified.size());
  Eigen::MatrixXd displacements(pull.size(), count);
  for (Eigen::Index k = 0; k < count; ++k) {
    displacements.col(k) = block.displacements.row(uncertified[static_cast<std::size_t>(k)]).transpose();
  }
  // Σ (f'(t + xᵀΔ) − f'(t)) x over all rows.
  Eigen::MatrixXd change = Eigen::MatrixXd::Zero(pull.size(), count);
  Eigen::MatrixXd moved(depth, count);
  for (Eigen::Index start = 0; start < data.x.rows(); start += depth) {
    const Eigen::Index height = std::min(depth, data.x.rows() - start);
    const auto x = data.x.middleRows(start, height);
    moved.topRows(height).noalias() = x * displacements;
    for (Eigen::Index j = 0; j < height; ++j) {
      const double y = data.y(start + j);
      const double t = x.row(j).dot(neighbours_.theta_);
      const double derivative = loss.first_derivative(t, y);
      for (Eigen::Index k = 0; k < count; ++k) {
        moved(j, k) = loss.first_derivative(t + moved(j, k), y) - derivative;
      }
    }
    change.noalias() += x.transpose() * moved.topRows(height);
  }
  passes_ += count;
  std::vector<Eigen::Index> still;
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::Index i = uncertified[static_cast<std::size_t>(k)];
    const Row& row = rows[static_cast<std::size_t>(i)];
    const Eigen::VectorXd displacement = displacements.col(k);
    const double slope = loss.first_derivative(row.t + row.x.dot(displacement), row.y);
    const Eigen::VectorXd gradient = pull + ridge_ * displacement + change.col(k) - slope * row.x;
    const Eigen::VectorXd step = newton_step(row, displacement, gradient);
    const Eigen::VectorXd next = displacement + step;
    // What the step leaves of the gradient: H₁ stands for a Hessian that differs from it by at most e^{M·reach} − 1 of it; the row itself is
    // looked at exactly.
    const double reach = largest_shift(displacement) + largest_shift(step);
    const Eigen::VectorXd predicted =
        gradient + curvature_ * step - (loss.first_derivative(row.t + row.x.dot(next), row.y) - slope) * row.x;
    const double left = inverse_norm(factor_, predicted) +
                        elementary::expm1(loss.derivative_ratio(3) * reach) * (factor_.matrixU() * step).norm();
    const double reached = distance(row, next.norm(), left);
    // Without a certificate Newton's step is still the best guess there is, where the steps don't grow.
    if (reached < block.errors(i) ||
        (block.errors(i) == std::numeric_limits<double>::infinity() && step.norm() < next.norm())) {
      block.displacements.row(i) = next.transpose();
      block.errors(i) = reached;
    }
    if (!(block.errors(i) <= accuracy_ * block.displacements.row(i).norm())) {
      still.push_back(i);
    }
  }
  uncertified = still;
}

void LeaveOneOut::solve_by_itself(const Row& row, Eigen::Index index, Eigen::Index i, LeaveOneOutBlock& block) {
  const NeighbouringSolution solution = neighbours_.without(index);
  passes_ += std::max(2, 2 * solution.steps);
  // By strong convexity; or as above, from the norm of H₁⁻¹.
  const double reached = std::min(solution.residual / ridge_,
                                  distance(row, solution.displacement.norm(), solution.residual / std::sqrt(least_curvature_)));
  if (reached < block.errors(i)) {
    block.displacements.row(i) = solution.displacement.transpose();
    block.errors(i) = reached;
  }
}

}  // namespace expost

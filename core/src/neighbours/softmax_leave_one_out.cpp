#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "expost/neighbours/leave_one_out.hpp"
#include "expost/neighbours/newton_from_base.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/training/convex_objective.hpp"
#include "neighbours/higher_derivatives.hpp"

namespace expost {
namespace {

/// All rows but one; none is left out where `without` is −1.
std::vector<ClassifiedPerson> persons_of(const CodedData& data, Eigen::Index without) {
  std::vector<ClassifiedPerson> persons;
  persons.reserve(static_cast<std::size_t>(data.x.rows()));
  for (Eigen::Index i = 0; i < data.x.rows(); ++i) {
    if (i != without) {
      persons.push_back({data.x.row(i).transpose(), static_cast<Eigen::Index>(data.y(i))});
    }
  }
  return persons;
}

}  // namespace

LeaveOneOut::Start SoftmaxLeaveOneOut::start_of(const CodedData& data, Softmax softmax, double lambda,
                                                const Eigen::VectorXd& theta) {
  const Eigen::Index n = data.x.rows();
  const Eigen::Index classes = softmax.classes;
  if (!(lambda > 0 && std::isfinite(lambda))) {
    throw Error(Fault::argument, "out-of-range", "", "lambda must be a number above 0");
  }
  if (classes < 2 || theta.size() != classes * data.x.cols() || data.y.size() != n || n < 1) {
    throw Error(Fault::argument, "wrong-length", "", "theta, rows and labels must be of matching sizes");
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!(data.y(i) >= 0 && data.y(i) < static_cast<double>(classes))) {
      throw Error(Fault::argument, "out-of-range", "", "labels must be classes, counted from 0");
    }
  }
  const std::vector<ClassifiedPerson> persons = persons_of(data, -1);
  const ConvexObjective<Softmax> objective(softmax, lambda, theta.size(), persons);
  double rounding = 0;
  const Eigen::VectorXd gradient = objective.gradient(theta, rounding);
  require_minimum(gradient, static_cast<double>(n));
  const auto rows = static_cast<double>(n);
  return {classes - 1,
          in_contrasts(classes, objective.hessian(theta)),
          in_contrasts(classes, gradient),
          in_contrasts(classes, theta),
          lambda,
          mean_form_lambda(lambda, rows, rows - 1),
          false};
}

SoftmaxLeaveOneOut::SoftmaxLeaveOneOut(const CodedData& data, Eigen::Index classes, double lambda, const Eigen::VectorXd& theta,
                                       double accuracy)
    : LeaveOneOut(data, start_of(data, {classes}, lambda, theta), accuracy),
      softmax_{classes},
      lambda_(lambda),
      theta_(theta),
      contrasts_(class_contrasts(classes)) {}

Eigen::VectorXd SoftmaxLeaveOneOut::worst_case_displacement(Eigen::Index row) const {
  const auto n = static_cast<double>(rows());
  const Eigen::VectorXd x = data().x.row(row).transpose();
  return farthest_displacement(theta_, (n / lambda_) * softmax_.gradient(theta_, {x, label(row)}), n);
}

Eigen::Index SoftmaxLeaveOneOut::label(Eigen::Index row) const {
  return static_cast<Eigen::Index>(data().y(row));
}

Softmax::Probabilities SoftmaxLeaveOneOut::probabilities(Eigen::Index row, const Eigen::VectorXd& moved) const {
  const Eigen::VectorXd x = data().x.row(row).transpose();
  return Softmax::probabilities_at(softmax_.margins(theta_, x) + contrasts_.transpose() * moved);
}

Eigen::VectorXd SoftmaxLeaveOneOut::slope(Eigen::Index row, const Eigen::VectorXd& moved) const {
  return contrasts_ * softmax_.residual(probabilities(row, moved), label(row));
}

Eigen::MatrixXd SoftmaxLeaveOneOut::bend(Eigen::Index row, const Eigen::VectorXd& moved) const {
  const Eigen::MatrixXd half = contrasts_ * softmax_.curvature_factor(probabilities(row, moved));
  return half * half.transpose();
}

double SoftmaxLeaveOneOut::derivative_ratio(int derivative) const {
  // The derivatives of log Σ e^t are the cumulants under p. Let u, w be the moves of the margins,
  // ũ and w̃ less their means, R = max u − min u, so that |ũ| ≤ R, V = Eũ² ≤ R²/4, |Eũ³| ≤
  // R³/(6√3). The cumulants of u, …, u, w are E w̃h with h =
  //   ũ² for the third,                     ‖h‖ ≤ R ‖ũ‖;
  //   ũ³ − 3Vũ for the fourth,              ‖h‖ ≤ max |ũ² − 3V| ‖ũ‖ ≤ R² ‖ũ‖;
  //   ũ⁴ − 4(Eũ³)ũ − 6Vũ² for the fifth,    ‖h‖ ≤ (1 + 4/(6√3) + 6/4) R³ ‖ũ‖ ≤ 2.89 R³ ‖ũ‖.
  // In contrasts R ≤ √2 times the length of the move.
  return derivative == 3 ? sqrt2 : derivative == 4 ? 2.0 : 2.89 * 2 * sqrt2;
}

void SoftmaxLeaveOneOut::add_derivatives(Eigen::Index first, Eigen::Index count, HigherDerivatives& sums) const {
  // With c_k = q_k less their mean under p, q_k the columns of Q, and z_k = c_k ⊗ x:
  //   third = Σ_k p_k z_k⊗z_k⊗z_k,   fourth = Σ_k p_k z_k⊗z_k⊗z_k⊗z_k − 3 S⊗S, S = Σ_k p_k z_k⊗z_k
  //     (the three pairings of S⊗S act alike).
  const Eigen::Index classes = softmax_.classes;
  const Eigen::Index m = data().x.cols();
  const Eigen::VectorXd unmoved = Eigen::VectorXd::Zero(classes - 1);
  // As many rows at a time as fill one product.
  const Eigen::Index most = std::max<Eigen::Index>(1, product_depth / (classes + 1));
  for (Eigen::Index start = first; start < first + count; start += most) {
    const Eigen::Index height = std::min(most, first + count - start);
    Eigen::MatrixXd weighted((classes - 1) * m, height * classes);
    Eigen::MatrixXd products(sums.pairs(), height * (classes + 1));
    Eigen::MatrixXd weighted_products(products.rows(), sums.order() >= 4 ? products.cols() : 0);
    for (Eigen::Index i = 0; i < height; ++i) {
      const Eigen::VectorXd x = data().x.row(start + i).transpose();
      const Eigen::VectorXd p = probabilities(start + i, unmoved).p;
      const Eigen::VectorXd mean = contrasts_ * p;
      const Eigen::Index square = height * classes + i;
      products.col(square).setZero();
      for (Eigen::Index k = 0; k < classes; ++k) {
        const Eigen::Index column = i * classes + k;
        Eigen::VectorXd z((classes - 1) * m);
        for (Eigen::Index a = 0; a + 1 < classes; ++a) {
          z.segment(a * m, m) = (contrasts_(a, k) - mean(a)) * x;
        }
        put_products(z, products.col(column));
        weighted.col(column) = p(k) * z;
        products.col(square) += p(k) * products.col(column);
        if (sums.order() >= 4) {
          weighted_products.col(column) = p(k) * products.col(column);
        }
      }
      if (sums.order() >= 4) {
        weighted_products.col(square) = -3 * products.col(square);
      }
    }
    sums.add_third(weighted, products.leftCols(height * classes));
    if (sums.order() >= 4) {
      sums.add_fourth(weighted_products, products);
    }
  }
}

void SoftmaxLeaveOneOut::change_slopes(Eigen::Index first, Eigen::Index count, std::vector<Eigen::MatrixXd>& moved) const {
  const Eigen::Index classes = softmax_.classes;
  Eigen::VectorXd exponent(classes);
  for (Eigen::Index j = 0; j < count; ++j) {
    const Eigen::VectorXd x = data().x.row(first + j).transpose();
    const Eigen::VectorXd t = softmax_.margins(theta_, x);
    const Eigen::VectorXd p = Softmax::probabilities_at(t).p;
    for (Eigen::Index k = 0; k < moved.front().cols(); ++k) {
      for (Eigen::Index c = 0; c < classes; ++c) {
        exponent(c) = t(c);
        for (Eigen::Index a = 0; a + 1 < classes; ++a) {
          exponent(c) += contrasts_(a, c) * moved[static_cast<std::size_t>(a)](j, k);
        }
      }
      const double largest = exponent.maxCoeff();
      double sum = 0;
      for (Eigen::Index c = 0; c < classes; ++c) {
        exponent(c) = elementary::exp(exponent(c) - largest);
        sum += exponent(c);
      }
      for (Eigen::Index a = 0; a + 1 < classes; ++a) {
        double change = 0;
        for (Eigen::Index c = 0; c < classes; ++c) {
          change += contrasts_(a, c) * (exponent(c) / sum - p(c));
        }
        moved[static_cast<std::size_t>(a)](j, k) = change;
      }
    }
  }
}

LeaveOneOut::Alone SoftmaxLeaveOneOut::alone(Eigen::Index row) const {
  const auto n = static_cast<double>(rows());
  const std::vector<ClassifiedPerson> persons = persons_of(data(), row);
  const ConvexObjective<Softmax> objective(softmax_, mean_form_lambda(lambda_, n, n - 1), theta_.size(), persons);
  const Minimiser found = minimise(objective, Eigen::VectorXd::Zero(theta_.size()));
  return {in_margins(found.theta - theta_), found.residual, 2 * found.iterations + 1};
}

Eigen::VectorXd SoftmaxLeaveOneOut::in_parameters(const Eigen::VectorXd& displacement) const {
  const Eigen::Index m = data().x.cols();
  Eigen::VectorXd result = Eigen::VectorXd::Zero(softmax_.classes * m);
  for (Eigen::Index k = 0; k < softmax_.classes; ++k) {
    for (Eigen::Index a = 0; a + 1 < softmax_.classes; ++a) {
      result.segment(k * m, m) += contrasts_(a, k) * displacement.segment(a * m, m);
    }
  }
  return result;
}

Eigen::VectorXd SoftmaxLeaveOneOut::in_margins(const Eigen::VectorXd& displacement) const {
  return in_contrasts(softmax_.classes, displacement);
}

}  // namespace expost

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "expost/losses/softmax.hpp"
#include "expost/neighbours/newton_from_base.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/training/convex_objective.hpp"
#include "neighbours/leave_one_out_solver.hpp"

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

/// The margins of a softmax loss, in contrasts of classes.
class SoftmaxMargins final : public MarginLoss {
 public:
  SoftmaxMargins(const CodedData& data, Softmax softmax, double lambda, const Eigen::VectorXd& theta)
      : data_(data), softmax_(softmax), lambda_(lambda), theta_(theta), contrasts_(class_contrasts(softmax.classes)) {}

  Eigen::Index margins() const override { return softmax_.classes - 1; }
  Eigen::Index parameters() const override { return theta_.size(); }

  void gradient_at(Eigen::Index row, const Eigen::VectorXd& change, Eigen::VectorXd& gradient) const override {
    gradient = contrasts_ * softmax_.residual(probabilities(row, change), label(row));
  }

  void hessian_at(Eigen::Index row, const Eigen::VectorXd& change, Eigen::MatrixXd& hessian) const override {
    const Eigen::MatrixXd half = contrasts_ * softmax_.curvature_factor(probabilities(row, change));
    hessian = half * half.transpose();
  }

  double derivative_of(const Eigen::VectorXd& gradient) const override { return gradient.norm(); }

  double derivative_ratio(int derivative) const override {
    // The derivatives of log Σ e^t are the cumulants under p. Let u, w be the moves of the margins,
    // ũ and w̃ less their means, R = max u − min u, so that |ũ| ≤ R, V = Eũ² ≤ R²/4, |Eũ³| ≤
    // R³/(6√3). The cumulants of u, …, u, w are E w̃h with h =
    //   ũ² for the third,                     ‖h‖ ≤ R ‖ũ‖;
    //   ũ³ − 3Vũ for the fourth,              ‖h‖ ≤ max |ũ² − 3V| ‖ũ‖ ≤ R² ‖ũ‖;
    //   ũ⁴ − 4(Eũ³)ũ − 6Vũ² for the fifth,    ‖h‖ ≤ (1 + 4/(6√3) + 6/4) R³ ‖ũ‖ ≤ 2.89 R³ ‖ũ‖.
    // In contrasts R ≤ √2 times the length of the move.
    return derivative == 3 ? sqrt2 : derivative == 4 ? 2.0 : 2.89 * 2 * sqrt2;
  }

  void add_derivatives(Eigen::Index first, Eigen::Index count, HigherDerivatives& sums) const override {
    // With c_k = q_k less their mean under p, q_k the columns of Q, and z_k = c_k ⊗ x:
    //   third = Σ_k p_k z_k⊗z_k⊗z_k,   fourth = Σ_k p_k z_k⊗z_k⊗z_k⊗z_k − 3 S⊗S,
    //   S = Σ_k p_k z_k⊗z_k (the three pairings of S⊗S act alike).
    const Eigen::Index classes = softmax_.classes;
    const Eigen::Index m = data_.x.cols();
    const Eigen::VectorXd unmoved = Eigen::VectorXd::Zero(classes - 1);
    // As many rows at a time as fill one product.
    const Eigen::Index most = std::max<Eigen::Index>(1, product_depth / (classes + 1));
    for (Eigen::Index start = first; start < first + count; start += most) {
      const Eigen::Index height = std::min(most, first + count - start);
      Eigen::MatrixXd weighted((classes - 1) * m, height * classes);
      Eigen::MatrixXd products(sums.pairs(), height * (classes + 1));
      Eigen::MatrixXd weighted_products(products.rows(), sums.order() >= 4 ? products.cols() : 0);
      for (Eigen::Index i = 0; i < height; ++i) {
        const Eigen::VectorXd x = data_.x.row(start + i).transpose();
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

  void change_gradients(Eigen::Index first, Eigen::Index count, std::vector<Eigen::MatrixXd>& changes) const override {
    const Eigen::Index classes = softmax_.classes;
    Eigen::VectorXd exponent(classes);
    for (Eigen::Index j = 0; j < count; ++j) {
      const Eigen::VectorXd x = data_.x.row(first + j).transpose();
      const Eigen::VectorXd t = softmax_.margins(theta_, x);
      const Eigen::VectorXd p = Softmax::probabilities_at(t).p;
      for (Eigen::Index k = 0; k < changes.front().cols(); ++k) {
        for (Eigen::Index c = 0; c < classes; ++c) {
          exponent(c) = t(c);
          for (Eigen::Index a = 0; a + 1 < classes; ++a) {
            exponent(c) += contrasts_(a, c) * changes[static_cast<std::size_t>(a)](j, k);
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
          changes[static_cast<std::size_t>(a)](j, k) = change;
        }
      }
    }
  }

  Refit refit(Eigen::Index row) const override {
    const auto n = static_cast<double>(data_.x.rows());
    const std::vector<ClassifiedPerson> persons = persons_of(data_, row);
    const ConvexObjective<Softmax> objective(softmax_, mean_form_lambda(lambda_, n, n - 1), theta_.size(), persons);
    const Minimiser found = minimise(objective, Eigen::VectorXd::Zero(theta_.size()));
    return {to_margins(found.theta - theta_), found.residual, 2 * found.iterations + 1};
  }

  Eigen::VectorXd worst_case_displacement(Eigen::Index row) const override {
    const auto n = static_cast<double>(data_.x.rows());
    const Eigen::VectorXd x = data_.x.row(row).transpose();
    return farthest_displacement(theta_, (n / lambda_) * softmax_.gradient(theta_, {x, label(row)}), n);
  }

  void to_parameters(const Eigen::Ref<const Eigen::VectorXd>& displacement,
                     Eigen::Ref<Eigen::VectorXd> parameters) const override {
    const Eigen::Index m = data_.x.cols();
    parameters.setZero();
    for (Eigen::Index k = 0; k < softmax_.classes; ++k) {
      for (Eigen::Index a = 0; a + 1 < softmax_.classes; ++a) {
        parameters.segment(k * m, m) += contrasts_(a, k) * displacement.segment(a * m, m);
      }
    }
  }

  Eigen::VectorXd to_margins(const Eigen::VectorXd& displacement) const override {
    return in_contrasts(softmax_.classes, displacement);
  }

 private:
  [[nodiscard]] Eigen::Index label(Eigen::Index row) const { return static_cast<Eigen::Index>(data_.y(row)); }

  /// Returns the probabilities of the classes, for margins that changed in contrasts.
  [[nodiscard]] Softmax::Probabilities probabilities(Eigen::Index row, const Eigen::VectorXd& change) const {
    const Eigen::VectorXd x = data_.x.row(row).transpose();
    return Softmax::probabilities_at(softmax_.margins(theta_, x) + contrasts_.transpose() * change);
  }

  CodedData data_;
  Softmax softmax_;
  double lambda_;
  Eigen::VectorXd theta_;
  Eigen::MatrixXd contrasts_;  ///< Q
};

/// Throws as SoftmaxLeaveOneOut does.
BaseSolution base_of(const CodedData& data, Softmax softmax, double lambda, const Eigen::VectorXd& theta) {
  const Eigen::Index n = data.x.rows();
  const Eigen::Index classes = softmax.classes;
  if (!(lambda > 0 && std::isfinite(lambda))) {
    throw_error(ErrorType::argument, "out-of-range", "", "lambda must be a number above 0");
  }
  if (classes < 2 || theta.size() != classes * data.x.cols() || data.y.size() != n || n < 1) {
    throw_error(ErrorType::argument, "wrong-length", "", "theta, rows and labels must be of matching sizes");
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!(data.y(i) >= 0 && data.y(i) < static_cast<double>(classes))) {
      throw_error(ErrorType::argument, "out-of-range", "", "labels must be classes, counted from 0");
    }
  }
  const std::vector<ClassifiedPerson> persons = persons_of(data, -1);
  const ConvexObjective<Softmax> objective(softmax, lambda, theta.size(), persons);
  double rounding = 0;
  const Eigen::VectorXd gradient = objective.gradient(theta, rounding);
  require_minimum(gradient, static_cast<double>(n));
  const auto rows = static_cast<double>(n);
  return {in_contrasts(classes, objective.hessian(theta)),
          in_contrasts(classes, gradient),
          in_contrasts(classes, theta),
          lambda,
          mean_form_lambda(lambda, rows, rows - 1),
          false};
}

std::unique_ptr<LeaveOneOutSolver> softmax_solver(const CodedData& data, Softmax softmax, double lambda,
                                                  const Eigen::VectorXd& theta, double accuracy) {
  const BaseSolution base = base_of(data, softmax, lambda, theta);
  return std::make_unique<LeaveOneOutSolver>(data, base, std::make_unique<SoftmaxMargins>(data, softmax, lambda, theta),
                                             accuracy);
}

}  // namespace

SoftmaxLeaveOneOut::SoftmaxLeaveOneOut(const CodedData& data, Eigen::Index classes, double lambda, const Eigen::VectorXd& theta,
                                       double accuracy)
    : LeaveOneOut(softmax_solver(data, {classes}, lambda, theta, accuracy)) {}

}  // namespace expost

#include "expost/losses/softmax.hpp"

#include <algorithm>
#include <cmath>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"

namespace expost {
Eigen::VectorXd Softmax::margins(const Eigen::VectorXd& theta, const Eigen::VectorXd& x) const {
  const Eigen::Index m = x.size();
  Eigen::VectorXd t(classes);
  for (Eigen::Index k = 0; k < classes; ++k) {
    t(k) = theta.segment(k * m, m).dot(x);
  }
  return t;
}

Softmax::Probabilities Softmax::probabilities(const Eigen::VectorXd& theta, const Eigen::VectorXd& x) const {
  return probabilities_at(margins(theta, x));
}

Softmax::Probabilities Softmax::probabilities_at(const Eigen::VectorXd& t) {
  const Eigen::Index classes = t.size();
  Eigen::VectorXd weight(classes);
  const double largest = t.maxCoeff();
  double sum = 0;
  for (Eigen::Index k = 0; k < classes; ++k) {
    weight(k) = elementary::exp(t(k) - largest);
    sum += weight(k);
  }
  Probabilities result{weight / sum, Eigen::VectorXd(classes)};
  // Sums from both sides, so that nothing is subtracted.
  double before = 0;
  for (Eigen::Index k = 0; k < classes; ++k) {
    result.complement(k) = before;
    before += result.p(k);
  }
  double after = 0;
  for (Eigen::Index k = classes; k-- > 0;) {
    result.complement(k) += after;
    after += result.p(k);
  }
  return result;
}

Eigen::VectorXd Softmax::residual(const Probabilities& probabilities, Eigen::Index label) const {
  Eigen::VectorXd r = probabilities.p;
  r(label) = -probabilities.complement(label);
  return r;
}

Eigen::MatrixXd Softmax::curvature_factor(const Probabilities& probabilities) const {
  Eigen::MatrixXd v(classes, classes);
  for (Eigen::Index j = 0; j < classes; ++j) {
    const double root = std::sqrt(probabilities.p(j));
    for (Eigen::Index i = 0; i < classes; ++i) {
      v(i, j) = i == j ? root * probabilities.complement(i) : -probabilities.p(i) * root;
    }
  }
  return v;
}

double Softmax::value(const Eigen::VectorXd& theta, const Person& person) const {
  return value_at(margins(theta, person.x), person.label);
}

double Softmax::value_at(const Eigen::VectorXd& t, Eigen::Index label) {
  const double largest = t.maxCoeff();
  // log Σ e^{t_k − t_y}; the largest term is taken out, so that the rest is a log1p.
  double rest = 0;
  bool taken = false;
  for (Eigen::Index k = 0; k < t.size(); ++k) {
    if (!taken && t(k) == largest) {
      taken = true;
    } else {
      rest += elementary::exp(t(k) - largest);
    }
  }
  return (largest - t(label)) + elementary::log1p(rest);
}

Eigen::VectorXd Softmax::gradient(const Eigen::VectorXd& theta, const Person& person) const {
  const Eigen::VectorXd r = residual(probabilities(theta, person.x), person.label);
  const Eigen::Index m = person.x.size();
  Eigen::VectorXd g(classes * m);
  for (Eigen::Index k = 0; k < classes; ++k) {
    g.segment(k * m, m) = r(k) * person.x;
  }
  return g;
}

double Softmax::gradient_error(const Eigen::VectorXd& theta, const Person& person) const {
  const double x_norm = person.x.norm();
  const auto m = static_cast<double>(person.x.size());
  const auto k = static_cast<double>(classes);
  // Each margin is off by (m + 1) roundings of ‖θ_k‖‖x‖, together of ‖θ‖‖x‖, and one more of its
  // size for t − largest; the Jacobian of softmax has norm ½ at most. The exponentials and sums
  // add a few roundings, K at most in a sum, to probabilities whose norm is 1 at most.
  return unit_roundoff * x_norm * (0.5 * (m + 4) * theta.norm() * x_norm + std::sqrt(2.0) * (2 * k + 6));
}

Eigen::MatrixXd Softmax::hessian_factor(const Eigen::VectorXd& theta, const Person& person) const {
  const Eigen::MatrixXd v = curvature_factor(probabilities(theta, person.x));
  const Eigen::Index m = person.x.size();
  Eigen::MatrixXd u(classes * m, classes);
  for (Eigen::Index k = 0; k < classes; ++k) {
    u.middleRows(k * m, m) = person.x * v.row(k);
  }
  return u;
}

Eigen::MatrixXd class_contrasts(Eigen::Index classes) {
  Eigen::MatrixXd q = Eigen::MatrixXd::Zero(classes - 1, classes);
  for (Eigen::Index i = 0; i + 1 < classes; ++i) {
    const auto k = static_cast<double>(i + 1);
    q.row(i).head(i + 1).setConstant(1 / std::sqrt(k * (k + 1)));
    q(i, i + 1) = -std::sqrt(k / (k + 1));
  }
  return q;
}

Eigen::VectorXd in_contrasts(Eigen::Index classes, const Eigen::VectorXd& vector) {
  const Eigen::MatrixXd q = class_contrasts(classes);
  const Eigen::Index m = vector.size() / classes;
  Eigen::VectorXd result = Eigen::VectorXd::Zero(q.rows() * m);
  for (Eigen::Index i = 0; i < q.rows(); ++i) {
    for (Eigen::Index k = 0; k < classes; ++k) {
      result.segment(i * m, m) += q(i, k) * vector.segment(k * m, m);
    }
  }
  return result;
}

Eigen::MatrixXd in_contrasts(Eigen::Index classes, const Eigen::MatrixXd& matrix) {
  const Eigen::Index d = matrix.cols();
  const Eigen::Index rows = (classes - 1) * (d / classes);
  Eigen::MatrixXd half(rows, d);
  for (Eigen::Index j = 0; j < d; ++j) {
    half.col(j) = in_contrasts(classes, Eigen::VectorXd(matrix.col(j)));
  }
  Eigen::MatrixXd result(rows, rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    result.col(i) = in_contrasts(classes, Eigen::VectorXd(half.row(i).transpose()));
  }
  return 0.5 * (result + result.transpose());
}

}  // namespace expost

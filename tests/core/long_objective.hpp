// The objective once more, from the formulas of section 1, in long double: what the library's is
// compared with.
//
// With GCC and Clang on x86 that is 64 bits of mantissa. Under Emscripten it is 113 bits with an
// exponential that is right to a double only, which still is far inside the tolerances where this
// is used there.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <utility>
#include <vector>

#include "expost/training/objective.hpp"

namespace expost {

using Long = long double;
using LongVector = std::vector<Long>;
using LongMatrix = std::vector<LongVector>;

inline Long long_loss(const Loss& loss, Long t, Long y) {
  const Long w = loss.width;
  switch (loss.kind) {
    case LossKind::logistic:
      return y * t > 0 ? std::log1p(std::exp(-y * t)) : std::log1p(std::exp(y * t)) - y * t;
    case LossKind::squared:
      return (t - y) * (t - y) / 2;
    case LossKind::pseudo_huber:
      return w * w * (std::sqrt(1 + (t - y) / w * ((t - y) / w)) - 1);
  }
  return 0;
}

inline Long long_first_derivative(const Loss& loss, Long t, Long y) {
  const Long w = loss.width;
  switch (loss.kind) {
    case LossKind::logistic:
      return -y / (1 + std::exp(y * t));
    case LossKind::squared:
      return t - y;
    case LossKind::pseudo_huber:
      return (t - y) / std::sqrt(1 + (t - y) / w * ((t - y) / w));
  }
  return 0;
}

inline Long long_second_derivative(const Loss& loss, Long t, Long y) {
  const Long w = loss.width;
  switch (loss.kind) {
    case LossKind::logistic:
      return 1 / ((1 + std::exp(t)) * (1 + std::exp(-t)));
    case LossKind::squared:
      return 1;
    case LossKind::pseudo_huber:
      return std::pow(1 + (t - y) / w * ((t - y) / w), -1.5L);
  }
  return 0;
}

struct LongRow {
  Eigen::VectorXd x;
  double y;
};

/// A multiset of persons: rows of `data`, one of them left out if `without` names it, and `extra`
/// ones.
inline std::vector<LongRow> persons(const CodedData& data, Eigen::Index without = -1, const std::vector<LongRow>& extra = {}) {
  std::vector<LongRow> result;
  for (Eigen::Index i = 0; i < data.x.rows(); ++i) {
    if (i != without) {
      result.push_back({data.x.row(i).transpose(), data.y(i)});
    }
  }
  result.insert(result.end(), extra.begin(), extra.end());
  return result;
}

inline Long long_margin(const LongRow& row, const Eigen::VectorXd& theta) {
  Long t = 0;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    t += static_cast<Long>(row.x(j)) * static_cast<Long>(theta(j));
  }
  return t;
}

inline Long long_value(const Loss& loss, double lambda, const std::vector<LongRow>& rows, const Eigen::VectorXd& theta) {
  Long sum = 0;
  for (Eigen::Index j = 0; j < theta.size(); ++j) {
    sum += static_cast<Long>(lambda) / 2 * static_cast<Long>(theta(j)) * static_cast<Long>(theta(j));
  }
  for (const LongRow& row : rows) {
    sum += long_loss(loss, long_margin(row, theta), row.y);
  }
  return sum;
}

inline LongVector long_gradient(const Loss& loss, double lambda, const std::vector<LongRow>& rows,
                                const Eigen::VectorXd& theta) {
  const auto d = static_cast<std::size_t>(theta.size());
  LongVector g(d);
  for (std::size_t j = 0; j < d; ++j) {
    g[j] = static_cast<Long>(lambda) * static_cast<Long>(theta(static_cast<Eigen::Index>(j)));
  }
  for (const LongRow& row : rows) {
    const Long first = long_first_derivative(loss, long_margin(row, theta), row.y);
    for (std::size_t j = 0; j < d; ++j) {
      g[j] += first * static_cast<Long>(row.x(static_cast<Eigen::Index>(j)));
    }
  }
  return g;
}

inline LongMatrix long_hessian(const Loss& loss, double lambda, const std::vector<LongRow>& rows,
                               const Eigen::VectorXd& theta) {
  const auto d = static_cast<std::size_t>(theta.size());
  LongMatrix h(d, LongVector(d, 0));
  for (std::size_t j = 0; j < d; ++j) {
    h[j][j] = lambda;
  }
  for (const LongRow& row : rows) {
    const Long second = long_second_derivative(loss, long_margin(row, theta), row.y);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        h[i][j] += second * static_cast<Long>(row.x(static_cast<Eigen::Index>(i))) *
                   static_cast<Long>(row.x(static_cast<Eigen::Index>(j)));
      }
    }
  }
  return h;
}

inline Long long_norm(const LongVector& v) {
  Long sum = 0;
  for (const Long x : v) {
    sum += x * x;
  }
  return std::sqrt(sum);
}

/// log |det| by Gaussian elimination with row pivots.
inline Long log_determinant(LongMatrix m) {
  const std::size_t d = m.size();
  Long sum = 0;
  for (std::size_t k = 0; k < d; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < d; ++i) {
      pivot = std::fabs(m[i][k]) > std::fabs(m[pivot][k]) ? i : pivot;
    }
    std::swap(m[k], m[pivot]);
    sum += std::log(std::fabs(m[k][k]));
    for (std::size_t i = k + 1; i < d; ++i) {
      const Long factor = m[i][k] / m[k][k];
      for (std::size_t j = k; j < d; ++j) {
        m[i][j] -= factor * m[k][j];
      }
    }
  }
  return sum;
}

/// log p(θ̂) up to a constant: b = −∇J(θ̂) is N(0, σ²I), and its change of variables has
/// determinant |∇²J|.
inline Long log_density(const Loss& loss, double lambda, double sigma, const std::vector<LongRow>& rows,
                        const Eigen::VectorXd& theta) {
  const Long norm = long_norm(long_gradient(loss, lambda, rows, theta));
  return log_determinant(long_hessian(loss, lambda, rows, theta)) -
         norm * norm / (2 * static_cast<Long>(sigma) * static_cast<Long>(sigma));
}

}  // namespace expost

// ∇J(θ; D) + b with a bound on how far it is from the true one, in 106 or 512 bits
// (docs/noise.md, "Objective perturbation").
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "expost/numerics/constants.hpp"
#include "expost/output/exact_fit.hpp"
#include "numerics/double_double.hpp"
#include "output/margin_derivatives.hpp"
#include "output/precise_rows.hpp"
#include "output/row_products.hpp"

namespace expost {

/// An upper bound on the length of a vector, never 0 or infinite by under- or overflow.
template <class Real>
double length_above(const std::vector<Real>& vector) {
  double largest = 0;
  for (const Real& value : vector) {
    const double size = std::fabs(to_double(value));
    if (!(size <= largest)) {
      largest = size;  // NaN too
    }
  }
  if (!(largest > 0 && largest < infinity)) {
    return largest;
  }
  double sum = 0;
  for (const Real& value : vector) {
    const double part = to_double(value) / largest;
    sum += part * part;
  }
  return largest * std::sqrt(sum) * (1 + 0x1p-40);
}

/// Derivatives of a row's loss by its margins: one, or one a class.
template <class Real>
class RowDerivatives {
 public:
  RowDerivatives(const ModelShape& shape) : shape_(shape), derivatives_(static_cast<std::size_t>(shape.blocks())) {}  // NOLINT

  /// From the margins (blocks() of them) and the label.
  void at(const std::vector<Real>& margins, double y) {
    if (shape_.classes > 0) {
      softmax(margins, static_cast<std::size_t>(y));
      return;
    }
    derivatives_[0] = first_derivative_of(shape_.loss, margins[0], y);
    second_ = second_derivative_above(shape_.loss, to_double(margins[0]), y, to_double(derivatives_[0]));
    size_ = std::fabs(to_double(derivatives_[0]));
    margin_ = std::fabs(to_double(margins[0]));
  }

  [[nodiscard]] const Real& operator[](std::size_t block) const { return derivatives_[block]; }
  /// ‖∂ℓ/∂t‖, and at least ‖∂²ℓ/∂t²‖ (spectral norm).
  [[nodiscard]] double size() const { return size_; }
  [[nodiscard]] double second() const { return second_; }
  /// The margins' largest size.
  [[nodiscard]] double margin() const { return margin_; }

 private:
  void softmax(const std::vector<Real>& margins, std::size_t label) {
    Real largest = margins[0];
    margin_ = 0;
    for (const Real& t : margins) {
      largest = largest < t ? t : largest;
      margin_ = std::max(margin_, std::fabs(to_double(t)));
    }
    Real sum(0);
    for (std::size_t k = 0; k < margins.size(); ++k) {
      derivatives_[k] = exp_of_negative(Real(margins[k] - largest));
      sum += derivatives_[k];
    }
    Real others(0);
    for (std::size_t k = 0; k < margins.size(); ++k) {
      derivatives_[k] = derivatives_[k] / sum;
      if (k != label) {
        others += derivatives_[k];
      }
    }
    derivatives_[label] = -others;
    size_ = sqrt2;
    second_ = 0.5;
  }

  ModelShape shape_;
  std::vector<Real> derivatives_;
  double size_ = 0;
  double second_ = 0;
  double margin_ = 0;
};

/// sum += other, entry by entry.
template <class Real>
void add_each(std::vector<Real>& sum, const std::vector<Real>& other) {
  for (std::size_t j = 0; j < sum.size(); ++j) {
    sum[j] += other[j];
  }
}

/// Returns Σ over rows begin ≤ i < end, by halves: an error grows with the logarithm of their
/// number. `add_rows(begin, end, sums)` adds a few rows, eight at most, to sums, which are `none`
/// before.
template <class Sums, class AddRows>
Sums sum_by_halves(Eigen::Index begin, Eigen::Index end, const Sums& none, const AddRows& add_rows) {
  constexpr Eigen::Index together = 8;
  if (end - begin > together) {
    const Eigen::Index middle = begin + (end - begin) / 2;
    Sums left = sum_by_halves(begin, middle, none, add_rows);
    left.add(sum_by_halves(middle, end, none, add_rows));
    return left;
  }
  Sums sums = none;
  add_rows(begin, end, sums);
  return sums;
}

/// GradientSums of rows in memory.
template <class Real>
class GradientOfRows {
 public:
  GradientOfRows(const ModelShape& shape, const CodedData& data, const std::vector<Real>& theta)
      : data_(&data),
        theta_(theta),
        features_(static_cast<std::size_t>(data.x.cols())),
        margins_(static_cast<std::size_t>(shape.blocks())),
        derivatives_(shape),
        few_rows_(theta.size()) {}

  using Sums = GradientSums<Real>;

  [[nodiscard]] Sums all() {
    const Sums none{std::vector<Real>(margins_.size() * features_, Real(0))};
    Sums sums = sum_by_halves(0, data_->x.rows(), none, [this](Eigen::Index begin, Eigen::Index end, Sums& sums) {
      for (Eigen::Index row = begin; row < end; ++row) {
        add(row, sums);
      }
      few_rows_.take(sums.gradient);
    });
    sums.levels = std::log2(static_cast<double>(data_->x.rows()) + 1);
    return sums;
  }

 private:
  void add(Eigen::Index row, Sums& sums) {
    const double* const x = data_->x.data() + row * data_->x.outerStride();
    double squared = 0;
    for (std::size_t j = 0; j < features_; ++j) {
      squared += x[j] * x[j];
    }
    for (std::size_t k = 0; k < margins_.size(); ++k) {
      margins_[k] = theta_.times(x, k * features_, features_);
    }
    derivatives_.at(margins_, data_->y(row));
    for (std::size_t k = 0; k < margins_.size(); ++k) {
      few_rows_.add(derivatives_[k], x, k * features_, features_);
    }
    const double length = std::sqrt(squared);
    sums.sizes += length * derivatives_.size();
    sums.weighted += length * derivatives_.size() * (1 + derivatives_.margin() / 8);
    sums.curvature += squared * derivatives_.second();
    sums.margin = std::max(sums.margin, derivatives_.margin());
  }

  const CodedData* data_;
  Coordinates<Real> theta_;
  std::size_t features_;
  std::vector<Real> margins_;
  RowDerivatives<Real> derivatives_;
  RowSums<Real> few_rows_;
};

template <class Real>
struct PerturbedGradient {
  std::vector<Real> values;  ///< ∇J(θ; D) + b as computed
  double residual;           ///< ≥ ‖∇J(θ; D) + b‖, whatever was rounded; infinite where nothing is known
  double rounding;           ///< how much of it is the bound on what was rounded
};

/// `b` up to `b_error` in length.
template <class Real>
PerturbedGradient<Real> perturbed_gradient(const ModelShape& shape, double lambda, const PreciseRows& source,
                                           const std::vector<Real>& b, double b_error, const std::vector<Real>& theta) {
  auto sums = source.gradient(shape, theta);
  for (std::size_t j = 0; j < theta.size(); ++j) {
    sums.gradient[j] += theta[j] * Real(lambda) + b[j];
  }
  const double theta_norm = length_above(theta);
  const double b_norm = length_above(b);
  const double computed = length_above(sums.gradient);
  const auto features = static_cast<double>(source.features());
  const auto rows = static_cast<double>(source.rows());
  double error = infinity;
  if constexpr (std::is_same_v<Real, DoubleDouble>) {
    // The margins are off by so much at most; over that distance f'' may not change by more than a
    // hundredth.
    const double margin_error = (features + 2) * 0x1p-101 * theta_norm;
    const double ratio = shape.classes > 0 ? 2 : shape.loss.derivative_ratio(3);
    // Products split their factors.
    if (margin_error * ratio <= 0x1p-7 && theta_norm < 0x1p900) {
      const auto classes = static_cast<double>(shape.blocks());
      error = 0x1p-95 * classes * sums.weighted + 1.01 * margin_error * sums.curvature +
              (sums.levels + 5) * 0x1p-102 * sums.sizes + 0x1p-101 * (lambda * theta_norm + b_norm) + rows * 0x1p-990;
    }
  } else {
    error = 0x1p-452 * (rows * (1 + sums.margin) * static_cast<double>(shape.blocks()) + lambda * theta_norm + b_norm);
  }
  const double residual = (computed + error + b_error) * (1 + 0x1p-20);
  return {std::move(sums.gradient), std::isfinite(residual) ? residual : infinity, error + b_error};
}

}  // namespace expost

// The sums that exact outputs are made of, in 53, 106 or 512 bits, wherever the rows are.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "expost/output/exact_fit.hpp"
#include "expost/output/row_source.hpp"
#include "numerics/double_double.hpp"
#include "numerics/wide_real.hpp"

namespace expost {

/// Σ over rows of their losses' derivatives, and what their rounding is bounded by.
template <class Real>
struct GradientSums {
  std::vector<Real> gradient;  ///< Σ ∂ℓ/∂t ⊗ x
  double sizes = 0;            ///< Σ ‖x‖‖∂ℓ/∂t‖
  double weighted = 0;         ///< Σ ‖x‖‖∂ℓ/∂t‖(1 + |t|/8)
  double curvature = 0;        ///< Σ ‖x‖²‖∂²ℓ/∂t²‖
  double margin = 0;           ///< max |t|
  double levels = 0;           ///< sums that a row went through, at most

  void add(const GradientSums& other) {
    for (std::size_t j = 0; j < gradient.size(); ++j) {
      gradient[j] += other.gradient[j];
    }
    sizes += other.sizes;
    weighted += other.weighted;
    curvature += other.curvature;
    margin = std::max(margin, other.margin);
    levels = std::max(levels, other.levels) + 1;
  }
};

/// Sums over rows in doubles, without a ridge.
struct ObjectiveSums {
  double value = 0;          ///< Σ ℓ(θ)
  Eigen::VectorXd gradient;  ///< Σ ∇ℓ(θ)
  double error = 0;          ///< ‖computed − true gradient‖₂ at most
  Eigen::MatrixXd hessian;   ///< Σ ∇²ℓ(θ), both triangles
};

/// How Σ ∇²ℓ is computed to 106 bits.
struct CurvatureDigits {
  bool wide_margins = false;   ///< margins in 512 bits, not in 106
  bool long_products = false;  ///< products in 106 bits, not in 53
};

/// Both sources. ∇²ℓ: entry (i, j) at i·d + j, d as long as θ, the lower triangle alone.
class PreciseRows : public RowSource {
 public:
  [[nodiscard]] virtual GradientSums<DoubleDouble> gradient(const ModelShape& shape,
                                                            const std::vector<DoubleDouble>& theta) const = 0;
  [[nodiscard]] virtual GradientSums<Wide> gradient(const ModelShape& shape, const std::vector<Wide>& theta) const = 0;
  [[nodiscard]] virtual std::vector<double> curvature(const ModelShape& shape, const std::vector<double>& theta) const = 0;
  [[nodiscard]] virtual std::vector<Wide> curvature(const ModelShape& shape, const std::vector<Wide>& theta) const = 0;
  [[nodiscard]] virtual std::vector<DoubleDouble> curvature(const ModelShape& shape, const Eigen::VectorXd& theta,
                                                            CurvatureDigits digits) const = 0;
};

/// A source as what it is: RowSource can't be derived from but here.
[[nodiscard]] inline const PreciseRows& precise(const RowSource& rows) {
  return static_cast<const PreciseRows&>(rows);
}

class RowsInMemory final : public PreciseRows {
 public:
  explicit RowsInMemory(const CodedData& data) : data_(data) {}

  [[nodiscard]] Eigen::Index features() const override { return data_.x.cols(); }
  [[nodiscard]] std::int64_t rows() const override { return data_.x.rows(); }
  [[nodiscard]] std::unique_ptr<SmoothObjective> objective(const ModelShape& shape, double lambda) const override;
  [[nodiscard]] NearMinimiser start(const ModelShape& shape, double lambda, const Eigen::VectorXd& b) const override;
  [[nodiscard]] const CodedData* in_memory() const override { return &data_; }
  [[nodiscard]] GradientSums<DoubleDouble> gradient(const ModelShape& shape,
                                                    const std::vector<DoubleDouble>& theta) const override;
  [[nodiscard]] GradientSums<Wide> gradient(const ModelShape& shape, const std::vector<Wide>& theta) const override;
  [[nodiscard]] std::vector<double> curvature(const ModelShape& shape, const std::vector<double>& theta) const override;
  [[nodiscard]] std::vector<Wide> curvature(const ModelShape& shape, const std::vector<Wide>& theta) const override;
  [[nodiscard]] std::vector<DoubleDouble> curvature(const ModelShape& shape, const Eigen::VectorXd& theta,
                                                    CurvatureDigits digits) const override;
  /// Everything that Newton's method asks about a place, by one pass over the rows.
  [[nodiscard]] ObjectiveSums sums(const ModelShape& shape, const Eigen::VectorXd& theta) const;

 private:
  CodedData data_;
};

}  // namespace expost

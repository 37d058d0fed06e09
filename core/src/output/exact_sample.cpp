#include "expost/output/exact_sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>

#include "expost/numerics/error.hpp"
#include "output/perturbed_gradient.hpp"
#include "output/perturbed_minimum.hpp"
#include "output/precise_rows.hpp"

namespace expost {
namespace {

/// Σ x_i(y_i + ε_i/√γ) over rows.
template <class Real>
class NoisyLabels {
 public:
  /// `inverse` = 1/√γ.
  NoisyLabels(const CodedData& data, std::vector<ExactNormal>& noise, Real inverse)
      : data_(&data), noise_(&noise), inverse_(std::move(inverse)), rank_(noise.size()) {
    const std::vector<Eigen::Index> order = rows_by_bits(data);
    for (std::size_t i = 0; i < order.size(); ++i) {
      rank_[static_cast<std::size_t>(order[i])] = i;
    }
  }

  struct Sums {
    std::vector<Real> values;
    double sizes = 0;    ///< Σ ‖x_i‖(|y_i| + |ε_i|/√γ)
    double lengths = 0;  ///< Σ ‖x_i‖

    void add(const Sums& other) {
      add_each(values, other.values);
      sizes += other.sizes;
      lengths += other.lengths;
    }
  };

  [[nodiscard]] Sums all() {
    const Sums none{std::vector<Real>(static_cast<std::size_t>(data_->x.cols()), Real(0))};
    return sum_by_halves(0, data_->x.rows(), none, [this](Eigen::Index begin, Eigen::Index end, Sums& sums) {
      for (Eigen::Index row = begin; row < end; ++row) {
        add(row, sums);
      }
    });
  }

 private:
  void add(Eigen::Index row, Sums& sums) {
    const Real noise = digits_of<Real>((*noise_)[rank_[static_cast<std::size_t>(row)]]) * inverse_;
    const Real label = Real(data_->y(row)) + noise;
    const double* const x = data_->x.data() + row * data_->x.outerStride();
    double squared = 0;
    for (Eigen::Index j = 0; j < data_->x.cols(); ++j) {
      squared += x[j] * x[j];
      sums.values[static_cast<std::size_t>(j)] += label * x[j];
    }
    const double length = std::sqrt(squared);
    sums.sizes += length * (std::fabs(data_->y(row)) + std::fabs(to_double(noise)));
    sums.lengths += length;
  }

  const CodedData* data_;
  std::vector<ExactNormal>* noise_;
  Real inverse_;
  std::vector<std::size_t> rank_;
};

/// b = −Σ x_i(y_i + ε_i/√γ) − √(λ/γ)ε₀: with labels of 0, J(θ) + bᵀθ is the perturbed objective up
/// to a constant.
template <class Real>
ComputedNoise<Real> linear_term(double lambda, double gamma, const CodedData& data, SampleNoise& noise) {
  using std::sqrt;
  auto sums = NoisyLabels<Real>(data, noise.rows(), Real(1) / sqrt(Real(gamma))).all();
  const Real scale = sqrt(Real(lambda) / Real(gamma));
  double prior = 0;
  std::vector<Real>& values = sums.values;
  for (std::size_t j = 0; j < values.size(); ++j) {
    values[j] = -(values[j] + digits_of<Real>(noise.prior()[j]) * scale);
    prior += std::fabs(noise.prior()[j].rounded());
  }
  // Roots are right to 2^-100, the other operations to 2^-102, and variables to 2^-104 and 2^-128;
  // each of log₂n + 8 sums loses 2^-104 once more.
  constexpr bool narrow = std::is_same_v<Real, DoubleDouble>;
  const double relative = narrow ? 0x1p-99 : 0x1p-490;
  const double absolute = narrow ? 0x1p-127 : 0x1p-510;
  const auto rows = static_cast<double>(data.x.rows());
  const auto length = static_cast<double>(values.size());
  const double inverse = 1 / std::sqrt(gamma);
  const double spread = std::sqrt(lambda / gamma);
  const double error = relative * (1 + (std::log2(rows + 1) + 8) / 8) * (sums.sizes + spread * prior) +
                       absolute * (inverse * sums.lengths + spread * length) + (rows + length) * 0x1p-990;
  return {std::move(values), error * (1 + 0x1p-20)};
}

}  // namespace

SampleNoise::SampleNoise(Eigen::Index rows, Eigen::Index length, RandomSource& source)
    : prior_(exact_normals(static_cast<std::size_t>(length), source)),
      rows_(exact_normals(static_cast<std::size_t>(rows), source)) {}

std::vector<Eigen::Index> rows_by_bits(const CodedData& data) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(data.x.rows()));
  std::iota(order.begin(), order.end(), 0);
  const auto bits = [&](Eigen::Index row, Eigen::Index column) {
    const double number = column < data.x.cols() ? data.x(row, column) : data.y(row);
    std::uint64_t word = 0;
    std::memcpy(&word, &number, sizeof word);
    return word;
  };
  std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    for (Eigen::Index j = 0; j <= data.x.cols(); ++j) {
      const std::uint64_t left = bits(a, j);
      const std::uint64_t right = bits(b, j);
      if (left != right) {
        return left < right;
      }
    }
    return false;
  });
  return order;
}

Eigen::VectorXd rounded_perturbation(double lambda, double gamma, const CodedData& data, SampleNoise& noise) {
  const std::vector<Eigen::Index> order = rows_by_bits(data);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(data.x.cols());
  for (std::size_t i = 0; i < order.size(); ++i) {
    sum -= noise.rows()[i].rounded() / std::sqrt(gamma) * data.x.row(order[i]).transpose();
  }
  for (Eigen::Index j = 0; j < sum.size(); ++j) {
    sum(j) -= std::sqrt(lambda / gamma) * noise.prior()[static_cast<std::size_t>(j)].rounded();
  }
  return sum;
}

ExactFit sample_exactly(double lambda, double gamma, const CodedData& data, SampleNoise& noise, double step,
                        const Eigen::VectorXd& start, RandomSource& source, FirstRung first) {
  if (!is_exact_scale(lambda) || !is_exact_scale(gamma)) {
    throw_error(ErrorType::argument, "out-of-range", "", "lambda and gamma must lie between 2^-40 and 2^40");
  }
  const auto rows = static_cast<std::size_t>(data.x.rows());
  const auto length = static_cast<std::size_t>(data.x.cols());
  if (noise.rows().size() != rows || noise.prior().size() != length || start.size() != data.x.cols()) {
    throw_error(ErrorType::argument, "wrong-length", "",
                "the noise must have a number for each row and each coordinate of theta");
  }
  const Eigen::VectorXd zeros = Eigen::VectorXd::Zero(data.x.rows());
  const LinearTerm b{[&] { return linear_term<DoubleDouble>(lambda, gamma, data, noise); },
                     [&] { return linear_term<Wide>(lambda, gamma, data, noise); }};
  return perturbed_minimum(squared_shape, lambda, RowsInMemory({data.x, zeros}), b, step, start, source, first);
}

}  // namespace expost

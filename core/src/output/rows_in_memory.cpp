#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "output/perturbed_gradient.hpp"
#include "output/precise_rows.hpp"
#include "output/row_curvature.hpp"

namespace expost {
namespace {

DoubleDouble in_106_bits(DoubleDouble value) {
  return value;
}
DoubleDouble in_106_bits(const Wide& value) {
  const auto high = value.convert_to<double>();
  return {high, Wide(value - high).convert_to<double>()};
}

/// Entries of H. Products in doubles, their sums exact up to n²u² of them.
class CompensatedSums {
 public:
  explicit CompensatedSums(std::size_t count) : sums_(count), rests_(count) {}

  template <class Real>
  void add(std::size_t at, const Real& curvature, double x_i, const double* x, std::size_t count) {
    add_line(sums_.data() + at, rests_.data() + at, in_106_bits(curvature).high * x_i, x, count);
  }
  [[nodiscard]] std::vector<DoubleDouble> take() const {
    std::vector<DoubleDouble> h(sums_.size());
    std::transform(sums_.begin(), sums_.end(), rests_.begin(), h.begin(), two_sum);
    return h;
  }

 private:
  static void add_line(double* __restrict sums, double* __restrict rests, double weight, const double* __restrict x,
                       std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
      const DoubleDouble total = two_sum(sums[j], weight * x[j]);
      sums[j] = total.high;
      rests[j] += total.low;
    }
  }

  std::vector<double> sums_;
  std::vector<double> rests_;
};

/// Products and sums in one precision.
template <class Number>
class PlainSums {
 public:
  explicit PlainSums(std::size_t count) : sums_(count, Number(0)) {}

  template <class Real>
  void add(std::size_t at, const Real& curvature, double x_i, const double* x, std::size_t count) {
    if constexpr (std::is_same_v<Real, Number>) {
      add_line(sums_.data() + at, curvature * x_i, x, count);
    } else {
      add_line(sums_.data() + at, in_106_bits(curvature) * x_i, x, count);
    }
  }
  [[nodiscard]] std::vector<Number> take() { return std::move(sums_); }

 private:
  static void add_line(Number* __restrict sums, Number weight, const double* __restrict x, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
      sums[j] += weight * x[j];
    }
  }

  std::vector<Number> sums_;
};

template <class Real, class Sums, class Number>
auto curvature_sums(const ModelShape& shape, const CodedData& data, const std::vector<Number>& theta) {
  Sums sums(theta.size() * theta.size());
  add_curvatures<Real>(shape, data, theta,
                       [&](std::size_t at, const Real& curvature, double x_i, const double* x, std::size_t count) {
                         sums.add(at, curvature, x_i, x, count);
                       });
  return sums.take();
}

}  // namespace

ObjectiveSums RowsInMemory::objective(const Loss& loss, const Eigen::VectorXd& theta) const {
  const Objective unpenalised{loss, 0};
  ObjectiveAt at = unpenalised.at(data_, theta);
  ObjectiveSums sums;
  sums.value = at.value;
  sums.gradient = std::move(at.gradient);
  sums.error = at.error;
  sums.hessian = unpenalised.hessian_of(data_, at.curvature);
  return sums;
}

GradientSums<DoubleDouble> RowsInMemory::gradient(const ModelShape& shape, const std::vector<DoubleDouble>& theta) const {
  return GradientOfRows<DoubleDouble>(shape, data_, theta).all();
}

GradientSums<Wide> RowsInMemory::gradient(const ModelShape& shape, const std::vector<Wide>& theta) const {
  return GradientOfRows<Wide>(shape, data_, theta).all();
}

std::vector<double> RowsInMemory::curvature(const ModelShape& shape, const std::vector<double>& theta) const {
  if (shape.classes > 0) {
    return curvature_sums<double, PlainSums<double>>(shape, data_, theta);
  }
  const Eigen::MatrixXd h =
      Objective{shape.loss, 0}.hessian(data_, Eigen::Map<const Eigen::VectorXd>(theta.data(), data_.x.cols()));
  return {h.data(), h.data() + h.size()};
}

std::vector<Wide> RowsInMemory::curvature(const ModelShape& shape, const std::vector<Wide>& theta) const {
  return curvature_sums<Wide, PlainSums<Wide>>(shape, data_, theta);
}

std::vector<DoubleDouble> RowsInMemory::curvature(const ModelShape& shape, const Eigen::VectorXd& theta,
                                                  CurvatureDigits digits) const {
  using LongSums = PlainSums<DoubleDouble>;
  const std::vector<double> place(theta.begin(), theta.end());
  if (digits.wide_margins) {
    return digits.long_products ? curvature_sums<Wide, LongSums>(shape, data_, place)
                                : curvature_sums<Wide, CompensatedSums>(shape, data_, place);
  }
  return digits.long_products ? curvature_sums<DoubleDouble, LongSums>(shape, data_, place)
                              : curvature_sums<DoubleDouble, CompensatedSums>(shape, data_, place);
}

std::unique_ptr<RowSource> rows_in_memory(const CodedData& data) {
  return std::make_unique<RowsInMemory>(data);
}

}  // namespace expost

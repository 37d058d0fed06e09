#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "output/perturbed_gradient.hpp"
#include "output/precise_rows.hpp"
#include "output/row_curvature.hpp"

namespace expost {
namespace {

/// An entry of H. Products in doubles, their sum exact up to n²u² of it.
struct CompensatedSum {
  double sum = 0;
  double rest = 0;

  void add(DoubleDouble weight, double x, double y) {
    const DoubleDouble total = two_sum(sum, weight.high * x * y);
    sum = total.high;
    rest += total.low;
  }
  [[nodiscard]] DoubleDouble value() const { return two_sum(sum, rest); }
};

/// Products and sums in 106 bits.
struct LongSum {
  DoubleDouble sum;

  void add(DoubleDouble weight, double x, double y) { sum += weight * x * y; }
  [[nodiscard]] DoubleDouble value() const { return sum; }
};

DoubleDouble in_106_bits(DoubleDouble value) {
  return value;
}
DoubleDouble in_106_bits(const Wide& value) {
  const auto high = value.convert_to<double>();
  return {high, Wide(value - high).convert_to<double>()};
}

template <class Real, class Sum>
std::vector<DoubleDouble> curvature_sums(const ModelShape& shape, const CodedData& data, const Eigen::VectorXd& theta) {
  const auto d = static_cast<std::size_t>(theta.size());
  std::vector<Sum> sums(d * d);
  add_curvatures<Real>(shape, data, theta.data(), sums,
                       [](Sum* line, const Real& curvature, double x_i, const double* x, std::size_t count) {
                         const DoubleDouble weight = in_106_bits(curvature);
                         for (std::size_t j = 0; j < count; ++j) {
                           line[j].add(weight, x_i, x[j]);
                         }
                       });
  std::vector<DoubleDouble> h(d * d);
  std::transform(sums.begin(), sums.end(), h.begin(), [](const Sum& sum) { return sum.value(); });
  return h;
}

template <class Real>
std::vector<Real> curvature_in(const ModelShape& shape, const CodedData& data, const std::vector<Real>& theta) {
  std::vector<Real> h(theta.size() * theta.size(), Real(0));
  add_curvatures<Real>(shape, data, theta.data(), h,
                       [](Real* line, const Real& curvature, double x_i, const double* x, std::size_t count) {
                         const Real weight = curvature * x_i;
                         for (std::size_t j = 0; j < count; ++j) {
                           line[j] += weight * x[j];
                         }
                       });
  return h;
}

}  // namespace

ObjectiveSums RowsInMemory::objective(const Loss& loss, const Eigen::VectorXd& theta) const {
  const Objective unpenalised{loss, 0};
  ObjectiveSums sums;
  sums.value = unpenalised.value(data_, theta);
  sums.gradient = unpenalised.gradient(data_, theta, &sums.error);
  sums.hessian = unpenalised.hessian(data_, theta);
  return sums;
}

GradientSums<DoubleDouble> RowsInMemory::gradient(const ModelShape& shape, const std::vector<DoubleDouble>& theta) const {
  return GradientOfRows<DoubleDouble>(shape, data_, theta).all();
}

GradientSums<Wide> RowsInMemory::gradient(const ModelShape& shape, const std::vector<Wide>& theta) const {
  return GradientOfRows<Wide>(shape, data_, theta).all();
}

std::vector<double> RowsInMemory::curvature(const ModelShape& shape, const std::vector<double>& theta) const {
  return curvature_in(shape, data_, theta);
}

std::vector<Wide> RowsInMemory::curvature(const ModelShape& shape, const std::vector<Wide>& theta) const {
  return curvature_in(shape, data_, theta);
}

std::vector<DoubleDouble> RowsInMemory::curvature(const ModelShape& shape, const Eigen::VectorXd& theta,
                                                  CurvatureDigits digits) const {
  if (digits.wide_margins) {
    return digits.long_products ? curvature_sums<Wide, LongSum>(shape, data_, theta)
                                : curvature_sums<Wide, CompensatedSum>(shape, data_, theta);
  }
  return digits.long_products ? curvature_sums<DoubleDouble, LongSum>(shape, data_, theta)
                              : curvature_sums<DoubleDouble, CompensatedSum>(shape, data_, theta);
}

std::unique_ptr<RowSource> rows_in_memory(const CodedData& data) {
  return std::make_unique<RowsInMemory>(data);
}

}  // namespace expost

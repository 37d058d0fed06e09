#include "expost/output/exact_derivatives.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/double_double.hpp"
#include "numerics/double_double_eigenvalue.hpp"
#include "output/perturbed_gradient.hpp"
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

DoubleDouble in_106_bits(double value) {
  return value;
}
DoubleDouble in_106_bits(DoubleDouble value) {
  return value;
}
DoubleDouble in_106_bits(const Wide& value) {
  const auto high = value.convert_to<double>();
  return {high, Wide(value - high).convert_to<double>()};
}

/// H, entry (i, j) at i·d + j; the lower triangle alone. Margins in Real.
template <class Real, class Sum>
std::vector<DoubleDouble> curvature_sums(const ModelShape& shape, double lambda, const CodedData& data,
                                         const Eigen::VectorXd& theta) {
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
  for (std::size_t i = 0; i < d; ++i) {
    h[i * d + i] += lambda;
  }
  return h;
}

template <class Real>
std::vector<DoubleDouble> curvature_to(double accuracy, const ModelShape& shape, double lambda, const CodedData& data,
                                       const Eigen::VectorXd& theta) {
  // Three roundings of a product, whose sizes add up to β‖x‖² a row in every norm that counts.
  const double of_products = 0x1p-51 * (shape.smoothness() * static_cast<double>(data.x.rows()) + lambda);
  return of_products <= accuracy / 8 ? curvature_sums<Real, CompensatedSum>(shape, lambda, data, theta)
                                     : curvature_sums<Real, LongSum>(shape, lambda, data, theta);
}

template <class Real>
Eigen::VectorXd gradient_in(const ModelShape& shape, double lambda, const CodedData& data, const Eigen::VectorXd& theta) {
  const std::vector<Real> place(theta.begin(), theta.end());
  const std::vector<Real> zero(place.size(), Real(0));
  const auto gradient = perturbed_gradient(shape, lambda, data, zero, 0, place).values;
  return Eigen::VectorXd::NullaryExpr(theta.size(),
                                      [&](Eigen::Index j) { return to_double(gradient[static_cast<std::size_t>(j)]); });
}

/// Whether margins in 106 bits are right to 2^-60, in the unit in which f'' changes.
bool is_short(const ModelShape& shape, const CodedData& data, const Eigen::VectorXd& theta) {
  const double ratio = shape.classes > 0 ? 2 : shape.loss.derivative_ratio(3);
  return static_cast<double>(data.x.cols() + 2) * 0x1p-101 * theta.norm() * (1 + ratio) <= 0x1p-60;
}

Eigen::MatrixXd in_doubles(const std::vector<DoubleDouble>& h, Eigen::Index d) {
  Eigen::MatrixXd result(d, d);
  for (Eigen::Index i = 0; i < d; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      result(i, j) = result(j, i) = h[static_cast<std::size_t>(i * d + j)].high;
    }
  }
  return result;
}

/// λ_min on contrasts of classes: what all classes have in common, where H is λI, is lifted above
/// everything else.
void lift_common_part(std::vector<DoubleDouble>& h, const ModelShape& shape, double lambda, const CodedData& data) {
  const auto features = static_cast<std::size_t>(data.x.cols());
  const std::size_t d = features * static_cast<std::size_t>(shape.classes);
  const double above = std::ldexp(1.0, std::ilogb(shape.smoothness() * static_cast<double>(data.x.rows()) + lambda + 1) + 1);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = i % features; j <= i; j += features) {
      h[i * d + j] += above;
    }
  }
}

}  // namespace

Derivatives derivatives_at(const ModelShape& shape, double lambda, const CodedData& data, const Eigen::VectorXd& theta,
                           const DerivativeAccuracy& accuracy) {
  if (!(lambda > 0) || theta.size() != shape.blocks() * data.x.cols() || !theta.allFinite() || !(accuracy.hessian > 0)) {
    throw Error(ErrorType::argument, "out-of-range", "", "derivatives are taken at as many finite numbers as the model has");
  }
  const bool in_106 = is_short(shape, data, theta);
  Derivatives result;
  result.gradient =
      in_106 ? gradient_in<DoubleDouble>(shape, lambda, data, theta) : gradient_in<Wide>(shape, lambda, data, theta);
  auto h = in_106 ? curvature_to<DoubleDouble>(accuracy.hessian, shape, lambda, data, theta)
                  : curvature_to<Wide>(accuracy.hessian, shape, lambda, data, theta);
  result.hessian = in_doubles(h, theta.size());
  if (accuracy.smallest_eigenvalue) {
    if (shape.classes > 0) {
      lift_common_part(h, shape, lambda, data);
    }
    result.smallest_eigenvalue = smallest_eigenvalue(std::move(h), static_cast<std::size_t>(theta.size())).high;
  }
  return result;
}

namespace {

std::vector<DoubleDouble> gram_sums(const CodedData& data, double accuracy) {
  return curvature_to<double>(accuracy, {{LossKind::squared, 1}}, 0, data, Eigen::VectorXd::Zero(data.x.cols()));
}

}  // namespace

Eigen::MatrixXd gram_matrix(const CodedData& data) {
  return in_doubles(gram_sums(data, infinity), data.x.cols());
}

double smallest_gram_eigenvalue(const CodedData& data, double accuracy) {
  return smallest_eigenvalue(gram_sums(data, accuracy), static_cast<std::size_t>(data.x.cols())).high;
}

}  // namespace expost

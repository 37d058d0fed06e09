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
#include "output/precise_rows.hpp"

namespace expost {
namespace {

/// H, entry (i, j) at i·d + j; the lower triangle alone.
std::vector<DoubleDouble> curvature_to(double accuracy, const ModelShape& shape, double lambda, const PreciseRows& data,
                                       const Eigen::VectorXd& theta, bool wide_margins) {
  // Three roundings of a product, whose sizes add up to β‖x‖² a row in every norm that counts.
  const double of_products = 0x1p-51 * (shape.smoothness() * static_cast<double>(data.rows()) + lambda);
  std::vector<DoubleDouble> h = data.curvature(shape, theta, {wide_margins, of_products > accuracy / 8});
  const auto d = static_cast<std::size_t>(theta.size());
  for (std::size_t i = 0; i < d; ++i) {
    h[i * d + i] += lambda;
  }
  return h;
}

template <class Real>
Eigen::VectorXd gradient_in(const ModelShape& shape, double lambda, const PreciseRows& data, const Eigen::VectorXd& theta) {
  const std::vector<Real> place(theta.begin(), theta.end());
  const std::vector<Real> zero(place.size(), Real(0));
  const auto gradient = perturbed_gradient(shape, lambda, data, zero, 0, place).values;
  return Eigen::VectorXd::NullaryExpr(theta.size(),
                                      [&](Eigen::Index j) { return to_double(gradient[static_cast<std::size_t>(j)]); });
}

/// Whether margins in 106 bits are right to 2^-60, in the unit in which f'' changes.
bool is_short(const ModelShape& shape, const PreciseRows& data, const Eigen::VectorXd& theta) {
  const double ratio = shape.classes > 0 ? 2 : shape.loss.derivative_ratio(3);
  return static_cast<double>(data.features() + 2) * 0x1p-101 * theta.norm() * (1 + ratio) <= 0x1p-60;
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
void lift_common_part(std::vector<DoubleDouble>& h, const ModelShape& shape, double lambda, const PreciseRows& data) {
  const auto features = static_cast<std::size_t>(data.features());
  const std::size_t d = features * static_cast<std::size_t>(shape.classes);
  const double above = std::ldexp(1.0, std::ilogb(shape.smoothness() * static_cast<double>(data.rows()) + lambda + 1) + 1);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = i % features; j <= i; j += features) {
      h[i * d + j] += above;
    }
  }
}

}  // namespace

Derivatives derivatives_at(const ModelShape& shape, double lambda, const CodedData& data, const Eigen::VectorXd& theta,
                           const DerivativeAccuracy& accuracy) {
  return derivatives_at(shape, lambda, RowsInMemory(data), theta, accuracy);
}

Derivatives derivatives_at(const ModelShape& shape, double lambda, const RowSource& rows, const Eigen::VectorXd& theta,
                           const DerivativeAccuracy& accuracy) {
  const PreciseRows& data = precise(rows);
  if (!(lambda >= 0) || theta.size() != shape.blocks() * data.features() || !theta.allFinite() || !(accuracy.hessian > 0)) {
    throw_error(ErrorType::argument, "out-of-range", "", "derivatives are taken at as many finite numbers as the model has");
  }
  const bool in_106 = is_short(shape, data, theta);
  Derivatives result;
  if (accuracy.of_first_order) {
    result.gradient =
        in_106 ? gradient_in<DoubleDouble>(shape, lambda, data, theta) : gradient_in<Wide>(shape, lambda, data, theta);
  }
  if (!accuracy.of_second_order) {
    return result;
  }
  auto h = curvature_to(accuracy.hessian, shape, lambda, data, theta, !in_106);
  result.hessian = in_doubles(h, theta.size());
  if (accuracy.smallest_eigenvalue) {
    if (shape.classes > 0) {
      lift_common_part(h, shape, lambda, data);
    }
    result.smallest_eigenvalue = smallest_eigenvalue(std::move(h), static_cast<std::size_t>(theta.size())).high;
  }
  return result;
}

double smallest_gram_eigenvalue(const CodedData& data, double accuracy) {
  auto sums = curvature_to(accuracy, squared_shape, 0, RowsInMemory(data), Eigen::VectorXd::Zero(data.x.cols()), false);
  return smallest_eigenvalue(std::move(sums), static_cast<std::size_t>(data.x.cols())).high;
}

}  // namespace expost

#include "output/wide_newton.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "output/perturbed_gradient.hpp"

namespace expost {
namespace {

/// ∇²J, entry (i, j) at i·d + j; the lower triangle alone.
template <class Real>
std::vector<Real> hessian_of(const ModelShape& shape, double lambda, const PreciseRows& data, const std::vector<Real>& theta) {
  const auto d = theta.size();
  std::vector<Real> h = data.curvature(shape, theta);
  for (std::size_t i = 0; i < d; ++i) {
    h[i * d + i] += lambda;
  }
  return h;
}

/// −H⁻¹g by Cholesky in place; empty where a pivot isn't above 0.
std::vector<Wide> wide_step(std::vector<Wide> h, const std::vector<Wide>& gradient) {
  const std::size_t d = gradient.size();
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t k = 0; k < j; ++k) {
      h[j * d + j] -= h[j * d + k] * h[j * d + k];
    }
    if (!(h[j * d + j] > 0)) {
      return {};
    }
    h[j * d + j] = sqrt(h[j * d + j]);
    for (std::size_t i = j + 1; i < d; ++i) {
      for (std::size_t k = 0; k < j; ++k) {
        h[i * d + j] -= h[i * d + k] * h[j * d + k];
      }
      h[i * d + j] /= h[j * d + j];
    }
  }
  std::vector<Wide> step(d);
  for (std::size_t i = 0; i < d; ++i) {
    step[i] = -gradient[i];
    for (std::size_t k = 0; k < i; ++k) {
      step[i] -= h[i * d + k] * step[k];
    }
    step[i] /= h[i * d + i];
  }
  for (std::size_t i = d; i-- > 0;) {
    for (std::size_t k = i + 1; k < d; ++k) {
      step[i] -= h[k * d + i] * step[k];
    }
    step[i] /= h[i * d + i];
  }
  return step;
}

/// −H⁻¹g by a factor in doubles, for a g that may be smaller than any double.
std::vector<Wide> narrow_step(const Eigen::LLT<Eigen::MatrixXd>& factor, const std::vector<Wide>& gradient) {
  std::int32_t scale = std::numeric_limits<std::int32_t>::min();
  for (const Wide& value : gradient) {
    int exponent = 0;
    (void)frexp(value, &exponent);
    scale = value != 0 ? std::max(scale, exponent) : scale;
  }
  const auto d = static_cast<Eigen::Index>(gradient.size());
  const Eigen::VectorXd scaled = Eigen::VectorXd::NullaryExpr(d, [&](Eigen::Index j) {
    const Wide& value = gradient[static_cast<std::size_t>(j)];
    return value == 0 ? 0.0 : ldexp(value, -scale).convert_to<double>();
  });
  const Eigen::VectorXd step = -factor.solve(scaled);
  std::vector<Wide> result;
  for (const double value : step) {
    result.push_back(std::isfinite(value) ? ldexp(Wide(value), scale) : Wide(0));
  }
  return result;
}

std::vector<Wide> moved(const std::vector<Wide>& theta, const std::vector<Wide>& step, double length) {
  std::vector<Wide> result = theta;
  for (std::size_t j = 0; j < result.size(); ++j) {
    result[j] += step[j] * length;
  }
  return result;
}

Eigen::VectorXd in_doubles(const std::vector<Wide>& theta) {
  return Eigen::VectorXd::NullaryExpr(static_cast<Eigen::Index>(theta.size()),
                                      [&](Eigen::Index j) { return to_double(theta[static_cast<std::size_t>(j)]); });
}

}  // namespace

std::optional<Eigen::LLT<Eigen::MatrixXd>> factor_of_hessian(const ModelShape& shape, double lambda, const PreciseRows& data,
                                                             const Eigen::VectorXd& theta) {
  if (!theta.allFinite()) {
    return std::nullopt;
  }
  const Eigen::Index d = theta.size();
  const std::vector<double> entries = hessian_of<double>(shape, lambda, data, {theta.begin(), theta.end()});
  const Eigen::MatrixXd hessian = Eigen::Map<const Rows>(entries.data(), d, d);
  if (!hessian.allFinite()) {
    return std::nullopt;
  }
  Eigen::LLT<Eigen::MatrixXd> factor(hessian);
  return factor.info() == Eigen::Success ? std::optional(std::move(factor)) : std::nullopt;
}

WideMinimum wide_minimum(const WideProblem& problem, std::vector<Wide> theta, double target) {
  const auto gradient_at = [&](const std::vector<Wide>& place) {
    return perturbed_gradient(problem.shape, problem.lambda, problem.data, problem.b, problem.b_error, place);
  };
  auto gradient = gradient_at(theta);
  std::optional<Eigen::LLT<Eigen::MatrixXd>> factor;
  bool refine = true;
  // A step of length a has to bring R to `share` of itself.
  const auto taken = [&](const std::vector<Wide>& step, double length, double share) {
    std::vector<Wide> next = moved(theta, step, length);
    auto reached = gradient_at(next);
    if (!(reached.residual <= share * gradient.residual)) {
      return false;
    }
    theta = std::move(next);
    gradient = std::move(reached);
    return true;
  };
  while (gradient.residual > target) {
    if (refine) {
      if (!factor) {
        factor = factor_of_hessian(problem.shape, problem.lambda, problem.data, in_doubles(theta));
      }
      if (factor && taken(narrow_step(*factor, gradient.values), 1, 0.125)) {
        continue;
      }
    }
    const std::vector<Wide> step = wide_step(hessian_of(problem.shape, problem.lambda, problem.data, theta), gradient.values);
    double length = 1;
    while (!step.empty() && length > 0x1p-400 && !taken(step, length, 1 - length / 4)) {
      length *= 0.5;
    }
    if (step.empty() || !(length > 0x1p-400)) {
      break;  // rounding alone is left, and the caller sees how much
    }
    // Far from the minimum the factor in doubles would be tried in vain before every step.
    refine = length == 1;
    factor.reset();
  }
  return {std::move(theta), gradient.residual};
}

}  // namespace expost

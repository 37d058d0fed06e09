#include "expost/exact_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "expost/error.hpp"
#include "perturbed_gradient.hpp"
#include "random_rounding.hpp"
#include "wide_newton.hpp"

namespace expost {
namespace {

/// The four halves of two words are doubles, and their sum is right to 2^-104 of it and 2^-128.
DoubleDouble in_106_bits(ExactNormal& z) {
  DoubleDouble sum(static_cast<double>(z.whole()));
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint64_t half = i % 2 == 0 ? z.word(i / 2) >> 32U : z.word(i / 2) & 0xffffffffU;
    sum += DoubleDouble(std::ldexp(static_cast<double>(half), -32 * static_cast<int>(i + 1)));
  }
  return z.negative() ? -sum : sum;
}

Wide in_512_bits(ExactNormal& z) {
  Wide sum(z.whole());
  for (std::size_t i = 0; i < UniformDigits::most_words; ++i) {
    sum += ldexp(Wide(z.word(i)), -64 * static_cast<int>(i + 1));
  }
  return z.negative() ? Wide(-sum) : sum;
}

/// Whether every θ_j within τ of `theta` is rounded alike, and to which doubles `theta` itself is.
template <class Real>
struct Rounded {
  Eigen::VectorXd theta;
  bool settled = true;

  Rounded(const std::vector<Real>& centre, double tau, int exponent, const std::vector<RandomOffset>& offsets)
      : theta(static_cast<Eigen::Index>(centre.size())) {
    // One unit more for what fixed_below cut off.
    const bool known = std::isfinite(tau) && std::all_of(centre.begin(), centre.end(),
                                                         [](const Real& value) { return std::isfinite(to_double(value)); });
    if (!known) {
      settled = false;
      theta.setZero();
      return;
    }
    const Integer radius = fixed_above(tau) + 2;
    for (std::size_t j = 0; j < centre.size(); ++j) {
      const Integer middle = fixed_below(centre[j]);
      const Integer k = rounded_cell(middle, exponent, offsets[j]);
      settled = settled && rounded_cell(middle - radius, exponent, offsets[j]) == k &&
                rounded_cell(middle + radius, exponent, offsets[j]) == k;
      theta(static_cast<Eigen::Index>(j)) = on_grid(k, exponent);
    }
  }
};

/// 106 bits: Newton's steps with second derivatives in doubles, as long as they shorten the
/// gradient eightfold.
struct NarrowFit {
  std::vector<DoubleDouble> theta;
  double residual = infinity;

  NarrowFit(const ModelShape& shape, double lambda, const CodedData& data, GaussianPerturbation& noise,
            const Eigen::VectorXd& start)
      : theta(start.begin(), start.end()) {
    std::vector<DoubleDouble> b;
    for (ExactNormal& z : noise.variables()) {
      b.push_back(in_106_bits(z) * noise.sigma());
    }
    const double b_error = noise.sigma() * std::sqrt(static_cast<double>(noise.length())) * 0x1p-128;
    const std::optional<Eigen::LLT<Eigen::MatrixXd>> factor = factor_of_hessian(shape, lambda, data, start);
    auto gradient = perturbed_gradient(shape, lambda, data, b, b_error, theta);
    residual = gradient.residual;
    while (factor && residual < infinity && residual > 0) {
      const Eigen::VectorXd step = -factor->solve(Eigen::VectorXd::NullaryExpr(
          start.size(), [&](Eigen::Index j) { return gradient.values[static_cast<std::size_t>(j)].high; }));
      std::vector<DoubleDouble> next = theta;
      for (std::size_t j = 0; j < next.size(); ++j) {
        next[j] += DoubleDouble(step(static_cast<Eigen::Index>(j)));
      }
      auto reached = perturbed_gradient(shape, lambda, data, b, b_error, next);
      if (!(reached.residual < residual)) {
        break;
      }
      const bool ends = !(reached.residual <= residual / 8);
      theta = std::move(next);
      gradient = std::move(reached);
      residual = gradient.residual;
      if (ends) {
        break;
      }
    }
  }
};

double distance_from_minimum(double residual, double lambda) {
  return residual / lambda * (1 + 0x1p-40);
}

}  // namespace

bool is_exact_scale(double scale) {
  return scale >= 0x1p-40 && scale <= 0x1p40;
}

GaussianPerturbation::GaussianPerturbation(Eigen::Index length, double sigma, RandomSource& source)
    : variables_(exact_normals(static_cast<std::size_t>(length), source)), sigma_(sigma), rounded_(length) {
  for (Eigen::Index j = 0; j < length; ++j) {
    rounded_(j) = sigma * variables_[static_cast<std::size_t>(j)].rounded();
  }
}

ExactFit fit_exactly(const ModelShape& shape, double lambda, const CodedData& data, GaussianPerturbation& noise, double step,
                     const Eigen::VectorXd& start, RandomSource& source, FirstRung first) {
  if (!is_exact_scale(lambda) || !is_exact_scale(noise.sigma())) {
    throw Error(Fault::argument, "out-of-range", "", "lambda and sigma must lie between 2^-40 and 2^40");
  }
  if (!(step >= least_step && step <= 1)) {
    throw Error(Fault::argument, "out-of-range", "", "the step must lie between 2^-60 and 1");
  }
  const int exponent = std::ilogb(step);
  if (step != std::ldexp(1.0, exponent) || start.size() != noise.length() || start.size() != shape.blocks() * data.x.cols()) {
    throw Error(Fault::argument, "out-of-range", "", "the step must be a power of two, and theta as long as the noise");
  }
  std::vector<RandomOffset> offsets;
  for (Eigen::Index j = 0; j < start.size(); ++j) {
    offsets.push_back(RandomOffset::draw(source.stream()));
  }
  std::vector<Wide> begin(static_cast<std::size_t>(start.size()), Wide(0));
  if (first == FirstRung::doubles) {
    const NarrowFit fit(shape, lambda, data, noise, start);
    const double tau = distance_from_minimum(fit.residual, lambda);
    Rounded<DoubleDouble> rounded(fit.theta, tau, exponent, offsets);
    if (rounded.settled) {
      return {std::move(rounded.theta), false, tau};
    }
    if (fit.residual < infinity) {
      std::transform(fit.theta.begin(), fit.theta.end(), begin.begin(),
                     [](DoubleDouble value) { return Wide(Wide(value.high) + value.low); });
    }
  }
  std::vector<Wide> b;
  for (ExactNormal& z : noise.variables()) {
    b.push_back(in_512_bits(z) * noise.sigma());
  }
  const double b_error = noise.sigma() * std::sqrt(static_cast<double>(noise.length())) * 0x1p-500;
  const WideMinimum minimum = wide_minimum({shape, lambda, data, b, b_error}, std::move(begin), 0x1p-200 * step * lambda);
  const double tau = distance_from_minimum(minimum.residual, lambda);
  Rounded<Wide> rounded(minimum.theta, tau, exponent, offsets);
  return {std::move(rounded.theta), true, tau};
}

}  // namespace expost

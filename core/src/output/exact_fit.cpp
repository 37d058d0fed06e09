#include "expost/output/exact_fit.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include "expost/numerics/error.hpp"
#include "noise/random_rounding.hpp"
#include "output/perturbed_gradient.hpp"
#include "output/perturbed_minimum.hpp"
#include "output/precise_rows.hpp"
#include "output/wide_newton.hpp"

namespace expost {
namespace {

/// The size of an exact variable. As a DoubleDouble: the four halves of two words are doubles, and
/// their sum is right to 2^-104 of it and 2^-128.
template <class Real, class Variable>
Real size_of(Variable& variable) {
  Real sum(static_cast<double>(variable.whole()));
  if constexpr (std::is_same_v<Real, DoubleDouble>) {
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint64_t half = i % 2 == 0 ? variable.word(i / 2) >> 32U : variable.word(i / 2) & 0xffffffffU;
      sum += DoubleDouble(std::ldexp(static_cast<double>(half), -32 * static_cast<int>(i + 1)));
    }
  } else {
    for (std::size_t i = 0; i < UniformDigits::most_words; ++i) {
      sum += ldexp(Wide(variable.word(i)), -64 * static_cast<int>(i + 1));
    }
  }
  return sum;
}

template <class Real>
Real signed_size_of(ExactNormal& z) {
  return z.negative() ? Real(-size_of<Real>(z)) : size_of<Real>(z);
}

/// Binary digits after the point to which a variable is known, with one to spare, and those that
/// operations keep.
template <class Real>
constexpr int known_digits = std::is_same_v<Real, DoubleDouble> ? 127 : 500;
template <class Real>
constexpr int kept_digits = std::is_same_v<Real, DoubleDouble> ? 100 : 500;

}  // namespace

template <>
DoubleDouble digits_of<DoubleDouble>(ExactNormal& z) {
  return signed_size_of<DoubleDouble>(z);
}

template <>
Wide digits_of<Wide>(ExactNormal& z) {
  return signed_size_of<Wide>(z);
}

namespace {

/// The part of a step within which θ̂ has to be known: a coordinate in 2^29 then lies too near a
/// boundary and takes 512 bits, which change no digit of the others.
constexpr double settling = 0x1p-30;

template <class Real>
ComputedNoise<Real> noise_of(GaussianPerturbation& noise) {
  constexpr double error = std::is_same_v<Real, DoubleDouble> ? 0x1p-128 : 0x1p-500;
  ComputedNoise<Real> b{{}, noise.sigma() * std::sqrt(static_cast<double>(noise.length())) * error};
  for (ExactNormal& z : noise.variables()) {
    b.values.push_back(digits_of<Real>(z) * noise.sigma());
  }
  return b;
}

/// (r/η)z/‖z‖ of z each within 2^-digits, by operations right to 2^-precision.
template <class Real>
ComputedNoise<Real> along_sphere(std::vector<Real> z, const Real& length, double eta, int digits, int precision) {
  using std::sqrt;
  Real squares(0);
  for (const Real& value : z) {
    squares += value * value;
  }
  const auto d = static_cast<double>(z.size());
  const Real norm = sqrt(squares);
  const double size = to_double(length) / eta;
  const Real scale = length / (norm * Real(eta));
  for (Real& value : z) {
    value = value * scale;
  }
  // z/‖z‖ moves by 2‖Δz‖/‖z‖ at most; r by d·2^-digits, and sums and products lose d roundings.
  const double direction = 2 * std::sqrt(d) * std::ldexp(1.0, -digits) / to_double(norm);
  const double error =
      (size * (direction + (2 * d + 16) * std::ldexp(1.0, -precision)) + d * std::ldexp(1.0, -digits) / eta) * (1 + 0x1p-20);
  return {std::move(z), error};
}

// One direction is a sign, and what z is beyond that doesn't matter.
constexpr bool is_sign(std::size_t d) {
  return d == 1;
}

template <class Real>
ComputedNoise<Real> noise_of(LaplacePerturbation& noise) {
  Real length(0);
  for (ExactExponential& part : noise.lengths()) {
    length += size_of<Real>(part);
  }
  std::vector<Real> z;
  for (ExactNormal& direction : noise.directions()) {
    z.push_back(is_sign(noise.directions().size()) ? Real(direction.negative() ? -1.0 : 1.0) : digits_of<Real>(direction));
  }
  return along_sphere(std::move(z), length, noise.eta(), known_digits<Real>, kept_digits<Real>);
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

double distance_from_minimum(double residual, double lambda) {
  return residual / lambda * (1 + 0x1p-40);
}

/// 106 bits: Newton's steps with second derivatives in doubles, as long as they shorten the
/// gradient eightfold, and until θ is within `accuracy` or half of what is left is the bound on
/// rounding.
struct NarrowFit {
  std::vector<DoubleDouble> theta;
  double residual = infinity;

  NarrowFit(const ModelShape& shape, double lambda, const PreciseRows& data, const ComputedNoise<DoubleDouble>& noise,
            const Eigen::VectorXd& start, double accuracy)
      : theta(start.begin(), start.end()) {
    const std::vector<DoubleDouble>& b = noise.values;
    const double b_error = noise.error;
    const std::optional<Eigen::LLT<Eigen::MatrixXd>> factor = factor_of_hessian(shape, lambda, data, start);
    auto gradient = perturbed_gradient(shape, lambda, data, b, b_error, theta);
    residual = gradient.residual;
    while (factor && residual < infinity && residual > 2 * gradient.rounding &&
           distance_from_minimum(residual, lambda) > accuracy) {
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

LaplacePerturbation::LaplacePerturbation(Eigen::Index length, double eta, RandomSource& source) : eta_(eta), rounded_(length) {
  for (Eigen::Index j = 0; j < length; ++j) {
    lengths_.emplace_back(source.stream());
  }
  directions_ = exact_normals(static_cast<std::size_t>(length), source);
  const ComputedNoise<DoubleDouble> b = noise_of<DoubleDouble>(*this);
  for (Eigen::Index j = 0; j < length; ++j) {
    rounded_(j) = b.values[static_cast<std::size_t>(j)].high;
  }
}

ExactFit perturbed_minimum(const ModelShape& shape, double lambda, const RowSource& rows, const LinearTerm& b, double step,
                           const Eigen::VectorXd& start, RandomSource& source, FirstRung first) {
  const PreciseRows& data = precise(rows);
  if (!(step >= least_step && step <= 1)) {
    throw_error(ErrorType::argument, "out-of-range", "", "the step must lie between 2^-60 and 1");
  }
  const int exponent = std::ilogb(step);
  if (step != std::ldexp(1.0, exponent)) {
    throw_error(ErrorType::argument, "out-of-range", "", "the step must be a power of two");
  }
  std::vector<RandomOffset> offsets;
  for (Eigen::Index j = 0; j < start.size(); ++j) {
    offsets.push_back(RandomOffset::draw(source.stream()));
  }
  std::vector<Wide> begin(static_cast<std::size_t>(start.size()), Wide(0));
  if (first == FirstRung::doubles) {
    const NarrowFit fit(shape, lambda, data, b.in_106_bits(), start, settling * step);
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
  const ComputedNoise<Wide> wide = b.in_512_bits();
  const WideMinimum minimum =
      wide_minimum({shape, lambda, data, wide.values, wide.error}, std::move(begin), 0x1p-200 * step * lambda);
  const double tau = distance_from_minimum(minimum.residual, lambda);
  Rounded<Wide> rounded(minimum.theta, tau, exponent, offsets);
  return {std::move(rounded.theta), true, tau};
}

NearMinimum minimum_within(double accuracy, const ModelShape& shape, double lambda, const CodedData& data,
                           const Eigen::VectorXd& start) {
  return minimum_within(accuracy, shape, lambda, RowsInMemory(data), start);
}

NearMinimum minimum_within(double accuracy, const ModelShape& shape, double lambda, const RowSource& rows,
                           const Eigen::VectorXd& start) {
  const PreciseRows& data = precise(rows);
  if (!is_exact_scale(lambda) || !(accuracy > 0) || start.size() != shape.blocks() * data.features()) {
    throw_error(ErrorType::argument, "out-of-range", "",
                "lambda must lie between 2^-40 and 2^40, the accuracy be above 0 and theta as long as the model's");
  }
  const auto length = static_cast<std::size_t>(start.size());
  const NarrowFit fit(shape, lambda, data, {std::vector<DoubleDouble>(length), 0}, start, 0);
  Eigen::VectorXd theta(start.size());
  const double tau = distance_from_minimum(fit.residual, lambda);
  if (tau <= accuracy) {
    std::transform(fit.theta.begin(), fit.theta.end(), theta.begin(), [](DoubleDouble value) { return value.high; });
    return {std::move(theta), tau};
  }
  std::vector<Wide> begin(length, Wide(0));
  if (fit.residual < infinity) {
    std::transform(fit.theta.begin(), fit.theta.end(), begin.begin(),
                   [](DoubleDouble value) { return Wide(Wide(value.high) + value.low); });
  }
  const std::vector<Wide> zero(length, Wide(0));
  const WideMinimum minimum = wide_minimum({shape, lambda, data, zero, 0}, std::move(begin), 0.5 * accuracy * lambda);
  std::transform(minimum.theta.begin(), minimum.theta.end(), theta.begin(), [](const Wide& value) { return to_double(value); });
  return {std::move(theta), distance_from_minimum(minimum.residual, lambda)};
}

namespace {

template <class Perturbation>
ExactFit fitted(const ModelShape& shape, double lambda, const RowSource& data, Perturbation& noise, double noise_scale,
                double step, const Eigen::VectorXd& start, RandomSource& source, FirstRung first) {
  if (!is_exact_scale(lambda) || !is_exact_scale(noise_scale)) {
    throw_error(ErrorType::argument, "out-of-range", "", "lambda and sigma or eta must lie between 2^-40 and 2^40");
  }
  if (start.size() != noise.length() || start.size() != shape.blocks() * data.features()) {
    throw_error(ErrorType::argument, "out-of-range", "", "theta must be as long as the noise");
  }
  const LinearTerm b{[&] { return noise_of<DoubleDouble>(noise); }, [&] { return noise_of<Wide>(noise); }};
  return perturbed_minimum(shape, lambda, data, b, step, start, source, first);
}

}  // namespace

ExactFit fit_exactly(const ModelShape& shape, double lambda, const CodedData& data, GaussianPerturbation& noise, double step,
                     const Eigen::VectorXd& start, RandomSource& source, FirstRung first) {
  return fit_exactly(shape, lambda, RowsInMemory(data), noise, step, start, source, first);
}

ExactFit fit_exactly(const ModelShape& shape, double lambda, const RowSource& rows, GaussianPerturbation& noise, double step,
                     const Eigen::VectorXd& start, RandomSource& source, FirstRung first) {
  return fitted(shape, lambda, rows, noise, noise.sigma(), step, start, source, first);
}

ExactFit fit_exactly(const ModelShape& shape, double lambda, const CodedData& data, LaplacePerturbation& noise, double step,
                     const Eigen::VectorXd& start, RandomSource& source, FirstRung first) {
  return fit_exactly(shape, lambda, RowsInMemory(data), noise, step, start, source, first);
}

ExactFit fit_exactly(const ModelShape& shape, double lambda, const RowSource& rows, LaplacePerturbation& noise, double step,
                     const Eigen::VectorXd& start, RandomSource& source, FirstRung first) {
  return fitted(shape, lambda, rows, noise, noise.eta(), step, start, source, first);
}

}  // namespace expost

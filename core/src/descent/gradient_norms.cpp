#include "expost/descent/gradient_norms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/margin_range.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "losses/derivative_ranges.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

constexpr double least_step = std::numeric_limits<double>::min();

[[noreturn]] void refuse_path(const char* code, const char* message) {
  throw Error(ErrorType::report, code, "", message);
}

void require_path(const DescentPath& path, const IterateLengths& lengths, Eigen::Index parameters, Eigen::Index classes) {
  if (!(path.clip > 0 && path.clip < infinity && path.sigma > 0 && path.sigma < infinity)) {
    refuse_path("out-of-range", "the clip norm and the noise level must be numbers above 0");
  }
  if (path.steps < 1 || path.every < 1) {
    refuse_path("out-of-range", "a path must have at least one step");
  }
  if (path.iterates.rows() == 0) {
    return;
  }
  if (path.iterates.rows() != (path.steps - 1) / path.every + 1 || path.iterates.cols() != parameters) {
    refuse_path("wrong-length", "the iterates must be as many as the steps, and as long as the model");
  }
  if (lengths.classes.rows() != path.iterates.rows() || lengths.classes.cols() != classes) {
    refuse_path("wrong-length", "the lengths must be those of the iterates");
  }
  if (!path.distances.empty() && path.distances.size() != static_cast<std::size_t>(path.steps)) {
    refuse_path("wrong-length", "the distances must be as many as the steps");
  }
  for (const double distance : path.distances) {
    if (!(distance >= 0)) {
      refuse_path("out-of-range", "a distance must be a number from 0");
    }
  }
}

/// At least ‖x‖, of a finite x.
double length_of(const Eigen::Ref<const Eigen::VectorXd>& x) {
  return raised(length_above(x, rounding_of_sum(x.size())));
}

double length_of_record(const Eigen::Ref<const Eigen::VectorXd>& x) {
  if (!x.allFinite()) {
    throw_error(ErrorType::record, "not-finite", "/x", "x must hold finite numbers only");
  }
  return length_of(x);
}

/// At least length/σ, at most the clip norm's, and above 0: products may be too small for a double.
double scaled(const DescentPath& path, double length) {
  // Not below the clip norm includes NaN.
  return std::max(raised((length < path.clip ? length : path.clip) / path.sigma), least_step);
}

/// Half of a float's last place at 1.
constexpr double single_roundoff = 0x1p-24;

/// The roundings of the program that took the steps (docs/noisy-gradient-descent.md, section 11).
struct StepArithmetic {
  StepArithmetic(bool elsewhere, Eigen::Index features)
      : unit(elsewhere ? single_roundoff : unit_roundoff), margin(rounding_of_margin(features)) {}

  /// How far a label's derivative may be off, which p − 1 doesn't make smaller where p is next to
  /// 1: other programs subtract. `classes` 2 for a loss of one margin.
  [[nodiscard]] double off(double classes, double y) const {
    return unit == unit_roundoff ? 0 : (8 * classes + 64 + 4 * std::fabs(y)) * unit;
  }

  double unit;
  double margin;  ///< of a computed margin, relative to ‖θ‖‖x‖

 private:
  [[nodiscard]] double rounding_of_margin(Eigen::Index features) const {
    const double rounding = rounding_of_sum(features) / unit_roundoff * unit;
    return rounding * (1 + rounding);
  }
};

/// Roundings by which a computed gradient may be longer, in units of ‖x‖: `margin` times β‖θ‖‖x‖,
/// and `rest`.
struct ComputedGradient {
  double margin;
  double rest;
};

/// Norms from at least ‖∇ℓ‖ at the i-th iterate that is kept: `gradient(i)`. What was summed up at
/// an iterate that isn't kept was computed there, so that its own roundings are added.
template <class Gradient>
GradientNorms norms_along(const DescentPath& path, const IterateLengths& lengths, double x_norm, double lipschitz,
                          double smoothness, const ComputedGradient& computed, Gradient&& gradient) {
  GradientNorms result;
  if (x_norm == 0) {
    // No infinity of the squared loss meets this zero.
    result.steps.assign(static_cast<std::size_t>(path.steps), 0.0);
    return result;
  }
  result.cap = scaled(path, raised(lipschitz * x_norm));
  if (path.iterates.rows() == 0) {
    result.steps.assign(static_cast<std::size_t>(path.steps), result.cap);
    return result;
  }
  double kept = 0;
  double kept_length = 0;
  for (int t = 0; t < path.steps; ++t) {
    const bool is_kept = t % path.every == 0;
    if (is_kept) {
      kept = gradient(t / path.every);
      kept_length = path.every > 1 ? length_of(lengths.classes.row(t / path.every).transpose()) : 0;
    }
    double length = kept;
    if (!is_kept) {
      length = infinity;
      if (!path.distances.empty()) {
        const double distance = path.distances[static_cast<std::size_t>(t)];
        const double moved = distance + computed.margin * (kept_length + distance);
        length = raised(raised(kept + smoothness * x_norm * moved * x_norm + computed.rest * x_norm));
      }
    }
    result.steps.push_back(std::min(scaled(path, length), result.cap));
  }
  return result;
}

}  // namespace

IterateLengths iterate_lengths(const Eigen::Ref<const IterateMatrix>& iterates, Eigen::Index classes) {
  const Eigen::Index parts = std::max<Eigen::Index>(classes, 1);
  if (iterates.rows() > 0 && iterates.cols() % parts != 0) {
    refuse_path("wrong-length", "the iterates must be as long for each class");
  }
  if (!iterates.allFinite()) {
    refuse_path("not-finite", "the iterates must hold finite numbers only");
  }
  const Eigen::Index m = iterates.cols() / parts;
  IterateLengths result{IterateMatrix(iterates.rows(), parts)};
  for (Eigen::Index i = 0; i < iterates.rows(); ++i) {
    for (Eigen::Index k = 0; k < parts; ++k) {
      result.classes(i, k) = length_of(iterates.row(i).segment(k * m, m).transpose());
    }
  }
  return result;
}

GradientNorms gradient_norms(const Loss& loss, const DescentPath& path, const IterateLengths& lengths,
                             const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  require_path(path, lengths, x.size(), 1);
  if (!loss.takes(y)) {
    throw_error(ErrorType::record, "out-of-range", "/y", "y is no label of this loss");
  }
  const double x_norm = length_of_record(x);
  const StepArithmetic arithmetic(path.elsewhere, x.size());
  const double off = arithmetic.off(2, y);
  const ComputedGradient computed{arithmetic.margin, loss.lost_by_underflow() + off};
  return norms_along(path, lengths, x_norm, loss.lipschitz() + off, loss.smoothness(), computed, [&](Eigen::Index i) {
    const double t = path.iterates.row(i).transpose().dot(x);
    // The sum of the products' sizes is at most ‖θ‖‖x‖.
    const double radius = arithmetic.margin * raised(lengths.classes(i, 0) * x_norm) + underflow;
    if (!std::isfinite(t - radius) || !std::isfinite(t + radius)) {
      return infinity;
    }
    const Interval first = derivative_ranges(loss, {t - radius, t + radius}, y).first;
    return raised(raised(std::max(-first.lower, first.upper) + off) * x_norm);
  });
}

GradientNorms gradient_norms(const Loss& loss, const DescentPath& path, const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  return gradient_norms(loss, path, iterate_lengths(path.iterates, 0), x, y);
}

GradientNorms gradient_norms(const Softmax& loss, const DescentPath& path, const IterateLengths& lengths,
                             const ClassifiedPerson& person) {
  require_path(path, lengths, loss.classes * person.x.size(), loss.classes);
  if (person.label < 0 || person.label >= loss.classes) {
    throw_error(ErrorType::record, "out-of-range", "/y", "y is no class of this model");
  }
  const double x_norm = length_of_record(person.x);
  const Eigen::Index m = person.x.size();
  const double classes = static_cast<double>(loss.classes);
  const StepArithmetic arithmetic(path.elsewhere, m);
  const double off = arithmetic.off(classes, 0);
  const double sum_rounding = (2 * classes + 16) * arithmetic.unit;
  const double longest = raised(sqrt2) + off;
  Eigen::VectorXd margins(loss.classes);
  const ComputedGradient computed{arithmetic.margin,
                                  sqrt2 * sum_rounding + 400 * arithmetic.unit * std::sqrt(classes) + off + underflow};
  return norms_along(path, lengths, x_norm, longest, softmax_smoothness, computed, [&](Eigen::Index i) {
    double moved = 0;
    for (Eigen::Index k = 0; k < loss.classes; ++k) {
      margins(k) = path.iterates.row(i).segment(k * m, m).transpose().dot(person.x);
      // The second term: less the largest margin they are rounded once more, where exp isn't 0.
      const double radius = arithmetic.margin * raised(lengths.classes(i, k) * x_norm) + 800 * arithmetic.unit;
      moved += radius * radius;
    }
    // The Jacobian of softmax has norm ½ at most, and p − e_y is never longer than √2.
    const double residual = loss.residual(Softmax::probabilities_at(margins), person.label).norm();
    const double length = residual * (1 + sum_rounding) + 0.5 * raised(std::sqrt(moved)) + off + underflow;
    return raised((length < longest ? raised(length) : longest) * x_norm);
  });
}

GradientNorms gradient_norms(const Softmax& loss, const DescentPath& path, const ClassifiedPerson& person) {
  return gradient_norms(loss, path, iterate_lengths(path.iterates, loss.classes), person);
}

double longest_gradient(const Loss& loss, bool elsewhere, double length) {
  const double longest_label = 1;
  return raised((loss.lipschitz() + StepArithmetic(elsewhere, 1).off(2, longest_label)) * length);
}

double longest_gradient(const Softmax& loss, bool elsewhere, double length) {
  return raised((raised(sqrt2) + StepArithmetic(elsewhere, 1).off(static_cast<double>(loss.classes), 0)) * length);
}

}  // namespace expost

// Functions of one number, and other shapes of the same numbers.
#include <algorithm>
#include <cmath>

#include "expost/network/network.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/elementary.hpp"
#include "network/layer_step.hpp"

namespace expost {
namespace {

/// 1/(1 + e^−a), without overflow.
double sigmoid(double a) {
  const double e = elementary::exp(-std::fabs(a));
  return a >= 0 ? 1 / (1 + e) : e / (1 + e);
}
/// tanh a
double tanh_of(double a) {
  const double e = elementary::expm1(-2 * std::fabs(a));
  const double size = -e / (2 + e);
  return a >= 0 ? size : -size;
}
/// φ(a)
double density(double a) {
  return elementary::exp(-0.5 * a * a - log_sqrt_two_pi);
}

double value_of(ActivationKind kind, double a) {
  switch (kind) {
    case ActivationKind::relu:
      return a > 0 ? a : 0 * a;
    case ActivationKind::tanh:
      return tanh_of(a);
    case ActivationKind::sigmoid:
      return sigmoid(a);
    case ActivationKind::softplus:
      return std::max(a, 0.0) + elementary::log1p(elementary::exp(-std::fabs(a)));
    case ActivationKind::silu:
      return a * sigmoid(a);
    case ActivationKind::gelu:
      return a * normal_cdf(a);
  }
  return a;
}

double slope_of(ActivationKind kind, double a) {
  switch (kind) {
    case ActivationKind::relu:
      return a > 0 ? 1 : 0;
    case ActivationKind::tanh: {
      const double y = tanh_of(a);
      return 1 - y * y;
    }
    case ActivationKind::sigmoid:
      return sigmoid(a) * sigmoid(-a);
    case ActivationKind::softplus:
      return sigmoid(a);
    case ActivationKind::silu:
      return sigmoid(a) * (1 + a * sigmoid(-a));
    case ActivationKind::gelu:
      return normal_cdf(a) + a * density(a);
  }
  return 1;
}

/// sup |f'|, rounded up.
double steepest(ActivationKind kind) {
  switch (kind) {
    case ActivationKind::relu:
    case ActivationKind::tanh:
    case ActivationKind::softplus:
      break;
    case ActivationKind::sigmoid:
      return 0.25;
    case ActivationKind::silu:
      return 1.1;
    case ActivationKind::gelu:
      return 1.13;
  }
  return 1;
}

/// The hull of y ↦ slope(y) over an interval of outputs: concave, with its largest value at `top`.
template <class Slope>
Interval slopes_by_output(Interval y, double top, const Slope& slope) {
  const double ends[] = {slope(y.lower), slope(y.upper)};
  const double most = y.lower <= top && top <= y.upper ? slope(top) : std::max(ends[0], ends[1]);
  return {std::min(ends[0], ends[1]), most};
}

/// Slopes between a lower and an upper number, roundings included. `out` encloses the outputs.
Interval slopes(ActivationKind kind, double mid, double radius, Interval out, const Roundings& roundings) {
  const double u = roundings.both;
  const double lower = mid - radius;
  const double upper = mid + radius;
  const auto wider = [](Interval range, double by) -> Interval { return {range.lower - by, range.upper + by}; };
  switch (kind) {
    case ActivationKind::relu:
      return {lower > 0 ? 1.0 : 0.0, upper > 0 ? 1.0 : 0.0};
    case ActivationKind::tanh:
      return wider(slopes_by_output({std::max(out.lower, -1.0), std::min(out.upper, 1.0)}, 0,
                                    [](double y) { return (1 - y) * (1 + y); }),
                   4 * u);
    case ActivationKind::sigmoid:
      return wider(
          slopes_by_output({std::max(out.lower, 0.0), std::min(out.upper, 1.0)}, 0.5, [](double y) { return y * (1 - y); }),
          4 * u);
    case ActivationKind::softplus:
      // PyTorch's is linear above 20.
      return wider({sigmoid(lower), sigmoid(upper)},
                   4 * u + (roundings.elsewhere && upper > 20 ? elementary::exp(-std::max(lower, 0.0)) : 0));
    case ActivationKind::silu:
    case ActivationKind::gelu: {
      const bool silu = kind == ActivationKind::silu;
      const double ends[] = {slope_of(kind, lower), slope_of(kind, upper)};
      // sup |f''|, and the range of f'.
      const double bent = radius * (silu ? 0.5 : 0.8);
      const Interval range = silu ? Interval{-0.09984, 1.09984} : Interval{-0.12891, 1.12891};
      const double off = (16 + 4 * std::fabs(mid) + 4 * radius) * u;
      return {std::max(std::min(ends[0], ends[1]) - bent, range.lower) - off,
              std::min(std::max(ends[0], ends[1]) + bent, range.upper) + off};
    }
  }
  return {-infinity, infinity};
}

class ActivationStep final : public LayerStep {
 public:
  explicit ActivationStep(ActivationKind kind, const TensorShape& shape) : kind_(kind) {
    output = shape;
    inputs = outputs = size_of(shape);
  }

  [[nodiscard]] Eigen::VectorXd forward(const double*, const Eigen::VectorXd& in) const override {
    return in.unaryExpr([this](double a) { return value_of(kind_, a); });
  }
  [[nodiscard]] Eigen::VectorXd backward(const double*, const Eigen::VectorXd& in, const Eigen::VectorXd&,
                                         const Eigen::VectorXd& g, double*, bool) const override {
    return in.binaryExpr(g, [this](double a, double own) { return own * slope_of(kind_, a); });
  }

  [[nodiscard]] Ball enclosed(const double* own, const Ball& in, const Roundings& roundings) const override {
    Ball ball{forward(own, in.mid), Eigen::VectorXd(inputs), 0};
    const double steep = steepest(kind_);
    Eigen::VectorXd local = Eigen::VectorXd::Zero(inputs);
    for (Eigen::Index i = 0; i < inputs; ++i) {
      const double a = in.mid(i);
      const double radius = in.radius(i);
      if (kind_ == ActivationKind::relu) {
        ball.radius(i) = a >= 0 ? radius : std::max(0.0, raised(radius) + a);
        continue;
      }
      local(i) = roundings.both * (8 * std::fabs(ball.mid(i)) + 4 * steep * (std::fabs(a) + radius)) + roundings.tiny;
      if (kind_ == ActivationKind::softplus && roundings.elsewhere && a + radius > 20) {
        local(i) += elementary::exp(-std::max(a - radius, 0.0));
      }
      ball.radius(i) = raised(steep * radius + local(i));
    }
    ball.length = raised(steep * in.length + norm_above(local));
    ball.tighten();
    return ball;
  }

  [[nodiscard]] Ball enclosed_back(const double*, const Ball& in, const Ball& out, const Ball& gradient,
                                   const Roundings& roundings, double&, bool) const override {
    Eigen::VectorXd mids(inputs);
    Eigen::VectorXd radii(inputs);
    double steep = 0;
    for (Eigen::Index i = 0; i < inputs; ++i) {
      const Interval range =
          slopes(kind_, in.mid(i), in.radius(i), {out.mid(i) - out.radius(i), out.mid(i) + out.radius(i)}, roundings);
      mids(i) = 0.5 * (range.lower + range.upper);
      radii(i) = range.lower == range.upper ? 0 : raised(0.5 * (range.upper - range.lower));
      steep = std::max(steep, std::fabs(mids(i)) + radii(i));
    }
    const auto certain = [&](const Tie& tie) {
      return std::all_of(gradient.places.begin() + static_cast<std::ptrdiff_t>(tie.begin),
                         gradient.places.begin() + static_cast<std::ptrdiff_t>(tie.end), [&](Eigen::Index place) {
                           return radii(place) == 0 && mids(place) == mids(gradient.places[tie.begin]);
                         });
    };
    const bool keeps = std::all_of(gradient.ties.begin(), gradient.ties.end(), certain);
    const Ball g = keeps ? gradient : gradient.folded();
    Ball ball{g.mid.cwiseProduct(mids), Eigen::VectorXd(inputs), 0};
    Eigen::VectorXd half = Eigen::VectorXd::Zero(inputs);
    Eigen::VectorXd rounded = Eigen::VectorXd::Zero(inputs);
    for (Eigen::Index i = 0; i < inputs; ++i) {
      const double size = std::fabs(g.mid(i));
      // A slope of 0 or 1 rounds nothing.
      const bool exact = kind_ == ActivationKind::relu;
      half(i) = size * radii(i);
      rounded(i) = exact ? 0 : 2 * roundings.both * size * (std::fabs(mids(i)) + radii(i)) + roundings.backward_tiny;
      ball.radius(i) =
          raised(half(i) + (g.radius(i) * (exact ? 1 : 1 + 2 * roundings.both)) * (std::fabs(mids(i)) + radii(i)) + rounded(i));
    }
    ball.length = raised(steep * g.length * (1 + 2 * roundings.both) + norm_above(half) + norm_above(rounded));
    ball.tighten();
    if (keeps) {
      ball.places = gradient.places;
      for (const Tie& tie : gradient.ties) {
        if (const double slope = mids(gradient.places[tie.begin]); slope != 0) {
          ball.ties.push_back({tie.begin, tie.end, tie.mid * slope, tie.radius * slope});
        }
      }
    }
    return ball;
  }

 private:
  ActivationKind kind_;
};

/// The same numbers.
class ReshapeStep final : public LayerStep {
 public:
  explicit ReshapeStep(const TensorShape& shape) {
    output = shape;
    inputs = outputs = size_of(shape);
  }
  [[nodiscard]] double multiplications() const override { return 0; }
  [[nodiscard]] Eigen::VectorXd forward(const double*, const Eigen::VectorXd& in) const override { return in; }
  [[nodiscard]] Eigen::VectorXd backward(const double*, const Eigen::VectorXd&, const Eigen::VectorXd&,
                                         const Eigen::VectorXd& g, double*, bool) const override {
    return g;
  }
  [[nodiscard]] Ball enclosed(const double*, const Ball& in, const Roundings&) const override { return in; }
  [[nodiscard]] Ball enclosed_back(const double*, const Ball&, const Ball&, const Ball& g, const Roundings&, double&,
                                   bool) const override {
    return g;
  }
};

}  // namespace

std::unique_ptr<LayerStep> step_of(const ActivationLayer& layer, const LayerPlace& place) {
  return std::make_unique<ActivationStep>(layer.kind, place.input);
}

std::unique_ptr<LayerStep> step_of(const ReshapeLayer& layer, const LayerPlace& place) {
  const TensorShape shape = layer.shape.empty() ? TensorShape{size_of(place.input)} : layer.shape;
  if (size_of(shape) != size_of(place.input)) {
    place.refuse("inconsistent", "/shape",
                 "must have as many numbers as there are, " + std::to_string(size_of(place.input)) + ", but has " +
                     std::to_string(size_of(shape)));
  }
  return std::make_unique<ReshapeStep>(shape);
}

}  // namespace expost

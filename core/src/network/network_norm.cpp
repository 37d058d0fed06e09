#include "expost/network/network_norm.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "expost/losses/softmax.hpp"
#include "expost/numerics/elementary.hpp"
#include "losses/derivative_ranges.hpp"
#include "network/layer_step.hpp"

namespace expost {
namespace {

/// ∇ℓ by the scores.
Ball softmax_gradient(const Ball& scores, Eigen::Index label, const Roundings& roundings) {
  const auto classes = static_cast<double>(scores.mid.size());
  const double rounded = roundings.both * (8 * classes + 64 + 8 * scores.size().maxCoeff());
  const double relative = elementary::expm1(2 * scores.radius.maxCoeff() + rounded) * (1 + few_roundings);
  const Eigen::VectorXd p = Softmax::probabilities_at(scores.mid).p;
  Ball ball{p, Eigen::VectorXd(p.size()), 0};
  double others = 0;
  double radius = 0;
  for (Eigen::Index k = 0; k < p.size(); ++k) {
    // A probability lies between 0 and 1.
    ball.radius(k) = raised(std::min(relative * p(k), std::max(p(k), 1 - p(k))) + roundings.tiny);
    if (k != label) {
      others += p(k);
      radius += ball.radius(k);
    }
  }
  // Other programs subtract 1.
  const double subtracted = roundings.elsewhere ? raised(elementary::expm1(rounded)) : 0;
  ball.mid(label) = -others;
  ball.radius(label) = raised(radius * above_sum(classes) + subtracted) + few_roundings * others;
  const double own = raised(elementary::expm1(rounded)) * norm_above(p) + subtracted + few_roundings;
  ball.length = raised(0.5 * scores.length + own);
  ball.tighten();
  return ball;
}

Ball scalar_gradient(const Loss& loss, const Ball& scores, Interval label, const Roundings& roundings) {
  const Interval margin{scores.mid(0) - raised(scores.radius(0)), scores.mid(0) + raised(scores.radius(0))};
  Interval first = derivative_ranges(loss, margin, label.lower).first;
  if (label.upper > label.lower) {
    const Interval other = derivative_ranges(loss, margin, label.upper).first;
    first = {std::min(first.lower, other.lower), std::max(first.upper, other.upper)};
  }
  const double labels = std::max(std::fabs(label.lower), std::fabs(label.upper));
  const double most = std::max(std::fabs(first.lower), std::fabs(first.upper));
  const double off = roundings.elsewhere ? roundings.unit * (80 + 4 * labels + 8 * most) : 8 * roundings.unit * most;
  Ball ball{Eigen::VectorXd::Constant(1, 0.5 * (first.lower + first.upper)),
            Eigen::VectorXd::Constant(1, raised(0.5 * (first.upper - first.lower) + off) + few_roundings * most), infinity};
  ball.tighten();
  return ball;
}

/// Every layer's numbers, x first and the scores last.
std::vector<Ball> balls_of(const PreparedNetwork& network, const double* theta, const NetworkRecord& record,
                           const Roundings& roundings) {
  std::vector<Ball> balls{{record.x, record.radius, infinity}};
  balls.front().tighten();
  for (const auto& step : network.steps()) {
    balls.push_back(step->enclosed(theta + step->first, balls.back(), roundings));
  }
  return balls;
}

}  // namespace

std::vector<Interval> network_ranges(const PreparedNetwork& network, const Eigen::Ref<const Eigen::VectorXd>& theta,
                                     const NetworkRecord& record) {
  const Ball scores = balls_of(network, theta.data(), record, Roundings({})).back();
  std::vector<Interval> ranges;
  for (Eigen::Index k = 0; k < scores.mid.size(); ++k) {
    const double radius = raised(scores.radius(k)) + few_roundings * std::fabs(scores.mid(k));
    ranges.push_back({scores.mid(k) - radius, scores.mid(k) + radius});
  }
  return ranges;
}

double network_norm(const NetworkLoss& loss, const Eigen::Ref<const Eigen::VectorXd>& theta, const NetworkRecord& record,
                    const GradientArithmetic& arithmetic) {
  const Roundings roundings(arithmetic);
  const std::vector<Ball> balls = balls_of(*loss.network, theta.data(), record, roundings);
  const auto& steps = loss.network->steps();
  Ball g = loss.output.classes > 0 ? softmax_gradient(balls.back(), static_cast<Eigen::Index>(record.label.lower), roundings)
                                   : scalar_gradient(loss.output.loss, balls.back(), record.label, roundings);
  double squares = 0;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const LayerStep& step = *steps[i];
    g = step.enclosed_back(theta.data() + step.first, balls[i], balls[i + 1], g, roundings, squares, i > 0);
  }
  loss.network->tell();
  // The program's own norm of the whole.
  const double norm = raised(std::sqrt(squares)) * (1 + 8 * roundings.both);
  return norm >= 0 && norm < infinity ? norm : infinity;
}

}  // namespace expost

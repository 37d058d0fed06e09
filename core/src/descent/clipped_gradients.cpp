#include "expost/descent/clipped_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "expost/numerics/constants.hpp"

namespace expost {
namespace {

/// The factor that clips a gradient of D numbers and this length. On a grid it leaves room for the
/// roundings of the length.
double factor_for(double length, double clip, double grid, Eigen::Index parameters) {
  const double room = std::max(0x1p-40, static_cast<double>(parameters) * 0x1p-52);
  const double most = grid > 0 ? clip * (1 - room) : clip;
  return length > most ? most / length : 1;
}

}  // namespace

Eigen::Index parameters_of(const DescentLoss& loss, Eigen::Index d) {
  if (const auto* const network = std::get_if<NetworkLoss>(&loss)) {
    return network->network->parameters();
  }
  const auto* const softmax = std::get_if<Softmax>(&loss);
  return softmax != nullptr ? softmax->classes * d : d;
}

Eigen::Index ClippedGradients::parameters(Eigen::Index d) const {
  return parameters_of(loss_, d);
}

void ClippedGradients::add(const Eigen::Ref<const Eigen::VectorXd>& theta, const Eigen::Ref<const Eigen::VectorXd>& x, double y,
                           double count, Eigen::VectorXd& sum) const {
  const Eigen::Index d = x.size();
  const auto add_part = [&](Eigen::Index first, double coefficient) {
    auto part = sum.segment(first, d).array();
    if (grid_ > 0) {
      // The grid is a power of two.
      part += count * (x.array() * coefficient / grid_).rint();
    } else {
      part += count * (x.array() * coefficient);
    }
  };
  if (const auto* const loss = std::get_if<Loss>(&loss_)) {
    // The squared loss has no largest derivative; a margin may be no number where it overflowed.
    const double derivative = loss->first_derivative(theta.dot(x), y);
    add_part(0, derivative * factor_for(std::fabs(derivative) * x.norm(), clip_, grid_, d));
    return;
  }
  if (const auto* const network = std::get_if<NetworkLoss>(&loss_)) {
    Eigen::VectorXd gradient = network_gradient(*network, theta, x, y);
    const double length = gradient.norm();
    // A gradient that isn't finite counts as nothing, so that it is no longer than C.
    if (length < infinity) {
      gradient *= factor_for(length, clip_, grid_, gradient.size());
      sum += count * (grid_ > 0 ? Eigen::VectorXd((gradient.array() / grid_).rint()) : gradient);
    }
    return;
  }
  const Softmax& softmax = std::get<Softmax>(loss_);
  Eigen::VectorXd margins(softmax.classes);
  for (Eigen::Index k = 0; k < softmax.classes; ++k) {
    margins(k) = theta.segment(k * d, d).dot(x);
  }
  const Eigen::VectorXd residual = softmax.residual(Softmax::probabilities_at(margins), static_cast<Eigen::Index>(y));
  const double factor = factor_for(residual.norm() * x.norm(), clip_, grid_, d);
  for (Eigen::Index k = 0; k < softmax.classes; ++k) {
    add_part(k * d, residual(k) * factor);
  }
}

Eigen::VectorXd ClippedGradients::at(const Eigen::Ref<const Eigen::VectorXd>& theta, const Eigen::Ref<const Eigen::VectorXd>& x,
                                     double y) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(parameters(x.size()));
  add(theta, x, y, 1, sum);
  return sum;
}

}  // namespace expost

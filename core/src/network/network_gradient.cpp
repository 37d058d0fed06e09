#include "expost/network/network_gradient.hpp"

#include <vector>

#include "expost/losses/softmax.hpp"
#include "network/layer_step.hpp"

namespace expost {
namespace {

/// Every layer's numbers: x first, the scores last.
std::vector<Eigen::VectorXd> activations_of(const PreparedNetwork& network, const double* theta, Eigen::VectorXd x) {
  std::vector<Eigen::VectorXd> activations{std::move(x)};
  activations.reserve(network.steps().size() + 1);
  for (const auto& step : network.steps()) {
    activations.push_back(step->forward(theta + step->first, activations.back()));
  }
  return activations;
}

}  // namespace

Eigen::VectorXd network_scores(const PreparedNetwork& network, const Eigen::Ref<const Eigen::VectorXd>& theta,
                               const Eigen::Ref<const Eigen::VectorXd>& x) {
  return activations_of(network, theta.data(), x).back();
}

Eigen::VectorXd network_gradient(const NetworkLoss& loss, const Eigen::Ref<const Eigen::VectorXd>& theta,
                                 const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  const std::vector<Eigen::VectorXd> activations = activations_of(*loss.network, theta.data(), x);
  const Eigen::VectorXd& scores = activations.back();
  Eigen::VectorXd g(scores.size());
  if (loss.output.classes > 0) {
    g = Softmax{loss.output.classes}.residual(Softmax::probabilities_at(scores), static_cast<Eigen::Index>(y));
  } else {
    g(0) = loss.output.loss.first_derivative(scores(0), y);
  }
  Eigen::VectorXd gradient(loss.network->parameters());
  const auto& steps = loss.network->steps();
  for (std::size_t i = steps.size(); i-- > 0;) {
    const LayerStep& step = *steps[i];
    g = step.backward(theta.data() + step.first, activations[i], activations[i + 1], g, gradient.data() + step.first, i > 0);
  }
  return gradient;
}

}  // namespace expost

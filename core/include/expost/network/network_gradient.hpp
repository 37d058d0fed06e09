// Scores of one record, and the gradient of its loss by the parameters (docs/networks.md,
// section 2).
#pragma once

#include <Eigen/Core>
#include <memory>

#include "expost/losses/model_shape.hpp"
#include "expost/network/network.hpp"

namespace expost {

/// A network whose scores a loss takes: what a descent trains.
struct NetworkLoss {
  std::shared_ptr<const PreparedNetwork> network;  ///< F_θ
  ModelShape output;                               ///< ℓ, whose blocks are the network's outputs
};

/// Returns F_θ(x), length K. The same bits on every platform.
[[nodiscard]] Eigen::VectorXd network_scores(const PreparedNetwork& network, const Eigen::Ref<const Eigen::VectorXd>& theta,
                                             const Eigen::Ref<const Eigen::VectorXd>& x);

/// Returns ∇_θ ℓ(F_θ(x), y), length D; y a label, or the number of a class. The same bits on every
/// platform, whatever else is computed. It may hold what is no number where something overflowed.
[[nodiscard]] Eigen::VectorXd network_gradient(const NetworkLoss& loss, const Eigen::Ref<const Eigen::VectorXd>& theta,
                                               const Eigen::Ref<const Eigen::VectorXd>& x, double y);

}  // namespace expost

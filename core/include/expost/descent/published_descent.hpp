// A model trained by noisy gradient descent, and its path, as they are published
// (docs/noisy-gradient-descent.md, section 1).
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "expost/descent/gradient_norms.hpp"
#include "expost/losses/loss.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/network/network_gradient.hpp"
#include "expost/network/network_norm.hpp"

namespace expost {

/// The losses of noisy gradient descent.
using DescentLoss = std::variant<Loss, Softmax, NetworkLoss>;

/// How it is decided who takes part in a step.
enum class DescentSampling {
  full,     ///< everybody
  poisson,  ///< every record on its own, with probability q < 1
  shuffle,  ///< each record is in exactly one of the batches of an epoch
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(DescentSampling value) {
  switch (value) {
    case DescentSampling::full:
      return "full";
    case DescentSampling::poisson:
      return "poisson";
    case DescentSampling::shuffle:
      return "shuffle";
  }
  return nullptr;
}

/// The published model, made of θ_1, …, θ_T. No bound depends on it.
enum class FinalModel {
  last,     ///< θ_T
  average,  ///< the mean of θ_1, …, θ_T
  other,    ///< something else that was made from the noisy sums alone
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(FinalModel value) {
  switch (value) {
    case FinalModel::last:
      return "last";
    case FinalModel::average:
      return "average";
    case FinalModel::other:
      return "other";
  }
  return nullptr;
}

/// v ← m·v + (r_t + λθ_t)/B, θ_{t+1} = θ_t − η_t v; or another public rule, which `words` names.
struct UpdateRule {
  bool standard = true;            ///< whether it is the first of these
  std::string words = {};          ///< of another rule
  std::vector<double> rates = {};  ///< η_t > 0: one, or one a step
  double momentum = 0;             ///< m in [0, 1)
  double ridge = 0;                ///< λ ≥ 0
  double divisor = 1;              ///< B > 0, a public constant
  /// A power of two whose multiples parameters are rounded to, θ_0 and after each step, ties to
  /// even; 0: they aren't.
  double parameter_step = 0;

  friend bool operator==(const UpdateRule&, const UpdateRule&) = default;
};

/// A network's θ_0; others start at 0.
struct DescentStart {
  std::optional<std::uint64_t> seed = {};  ///< of the layers' usual beginning (`PreparedNetwork::start`)
  std::string words = {};                  ///< without a seed: what it is, chosen without the data

  friend bool operator==(const DescentStart&, const DescentStart&) = default;
};

/// All that is fixed and public before the training.
struct DescentPlan {
  double clip = 0;   ///< C > 0
  double sigma = 0;  ///< σ > 0, on the sum of clipped gradients; 0 in a study that calibrates it
  double grid = 0;   ///< γ: the noisy sums are whole multiples of it; 0: real noise, of another program
  int steps = 0;     ///< T ≥ 1, the most steps allowed; for shuffled epochs a multiple of `batches`
  DescentSampling sampling = DescentSampling::full;  ///< who takes part in a step
  double rate = 1;                                   ///< q in (0, 1) of Poisson sampling, else 1
  int batches = 1;                                   ///< b ≥ 1 of shuffled epochs, else 1
  UpdateRule update = {};                            ///< the rule
  FinalModel final_model = FinalModel::last;         ///< what the published model is made of
  int every = 1;                                     ///< every so many iterates one is published; 1: all
  bool elsewhere = false;                            ///< another program drew the noise
  Arithmetic arithmetic = Arithmetic::float64;       ///< of a network's gradients
  DescentStart start = {};                           ///< of a network

  friend bool operator==(const DescentPlan&, const DescentPlan&) = default;

  /// How often a record's part counts: T, or the number of epochs.
  [[nodiscard]] int rounds() const { return steps / batches; }
};

/// Returns the loss as a descent takes it: softmax with `classes` > 0, of a network's scores where
/// there is one.
[[nodiscard]] inline DescentLoss descent_loss(const Loss& loss, Eigen::Index classes,
                                              const std::shared_ptr<const PreparedNetwork>& network) {
  if (network) {
    return NetworkLoss{network, {loss, classes}};
  }
  return classes > 0 ? DescentLoss(Softmax{classes}) : DescentLoss(loss);
}
/// Returns D for records of d coordinates.
[[nodiscard]] Eigen::Index parameters_of(const DescentLoss& loss, Eigen::Index d);

/// The model, and what is published of its path.
struct PublishedDescent {
  Loss loss;                 ///< where `classes` is 0
  Eigen::Index classes = 0;  ///< K ≥ 2 of softmax, θ class by class; 0: a generalised linear loss
  /// F_θ, whose scores the loss takes; none: scores are linear.
  std::shared_ptr<const PreparedNetwork> network = nullptr;
  DescentPlan plan;             ///< what was fixed beforehand
  CodingRoundings coding = {};  ///< of a program that trained elsewhere
  int done = 0;                 ///< steps that were done, at most plan.steps: a public rule may have ended it
  Eigen::VectorXd theta;        ///< the final model, length D
  /// ⌈done/every⌉ × D: θ_0, θ_every, …, exactly as they were used. No rows: they aren't published.
  IterateMatrix iterates;
  /// Length `done`: ‖θ_t − θ_{t′}‖ or more, θ_{t′} the last iterate that is kept; 0 for kept ones.
  /// Empty: not stated.
  std::vector<double> distances = {};
  /// A network's path in place of `iterates`. Until its bytes are there nothing is known of it.
  std::shared_ptr<const PackedPath> packed = nullptr;

  /// Whether something is known of the path.
  [[nodiscard]] bool has_path() const { return iterates.rows() > 0 || (packed && !packed->bytes.empty()); }
  /// Returns the loss as the descent takes it.
  [[nodiscard]] DescentLoss any_loss() const { return descent_loss(loss, classes, network); }
  /// Returns d, the length of x.
  [[nodiscard]] Eigen::Index inputs() const {
    return network ? network->inputs() : theta.size() / std::max<Eigen::Index>(classes, 1);
  }
  /// The path as a person's norms need it; refers to this model.
  [[nodiscard]] DescentPath path() const {
    return {plan.clip,      plan.sigma,
            done,           iterates,
            plan.every,     distances,
            plan.elsewhere, plan.arithmetic,
            coding,         packed && !packed->bytes.empty() ? packed.get() : nullptr};
  }
};

}  // namespace expost

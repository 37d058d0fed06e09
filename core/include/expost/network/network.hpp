// Feed-forward networks as a report describes them (docs/networks.md, section 1).
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "expost/numerics/error.hpp"

namespace expost {

/// [features] or [channels, height, width]; numbers are row-major.
using TensorShape = std::vector<Eigen::Index>;

/// A number for each axis of an image.
struct AxisPair {
  Eigen::Index height = 1;  ///< rows
  Eigen::Index width = 1;   ///< columns

  friend bool operator==(const AxisPair&, const AxisPair&) = default;
};

/// Wa + b on one axis. Parameters: W, out × in, and b.
struct DenseLayer {
  Eigen::Index out = 1;  ///< length of its output
  bool bias = true;      ///< whether there is a b
  friend bool operator==(const DenseLayer&, const DenseLayer&) = default;
};
/// Correlation with `out` kernels, zeros around the image. Parameters: out × in × height × width,
/// and a bias for each channel.
struct ConvolutionLayer {
  Eigen::Index out = 1;       ///< channels of its output
  AxisPair kernel;            ///< size of the kernels
  AxisPair stride = {1, 1};   ///< from one place of them to the next
  AxisPair padding = {0, 0};  ///< zeros on either side
  bool bias = true;           ///< whether there is one
  friend bool operator==(const ConvolutionLayer&, const ConvolutionLayer&) = default;
};
/// The number that a pool makes of a window.
enum class PoolKind { maximum, average };
/// The largest number, or the mean, of each whole window; windows that aren't whole are dropped.
struct PoolLayer {
  PoolKind kind = PoolKind::maximum;  ///< which of them
  AxisPair kernel;                    ///< size of a window
  AxisPair stride;                    ///< from one window to the next
  friend bool operator==(const PoolLayer&, const PoolLayer&) = default;
};
/// (a − mean)/√(variance + ε) over each group of channels, and then a scale and a shift for each
/// channel; the variance is the biased one.
struct GroupNormLayer {
  Eigen::Index groups = 1;  ///< divides the channels
  bool affine = true;       ///< whether there are scales and shifts
  double epsilon = 1e-5;    ///< ε > 0
  friend bool operator==(const GroupNormLayer&, const GroupNormLayer&) = default;
};
/// The same over the whole shape, with a scale and a shift for each number.
struct LayerNormLayer {
  bool affine = true;     ///< whether there are scales and shifts
  double epsilon = 1e-5;  ///< ε > 0
  friend bool operator==(const LayerNormLayer&, const LayerNormLayer&) = default;
};
/// Functions of one number; gelu is the exact one, aΦ(a). The slope of relu at 0 is 0.
enum class ActivationKind { relu, tanh, sigmoid, softplus, silu, gelu };
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(ActivationKind value) {
  switch (value) {
    case ActivationKind::relu:
      return "relu";
    case ActivationKind::tanh:
      return "tanh";
    case ActivationKind::sigmoid:
      return "sigmoid";
    case ActivationKind::softplus:
      return "softplus";
    case ActivationKind::silu:
      return "silu";
    case ActivationKind::gelu:
      return "gelu";
  }
  return nullptr;
}
/// One of them for each number.
struct ActivationLayer {
  ActivationKind kind = ActivationKind::relu;  ///< which of them
  friend bool operator==(const ActivationLayer&, const ActivationLayer&) = default;
};
/// The same numbers in another shape.
struct ReshapeLayer {
  TensorShape shape;  ///< empty: on one axis ("flatten")
  friend bool operator==(const ReshapeLayer&, const ReshapeLayer&) = default;
};
/// One layer.
using Layer =
    std::variant<DenseLayer, ConvolutionLayer, PoolLayer, GroupNormLayer, LayerNormLayer, ActivationLayer, ReshapeLayer>;

/// F_θ: R^d → R^K. θ has the parameters layer after layer, as PyTorch's `parameters()` yields them.
struct Network {
  TensorShape input;          ///< of x
  std::vector<Layer> layers;  ///< one after the other
  friend bool operator==(const Network&, const Network&) = default;
};

/// At most so many layers, …
inline constexpr std::size_t most_layers = 64;
/// … parameters, …
inline constexpr Eigen::Index most_parameters = 4000000;
/// … and multiplications of a forward pass.
inline constexpr double most_multiplications = 1e7;
/// At most so many along a whole path: about half a minute of a check in WebAssembly.
inline constexpr double most_path_multiplications = 1e10;

class LayerStep;

/// A network whose shapes fit, ready to be evaluated. Doesn't change: threads may share it.
class PreparedNetwork {
 public:
  /// Errors: `type`, with a pointer into the network ("/layers/2/kernel") after `pointer`, where
  /// shapes don't fit or limits are passed.
  explicit PreparedNetwork(Network network, ErrorType type = ErrorType::argument, const std::string& pointer = "");
  ~PreparedNetwork();
  PreparedNetwork(const PreparedNetwork&) = delete;
  PreparedNetwork& operator=(const PreparedNetwork&) = delete;

  /// As it was given.
  [[nodiscard]] const Network& network() const { return network_; }
  /// d, the length of x.
  [[nodiscard]] Eigen::Index inputs() const;
  /// K, how many scores there are.
  [[nodiscard]] Eigen::Index outputs() const;
  /// Whether the last shape has one axis.
  [[nodiscard]] bool ends_flat() const { return ends_flat_; }
  /// D, the length of θ.
  [[nodiscard]] Eigen::Index parameters() const { return parameters_; }
  /// Multiplications of a forward pass, at most `most_multiplications`.
  [[nodiscard]] double multiplications() const { return multiplications_; }
  /// The layers, for this folder's own functions.
  [[nodiscard]] const std::vector<std::unique_ptr<LayerStep>>& steps() const { return steps_; }

  /// Returns θ_0 as layers are usually begun: weights and biases uniform in ±1/√fan-in, scales 1,
  /// shifts 0. From a public seed, whose generator is no source of noise. Length D.
  [[nodiscard]] Eigen::VectorXd start(std::uint64_t seed) const;

  /// Has `told` called after each gradient that `network_norm` bounds: a bound takes many. Not
  /// while another thread computes.
  void watch(std::function<void()> told) const { told_ = std::move(told); }
  /// Calls what watches, if anything does.
  void tell() const {
    if (told_) {
      told_();
    }
  }

 private:
  Network network_;
  std::vector<std::unique_ptr<LayerStep>> steps_;
  Eigen::Index inputs_ = 0;
  Eigen::Index parameters_ = 0;
  double multiplications_ = 0;
  bool ends_flat_ = false;
  mutable std::function<void()> told_;
};

}  // namespace expost

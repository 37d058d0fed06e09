// One layer of a network: its numbers, its gradient, and enclosures of both (docs/networks.md,
// sections 2 and 3).
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "expost/network/network.hpp"
#include "network/enclosure.hpp"

namespace expost {

/// A layer whose shapes are known. Activations and gradients are row-major.
class LayerStep {
 public:
  LayerStep() = default;
  LayerStep(const LayerStep&) = delete;
  LayerStep& operator=(const LayerStep&) = delete;
  virtual ~LayerStep() = default;

  TensorShape output;           ///< shape of what it returns
  Eigen::Index inputs = 0;      ///< numbers it takes
  Eigen::Index outputs = 0;     ///< numbers it returns
  Eigen::Index parameters = 0;  ///< numbers of θ
  Eigen::Index first = 0;       ///< where these begin in θ

  /// Multiplications of a forward pass.
  [[nodiscard]] virtual double multiplications() const { return static_cast<double>(outputs); }
  /// Sets θ_0: `uniform` returns the next number in (−1, 1).
  virtual void begin(double* own, const std::function<double()>& uniform) const;

  /// Returns the layer's numbers; `own` are its parameters.
  [[nodiscard]] virtual Eigen::VectorXd forward(const double* own, const Eigen::VectorXd& in) const = 0;
  /// Sets `gradient` (its parameters long) to the gradient by its own parameters, where they are,
  /// and returns that by its input: of no length where `wanted` is false.
  [[nodiscard]] virtual Eigen::VectorXd backward(const double* own, const Eigen::VectorXd& in, const Eigen::VectorXd& out,
                                                 const Eigen::VectorXd& g, double* gradient, bool wanted) const = 0;

  /// Encloses the layer's numbers for every input of a ball.
  [[nodiscard]] virtual Ball enclosed(const double* own, const Ball& in, const Roundings& roundings) const = 0;
  /// Encloses the gradient by its input, and adds at least the squared norm of that by its own
  /// parameters to `squares`.
  [[nodiscard]] virtual Ball enclosed_back(const double* own, const Ball& in, const Ball& out, const Ball& g,
                                           const Roundings& roundings, double& squares, bool wanted) const = 0;
};

/// Each sets shapes and counts for an input of this shape. Errors as of PreparedNetwork, `at` the
/// layer's pointer.
struct LayerPlace {
  const TensorShape& input;
  ErrorType type;
  std::string at;

  [[noreturn]] void refuse(const char* code, const char* key, const std::string& predicate) const {
    throw Error(type, code, at + key, at + key + " " + predicate);
  }
};
[[nodiscard]] std::unique_ptr<LayerStep> step_of(const DenseLayer& layer, const LayerPlace& place);
[[nodiscard]] std::unique_ptr<LayerStep> step_of(const ConvolutionLayer& layer, const LayerPlace& place);
[[nodiscard]] std::unique_ptr<LayerStep> step_of(const PoolLayer& layer, const LayerPlace& place);
[[nodiscard]] std::unique_ptr<LayerStep> step_of(const GroupNormLayer& layer, const LayerPlace& place);
[[nodiscard]] std::unique_ptr<LayerStep> step_of(const LayerNormLayer& layer, const LayerPlace& place);
[[nodiscard]] std::unique_ptr<LayerStep> step_of(const ActivationLayer& layer, const LayerPlace& place);
[[nodiscard]] std::unique_ptr<LayerStep> step_of(const ReshapeLayer& layer, const LayerPlace& place);

/// Numbers of a shape.
[[nodiscard]] inline Eigen::Index size_of(const TensorShape& shape) {
  Eigen::Index size = 1;
  for (const Eigen::Index axis : shape) {
    size *= axis;
  }
  return size;
}

/// An image's windows: where each begins, and which of its places lie in the image.
struct Windows {
  Eigen::Index channels, height, width;
  AxisPair kernel, stride, padding;
  AxisPair count;  ///< windows along each axis

  /// Calls visit(window, place of the window, index within a channel) for each place of each
  /// window that lies in the image.
  template <class Visit>
  void each(const Visit& visit) const {
    for (Eigen::Index y = 0; y < count.height; ++y) {
      for (Eigen::Index x = 0; x < count.width; ++x) {
        for (Eigen::Index i = 0; i < kernel.height; ++i) {
          const Eigen::Index row = y * stride.height + i - padding.height;
          for (Eigen::Index j = 0; j < kernel.width && row >= 0 && row < height; ++j) {
            const Eigen::Index column = x * stride.width + j - padding.width;
            if (column >= 0 && column < width) {
              visit(y * count.width + x, i * kernel.width + j, row * width + column);
            }
          }
        }
      }
    }
  }
  /// Windows.
  [[nodiscard]] Eigen::Index windows() const { return count.height * count.width; }
  /// Places of one.
  [[nodiscard]] Eigen::Index places() const { return kernel.height * kernel.width; }
  /// Numbers of a channel.
  [[nodiscard]] Eigen::Index area() const { return height * width; }
  /// Windows that a place is in, at most.
  [[nodiscard]] Eigen::Index overlaps() const {
    return ((kernel.height + stride.height - 1) / stride.height) * ((kernel.width + stride.width - 1) / stride.width);
  }
};
/// Refuses what doesn't fit the image.
[[nodiscard]] Windows windows_of(const LayerPlace& place, const AxisPair& kernel, const AxisPair& stride,
                                 const AxisPair& padding);

}  // namespace expost

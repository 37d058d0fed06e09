// Group and layer normalisation.
#include <algorithm>
#include <cmath>

#include "network/layer_step.hpp"

namespace expost {
namespace {

/// (a − mean)/√(variance + ε) over blocks of numbers next to each other, then scales and shifts.
class NormStep final : public LayerStep {
 public:
  /// `shared`: numbers next to each other that have one scale.
  NormStep(const TensorShape& shape, Eigen::Index blocks, Eigen::Index shared, bool affine, double epsilon)
      : blocks_(blocks), shared_(shared), affine_(affine), epsilon_(epsilon) {
    output = shape;
    inputs = outputs = size_of(shape);
    block_ = inputs / blocks;
    parameters = affine ? 2 * (inputs / shared) : 0;
  }

  void begin(double* own, const std::function<double()>&) const override {
    std::fill(own, own + parameters / 2, 1.0);
    std::fill(own + parameters / 2, own + parameters, 0.0);
  }

  [[nodiscard]] Eigen::VectorXd forward(const double* own, const Eigen::VectorXd& in) const override {
    Eigen::VectorXd result(inputs);
    for (Eigen::Index b = 0; b < blocks_; ++b) {
      const Block block(*this, in, b);
      result.segment(b * block_, block_) = block.deviations * block.inverse;
    }
    for (Eigen::Index i = 0; i < inputs && affine_; ++i) {
      result(i) = own[i / shared_] * result(i) + own[parameters / 2 + i / shared_];
    }
    return result;
  }

  [[nodiscard]] Eigen::VectorXd backward(const double* own, const Eigen::VectorXd& in, const Eigen::VectorXd&,
                                         const Eigen::VectorXd& g, double* gradient, bool) const override {
    Eigen::VectorXd result(inputs);
    if (affine_) {
      std::fill(gradient, gradient + parameters, 0.0);
    }
    for (Eigen::Index b = 0; b < blocks_; ++b) {
      const Block block(*this, in, b);
      const Eigen::VectorXd h = block.deviations * block.inverse;
      Eigen::VectorXd w = g.segment(b * block_, block_);
      for (Eigen::Index j = 0; j < block_ && affine_; ++j) {
        const Eigen::Index scale = (b * block_ + j) / shared_;
        gradient[scale] += w(j) * h(j);
        gradient[parameters / 2 + scale] += w(j);
        w(j) *= own[scale];
      }
      result.segment(b * block_, block_) = block.inverse * ((w.array() - mean(w)).matrix() - h * mean(w.cwiseProduct(h)));
    }
    return result;
  }

  [[nodiscard]] Ball enclosed(const double* own, const Ball& in, const Roundings& roundings) const override {
    Ball ball{Eigen::VectorXd(inputs), Eigen::VectorXd(inputs), infinity};
    for (Eigen::Index b = 0; b < blocks_; ++b) {
      const Normalised normalised(*this, in, b, roundings);
      for (Eigen::Index j = 0; j < block_; ++j) {
        const Eigen::Index i = b * block_ + j;
        const double scale = affine_ ? own[i / shared_] : 1;
        const double shift = affine_ ? own[parameters / 2 + i / shared_] : 0;
        ball.mid(i) = scale * normalised.h(j) + shift;
        ball.radius(i) =
            raised(std::fabs(scale) * normalised.h_radius(j) +
                   4 * roundings.both * (std::fabs(scale) * normalised.sizes(j) + std::fabs(shift)) + roundings.tiny);
      }
    }
    ball.tighten();
    return ball;
  }

  [[nodiscard]] Ball enclosed_back(const double* own, const Ball& in, const Ball&, const Ball& gradient,
                                   const Roundings& roundings, double& squares, bool) const override {
    const Ball g = gradient.folded();
    const auto n = static_cast<double>(block_);
    const double sum_off = roundings.of_sum(static_cast<double>(shared_));
    const double u = roundings.both;
    Ball ball{Eigen::VectorXd(inputs), Eigen::VectorXd(inputs), infinity};
    Eigen::VectorXd mids = Eigen::VectorXd::Zero(parameters);
    Eigen::VectorXd radii = Eigen::VectorXd::Zero(parameters);
    for (Eigen::Index b = 0; b < blocks_; ++b) {
      const Normalised normalised(*this, in, b, roundings);
      const Eigen::VectorXd& h = normalised.h;
      const Eigen::VectorXd& h_radius = normalised.h_radius;
      Eigen::VectorXd w(block_);
      Eigen::VectorXd w_radius(block_);
      for (Eigen::Index j = 0; j < block_; ++j) {
        const Eigen::Index i = b * block_ + j;
        const double size = std::fabs(g.mid(i)) + g.radius(i);
        const double scale = affine_ ? own[i / shared_] : 1;
        w(j) = g.mid(i) * scale;
        w_radius(j) = g.radius(i) * std::fabs(scale) + 2 * u * std::fabs(scale) * size + roundings.backward_tiny;
        if (affine_) {
          const Eigen::Index own_scale = i / shared_;
          const Eigen::Index own_shift = parameters / 2 + own_scale;
          mids(own_scale) += g.mid(i) * h(j);
          radii(own_scale) += std::fabs(g.mid(i)) * h_radius(j) + g.radius(i) * (std::fabs(h(j)) + h_radius(j)) +
                              sum_off * size * normalised.sizes(j) + roundings.backward_tiny;
          mids(own_shift) += g.mid(i);
          radii(own_shift) += g.radius(i) + sum_off * size + roundings.backward_tiny;
        }
      }
      const Eigen::VectorXd w_size = w.cwiseAbs() + w_radius;
      const double c = mean(w.cwiseProduct(h));
      const double c_radius = mean(w.cwiseAbs().cwiseProduct(h_radius) + w_radius.cwiseProduct(h.cwiseAbs() + h_radius));
      const double off = 4 * roundings.of_sum(n + 6);
      const double mean_size = mean(w_size);
      const double mean_product = mean(normalised.sizes.cwiseProduct(w_size));
      const double mean_radius = mean(w_radius);
      const double mean_w = mean(w);
      for (Eigen::Index j = 0; j < block_; ++j) {
        const double t = w(j) - mean_w - h(j) * c;
        const double t_radius =
            w_radius(j) + mean_radius + std::fabs(h(j)) * c_radius + h_radius(j) * (std::fabs(c) + c_radius);
        const Eigen::Index i = b * block_ + j;
        ball.mid(i) = normalised.inverse * t;
        ball.radius(i) = above_sum(n) *
                         raised(normalised.inverse_above * t_radius + normalised.inverse_radius * std::fabs(t) +
                                off * normalised.inverse_above * (w_size(j) + mean_size + normalised.sizes(j) * mean_product) +
                                roundings.backward_tiny);
      }
    }
    ball.tighten();
    if (affine_) {
      const double sums = above_sum(static_cast<double>(shared_)) * (1 + few_roundings);
      squares += (mids.cwiseAbs() + radii * sums).squaredNorm() * above_sum(static_cast<double>(parameters));
    }
    return ball;
  }

 private:
  [[nodiscard]] static double mean(const Eigen::VectorXd& v) {
    double sum = 0;
    for (Eigen::Index i = 0; i < v.size(); ++i) {
      sum += v(i);
    }
    return sum / static_cast<double>(v.size());
  }

  /// One block's numbers.
  struct Block {
    Block(const NormStep& step, const Eigen::VectorXd& in, Eigen::Index b)
        : deviations(in.segment(b * step.block_, step.block_)) {
      const double middle = mean(deviations);
      deviations.array() -= middle;
      variance = mean(deviations.cwiseAbs2());
      inverse = 1 / std::sqrt(variance + step.epsilon_);
    }
    Eigen::VectorXd deviations;
    double variance = 0;
    double inverse = 0;
  };

  /// The same enclosed: h = d·R.
  struct Normalised {
    Normalised(const NormStep& step, const Ball& in, Eigen::Index b, const Roundings& roundings) {
      const Eigen::Index first = b * step.block_;
      const auto n = static_cast<double>(step.block_);
      const Block block(step, in.mid, b);
      const Eigen::VectorXd radius = in.radius.segment(first, step.block_);
      const Eigen::VectorXd size = in.mid.segment(first, step.block_).cwiseAbs() + radius;
      const double above = above_sum(n);
      const double variance_radius =
          above * raised(2 * mean(block.deviations.cwiseAbs().cwiseProduct(radius)) + mean(radius.cwiseAbs2()) +
                         4 * roundings.of_sum(n + 2) * mean(size.cwiseAbs2()) + roundings.tiny);
      const double most =
          1 / std::sqrt(std::max(block.variance - variance_radius, 0.0) + step.epsilon_) * (1 + 4 * roundings.both);
      const double least = 1 / std::sqrt(block.variance + variance_radius + step.epsilon_) * (1 - 4 * roundings.both);
      inverse = block.inverse;
      inverse_above = raised(most);
      inverse_radius = raised(std::max(inverse_above - inverse, inverse - least));
      sizes = (inverse_above * above) * (size.array() + mean(size)).matrix();
      h = block.deviations * inverse;
      const double off = roundings.of_sum(n + 4);
      h_radius = ((radius.array() + mean(radius)) * inverse_above + block.deviations.array().abs() * inverse_radius +
                  off * sizes.array()) *
                     (above * (1 + few_roundings)) +
                 roundings.tiny;
    }
    Eigen::VectorXd h;
    Eigen::VectorXd h_radius;
    Eigen::VectorXd sizes;  ///< Λ
    double inverse = 0;
    double inverse_above = 0;
    double inverse_radius = 0;
  };

  Eigen::Index blocks_;
  Eigen::Index block_ = 1;
  Eigen::Index shared_;
  bool affine_;
  double epsilon_;
};

}  // namespace

std::unique_ptr<LayerStep> step_of(const GroupNormLayer& layer, const LayerPlace& place) {
  const Eigen::Index channels = place.input.front();
  if (channels % layer.groups != 0) {
    place.refuse("inconsistent", "/groups", "must divide the number of channels, " + std::to_string(channels));
  }
  return std::make_unique<NormStep>(place.input, layer.groups, size_of(place.input) / channels, layer.affine, layer.epsilon);
}

std::unique_ptr<LayerStep> step_of(const LayerNormLayer& layer, const LayerPlace& place) {
  return std::make_unique<NormStep>(place.input, 1, 1, layer.affine, layer.epsilon);
}

}  // namespace expost

// Dense layers and convolutions: products with a matrix of weights, for each window of the input.
#include <algorithm>
#include <cmath>

#include "network/layer_step.hpp"
#include "numerics/lanes.hpp"

namespace expost {
namespace {

using Kernels = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// AAᵀ, the same digits everywhere.
Kernels gram(const Kernels& a) {
  Kernels result(a.rows(), a.rows());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) {
      result(i, j) = result(j, i) = lanes::dot(a.row(i).data(), a.row(j).data(), static_cast<std::size_t>(a.cols()));
    }
  }
  return result;
}

/// At least the largest singular value: ‖(WWᵀ)⁴‖_F^{1/8}.
double spectral_norm_above(const Eigen::Ref<const Kernels>& w) {
  const double size = w.cwiseAbs().maxCoeff();
  if (!(size > 0 && size < infinity)) {
    return size;
  }
  Kernels power = w.rows() <= w.cols() ? Kernels(w / size) : Kernels(w.transpose() / size);
  // Each square is scaled back, so that none overflows.
  double lengths[3] = {};
  for (double& length : lengths) {
    power = gram(power);
    length = power.norm();
    power /= length;
  }
  const double fourth = lengths[0] * std::sqrt(lengths[1]) * std::sqrt(std::sqrt(lengths[2]));
  // Roundings of products of n terms, relative to Frobenius norms, which are √n norms at most.
  const auto terms = static_cast<double>(w.rows() + w.cols());
  return size * std::sqrt(fourth) * (1 + 1e-9 + 64 * terms * std::sqrt(terms) * unit_roundoff);
}

/// W times each window of the input, and b.
class AffineStep final : public LayerStep {
 public:
  AffineStep(Eigen::Index out, bool bias, Eigen::Index features) : out_(out), terms_(features), bias_(bias) {
    inputs = features;
    set_counts();
    output = {out};
  }
  AffineStep(Eigen::Index out, bool bias, const Windows& windows)
      : out_(out),
        windows_(windows),
        terms_(windows.channels * windows.places()),
        count_(windows.windows()),
        bias_(bias),
        image_(true) {
    inputs = windows.channels * windows.area();
    set_counts();
    output = {out, windows.count.height, windows.count.width};
  }

  [[nodiscard]] double multiplications() const override {
    return static_cast<double>(out_) * static_cast<double>(terms_) * static_cast<double>(count_);
  }

  void begin(double* own, const std::function<double()>& uniform) const override {
    const double bound = 1 / std::sqrt(static_cast<double>(terms_));
    for (Eigen::Index i = 0; i < parameters; ++i) {
      own[i] = bound * uniform();
    }
  }

  [[nodiscard]] Eigen::VectorXd forward(const double* own, const Eigen::VectorXd& in) const override {
    Eigen::VectorXd result = products(own, patches(in));
    if (bias_) {
      for (Eigen::Index o = 0; o < out_; ++o) {
        result.segment(o * count_, count_).array() += own[out_ * terms_ + o];
      }
    }
    return result;
  }

  [[nodiscard]] Eigen::VectorXd backward(const double* own, const Eigen::VectorXd& in, const Eigen::VectorXd&,
                                         const Eigen::VectorXd& g, double* gradient, bool wanted) const override {
    const Eigen::VectorXd& windows = patches(in);
    std::fill(gradient, gradient + parameters, 0.0);
    each_place([&](Eigen::Index o, Eigen::Index p) {
      const double own_g = g(o * count_ + p);
      if (own_g != 0) {
        lanes::add_multiple(gradient + o * terms_, own_g, windows.data() + p * terms_, length());
      }
      if (bias_) {
        gradient[out_ * terms_ + o] += own_g;
      }
    });
    return wanted ? spread(own, g) : Eigen::VectorXd();
  }

  [[nodiscard]] Ball enclosed(const double* own, const Ball& in, const Roundings& roundings) const override {
    const Weights weights(*this, own, roundings);
    const auto n = static_cast<double>(terms_);
    const double off = roundings.of_products(n);
    const Eigen::VectorXd size = in.size();
    const Eigen::VectorXd sizes = products(weights.size.data(), patches(size));
    const bool exact = (in.radius.array() == 0).all();
    const Eigen::VectorXd moved = exact ? Eigen::VectorXd::Zero(outputs) : products(weights.size.data(), patches(in.radius));
    const double inside = size.sum() + n + 1;
    Ball ball{forward(own, in.mid), Eigen::VectorXd(outputs), 0};
    Eigen::VectorXd local(outputs);
    for (Eigen::Index o = 0; o < out_; ++o) {
      const double b = bias_ ? std::fabs(own[out_ * terms_ + o]) : 0;
      const double tiny = roundings.tiny * (inside + weights.sums(o));
      const double longest = roundings.coarse() ? raised(weights.rows(o) * in.length) : infinity;
      for (Eigen::Index i = o * count_; i < (o + 1) * count_; ++i) {
        local(i) = off * (sizes(i) + b) * above_sum(n) + tiny;
        ball.radius(i) = std::min(moved(i) * above_sum(n), longest) + local(i);
      }
    }
    ball.radius *= 1 + few_roundings;
    ball.length = roundings.coarse() ? raised(weights.spectral * in.length + norm_above(local)) : infinity;
    ball.tighten();
    return ball;
  }

  [[nodiscard]] Ball enclosed_back(const double* own, const Ball& in, const Ball&, const Ball& gradient,
                                   const Roundings& roundings, double& squares, bool wanted) const override {
    squares += image_ ? kernel_squares(in, gradient, roundings) : dense_squares(in, gradient, roundings);
    if (!wanted) {
      return {};
    }
    const Ball g = gradient.folded();
    const Weights weights(*this, own, roundings);
    const double n = static_cast<double>(out_ * (image_ ? windows_.overlaps() : 1));
    const double off = roundings.of_products(n);
    const Eigen::VectorXd size = g.size();
    const Eigen::VectorXd sizes = spread(weights.size.data(), size);
    const Eigen::VectorXd moved = spread(weights.size.data(), g.radius);
    const double tiny = roundings.backward_tiny * (n + 1 + size.sum() + weights.sums.sum());
    const double longest = roundings.coarse() ? raised(weights.spectral * g.length) : infinity;
    Ball ball{spread(own, g.mid), Eigen::VectorXd(inputs), 0};
    Eigen::VectorXd local(inputs);
    for (Eigen::Index i = 0; i < inputs; ++i) {
      local(i) = off * sizes(i) * above_sum(n) + tiny;
      ball.radius(i) = std::min(moved(i) * above_sum(n), longest) + local(i);
    }
    ball.radius *= 1 + few_roundings;
    ball.length = roundings.coarse() ? raised(longest + norm_above(local)) : infinity;
    ball.tighten();
    return ball;
  }

 private:
  /// The weights as enclosures need them.
  struct Weights {
    Weights(const AffineStep& step, const double* own, const Roundings& roundings)
        : size(Eigen::Map<const Eigen::VectorXd>(own, step.out_ * step.terms_).cwiseAbs()), sums(step.out_), rows(step.out_) {
      const Eigen::Map<const Kernels> w(own, step.out_, step.terms_);
      for (Eigen::Index o = 0; o < step.out_; ++o) {
        sums(o) = w.row(o).lpNorm<1>();
        rows(o) = norm_above(w.row(o).transpose());
      }
      if (roundings.coarse()) {
        spectral = raised(spectral_norm_above(w) * std::sqrt(step.image_ ? static_cast<double>(step.windows_.overlaps()) : 1));
      }
    }
    Eigen::VectorXd size;  ///< |W|
    Eigen::VectorXd sums;  ///< Σ|W_i|
    Eigen::VectorXd rows;  ///< ‖W_i‖
    double spectral = 0;   ///< ‖W‖ as a map of whole inputs
  };

  void set_counts() {
    outputs = out_ * count_;
    parameters = out_ * (terms_ + (bias_ ? 1 : 0));
  }
  [[nodiscard]] std::size_t length() const { return static_cast<std::size_t>(terms_); }

  template <class Visit>
  void each_place(const Visit& visit) const {
    for (Eigen::Index o = 0; o < out_; ++o) {
      for (Eigen::Index p = 0; p < count_; ++p) {
        visit(o, p);
      }
    }
  }

  /// The input's windows, one after the other, each as long as a kernel; zeros around the image.
  [[nodiscard]] Eigen::VectorXd patches(const Eigen::VectorXd& in) const {
    if (!image_) {
      return in;
    }
    Eigen::VectorXd result = Eigen::VectorXd::Zero(count_ * terms_);
    windows_.each([&](Eigen::Index window, Eigen::Index place, Eigen::Index index) {
      for (Eigen::Index c = 0; c < windows_.channels; ++c) {
        result(window * terms_ + c * windows_.places() + place) = in(c * windows_.area() + index);
      }
    });
    return result;
  }
  /// Wp for each window p.
  [[nodiscard]] Eigen::VectorXd products(const double* weights, const Eigen::VectorXd& windows) const {
    Eigen::VectorXd result(outputs);
    each_place([&](Eigen::Index o, Eigen::Index p) {
      result(o * count_ + p) = lanes::dot(weights + o * terms_, windows.data() + p * terms_, length());
    });
    return result;
  }
  /// Wᵀg, added up where windows overlap.
  [[nodiscard]] Eigen::VectorXd spread(const double* weights, const Eigen::VectorXd& g) const {
    Eigen::VectorXd windows = Eigen::VectorXd::Zero(count_ * terms_);
    each_place([&](Eigen::Index o, Eigen::Index p) {
      const double own = g(o * count_ + p);
      if (own != 0) {
        lanes::add_multiple(windows.data() + p * terms_, own, weights + o * terms_, length());
      }
    });
    if (!image_) {
      return windows;
    }
    Eigen::VectorXd result = Eigen::VectorXd::Zero(inputs);
    windows_.each([&](Eigen::Index window, Eigen::Index place, Eigen::Index index) {
      for (Eigen::Index c = 0; c < windows_.channels; ++c) {
        result(c * windows_.area() + index) += windows(window * terms_ + c * windows_.places() + place);
      }
    });
    return result;
  }

  /// ‖g aᵀ‖² + ‖g‖², where there is a bias.
  [[nodiscard]] double dense_squares(const Ball& in, const Ball& gradient, const Roundings& roundings) const {
    const double a = in.norm() * (1 + roundings.of_products(1));
    const double g = gradient.folded().norm();
    return raised(g * g * (a * a + (bias_ ? 1 : 0)));
  }

  /// Σ g pᵀ over windows p, as it is summed up, for kernels and biases.
  [[nodiscard]] double kernel_squares(const Ball& in, const Ball& gradient, const Roundings& roundings) const {
    const double off = roundings.of_products(static_cast<double>(count_) + static_cast<double>(gradient.ties.size()));
    const Eigen::VectorXd mids = patches(in.mid);
    const Eigen::VectorXd sizes = mids.cwiseAbs();
    const Eigen::VectorXd radii = patches(in.radius);
    Kernels mid = Kernels::Zero(out_, terms_);
    Kernels radius = Kernels::Zero(out_, terms_);
    Eigen::VectorXd biases = Eigen::VectorXd::Zero(out_);
    Eigen::VectorXd bias_radii = Eigen::VectorXd::Zero(out_);
    each_place([&](Eigen::Index o, Eigen::Index p) {
      const double g = gradient.mid(o * count_ + p);
      const double g_radius = gradient.radius(o * count_ + p);
      const double size = std::fabs(g) + g_radius;
      if (size != 0) {
        lanes::add_multiple(mid.row(o).data(), g, mids.data() + p * terms_, length());
        lanes::add_multiple(radius.row(o).data(), g_radius + off * size, sizes.data() + p * terms_, length());
        lanes::add_multiple(radius.row(o).data(), (1 + off) * size, radii.data() + p * terms_, length());
      }
      biases(o) += g;
      bias_radii(o) += g_radius + off * size;
    });
    const double n = static_cast<double>(count_);
    double tiny = roundings.backward_tiny * (n + 1 + gradient.size().sum() + in.size().sum());
    Eigen::VectorXd patch(terms_);
    Eigen::VectorXd spread_out(terms_);
    for (const Tie& tie : gradient.ties) {
      // The shares of a gradient add up to it, whoever has it.
      const Eigen::Index o = gradient.places[tie.begin] / count_;
      patch.setZero();
      for (std::size_t i = tie.begin; i < tie.end; ++i) {
        patch += mids.segment(gradient.places[i] % count_ * terms_, terms_);
      }
      patch /= static_cast<double>(tie.end - tie.begin);
      spread_out.setZero();
      for (std::size_t i = tie.begin; i < tie.end; ++i) {
        const Eigen::Index start = gradient.places[i] % count_ * terms_;
        spread_out = spread_out.cwiseMax((mids.segment(start, terms_) - patch).cwiseAbs() + radii.segment(start, terms_));
      }
      // The mean's own roundings.
      spread_out += few_roundings * static_cast<double>(tie.end - tie.begin) * patch.cwiseAbs();
      const double size = std::fabs(tie.mid) + tie.radius;
      mid.row(o) += tie.mid * patch.transpose();
      radius.row(o) += (size * (1 + off) * spread_out + (tie.radius + off * size) * patch.cwiseAbs()).transpose();
      biases(o) += tie.mid;
      bias_radii(o) += tie.radius + off * size;
      tiny += roundings.backward_tiny * size;
    }
    // The sum of ties, too.
    const double sums = above_sum(n + static_cast<double>(gradient.ties.size())) * (1 + few_roundings);
    const double rest = few_roundings;
    double squares = ((mid.cwiseAbs() * (1 + rest) + radius * sums).array() + tiny).square().sum();
    if (roundings.coarse() && gradient.ties.empty()) {
      // Or by lengths: windows have each number √overlaps times at most.
      const double root = std::sqrt(static_cast<double>(windows_.overlaps()));
      const double a = root * in.norm();
      const double g = gradient.norm();
      const double moved = gradient.length * a + norm_above(gradient.mid) * root * in.length + off * g * a;
      const double length = raised(mid.norm() + moved + tiny * std::sqrt(static_cast<double>(mid.size())));
      squares = std::min(squares, length * length);
    }
    if (bias_) {
      squares += ((biases.cwiseAbs() * (1 + rest) + bias_radii * sums).array() + tiny).square().sum();
    }
    return squares * above_sum(static_cast<double>(parameters));
  }

  Eigen::Index out_;
  Windows windows_ = {};
  Eigen::Index terms_;
  Eigen::Index count_ = 1;
  bool bias_;
  bool image_ = false;
};

}  // namespace

Windows windows_of(const LayerPlace& place, const AxisPair& kernel, const AxisPair& stride, const AxisPair& padding) {
  if (place.input.size() != 3) {
    place.refuse("inconsistent", "", "must be about an image of channels, height and width; reshape comes before it");
  }
  Windows windows{place.input[0], place.input[1], place.input[2], kernel, stride, padding, {0, 0}};
  const auto count = [&](Eigen::Index size, Eigen::Index length, Eigen::Index step, Eigen::Index around) {
    const Eigen::Index room = size + 2 * around - length;
    return room < 0 ? 0 : room / step + 1;
  };
  windows.count = {count(windows.height, kernel.height, stride.height, padding.height),
                   count(windows.width, kernel.width, stride.width, padding.width)};
  if (windows.windows() == 0) {
    place.refuse("inconsistent", "/kernel",
                 "must fit the image of " + std::to_string(windows.height) + " by " + std::to_string(windows.width) +
                     ", padding included");
  }
  return windows;
}

std::unique_ptr<LayerStep> step_of(const DenseLayer& layer, const LayerPlace& place) {
  if (place.input.size() != 1) {
    place.refuse("inconsistent", "", "must come after flatten: a dense layer takes one axis");
  }
  return std::make_unique<AffineStep>(layer.out, layer.bias, place.input[0]);
}

std::unique_ptr<LayerStep> step_of(const ConvolutionLayer& layer, const LayerPlace& place) {
  return std::make_unique<AffineStep>(layer.out, layer.bias, windows_of(place, layer.kernel, layer.stride, layer.padding));
}

}  // namespace expost

// Networks once more, by loops over indices and in any type of number: 200 bits for the truth,
// floats with sums in any order for what another program computes.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <functional>
#include <vector>

#include "expost/losses/model_shape.hpp"
#include "expost/network/network.hpp"

namespace expost {

using Real200 = boost::multiprecision::number<
    boost::multiprecision::backends::cpp_bin_float<200, boost::multiprecision::backends::digit_base_2>,
    boost::multiprecision::et_off>;

/// One record's gradient in numbers of type T. `sum` adds up terms, in an order of its own.
template <class T>
class ReferenceNetwork {
 public:
  using Numbers = std::vector<T>;
  using Sum = std::function<T(Numbers&)>;

  ReferenceNetwork(const Network& network, const ModelShape& output, Sum sum)
      : network_(network), output_(output), sum_(std::move(sum)) {}

  Numbers gradient(const Eigen::VectorXd& theta, const Eigen::VectorXd& x, double y) {
    theta_.assign(theta.data(), theta.data() + theta.size());
    for (T& each : theta_) {
      each = T(each);
    }
    Numbers in(x.data(), x.data() + x.size());
    pass(0, 0, network_.input, in, y);
    return gradient_;
  }

 private:
  using Index = Eigen::Index;
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  static Index total(const TensorShape& shape) {
    Index n = 1;
    for (const Index axis : shape) {
      n *= axis;
    }
    return n;
  }

  /// Runs through the layers from here on, and returns the gradient by `in`.
  Numbers pass(std::size_t layer, std::size_t first, const TensorShape& shape, const Numbers& in, double y) {
    if (layer == network_.layers.size()) {
      gradient_.assign(theta_.size(), T(0));
      return loss(in, y);
    }
    return std::visit([&](const auto& each) { return through(each, layer, first, shape, in, y); }, network_.layers[layer]);
  }

  Numbers loss(const Numbers& z, double y) {
    using std::exp;
    using std::sqrt;
    if (output_.classes > 0) {
      T most = *std::max_element(z.begin(), z.end());
      Numbers e;
      for (const T& each : z) {
        e.push_back(exp(T(each - most)));
      }
      Numbers terms = e;
      const T all = sum_(terms);
      for (T& each : e) {
        each = each / all;
      }
      // As other programs do it.
      e[static_cast<std::size_t>(y)] = e[static_cast<std::size_t>(y)] - T(1);
      return e;
    }
    const T label = static_cast<T>(y);
    switch (output_.loss.kind) {
      case LossKind::logistic:
        return {-label / (T(1) + exp(T(label * z[0])))};
      case LossKind::squared:
        return {z[0] - label};
      case LossKind::pseudo_huber: {
        const T r = (z[0] - label) / T(output_.loss.width);
        return {T(output_.loss.width) * r / sqrt(T(T(1) + r * r))};
      }
    }
    return {};
  }

  struct Shape3 {
    Index c, h, w;
  };

  /// Weighted windows; `dense` is one window.
  Numbers affine(Index out, bool bias, const Shape3& s, AxisPair kernel, AxisPair stride, AxisPair padding, std::size_t layer,
                 std::size_t first, const TensorShape& next, const Numbers& in, double y) {
    const Index oh = (s.h + 2 * padding.height - kernel.height) / stride.height + 1;
    const Index ow = (s.w + 2 * padding.width - kernel.width) / stride.width + 1;
    const auto weight = [&](Index o, Index c, Index i, Index j) {
      return first + at(((o * s.c + c) * kernel.height + i) * kernel.width + j);
    };
    const std::size_t biases = first + at(out * s.c * kernel.height * kernel.width);
    const auto each = [&](const auto& visit) {
      for (Index o = 0; o < out; ++o) {
        for (Index p = 0; p < oh; ++p) {
          for (Index q = 0; q < ow; ++q) {
            for (Index c = 0; c < s.c; ++c) {
              for (Index i = 0; i < kernel.height; ++i) {
                for (Index j = 0; j < kernel.width; ++j) {
                  const Index row = p * stride.height + i - padding.height;
                  const Index column = q * stride.width + j - padding.width;
                  if (row >= 0 && row < s.h && column >= 0 && column < s.w) {
                    visit((o * oh + p) * ow + q, weight(o, c, i, j), at((c * s.h + row) * s.w + column));
                  }
                }
              }
            }
          }
        }
      }
    };
    std::vector<Numbers> terms(at(out * oh * ow));
    each([&](Index to, std::size_t w, std::size_t from) { terms[at(to)].push_back(T(theta_[w] * in[from])); });
    Numbers z;
    for (Index to = 0; to < out * oh * ow; ++to) {
      if (bias) {
        terms[at(to)].push_back(theta_[biases + at(to / (oh * ow))]);
      }
      z.push_back(sum_(terms[at(to)]));
    }
    const Numbers g = pass(layer + 1, biases + (bias ? at(out) : 0), next, z, y);
    std::vector<Numbers> own(theta_.size());
    std::vector<Numbers> back(in.size());
    each([&](Index to, std::size_t w, std::size_t from) {
      own[w].push_back(T(g[at(to)] * in[from]));
      back[from].push_back(T(g[at(to)] * theta_[w]));
    });
    for (Index to = 0; bias && to < out * oh * ow; ++to) {
      own[biases + at(to / (oh * ow))].push_back(g[at(to)]);
    }
    for (std::size_t i = first; i < biases + (bias ? at(out) : 0); ++i) {
      gradient_[i] = sum_(own[i]);
    }
    Numbers result;
    for (Numbers& each_place : back) {
      result.push_back(sum_(each_place));
    }
    return result;
  }

  Numbers through(const DenseLayer& layer, std::size_t i, std::size_t first, const TensorShape& shape, const Numbers& in,
                  double y) {
    return affine(layer.out, layer.bias, {shape[0], 1, 1}, {1, 1}, {1, 1}, {0, 0}, i, first, {layer.out}, in, y);
  }
  Numbers through(const ConvolutionLayer& layer, std::size_t i, std::size_t first, const TensorShape& shape, const Numbers& in,
                  double y) {
    const Index oh = (shape[1] + 2 * layer.padding.height - layer.kernel.height) / layer.stride.height + 1;
    const Index ow = (shape[2] + 2 * layer.padding.width - layer.kernel.width) / layer.stride.width + 1;
    return affine(layer.out, layer.bias, {shape[0], shape[1], shape[2]}, layer.kernel, layer.stride, layer.padding, i, first,
                  {layer.out, oh, ow}, in, y);
  }
  Numbers through(const PoolLayer& layer, std::size_t i, std::size_t first, const TensorShape& shape, const Numbers& in,
                  double y) {
    const Index oh = (shape[1] - layer.kernel.height) / layer.stride.height + 1;
    const Index ow = (shape[2] - layer.kernel.width) / layer.stride.width + 1;
    std::vector<std::vector<std::size_t>> windows;
    for (Index c = 0; c < shape[0]; ++c) {
      for (Index p = 0; p < oh; ++p) {
        for (Index q = 0; q < ow; ++q) {
          windows.emplace_back();
          for (Index a = 0; a < layer.kernel.height; ++a) {
            for (Index b = 0; b < layer.kernel.width; ++b) {
              windows.back().push_back(
                  at((c * shape[1] + p * layer.stride.height + a) * shape[2] + q * layer.stride.width + b));
            }
          }
        }
      }
    }
    const bool mean = layer.kind == PoolKind::average;
    Numbers z;
    std::vector<std::size_t> chosen;
    for (const auto& window : windows) {
      Numbers terms;
      std::size_t best = window[0];
      for (const std::size_t place : window) {
        terms.push_back(in[place]);
        best = in[place] > in[best] ? place : best;
      }
      chosen.push_back(best);
      z.push_back(mean ? T(sum_(terms) / T(static_cast<double>(window.size()))) : in[best]);
    }
    const Numbers g = pass(i + 1, first, {shape[0], oh, ow}, z, y);
    std::vector<Numbers> back(in.size());
    for (std::size_t w = 0; w < windows.size(); ++w) {
      if (mean) {
        for (const std::size_t place : windows[w]) {
          back[place].push_back(T(g[w] / T(static_cast<double>(windows[w].size()))));
        }
      } else {
        back[chosen[w]].push_back(g[w]);
      }
    }
    Numbers result;
    for (Numbers& each : back) {
      result.push_back(sum_(each));
    }
    return result;
  }

  Numbers normalised(Index blocks, Index shared, bool affine, double epsilon, std::size_t i, std::size_t first,
                     const TensorShape& shape, const Numbers& in, double y) {
    using std::sqrt;
    const Index n = total(shape) / blocks;
    const T count = static_cast<T>(n);
    const std::size_t scales = at(total(shape) / shared);
    Numbers h(in.size());
    Numbers inverse;
    for (Index b = 0; b < blocks; ++b) {
      Numbers terms(in.begin() + b * n, in.begin() + (b + 1) * n);
      const T mean = sum_(terms) / count;
      Numbers squares;
      for (Index j = b * n; j < (b + 1) * n; ++j) {
        const T d = in[at(j)] - mean;
        squares.push_back(d * d);
      }
      inverse.push_back(T(1) / sqrt(T(sum_(squares) / count + T(epsilon))));
      for (Index j = b * n; j < (b + 1) * n; ++j) {
        h[at(j)] = (in[at(j)] - mean) * inverse.back();
      }
    }
    Numbers z = h;
    for (std::size_t j = 0; affine && j < in.size(); ++j) {
      z[j] = theta_[first + j / at(shared)] * h[j] + theta_[first + scales + j / at(shared)];
    }
    const Numbers g = pass(i + 1, first + (affine ? 2 * scales : 0), shape, z, y);
    Numbers result(in.size());
    for (std::size_t s = 0; affine && s < scales; ++s) {
      Numbers scale;
      Numbers shift;
      for (std::size_t j = s * at(shared); j < (s + 1) * at(shared); ++j) {
        scale.push_back(g[j] * h[j]);
        shift.push_back(g[j]);
      }
      gradient_[first + s] = sum_(scale);
      gradient_[first + scales + s] = sum_(shift);
    }
    for (Index b = 0; b < blocks; ++b) {
      Numbers w;
      Numbers wh;
      for (Index j = b * n; j < (b + 1) * n; ++j) {
        w.push_back(affine ? T(g[at(j)] * theta_[first + at(j / shared)]) : g[at(j)]);
        wh.push_back(w.back() * h[at(j)]);
      }
      Numbers copy = w;
      const T mean = sum_(copy) / count;
      const T product = sum_(wh) / count;
      for (Index j = 0; j < n; ++j) {
        result[at(b * n + j)] = inverse[at(b)] * (w[at(j)] - mean - h[at(b * n + j)] * product);
      }
    }
    return result;
  }
  Numbers through(const GroupNormLayer& layer, std::size_t i, std::size_t first, const TensorShape& shape, const Numbers& in,
                  double y) {
    return normalised(layer.groups, total(shape) / shape[0], layer.affine, layer.epsilon, i, first, shape, in, y);
  }
  Numbers through(const LayerNormLayer& layer, std::size_t i, std::size_t first, const TensorShape& shape, const Numbers& in,
                  double y) {
    return normalised(1, 1, layer.affine, layer.epsilon, i, first, shape, in, y);
  }

  static T phi(const T& a) {
    using std::exp;
    using std::sqrt;
    return exp(T(-a * a / T(2))) / sqrt(T(2) * boost::math::constants::pi<T>());
  }
  static T cdf(const T& a) {
    using std::sqrt;
    return boost::math::erfc(T(-a / sqrt(T(2)))) / T(2);
  }
  Numbers through(const ActivationLayer& layer, std::size_t i, std::size_t first, const TensorShape& shape, const Numbers& in,
                  double y) {
    using std::exp;
    using std::log;
    const auto sigmoid = [](const T& a) { return T(T(1) / (T(1) + exp(T(-a)))); };
    Numbers z;
    Numbers slope;
    for (const T& a : in) {
      switch (layer.kind) {
        case ActivationKind::relu:
          z.push_back(a > T(0) ? a : T(0));
          slope.push_back(a > T(0) ? T(1) : T(0));
          break;
        case ActivationKind::tanh: {
          const T t = T(1) - T(2) / (T(1) + exp(T(2 * a)));
          z.push_back(t);
          slope.push_back(T(1) - t * t);
          break;
        }
        case ActivationKind::sigmoid:
          z.push_back(sigmoid(a));
          slope.push_back(z.back() * (T(1) - z.back()));
          break;
        case ActivationKind::softplus:
          z.push_back(a > T(0) ? T(a + log(T(T(1) + exp(T(-a))))) : T(log(T(T(1) + exp(a)))));
          slope.push_back(sigmoid(a));
          break;
        case ActivationKind::silu: {
          const T s = sigmoid(a);
          z.push_back(a * s);
          slope.push_back(s * (T(1) + a * (T(1) - s)));
          break;
        }
        case ActivationKind::gelu:
          z.push_back(a * cdf(a));
          slope.push_back(cdf(a) + a * phi(a));
          break;
      }
    }
    Numbers g = pass(i + 1, first, shape, z, y);
    for (std::size_t j = 0; j < g.size(); ++j) {
      g[j] = g[j] * slope[j];
    }
    return g;
  }
  Numbers through(const ReshapeLayer& layer, std::size_t i, std::size_t first, const TensorShape& shape, const Numbers& in,
                  double y) {
    return pass(i + 1, first, layer.shape.empty() ? TensorShape{total(shape)} : layer.shape, in, y);
  }

  Network network_;
  ModelShape output_;
  Sum sum_;
  Numbers theta_;
  Numbers gradient_;
};

}  // namespace expost

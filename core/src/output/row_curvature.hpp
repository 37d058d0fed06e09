// Second derivatives of a row's loss by its margins, in any precision.
#pragma once

#include <cstddef>
#include <vector>

#include "expost/output/exact_fit.hpp"
#include "output/margin_derivatives.hpp"
#include "output/perturbed_gradient.hpp"

namespace expost {

/// ∂²ℓ/∂t² of a row: one number, or K × K of them for softmax, row by row.
template <class Real>
std::vector<Real> curvature_of(const ModelShape& shape, const std::vector<Real>& margins, double y) {
  if (shape.classes > 0) {
    const std::size_t classes = margins.size();
    Real largest = margins[0];
    for (const Real& t : margins) {
      largest = largest < t ? t : largest;
    }
    std::vector<Real> p;
    Real sum(0);
    for (const Real& t : margins) {
      p.push_back(exp_of_negative(Real(t - largest)));
      sum += p.back();
    }
    std::vector<Real> result(classes * classes);
    for (std::size_t k = 0; k < classes; ++k) {
      for (std::size_t l = 0; l < classes; ++l) {
        const Real product = p[k] / sum * (p[l] / sum);
        result[k * classes + l] = k == l ? Real(p[k] / sum - product) : Real(-product);
      }
    }
    return result;
  }
  return {second_derivative_of(shape.loss, margins[0], y)};
}

/// Adds up Σ ∇²ℓ over rows in `entries`, (i, j) at i·d + j and the lower triangle alone, d as long
/// as θ. Margins are in Real. `add_line(line, curvature, x_i, x, count)` adds curvature·x_i·x_j to
/// line[j] for the first `count` features j.
template <class Real, class Number, class Entry, class AddLine>
void add_curvatures(const ModelShape& shape, const CodedData& data, const Number* theta, std::vector<Entry>& entries,
                    const AddLine& add_line) {
  const auto features = static_cast<std::size_t>(data.x.cols());
  const auto blocks = static_cast<std::size_t>(shape.blocks());
  const std::size_t d = blocks * features;
  std::vector<Real> margins(blocks);
  for (Eigen::Index row = 0; row < data.x.rows(); ++row) {
    const double* const x = data.x.data() + row * data.x.outerStride();
    set_margins(theta, x, features, margins);
    const std::vector<Real> curvature = curvature_of(shape, margins, data.y(row));
    for (std::size_t k = 0; k < blocks; ++k) {
      for (std::size_t l = 0; l <= k; ++l) {
        for (std::size_t i = 0; i < features; ++i) {
          Entry* const line = entries.data() + (k * features + i) * d + l * features;
          add_line(line, curvature[k * blocks + l], x[i], x, k == l ? i + 1 : features);
        }
      }
    }
  }
}

}  // namespace expost

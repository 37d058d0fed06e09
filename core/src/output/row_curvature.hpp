// Second derivatives of a row's loss by its margins, in any precision.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "expost/output/exact_fit.hpp"
#include "output/margin_derivatives.hpp"
#include "output/row_products.hpp"

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

/// Calls `add_line(at, curvature, x_i, x, count)` for every row and each line of the lower triangle
/// of Σ ∇²ℓ, d as long as θ: it has to add curvature·x_i·x_j to entry at + j for the first `count`
/// features j, where entry (i, j) of the matrix is at i·d + j. Margins are in Real.
template <class Real, class Number, class AddLine>
void add_curvatures(const ModelShape& shape, const CodedData& data, const std::vector<Number>& theta, const AddLine& add_line) {
  // So many rows that a line of the matrix is met again before others have taken its place in the
  // processor's nearest memory.
  constexpr Eigen::Index together = 8;
  const auto features = static_cast<std::size_t>(data.x.cols());
  const auto blocks = static_cast<std::size_t>(shape.blocks());
  const std::size_t d = blocks * features;
  const Coordinates<Real> coordinates(theta);
  const auto row_at = [&](Eigen::Index row) { return data.x.data() + row * data.x.outerStride(); };
  std::vector<Real> margins(blocks);
  std::vector<std::vector<Real>> curvatures;
  for (Eigen::Index begin = 0; begin < data.x.rows(); begin += together) {
    const Eigen::Index end = std::min(begin + together, data.x.rows());
    curvatures.clear();
    for (Eigen::Index row = begin; row < end; ++row) {
      for (std::size_t k = 0; k < blocks; ++k) {
        margins[k] = coordinates.times(row_at(row), k * features, features);
      }
      curvatures.push_back(curvature_of(shape, margins, data.y(row)));
    }
    for (std::size_t k = 0; k < blocks; ++k) {
      for (std::size_t l = 0; l <= k; ++l) {
        for (std::size_t i = 0; i < features; ++i) {
          const std::size_t at = (k * features + i) * d + l * features;
          for (Eigen::Index row = begin; row < end; ++row) {
            const double* const x = row_at(row);
            const Real& curvature = curvatures[static_cast<std::size_t>(row - begin)][k * blocks + l];
            add_line(at, curvature, x[i], x, k == l ? i + 1 : features);
          }
        }
      }
    }
  }
}

}  // namespace expost

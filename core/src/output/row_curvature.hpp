// Second derivatives of a row's loss by its margins, in any precision.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "expost/output/exact_fit.hpp"
#include "output/perturbed_gradient.hpp"

namespace expost {

/// ∂²ℓ/∂t² of a row: one number, or K × K of them for softmax, row by row.
template <class Real>
std::vector<Real> curvature_of(const ModelShape& shape, const std::vector<Real>& margins, double y) {
  using std::sqrt;
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
  const Real& t = margins[0];
  switch (shape.loss.kind) {
    case LossKind::logistic: {
      const Real e = exp_of_negative(t < Real(0) ? t : Real(-t));
      return {Real(e / ((Real(1) + e) * (Real(1) + e)))};
    }
    case LossKind::squared:
      break;
    case LossKind::pseudo_huber: {
      const Real s = (t - Real(y)) / Real(shape.loss.width);
      const Real u = Real(1) + s * s;
      return {Real(Real(1) / (u * sqrt(u)))};
    }
  }
  return {Real(1)};
}

}  // namespace expost

// The third and fourth derivatives of an objective at one point, as sums over rows, and what they
// add to its gradient nearby.
#pragma once

#include <Eigen/Core>
#include <algorithm>

namespace expost {

/// Depth of one product of matrices: Eigen splits no sum of that length by cache size, which it
/// reads from the processor.
inline constexpr Eigen::Index product_depth = 128;

/// a·b, in sums of `product_depth`.
inline Eigen::MatrixXd product_by_depth(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(a.rows(), b.cols());
  for (Eigen::Index start = 0; start < a.cols(); start += product_depth) {
    const Eigen::Index count = std::min(product_depth, a.cols() - start);
    sum.noalias() += a.middleCols(start, count) * b.middleRows(start, count);
  }
  return sum;
}

/// The products of a vector's entries, each pair once: x_a x_b, a ≤ b.
inline void put_products(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Ref<Eigen::VectorXd> products) {
  Eigen::Index k = 0;
  for (Eigen::Index a = 0; a < x.size(); ++a) {
    for (Eigen::Index b = a; b < x.size(); ++b) {
      products(k++) = x(a) * x(b);
    }
  }
}

/// Sums of w x⊗x⊗x and w v⊗v over vectors x of length d, with v the d(d + 1)/2 products of x.
class HigherDerivatives {
 public:
  /// `order`: the highest derivative that is kept, 2 (none), 3 or 4.
  HigherDerivatives(Eigen::Index d, int order) : order_(order) {
    const Eigen::Index pairs = d * (d + 1) / 2;
    if (order_ >= 3) {
      third_ = Eigen::MatrixXd::Zero(d, pairs);
    }
    if (order_ >= 4) {
      fourth_ = Eigen::MatrixXd::Zero(pairs, pairs);
    }
  }

  [[nodiscard]] int order() const { return order_; }
  [[nodiscard]] Eigen::Index pairs() const { return third_.cols(); }

  /// Columns side by side, at most `product_depth` of them: third += Σ weighted ⊗ products.
  void add_third(const Eigen::Ref<const Eigen::MatrixXd>& weighted, const Eigen::Ref<const Eigen::MatrixXd>& products) {
    third_.noalias() += weighted * products.transpose();
  }
  /// fourth += Σ weighted ⊗ products, which must be symmetric.
  void add_fourth(const Eigen::Ref<const Eigen::MatrixXd>& weighted, const Eigen::Ref<const Eigen::MatrixXd>& products) {
    fourth_.triangularView<Eigen::Lower>() += weighted * products.transpose();
  }
  /// After the last sum.
  void complete() {
    if (order_ >= 4) {
      fourth_.triangularView<Eigen::StrictlyUpper>() = fourth_.transpose();
    }
  }

  /// ½ third[Δ, Δ] + ⅙ fourth[Δ, Δ, Δ] for each column Δ: what the gradient at θ̂ + Δ has beyond g
  /// + HΔ.
  [[nodiscard]] Eigen::MatrixXd terms(const Eigen::MatrixXd& displacements) const {
    const Eigen::Index d = displacements.rows();
    Eigen::MatrixXd terms = Eigen::MatrixXd::Zero(d, displacements.cols());
    if (order_ < 3) {
      return terms;
    }
    Eigen::MatrixXd pairs(third_.cols(), displacements.cols());
    for (Eigen::Index i = 0; i < displacements.cols(); ++i) {
      put_products(displacements.col(i), pairs.col(i));
    }
    // Pairs of different coordinates stand for two.
    Eigen::Index k = 0;
    for (Eigen::Index a = 0; a < d; ++a) {
      ++k;
      for (Eigen::Index b = a + 1; b < d; ++b) {
        pairs.row(k++) *= 2;
      }
    }
    terms = 0.5 * product_by_depth(third_, pairs);
    if (order_ >= 4) {
      const Eigen::MatrixXd contracted = product_by_depth(fourth_, pairs);
      for (Eigen::Index i = 0; i < displacements.cols(); ++i) {
        // A symmetric matrix of which each entry above the diagonal stands once, times the
        // displacement.
        Eigen::Index entry = 0;
        for (Eigen::Index a = 0; a < d; ++a) {
          terms(a, i) += contracted(entry++, i) * displacements(a, i) / 6;
          for (Eigen::Index b = a + 1; b < d; ++b, ++entry) {
            terms(a, i) += contracted(entry, i) * displacements(b, i) / 6;
            terms(b, i) += contracted(entry, i) * displacements(a, i) / 6;
          }
        }
      }
    }
    return terms;
  }

 private:
  int order_;
  Eigen::MatrixXd third_;   ///< Σ w x vᵀ
  Eigen::MatrixXd fourth_;  ///< Σ w v vᵀ
};

}  // namespace expost

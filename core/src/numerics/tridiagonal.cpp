#include "expost/numerics/tridiagonal.hpp"

#include <Eigen/Eigenvalues>  // Tridiagonalization
#include <algorithm>
#include <array>
#include <cmath>

#include "expost/numerics/constants.hpp"
#include "numerics/lanes.hpp"

namespace expost {
namespace {

// The smallest eigenvalue of a symmetric tridiagonal matrix, at most 2^-51 of its norm below the
// true one: sections by whether the shifted matrix is positive definite. (Eigen's iteration for
// tridiagonal matrices stops at a threshold that depends on the matrix's unit, and does not
// converge for some well-scaled matrices with equal eigenvalues.)
double smallest_tridiagonal_eigenvalue(const Eigen::VectorXd& diagonal, const Eigen::VectorXd& sub_diagonal) {
  const Eigen::Index d = diagonal.size();
  double norm = 0;
  double low = infinity;
  for (Eigen::Index i = 0; i < d; ++i) {
    const double radius = (i > 0 ? std::fabs(sub_diagonal(i - 1)) : 0) + (i + 1 < d ? std::fabs(sub_diagonal(i)) : 0);
    low = std::min(low, diagonal(i) - radius);  // Gershgorin
    norm = std::max(norm, std::fabs(diagonal(i)) + radius);
  }
  // Several shifts at a time: a pivot waits for the one before it, so that the others cost no more
  // time.
  constexpr std::size_t sections = 5;
  std::array<double, sections - 1> shifts;
  std::array<double, sections - 1> pivots;
  std::array<bool, sections - 1> positive_definite;
  double high = diagonal.minCoeff();
  while (high - low > 0x1p-52 * norm) {
    for (std::size_t k = 0; k < shifts.size(); ++k) {
      shifts[k] = low + (high - low) * (static_cast<double>(k + 1) / sections);
      pivots[k] = diagonal(0) - shifts[k];
      positive_definite[k] = pivots[k] > 0;
    }
    for (Eigen::Index i = 1; i < d; ++i) {
      for (std::size_t k = 0; k < shifts.size(); ++k) {
        pivots[k] = diagonal(i) - shifts[k] - sub_diagonal(i - 1) / pivots[k] * sub_diagonal(i - 1);
        positive_definite[k] = positive_definite[k] && pivots[k] > 0;
      }
    }
    std::size_t passed = 0;
    while (passed < shifts.size() && positive_definite[passed]) {
      ++passed;
    }
    const double below = passed > 0 ? shifts[passed - 1] : low;
    high = passed < shifts.size() ? shifts[passed] : high;
    low = below;
  }
  return low;
}

}  // namespace

TridiagonalMatrix::TridiagonalMatrix(Eigen::MatrixXd matrix) {
  if (matrix.rows() == 1) {
    backward_error = 16 * unit_roundoff * std::fabs(matrix(0, 0));
    diagonal = matrix.diagonal();
    sub_diagonal.resize(0);
    smallest = diagonal(0);
    return;
  }
  // d − 2 reflections, each of them off by γ = c·d·u, c a small integer: 8.
  const auto d = static_cast<double>(matrix.rows());
  rotation_error = 8 * d * d * unit_roundoff;
  backward_error = 2 * rotation_error * matrix.norm();
  const Eigen::Tridiagonalization<Eigen::MatrixXd> decomposition(matrix);
  // The decomposition holds all of it; keeping M too would double the memory of large reports.
  matrix.resize(0, 0);
  reflectors = decomposition.packedMatrix();
  reflector_coefficients = decomposition.householderCoefficients();
  diagonal = decomposition.diagonal();
  sub_diagonal = decomposition.subDiagonal();
  smallest = smallest_tridiagonal_eigenvalue(diagonal, sub_diagonal);
}

void TridiagonalMatrix::rotate(Eigen::Ref<Eigen::VectorXd> vector) const {
  const Eigen::Index d = vector.size();
  for (Eigen::Index k = 0; k + 1 < d; ++k) {
    const auto rest = static_cast<std::size_t>(d - k - 2);
    const double* const reflector = reflectors.col(k).data() + k + 2;
    double* const below = vector.data() + k + 2;
    const double projection = reflector_coefficients(k) * (vector(k + 1) + lanes::dot(reflector, below, rest));
    vector(k + 1) -= projection;
    lanes::add_multiple(below, -projection, reflector, rest);
  }
}

}  // namespace expost

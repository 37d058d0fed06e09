// The smallest eigenvalue of a symmetric matrix in 106 bits.
#pragma once

#include <cstddef>
#include <vector>

#include "numerics/double_double.hpp"

namespace expost {

/// λ_min of the symmetric d × d matrix whose lower triangle is given, entry (i, j) at i·d + j; off
/// by at most d²·2^-96 of its norm. Householder's reduction to a tridiagonal matrix (Golub & Van
/// Loan 2013, section 8.3.1), then bisection by the signs of pivots: it ends for every matrix.
[[nodiscard]] DoubleDouble smallest_eigenvalue(std::vector<DoubleDouble> matrix, std::size_t d);

}  // namespace expost

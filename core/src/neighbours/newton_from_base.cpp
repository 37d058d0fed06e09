#include "expost/neighbours/newton_from_base.hpp"

#include <algorithm>

#include "expost/numerics/error.hpp"

namespace expost {

void require_minimum(const Eigen::VectorXd& gradient, double rows) {
  if (!(gradient.norm() <= 1e-8 * std::max(1.0, rows))) {
    throw_error(ErrorType::argument, "not-a-minimum", "", "theta does not minimise the objective of these rows");
  }
}

void refuse_single_row() {
  throw_error(ErrorType::argument, "unsupported", "", "a mean over no rows has no minimum: there must be two rows or more");
}

}  // namespace expost

#include "bounds/record_checks.hpp"

#include <cmath>
#include <string>

#include "expost/numerics/error.hpp"

namespace expost {
namespace {

double norm_up_to_one(const Eigen::Ref<const Eigen::VectorXd>& x) {
  const double norm = x.norm();
  // The feature map scales onto the unit ball; a few ulp are rounding.
  if (norm > 1 + 1e-12) {
    throw_error(ErrorType::record, "out-of-range", "/x", "x must have length 1 or less");
  }
  return norm;
}

}  // namespace

double norm_of_record(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index dimension) {
  if (x.size() != dimension) {
    throw Error(ErrorType::record, "wrong-length", "/x",
                "x must have " + std::to_string(dimension) + " numbers, but has " + std::to_string(x.size()));
  }
  if (!x.allFinite()) {
    throw_error(ErrorType::record, "not-finite", "/x", "x must hold finite numbers only");
  }
  return norm_up_to_one(x);
}

void require_labelled_record(const Eigen::Ref<const Eigen::VectorXd>& x, double y, Eigen::Index dimension) {
  if (x.size() != dimension || !x.allFinite() || !std::isfinite(y)) {
    throw_error(ErrorType::record, "wrong-length", "/x", "x must have as many numbers as there are parameters, y be a number");
  }
  (void)norm_up_to_one(x);
}

}  // namespace expost

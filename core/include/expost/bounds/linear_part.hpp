// The part that one report of objective perturbation has in a loss over several publications
// (docs/mathematics/bounds.md, 10.4).
#pragma once

#include "expost/numerics/interval.hpp"

namespace expost {

/// One report and one person. Given the noise's levels her loss is a log-determinant plus S²/2 plus
/// a sum of independent standard normal variables whose coefficients have the length S.
struct LinearPart {
  Interval determinant_in;   ///< −log(1 − a) of a member
  Interval determinant_out;  ///< −log(1 + a) of others
  double length = 0;         ///< S, or more
  double slack = 0;          ///< for what is rounded, added to each end
  int variables = 1;         ///< how many normal variables: of the model, Ĥ (its gradient has none of its own) and λ̂
};

}  // namespace expost

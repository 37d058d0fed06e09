// How another program codes records (docs/noisy-gradient-descent.md, section 11).
#pragma once

#include <Eigen/Core>

namespace expost {

/// How far x of another program, which codes records in numbers of its own, may be from x, in
/// roundoffs of these numbers: `relative`·|x| + `absolute`.
struct CodingRoundings {
  double relative = 2;            ///< ≥ 0
  Eigen::VectorXd absolute = {};  ///< length d; empty: 0
};

}  // namespace expost

// A path that another program made.
#pragma once

#include <Eigen/Core>

#include "documents/request.hpp"
#include "expost/descent/published_descent.hpp"
#include "expost/report/study.hpp"
#include "mechanisms/mechanism.hpp"

namespace expost::operations {

/// {theta, sigma?, stoppedAfter?, iterates?, noisySums?, samples?} as `publish` needs it. The
/// guarantee is what the stated noise gives. Refused is only what the path alone shows; where it
/// doesn't fit the data, the curator is told and nobody else.
[[nodiscard]] Publication attached_descent(const report::Study& study, const Request& model, const CodedData& data,
                                           Eigen::Index parameters);

}  // namespace expost::operations

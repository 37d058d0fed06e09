// The options of a profile.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "documents/request.hpp"
#include "expost/neighbours/neighbour_points.hpp"
#include "expost/report/study.hpp"

namespace expost::operations {

struct ProfileOptions {
  double lambda;                 ///< nΛ
  bool lambda_of_study = false;  ///< not given, but the study's
  std::vector<double> epsilons;
  NeighbourMethod neighbours = NeighbourMethod::exact;
  int samples = 0;
  double profile_epsilon;
  std::optional<std::pair<int, int>> coordinates;
  bool model_coordinates = false;
  std::optional<std::uint64_t> seed;
};

/// The options of a `profile` request; what it leaves out is the study's. All errors are
/// ErrorType::argument.
[[nodiscard]] ProfileOptions read_profile_options(const Request& request, const report::Study& study, Eigen::Index dimension);

}  // namespace expost::operations

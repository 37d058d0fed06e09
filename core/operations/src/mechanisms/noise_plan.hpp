// From a study's budget to the noise of a report.
#pragma once

#include <optional>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/sensitivity.hpp"
#include "expost/report/report.hpp"
#include "expost/report/study.hpp"

namespace expost::operations {

/// Noise levels and the promise that they give.
struct NoisePlan {
  double lambda = 0;
  double sigma = 0;
  ReleaseNoise releases;
  std::optional<report::Guarantee> guarantee;
};

/// Noise levels for a model and releases of dimension d, grids included. Scales that the study
/// states are taken as they are, and the promise is then what they give. Throws ErrorType::study
/// where the budget can't be met or a scale is missing.
[[nodiscard]] NoisePlan plan_noise(const report::Study& study, int dimension);

/// The same for softmax, where `dimension` is that of θ, Km.
[[nodiscard]] NoisePlan plan_softmax_noise(const report::Study& study, int dimension);

}  // namespace expost::operations

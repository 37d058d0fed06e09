#include "expost/report/warnings.hpp"

#include <algorithm>

namespace expost::report {
namespace {

/// log 4 and log 19: from 50 in 100 to 80, and to 95.
constexpr double noted_epsilon = 1.386;
constexpr double large_epsilon = 2.944;
constexpr double no_limit_epsilon = 10;
constexpr double largest_delta = 1e-4;

void warn_of_promise(std::vector<Warning>& warnings, double epsilon, double delta, const std::optional<double>& people) {
  if (epsilon > noted_epsilon) {
    warnings.push_back({"epsilon", epsilon > no_limit_epsilon ? WarningLevel::serious
                                   : epsilon > large_epsilon  ? WarningLevel::warning
                                                              : WarningLevel::note});
  }
  const double expected = people ? delta * *people : 0;
  if (delta > largest_delta || expected > 0.1) {
    warnings.push_back({"delta", WarningLevel::warning});
  } else if (expected > 0.01) {
    warnings.push_back({"delta", WarningLevel::note});
  } else if (delta > 0 && !people) {
    warnings.push_back({"people", WarningLevel::note});
  }
}

}  // namespace

std::vector<Warning> warnings_of(const Report& report, bool full_digits) {
  std::vector<Warning> warnings;
  if (report.person) {
    warn_of_promise(warnings, report.person->epsilon, report.person->delta, report.heading.people);
  } else if (report.guarantee) {
    warn_of_promise(warnings, report.guarantee->epsilon, report.guarantee->delta, report.heading.people);
  } else {
    warnings.push_back({"no-promise", WarningLevel::warning});
  }
  if (!report.heading.publisher) {
    warnings.push_back({"no-publisher", WarningLevel::warning});
  }
  if (report.insecure_seed) {
    warnings.push_back({"seed", WarningLevel::serious});
  }
  if (full_digits) {
    warnings.push_back({"digits", WarningLevel::warning});
  }
  if (report.sample) {
    warnings.push_back({"sample", WarningLevel::note});
  }
  std::stable_sort(warnings.begin(), warnings.end(), [](const Warning& a, const Warning& b) { return a.level > b.level; });
  return warnings;
}

}  // namespace expost::report

// The kinds of releases next to a model, for tests of coverage.
#pragma once

#include "expost/release/published_model.hpp"

namespace expost {

inline constexpr ReportKind all_kinds[] = {ReportKind::data_independent, ReportKind::hessian, ReportKind::data_dependent,
                                           ReportKind::adaptive};

/// Shares of ρ (mathematics.md, section 5): the gradient's event, and at most the leverage's.
inline double gradient_share(ReportKind kind) {
  return kind == ReportKind::data_independent ? 1 : kind == ReportKind::adaptive ? 0.7 : 0.8;
}
inline double leverage_share(ReportKind kind) {
  return kind == ReportKind::data_independent ? 0 : kind == ReportKind::adaptive ? 0.3 : 0.2;
}

}  // namespace expost

// The kinds of releases beside a model, for tests of coverage.
#pragma once

#include "expost/release/published_model.hpp"

namespace expost {

inline constexpr ReportKind all_kinds[] = {ReportKind::independent, ReportKind::hessian, ReportKind::dependent,
                                           ReportKind::adaptive};

inline const char* name_of(ReportKind kind) {
  switch (kind) {
    case ReportKind::independent:
      return "independent";
    case ReportKind::hessian:
      return "Hessian";
    case ReportKind::dependent:
      return "dependent";
    case ReportKind::adaptive:
      break;
  }
  return "adaptive";
}

/// Shares of ρ (mathematics.md, section 5): the gradient's event, and at most the leverage's.
inline double gradient_share(ReportKind kind) {
  return kind == ReportKind::independent ? 1 : kind == ReportKind::adaptive ? 0.7 : 0.8;
}
inline double leverage_share(ReportKind kind) {
  return kind == ReportKind::independent ? 0 : kind == ReportKind::adaptive ? 0.3 : 0.2;
}

}  // namespace expost

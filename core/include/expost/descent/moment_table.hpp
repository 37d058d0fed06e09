// Moments of steps at the tilts of all bounds, kept from person to person
// (docs/noisy-gradient-descent.md, section 5).
#pragma once

#include <map>
#include <vector>

namespace expost {

/// Moments at λ = 2^{j/2} and at λ' = max(1, λ).
struct TiltMoments {
  double in_above = 0;   ///< A(1 + λ)
  double in_below = 0;   ///< A(1 − λ')
  double out_above = 0;  ///< A(−λ)
  double out_below = 0;  ///< A(λ')
};

/// Moments of one s for the tilts j = first, first + 1, …
struct MomentColumn {
  int first = 0;                     ///< j of the first entry
  std::vector<TiltMoments> moments;  ///< one a tilt
};

/// Returns the moments of s at the tilts from `first` to `last`. Costs some milliseconds where
/// q < 1.
[[nodiscard]] MomentColumn moment_column(double s, double rate, int first, int last);

/// Moments of the s on the grid 2^{i/256}, computed when they are first asked for. Tilts are the
/// same for everybody, so one table belongs to a report.
class MomentTable {
 public:
  /// q in (0, 1].
  explicit MomentTable(double rate) : rate_(rate) {}
  /// Returns q.
  [[nodiscard]] double rate() const { return rate_; }

  /// The least i with 2^{i/256} ≥ s, for s > 0 (or one more, from rounding).
  [[nodiscard]] static int cell_above(double s);
  /// 2^{i/256}, the same double in every call.
  [[nodiscard]] static double cell_end(int i);

  /// Moments of 2^{i/256} that cover the tilts from `first` to `last`. Valid until the next call.
  [[nodiscard]] const MomentColumn& at(int cell, int first, int last);

 private:
  double rate_;
  std::map<int, MomentColumn> columns_;
};

}  // namespace expost

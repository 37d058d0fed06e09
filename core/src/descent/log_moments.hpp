// A(a; s, q) for many a at one s: what the nodes of its integral have in common is computed once
// (docs/noisy-gradient-descent.md, section 5).
#pragma once

#include <cstddef>
#include <vector>

namespace expost {

/// Beyond this s there is no figure for q < 1.
inline constexpr double largest_step = 40;

class LogMoments {
 public:
  /// 0 ≤ s, 0 < q ≤ 1; errors: ErrorType::argument.
  LogMoments(double s, double q);

  /// As `log_moment`.
  [[nodiscard]] double at(double a);

 private:
  /// One node u of the trapezoid rule, 1 + w = 1 − q + q e^{su − s²/2}.
  struct Node {
    double log_ratio;      ///< log(1 + w)
    double log_rest;       ///< log(1 + w) − w where |w| < ½, else infinite
    double half_square;    ///< u²/2
    double density;        ///< e^{−u²/2}
    double ratio_density;  ///< w e^{−u²/2}
  };

  [[nodiscard]] Node node_at(double u) const;
  [[nodiscard]] const Node& node(std::ptrdiff_t i);
  /// log(1 − q + q e^{su − s²/2})
  [[nodiscard]] double log_ratio_at(double u) const;
  /// The place of the largest (1 + w)^a e^{−u²/2} for a < 0; below −24.6 it isn't looked for.
  [[nodiscard]] double peak_below(double a) const;
  /// Whether (1 + w)^a e^{−u²/2} is below e^{−0.05u²} for every u ≥ 75.
  [[nodiscard]] bool tail_is_small(double a) const;
  [[nodiscard]] double integral(double a, std::ptrdiff_t first, std::ptrdiff_t last);

  double s_;
  double q_;
  double log_q_;
  double log_rest_of_q_;  ///< log(1 − q)
  double step_;
  std::vector<Node> above_;  ///< at 0, step, 2·step, …
  std::vector<Node> below_;  ///< at −step, −2·step, …
};

}  // namespace expost

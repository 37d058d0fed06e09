// Integrals of positive functions with one peak, however narrow it is and however small they are.
#pragma once

#include <cmath>
#include <limits>

#include "expost/numerics/elementary.hpp"
#include "numerics/golden_section.hpp"
#include "numerics/quadrature.hpp"

namespace expost {

/// Where exp(log_f) lives inside [a, b]: outside of [from, to] it is below e^-60 of its peak,
/// log_f(mode) = height about.
struct Peak {
  double mode;
  double height;
  double from;
  double to;
};

/// For log_f that rises to its only maximum in [a, b] and falls after it (it may be −infinity at
/// the ends).
template <class LogFunction>
Peak find_peak(LogFunction&& log_f, double a, double b) {
  constexpr double negligible = 60;
  GoldenSection<double> section(log_f, a, b);
  // Until the peak is flat to e^-0.01: exactly where its top is doesn't matter.
  for (int step = 0; step < 200 && section.high - section.low > 0x1p-45 * (b - a); ++step) {
    section.narrow(log_f, section.at_left >= section.at_right);
    if (std::fabs(section.at_left - section.at_right) < 1e-3 && log_f(section.low) > section.at_left - 1e-2 &&
        log_f(section.high) > section.at_right - 1e-2) {
      break;
    }
  }
  const double mode = section.at_left >= section.at_right ? section.left : section.right;
  const double height = std::fmax(section.at_left, section.at_right);
  // The last point where f is not negligible, and one beyond it.
  const auto edge = [&](double end) {
    if (log_f(end) > height - negligible) {
      return end;
    }
    double inside = mode;
    double outside = end;
    for (int step = 0; step < 100 && std::fabs(outside - inside) > 0.25 * std::fabs(outside - mode); ++step) {
      const double middle = 0.5 * (inside + outside);
      (log_f(middle) > height - negligible ? inside : outside) = middle;
    }
    return outside;
  };
  return {mode, height, edge(a), edge(b)};
}

/// log ∫_a^b exp(log_f), to about `relative`, the error estimate added: what rounding leaves of f
/// or more. −infinity where the integral is 0.
template <class LogFunction>
double log_unimodal_integral(LogFunction&& log_f, double a, double b, double relative) {
  if (!(b > a)) {
    return -std::numeric_limits<double>::infinity();
  }
  const Peak peak = find_peak(log_f, a, b);
  if (!(peak.height > -std::numeric_limits<double>::infinity())) {
    return peak.height;
  }
  // Far in a tail the logarithm itself is rounded to more than that.
  const double reachable = std::fmax(relative, 0x1p-49 * std::fabs(peak.height));
  const auto scaled = [&](double x) { return elementary::exp(log_f(x) - peak.height); };
  const double integral = integrate_adaptively(scaled, peak.from, peak.to, 8, reachable);
  return peak.height + elementary::log(integral);
}

}  // namespace expost

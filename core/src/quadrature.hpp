// Composite Gauss–Legendre rules with Boost's abscissae, the same bits on every platform.
#pragma once

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

namespace expost {

/// ∫_a^b f with a 20-point rule on each of `panels` equal panels. Exact to rounding for functions that are smooth on a panel.
template <class Function>
double integrate(Function&& f, double a, double b, int panels) {
  using Rule = boost::math::quadrature::gauss<double, 20>;
  const auto& nodes = Rule::abscissa();
  const auto& weights = Rule::weights();
  const double half = 0.5 * (b - a) / panels;
  double total = 0;
  for (int panel = 0; panel < panels; ++panel) {
    const double centre = a + (2 * panel + 1) * half;
    double sum = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      sum += weights[i] * (f(centre - half * nodes[i]) + f(centre + half * nodes[i]));
    }
    total += sum * half;
  }
  return total;
}

/// ∫_a^b f by halving panels until two halves agree with the whole to `tolerance` (absolute). For functions with kinks.
template <class Function>
double integrate_halving(Function&& f, double a, double b, double whole, double tolerance, int depth = 40) {
  const double middle = 0.5 * (a + b);
  const double left = integrate(f, a, middle, 1);
  const double right = integrate(f, middle, b, 1);
  if (depth == 0 || std::fabs(left + right - whole) <= tolerance) {
    return left + right;
  }
  return integrate_halving(f, a, middle, left, 0.5 * tolerance, depth - 1) +
         integrate_halving(f, middle, b, right, 0.5 * tolerance, depth - 1);
}

/// ∫_a^b f of a non-negative f to about `relative` accuracy, starting from `panels` equal panels.
template <class Function>
double integrate_adaptively(Function&& f, double a, double b, int panels, double relative) {
  std::vector<double> coarse(static_cast<std::size_t>(panels));
  const double width = (b - a) / panels;
  double total = 0;
  for (int i = 0; i < panels; ++i) {
    coarse[static_cast<std::size_t>(i)] = integrate(f, a + i * width, a + (i + 1) * width, 1);
    total += coarse[static_cast<std::size_t>(i)];
  }
  const double tolerance = relative * total / panels;
  double sum = 0;
  for (int i = 0; i < panels; ++i) {
    const double part = coarse[static_cast<std::size_t>(i)];
    sum += part <= tolerance * 1e-3 ? part : integrate_halving(f, a + i * width, a + (i + 1) * width, part, tolerance);
  }
  return sum;
}

}  // namespace expost

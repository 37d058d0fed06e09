// Composite Gauss–Legendre rules with Boost's abscissae, the same bits on every platform.
#pragma once

#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <cstddef>
#include <vector>

namespace expost {

/// ∫_a^b f with a 20-point rule on each of `panels` equal panels. Exact to rounding for functions
/// that are smooth on a panel.
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

/// ∫_a^b of a non-negative f, from `panels` equal panels: the panel with the largest error (the
/// difference between one rule on it and one on each half) is halved until the errors add up to
/// `relative` of the whole, or 400 panels are reached, because f itself may be known to fewer
/// digits. The errors are added to the result: above the true value as far as they can be trusted.
template <class Function>
double integrate_adaptively(Function&& f, double a, double b, int panels, double relative) {
  constexpr std::size_t most_panels = 400;
  struct Panel {
    double from;
    double to;
    double left;
    double right;
    double error;
  };
  const auto halved = [&](double from, double to, double whole) {
    const double middle = 0.5 * (from + to);
    const double left = integrate(f, from, middle, 1);
    const double right = integrate(f, middle, to, 1);
    return Panel{from, to, left, right, std::fabs(left + right - whole)};
  };
  std::vector<Panel> all;
  const double width = (b - a) / panels;
  for (int i = 0; i < panels; ++i) {
    const double from = a + i * width;
    const double to = i + 1 < panels ? a + (i + 1) * width : b;
    all.push_back(halved(from, to, integrate(f, from, to, 1)));
  }
  for (;;) {
    double total = 0;
    double error = 0;
    std::size_t worst = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      total += all[i].left + all[i].right;
      error += all[i].error;
      worst = all[i].error > all[worst].error ? i : worst;
    }
    if (!(error > relative * total) || all.size() >= most_panels) {
      return total + error;
    }
    const Panel panel = all[worst];
    const double middle = 0.5 * (panel.from + panel.to);
    all[worst] = halved(panel.from, middle, panel.left);
    all.push_back(halved(middle, panel.to, panel.right));
  }
}

}  // namespace expost

#include "expost/noise/goe.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"
#include "numerics/root.hpp"

namespace expost {
namespace {

constexpr double sqrt_two_pi = 0x1.40d931ff62706p+1;
constexpr double log_pi_quarter = 0x1.250d048e7a1bdp-2;  // log(π)/4
constexpr int rescale_exponent = 400;

void require_goe_dimension(int dimension) {
  if (dimension < 1 || dimension > goe_maximum_dimension) {
    throw Error(ErrorType::argument, "out-of-range", "",
                "the dimension must be a whole number from 1 to " + std::to_string(goe_maximum_dimension));
  }
}

// T_k(−∞), the integral of the Hermite function φ_k over the line, for even k.
double total_of_even_hermite(int k) {
  double total = sqrt_two_pi * elementary::exp(-log_pi_quarter);
  for (int j = 0; j < k; j += 2) {
    total *= std::sqrt((j + 1.0) / (j + 2.0));
  }
  return total;
}

// The expected count above u in the normalisation of section 9 (diagonal variance 1).
//
// With K_k = ∫_u^∞ φ_{k−1} T_k, integration by parts gives K_{k+1} = √(2/(k+1)) Q_k + √(k/(k+1))
// (T_k T_{k−1} − K_k), K_1 = √2 Q_0; the count is Σ_{k<d} Q_k + √(d/2) (T_d(−∞) T_{d−1}/2 − K_d) +
// [d odd] T_{d−1}/T_{d−1}(−∞).
//
// φ and T are carried in units of e^{log_unit}, Q and K in units of its square, because φ_0
// underflows beyond u = 38. The logarithm of the count comes from the units too: e^{log_unit}
// alone underflows long before the count does.
struct Count {
  double value;
  double logarithm;
};

Count count_above(int d, double u) {
  if (std::isinf(u)) {
    return u > 0.0 ? Count{0.0, -std::numeric_limits<double>::infinity()} : Count{static_cast<double>(d), elementary::log(d)};
  }
  double log_unit = 0.0;
  double phi = 0.0;
  double t_current = 0.0;
  double q = 0.0;
  if (u > 0.0) {
    log_unit = -0.5 * u * u - log_pi_quarter;
    phi = 1.0;
    t_current = mills_ratio(u);
    q = mills_ratio(sqrt2 * u) / sqrt2;
  } else {
    // Everything is of the order of 1 on this side, unless u is far out, where every eigenvalue
    // lies above.
    if (u < -std::sqrt(2.0 * d) - 12.0 || u < -30.0) {
      // Symmetry of the spectrum: the count below u equals the count above −u.
      const double value = d - count_above(d, -u).value;
      return {value, elementary::log(value)};
    }
    phi = elementary::exp(-0.5 * u * u - log_pi_quarter);
    t_current = elementary::exp(-log_pi_quarter) * (0.5 * sqrt_two_pi) * erfc(u / sqrt2);
    q = 0.5 * erfc(u);
  }
  double phi_previous = 0.0;   // φ_{k−1}
  double t_previous = 0.0;     // T_{k−1}
  double count = q;            // Σ_{j ≤ k} Q_j
  double product = sqrt2 * q;  // K_{k+1}, here K_1
  for (int k = 0; k + 1 < d; ++k) {
    // From φ_k, T_k, Q_k, K_{k+1} to k + 1.
    const double phi_next = std::sqrt(2.0 / (k + 1)) * u * phi - std::sqrt(k / (k + 1.0)) * phi_previous;
    const double t_next = std::sqrt(2.0 / (k + 1)) * phi + std::sqrt(k / (k + 1.0)) * t_previous;
    q += phi_next * phi / std::sqrt(2.0 * (k + 1));
    product = std::sqrt(2.0 / (k + 2)) * q + std::sqrt((k + 1.0) / (k + 2.0)) * (t_next * t_current - product);
    count += q;
    phi_previous = phi;
    phi = phi_next;
    t_previous = t_current;
    t_current = t_next;
    if (std::fabs(phi) > 0x1p400) {
      phi = std::ldexp(phi, -rescale_exponent);
      phi_previous = std::ldexp(phi_previous, -rescale_exponent);
      t_current = std::ldexp(t_current, -rescale_exponent);
      t_previous = std::ldexp(t_previous, -rescale_exponent);
      q = std::ldexp(q, -2 * rescale_exponent);
      product = std::ldexp(product, -2 * rescale_exponent);
      count = std::ldexp(count, -2 * rescale_exponent);
      log_unit += rescale_exponent * ln2;
    }
  }
  const double unit = elementary::exp(log_unit);
  const double linear =
      d % 2 == 0 ? std::sqrt(0.5 * d) * 0.5 * total_of_even_hermite(d) * t_current : t_current / total_of_even_hermite(d - 1);
  const double scaled = linear + unit * (count - std::sqrt(0.5 * d) * product);
  return {unit * scaled, scaled > 0.0 ? log_unit + elementary::log(scaled) : -std::numeric_limits<double>::infinity()};
}

}  // namespace

double goe_expected_count_above(int dimension, double t) {
  require_goe_dimension(dimension);
  if (std::isnan(t)) {
    throw_error(ErrorType::argument, "out-of-range", "", "a threshold must be a number");
  }
  return count_above(dimension, t / sqrt2).value;
}

double goe_upper_quantile(int dimension, double tail) {
  require_goe_dimension(dimension);
  require_probability(tail, "", "a tail probability");
  const double target = elementary::log(tail);
  const auto excess = [&](double u) { return std::fmax(count_above(dimension, u).logarithm, -1e4) - target; };
  const double edge = std::sqrt(2.0 * dimension);
  double low = edge;
  double high = edge + 1.0;
  while (excess(low) < 0.0) {
    low -= 1.0;
  }
  while (excess(high) > 0.0) {
    high += 2.0;
  }
  // The safe end, and a margin of 2^-44 for the rounding of the recursion.
  const double quantile = sqrt2 * bracket_root(excess, low, high).second;
  return quantile + std::fabs(quantile) * 0x1p-44;
}

}  // namespace expost

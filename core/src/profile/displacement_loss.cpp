#include "expost/profile/displacement_loss.hpp"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <cstddef>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/root.hpp"
#include "numerics/unimodal_integral.hpp"

namespace expost {
namespace {

constexpr double euler_gamma = 0x1.2788cfc6fb619p-1;
constexpr double two_over_pi = 0x1.45f306dc9c883p-1;

// The table: Chebyshev polynomials on the binades [2^first, 2^(first+1)], …
constexpr int first_binade = -44;
constexpr int binades = 76;
constexpr std::size_t terms = 24;

void require_displacement_dimension(int dimension) {
  if (!(dimension >= 1 && dimension <= displacement_maximum_dimension)) {
    throw_error(ErrorType::argument, "out-of-range", "", "the dimension must be a whole number from 1 to 10000");
  }
}

void require_distance(double s) {
  if (!(s >= 0)) {
    throw_error(ErrorType::argument, "out-of-range", "", "a distance must be 0 or more");
  }
}

// K₀(z)/K₁(z) from K_ν(z) = ∫₀^∞ e^{−z cosh t} cosh(νt) dt by the trapezoidal rule, which
// converges like e^{−π²/h} or faster.
double bessel_ratio_0_1(double z) {
  if (z < 1e-8) {
    // K₀ = −log(z/2) − γ, K₁ = 1/z, both up to O(z² log z)
    return z * (ln2 - euler_gamma - elementary::log(z));
  }
  constexpr int points = 200;
  const double reach = 50 / z;
  const double end = elementary::log1p(reach + std::sqrt(reach * (reach + 2)));
  const double h = end / points;
  double k0 = 0.5;
  double k1 = 0.5;
  for (int i = 1; i <= points; ++i) {
    const double grown = elementary::expm1(i * h);
    const double rise = 0.5 * grown * (grown / (1 + grown));  // cosh t − 1
    const double weight = elementary::exp(-z * rise);
    k0 += weight;
    k1 += weight * (1 + rise);
  }
  return k0 / k1;
}

// K_{d/2−1}(z)/K_{d/2}(z), by the recurrence that is stable upwards.
double bessel_ratio(int d, double z) {
  double p = d % 2 == 0 ? bessel_ratio_0_1(z) : 1.0;
  for (int k = d % 2 == 0 ? 2 : 1; k < d; k += 2) {
    p = z / (k + z * p);
  }
  return p;
}

}  // namespace

double displacement_floor(int dimension) {
  require_displacement_dimension(dimension);
  // κ₁ = 1, κ₂ = 2/π, κ_{d+2} = κ_d·d/(d + 1)
  double kappa = dimension % 2 == 0 ? two_over_pi : 1.0;
  for (int k = dimension % 2 == 0 ? 2 : 1; k < dimension; k += 2) {
    kappa *= static_cast<double>(k) / (k + 1);
  }
  return kappa;
}

double displacement_ratio(int dimension, double s) {
  require_displacement_dimension(dimension);
  require_distance(s);
  if (s == 0) {
    return displacement_floor(dimension);
  }
  if (s == infinity) {
    return 1;
  }
  if (dimension == 1) {
    const double hidden = -elementary::expm1(-0.5 * s);
    return 1 - hidden * (hidden / s);
  }
  const double d = dimension;
  const double z = 0.5 * s;
  // η = 1 − v²: (1 − η²)^{(d−3)/2} dη = 2 v^{d−2} (2 − v²)^{(d−3)/2} dv has no singularity, and
  // e^{zη} is e^{−zv²} except for a factor.
  const auto log_weight = [&](double v) {
    const double w = v * v;
    const double power = dimension == 2 ? 0.0 : (d - 2) * elementary::log(v);
    return -z * w + power + 0.5 * (d - 3) * elementary::log1p(1 - w) + elementary::log1p(elementary::exp(-2 * z * (1 - w)));
  };
  const Peak peak = find_peak(log_weight, 0, 1);
  // Integrals over η of weight times 1, η, 1 − η², η(1 − η²).
  double one = 0;
  double eta = 0;
  double rest = 0;
  double rest_eta = 0;
  using Rule = boost::math::quadrature::gauss<double, 20>;
  constexpr int panels = 16;
  const double half = 0.5 * (peak.to - peak.from) / panels;
  for (int panel = 0; panel < panels; ++panel) {
    const double centre = peak.from + (2 * panel + 1) * half;
    for (std::size_t i = 0; i < Rule::abscissa().size(); ++i) {
      for (const double side : {-1.0, 1.0}) {
        const double v = centre + side * half * Rule::abscissa()[i];
        const double w = v * v;
        const double weight = Rule::weights()[i] * elementary::exp(log_weight(v) - peak.height);
        one += weight;
        eta += weight * (1 - w);
        rest += weight * w * (2 - w);
        rest_eta += weight * (1 - w) * w * (2 - w);
      }
    }
  }
  // The integral over ξ of (ξ² − 1)^{(d−3)/2} e^{−zξ}, divided by that of (ξ² − 1)^{(d−1)/2}
  // e^{−zξ}.
  const double q = z * bessel_ratio(dimension, z) / (d - 1);
  return (eta + q * rest_eta) / (one + q * rest);
}

double displacement_loss(int dimension, double s) {
  return s == infinity ? (require_displacement_dimension(dimension), infinity) : s * displacement_ratio(dimension, s);
}

std::optional<DisplacementTransition> displacement_transition(int dimension, double fraction) {
  require_displacement_dimension(dimension);
  if (!(fraction > 0 && fraction < 0.5)) {
    throw_error(ErrorType::argument, "out-of-range", "", "the fraction must lie between 0 and 1/2");
  }
  if (dimension == 1) {
    return std::nullopt;
  }
  const double kappa = displacement_floor(dimension);
  // Ψ_d(s)/s = 1 − d/s + …: far enough to be above both levels.
  const double far = 16 * dimension / (fraction * (1 - kappa));
  const auto last_crossing = [&](double level) {
    const auto excess = [&](double s) { return displacement_ratio(dimension, s) - level; };
    double above = far;
    double below = far / 1.1;
    while (excess(below) >= 0) {
      above = below;
      below /= 1.1;
    }
    return bracket_root(excess, below, above).second;
  };
  return DisplacementTransition{last_crossing(kappa + fraction * (1 - kappa)), last_crossing(1 - fraction * (1 - kappa))};
}

DisplacementTable::DisplacementTable(int dimension) : dimension_(dimension), floor_(displacement_floor(dimension)) {
  if (dimension == 1) {
    return;
  }
  // Coefficients by interpolation at the Chebyshev points cos(π(2k+1)/(2·terms)). Cosines by their
  // recurrence: the C libraries' differ. cos(π/48) correctly rounded
  constexpr double first_cosine = 0x1.fee75d62a9c46p-1;
  static_assert(terms == 24);
  std::vector<double> cosine(4 * terms);  // of k·π/48
  cosine[0] = 1;
  cosine[1] = first_cosine;
  for (std::size_t k = 2; k < cosine.size(); ++k) {
    cosine[k] = 2 * first_cosine * cosine[k - 1] - cosine[k - 2];
  }
  coefficients_.assign(binades * terms, 0);
  std::vector<double> values(terms);
  for (int binade = 0; binade < binades; ++binade) {
    const double low = std::ldexp(1.0, first_binade + binade);
    for (std::size_t k = 0; k < terms; ++k) {
      values[k] = displacement_ratio(dimension, low * (1.5 + 0.5 * cosine[2 * k + 1]));
    }
    for (std::size_t j = 0; j < terms; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < terms; ++k) {
        sum += values[k] * cosine[(j * (2 * k + 1)) % (4 * terms)];
      }
      coefficients_[static_cast<std::size_t>(binade) * terms + j] = sum * (j == 0 ? 1.0 : 2.0) / terms;
    }
  }
}

double DisplacementTable::loss(double s) const {
  require_distance(s);
  if (s == 0) {
    return 0;
  }
  if (dimension_ == 1) {
    return displacement_loss(dimension_, s);
  }
  const int binade = s < infinity ? std::ilogb(s) - first_binade : binades;
  // Beyond the table the limits are as good: what they leave out is s log s of it below 2⁻⁴⁴, and
  // (d/s)⁴ of it above 2³².
  if (binade < 0) {
    return floor_ * s;
  }
  if (binade >= binades) {
    const double d = dimension_;
    return s < infinity ? (s - d) + (d * d - 1) / (2 * s) : s;
  }
  // Clenshaw's recurrence.
  const double u = 2 * std::ldexp(s, -(first_binade + binade)) - 3;
  const double* const c = coefficients_.data() + static_cast<std::size_t>(binade) * terms;
  double b1 = 0;
  double b2 = 0;
  for (std::size_t j = terms - 1; j >= 1; --j) {
    const double b0 = 2 * u * b1 - b2 + c[j];
    b2 = b1;
    b1 = b0;
  }
  return s * (u * b1 - b2 + c[0]);
}

}  // namespace expost

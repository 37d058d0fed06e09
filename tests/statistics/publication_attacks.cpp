// The attacks on version 0.1.0's publications, once more (docs/noise.md, "Attacks"): who knows all
// rows but one tries to tell from θ̃ alone whether the last one is among them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "expost/output/exact_fit.hpp"
#include "expost/training/objective.hpp"
#include "normal_law.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

constexpr Eigen::Index n = 50;
constexpr Eigen::Index d = 10;
constexpr double sigma = 4.225;
constexpr double lambda = 1;

/// For each g_j in the tail of b's law, how far erfc(|g_j|/(σ√2))·2⁵³ − ½ is from a whole number:
/// from 0 to 1.
void distances(const Eigen::VectorXd& gradient, std::vector<double>& found) {
  for (const double g : gradient) {
    const double z = std::fabs(g) / sigma;
    if (z >= 3.3) {
      const double position = std::erfc(z / std::sqrt(2.0)) * 0x1p53 - 0.5;
      found.push_back(2 * std::fabs(position - std::nearbyint(position)));
    }
  }
}

}  // namespace

TEST_CASE("the lattice of the noise: its distances are uniform under the true data and under the data with one row more") {
  Draws draws(20261123);
  const Loss loss{LossKind::logistic, 1};
  const Problem with = random_problem(loss, n + 1, d, draws);
  const Problem without{with.x.topRows(n), with.y.head(n)};
  const Objective objective{loss, lambda};
  const double step = gaussian_step(sigma, lambda, loss.smoothness(), default_rows_at_most, d);
  std::vector<double> truth;
  std::vector<double> other;
  const int publications = repetitions(3000);
  for (int publication = 0; publication < publications; ++publication) {
    SeededSource source(static_cast<std::uint64_t>(publication));
    GaussianPerturbation noise(d, sigma, source);
    const Eigen::VectorXd start = minimise(objective, without.data(), noise.rounded()).theta;
    const ExactFit fit = fit_exactly({loss}, lambda, without.data(), noise, step, start, source);
    distances(objective.gradient(without.data(), fit.theta), truth);
    distances(objective.gradient(with.data(), fit.theta), other);
  }
  MESSAGE(publications, " publications, ", truth.size(), " coordinates in the tail");
  REQUIRE(other.size() > 3);
  const auto uniform = [](double u) { return u; };
  CHECK(kolmogorov_smirnov(truth, uniform) < rare_distance);
  CHECK(kolmogorov_smirnov(other, uniform) < rare_distance);
  // Version 0.1.0: all of them below 0.05 under the true data.
  const auto near = [](const std::vector<double>& found) {
    return static_cast<double>(std::count_if(found.begin(), found.end(), [](double one) { return one < 0.05; }));
  };
  MESSAGE("below 0.05: ", near(truth), " of ", truth.size(), " under the true data, ", near(other), " of ", other.size(),
          " under the others");
  CHECK(near(truth) <= 0.5 * static_cast<double>(truth.size()));
}

TEST_CASE("the residual: version 0.1.0's proves that a row is absent, and the constant in its place never does") {
  Draws draws(20261223);
  const Loss loss{LossKind::logistic, 1};
  constexpr Eigen::Index coordinates = 4;
  const Problem with = random_problem(loss, n + 1, coordinates, draws);
  const Problem without{with.x.topRows(n), with.y.head(n)};
  const Objective objective{loss, lambda};
  const OutputRounding rounding{gaussian_step(sigma, lambda, loss.smoothness(), default_rows_at_most, coordinates),
                                default_rows_at_most};
  const int publications = repetitions(3000);
  int proved_then = 0;
  int proved_now = 0;
  // An attacker with the other rows adds up what rounding alone puts into the residual where she
  // is among them.
  const auto least_with_her = [&](const Eigen::VectorXd& theta) {
    double rounding_errors = 0;
    (void)objective.gradient(with.data(), theta, &rounding_errors);
    return rounding_errors;
  };
  for (int publication = 0; publication < publications; ++publication) {
    SeededSource source(static_cast<std::uint64_t>(publication));
    GaussianPerturbation noise(coordinates, sigma, source);
    const Minimiser then = minimise(objective, without.data(), noise.rounded());
    proved_then += then.residual < least_with_her(then.theta) ? 1 : 0;
    const Eigen::VectorXd now = fit_exactly({loss}, lambda, without.data(), noise, rounding.step, then.theta, source).theta;
    // θ̃ and numbers of the study make it: the same under both data sets.
    proved_now += output_cell(rounding, now, lambda, loss.smoothness()).gradient < least_with_her(now) ? 1 : 0;
  }
  MESSAGE("absence proved in ", proved_then, " of ", publications, " with version 0.1.0's residual, in ", proved_now, " now");
  CHECK(proved_then * 20 > publications);
  CHECK(proved_now == 0);
}

}  // namespace expost

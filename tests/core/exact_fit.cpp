// Fits whose digits may depend on nothing but data and noise: both rungs, any order of rows, any
// start; certificates against 1,600 bits; data of every kind.
#include "expost/output/exact_fit.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "expost/numerics/error.hpp"
#include "noise/random_rounding.hpp"
#include "numerics/double_double.hpp"
#include "output/perturbed_gradient.hpp"
#include "random_problem.hpp"
#include "repetitions.hpp"

namespace expost {
namespace {

namespace mp = boost::multiprecision;
using Reference = mp::number<mp::cpp_bin_float<1600, mp::digit_base_2, void, std::int32_t>, mp::et_off>;

struct Study {
  ModelShape shape;
  double lambda;
  double sigma;
  double step;
  Problem problem;

  [[nodiscard]] Eigen::Index length() const { return shape.blocks() * problem.x.cols(); }
};

Study random_study(Draws& draws) {
  Study study{{random_loss(draws)}, draws.logarithmic(1e-3, 10), draws.logarithmic(0.1, 10), 0, {}};
  const Eigen::Index d = draws.integer(1, 4);
  study.problem = random_problem(study.shape.loss, draws.integer(0, 30), d, draws);
  if (draws.integer(0, 3) == 0) {
    study.shape.classes = draws.integer(2, 4);
    for (double& label : study.problem.y) {
      label = draws.integer(0, static_cast<int>(study.shape.classes) - 1);
    }
  }
  study.step =
      draws.coin() ? 0x1p-60 : gaussian_step(study.sigma, study.lambda, study.shape.smoothness(), 0x1p30, study.length());
  return study;
}

ExactFit fit(const Study& study, std::uint64_t seed, const Eigen::VectorXd& start, FirstRung first = FirstRung::doubles) {
  SeededSource source(seed);
  GaussianPerturbation noise(study.length(), study.sigma, source);
  return fit_exactly(study.shape, study.lambda, study.problem.data(), noise, study.step, start, source, first);
}

/// Newton's method in doubles, with which a curator's program begins.
Eigen::VectorXd near_minimum(const Study& study, std::uint64_t seed) {
  SeededSource source(seed);
  GaussianPerturbation noise(study.length(), study.sigma, source);
  if (study.shape.classes > 0) {
    return Eigen::VectorXd::Zero(study.length());
  }
  return minimise(Objective{study.shape.loss, study.lambda}, study.problem.data(), noise.rounded()).theta;
}

std::vector<Reference> in_reference(const std::vector<DoubleDouble>& values) {
  std::vector<Reference> result;
  for (const DoubleDouble& value : values) {
    result.push_back(Reference(value.high) + value.low);
  }
  return result;
}

/// ‖∇J(θ) + b‖ by the textbook.
Reference true_residual(const Study& study, const std::vector<Reference>& theta, const std::vector<Reference>& b) {
  std::vector<Reference> g = b;
  const auto features = study.problem.x.cols();
  for (std::size_t j = 0; j < g.size(); ++j) {
    g[j] += study.lambda * theta[j];
  }
  const auto blocks = static_cast<std::size_t>(study.shape.blocks());
  for (Eigen::Index i = 0; i < study.problem.x.rows(); ++i) {
    std::vector<Reference> t(blocks);
    for (std::size_t k = 0; k < blocks; ++k) {
      for (Eigen::Index j = 0; j < features; ++j) {
        t[k] += theta[k * static_cast<std::size_t>(features) + static_cast<std::size_t>(j)] * study.problem.x(i, j);
      }
    }
    const double y = study.problem.y(i);
    std::vector<Reference> derivative(blocks);
    if (study.shape.classes > 0) {
      // Only differences matter, and the largest power overflows.
      const Reference largest = *std::max_element(t.begin(), t.end());
      Reference sum = 0;
      for (const Reference& one : t) {
        sum += exp(Reference(one - largest));
      }
      for (std::size_t k = 0; k < blocks; ++k) {
        derivative[k] = exp(Reference(t[k] - largest)) / sum - (static_cast<double>(k) == y ? 1 : 0);
      }
    } else if (study.shape.loss.kind == LossKind::logistic) {
      derivative[0] = -y / (1 + exp(y * t[0]));
    } else {
      const Reference r = t[0] - y;
      const Reference s = r / study.shape.loss.width;
      derivative[0] = study.shape.loss.kind == LossKind::squared ? r : r / sqrt(1 + s * s);
    }
    for (std::size_t k = 0; k < blocks; ++k) {
      for (Eigen::Index j = 0; j < features; ++j) {
        g[k * static_cast<std::size_t>(features) + static_cast<std::size_t>(j)] += derivative[k] * study.problem.x(i, j);
      }
    }
  }
  Reference squared = 0;
  for (const Reference& one : g) {
    squared += one * one;
  }
  return sqrt(squared);
}

}  // namespace

TEST_CASE("106 bits: sums, products, quotients, roots and exponentials against 1,600 bits") {
  Draws draws(1);
  const auto random = [&] {
    const double high = draws.normal() * draws.logarithmic(1e-30, 1e30);
    return two_sum(high, high * draws.uniform(-0x1p-54, 0x1p-54));
  };
  const auto exact = [](DoubleDouble value) { return Reference(value.high) + value.low; };
  const auto off = [&](DoubleDouble got, const Reference& truth) {
    return truth == 0 ? 0.0 : Reference(abs((exact(got) - truth) / truth)).convert_to<double>();
  };
  for (int repetition = 0; repetition < repetitions(20000); ++repetition) {
    const DoubleDouble a = random();
    const DoubleDouble b = random();
    // The bounds of Joldes, Muller & Popescu, with u² = 2^-106.
    CHECK(off(a + b, exact(a) + exact(b)) <= 3.01 * 0x1p-106);
    CHECK(off(a * b, exact(a) * exact(b)) <= 5 * 0x1p-106);
    CHECK(off(a * b.high, exact(a) * b.high) <= 2 * 0x1p-106);
    CHECK(off(a / b, exact(a) / exact(b)) <= 15 * 0x1p-106);
    CHECK(off(sqrt(abs(a)), sqrt(Reference(abs(exact(a))))) <= 0x1p-100);
    const double size = draws.coin() ? draws.uniform(0, 700) : draws.logarithmic(1e-30, 1);
    const DoubleDouble t = two_sum(-size, size * draws.uniform(0, 0x1p-54));
    const Reference truth = exp(exact(t));
    const Reference error = abs(exact(exp_of_negative(t)) - truth);
    CHECK_MESSAGE(error <= truth * (0x1p-98 * (1 + size / 8)) + mp::ldexp(Reference(1), -990), size);
  }
  CHECK(exp_of_negative(DoubleDouble(0)).high == 1);
  CHECK(exp_of_negative(DoubleDouble(-1e300)).high == 0);
}

TEST_CASE("the certificate is never below the true residual") {
  Draws draws(2);
  for (int repetition = 0; repetition < repetitions(800); ++repetition) {
    Study study = random_study(draws);
    study.sigma = draws.logarithmic(1e-6, 10);
    const auto d = static_cast<std::size_t>(study.length());
    const double size = draws.logarithmic(1e-3, draws.coin() ? 10 : 1e20);
    std::vector<DoubleDouble> theta;
    std::vector<DoubleDouble> b;
    for (std::size_t j = 0; j < d; ++j) {
      const double high = size * draws.normal();
      theta.push_back(two_sum(high, 0x1p-54 * high * draws.uniform()));
      b.push_back(DoubleDouble(study.sigma * draws.normal()));
    }
    if (draws.coin()) {
      // At the minimum for this b, where the error is all there is.
      const auto there = perturbed_gradient(study.shape, study.lambda, RowsInMemory(study.problem.data()), b, 0, theta);
      for (std::size_t j = 0; j < d; ++j) {
        b[j] = b[j] - there.values[j];
      }
    }
    const auto got = perturbed_gradient(study.shape, study.lambda, RowsInMemory(study.problem.data()), b, 0, theta);
    const Reference truth = true_residual(study, in_reference(theta), in_reference(b));
    CHECK_MESSAGE(truth <= got.residual, truth.convert_to<double>(), " for ", got.residual);
    std::vector<Wide> wide_theta;
    std::vector<Wide> wide_b;
    for (std::size_t j = 0; j < d; ++j) {
      wide_theta.push_back(Wide(theta[j].high) + theta[j].low);
      wide_b.push_back(Wide(b[j].high) + b[j].low);
    }
    const auto wide = perturbed_gradient(study.shape, study.lambda, RowsInMemory(study.problem.data()), wide_b, 0, wide_theta);
    CHECK(truth <= wide.residual);
    // A bound that is far too large would be no certificate.
    CHECK(wide.residual <= truth.convert_to<double>() * (1 + 0x1p-10) + 0x1p-200 * (1 + size));
    if (size <= 10) {
      CHECK(got.residual <= truth.convert_to<double>() * (1 + 0x1p-10) + 0x1p-80 * static_cast<double>(30 + d));
    }
  }
}

TEST_CASE("106 and 512 bits give the same digits, from any start and with the rows in any order") {
  Draws draws(3);
  int in_doubles = 0;
  const int problems = repetitions(200);
  for (int repetition = 0; repetition < problems; ++repetition) {
    Study study = random_study(draws);
    const auto seed = static_cast<std::uint64_t>(repetition);
    const Eigen::VectorXd start = near_minimum(study, seed);
    const ExactFit first = fit(study, seed, start);
    in_doubles += first.wide ? 0 : 1;
    CHECK(first.theta == fit(study, seed, start, FirstRung::wide).theta);
    CHECK(first.theta == fit(study, seed, draws.in_ball(study.length(), draws.logarithmic(1e-3, 1e3))).theta);
    std::vector<Eigen::Index> order(static_cast<std::size_t>(study.problem.x.rows()));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<std::size_t>(draws.integer(0, static_cast<int>(i) - 1))]);
    }
    const Problem before = study.problem;
    for (std::size_t i = 0; i < order.size(); ++i) {
      study.problem.x.row(static_cast<Eigen::Index>(i)) = before.x.row(order[i]);
      study.problem.y(static_cast<Eigen::Index>(i)) = before.y(order[i]);
    }
    CHECK(first.theta == fit(study, seed, start).theta);
    CHECK(first.certificate / study.step < 0.5);
    for (const double value : first.theta) {
      CHECK(on_output_grid(study.step, value));
    }
  }
  // 106 bits leave a step of 2^-60 open where λ is small, and softmax starts far away here; else
  // they do.
  CHECK(in_doubles > problems / 2);
}

TEST_CASE("Laplace-type noise: 106 and 512 bits give the same digits, from any start") {
  Draws draws(7);
  int in_doubles = 0;
  const int problems = repetitions(200);
  for (int repetition = 0; repetition < problems; ++repetition) {
    Study study = random_study(draws);
    const double eta = draws.logarithmic(0.05, 20);
    study.step = laplace_step(eta, study.lambda, study.shape.smoothness(), 0x1p30);
    const auto fitted = [&](const Eigen::VectorXd& start, FirstRung first) {
      SeededSource source(static_cast<std::uint64_t>(repetition));
      LaplacePerturbation noise(study.length(), eta, source);
      return fit_exactly(study.shape, study.lambda, study.problem.data(), noise, study.step, start, source, first);
    };
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(study.length());
    const ExactFit first = fitted(zero, FirstRung::doubles);
    in_doubles += first.wide ? 0 : 1;
    CHECK(first.theta == fitted(zero, FirstRung::wide).theta);
    CHECK(first.theta == fitted(draws.in_ball(study.length(), draws.logarithmic(1e-3, 1e3)), FirstRung::doubles).theta);
    // The gradient at θ̃ is what rounding leaves of −b, as doubles have b.
    SeededSource source(static_cast<std::uint64_t>(repetition));
    LaplacePerturbation noise(study.length(), eta, source);
    std::vector<Reference> theta;
    std::vector<Reference> b;
    double half_widths = 0;
    for (Eigen::Index j = 0; j < study.length(); ++j) {
      theta.emplace_back(first.theta(j));
      b.emplace_back(noise.rounded()(j));
      half_widths += std::pow(cell_half_width(study.step, first.theta(j)), 2);
    }
    const double curvature = study.lambda + study.shape.smoothness() * static_cast<double>(study.problem.x.rows());
    CHECK(true_residual(study, theta, b) <= curvature * std::sqrt(half_widths) + 0x1p-51 * noise.rounded().norm());
  }
  // From 0, where nothing was solved before, the others begin too far from the minimum for Newton's
  // steps with one Hessian.
  CHECK(in_doubles > problems / 4);
}

TEST_CASE("Laplace-type noise: lengths of law Gamma(d), directions of no preference, signs in one dimension") {
  SeededSource source(8);
  const double eta = 2.5;
  const int n = repetitions(20000);
  for (const Eigen::Index d : {1, 2, 5}) {
    std::vector<double> lengths;
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(d);
    for (int i = 0; i < n; ++i) {
      LaplacePerturbation noise(d, eta, source);
      const double length = noise.rounded().norm();
      // P(Gamma(d, 1) ≤ r), uniform where that is its law
      double term = std::exp(-eta * length);
      double tail = 0;
      for (Eigen::Index k = 0; k < d; ++k) {
        tail += term;
        term *= eta * length / static_cast<double>(k + 1);
      }
      lengths.push_back(1 - tail);
      mean += noise.rounded() / length;
    }
    std::sort(lengths.begin(), lengths.end());
    double distance = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const auto place = static_cast<double>(i);
      distance = std::max({distance, lengths[i] - place / n, (place + 1) / n - lengths[i]});
    }
    // Kolmogorov & Smirnov: above with a probability of 2e^{−2·2.5²} = 7e-6.
    CHECK(distance * std::sqrt(n) < 2.5);
    // Each coordinate of a direction has variance 1/d; five standard deviations.
    CHECK((mean / std::sqrt(static_cast<double>(n) / static_cast<double>(d))).cwiseAbs().maxCoeff() < 5);
  }
}

TEST_CASE("where 106 bits don't settle the digits, 512 do") {
  Draws draws(6);
  int wide = 0;
  // Three fits of 512 bits each: most of a second natively, ten under the sanitizers.
  const int problems = repetitions(45);
  for (int repetition = 0; repetition < problems; ++repetition) {
    const Loss loss{LossKind::logistic, 1};
    const Study study{{loss}, 0x1p-38, draws.logarithmic(1e-3, 1), 0x1p-60, random_problem(loss, 20, 3, draws)};
    const auto seed = static_cast<std::uint64_t>(repetition);
    const ExactFit result = fit(study, seed, Eigen::VectorXd::Zero(3));
    wide += result.wide ? 1 : 0;
    CHECK(result.theta == fit(study, seed, draws.in_ball(3, 100)).theta);
    CHECK(result.theta == fit(study, seed, Eigen::VectorXd::Zero(3), FirstRung::wide).theta);
  }
  CHECK(wide > problems / 2);
}

TEST_CASE("the fit is the minimiser: the true gradient at θ̃ is what rounding leaves of −b") {
  Draws draws(4);
  for (int repetition = 0; repetition < repetitions(200); ++repetition) {
    const Study study = random_study(draws);
    const auto seed = static_cast<std::uint64_t>(repetition);
    const ExactFit result = fit(study, seed, near_minimum(study, seed));
    SeededSource source(seed);
    GaussianPerturbation noise(study.length(), study.sigma, source);
    std::vector<Reference> theta;
    std::vector<Reference> b;
    double half_widths = 0;
    for (Eigen::Index j = 0; j < study.length(); ++j) {
      theta.emplace_back(result.theta(j));
      b.emplace_back(noise.rounded()(j));
      half_widths += std::pow(cell_half_width(study.step, result.theta(j)), 2);
    }
    const double curvature = study.lambda + study.shape.smoothness() * static_cast<double>(study.problem.x.rows());
    // b is rounded to doubles here.
    CHECK(true_residual(study, theta, b) <= curvature * std::sqrt(half_widths) + 0x1p-51 * noise.rounded().norm());
  }
}

TEST_CASE("no data are refused: no rows, one kind, equal rows, a constant column, zeros") {
  const auto fitted = [](Problem problem, const ModelShape& shape) {
    Study study{shape, 0.5, 2, 0, std::move(problem)};
    study.step = gaussian_step(2, 0.5, shape.smoothness(), 0x1p30, study.length());
    const ExactFit result = fit(study, 1, Eigen::VectorXd::Zero(study.length()));
    CHECK(result.theta == fit(study, 1, Eigen::VectorXd::Zero(study.length()), FirstRung::wide).theta);
    return result.theta;
  };
  const Loss logistic{LossKind::logistic, 1};
  const Loss squared{LossKind::squared, 1};
  {
    // θ* = −b/λ
    SeededSource source(1);
    GaussianPerturbation noise(3, 2, source);
    const Eigen::VectorXd theta = fitted({Rows(0, 3), Eigen::VectorXd(0)}, {logistic});
    CHECK((theta + noise.rounded() / 0.5).cwiseAbs().maxCoeff() < 1e-14);
  }
  const Eigen::Index n = 40;
  for (const ModelShape& shape :
       {ModelShape{logistic}, ModelShape{squared}, ModelShape{{LossKind::pseudo_huber, 0.01}}, ModelShape{logistic, 3}}) {
    const double label = shape.classes > 0 ? 2 : 1;
    CHECK(fitted({Rows::Constant(n, 3, 0.5), Eigen::VectorXd::Constant(n, label)}, shape).allFinite());
    CHECK(fitted({Rows::Zero(n, 3), Eigen::VectorXd::Constant(n, label)}, shape).allFinite());
    Problem column{Rows::Zero(n, 3), Eigen::VectorXd::Constant(n, label)};
    column.x.col(1).setOnes();
    CHECK(fitted(column, shape).allFinite());
    CHECK(fitted({Rows::Constant(1, 3, 0.3), Eigen::VectorXd::Constant(1, label)}, shape).allFinite());
  }
}

TEST_CASE("what is no study is refused before data are looked at") {
  Study study{{{LossKind::logistic, 1}}, 1, 1, 0x1p-50, {Rows(0, 1), Eigen::VectorXd(0)}};
  const auto refused = [&](const char* what) {
    try {
      (void)fit(study, 1, Eigen::VectorXd::Zero(1));
    } catch (const Error& error) {
      return std::string(error.what()).find(what) != std::string::npos;
    }
    return false;
  };
  study.lambda = 0x1p-41;
  CHECK(refused("lambda"));
  study.lambda = 1;
  study.sigma = 0x1p41;
  CHECK(refused("sigma"));
  study.sigma = 1;
  study.step = 0x1.8p-50;
  CHECK(refused("power of two"));
  study.step = 0x1p-61;
  CHECK(refused("step"));
}

TEST_CASE("rounding at random: right in the mean at every place, and unsettled as often as Lemma 1 says") {
  const int n = repetitions(40000);
  SeededSource source(5);
  // θ/s = −2.75, 0.5, 7, and one whose last digits are far below the step.
  for (const double value : {-2.75, 0.5, 7.0, 1.0 / 3}) {
    const Integer theta = fixed_below(DoubleDouble(value * 0x1p-7));
    const double radius = 0x1p-7 * 0.01;
    int unsettled = 0;
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      const RandomOffset offset = RandomOffset::draw(source.stream());
      const double rounded = on_grid(rounded_cell(theta, -7, offset), -7) * 0x1p7;
      CHECK(std::fabs(rounded - value) < 1);
      sum += rounded;
      unsettled +=
          rounded_cell(theta - fixed_above(radius), -7, offset) != rounded_cell(theta + fixed_above(radius), -7, offset) ? 1
                                                                                                                         : 0;
    }
    // A rounding to either neighbour has a variance of ¼ at most.
    CHECK(std::fabs(sum / n - value) <= 4 * 0.5 / std::sqrt(static_cast<double>(n)));
    CHECK(std::fabs(static_cast<double>(unsettled) / n - 0.02) <= 4 * std::sqrt(0.02 / n));
  }
}

TEST_CASE("cells of any size: exact below 2^53 steps, the nearest double above") {
  const RandomOffset none{0, 0};
  const auto rounded = [&](double value, int exponent) {
    return on_grid(rounded_cell(fixed_below(DoubleDouble(value)), exponent, none), exponent);
  };
  CHECK(rounded(-0x1p-60, -60) == -0x1p-60);
  CHECK(rounded(0x1p107, -60) == 0x1p107);
  CHECK(rounded(-0x1.fffffffffffffp300, -60) == -0x1.fffffffffffffp300);
  CHECK(rounded(3.7, 0) == 3);
  CHECK(rounded(-3.7, 0) == -4);
  CHECK(on_grid((Integer(1) << 54U) + 3, 0) == 0x1p54 + 4);
  CHECK(on_grid(-((Integer(1) << 54U) + 1), -3) == -0x1p51);
  CHECK(on_grid((Integer(1) << 60U) - 1, 0) == 0x1p60);
}

TEST_CASE("the step of a study") {
  // The table of docs/noise.md.
  CHECK(gaussian_step(4.225, 0.98, 0.25, 0x1p30, 34) == 0x1p-51);
  CHECK(gaussian_step(4.225, 0.98, 0.25, 0x1p30, 10) == 0x1p-50);
  CHECK(gaussian_step(4.225, 0.98, 0.25, 0x1p20, 34) == 0x1p-41);
  CHECK(gaussian_step(4.2, 1, 1, 0x1p30, 1000) == 0x1p-55);
  CHECK(gaussian_step(1e-12, 1, 1, 0x1p40, 1000) == 0x1p-60);
  CHECK(gaussian_step(0x1p40, 0x1p-40, 0.25, 1, 1) == 1);
  CHECK(cell_half_width(0x1p-50, 1) == 0x1p-50);
  CHECK(cell_half_width(0x1p-50, 0x1p10) >= 0x1p-50 + 0x1p-43);
  CHECK(on_output_grid(0x1p-3, 0.375));
  CHECK(!on_output_grid(0x1p-3, 0.4));
  CHECK(on_output_grid(0x1p-3, 1e300));
}

}  // namespace expost

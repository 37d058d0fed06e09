// A person's norms along a path of noisy gradient descent (docs/noisy-gradient-descent.md, sections
// 1 and 8).
//
// How the number could come out too small, and the test that would notice:
// - Norms at θ_{t+1} in place of θ_t, or σ of a mean (vectors of whole trainings).
// - p_y − 1 of softmax as a difference: 0 for a record that is fitted well ("fitted records").
// - Rounding: f′ at a margin that is off by a rounding; the margin of a long x ("never below").
// - A kept iterate's norm taken for a skipped one's without its distance, or with the clipped norm
//   to start from: that is smaller, but the distance is added to it ("thinned paths").
// - Infinity times 0 for the squared loss at x = 0 gives NaN, and every comparison with it fails
//   ("no x, no step"); the same for a margin that overflows ("steps that overflow").
// - The absolute error of p − 1 and of margins in another program's floats ("in floats").
// - Another program's own coding of x left out of its length, of its margins, or of a box's
//   ("another program codes").
// - s_t > s_z: then one of them is wrong (path_interval.cpp refuses; here they are cut to s_z).
#include "expost/descent/gradient_norms.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "approximately.hpp"
#include "descent/box_norms.hpp"
#include "expost/descent/path_interval.hpp"
#include "expost/numerics/error.hpp"
#include "random_draws.hpp"

namespace expost {
namespace {

const Loss norm_losses[] = {{LossKind::logistic, 1}, {LossKind::squared, 1}, {LossKind::pseudo_huber, 0.4}};

IterateMatrix random_path(int steps, Eigen::Index d, double size, Draws& draws) {
  IterateMatrix path(steps, d);
  for (Eigen::Index t = 0; t < steps; ++t) {
    path.row(t) = size * draws.normal_vector(d);
  }
  return path;
}

/// ‖∇ℓ‖ of a generalised linear loss in long double.
long double gradient_length(const Loss& loss, const Eigen::VectorXd& theta, const Eigen::VectorXd& x, double y) {
  long double t = 0;
  long double squares = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    t += static_cast<long double>(theta(i)) * x(i);
    squares += static_cast<long double>(x(i)) * x(i);
  }
  long double derivative = t - y;
  if (loss.kind == LossKind::logistic) {
    derivative = 1 / (1 + std::exp(y * t));
  } else if (loss.kind == LossKind::pseudo_huber) {
    derivative /= std::sqrt(1 + derivative * derivative / (static_cast<long double>(loss.width) * loss.width));
  }
  return std::fabs(derivative) * std::sqrt(squares);
}

}  // namespace

TEST_CASE("gradient norms: never below those of extended precision, and close") {
  Draws draws(20261202);
  for (const Loss& loss : norm_losses) {
    for (const Eigen::Index d : {1, 7, 60}) {
      for (int i = 0; i < 40; ++i) {
        const IterateMatrix path = random_path(3, d, draws.logarithmic(0.01, 100), draws);
        const Eigen::VectorXd x = draws.in_ball(d);
        const double y = draws.coin() ? 1 : -1;
        const double clip = draws.logarithmic(0.01, 10);
        const double sigma = draws.logarithmic(0.1, 100);
        const GradientNorms norms = gradient_norms(loss, {clip, sigma, 3, path}, x, y);
        for (std::size_t t = 0; t < 3; ++t) {
          const long double exact =
              std::fmin(gradient_length(loss, path.row(static_cast<Eigen::Index>(t)), x, y), static_cast<long double>(clip)) /
              sigma;
          CHECK(norms.steps[t] >= exact);
          CHECK(norms.steps[t] <= exact * (1 + 1e-11) + 1e-12 / sigma);
          CHECK(norms.steps[t] <= norms.cap);
        }
        CHECK(norms.cap >= std::fmin(clip, loss.lipschitz() * x.norm()) / sigma);
        CHECK(norms.cap <= std::fmin(clip, loss.lipschitz() * x.norm()) / sigma * (1 + 1e-12));
      }
    }
  }
}

TEST_CASE("gradient norms: fitted records of softmax keep a norm above 0") {
  const Softmax softmax{3};
  IterateMatrix path(2, 3);
  path << 60, 0, -5, 300, 0, 0;
  const GradientNorms norms = gradient_norms(softmax, {1, 2, 2, path}, {Eigen::VectorXd::Constant(1, 1.0), 0});
  // Class by class: ‖p − e_y‖ is (1 − p_y) and p_1 ≈ e^−60.
  CHECK(norms.steps[0] >= std::sqrt(2.0) * std::exp(-60.0) / 2);
  CHECK(norms.steps[0] <= 1e-12);
  CHECK(norms.steps[1] >= std::sqrt(3.0) * std::exp(-300.0) / 2);
  // The other classes: √2 at most.
  const GradientNorms wrong = gradient_norms(softmax, {9, 2, 2, path}, {Eigen::VectorXd::Constant(1, 1.0), 1});
  CHECK(wrong.steps[1] == approximately(std::sqrt(2.0) / 2).epsilon(1e-12));
  CHECK(wrong.steps[1] >= std::sqrt(2.0) / 2);
  CHECK(wrong.cap >= wrong.steps[1]);
}

TEST_CASE("gradient norms: thinned paths are never below the whole path") {
  Draws draws(20261203);
  constexpr int count = 11;
  for (int i = 0; i < 30; ++i) {
    for (const Loss& loss : norm_losses) {
      const IterateMatrix whole = random_path(count, 4, 0.5, draws);
      const Eigen::VectorXd x = draws.in_ball(4);
      const double y = draws.coin() ? 1 : -1;
      const double clip = draws.uniform(0.1, 1.5);
      const GradientNorms full = gradient_norms(loss, {clip, 3, count, whole}, x, y);
      IterateMatrix kept(4, 4);
      std::vector<double> distances;
      for (int t = 0; t < count; ++t) {
        if (t % 3 == 0) {
          kept.row(t / 3) = whole.row(t);
        }
        distances.push_back((whole.row(t) - whole.row(t - t % 3)).norm());
      }
      const GradientNorms thinned = gradient_norms(loss, {clip, 3, count, kept, 3, distances}, x, y);
      const GradientNorms blind = gradient_norms(loss, {clip, 3, count, kept, 3}, x, y);
      const GradientNorms nothing = gradient_norms(loss, {clip, 3, count, IterateMatrix(0, 4)}, x, y);
      for (std::size_t t = 0; t < count; ++t) {
        CHECK(thinned.steps[t] >= full.steps[t]);
        CHECK(blind.steps[t] == (t % 3 == 0 ? full.steps[t] : full.cap));
        CHECK(blind.steps[t] >= thinned.steps[t]);
        CHECK(nothing.steps[t] == full.cap);
      }
    }
  }
  // The distance is added to the norm before it is clipped: 3 − β‖x‖²h is still beyond C.
  const Loss squared{LossKind::squared, 1};
  IterateMatrix one(1, 1);
  one << 3;
  const Eigen::VectorXd x = Eigen::VectorXd::Constant(1, 1.0);
  const GradientNorms far = gradient_norms(squared, {1, 1, 2, one, 2, {0, 1}}, x, 0);
  CHECK(far.steps[1] == far.cap);
  one << 0.25;
  const GradientNorms near = gradient_norms(squared, {1, 1, 2, one, 2, {0, 0.5}}, x, 0);
  CHECK(near.steps[1] == approximately(0.75).epsilon(1e-12));
  CHECK(near.steps[1] >= 0.75);
}

/// σ of a sum of floats in any order: another program's margin.
float float_margin(const Eigen::Ref<const Eigen::VectorXd>& theta, const Eigen::VectorXd& x, Draws& draws) {
  std::vector<float> parts;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    parts.push_back(static_cast<float>(theta(i)) * static_cast<float>(x(i)));
  }
  while (parts.size() > 1) {
    const auto at = static_cast<std::size_t>(draws.integer(0, static_cast<int>(parts.size()) - 2));
    parts[at] += parts[at + 1];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
  return parts.front();
}

/// The length of a gradient whose numbers were rounded to floats one by one.
double float_length(const std::vector<float>& residual, const Eigen::VectorXd& x) {
  double squares = 0;
  for (const float part : residual) {
    for (const double value : x) {
      const double product = part * static_cast<float>(value);
      squares += product * product;
    }
  }
  return std::sqrt(squares);
}

// As torch and JAX compute them: a sigmoid less 1, and a softmax less 1 by either way.
TEST_CASE("gradient norms: in floats, of records that are fitted well") {
  Draws draws(20261129);
  int beyond_real = 0;
  for (int i = 0; i < 3000; ++i) {
    const Eigen::Index d = draws.integer(1, 40);
    const Eigen::Index classes = draws.integer(0, 2) == 0 ? 0 : draws.integer(2, 12);
    const Eigen::Index parts = std::max<Eigen::Index>(classes, 1);
    Eigen::VectorXd x = draws.in_ball(d);
    x = x.cast<float>().cast<double>();
    IterateMatrix path = random_path(1, d * parts, draws.logarithmic(0.1, 3), draws);
    // Towards the record: its margin, or its class' above the others', is of any size.
    const double pull = draws.logarithmic(0.1, 40) / std::max(x.squaredNorm(), 1e-6);
    path.row(0).head(d) += std::min(pull, 1e4) * x.transpose();
    path = path.cast<float>().cast<double>();
    std::vector<float> margins;
    for (Eigen::Index k = 0; k < parts; ++k) {
      margins.push_back(float_margin(path.row(0).segment(k * d, d).transpose(), x, draws));
    }
    std::vector<float> residual;
    if (classes == 0) {
      residual.push_back(1.0F / (1.0F + std::exp(-margins[0])) - 1.0F);
    } else {
      const float largest = *std::max_element(margins.begin(), margins.end());
      float sum = 0;
      for (const float margin : margins) {
        sum += std::exp(margin - largest);
      }
      const bool by_logarithms = draws.coin();
      for (const float margin : margins) {
        residual.push_back(by_logarithms ? std::exp(margin - largest - std::log(sum)) : std::exp(margin - largest) / sum);
      }
      residual[0] -= 1.0F;
    }
    const auto length_by = [&](bool elsewhere) {
      const DescentPath steps{1e6, 1, 1, path, 1, {}, elsewhere};
      return (classes == 0 ? gradient_norms(norm_losses[0], steps, x, 1) : gradient_norms(Softmax{classes}, steps, {x, 0}))
          .steps[0];
    };
    const double computed = float_length(residual, x);
    beyond_real += static_cast<int>(computed > length_by(false) * (1 + 1e-5));
    CHECK(computed <= length_by(true) * (1 + 1e-5));
    CHECK(length_by(true) <= length_by(false) + 1e-3 * (1 + path.norm() * 1e-2));
  }
  // The attack: real arithmetic alone is below many of them.
  CHECK(beyond_real > 100);
}

TEST_CASE("gradient norms: of records that another program codes, one known or many") {
  Draws draws(20261130);
  for (int i = 0; i < 400; ++i) {
    CAPTURE(i);
    const Eigen::Index d = draws.integer(2, 6);
    const Eigen::Index classes = i % 2 == 0 ? 0 : draws.integer(2, 5);
    const Eigen::Index parts = std::max<Eigen::Index>(classes, 1);
    const Loss& loss = norm_losses[draws.integer(0, 2)];
    const IterateMatrix path = random_path(1, d * parts, draws.logarithmic(1, 100), draws);
    const Eigen::VectorXd absolute = Eigen::VectorXd::NullaryExpr(d, [&] { return draws.logarithmic(1, 0x1p21); });
    const DescentPath steps{1e6, 1, 1, path, 1, {}, true, Arithmetic::float64, {2, absolute}};
    // Its first coordinate is anything near the record's.
    const Eigen::VectorXd x = 0.5 * draws.in_ball(d);
    const double spread = draws.logarithmic(1e-3, 0.1);
    RecordRegion region{x, {{0, 1, {x(0) - spread, x(0) + spread}, {}}}, {1}, {}};
    region.x(0) = 0;
    const auto length_at = [&](const Eigen::VectorXd& coded) -> long double {
      if (classes == 0) {
        return gradient_length(loss, path.row(0).transpose(), coded, 1);
      }
      std::vector<long double> margins;
      for (Eigen::Index k = 0; k < classes; ++k) {
        margins.push_back(path.row(0).segment(k * d, d).cast<long double>().dot(coded.cast<long double>()));
      }
      const long double largest = *std::max_element(margins.begin(), margins.end());
      long double sum = 0;
      for (long double& margin : margins) {
        sum += margin = std::exp(margin - largest);
      }
      long double others = 0;
      long double squares = 0;
      for (std::size_t k = 0; k < margins.size(); ++k) {
        others += k == 1 ? 0 : margins[k] / sum;
        squares += k == 1 ? 0 : margins[k] / sum * (margins[k] / sum);
      }
      return std::sqrt(squares + others * others) * coded.cast<long double>().norm();
    };
    const GradientNorms known =
        classes == 0 ? gradient_norms(loss, steps, x, 1) : gradient_norms(Softmax{classes}, steps, {x, 1});
    const IterateLengths lengths = iterate_lengths(path, classes);
    const std::unique_ptr<BoxNorms> box =
        classes == 0 ? box_norms(loss, steps, lengths, region) : box_norms(Softmax{classes}, steps, lengths, region);
    RecordBox whole = RecordBox::whole(region, 0);
    if (classes == 0) {
      whole.slab = {-infinity, infinity};
    }
    REQUIRE(box->set(whole));
    const double many = box->norms().steps[0];
    for (int trial = 0; trial < 40; ++trial) {
      // Against the label, along it, and anyhow.
      const double towards = trial % 3 - 1;
      const Eigen::VectorXd off = Eigen::VectorXd::NullaryExpr(d, [&](Eigen::Index j) {
        const double slope = classes == 0 ? path(0, j) : path(0, d + j) - path(0, (trial % classes) * d + j);
        const double sign = towards != 0 && slope != 0 ? std::copysign(towards, slope) : draws.uniform(-1, 1);
        return sign * absolute(j) * 0x1p-24;
      });
      CHECK(known.steps[0] >= length_at(x + off) * (1 - 1e-12L));
      Eigen::VectorXd other = x;
      other(0) += draws.uniform(-spread, spread);
      CHECK(many >= length_at(other + off) * (1 - 1e-12L));
    }
  }
}

TEST_CASE("gradient norms: no x, no step") {
  const IterateMatrix path = IterateMatrix::Constant(3, 2, 0.5);
  for (const Loss& loss : norm_losses) {
    const GradientNorms norms = gradient_norms(loss, {1, 1, 3, path}, Eigen::VectorXd::Zero(2), 1);
    CHECK(norms.cap == 0);
    CHECK(norms.steps == std::vector<double>(3, 0.0));
    CHECK(gradient_norms(loss, {1, 1, 3, IterateMatrix(0, 2)}, Eigen::VectorXd::Zero(2), 1).cap == 0);
    CHECK(full_batch_interval({1, 3, norms.cap, 0.01}, energy_of(norms.steps)).in.upper == 0);
  }
  // Any other x moves something, however small it is.
  for (const double tiny : {1e-200, 5e-324}) {
    const GradientNorms norms = gradient_norms(norm_losses[1], {1, 1, 3, path}, Eigen::VectorXd::Constant(2, tiny), 1);
    CHECK(norms.cap > 0);
    CHECK(norms.steps[0] > 0);
    IterateMatrix fitted(3, 2);
    fitted << 700, 700, 0, 0, 0, 0;
    // A derivative of e^−700 times such an x is below every double.
    const double small_x = std::sqrt(tiny);
    CHECK(gradient_norms(norm_losses[0], {1, 1, 3, fitted}, Eigen::VectorXd::Constant(2, small_x), 1).steps[0] > 0);
  }
  // ‖x‖² alone would be 0.
  const GradientNorms far = gradient_norms(norm_losses[1], {1, 1, 2, IterateMatrix::Constant(1, 1, 0.0), 2, {0, 1e300}},
                                           Eigen::VectorXd::Constant(1, 1e-170), 0);
  CHECK(far.steps[1] == approximately(1e-40).epsilon(1e-10));
}

TEST_CASE("gradient norms: steps that overflow count as clipped") {
  const Eigen::VectorXd x = Eigen::VectorXd::Constant(4, 0.5);
  IterateMatrix path(2, 4);
  path << 1.7e308, 1.7e308, 1.7e308, 1.7e308, 1.7e308, 1.7e308, -1.7e308, -1.7e308;
  for (const double sign : {1.0, -1.0}) {
    const IterateMatrix signed_path = sign * path;
    for (const double y : {1.0, -1.0}) {
      for (const Loss& loss : norm_losses) {
        for (const double step : gradient_norms(loss, {0.3, 1, 2, signed_path}, x, y).steps) {
          CHECK(step >= 0.3);
          CHECK(std::isfinite(step));
        }
      }
      const Eigen::VectorXd half = x.head(2);
      for (const double step : gradient_norms(Softmax{2}, {0.3, 1, 2, signed_path}, {half, y > 0 ? 1 : 0}).steps) {
        CHECK(step >= 0);
        CHECK(std::isfinite(step));
      }
    }
  }
}

TEST_CASE("gradient norms: refusals") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Loss loss{LossKind::logistic, 1};
  const IterateMatrix path = IterateMatrix::Constant(3, 2, 0.5);
  const Eigen::VectorXd x = Eigen::VectorXd::Constant(2, 0.5);
  const auto refused = [&](const DescentPath& wrong, const Eigen::VectorXd& person, double y, ErrorType type) {
    try {
      (void)gradient_norms(loss, wrong, person, y);
      FAIL_CHECK("taken");
    } catch (const Error& error) {
      CHECK(error.type() == type);
    }
  };
  IterateMatrix broken = path;
  broken(1, 1) = nan;
  refused({1, 1, 3, broken}, x, 1, ErrorType::report);
  refused({1, 1, 4, path}, x, 1, ErrorType::report);
  refused({1, 1, 3, path, 2}, x, 1, ErrorType::report);
  refused({1, 1, 5, path, 2, {0, 1}}, x, 1, ErrorType::report);
  refused({1, 1, 5, path, 2, {0, nan, 0, 1, 0}}, x, 1, ErrorType::report);
  refused({0, 1, 3, path}, x, 1, ErrorType::report);
  refused({1, nan, 3, path}, x, 1, ErrorType::report);
  refused({1, 1, 3, path}, Eigen::VectorXd::Constant(3, 0.5), 1, ErrorType::report);
  refused({1, 1, 3, path}, Eigen::VectorXd::Constant(2, nan), 1, ErrorType::record);
  refused({1, 1, 3, path}, x, 0.5, ErrorType::record);
  CHECK_THROWS_AS((void)gradient_norms(Softmax{2}, {1, 1, 3, path}, {Eigen::VectorXd::Constant(1, 0.5), 2}), Error);
  CHECK_THROWS_AS((void)gradient_norms(loss, {1, 1, 3, path}, iterate_lengths(path.topRows(2), 0), x, 1), Error);
  CHECK_THROWS_AS((void)gradient_norms(loss, {1, 1, 3, path}, iterate_lengths(path, 2), x, 1), Error);
  CHECK_THROWS_AS((void)iterate_lengths(broken, 0), Error);
  CHECK_THROWS_AS((void)iterate_lengths(IterateMatrix::Constant(3, 5, 0.5), 2), Error);
}

TEST_CASE("gradient norms: lengths of iterates are never below them") {
  // 3² + 4² = 5² and 6² + 8² = 10², at every size that a double has.
  for (const double size : {0x1p-1070, 0x1p-500, 1.0, 0x1p500, 0x1p1018}) {
    IterateMatrix path(2, 4);
    path << 3, -4, 0, 0, 0, 0, 6, -8;
    path *= size;
    const IterateLengths parts = iterate_lengths(path, 2);
    const IterateLengths whole = iterate_lengths(path, 0);
    CHECK(parts.classes(0, 0) >= 5 * size);
    CHECK(parts.classes(0, 1) == 0);
    CHECK(parts.classes(1, 1) >= 10 * size);
    CHECK(whole.classes(1, 0) >= 10 * size);
    CHECK(whole.classes(0, 0) <= 5 * size * (1 + 1e-13) + 0x1p-1070);
  }
}

}  // namespace expost

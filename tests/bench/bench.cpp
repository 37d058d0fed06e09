// Times the core on made-up reports; the same source is built natively and for WebAssembly under
// Node.
//
//   expost_bench report D         writes a report of dimension D to standard output, for the
//                                 other contestants
//   expost_bench time D REPEATS   prints {"prepare": ms, "bound": ms}, medians
//   expost_bench profile N D MODELS
//                                 typical losses of N rows, exact and as means over MODELS models:
//                                 how long both take, and how far apart they are in standard
//                                 errors
//
// Times a person's check after the text was read: the preparation of one
// report, and one bound (leverage in both memberships, gradient, intervals, ex-post release cost).
// The release cost's pDP is a root that has nothing to do with linear algebra; it is left out, as
// it is for files of rows, so that everybody does the same work.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../core/orthogonal_noise.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/noise/random.hpp"
#include "expost/profile/coverage_profile.hpp"
#include "expost/report/report.hpp"

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Eigen::VectorXd draw(Eigen::Index d, double scale, expost::RandomSource& source) {
  Eigen::VectorXd v(d);
  for (double& value : v) {
    value = scale * expost::standard_normal(source);
  }
  return v;
}

expost::PublishedModel made_up(Eigen::Index d) {
  expost::SeededSource source(static_cast<std::uint64_t>(d));
  expost::PublishedModel model;
  model.lambda = 5;
  model.sigma = 15;
  model.theta = draw(d, 1, source);
  model.gradient = expost::GradientRelease{30, draw(d, 35, source)};
  // A spectrum that falls off, as Hessians of real data have: λ plus rank-one parts of weights
  // 2000/k.
  Eigen::MatrixXd h = expost::gaussian_orthogonal_noise(d, 0.8, source);
  h.diagonal().array() += model.lambda;
  for (int k = 1; k <= 12; ++k) {
    const Eigen::VectorXd v = draw(d, 1, source).normalized();
    h += 2000.0 / k * v * v.transpose();
  }
  model.hessian = expost::HessianRelease{0.8, (0.5 * (h + h.transpose())).eval()};
  return model;
}

int write_report(Eigen::Index d) {
  expost::report::Report report;
  report.heading.title = "Made up for a benchmark";
  report.heading.published = "2026-01-01";
  report.heading.unit = "one person, one row";
  report.model = made_up(d);
  report.sample = true;
  const std::string text = expost::report::write_report(report, expost::report::HessianEncoding::numbers).dump();
  std::fwrite(text.data(), 1, text.size(), stdout);
  return 0;
}

int time_core(Eigen::Index d, int repeats) {
  expost::SeededSource source(7);
  std::vector<double> prepare;
  std::vector<double> bound;
  double sink = 0;
  for (int r = 0; r < repeats; ++r) {
    // Small reports many times over, as with people below.
    const std::size_t reports = static_cast<std::size_t>(std::max<Eigen::Index>(1, 4000000 / (d * d * d)));
    std::vector<expost::PublishedModel> models(reports, made_up(d));
    const auto start = Clock::now();
    for (std::size_t i = 1; i < reports; ++i) {
      sink += expost::PreparedReport(std::move(models[i])).smallest_hessian_eigenvalue();
    }
    const expost::PreparedReport report(std::move(models[0]));
    prepare.push_back(milliseconds(Clock::now() - start) / static_cast<double>(reports));
    expost::BoundOptions options;
    options.release_cost_pdp = false;
    expost::BoundRule rule(report, options);
    // Enough calls for a clock's resolution, and for WebAssembly's optimising compiler to have
    // replaced the first one.
    const int people = static_cast<int>(std::max<Eigen::Index>(20, 20000 / d));
    std::vector<Eigen::VectorXd> xs;
    for (int i = 0; i < people; ++i) {
      xs.push_back(draw(d, 1, source).normalized());
    }
    for (int i = 0; i < people / 4; ++i) {
      sink += rule.bound(xs[static_cast<std::size_t>(i)], 1).total.upper;
    }
    const auto first = Clock::now();
    for (const Eigen::VectorXd& x : xs) {
      sink += rule.bound(x, 1).total.upper;
    }
    bound.push_back(milliseconds(Clock::now() - first) / people);
  }
  std::printf("{\"prepare\": %.6g, \"bound\": %.6g, \"checksum\": %.17g}\n", median(prepare), median(bound), sink);
  return 0;
}

int time_profile(Eigen::Index n, Eigen::Index d, int models) {
  expost::SeededSource source(11);
  expost::Rows x(n, d);
  Eigen::VectorXd y(n);
  const Eigen::VectorXd truth = draw(d, 3, source);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::VectorXd person = draw(d, 0.5 / std::sqrt(static_cast<double>(d)), source);
    x.row(i) = person.transpose() / std::max(1.0, person.norm());
    y(i) = x.row(i).dot(truth) + expost::standard_normal(source) > 0 ? 1 : -1;
  }
  const expost::CodedData data{x, y};
  const expost::Objective objective{expost::Loss{}, static_cast<double>(n)};
  const Eigen::VectorXd base = expost::minimise(objective, data, Eigen::VectorXd::Zero(d)).theta;
  auto start = Clock::now();
  const expost::NeighbourPoints points = expost::neighbour_points(objective, data, base, expost::NeighbourMethod::exact, 1e-5);
  const double neighbours = milliseconds(Clock::now() - start);

  start = Clock::now();
  const expost::DisplacementTable table(static_cast<int>(d));
  const double tabulated = milliseconds(Clock::now() - start);
  const double rate = expost::profile_rate(objective.lambda, 10);
  start = Clock::now();
  const Eigen::VectorXd typical = expost::typical_losses(points, rate, table);
  const double exact = milliseconds(Clock::now() - start);

  start = Clock::now();
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(n);
  Eigen::VectorXd squares = mean;
  for (int k = 1; k <= models; ++k) {
    const Eigen::VectorXd losses = expost::coverage_losses(points, rate, expost::sample_model(base, rate, source)).cwiseAbs();
    const Eigen::VectorXd before = losses - mean;
    mean += before / k;
    squares.array() += before.array() * (losses - mean).array();
  }
  const double sampled = milliseconds(Clock::now() - start);
  const Eigen::ArrayXd error = (squares / (static_cast<double>(models) * (models - 1))).cwiseSqrt().array();
  const Eigen::ArrayXd off = (typical - mean).array().abs() / error;
  std::printf(
      "{\"neighbours\": %.6g, \"table\": %.6g, \"exact\": %.6g, \"sampled\": %.6g, \"largest\": %.6g, \"within3\": %.6g, "
      "\"relativeError\": %.6g}\n",
      neighbours, tabulated, exact, sampled, off.maxCoeff(), static_cast<double>((off <= 3).count()) / static_cast<double>(n),
      (error / typical.array()).maxCoeff());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "report") == 0) {
    return write_report(std::atoi(argv[2]));
  }
  if (argc == 4 && std::strcmp(argv[1], "time") == 0) {
    return time_core(std::atoi(argv[2]), std::atoi(argv[3]));
  }
  if (argc == 5 && std::strcmp(argv[1], "profile") == 0) {
    return time_profile(std::atoi(argv[2]), std::atoi(argv[3]), std::atoi(argv[4]));
  }
  std::fputs("usage: expost_bench report D | expost_bench time D REPEATS | expost_bench profile N D MODELS\n", stderr);
  return 2;
}

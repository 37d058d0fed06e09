// Times the core on made-up reports; the same source is built natively and for WebAssembly under Node.
//
//   expost_bench report D         writes a report of dimension D to standard output, for the other contestants
//   expost_bench time D REPEATS   prints {"prepare": ms, "bound": ms}, medians
//
// What is timed is what a person's check costs after the text was read: the preparation of one report, and one bound (leverage in
// both memberships, gradient, intervals, ex-post overhead). The overhead's pDP is a root that has nothing to do with linear algebra;
// it is left out, as it is for files of rows, so that everybody does the same work.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../core/orthogonal_noise.hpp"
#include "expost/bound.hpp"
#include "expost/random.hpp"
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
  // A spectrum that falls off, as Hessians of real data have: λ plus rank-one parts of weights 2000/k.
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
  report.title = "Made up for a benchmark";
  report.published = "2026-01-01";
  report.unit = "one person, one row";
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
    options.overhead_pdp = false;
    expost::BoundRule rule(report, options);
    // Enough calls for a clock's resolution, and for WebAssembly's optimising compiler to have replaced the first one.
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

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "report") == 0) {
    return write_report(std::atoi(argv[2]));
  }
  if (argc == 4 && std::strcmp(argv[1], "time") == 0) {
    return time_core(std::atoi(argv[2]), std::atoi(argv[3]));
  }
  std::fputs("usage: expost_bench report D | expost_bench time D REPEATS\n", stderr);
  return 2;
}

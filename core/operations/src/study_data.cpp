#include "study_data.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "bound_options.hpp"
#include "document.hpp"
#include "expost/budget.hpp"
#include "expost/exact_loss.hpp"
#include "expost/gaussian.hpp"
#include "expost/operations/system_random.hpp"
#include "expost/release.hpp"
#include "names.hpp"
#include "request.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Noise levels and the promise that they give.
struct NoisePlan {
  double lambda = 0;
  double sigma = 0;
  ReleaseNoise releases;
  std::optional<report::Guarantee> guarantee;
};

std::optional<double> share_of(double share) {
  return share > 0 ? std::optional<double>(share) : std::nullopt;
}

NoisePlan plan_noise(const report::Study& study) {
  const report::Budget& budget = study.budget;
  const Accountant accountant = accountant_named(budget.accountant);
  const report::FixedScales& fixed = study.scales;
  const bool sum = budget.accounting == report::Accounting::sum;
  const bool released = budget.release != ReportKind::independent;
  if (released && !sum && accountant != Accountant::joint && accountant != Accountant::shift) {
    throw Error(Fault::study, "unsupported", "/budget/accountant",
                "/budget/accountant must be joint or shift where a whole report is accounted for; with " + budget.accountant +
                    " set /budget/accounting to \"sum\"");
  }
  const Shares shares{budget.shares.model, share_of(budget.shares.hessian), share_of(budget.shares.gradient),
                      share_of(budget.shares.smallest_eigenvalue)};
  NoisePlan plan;
  BudgetPlan calibrated;
  const bool bounded = study.loss.lipschitz() < infinity;
  if (bounded) {
    calibrated = plan_budget(study.loss, budget.epsilon, budget.delta, accountant, sum ? Composition::sum : Composition::whole,
                             shares, study.lambda);
  } else {
    calibrated.model.lambda = study.lambda.value_or(0);
    calibrated.model.sigma = infinity;
    calibrated.model.reason = "the squared loss has unbounded gradients, so its noise can't be calibrated";
    const ReleaseSensitivity sensitivity = release_sensitivity(study.loss);
    if (shares.hessian) {
      calibrated.noise.hessian =
          gaussian_sigma(*shares.hessian * budget.epsilon, *shares.hessian * budget.delta, sensitivity.hessian);
    }
    if (shares.smallest_eigenvalue) {
      calibrated.noise.smallest_eigenvalue =
          gaussian_sigma(*shares.smallest_eigenvalue * budget.epsilon, *shares.smallest_eigenvalue * budget.delta,
                         sensitivity.smallest_eigenvalue);
    }
  }
  plan.lambda = study.lambda.value_or(calibrated.model.lambda);
  plan.sigma = fixed.model.value_or(calibrated.model.sigma);
  if (!(plan.sigma < infinity)) {
    throw Error(Fault::study, "out-of-range", "/budget/epsilon",
                "the budget can't be met: " + calibrated.model.reason + " (or state /mechanism/scales/model)");
  }
  if (!(plan.lambda > 0)) {
    throw Error(Fault::study, "missing", "/mechanism/lambda", "/mechanism/lambda must be a number above 0 for this loss");
  }
  if (released) {
    plan.releases.gradient = fixed.gradient ? fixed.gradient : calibrated.noise.gradient;
    plan.releases.hessian = fixed.hessian ? fixed.hessian : calibrated.noise.hessian;
    if (!plan.releases.gradient) {
      throw Error(Fault::study, "missing", "/mechanism/scales/gradient",
                  "/mechanism/scales/gradient must be a number above 0, as the gradients of this loss are unbounded");
    }
    if (budget.release == ReportKind::adaptive) {
      plan.releases.smallest_eigenvalue =
          fixed.smallest_eigenvalue ? fixed.smallest_eigenvalue : calibrated.noise.smallest_eigenvalue;
    }
  }
  if (bounded) {
    const bool any_fixed = fixed.model || fixed.gradient || fixed.hessian || fixed.smallest_eigenvalue;
    double epsilon = budget.epsilon;
    std::string name = budget.accountant;
    if (any_fixed) {
      // What the stated levels give, not what the budget wished for.
      const Accountant whole = accountant == Accountant::joint || !released ? accountant : Accountant::shift;
      epsilon = report_epsilon(whole, {study.loss, plan.lambda, plan.sigma}, plan.releases, budget.delta);
      name = name_of(whole);
    } else if (released && sum) {
      name += ", sum";
    }
    if (epsilon > 0 && epsilon < infinity) {
      plan.guarantee = report::Guarantee{epsilon, budget.delta, name};
    }
  }
  return plan;
}

std::string today() {
  const auto days = std::chrono::floor<std::chrono::days>(std::chrono::system_clock::now());
  const std::chrono::year_month_day date(days);
  const auto two = [](unsigned value) { return (value < 10 ? "0" : "") + std::to_string(value); };
  return std::to_string(static_cast<int>(date.year())) + "-" + two(static_cast<unsigned>(date.month())) + "-" +
         two(static_cast<unsigned>(date.day()));
}

ordered_json upper_of(const Eigen::MatrixXd& matrix) {
  ordered_json array = ordered_json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = i; j < matrix.cols(); ++j) {
      array.push_back(matrix(i, j));
    }
  }
  return array;
}

/// Median, 99th percentile and maximum, by nearest rank: values that occur, none interpolated.
ordered_json quantiles(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    return values[std::min(values.size(), std::max<std::size_t>(rank, 1)) - 1];
  };
  return ObjectWriter().put("median", at(0.5)).put("p99", at(0.99)).put("max", values.back()).take();
}

report::RowCoder coder_for(const report::Study& study, const json& header) {
  return {report::FeatureMap(study), report::read_header(header, Fault::data), Fault::data};
}

}  // namespace

StudyData::StudyData(const json& request)
    : study_(report::read_study(Request(request).required("study"))),
      coder_(coder_for(study_, Request(request).required("header"))),
      counters_(coder_.counters()) {
  const Request open(request);
  open.allow_only({"study", "header", "expectedRows"});
  if (open.has("expectedRows")) {
    reserve(open.number("expectedRows"));
  }
}

void StudyData::reserve(double rows) {
  if (!(rows >= 0)) {
    throw Error(Fault::argument, "out-of-range", "/expectedRows", "expectedRows must be a number of rows, 0 or more");
  }
  // A little more than expected, so that a guess that is a little off doesn't cost a copy either; and no more than a data set
  // that fits into WebAssembly's memory can need, because it is a guess.
  constexpr double most_doubles = 1 << 27;
  const double most_rows = most_doubles / static_cast<double>(dimension());
  const auto expected = static_cast<std::size_t>(std::min(rows * 1.03 + 16, most_rows));
  x_.reserve(expected * static_cast<std::size_t>(dimension()));
  y_.reserve(expected);
}

ordered_json StudyData::append(const json& document) {
  const Request request(document);
  request.allow_only({"data", "rows", "firstRow"});
  const json& rows = request.required("rows");
  if (!rows.is_array()) {
    request.refuse("rows", "wrong-type", "must be an array of rows");
  }
  std::int64_t number =
      request.has("firstRow") ? request.integer("firstRow", 1, 2000000000) : static_cast<std::int64_t>(y_.size()) + 1;
  const auto d = static_cast<std::size_t>(dimension());
  const std::size_t before = y_.size();
  const report::RowCounters counters_before = counters_;
  x_.resize((before + rows.size()) * d);
  y_.resize(before + rows.size());
  try {
    std::size_t i = before;
    for (const json& row : rows) {
      coder_.code_row(row, number, x_.data() + i * d, y_[i], counters_);
      ++i;
      ++number;
    }
  } catch (...) {
    x_.resize(before * d);
    y_.resize(before);
    counters_ = counters_before;
    throw;
  }
  return ObjectWriter().put_count("rows", static_cast<std::int64_t>(y_.size())).take();
}

CodedData StudyData::data() const {
  return {Eigen::Map<const Rows>(x_.data(), static_cast<Eigen::Index>(y_.size()), dimension()),
          Eigen::Map<const Eigen::VectorXd>(y_.data(), static_cast<Eigen::Index>(y_.size()))};
}

void StudyData::require_rows() const {
  if (y_.empty()) {
    throw Error(Fault::data, "empty", "", "the data has no rows below its header");
  }
  if (study_.label.kind == report::LabelKind::binary &&
      std::all_of(y_.begin(), y_.end(), [&](double y) { return y == y_[0]; })) {
    throw Error(Fault::data, "one-class", "/" + study_.label.name,
                "the column " + study_.label.name + " holds only \"" +
                    (y_[0] > 0 ? study_.label.positive : study_.label.negative) + "\"; a model needs rows of both kinds");
  }
}

ordered_json StudyData::publish(const json& document) const {
  const Request request(document);
  request.allow_only({"data", "seed", "secrets"});
  std::optional<std::uint64_t> seed;
  if (request.has("seed")) {
    const double value = request.number("seed");
    if (!(value >= 0 && value <= 9007199254740991.0) || value != std::floor(value)) {
      request.refuse("seed", "out-of-range", "must be a whole number from 0 to 9007199254740991");
    }
    seed = static_cast<std::uint64_t>(value);
  }
  require_rows();
  const NoisePlan plan = plan_noise(study_);
  std::unique_ptr<RandomSource> source;
  if (seed) {
    source = std::make_unique<SeededSource>(*seed);
  } else {
    source = std::make_unique<SystemRandom>();
  }
  Release release = release_model({study_.loss, plan.lambda}, data(), plan.sigma, plan.releases, *source);

  report::Report report;
  report.title = study_.title;
  report.description = study_.description;
  report.publisher = study_.publisher;
  report.published = study_.published.value_or(today());
  report.unit = study_.unit;
  report.model = std::move(release.model);
  report.features = study_.features;
  report.scaling = study_.scaling;
  report.label = study_.label;
  report.guarantee = plan.guarantee;
  report.failure_probability = study_.failure_probability;
  report.insecure_seed = seed.has_value();
  report.sample = study_.sample;

  ObjectWriter clamped;
  ObjectWriter missing;
  for (std::size_t i = 0; i < counters_.clamped.size(); ++i) {
    const std::string& name = i < study_.features.size() ? study_.features[i].name : study_.label.name;
    if (counters_.clamped[i] > 0) {
      clamped.put_count(name.c_str(), counters_.clamped[i]);
    }
    if (counters_.missing[i] > 0) {
      missing.put_count(name.c_str(), counters_.missing[i]);
    }
  }
  ObjectWriter result;
  result.put("report", report::write_report(report));
  if (request.flag("secrets")) {
    result.put("secrets", ObjectWriter()
                              .put_numbers("b", release.secrets.b)
                              .put_numbers("gradient", release.secrets.gradient)
                              .put("hessian", ObjectWriter().put("upper", upper_of(release.secrets.hessian)))
                              .put("smallestEigenvalue", release.secrets.smallest_eigenvalue));
  }
  return result
      .put("notes", ObjectWriter()
                        .put_count("rows", static_cast<std::int64_t>(y_.size()))
                        .put("clamped", std::move(clamped))
                        .put("missing", std::move(missing))
                        .put_count("scaled", counters_.scaled)
                        .put_count("iterations", release.iterations)
                        .put("residual", report.model.residual))
      .take();
}

ordered_json StudyData::audit(const json& document, const LoadedReport& loaded) const {
  const Request request(document);
  request.allow_only({"data", "report", "options"});
  static const json none;
  const Request options_request(request.has("options") ? request.required("options") : none, "/options");
  options_request.allow_only({"failureProbability"});
  BoundOptions options = read_bound_options(request.has("options") ? request.required("options") : none, loaded.report());
  // The rows are members, and that is what their exact losses are compared with.
  options.member = Membership::in;
  options.overhead_pdp = false;
  require_rows();
  const PublishedModel& model = loaded.prepared().model();
  if (model.dimension() != dimension() || model.loss.kind != study_.loss.kind || loaded.report().features != study_.features ||
      loaded.report().scaling != study_.scaling || loaded.report().label != study_.label) {
    throw Error(Fault::argument, "inconsistent", "/report",
                "the report was not made from this study: their features, scaling, label or loss differ");
  }
  const CodedData coded = data();
  const Objective objective{model.loss, model.lambda};
  const ExactLosses exact(model.loss, model.sigma, model.theta, objective.gradient(coded, model.theta),
                          objective.hessian(coded, model.theta));
  BoundRule sharp(loaded.prepared(), options);
  options.method = Method::paper;
  BoundRule paper(loaded.prepared(), options);

  const std::size_t n = y_.size();
  std::vector<double> signed_losses(n);
  std::vector<double> lower(n);
  std::vector<double> upper(n);
  std::vector<double> ratio(n);
  std::vector<double> magnitudes(n);
  std::vector<double> paper_upper(n);
  std::vector<double> paper_ratio(n);
  std::int64_t misses = 0;
  std::int64_t paper_misses = 0;
  const auto ratio_of = [](double bound, double loss) { return loss == 0 ? (bound == 0 ? 1.0 : infinity) : bound / loss; };
  for (std::size_t i = 0; i < n; ++i) {
    const Eigen::VectorXd x = coded.x.row(static_cast<Eigen::Index>(i)).transpose();
    const double loss = exact.member(x, y_[i]).loss;
    const Bound bound = sharp.bound(x, y_[i]);
    const Bound papers = paper.bound(x, y_[i]);
    signed_losses[i] = loss;
    magnitudes[i] = std::fabs(loss);
    lower[i] = bound.epsilon.lower;
    upper[i] = bound.epsilon.upper;
    ratio[i] = ratio_of(upper[i], magnitudes[i]);
    paper_upper[i] = papers.epsilon.upper;
    paper_ratio[i] = ratio_of(paper_upper[i], magnitudes[i]);
    misses += loss < bound.in.lower || loss > bound.in.upper ? 1 : 0;
    paper_misses += magnitudes[i] > paper_upper[i] ? 1 : 0;
  }
  const auto by_method = [](ordered_json of_sharp, ordered_json of_paper) {
    return ObjectWriter().put("sharp", std::move(of_sharp)).put("paper", std::move(of_paper)).take();
  };
  ObjectWriter summary;
  summary.put_count("rows", static_cast<std::int64_t>(n))
      .put_count("misses", misses)
      .put_count("missesPaper", paper_misses)
      .put("failureProbability", options.failure_probability)
      .put("exact", quantiles(magnitudes))
      .put("bound", by_method(quantiles(upper), quantiles(paper_upper)))
      .put("ratio", by_method(quantiles(ratio), quantiles(paper_ratio)));
  return ObjectWriter()
      .put("summary", std::move(summary))
      .put("rows", ObjectWriter()
                       .put_numbers("exact", signed_losses)
                       .put_numbers("lower", lower)
                       .put_numbers("upper", upper)
                       .put_numbers("ratio", ratio))
      .take();
}

}  // namespace expost::operations

// A curator's audit: the exact losses of all rows beside what the report's bounds say of them.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "audit.hpp"
#include "bound_options.hpp"
#include "document.hpp"
#include "expost/error.hpp"
#include "expost/exact_loss.hpp"
#include "request.hpp"
#include "study_data.hpp"

namespace expost::operations {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Median, 99th percentile and maximum, by nearest rank: values that occur, none interpolated.
ordered_json quantiles(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    return values[std::min(values.size(), std::max<std::size_t>(rank, 1)) - 1];
  };
  return ObjectWriter().put("median", at(0.5)).put("p99", at(0.99)).put("max", values.back()).take();
}

double ratio_of(double bound, double loss) {
  return loss == 0 ? (bound == 0 ? 1.0 : infinity) : bound / loss;
}

const PreparedReport& linear_of(const LoadedReport& loaded) {
  const PreparedReport* linear = loaded.model().linear();
  if (linear == nullptr) {
    throw Error(Fault::argument, "unsupported", "/report", "the audit of this mechanism is not computed by this version");
  }
  return *linear;
}

BoundOptions options_for(const json& document, const LoadedReport& loaded) {
  const Request request(document, "/options");
  request.allow_only({"failureProbability"});
  BoundOptions options = read_bound_options(document, loaded.report());
  // The rows are members, and that is what their exact losses are compared with.
  options.member = Membership::in;
  options.overhead_pdp = false;
  return options;
}

BoundOptions with(BoundOptions options, Method method) {
  options.method = method;
  return options;
}

}  // namespace

Audit::Audit(const LoadedReport& loaded, const BoundOptions& wanted, const Objective& objective, const CodedData& coded)
    : report(&loaded),
      options(wanted),
      exact(objective.loss, linear_of(loaded).model().sigma, linear_of(loaded).model().theta,
            objective.gradient(coded, linear_of(loaded).model().theta),
            objective.hessian(coded, linear_of(loaded).model().theta)),
      sharp_rule(linear_of(loaded), with(wanted, Method::sharp)),
      paper_rule(linear_of(loaded), with(wanted, Method::paper)) {}

void Audit::add(const Eigen::VectorXd& x, double y) {
  const double loss = exact.member(x, y).loss;
  const Bound bound = sharp_rule.bound(x, y);
  const Bound papers = paper_rule.bound(x, y);
  losses.push_back(loss);
  lower.push_back(bound.epsilon.lower);
  sharp.add(bound.epsilon.upper, loss, loss < bound.in.lower || loss > bound.in.upper);
  paper.add(papers.epsilon.upper, loss, std::fabs(loss) > papers.epsilon.upper);
}

void Audit::Column::add(double bound, double loss, bool missed) {
  upper.push_back(bound);
  ratio.push_back(ratio_of(bound, std::fabs(loss)));
  misses += missed ? 1 : 0;
}

ordered_json StudyData::audit(const json& document, const LoadedReport& loaded) {
  const Request request(document);
  request.allow_only({"data", "report", "options", "rows"});
  static const json none;
  const std::size_t step = request.has("rows") ? static_cast<std::size_t>(request.integer("rows", 1, 2000000000)) : y_.size();
  const BoundOptions options = options_for(request.has("options") ? request.required("options") : none, loaded);
  const CodedData coded = data();
  if (!audit_ || audit_->report != &loaded || audit_->options.failure_probability != options.failure_probability) {
    require_rows();
    const PublishedModel& model = linear_of(loaded).model();
    if (model.dimension() != dimension() || model.loss.kind != study_.loss.kind || model.loss.width != study_.loss.width ||
        loaded.report().features != study_.features || loaded.report().scaling != study_.scaling ||
        loaded.report().label != study_.label) {
      throw Error(Fault::argument, "inconsistent", "/report",
                  "the report was not made from this study: their features, scaling, label or loss differ");
    }
    audit_ = std::make_unique<Audit>(loaded, options, Objective{model.loss, model.lambda}, coded);
  }
  const std::size_t first = audit_->losses.size();
  const std::size_t last = std::min(y_.size(), first + step);
  for (std::size_t i = first; i < last; ++i) {
    audit_->add(coded.x.row(static_cast<Eigen::Index>(i)).transpose(), y_[i]);
  }
  if (last < y_.size()) {
    return ObjectWriter().put_flag("finished", false).put_count("rows", static_cast<std::int64_t>(last)).take();
  }
  const std::unique_ptr<Audit> done = std::move(audit_);
  std::vector<double> magnitudes = done->losses;
  for (double& value : magnitudes) {
    value = std::fabs(value);
  }
  const auto by_method = [](ordered_json of_sharp, ordered_json of_paper) {
    return ObjectWriter().put("sharp", std::move(of_sharp)).put("paper", std::move(of_paper)).take();
  };
  ObjectWriter summary;
  summary.put_count("rows", static_cast<std::int64_t>(last))
      .put_count("misses", done->sharp.misses)
      .put_count("missesPaper", done->paper.misses)
      .put("failureProbability", options.failure_probability)
      .put("exact", quantiles(std::move(magnitudes)))
      .put("bound", by_method(quantiles(done->sharp.upper), quantiles(done->paper.upper)))
      .put("ratio", by_method(quantiles(done->sharp.ratio), quantiles(done->paper.ratio)));
  return ObjectWriter()
      .put_flag("finished", true)
      .put("summary", std::move(summary))
      .put("rows", ObjectWriter()
                       .put_numbers("exact", done->losses)
                       .put_numbers("lower", done->lower)
                       .put_numbers("upper", done->sharp.upper)
                       .put_numbers("ratio", done->sharp.ratio)
                       .put_numbers("paperUpper", done->paper.upper)
                       .put_numbers("paperRatio", done->paper.ratio))
      .take();
}

}  // namespace expost::operations

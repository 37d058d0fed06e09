#include "curator/audit.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "check/bound_options.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/exact/moments.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/nearest_rank.hpp"

namespace expost::operations {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

/// Quantiles by nearest rank.
Quantiles quantiles(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) { return values[nearest_rank(share, values.size()) - 1]; };
  return {at(0.5), at(0.99), values.back()};
}

ordered_json document_of(const Quantiles& quantiles) {
  return ObjectWriter().put("median", quantiles.median).put("p99", quantiles.p99).put("max", quantiles.largest).take();
}

double ratio_of(double bound, double loss) {
  return loss == 0 ? (bound == 0 ? 1.0 : infinity) : bound / loss;
}

BoundOptions with(BoundOptions options, Method method) {
  options.method = method;
  return options;
}

}  // namespace

BoundOptions audit_options(const json& document, const LoadedReport& loaded) {
  const Request request(document, "/options");
  request.allow_only({"failureProbability", "secrets"});
  json own = json::object();
  if (const json* const failure = request.find("failureProbability")) {
    own["failureProbability"] = *failure;
  }
  BoundOptions options = read_bound_options(own, loaded.report());
  // The rows are members, and that is what their exact losses are compared with.
  options.member = Membership::in;
  options.release_cost_pdp = false;
  return options;
}

void require_same_study(const LoadedReport& loaded, const report::Study& study) {
  const report::ModelLoss& loss = loaded.loss();
  if (loss.classes != study.classes || loss.linear.kind != study.loss.kind || loss.linear.width != study.loss.width ||
      loaded.report().features != study.features || loaded.report().scaling != study.scaling ||
      loaded.report().label != study.label) {
    refuse_other_study();
  }
}

AuditRules::AuditRules(const LoadedReport& loaded, const BoundOptions& options)
    : sharp_rule_(loaded.model().rule(with(options, Method::sharp))),
      redberg2021_rule_(loaded.model().linear() != nullptr ? loaded.model().rule(with(options, Method::redberg2021))
                                                           : nullptr) {}

AuditedRow AuditRules::row(double loss, const Eigen::VectorXd& x, double y) {
  const Bound bound = sharp_rule_->bound(x, y);
  AuditedRow row{loss, bound.epsilon.lower, bound.epsilon.upper, ratio_of(bound.epsilon.upper, std::fabs(loss)),
                 !(bound.in.lower <= loss && loss <= bound.in.upper)};
  if (redberg2021_rule_) {
    row.redberg2021_upper = redberg2021_rule_->bound(x, y).epsilon.upper;
    row.redberg2021_ratio = ratio_of(row.redberg2021_upper, std::fabs(loss));
    row.redberg2021_missed = std::fabs(loss) > row.redberg2021_upper;
  }
  return row;
}

ObjectWriter summary_of(const AuditCounts& counts, const std::vector<Quantiles>& quantiles, const BoundOptions& options) {
  const bool has_redberg2021 = quantiles.size() > sharp_figures;
  const auto by_method = [&](std::size_t sharp) {
    ObjectWriter document;
    document.put("sharp", document_of(quantiles[sharp]));
    if (has_redberg2021) {
      document.put("redberg2021", document_of(quantiles[sharp + 2]));
    }
    return document.take();
  };
  ObjectWriter summary;
  summary.put_count("rows", counts.rows).put_count("misses", counts.misses);
  if (has_redberg2021) {
    summary.put_count("missesRedberg2021", counts.redberg2021_misses);
  }
  summary.put("failureProbability", options.failure_probability)
      .put("exact", document_of(quantiles[0]))
      .put("bound", by_method(1))
      .put("ratio", by_method(2));
  return summary;
}

Audit::Audit(const LoadedReport& loaded, const BoundOptions& wanted, std::unique_ptr<ExactRows> rows)
    : report_(&loaded), options_(wanted), exact_(std::move(rows)), rules_(loaded, wanted) {
  if (exact_->has_pdp()) {
    persons_.emplace();
  }
}

void Audit::add(const Eigen::VectorXd& x, double y) {
  const RowFigures figures = exact_->row(static_cast<Eigen::Index>(losses_.size()));
  const AuditedRow row = rules_.row(figures.loss, x, y);
  losses_.push_back(row.loss);
  lower_.push_back(row.lower);
  sharp_.add(row.upper, row.ratio, row.missed);
  if (rules_.has_redberg2021()) {
    redberg2021_.add(row.redberg2021_upper, row.redberg2021_ratio, row.redberg2021_missed);
  }
  if (persons_) {
    persons_->pdp.push_back(figures.pdp);
    persons_->leverage.push_back(figures.leverage);
    persons_->residual.push_back(figures.residual);
  }
}

void Audit::Column::add(double bound, double bound_ratio, bool missed) {
  upper.push_back(bound);
  ratio.push_back(bound_ratio);
  misses += missed ? 1 : 0;
}

ordered_json Audit::document() const {
  std::vector<double> magnitudes = losses_;
  for (double& value : magnitudes) {
    value = std::fabs(value);
  }
  std::vector<Quantiles> figures{quantiles(std::move(magnitudes)), quantiles(sharp_.upper), quantiles(sharp_.ratio)};
  if (rules_.has_redberg2021()) {
    figures.push_back(quantiles(redberg2021_.upper));
    figures.push_back(quantiles(redberg2021_.ratio));
  }
  ObjectWriter summary = summary_of({static_cast<std::int64_t>(rows()), sharp_.misses, redberg2021_.misses}, figures, options_);
  ObjectWriter columns;
  columns.put_numbers("exact", losses_)
      .put_numbers("lower", lower_)
      .put_numbers("upper", sharp_.upper)
      .put_numbers("ratio", sharp_.ratio);
  if (rules_.has_redberg2021()) {
    columns.put_numbers("redberg2021Upper", redberg2021_.upper).put_numbers("redberg2021Ratio", redberg2021_.ratio);
  }
  if (persons_) {
    columns.put_numbers("pdp", persons_->pdp)
        .put_numbers("leverage", persons_->leverage)
        .put_numbers("residual", persons_->residual);
    const Eigen::Map<const Eigen::VectorXd> pdp(persons_->pdp.data(), static_cast<Eigen::Index>(persons_->pdp.size()));
    const LossMoments moments = loss_moments(pdp, {0.5, 0.99});
    summary.put("pdpDelta", options_.release_cost_delta)
        .put("moments", ObjectWriter()
                            .put("mean", moments.mean)
                            .put("deviation", moments.deviation)
                            .put("max", moments.maximum)
                            .put("p99", moments.quantiles[1])
                            .put("median", moments.quantiles[0]))
        .put("generalisationGap", generalisation_gap(pdp, options_.release_cost_delta, 1));
  }
  return ObjectWriter().put_flag("finished", true).put("summary", std::move(summary)).put("rows", std::move(columns)).take();
}

Auditing::Auditing(const CodedRows& rows, const Mechanism& mechanism) : rows_(rows), mechanism_(mechanism) {}

ordered_json Auditing::advance(const json& document, const LoadedReport& loaded) {
  const Request request(document);
  request.allow_only({"data", "report", "options", "rows"});
  static const json none;
  const std::size_t step =
      request.has("rows") ? static_cast<std::size_t>(request.integer("rows", 1, 2000000000)) : rows_.count();
  const json& asked = request.has("options") ? request.required("options") : none;
  const BoundOptions options = audit_options(asked, loaded);
  const CodedData coded = rows_.data();
  const Request own(asked, "/options");
  const json& secret = own.has("secrets") ? own.required("secrets") : none;
  if (!audit_ || !audit_->is_of(loaded, options) || secret != secrets_) {
    rows_.require_rows();
    require_same_study(loaded, rows_.study());
    if (own.has("secrets") && !mechanism_.needs_secrets()) {
      own.refuse("secrets", "inconsistent", "must be left out: exact losses of this mechanism need none");
    }
    std::optional<Request> secrets;
    if (own.has("secrets")) {
      secrets.emplace(secret, "/options/secrets");
    }
    audit_ = std::make_unique<Audit>(loaded, options,
                                     mechanism_.exact(loaded.model().published(), *rows_in_memory(coded),
                                                      options.release_cost_delta, secrets ? &*secrets : nullptr));
    secrets_ = secret;
  }
  const std::size_t last = std::min(rows_.count(), audit_->rows() + step);
  for (std::size_t i = audit_->rows(); i < last; ++i) {
    audit_->add(coded.x.row(static_cast<Eigen::Index>(i)).transpose(), coded.y(static_cast<Eigen::Index>(i)));
  }
  if (last < rows_.count()) {
    return ObjectWriter().put_flag("finished", false).put_count("rows", static_cast<std::int64_t>(last)).take();
  }
  return std::unique_ptr<Audit>(std::move(audit_))->document();
}

}  // namespace expost::operations

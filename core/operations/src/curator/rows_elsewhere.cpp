#include "curator/rows_elsewhere.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "curator/figure_sketch.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/output/byte_codec.hpp"
#include "expost/report/base64.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// The first byte of an audit's questions and answers; those about sums begin with smaller ones.
constexpr char of_audits = '\x7f';

std::string text_of(std::string_view bytes) {
  return report::encode_base64_bytes({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}
std::string bytes_of_text(std::string_view text, ByteReader::Refuse refuse) {
  const std::optional<std::size_t> size = report::base64_decoded_size(text);
  std::string bytes(size.value_or(0), '\0');
  if (!size || !report::decode_base64_bytes(text, {reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()})) {
    refuse();
  }
  return bytes;
}
std::string bytes_at(const Request& request, const char* key, ByteReader::Refuse refuse) {
  (void)request.required(key);
  return bytes_of_text(*request.optional_text(key), refuse);
}

template <class Value>
std::string audit_bytes(const Value& value) {
  return std::string(1, of_audits).append(bytes_of(value));
}
bool is_of_audit(std::string_view bytes) {
  return !bytes.empty() && bytes.front() == of_audits;
}

/// Derivatives at the published model, of all rows.
struct Question {
  std::vector<double> gradient;
  std::vector<double> hessian;

  template <class Self>
  static auto parts(Self& self) {
    return std::tie(self.gradient, self.hessian);
  }
};

Question question_of(const Derivatives& derivatives) {
  const auto hessian = derivatives.hessian.reshaped();
  return {{derivatives.gradient.begin(), derivatives.gradient.end()}, {hessian.begin(), hessian.end()}};
}

Derivatives read_question(std::string_view bytes, Eigen::Index length) {
  const auto question = from_bytes<Question>(bytes.substr(1), refuse_question);
  const auto size = static_cast<std::size_t>(length);
  if (question.gradient.size() != size || question.hessian.size() != size * size) {
    refuse_question();
  }
  return {Eigen::Map<const Eigen::VectorXd>(question.gradient.data(), length),
          Eigen::Map<const Eigen::MatrixXd>(question.hessian.data(), length, length)};
}

/// Counts and sketches of some rows in an audit.
struct Found {
  AuditCounts counts;
  std::vector<FigureSketch> figures;

  template <class Self>
  static auto parts(Self& self) {
    auto& counts = self.counts;
    return std::tie(counts.rows, counts.misses, counts.redberg2021_misses, self.figures);
  }
  void add(const Found& other) {
    counts.rows += other.counts.rows;
    counts.misses += other.counts.misses;
    counts.redberg2021_misses += other.counts.redberg2021_misses;
    for (std::size_t i = 0; i < figures.size(); ++i) {
      figures[i].add(other.figures[i]);
    }
  }
};

constexpr double most_rows = 9007199254740992;  // 2⁵³

Found read_found(std::string_view bytes) {
  auto found = from_bytes<Found>(bytes.substr(1), refuse_sums);
  bool fits = found.counts.rows >= 0 && static_cast<double>(found.counts.rows) <= most_rows;
  for (const FigureSketch& figure : found.figures) {
    fits = fits && figure.fits(found.counts.rows);
  }
  if (!fits || (found.figures.size() != sharp_figures && found.figures.size() != all_figures)) {
    refuse_sums();
  }
  return found;
}

Found audited(std::string_view question, const json& options, const LoadedReport& loaded, const Mechanism& mechanism,
              const CodedData& block) {
  const BoundOptions wanted = audit_options(options, loaded);
  AuditRules rules(loaded, wanted);
  const std::unique_ptr<ExactRows> exact =
      mechanism.exact_at(loaded.model().published(), read_question(question, block.x.cols() * loaded.loss().blocks()), block,
                         wanted.release_cost_delta);
  std::array<std::vector<double>, all_figures> figures;
  Found found;
  found.counts.rows = block.x.rows();
  for (Eigen::Index i = 0; i < block.x.rows(); ++i) {
    const AuditedRow row = rules.row(exact->row(i).loss, block.x.row(i).transpose(), block.y(i));
    found.counts.misses += row.missed ? 1 : 0;
    found.counts.redberg2021_misses += row.redberg2021_missed ? 1 : 0;
    const std::array<double, all_figures> of_row{std::fabs(row.loss), row.upper, row.ratio, row.redberg2021_upper,
                                                 row.redberg2021_ratio};
    for (std::size_t each = 0; each < all_figures; ++each) {
      figures[each].push_back(of_row[each]);
    }
  }
  for (std::size_t each = 0; each < (rules.has_redberg2021() ? all_figures : sharp_figures); ++each) {
    found.figures.emplace_back(figures[each]);
  }
  return found;
}

const json& options_of(const Request& request) {
  static const json none;
  return request.has("options") ? request.required("options") : none;
}

}  // namespace

ordered_json answer_question(const json& document, const StudySession& session, const LoadedReport* loaded,
                             const report::Columns& block) {
  const Request request(document);
  request.allow_only({"data", "question", "report", "options", "limited", "firstRow"});
  const std::string question = bytes_at(request, "question", refuse_question);
  json coding = json::object();
  for (const char* const key : {"limited", "firstRow"}) {
    if (const json* const given = request.find(key)) {
      coding[key] = *given;
    }
  }
  const CodedBlock coded = session.rows().coded(coding, block);
  if (!is_of_audit(question)) {
    return ObjectWriter().put_text("answer", text_of(sums_of(question, coded.data()))).take();
  }
  if (loaded == nullptr) {
    (void)request.required("report");
  }
  const Found found = audited(question, options_of(request), *loaded, session.mechanism(), coded.data());
  return ObjectWriter().put_text("answer", text_of(audit_bytes(found))).take();
}

ordered_json add_answers(const json& document) {
  const Request request(document);
  request.allow_only({"first", "second"});
  const std::string first = bytes_at(request, "first", refuse_sums);
  const std::string second = bytes_at(request, "second", refuse_sums);
  if (!is_of_audit(first)) {
    return ObjectWriter().put_text("answer", text_of(added_sums(first, second))).take();
  }
  Found sum = read_found(first);
  const Found other = is_of_audit(second) ? read_found(second) : Found();
  if (other.figures.size() != sum.figures.size()) {
    refuse_sums();
  }
  sum.add(other);
  return ObjectWriter().put_text("answer", text_of(audit_bytes(sum))).take();
}

AddUp in_bytes(const AddUp& asked) {
  return [&asked](std::string_view question) { return bytes_of_text(asked(text_of(question)), refuse_sums); };
}

ordered_json audit_elsewhere(const json& document, const StudySession& session, const LoadedReport& loaded,
                             const AddUp& add_up) {
  const Request request(document);
  request.allow_only({"data", "report", "count", "options"});
  const BoundOptions options = audit_options(options_of(request), loaded);
  const double said = request.number("count");
  if (!(said >= 0 && said <= most_rows && said == std::floor(said))) {
    request.refuse("count", "out-of-range", "must be a number of rows");
  }
  if (said == 0) {
    session.rows().require_rows();
  }
  const auto count = static_cast<std::int64_t>(said);
  require_same_study(loaded, session.rows().study());
  const std::unique_ptr<RowSource> rows = rows_elsewhere(session.rows().dimension(), count, add_up);
  const Derivatives derivatives = session.mechanism().derivatives(loaded.model().published(), *rows);
  const std::string answer = add_up(audit_bytes(question_of(derivatives)));
  if (!is_of_audit(answer)) {
    refuse_sums();
  }
  const Found found = read_found(answer);
  if (found.counts.rows != count) {
    refuse_changed_rows();
  }
  std::vector<Quantiles> quantiles;
  for (const FigureSketch& figure : found.figures) {
    quantiles.push_back(figure.quantiles(count));
  }
  return ObjectWriter().put("summary", summary_of(found.counts, quantiles, options)).take();
}

}  // namespace expost::operations

#include "curator/ledger.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "curator/composing.hpp"
#include "curator/ledger_document.hpp"
#include "curator/ledger_total.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/report.hpp"
#include "expost/report/sentence.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// A text, or null where there is nothing to say.
void put_text_or_null(ObjectWriter& document, const char* key, const std::string& text) {
  if (text.empty()) {
    document.put_null(key);
  } else {
    document.put_text(key, text);
  }
}

ObjectWriter promise_document(const EpsilonDelta& promise) {
  ObjectWriter document;
  document.put("epsilon", promise.epsilon).put("delta", promise.delta);
  return document;
}

ordered_json limit_document(const LedgerLimit& limit) {
  ObjectWriter document;
  document.put("epsilon", limit.epsilon);
  if (limit.delta) {
    document.put("delta", *limit.delta);
  }
  return document.take();
}

ObjectWriter total_document(const LedgerTotal& total) {
  ObjectWriter document;
  document.put_count("publications", total.publications)
      .put_count("withoutGuarantee", total.without_guarantee)
      .put_count("experiments", total.experiments)
      .put("epsilon", total.sums.epsilon)
      .put("delta", total.sums.delta)
      .put("promised", promise_document(total.promised))
      .put_flag("isOfRow", total.is_of_row)
      .put_text("words", in_words(total));
  return document;
}

/// The total with what all have together, composed tightly, and what the limit leaves.
ordered_json composed_document(const std::vector<LedgerEntry>& entries, const std::optional<LedgerLimit>& limit) {
  const LedgerTotal total = total_of(entries);
  const EpsilonDelta together = together_of(entries, limit);
  ObjectWriter document = total_document(total);
  document.put("together", promise_document(together));
  put_text_or_null(document, "togetherInWords", in_words(total, together));
  if (limit) {
    const LedgerLimit left = left_of(*limit, total);
    document.put("left", limit_document(left)).put_text("leftInWords", in_words(left));
  }
  return document.take();
}

/// The limit, for those who show it.
void put_limit(ObjectWriter& document, const std::optional<LedgerLimit>& limit) {
  if (limit) {
    document.put("limit", limit_document(*limit)).put_text("limitInWords", in_words(*limit));
  }
}

/// Takes the limit of a request: it may be lowered here, not raised.
void lower_limit(Ledger& ledger, const Request& request) {
  if (!request.has("limit")) {
    return;
  }
  const LedgerLimit limit = read_ledger_limit(request.required("limit"));
  const std::optional<LedgerLimit>& before = ledger.limit;
  if (before && (limit.epsilon > before->epsilon || limit.delta.value_or(1) > before->delta.value_or(1))) {
    report::throw_error(ErrorType::ledger, "out-of-range", "/limit",
                        {"has the limit ", in_words(*before),
                         ", which can be lowered here but not raised; whoever may raise it edits the file"});
  }
  ledger.limit = limit;
}

/// Throws where one more publication would take the sums beyond the limit. What publications have
/// together tightly is no limit: it does not hold where a budget is chosen by what an earlier
/// publication showed (mathematics.md 7.20).
void check_limit(const Ledger& ledger, const LedgerEntry& next) {
  if (!ledger.limit) {
    return;
  }
  const LedgerLimit& limit = *ledger.limit;
  std::vector<LedgerEntry> all = ledger.entries;
  all.push_back(next);
  const LedgerTotal total = total_of(all);
  if (total.sums.epsilon <= limit.epsilon && total.sums.delta <= limit.delta.value_or(1)) {
    return;
  }
  report::throw_error(
      ErrorType::ledger, "beyond-limit", "/limit",
      {"this publication would go beyond the limit ", in_words(limit), ": it adds ",
       in_words(EpsilonDelta{next.epsilon, next.delta}), " to ", in_words(total_of(ledger.entries)), "; nothing was written"});
}

/// A publication that is to come, of which no more is known than its part.
LedgerEntry entry_of_part(const Request& part) {
  part.allow_only(composed_keys);
  LedgerEntry entry;
  entry.epsilon = part.number("epsilon");
  entry.delta = part.number("delta");
  for (const char* const key : composed_keys) {
    if (part.has(key)) {
      entry.part[key] = part.required(key);
    }
  }
  return entry;
}

std::string hash_in(const Request& request, const char* key) {
  const json& hash = request.required(key);
  if (!is_sha256(hash)) {
    request.refuse(key, "out-of-range", "must be 64 hexadecimal digits");
  }
  return hash.get<std::string>();
}

/// "2026-03-01, 2026-03-02 and 2026-04-01", each day once.
std::string days_of(const std::vector<const LedgerEntry*>& entries) {
  std::vector<std::string> days;
  for (const LedgerEntry* const entry : entries) {
    if (std::find(days.begin(), days.end(), entry->published) == days.end()) {
      days.push_back(entry->published);
    }
  }
  std::string words;
  for (std::size_t i = 0; i < days.size(); ++i) {
    words += (i == 0 ? "" : i + 1 < days.size() ? ", " : " and ") + days[i];
  }
  return words;
}

/// The entries that `holds` is true of, experiments aside.
template <class Holds>
std::vector<const LedgerEntry*> published_where(const std::vector<LedgerEntry>& entries, Holds holds) {
  std::vector<const LedgerEntry*> found;
  for (const LedgerEntry& entry : entries) {
    if (!entry.seeded && holds(entry)) {
      found.push_back(&entry);
    }
  }
  return found;
}

/// A sentence about earlier publications of the same study, or nothing.
std::string repeat_in(const std::vector<LedgerEntry>& entries, const std::string& study) {
  const auto earlier = published_where(entries, [&](const LedgerEntry& entry) { return entry.study == study; });
  if (earlier.empty()) {
    return "";
  }
  return report::sentence(
      {"this study was published before, on ", days_of(earlier), ": losses add up, so far to ", in_words(total_of(entries))});
}

/// A sentence about other data than those that the entries are about, or nothing. Entries of
/// version 1 don't say.
std::string other_data(const std::vector<LedgerEntry>& entries, const std::string& data) {
  const auto known = published_where(entries, [](const LedgerEntry& entry) { return !entry.data.empty(); });
  if (data.empty() || known.empty() ||
      std::any_of(known.begin(), known.end(), [&](const LedgerEntry* entry) { return entry->data == data; })) {
    return "";
  }
  return report::sentence({"these data are not those of its earlier publications (", days_of(known),
                           "): if they are about other people, give them a ledger of their own"});
}

/// The part of a report's promise that composes tightly.
const json& part_of(const json& answer) {
  static const json none = json::object();
  const json& part = answer.at("part");
  return part.is_null() ? none : part;
}

}  // namespace

ordered_json check_ledger(const json& document) {
  const Request request(document);
  request.allow_only({"ledger", "limit", "study", "adds"});
  Ledger ledger = read_ledger(request.document("ledger"));
  lower_limit(ledger, request);
  if (request.has("adds")) {
    check_limit(ledger, entry_of_part(Request(request.required("adds"), "/adds")));
  }
  ObjectWriter value;
  value.put("total", total_document(total_of(ledger.entries)));
  put_limit(value, ledger.limit);
  put_text_or_null(value, "repeat", request.has("study") ? repeat_in(ledger.entries, hash_in(request, "study")) : "");
  return value.take();
}

ordered_json ledger_total(const json& document) {
  const Request request(document);
  request.allow_only({"ledger"});
  const Ledger ledger = read_ledger(request.document("ledger"));
  ObjectWriter value;
  value.put("total", composed_document(ledger.entries, ledger.limit));
  put_limit(value, ledger.limit);
  return value.take();
}

ordered_json ledger_entry(const json& document) {
  const Request request(document);
  request.allow_only({"report", "hashes"});
  const Request hashes(request.required("hashes"), "/hashes");
  hashes.allow_only({"report", "study"});
  const json& written = request.document("report");
  const report::Report report = report::read_report(written);
  json asked = json::object();
  asked["report"] = written;
  const json answer = composition_part(asked);
  const json& part = part_of(answer);
  ObjectWriter entry;
  entry.put_text("published", report.heading.published)
      .put_text("title", report.heading.title)
      .put_text("report", hash_in(hashes, "report"))
      .put_text("study", hash_in(hashes, "study"));
  if (report.guarantee) {
    // Nobody's loss is a row's where the promise is to a person.
    entry.put("epsilon", report.person ? report.person->epsilon : report.guarantee->epsilon)
        .put("delta", report.person ? report.person->delta : report.guarantee->delta);
  } else {
    entry.put_text("epsilon", "Infinity").put("delta", 1.0);
  }
  put_text_or_null(entry, "accountant", report.guarantee ? report.guarantee->accountant : "");
  entry.put_flag("seeded", report.insecure_seed);
  for (const char* const form : {"gaussian", "curve", "sampled"}) {
    if (part.contains(form)) {
      entry.put(form, ordered_json(part.at(form)));
    }
  }
  if (report.person) {
    entry.put_count("rows", report.person->rows);
  }
  return ObjectWriter().put("entry", entry).take();
}

ordered_json enter_ledger(const json& document) {
  const Request request(document);
  request.allow_only({"ledger", "key", "entry", "data", "limit"});
  Ledger ledger = read_ledger(request.document("ledger"));
  lower_limit(ledger, request);
  if (ledger.key.empty()) {
    ledger.key = hash_in(request, "key");
  }
  const json& given = request.required("entry");
  LedgerEntry next = read_ledger_entry(given, "/entry");
  if (request.has("data")) {
    next.data = hash_in(request, "data");
  }
  if (!next.seeded) {
    check_limit(ledger, next);
  }
  const std::string doubt = other_data(ledger.entries, next.data);
  ObjectWriter head;
  head.put_text("format", ledger_format).put_count("version", ledger_version).put_text("key", ledger.key);
  if (ledger.limit) {
    head.put("limit", limit_document(*ledger.limit));
  }
  ObjectWriter entry;
  for (const char* const key : {"published", "title", "report", "study", "epsilon", "delta", "accountant", "seeded", "data",
                                "gaussian", "curve", "sampled", "rows"}) {
    if (std::string_view(key) == "data") {
      entry.put_text_if_any(key, next.data);
    } else if (given.contains(key)) {
      entry.put(key, ordered_json(given.at(key)));
    }
  }
  ObjectWriter value;
  value.put("head", head).put("entry", entry).put("before", total_document(total_of(ledger.entries)));
  ledger.entries.push_back(std::move(next));
  value.put("total", composed_document(ledger.entries, ledger.limit));
  put_limit(value, ledger.limit);
  put_text_or_null(value, "doubt", doubt);
  return value.take();
}

ordered_json sum_of_values(const json& document) {
  const Request request(document);
  request.allow_only({"values"});
  const json& list = request.required("values");
  std::vector<double> values;
  for (const json& value : list) {
    if (!list.is_array() || !value.is_number() || !(value.get<double>() >= 0)) {
      request.refuse("values", "out-of-range", "must be a list of numbers of 0 or more");
    }
    values.push_back(value.get<double>());
  }
  return ObjectWriter().put("sum", sum_upward(values)).take();
}

}  // namespace expost::operations

#include <algorithm>
#include <array>
#include <cmath>

#include "check/prediction.hpp"
#include "check/score.hpp"
#include "curator/audit_by_sums.hpp"
#include "curator/composing.hpp"
#include "curator/ledger.hpp"
#include "curator/plan.hpp"
#include "curator/publication_part.hpp"
#include "curator/scaffold.hpp"
#include "curator/study_check.hpp"
#include "curator/study_session.hpp"
#include "curator/study_text.hpp"
#include "curator/table_text.hpp"
#include "documents/handles.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/operations/operations.hpp"
#include "rows/request_rows.hpp"
#include "rows/tables.hpp"
#include "service/answered.hpp"
#include "service/self_test.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json goe_quantile(const Request& request) {
  request.allow_only({"dimension", "tail"});
  const int dimension = request.integer("dimension", 1, goe_maximum_dimension);
  const double tail = request.number("tail");
  return ObjectWriter()
      .put_count("dimension", dimension)
      .put("tail", tail)
      .put("quantile", goe_upper_quantile(dimension, tail))
      .take();
}

ordered_json gaussian_noise(const Request& request) {
  request.allow_only({"epsilon", "delta", "sensitivity"});
  const double epsilon = request.number("epsilon");
  const double delta = request.number("delta");
  const double sensitivity = request.number("sensitivity");
  if (!(epsilon > 0 && std::isfinite(epsilon))) {
    request.refuse("epsilon", "out-of-range", "must be a number above 0");
  }
  return ObjectWriter()
      .put("epsilon", epsilon)
      .put("delta", delta)
      .put("sensitivity", sensitivity)
      .put("sigma", gaussian_sigma(epsilon, delta, sensitivity))
      .take();
}

}  // namespace

Service::Service() : tables_(std::make_unique<Tables>()) {}
Service::~Service() = default;

StudySession& Service::study_session(const json& request) {
  return *held(data_, Request(request), "data")->second;
}

ordered_json Service::call(std::string_view operation, const json& document, const report::Columns& columns) {
  return answered([&] {
    for (const char* const key : {"rows", "columns", "table"}) {
      if (Request(document).has(key)) {
        Request(document).refuse(key, "unknown-key", "must be left out: the rows are beside the request");
      }
    }
    return perform(operation, document, columns);
  });
}

ordered_json Service::call(std::string_view operation, const json& document, std::string_view bytes) {
  return answered([&] {
    if (operation != "read-table") {
      throw Error(ErrorType::argument, "unknown-operation", "",
                  "there is no operation " + std::string(operation) + " for bytes");
    }
    return tables_->read(Request(document), bytes);
  });
}

bool Service::is_about_rows(std::string_view operation) {
  constexpr std::array operations{"append-rows", "keep-rows",   "bound-rows", "predict-rows",
                                  "score-rows",  "count-forms", "table-lines"};
  return std::find(operations.begin(), operations.end(), operation) != operations.end();
}

report::Columns Service::rows_in(std::string_view operation, const json& document) {
  const Request request(document);
  if (request.has("table")) {
    return tables_->block(request);
  }
  if (operation == "append-rows" || operation == "keep-rows") {
    return rows_of(request, study_session(document).rows().header().size());
  }
  const json& header = request.required("header");
  // Another header is refused by the operation.
  return header.is_array() && !header.empty()
             ? rows_of(request, header.size(), operation == "bound-rows" ? ErrorType::record : ErrorType::data)
             : report::Columns();
}

ordered_json Service::perform(std::string_view operation, const json& document, const report::Columns& columns) {
  if (operation == "append-rows") {
    return study_session(document).append(document, columns);
  }
  if (operation == "keep-rows") {
    return study_session(document).keep(document, columns);
  }
  if (operation == "bound-rows") {
    return loaded_report(document).bound_rows(document, columns);
  }
  if (operation == "predict-rows") {
    return predict_rows(loaded_report(document), document, columns);
  }
  if (operation == "score-rows") {
    return score_rows(loaded_report(document), document, columns);
  }
  if (operation == "count-forms") {
    return count_forms(document, columns);
  }
  if (operation == "table-lines") {
    return lines_of_table(document, columns);
  }
  if (operation == "count-rows") {
    return count_rows(document, study_session(document).rows(), columns);
  }
  throw Error(ErrorType::argument, "unknown-operation", "",
              "there is no operation " + std::string(operation) + " for rows in columns");
}

ordered_json Service::sums_of_block(std::string_view question, const json& document, const report::Columns& columns,
                                    std::string& sums) {
  return answered([&] {
    sums = sums_of(question, study_session(document).rows().coded(document, columns).data());
    return ordered_json::object();
  });
}

ordered_json Service::publish_by_sums(const json& document, const AddUp& add_up) {
  return answered([&] { return study_session(document).publishing().publish_by_sums(document, add_up); });
}

ordered_json Service::audit_by_sums(const json& document, const AddUp& add_up) {
  return answered([&] {
    const StudySession& session = study_session(document);
    return operations::audit_by_sums(document, loaded_report(document), session.rows(), session.mechanism(), add_up);
  });
}

ordered_json Service::audit_of_block(std::string_view question, const json& document, const report::Columns& columns,
                                     std::string& answer) {
  return answered([&] {
    const Request request(document);
    request.allow_only({"data", "report", "options", "limited"});
    const StudySession& session = study_session(document);
    json coding = json::object();
    coding["limited"] = request.flag("limited");
    const CodedBlock block = session.rows().coded(coding, columns);
    static const json none;
    const json& options = request.has("options") ? request.required("options") : none;
    answer = audit_of(question, options, loaded_report(document), session.mechanism(), block.data());
    return ordered_json::object();
  });
}

ordered_json Service::perform(std::string_view operation, const json& document) {
  const Request request(document);
  if (operation == "self-test") {
    return ObjectWriter().put_count("checks", self_test() + curator_self_test()).take();
  }
  if (operation == "free-report") {
    // An audit under way holds parts of its report.
    request.allow_only({"report"});
    const LoadedReport& report = loaded_report(document);
    for (const auto& [handle, session] : data_) {
      session->auditing().discard(report);
    }
    return CheckService::perform(operation, document);
  }
  // Modules have what the list names, and so has this: one that were forgotten there would be here,
  // in the tests, and nowhere else.
  if (std::find(curator_operations.begin(), curator_operations.end(), operation) == curator_operations.end()) {
    return CheckService::perform(operation, document);
  }
  if (operation == "open-table") {
    return tables_->open(request, next_handle());
  }
  if (operation == "read-table") {
    return tables_->read(request, {});
  }
  if (operation == "table-texts") {
    return tables_->texts(request);
  }
  if (operation == "line-of-row") {
    return tables_->line(request);
  }
  if (operation == "estimate-rows") {
    return tables_->estimate(request);
  }
  if (operation == "close-table") {
    tables_->close(request);
    return ordered_json::object();
  }
  if (is_about_rows(operation)) {
    return perform(operation, document, rows_in(operation, document));
  }
  if (operation == "columns-of") {
    return columns_of(loaded_report(document), document);
  }
  if (operation == "coefficients") {
    return coefficients(loaded_report(document), document);
  }
  if (operation == "plan") {
    return plan(document);
  }
  if (operation == "compose") {
    return compose(document);
  }
  if (operation == "composition-part") {
    return composition_part(document);
  }
  if (operation == "publication-part") {
    return publication_part(document);
  }
  if (operation == "check-ledger") {
    return check_ledger(document);
  }
  if (operation == "ledger-total") {
    return ledger_total(document);
  }
  if (operation == "ledger-entry") {
    return ledger_entry(document);
  }
  if (operation == "enter-ledger") {
    return enter_ledger(document);
  }
  if (operation == "study-text") {
    return study_text(document);
  }
  if (operation == "sum-upward") {
    return sum_of_values(document);
  }
  if (operation == "goe-quantile") {
    return goe_quantile(request);
  }
  if (operation == "gaussian-sigma") {
    return gaussian_noise(request);
  }
  if (operation == "guess-kinds") {
    return guess_kinds(document);
  }
  if (operation == "scaffold") {
    return scaffold(document);
  }
  if (operation == "check-study") {
    return check_study(document);
  }
  if (operation == "open-study") {
    auto data = std::make_unique<StudySession>(document);
    const CodedRows& rows = data->rows();
    const int handle = next_handle();
    ObjectWriter opened;
    opened.put_count("data", handle).put_count("dimension", rows.dimension()).put_texts("header", rows.header());
    opened.put("columns", places_of(rows.columns())).put("numbers", places_of(rows.numbers()));
    opened.put("unread", places_of(rows.unread()));
    data_.emplace(handle, std::move(data));
    return opened.take();
  }
  if (operation == "train") {
    return study_session(document).publishing().train(document);
  }
  if (operation == "attach") {
    return study_session(document).publishing().attach(document);
  }
  if (operation == "publish") {
    return study_session(document).publishing().publish(document);
  }
  if (operation == "audit") {
    return study_session(document).auditing().advance(document, loaded_report(document));
  }
  if (operation == "check-profile") {
    study_session(document).profile().check(document);
    return ordered_json::object();
  }
  if (operation == "profile") {
    const CodedRows* const held_out = request.has("heldOut") ? &held(data_, request, "heldOut")->second->rows() : nullptr;
    return study_session(document).profile().advance(document, held_out);
  }
  if (operation == "free-data") {
    request.allow_only({"data"});
    data_.erase(held(data_, request, "data"));
    return ordered_json::object();
  }
  return CheckService::perform(operation, document);
}

}  // namespace expost::operations

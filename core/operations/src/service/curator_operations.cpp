#include <array>
#include <cmath>
#include <map>
#include <memory>

#include "check/prediction.hpp"
#include "check/score.hpp"
#include "curator/composing.hpp"
#include "curator/ledger.hpp"
#include "curator/plan.hpp"
#include "curator/publication_part.hpp"
#include "curator/rows_elsewhere.hpp"
#include "curator/scaffold.hpp"
#include "curator/study_check.hpp"
#include "curator/study_session.hpp"
#include "curator/study_text.hpp"
#include "curator/table_text.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/operations/operations.hpp"
#include "rows/request_rows.hpp"
#include "rows/tables.hpp"
#include "service/answered.hpp"
#include "service/self_test.hpp"
#include "service/session.hpp"

namespace expost::operations {

using nlohmann::json;
using nlohmann::ordered_json;
using report::Columns;

namespace {

/// Data sets under construction, and tables that are being read.
class CuratorSession final : public CuratorPart {
 public:
  std::map<int, std::unique_ptr<StudySession>> data;
  Tables tables;

  /// An audit under way holds parts of its report.
  void forget(const LoadedReport& report) override {
    for (const auto& [handle, each] : data) {
      each->auditing().discard(report);
    }
  }
};

CuratorSession& curator(Session& session) {
  if (!session.curator) {
    session.curator = std::make_unique<CuratorSession>();
  }
  return static_cast<CuratorSession&>(*session.curator);
}

StudySession& study(Session& session, const json& request) {
  return *held(curator(session).data, Request(request), "data")->second;
}

ordered_json goe_quantile(const json& document) {
  const Request request(document);
  request.allow_only({"dimension", "tail"});
  const int dimension = request.integer("dimension", 1, goe_maximum_dimension);
  const double tail = request.number("tail");
  return ObjectWriter()
      .put_count("dimension", dimension)
      .put("tail", tail)
      .put("quantile", goe_upper_quantile(dimension, tail))
      .take();
}

ordered_json gaussian_noise(const json& document) {
  const Request request(document);
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

ordered_json open_study(Session& session, const json& document) {
  auto opened = std::make_unique<StudySession>(document);
  const CodedRows& rows = opened->rows();
  const int handle = session.next_handle();
  ObjectWriter answer;
  answer.put_count("data", handle).put_count("dimension", rows.dimension()).put_texts("header", rows.header());
  answer.put("columns", places_of(rows.columns())).put("numbers", places_of(rows.numbers()));
  answer.put("unread", places_of(rows.unread()));
  curator(session).data.emplace(handle, std::move(opened));
  return answer.take();
}

ordered_json free_data(Session& session, const json& document) {
  const Request request(document);
  request.allow_only({"data"});
  auto& data = curator(session).data;
  data.erase(held(data, request, "data"));
  return ordered_json::object();
}

ordered_json profile(Session& session, const json& document) {
  const Request request(document);
  const CodedRows* const held_out =
      request.has("heldOut") ? &held(curator(session).data, request, "heldOut")->second->rows() : nullptr;
  return study(session, document).profile().advance(document, held_out);
}

ordered_json check_profile(Session& session, const json& document) {
  study(session, document).profile().check(document);
  return ordered_json::object();
}

ordered_json close_table(Session& session, const json& document) {
  curator(session).tables.close(Request(document));
  return ordered_json::object();
}

/// The rows of a request: `rows`, `columns` or those of its `table`. `type` is that of an error
/// about one.
Columns rows_in(Session& session, const json& document, ErrorType type) {
  const Request request(document);
  if (request.has("table")) {
    return curator(session).tables.block(request);
  }
  if (!request.has("header") && request.has("data")) {
    return rows_of(request, study(session, document).rows().header().size());
  }
  const json& header = request.required("header");
  // Another header is refused by the operation.
  return header.is_array() && !header.empty() ? rows_of(request, header.size(), type) : Columns();
}

// Functions as operations: of a request alone, about a loaded report, about rows.

template <ordered_json (*function)(const json&)>
constexpr Operation plain(const char* name) {
  return {name, [](Session&, const json& request) { return function(request); }};
}
template <ordered_json (*function)(const LoadedReport&, const json&)>
constexpr Operation on_report(const char* name) {
  return {name, [](Session& session, const json& request) { return function(session.report(request), request); }};
}
template <ordered_json (*function)(Session&, const json&, const Columns&), ErrorType type = ErrorType::data>
constexpr Operation on_rows(const char* name) {
  return {name,
          [](Session& session, const json& request) { return function(session, request, rows_in(session, request, type)); },
          function};
}

ordered_json append_rows(Session& session, const json& request, const Columns& rows) {
  return study(session, request).append(request, rows);
}
ordered_json keep_rows(Session& session, const json& request, const Columns& rows) {
  return study(session, request).keep(request, rows);
}
ordered_json count_rows_of(Session& session, const json& request, const Columns& rows) {
  return count_rows(request, study(session, request).rows(), rows);
}
ordered_json bound_rows(Session& session, const json& request, const Columns& rows) {
  return session.report(request).bound_rows(request, rows);
}
ordered_json predict_rows_of(Session& session, const json& request, const Columns& rows) {
  return predict_rows(session.report(request), request, rows);
}
ordered_json score_rows_of(Session& session, const json& request, const Columns& rows) {
  return score_rows(session.report(request), request, rows);
}
ordered_json count_forms_of(Session&, const json& request, const Columns& rows) {
  return count_forms(request, rows);
}
ordered_json answer_question_of(Session& session, const json& request, const Columns& rows) {
  const LoadedReport* const loaded = Request(request).has("report") ? &session.report(request) : nullptr;
  return answer_question(request, study(session, request), loaded, rows);
}
ordered_json table_lines(Session&, const json& request, const Columns& rows) {
  return lines_of_table(request, rows);
}

constexpr Operation a_curators[] = {
    {"self-test",
     [](Session&, const json&) { return ObjectWriter().put_count("checks", self_test() + curator_self_test()).take(); }},
    on_report<columns_of>("columns-of"),
    on_report<coefficients>("coefficients"),
    on_rows<bound_rows, ErrorType::record>("bound-rows"),
    on_rows<predict_rows_of>("predict-rows"),
    on_rows<score_rows_of>("score-rows"),
    plain<plan>("plan"),
    plain<gaussian_noise>("gaussian-sigma"),
    plain<goe_quantile>("goe-quantile"),
    plain<compose>("compose"),
    plain<composition_part>("composition-part"),
    plain<publication_part>("publication-part"),
    {"promise",
     [](Session& session, const json& request) {
       return request.contains("study") ? promise_of_study(request) : session.report(request).promise(request);
     }},
    plain<check_ledger>("check-ledger"),
    plain<ledger_total>("ledger-total"),
    plain<ledger_entry>("ledger-entry"),
    plain<enter_ledger>("enter-ledger"),
    plain<study_text>("study-text"),
    plain<sum_of_values>("sum-upward"),
    plain<scaffold>("scaffold"),
    plain<guess_kinds>("guess-kinds"),
    plain<check_study>("check-study"),
    on_rows<count_forms_of>("count-forms"),
    on_rows<table_lines>("table-lines"),
    {"open-study", open_study},
    on_rows<append_rows>("append-rows"),
    on_rows<keep_rows>("keep-rows"),
    on_rows<count_rows_of>("count-rows"),
    on_rows<answer_question_of>("answer-question"),
    plain<add_answers>("add-answers"),
    {"train", [](Session& session, const json& request) { return study(session, request).publishing().train(request); }},
    {.name = "attach",
     .run = [](Session& session, const json& request) { return study(session, request).publishing().attach(request); },
     .run_elsewhere =
         [](Session& session, const json& request, const AddUp& asked) {
           return study(session, request).publishing().attach_elsewhere(request, in_bytes(asked));
         }},
    {.name = "publish",
     .run = [](Session& session, const json& request) { return study(session, request).publishing().publish(request); },
     .run_elsewhere =
         [](Session& session, const json& request, const AddUp& asked) {
           return study(session, request).publishing().publish_elsewhere(request, in_bytes(asked));
         }},
    {.name = "audit",
     .run = [](Session& session,
               const json& request) { return study(session, request).auditing().advance(request, session.report(request)); },
     .run_elsewhere =
         [](Session& session, const json& request, const AddUp& asked) {
           return audit_elsewhere(request, study(session, request), session.report(request), in_bytes(asked));
         }},
    {"check-profile", check_profile},
    {"profile", profile},
    {"free-data", free_data},
    {"open-table", [](Session& session,
                      const json& request) { return curator(session).tables.open(Request(request), session.next_handle()); }},
    {"read-table", [](Session& session, const json& request) { return curator(session).tables.read(Request(request), {}); },
     nullptr,
     [](Session& session, const json& request, std::string_view bytes) {
       return curator(session).tables.read(Request(request), bytes);
     }},
    {"table-texts", [](Session& session, const json& request) { return curator(session).tables.texts(Request(request)); }},
    {"line-of-row", [](Session& session, const json& request) { return curator(session).tables.line(Request(request)); }},
    {"estimate-rows", [](Session& session, const json& request) { return curator(session).tables.estimate(Request(request)); }},
    {"close-table", close_table},
};

}  // namespace

Operations curator_operations() {
  return a_curators;
}

Service::Service() : tables_{check_operations(), curator_operations()}, session_(std::make_unique<Session>()) {}

}  // namespace expost::operations

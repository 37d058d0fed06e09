#include "curator/scaffold.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/row_coder.hpp"
#include "expost/report/scaffold.hpp"
#include "rows/column_kinds.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using report::ColumnForms;

constexpr double exactly_integers = 9007199254740992.0;

struct CountedForm {
  const char* key;
  std::int64_t ColumnForms::*count;
};
constexpr std::array counted_forms{CountedForm{"blank", &ColumnForms::blank}, CountedForm{"bit", &ColumnForms::bit},
                                   CountedForm{"word", &ColumnForms::word}, CountedForm{"number", &ColumnForms::number},
                                   CountedForm{"text", &ColumnForms::text}};

/// The request's `forms`, or nothing counted yet.
std::vector<ColumnForms> read_forms(const Request& request, std::size_t columns) {
  std::vector<ColumnForms> forms(columns);
  const json* document = request.find("forms");
  if (document == nullptr) {
    return forms;
  }
  if (!document->is_array() || document->size() != columns) {
    request.refuse("forms", "wrong-length", "must be an array with an entry for each column");
  }
  for (std::size_t i = 0; i < columns; ++i) {
    const Request entry((*document)[i], request.place("forms") + "/" + std::to_string(i));
    entry.allow_only({"blank", "bit", "word", "number", "text"});
    for (const CountedForm& form : counted_forms) {
      const double count = entry.number(form.key);
      if (!(count >= 0 && count <= exactly_integers)) {
        entry.refuse(form.key, "out-of-range", "must be a count");
      }
      forms[i].*form.count = static_cast<std::int64_t>(count);
    }
  }
  return forms;
}

ordered_json write_forms(const std::vector<ColumnForms>& forms) {
  ordered_json document = ordered_json::array();
  for (const ColumnForms& column : forms) {
    ObjectWriter entry;
    for (const CountedForm& form : counted_forms) {
      entry.put_count(form.key, column.*form.count);
    }
    document.push_back(entry.take());
  }
  return document;
}

}  // namespace

ordered_json count_forms(const json& document, const report::Columns& columns) {
  const Request request(document);
  request.allow_only({"header", "rows", "columns", "table", "firstRow", "forms"});
  const std::vector<std::string> header = report::read_header(request.required("header"), ErrorType::data);
  report::check_columns(columns, header);
  std::vector<ColumnForms> forms = read_forms(request, header.size());
  const std::int64_t first = request.has("firstRow") ? request.integer("firstRow", 1, 2000000000) : 1;
  report::count_forms(columns, first, header, forms);
  return ObjectWriter().put("forms", write_forms(forms)).take();
}

ordered_json scaffold(const json& document) {
  const Request request(document);
  request.allow_only({"header", "kinds", "label"});
  std::vector<std::string> header = report::read_header(request.required("header"), ErrorType::data);
  const std::optional<std::string> label = request.optional_text("label");
  if (!label) {
    request.refuse("label", "missing", "must be given: the name of the column that the model predicts");
  }
  const ColumnKinds kinds(request, header);
  ordered_json::array_t left_out;
  for (std::size_t i = 0; i < header.size(); ++i) {
    std::string why = header[i].empty() ? "" : report::unfit_name(header[i]);
    const bool is_label = header[i] == report::trimmed(*label);
    if (is_label && !why.empty()) {
      report::throw_error(ErrorType::data, "unfit-name", "/label",
                          {"the column ", report::Phrase::quoted(header[i]), " ", why, ": rename it in the data"});
    }
    if (std::binary_search(kinds.unread().begin(), kinds.unread().end(), i)) {
      if (is_label) {
        kinds.require_raw({i});
      }
      why = kinds.why(i);
    }
    if (!why.empty()) {
      left_out.push_back(ObjectWriter().put_text("name", header[i]).put_text("why", why).take());
      // As columns without a name are.
      header[i].clear();
    }
  }
  const auto is_feature = [&](const std::string& name) { return !name.empty() && name != report::trimmed(*label); };
  if (!left_out.empty() && std::none_of(header.begin(), header.end(), is_feature)) {
    report::throw_error(ErrorType::data, "wrong-length", "/header",
                        {"the header has no column that can be a feature: the column ",
                         report::Phrase::quoted(left_out.front().at("name").get_ref<const std::string&>()), " ",
                         left_out.front().at("why").get_ref<const std::string&>()});
  }
  return ObjectWriter()
      .put("study", report::scaffold_study(header, *label))
      .put("leftOut", ordered_json(std::move(left_out)))
      .put("unread", places_of(kinds.unread()))
      .take();
}

ordered_json guess_kinds(const json& document) {
  const Request request(document);
  request.allow_only({"header", "kinds", "forms"});
  const std::vector<std::string> header = report::read_header(request.required("header"), ErrorType::data);
  const ColumnKinds kinds(request, header);
  (void)request.required("forms");
  const std::vector<ColumnForms> forms = read_forms(request, header.size());
  ordered_json guesses = ordered_json::array();
  for (std::size_t i = 0; i < header.size(); ++i) {
    const ColumnForms& column = forms[i];
    if (column.blank + column.bit + column.word + column.number + column.text == 0) {
      throw Error(ErrorType::data, "empty", "", "the data has no rows below its header");
    }
    if (!header[i].empty() && !std::binary_search(kinds.unread().begin(), kinds.unread().end(), i)) {
      guesses.push_back(ObjectWriter()
                            .put_text("name", header[i])
                            .put_text("kind", name_of(column.kind()))
                            .put_flag("twoValued", column.is_two_valued())
                            .put_flag("blanks", column.blank > 0)
                            .take());
    }
  }
  return ObjectWriter().put("kinds", std::move(guesses)).take();
}

}  // namespace expost::operations

#include "expost/report/scaffold.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "document.hpp"
#include "expost/report/limits.hpp"
#include "heading_document.hpp"
#include "raw_cell.hpp"

namespace expost::report {
namespace {

using nlohmann::ordered_json;

/// Shortest of "intercept", "intercept 2", … that no column is called.
std::string intercept_name(const std::vector<std::string>& header) {
  std::string name = "intercept";
  for (int i = 2; std::find(header.begin(), header.end(), name) != header.end(); ++i) {
    name = "intercept " + std::to_string(i);
  }
  return name;
}

/// A name whose kind is left open.
ordered_json unfilled(const std::string& name) {
  ordered_json field;
  field["name"] = name;
  field["kind"] = nullptr;
  return field;
}

void check_header(const std::vector<std::string>& header, const std::string& label) {
  std::set<std::string_view> names;
  for (const std::string& name : header) {
    if (!name.empty() && !names.insert(name).second) {
      throw_error(ErrorType::data, "duplicate-column", pointer_to("", name),
                  {"the header has the column ", Phrase::quoted(name), " twice"});
    }
  }
  if (label.empty() || names.count(label) == 0) {
    throw_error(ErrorType::data, "missing-column", pointer_to("", label),
                {"the header must have a column ", Phrase::quoted(label), ", the label, but has ", header_in_words(header)});
  }
  if (names.size() < 2) {
    throw_error(ErrorType::data, "wrong-length", "/header",
                {"the header must have a column other than the label ", Phrase::quoted(label), ", but has none"});
  }
}

}  // namespace

void ColumnForms::count(ValueForm form) {
  switch (form) {
    case ValueForm::blank:
      ++blank;
      break;
    case ValueForm::bit:
      ++bit;
      break;
    case ValueForm::word:
      ++word;
      break;
    case ValueForm::number:
      ++number;
      break;
    case ValueForm::text:
      ++text;
      break;
  }
}

bool ColumnForms::is_two_valued() const {
  return bit + word > 0 && number + text == 0;
}

FeatureKind ColumnForms::kind() const {
  if (is_two_valued()) {
    return blank == 0 ? FeatureKind::boolean : FeatureKind::category;
  }
  return bit + number > word + text ? FeatureKind::number : FeatureKind::category;
}

void count_forms(const Columns& rows, std::int64_t first, const std::vector<std::string>& header,
                 std::vector<ColumnForms>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    for (std::size_t row = 0; row < rows.rows; ++row) {
      try {
        columns[i].count(form_of(cell_at(rows.columns[i], row)));
      } catch (const Error& error) {
        const std::string number = std::to_string(first + static_cast<std::int64_t>(row));
        throw Error(ErrorType::data, error.code(), pointer_to("/" + number, header[i]),
                    "row " + number + ", column " + in_quotes(header[i]) + " " + error.what());
      }
    }
  }
}

std::string unfit_name(const std::string& name) {
  try {
    const Json text(name);
    (void)Node(text, ErrorType::data).text(TextRule{limits::name});
    return "";
  } catch (const Error& error) {
    return error.code() == "too-long"
               ? sentence({"has a name of more than ", limits::name, " characters, the most that a study takes"})
               : "has a name with line ends or control characters, which no study takes";
  }
}

nlohmann::ordered_json scaffold_study(const std::vector<std::string>& header, const std::string& label_name) {
  const std::string label(trimmed(label_name));
  check_header(header, label);
  ordered_json features = ordered_json::array();
  ordered_json intercept;
  intercept["name"] = intercept_name(header);
  intercept["kind"] = "constant";
  intercept["value"] = 1;
  features.push_back(std::move(intercept));
  for (const std::string& name : header) {
    if (!name.empty() && name != label) {
      features.push_back(unfilled(name));
    }
  }

  ordered_json study;
  study["format"] = "expost-study";
  study["version"] = 1;
  study["title"] = nullptr;
  ordered_json& stands_behind = study["publisher"];
  stands_behind["name"] = nullptr;
  for (const char* const key : publisher_link_members.keys()) {
    stands_behind["x-links"][key] = nullptr;
  }
  study["unit"] = nullptr;
  study["features"] = std::move(features);
  study["scaling"]["range"] = {-1, 1};
  // Known when the features are: `read_study` says it.
  study["scaling"]["norm"] = nullptr;
  study["label"] = unfilled(label);
  ordered_json& mechanism = study["mechanism"];
  mechanism["name"] = "objective-perturbation";
  mechanism["loss"]["name"] = nullptr;
  mechanism["lambda"] = nullptr;
  ordered_json& budget = study["budget"];
  budget["epsilon"] = nullptr;
  budget["delta"] = nullptr;
  budget["accountant"] = "joint";
  budget["release"] = "none";
  return study;
}

}  // namespace expost::report

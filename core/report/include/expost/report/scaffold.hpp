// A study to be filled in, from a table's header; and which kind its columns seem to be, from the
// form of their values, which is for the curator alone.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "expost/report/columns.hpp"
#include "expost/report/features.hpp"
#include "expost/report/raw_value.hpp"

namespace expost::report {

/// How many values of a column had which form. Nothing else is kept of them.
struct ColumnForms {
  std::int64_t blank = 0;
  std::int64_t bit = 0;
  std::int64_t word = 0;
  std::int64_t number = 0;
  std::int64_t text = 0;

  void count(ValueForm form);

  /// True if every value is 0 or 1, yes or no, true or false, or blank.
  [[nodiscard]] bool is_two_valued() const;

  /// A guess: number if more than half of what isn't blank looks like one, so that a stray text
  /// doesn't decide; boolean if everything does and nothing is blank, as a boolean has no fill-in
  /// value; else category.
  [[nodiscard]] FeatureKind kind() const;
};

/// Counts the forms of rows in columns that `check_columns` took.
/// @param first    number of the first row in messages
/// @param header   the columns' names
/// @param columns  one entry for each column of the header
/// @throws Error (ErrorType::data) "wrong-type" with the pointer "/<number>/<name>"
void count_forms(const Columns& rows, std::int64_t first, const std::vector<std::string>& header,
                 std::vector<ColumnForms>& columns);

/// Returns why no feature or label may be called so, as the end of a sentence about the column
/// ("has a name of …, and a study takes …"); empty where one may. `read_study` refuses such a name.
[[nodiscard]] std::string unfit_name(const std::string& name);

/// Returns the study: an intercept, a feature for every named column but the label's, the label,
/// objective perturbation, nothing released but the model. It is a function of the header alone:
/// what one row could change would be published, as the study is.
///
/// null stands wherever only the curator can know: title, publisher with three pages for people,
/// unit, the kind of every feature and of the label, the loss, `scaling.norm`, ε and δ.
/// `read_study` refuses each as "unfilled"; the pages may be deleted. The sentence about the norm
/// has the greatest length of a record, with which none is scaled down.
///
/// @param header   names without blanks at their ends; columns without a name are left out
/// @throws Error (ErrorType::data) "missing-column" if the label is none of the columns,
///   "duplicate-column", "wrong-length" if there is no other column
[[nodiscard]] nlohmann::ordered_json scaffold_study(const std::vector<std::string>& header, const std::string& label);

}  // namespace expost::report

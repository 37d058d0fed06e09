// Predictions of a published model, and its numbers in the units of the features.
#pragma once

#include <nlohmann/json.hpp>

#include "check/loaded_report.hpp"
#include "expost/report/columns.hpp"

namespace expost::operations {

/// {header, firstRow?, decimalComma?, labels?} and rows in columns, one for each name of the header
/// → columns of predictions (RowPredictions of index.d.ts). With `labels` the header has to name
/// the label; then there are columns of labels and of the model's losses, too. With `unknown`
/// (report::RowCoder::allow_unknown) there are the ends of what each prediction may be. Throws
/// ErrorType::data naming row and column, and ErrorType::numerics "not-finite" where a unit makes a
/// prediction too large.
[[nodiscard]] nlohmann::ordered_json predict_rows(const LoadedReport& loaded, const nlohmann::json& request,
                                                  const report::Columns& columns);

/// The answer of `predict_rows` to a request that may have other keys as well.
[[nodiscard]] nlohmann::ordered_json predictions(const LoadedReport& loaded, const Request& request,
                                                 const report::Columns& columns, bool labels);

/// {header, kinds?, labels?} → {header, columns}: the header with its names trimmed, and the
/// columns that rows are read from, by their places in it, ascending. Without `labels` (or with
/// true) that of the label is one. What is missing or there twice is refused with the rows. Throws
/// ErrorType::data, "wrong-type", for a column of a kind without raw values.
[[nodiscard]] nlohmann::ordered_json columns_of(const LoadedReport& loaded, const nlohmann::json& request);

/// {} → the model in raw units (Coefficients of index.d.ts): θ with the feature map undone.
/// Throws ErrorType::numerics "not-finite" where a coefficient is too large a number.
[[nodiscard]] nlohmann::ordered_json coefficients(const LoadedReport& loaded, const nlohmann::json& request);

}  // namespace expost::operations

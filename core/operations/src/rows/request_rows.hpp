// The rows of a request, in whichever shape it has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "expost/report/person_column.hpp"
#include "expost/report/row_coder.hpp"

namespace expost::operations {

class Request;

/// Rows of raw values: `rows`, an array of them; or `columns`, an array of arrays, one for each
/// name of the header. A view of the request.
class RequestRows {
 public:
  /// @param cells  of a row, as many as the header has
  /// @throws Error (ErrorType::argument) unless the request has one of the two, well formed
  RequestRows(const Request& request, std::size_t cells);

  [[nodiscard]] std::size_t count() const;
  /// Row i, as `RowCoder::code_row`.
  void code(const report::RowCoder& coder, std::size_t i, std::int64_t number, double* x, double& y,
            report::RowCounters& counters) const;
  /// Appends row i as a line of the table.
  void append_line(std::string& lines, std::size_t i) const;
  /// Whose row i is, as `PersonColumn::person`.
  [[nodiscard]] std::optional<std::string> person(const report::PersonColumn& column, std::size_t i, std::int64_t number) const;

 private:
  struct Arrays {
    const nlohmann::json::array_t* rows;
    std::size_t cells;
  };

  std::variant<Arrays, report::DocumentColumns> rows_;

  static decltype(rows_) read(const Request& request, std::size_t cells);
};

}  // namespace expost::operations

// Tables that are being read, held between calls.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "expost/report/csv_reader.hpp"

namespace expost::operations {

class Request;

/// Tables of CSV under way, each under an integer handle. What a call has read, its block, is what
/// the next operation about rows with this `table` is about, until the table is read on.
class Tables {
 public:
  /// {decimalComma?, unpacked?} → {table}
  [[nodiscard]] nlohmann::ordered_json open(const Request& request, int handle);
  /// {table, text?, last?, damaged?} and perhaps bytes → {rows, header, more}: rows of the block,
  /// and the columns' names, null until they have been read. After the last byte it is called as
  /// long as there is more. `damaged`: the file that the bytes are unpacked from is. Throws
  /// ErrorType::data as CsvReader.
  [[nodiscard]] nlohmann::ordered_json read(const Request& request, std::string_view bytes);
  /// {table, columns} → {texts}: of each column that is named by its place, the block's texts, with
  /// a zero between two of them.
  [[nodiscard]] nlohmann::ordered_json texts(const Request& request);
  /// {table, row} → {line}: the line on which a row starts, or null.
  [[nodiscard]] nlohmann::ordered_json line(const Request& request);
  /// {table, bytes} → {rows}: about how many rows a file of so many bytes has.
  [[nodiscard]] nlohmann::ordered_json estimate(const Request& request);
  /// {table} → {}
  void close(const Request& request);

  /// The block of the table that the request names.
  [[nodiscard]] report::Columns block(const Request& request);

 private:
  std::map<int, report::CsvReader> tables_;
};

}  // namespace expost::operations

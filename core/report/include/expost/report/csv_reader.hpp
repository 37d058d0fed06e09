// The one reader of tables in CSV: bytes in, columns of texts out (docs/publishing.md, "Tables").
// Every host hands its bytes to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expost/report/columns.hpp"

namespace expost::report {

struct CsvOptions {
  bool decimal_comma = false;  ///< numbers have a decimal comma, so that no comma separates columns
  bool unpacked = false;       ///< the bytes were in a gzip file, which changes what is said of others
};

/// Reads a table of CSV that comes in pieces: a header, then rows, each once. Where pieces are cut
/// changes nothing but how many rows a block has.
///
/// Text is UTF-8, or UTF-16 with a byte order mark. The separator is the one of comma, semicolon
/// and tab that divides the first ten rows most evenly, or the one that a first line "sep=;"
/// states. LF, CR LF and CR end a line. A field may stand in quotation marks, with blanks around
/// them, and with marks inside doubled; elsewhere a mark is a character. Lines of blanks are left
/// out, before the header also those with nothing but separators in them.
///
/// Refusals are Errors of ErrorType::data whose pointer is the place, "/line/7" or
/// "/line/7/column/2", or empty for the file as a whole:
///   "not-a-table"      another kind of file, or text that can't be columns
///   "not-utf8"         half a character of UTF-16
///   "empty"            no header
///   "wrong-length"     a row that has not as many fields as the header
///   "unclosed-quote"   a quotation mark that is not closed, or not doubled
///   "too-long"         a row of more than 16 MiB
/// They are thrown in the order of the lines, by the call after the one that read the last row
/// before the fault: whoever reads calls on after the last byte while `has_failed`.
class CsvReader {
 public:
  /// The most bytes that one `push` takes.
  static constexpr std::size_t most_bytes = std::size_t{1} << 26U;

  explicit CsvReader(CsvOptions options = {});
  CsvReader(CsvReader&&) noexcept;
  CsvReader& operator=(CsvReader&&) noexcept;
  ~CsvReader();

  /// Reads on, and forgets the block before.
  /// @throws Error (ErrorType::argument) "out-of-range" for more than `most_bytes`;
  ///   (ErrorType::data) as above
  void push(std::string_view bytes);
  /// Reads what is left after the last byte. The same block and errors as `push`.
  void finish();
  /// Whether the next call throws: what is wrong comes behind the header and the rows before it.
  [[nodiscard]] bool has_failed() const;
  /// Says that what the bytes came out of, a gzip file, is damaged.
  [[noreturn]] void refuse_damaged() const;

  /// Whether the header has been read. After `finish` it has.
  [[nodiscard]] bool has_header() const;
  /// The columns' names, without white space at their ends; bytes that are no UTF-8 are U+FFFD.
  [[nodiscard]] const std::vector<std::string>& header() const;
  /// The columns' separator, where there is a header.
  [[nodiscard]] char separator() const;

  /// Rows of the block: those that the last call of `push` or `finish` has read.
  [[nodiscard]] std::size_t rows() const;
  /// A view of the block's texts, which the next `push` or `finish` ends: a column for each name of
  /// the header, as they are in the file, perhaps no UTF-8.
  [[nodiscard]] std::vector<Fields> fields() const;
  /// The same as columns of any kind.
  [[nodiscard]] Columns columns() const;

  /// The line on which row `row` of the file starts, counted from 1 like the row; none for a row
  /// that has not been read.
  [[nodiscard]] std::optional<std::int64_t> line_of(std::int64_t row) const;
  /// Returns the places of columns, ascending, in which three values or more have a point and each
  /// of these `has_thousands`: "1.045" was perhaps meant as 1045. Of the rows so far; none where
  /// commas separate columns, or numbers have a decimal comma.
  [[nodiscard]] std::vector<std::size_t> thousands() const;
  /// About how many rows a file of so many bytes has, from the rows and bytes so far.
  [[nodiscard]] double estimated_rows(double bytes) const;

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace expost::report

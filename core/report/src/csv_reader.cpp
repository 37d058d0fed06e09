#include "expost/report/csv_reader.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <utility>

#include "csv_scanner.hpp"
#include "document.hpp"
#include "expost/numerics/error.hpp"
#include "expost/report/number_text.hpp"
#include "file_kind.hpp"

namespace expost::report {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
/// A row of more bytes has no end.
constexpr std::size_t longest_row = std::size_t{1} << 24U;
/// As much text as the separator is told from, and as many rows.
constexpr std::size_t most_looked_at = std::size_t{1} << 20U;
constexpr std::size_t rows_looked_at = 10;

std::string pointer_of(std::int64_t line, std::size_t column = 0) {
  return column == 0 ? sentence({"/line/", line}) : sentence({"/line/", line, "/column/", column});
}

[[noreturn]] void refuse_file(const char* code, std::initializer_list<Phrase> predicate) {
  throw_error(ErrorType::data, code, "", predicate);
}

bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

/// UTF-16 in pieces that may cut characters.
class Utf16 {
 public:
  explicit Utf16(bool is_big) : high_byte_(is_big ? 0 : 1) {}

  /// Appends UTF-8 to `text`, up to half a character.
  void append(std::string_view bytes, std::string& text) {
    for (const char byte : bytes) {
      unit_[filled_++] = static_cast<unsigned char>(byte);
      if (filled_ == 2) {
        filled_ = 0;
        append_unit((static_cast<std::uint32_t>(unit_[high_byte_]) << 8U) | unit_[1 - high_byte_], text);
      }
      if (is_broken_) {
        return;
      }
    }
  }
  /// After the last byte.
  void end() { is_broken_ = is_broken_ || filled_ > 0 || high_ != 0; }
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  void append_unit(std::uint32_t unit, std::string& text) {
    const bool is_high = unit >= 0xD800 && unit < 0xDC00;
    const bool is_low = unit >= 0xDC00 && unit < 0xE000;
    if (is_low != (high_ != 0)) {
      is_broken_ = true;
    } else if (is_high) {
      high_ = unit;
    } else if (is_low) {
      append_point(0x10000 + ((high_ - 0xD800) << 10U) + (unit - 0xDC00), text);
      high_ = 0;
    } else {
      append_point(unit, text);
    }
  }
  static void append_point(std::uint32_t c, std::string& text) {
    const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
    if (c < 0x80) {
      add(c);
      return;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    add((more == 1 ? 0xC0U : more == 2 ? 0xE0U : 0xF0U) | (c >> static_cast<unsigned>(6 * more)));
    for (int i = more - 1; i >= 0; --i) {
      add(0x80U | ((c >> static_cast<unsigned>(6 * i)) & 0x3FU));
    }
  }

  std::array<unsigned char, 2> unit_{};
  std::size_t high_byte_;
  std::size_t filled_ = 0;
  std::uint32_t high_ = 0;  ///< the first half of a pair
  bool is_broken_ = false;
};

std::string without_doubled_marks(std::string_view rest) {
  std::string text;
  for (std::size_t mark = rest.find('"'); mark != std::string_view::npos; mark = rest.find('"')) {
    text.append(rest.substr(0, mark + 1));
    rest.remove_prefix(std::min(mark + 2, rest.size()));
  }
  return text.append(rest);
}

/// How evenly a separator divides the first rows of a text.
struct Division {
  char separator;
  std::vector<std::size_t> counts;
  std::size_t count = 0;
  bool is_only_blank = true;
  bool is_broken = false;

  void field(const CsvField& field) {
    ++count;
    is_only_blank = is_only_blank && all_blank(field.text);
  }
  bool row(std::int64_t, std::size_t) {
    if (count > 1 || !is_only_blank) {
      counts.push_back(count);
    }
    count = 0;
    is_only_blank = true;
    return counts.size() < rows_looked_at;
  }

  [[nodiscard]] bool has_enough() const { return counts.size() >= rows_looked_at || is_broken; }
  [[nodiscard]] std::size_t changes() const {
    std::size_t sum = 0;
    for (std::size_t i = 1; i < counts.size(); ++i) {
      sum += counts[i] > counts[i - 1] ? counts[i] - counts[i - 1] : counts[i - 1] - counts[i];
    }
    return sum;
  }
  [[nodiscard]] double mean() const {
    std::size_t sum = 0;
    for (const std::size_t fields : counts) {
      sum += fields;
    }
    return counts.empty() ? 0 : static_cast<double>(sum) / static_cast<double>(counts.size());
  }
  /// Two fields or more a row.
  [[nodiscard]] bool divides() const { return mean() > 1.99; }
  /// A tab is in a text for no other reason.
  [[nodiscard]] bool is_better_than(const Division& other) const {
    if (is_broken != other.is_broken) {
      return other.is_broken;
    }
    if (changes() != other.changes()) {
      return changes() < other.changes();
    }
    return (separator == '\t') != (other.separator == '\t') ? separator == '\t' : mean() > other.mean();
  }
};

Division division_of(std::string_view text, char separator, bool last) {
  Division division{separator, {}};
  const CsvScan scan = scan_csv(text, separator, last, division);
  division.is_broken = scan.is_broken && division.counts.size() < rows_looked_at;
  if (division.counts.empty() && !last) {
    division.counts.push_back(scan.fields + 1);
  }
  return division;
}

/// The separator that a first line like "sep=;" states, with that line's end; spreadsheets fill
/// such a line up with separators.
struct SeparatorLine {
  char separator = 0;
  std::string_view stated;
  std::size_t end = 0;
};
std::optional<SeparatorLine> separator_line(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
  std::string_view line = text.substr(0, end);
  const auto skip = [&](std::string_view some) { line.remove_prefix(std::min(line.find_first_not_of(some), line.size())); };
  const bool is_quoted = line.starts_with('"');
  line.remove_prefix(is_quoted ? 1 : 0);
  for (const char letter : {'s', 'e', 'p'}) {
    if (line.empty() || (line.front() | 0x20) != letter) {
      return std::nullopt;
    }
    line.remove_prefix(1);
  }
  skip(" ");
  if (!line.starts_with('=')) {
    return std::nullopt;
  }
  line.remove_prefix(1);
  if (line.size() > 1 && line.front() == ' ') {
    skip(" ");
  }
  if (line.empty()) {
    return std::nullopt;
  }
  // A character of more than one byte is stated too, and refused.
  std::size_t length = 1;
  while (length < line.size() && (static_cast<unsigned char>(line[length]) & 0xC0U) == 0x80U) {
    ++length;
  }
  SeparatorLine found{line.front(), line.substr(0, length), end};
  line.remove_prefix(length);
  if (is_quoted) {
    if (!line.starts_with('"')) {
      return std::nullopt;
    }
    line.remove_prefix(1);
  }
  skip(",;|\t ");
  if (!line.empty()) {
    return std::nullopt;
  }
  found.end += end < text.size() ? 1 : 0;
  found.end += text.substr(end, 2) == "\r\n" ? 1 : 0;
  return found;
}

/// The first lines of a text that are not blank.
std::array<std::string_view, 2> first_lines(std::string_view text) {
  std::array<std::string_view, 2> lines;
  std::size_t found = 0;
  while (found < lines.size() && !text.empty()) {
    const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    if (!all_blank(line)) {
      lines[found++] = line;
    }
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

/// Whether columns are separated by "|": as many in the second line as in the first.
bool has_pipes(std::string_view text) {
  const auto [first, second] = first_lines(text);
  const auto count = [](std::string_view line) { return std::count(line.begin(), line.end(), '|'); };
  return count(first) > 0 && (second.empty() || count(first) == count(second));
}

/// An object, or an array of objects or arrays. No table's first column has such a name.
bool begins_as_json(std::string_view text) {
  const auto next = [&] {
    while (!text.empty() && (is_csv_blank(text.front()) || is_line_end(text.front()))) {
      text.remove_prefix(1);
    }
    const char c = text.empty() ? '\0' : text.front();
    text.remove_prefix(text.empty() ? 0 : 1);
    return c;
  };
  const char first = next();
  const char second = first == '{' || first == '[' ? next() : '\0';
  return first == '{' ? second == '"' : second == '{' || second == '[';
}

/// The name of a character that ends lines in other formats, if a text has one.
std::optional<std::string_view> other_line_end(std::string_view text) {
  for (const auto& [bytes, name] : {std::pair("\xE2\x80\xA8", "U+2028"), std::pair("\xE2\x80\xA9", "U+2029"),
                                    std::pair("\xC2\x85", "U+0085"), std::pair("\x1E", "U+001E")}) {
    if (text.find(bytes) != std::string_view::npos) {
      return name;
    }
  }
  return std::nullopt;
}

/// As many values with points show that these stand for thousands.
constexpr std::int32_t least_points = 3;
/// A column's points stand for something else.
constexpr std::int32_t other_points = -1;

/// Looks at a block of a column, until a point stands for something else.
/// @param points  values so far whose points may stand for thousands
void look_at_points(const Fields& column, std::int32_t& points) {
  for (std::size_t i = 0; i < column.size() && points != other_points; ++i) {
    const std::string_view text = column[i];
    if (text.find('.') != std::string_view::npos) {
      points = has_thousands(text) || has_thousands(trimmed(text)) ? std::min(points + 1, least_points) : other_points;
    }
  }
}

/// Fields of the header, once a row has other than blanks.
struct HeaderFields {
  std::vector<std::string> fields;
  std::int64_t line = 0;
  bool is_found = false;

  void field(const CsvField& field) {
    fields.push_back(field.doubled ? without_doubled_marks(field.text) : std::string(field.text));
  }
  bool row(std::int64_t lines, std::size_t) {
    line = lines;
    is_found = std::any_of(fields.begin(), fields.end(), [](const std::string& name) { return !trimmed(name).empty(); });
    if (!is_found) {
      fields.clear();
    }
    return !is_found;
  }
};

}  // namespace

class CsvReader::Work {
 public:
  explicit Work(CsvOptions options) : options_(options) {}

  void read(std::string_view bytes, bool last);
  [[nodiscard]] char separator() const { return separator_; }
  [[nodiscard]] bool has_failed() const { return error_.has_value(); }
  [[nodiscard]] std::vector<std::size_t> thousands() const;
  [[nodiscard]] Fields column(std::size_t i) const { return {fields, i, header.size()}; }

  std::vector<std::string> header;
  bool has_header = false;
  std::vector<std::string_view> fields;                        // of the block, row by row, in text_ or undoubled_
  std::size_t rows = 0;                                        // of the block
  std::int64_t rows_before = 0;                                // of the blocks before it
  double bytes_read = 0;                                       // of text, whole rows
  std::vector<std::pair<std::int64_t, std::int64_t>> offsets;  // row, line − row from there on

  // The sink of the rows.
  void field(const CsvField& field);
  bool row(std::int64_t lines, std::size_t size);

 private:
  [[nodiscard]] bool open(bool last);
  void decode(std::string_view bytes);
  [[nodiscard]] bool lay_out(bool last);
  [[nodiscard]] char separator_of(std::string_view text, bool last, bool& enough) const;
  void read_header(bool last);
  void read_rows(bool last);
  void take(std::size_t size);
  void undo_row();
  void look_at_points();
  void fail(const char* code, std::int64_t line, std::size_t column, std::initializer_list<Phrase> predicate);
  void check_length(std::size_t size, bool is_quoted);

  CsvOptions options_;
  std::string head_;  // until the kind of the file is known
  bool is_open_ = false;
  std::optional<Utf16> utf16_;
  std::string text_;                   // the block's rows, and the first that is not whole
  std::size_t used_ = 0;               // bytes of the block's rows
  std::deque<std::string> undoubled_;  // fields that have other bytes in the file
  std::vector<std::int32_t> points_;   // of each column: values that look_at_points counts
  char separator_ = 0;
  std::int64_t line_ = 1;       // of the text's first row
  std::size_t fields_ = 0;      // of the row under way
  std::size_t least_text_ = 0;  // less than this is not looked at again
  std::optional<Error> error_;
  bool has_other_lines_ = false;
  std::string other_line_end_;
};

void CsvReader::Work::fail(const char* code, std::int64_t line, std::size_t column, std::initializer_list<Phrase> predicate) {
  error_.emplace(ErrorType::data, code, pointer_of(line, column), sentence({"line ", line, " "}) + sentence(predicate));
}

bool CsvReader::Work::open(bool last) {
  if (head_.size() < kind_bytes && !last) {
    return false;
  }
  const std::string_view head = std::string_view(head_).substr(0, kind_bytes);
  if (const auto other = other_kind(head, options_.unpacked)) {
    refuse_file("not-a-table", {*other});
  }
  const TextEncoding encoding = encoding_of(head);
  if (encoding != TextEncoding::utf8) {
    utf16_.emplace(encoding == TextEncoding::utf16_big);
  }
  is_open_ = true;
  decode(head_);
  head_.clear();
  std::size_t marks = 0;
  while (std::string_view(text_).substr(marks).starts_with(byte_order_mark)) {
    marks += byte_order_mark.size();
  }
  text_.erase(0, marks);
  return true;
}

void CsvReader::Work::decode(std::string_view bytes) {
  if (!utf16_) {
    text_.append(bytes);
  } else if (!utf16_->is_broken()) {
    utf16_->append(bytes, text_);
  }
}

/// Takes whole rows away.
void CsvReader::Work::take(std::size_t size) {
  text_.erase(0, size);
}

char CsvReader::Work::separator_of(std::string_view text, bool last, bool& enough) const {
  std::optional<Division> best;
  enough = true;
  for (const char separator : {',', ';', '\t'}) {
    if (options_.decimal_comma && separator == ',') {
      continue;
    }
    Division division = division_of(text, separator, last);
    enough = enough && division.has_enough();
    if (division.divides() && (!best || division.is_better_than(*best))) {
      best = std::move(division);
    }
  }
  return best ? best->separator : options_.decimal_comma ? ';' : ',';
}

bool CsvReader::Work::lay_out(bool last) {
  const bool whole = last || text_.size() >= most_looked_at;
  if (!whole && text_.size() < least_text_) {
    return false;
  }
  std::string_view text = std::string_view(text_).substr(0, most_looked_at);
  const bool ends_here = last && text.size() == text_.size();
  if (begins_as_json(text)) {
    refuse_file("not-a-table", {"is JSON; rows as CSV, with a header line, or as Parquet were expected"});
  }
  const bool may_state = whole || text.find_first_of("\r\n") != std::string_view::npos;
  const std::optional<SeparatorLine> line = may_state ? separator_line(text) : std::nullopt;
  char separator = 0;
  if (line) {
    if (line->stated.size() > 1 || std::string_view(",;|\t").find(line->separator) == std::string_view::npos) {
      throw_error(
          ErrorType::data, "not-a-table", pointer_of(1),
          {"line 1 says that columns are separated by ", Phrase::quoted(line->stated), "; , ; | or a tab was expected"});
    }
    separator = line->separator;
    text.remove_prefix(line->end);
  } else {
    bool enough = false;
    separator = separator_of(text, ends_here, enough);
    if (!enough && !whole) {
      least_text_ = 2 * text_.size();
      return false;
    }
    const std::string_view first = first_lines(text)[0];
    const std::string_view separators = options_.decimal_comma ? ";\t" : ",;\t";
    const bool is_one_column = first.find_first_of(separators) == std::string_view::npos;
    if (options_.decimal_comma && is_one_column && first.find(',') != std::string_view::npos) {
      separator = ',';
    } else if (is_one_column && has_pipes(text)) {
      refuse_file("not-a-table",
                  {"has columns that are separated by \"|\"; save it with commas, or put a first line \"sep=|\" above it"});
    }
  }
  if (options_.decimal_comma && separator == ',') {
    refuse_file("not-a-table", {"has columns that are separated by commas, so that a decimal comma can't be told from them"});
  }
  separator_ = separator;
  least_text_ = 0;
  if (line) {
    take(line->end);
    ++line_;
  }
  return true;
}

void CsvReader::Work::check_length(std::size_t size, bool is_quoted) {
  if (size <= longest_row) {
    return;
  }
  if (is_quoted) {
    fail("unclosed-quote", line_, fields_, {"has a quotation mark that is not closed, or not doubled"});
  } else {
    fail("too-long", line_, 0, {"is longer than 16 MiB, the most that a row may have"});
  }
}

void CsvReader::Work::read_header(bool last) {
  if (text_.size() < least_text_ && text_.size() <= longest_row && !last) {
    return;
  }
  HeaderFields found;
  const CsvScan scan = scan_csv(text_, separator_, last, found);
  if (!found.is_found) {
    if (scan.is_broken) {
      throw_error(ErrorType::data, "unclosed-quote", pointer_of(line_ + scan.lines, scan.fields + 1),
                  {"line ", line_ + scan.lines, " has a quotation mark that is not closed, or not doubled"});
    }
    line_ += scan.lines;
    take(scan.end);
    check_length(text_.size(), scan.is_quoted);
    if (error_) {
      throw Error(*error_);
    }
    if (last && !(utf16_ && utf16_->is_broken())) {
      refuse_file("empty", {"is empty; a header line with the columns' names was expected"});
    }
    least_text_ = scan.end > 0 ? 0 : 2 * text_.size();
    return;
  }
  least_text_ = 0;
  for (const std::string& field : found.fields) {
    header.emplace_back(trimmed(with_replacements(field)));
  }
  points_.resize(header.size());
  has_header = true;
  if (const auto other = other_line_end(std::string_view(text_).substr(0, scan.end))) {
    other_line_end_ = *other;
  }
  line_ += scan.lines;
  bytes_read += static_cast<double>(scan.end);
  take(scan.end);
}

void CsvReader::Work::field(const CsvField& field) {
  if (fields_ < header.size()) {
    fields.push_back(field.doubled ? undoubled_.emplace_back(without_doubled_marks(field.text)) : field.text);
  }
  ++fields_;
}

void CsvReader::Work::undo_row() {
  fields.resize(rows * header.size());
  fields_ = 0;
}

bool CsvReader::Work::row(std::int64_t lines, std::size_t size) {
  const std::int64_t line = line_ + lines;
  if (fields_ == 1 && trimmed(fields.back()).empty()) {
    undo_row();
    return true;
  }
  if (size > longest_row) {
    fail("too-long", line, 0, {"is longer than 16 MiB, the most that a row may have"});
    undo_row();
    return false;
  }
  if (fields_ != header.size()) {
    const bool several = fields_ > 1;
    fail("wrong-length", line, 0,
         {"has ", fields_, several ? " fields, but the header has " : " field, but the header has ", header.size(),
          header.size() == 1 ? ": the first line must have the columns' names, separated by commas, semicolons or tabs" : ""});
    undo_row();
    return false;
  }
  ++rows;
  fields_ = 0;
  const std::int64_t number = rows_before + static_cast<std::int64_t>(rows);
  if (offsets.empty() || offsets.back().second != line - number) {
    offsets.emplace_back(number, line - number);
  }
  return true;
}

/// Looks at the whole rows of the block. Where commas separate columns, points are decimal marks.
void CsvReader::Work::look_at_points() {
  if (options_.decimal_comma || (separator_ != ';' && separator_ != '\t')) {
    return;
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    report::look_at_points(column(i), points_[i]);
  }
}

std::vector<std::size_t> CsvReader::Work::thousands() const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (points_[i] == least_points) {
      places.push_back(i);
    }
  }
  return places;
}

void CsvReader::Work::read_rows(bool last) {
  if (text_.size() < least_text_ && text_.size() <= longest_row && !last) {
    return;
  }
  fields_ = 0;
  const CsvScan scan = scan_csv(text_, separator_, last, *this);
  const std::size_t whole_fields = fields_;
  undo_row();
  look_at_points();
  if (!error_) {
    line_ += scan.lines;
    bytes_read += static_cast<double>(scan.end);
    used_ = scan.end;
    if (scan.is_broken) {
      fail("unclosed-quote", line_, whole_fields + 1, {"has a quotation mark that is not closed, or not doubled"});
    } else {
      fields_ = whole_fields + 1;
      check_length(text_.size() - used_, scan.is_quoted);
      fields_ = 0;
    }
  }
  least_text_ = scan.end > 0 ? 0 : 2 * text_.size();
}

void CsvReader::Work::read(std::string_view bytes, bool last) {
  rows_before += static_cast<std::int64_t>(rows);
  rows = 0;
  fields.clear();
  undoubled_.clear();
  take(std::exchange(used_, 0));
  if (error_) {
    throw Error(*error_);
  }
  if (is_open_) {
    decode(bytes);
  } else {
    head_.append(bytes);
    if (!open(last)) {
      return;
    }
  }
  if (last && utf16_) {
    utf16_->end();
  }
  const bool is_broken = utf16_ && utf16_->is_broken();
  // Rows that could be read come first.
  const bool ends = last && !is_broken;
  const bool flush = ends || is_broken;
  if (separator_ == 0 && !lay_out(flush)) {
    return;
  }
  if (!has_header) {
    read_header(ends);
  }
  if (has_header && !error_) {
    read_rows(ends);
  }
  if (is_broken && !error_) {
    const auto line_ends = [](std::string_view text) {
      std::int64_t count = 0;
      for (std::size_t i = 0; i < text.size(); ++i) {
        count += text[i] == '\n' || (text[i] == '\r' && text.substr(i, 2) != "\r\n") ? 1 : 0;
      }
      return count;
    };
    const std::string_view rest = std::string_view(text_).substr(used_);
    fail("not-utf8", line_ + line_ends(rest), 0, {"has half a character of UTF-16; save the file as UTF-8"});
  }
  if (last && !error_ && rows_before == 0 && rows == 0 && !other_line_end_.empty()) {
    fail(
        "not-a-table", line_ > 1 ? line_ - 1 : 1, 0,
        {"has the character ", other_line_end_.c_str(), ", which ends no line of a table; save the file with other line ends"});
  }
}

CsvReader::CsvReader(CsvOptions options) : work_(std::make_unique<Work>(options)) {}
CsvReader::CsvReader(CsvReader&&) noexcept = default;
CsvReader& CsvReader::operator=(CsvReader&&) noexcept = default;
CsvReader::~CsvReader() = default;

void CsvReader::push(std::string_view bytes) {
  if (bytes.size() > most_bytes) {
    throw Error(ErrorType::argument, "out-of-range", "/text", "a piece of a table must have at most 64 MiB");
  }
  work_->read(bytes, false);
}

void CsvReader::finish() {
  work_->read({}, true);
}

void CsvReader::refuse_damaged() const {
  refuse_file("not-a-table",
              {"is a gzip file that is damaged, cut off, or in several parts; unpack it (gunzip) and give what is in it"});
}

bool CsvReader::has_failed() const {
  return work_->has_failed();
}
bool CsvReader::has_header() const {
  return work_->has_header;
}
const std::vector<std::string>& CsvReader::header() const {
  return work_->header;
}
char CsvReader::separator() const {
  return work_->separator();
}
std::size_t CsvReader::rows() const {
  return work_->rows;
}
std::vector<Fields> CsvReader::fields() const {
  std::vector<Fields> fields;
  for (std::size_t i = 0; i < work_->header.size(); ++i) {
    fields.push_back(work_->column(i));
  }
  return fields;
}

Columns CsvReader::columns() const {
  Columns columns{{}, work_->rows};
  for (const Fields& column : fields()) {
    columns.columns.push_back({column, {}});
  }
  return columns;
}

std::optional<std::int64_t> CsvReader::line_of(std::int64_t row) const {
  if (row < 1 || row > work_->rows_before + static_cast<std::int64_t>(work_->rows)) {
    return std::nullopt;
  }
  const auto& offsets = work_->offsets;
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), row,
                                      [](std::int64_t number, const auto& entry) { return number < entry.first; });
  return row + std::prev(after)->second;
}

std::vector<std::size_t> CsvReader::thousands() const {
  return work_->thousands();
}

double CsvReader::estimated_rows(double bytes) const {
  const auto rows = static_cast<double>(work_->rows_before) + static_cast<double>(work_->rows);
  return work_->bytes_read > 0 ? rows * bytes / work_->bytes_read : 0;
}

}  // namespace expost::report

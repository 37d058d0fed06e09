#include "curator/audit_by_sums.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/nearest_rank.hpp"
#include "expost/operations/added_audits.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// The first byte of questions and answers.
constexpr char of_sums = 'S';
constexpr char of_counts = 'C';

/// |exact|, then bound and ratio of Expost's and of Redberg & Wang's bound.
constexpr std::size_t columns = 5;
using Figures = std::array<double, columns>;

/// Doubles of 0 or more are in the order of their bits.
constexpr int bits = 63;
/// The first ranges: 2¹⁰ for each power of two.
constexpr int first_shift = 42;
/// Ranges that a range is divided into.
constexpr int bits_at_once = 14;
/// Values of one range that are counted one by one.
constexpr std::uint64_t most_values = 1U << 17U;

// Emscripten 3.1.6 has no std::bit_cast.
std::uint64_t bits_of(double value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

double of_bits(std::uint64_t word) {
  double value = 0;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

std::uint64_t key_of(double value) {
  return bits_of(std::fabs(value));
}

[[noreturn]] void refuse_question() {
  throw Error(ErrorType::argument, "not-a-question", "", "this is no question about an audit");
}
[[noreturn]] void refuse_answer() {
  throw Error(ErrorType::argument, "not-sums", "", "the counts of an audit are none, or those of another question");
}

/// Words of 64 bits, one after the other.
class Words {
 public:
  explicit Words(char kind) : bytes_(1, kind) {}

  void put(std::uint64_t word) { bytes_.append(reinterpret_cast<const char*>(&word), sizeof word); }
  void put(double value) { put(bits_of(value)); }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ReadWords {
 public:
  using Refuse = void (*)();
  ReadWords(std::string_view text, char kind, Refuse refuse) : text_(text), refuse_(refuse) {
    if (text_.empty() || text_.front() != kind || text_.size() % sizeof(std::uint64_t) != 1) {
      refuse_();
    }
    text_.remove_prefix(1);
  }

  [[nodiscard]] std::uint64_t word() {
    if (text_.empty()) {
      refuse_();
    }
    std::uint64_t word = 0;
    std::memcpy(&word, text_.data(), sizeof word);
    text_.remove_prefix(sizeof word);
    return word;
  }
  [[nodiscard]] double number() { return of_bits(word()); }
  /// A number of things that follow, each of at least `words`.
  [[nodiscard]] std::size_t count(std::size_t words) {
    const std::uint64_t said = word();
    if (said > text_.size() / sizeof(std::uint64_t) / words) {
      refuse_();
    }
    return static_cast<std::size_t>(said);
  }
  void end() const {
    if (!text_.empty()) {
      refuse_();
    }
  }

 private:
  std::string_view text_;
  Refuse refuse_;
};

/// A range of doubles of a column, to be divided: keys with these first bits, counted by more.
struct Range {
  std::uint64_t column = 0;
  std::uint64_t prefix = 0;
  std::uint64_t shift = bits;         ///< bits of a key that the prefix lacks
  std::uint64_t finer = first_shift;  ///< and its parts do
};

constexpr std::size_t words_of_range = 4;

struct CountQuestion {
  Derivatives derivatives;
  std::vector<Range> ranges;
};

std::string question_bytes(const CountQuestion& question) {
  Words words(of_counts);
  const Eigen::VectorXd& gradient = question.derivatives.gradient;
  words.put(static_cast<std::uint64_t>(gradient.size()));
  for (const double value : gradient) {
    words.put(value);
  }
  for (const double value : question.derivatives.hessian.reshaped()) {
    words.put(value);
  }
  words.put(static_cast<std::uint64_t>(question.ranges.size()));
  for (const Range& range : question.ranges) {
    words.put(range.column);
    words.put(range.prefix);
    words.put(range.shift);
    words.put(range.finer);
  }
  return words.take();
}

CountQuestion read_question(std::string_view text, Eigen::Index length) {
  ReadWords words(text, of_counts, refuse_question);
  const std::size_t size = words.count(1);
  if (static_cast<Eigen::Index>(size) != length) {
    refuse_question();
  }
  CountQuestion question{{Eigen::VectorXd(length), Eigen::MatrixXd(length, length)}, {}};
  for (double& value : question.derivatives.gradient) {
    value = words.number();
  }
  for (double& value : question.derivatives.hessian.reshaped()) {
    value = words.number();
  }
  const std::size_t ranges = words.count(words_of_range);
  for (std::size_t i = 0; i < ranges; ++i) {
    Range range;
    for (std::uint64_t* const part : {&range.column, &range.prefix, &range.shift, &range.finer}) {
      *part = words.word();
    }
    if (range.column >= columns || range.shift > bits || range.finer >= range.shift) {
      refuse_question();
    }
    question.ranges.push_back(range);
  }
  words.end();
  return question;
}

/// The answer: counts, and for each range the keys of its parts with how often they come.
struct Counts {
  std::uint64_t rows = 0;
  std::uint64_t misses = 0;
  std::uint64_t redberg2021_misses = 0;
  std::array<std::uint64_t, columns> largest{};
  std::vector<std::unordered_map<std::uint64_t, std::uint64_t>> parts;

  void add(const Counts& other) {
    rows += other.rows;
    misses += other.misses;
    redberg2021_misses += other.redberg2021_misses;
    for (std::size_t column = 0; column < columns; ++column) {
      largest[column] = std::max(largest[column], other.largest[column]);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (const auto& [key, count] : other.parts[i]) {
        parts[i][key] += count;
      }
    }
  }
};

std::string answer_bytes(const Counts& counts) {
  Words words(of_counts);
  for (const std::uint64_t count : {counts.rows, counts.misses, counts.redberg2021_misses}) {
    words.put(count);
  }
  for (const std::uint64_t key : counts.largest) {
    words.put(key);
  }
  words.put(static_cast<std::uint64_t>(counts.parts.size()));
  for (const auto& part : counts.parts) {
    words.put(static_cast<std::uint64_t>(part.size()));
    for (const auto& [key, count] : part) {
      words.put(key);
      words.put(count);
    }
  }
  return words.take();
}

Counts read_answer(std::string_view text) {
  ReadWords words(text, of_counts, refuse_answer);
  Counts counts;
  for (std::uint64_t* const count : {&counts.rows, &counts.misses, &counts.redberg2021_misses}) {
    *count = words.word();
  }
  for (std::uint64_t& key : counts.largest) {
    key = words.word();
  }
  counts.parts.resize(words.count(1));
  for (auto& part : counts.parts) {
    const std::size_t size = words.count(2);
    for (std::size_t i = 0; i < size; ++i) {
      const std::uint64_t key = words.word();
      part[key] += words.word();
    }
  }
  words.end();
  return counts;
}

/// A quantile that is being looked for.
struct Wanted {
  std::size_t column = 0;
  std::uint64_t rank = 0;   ///< from 1, among all rows
  std::uint64_t below = 0;  ///< rows below the range
  Range range;
  bool found = false;
  double value = 0;

  /// Takes the counts of the range's parts.
  void take(const std::unordered_map<std::uint64_t, std::uint64_t>& counts) {
    const std::map<std::uint64_t, std::uint64_t> rising(counts.begin(), counts.end());
    for (const auto& [key, count] : rising) {
      if (below + count < rank) {
        below += count;
        continue;
      }
      found = range.finer == 0;
      value = of_bits(key);
      const std::uint64_t next = count <= most_values || range.finer <= bits_at_once ? 0 : range.finer - bits_at_once;
      range = {range.column, key, range.finer, next};
      return;
    }
    // There are as many rows as when the ranks were made.
    refuse_answer();
  }
};

/// The counts of all rows.
Counts asked(const AddUp& add_up, const CountQuestion& question, std::uint64_t rows) {
  Counts counts = read_answer(add_up(question_bytes(question)));
  if (counts.parts.size() != question.ranges.size()) {
    refuse_answer();
  }
  if (counts.rows != rows) {
    refuse_changed_rows();
  }
  return counts;
}

std::string added_counts(std::string_view first, std::string_view second) {
  Counts sum = read_answer(first);
  const Counts other = read_answer(second);
  if (sum.parts.size() != other.parts.size()) {
    refuse_answer();
  }
  sum.add(other);
  return answer_bytes(sum);
}

std::string with_kind(char kind, std::string_view text) {
  return std::string(1, kind).append(text);
}

ordered_json quantiles(const std::vector<Wanted>& wanted, const Counts& counts, std::size_t column) {
  ObjectWriter document;
  document.put("median", wanted[2 * column].value)
      .put("p99", wanted[2 * column + 1].value)
      .put("max", of_bits(counts.largest[column]));
  return document.take();
}

}  // namespace

std::string added_audits(std::string_view first, std::string_view second) {
  if (first.empty() || second.empty() || first.front() != second.front()) {
    refuse_answer();
  }
  return first.front() == of_sums ? with_kind(of_sums, added_sums(first.substr(1), second.substr(1)))
                                  : added_counts(first, second);
}

std::string audit_of(std::string_view question, const json& options, const LoadedReport& loaded, const Mechanism& mechanism,
                     const CodedData& block) {
  if (question.empty()) {
    refuse_question();
  }
  if (question.front() == of_sums) {
    return with_kind(of_sums, sums_of(question.substr(1), block));
  }
  CountQuestion asked_for = read_question(question, block.x.cols());
  AuditRules rules(loaded, audit_options(options, loaded));
  const std::unique_ptr<ExactRows> exact =
      mechanism.exact_at(loaded.model().published(), std::move(asked_for.derivatives), block);
  Counts counts;
  counts.rows = static_cast<std::uint64_t>(block.x.rows());
  counts.parts.resize(asked_for.ranges.size());
  for (Eigen::Index i = 0; i < block.x.rows(); ++i) {
    const AuditedRow row = rules.row(exact->row(i).loss, block.x.row(i).transpose(), block.y(i));
    counts.misses += row.missed ? 1 : 0;
    counts.redberg2021_misses += row.redberg2021_missed ? 1 : 0;
    const Figures figures{row.loss, row.upper, row.ratio, row.redberg2021_upper, row.redberg2021_ratio};
    for (std::size_t column = 0; column < columns; ++column) {
      counts.largest[column] = std::max(counts.largest[column], key_of(figures[column]));
    }
    for (std::size_t part = 0; part < asked_for.ranges.size(); ++part) {
      const Range& range = asked_for.ranges[part];
      const std::uint64_t key = key_of(figures[range.column]);
      if (key >> range.shift == range.prefix) {
        ++counts.parts[part][key >> range.finer];
      }
    }
  }
  return answer_bytes(counts);
}

ordered_json audit_by_sums(const json& document, const LoadedReport& loaded, const CodedRows& rows, const Mechanism& mechanism,
                           const AddUp& add_up) {
  const Request request(document);
  request.allow_only({"data", "report", "count", "options"});
  static const json none;
  const json& asked_for = request.has("options") ? request.required("options") : none;
  const BoundOptions options = audit_options(asked_for, loaded);
  const double said = request.number("count");
  constexpr double most_rows = 9007199254740992;  // 2⁵³
  if (!(said >= 0 && said <= most_rows && said == std::floor(said))) {
    request.refuse("count", "out-of-range", "must be a number of rows");
  }
  if (said == 0) {
    rows.require_rows();
  }
  const auto count = static_cast<std::uint64_t>(said);
  require_same_study(loaded, rows.study());
  const auto sums = [&](std::string_view question) -> std::string {
    std::string answer = add_up(with_kind(of_sums, question));
    if (answer.empty() || answer.front() != of_sums) {
      refuse_answer();
    }
    return answer.substr(1);
  };
  const std::unique_ptr<RowSource> source = rows_elsewhere(rows.dimension(), static_cast<std::int64_t>(count), sums);
  CountQuestion question{mechanism.derivatives(loaded.model().published(), *source), {}};
  const bool has_redberg2021 = AuditRules(loaded, options).has_redberg2021();
  std::vector<Wanted> wanted;
  for (std::size_t column = 0; column < (has_redberg2021 ? columns : columns - 2); ++column) {
    for (const double share : {0.5, 0.99}) {
      wanted.push_back({column, nearest_rank(share, static_cast<std::size_t>(count)), 0, {column}});
    }
  }
  Counts counts;
  while (true) {
    question.ranges.clear();
    std::vector<Wanted*> left;
    for (Wanted& quantile : wanted) {
      if (!quantile.found) {
        question.ranges.push_back(quantile.range);
        left.push_back(&quantile);
      }
    }
    if (left.empty()) {
      break;
    }
    counts = asked(add_up, question, count);
    for (std::size_t i = 0; i < left.size(); ++i) {
      left[i]->take(counts.parts[i]);
    }
  }
  ObjectWriter summary;
  summary.put_count("rows", static_cast<std::int64_t>(count)).put_count("misses", static_cast<std::int64_t>(counts.misses));
  ObjectWriter bound;
  ObjectWriter ratio;
  bound.put("sharp", quantiles(wanted, counts, 1));
  ratio.put("sharp", quantiles(wanted, counts, 2));
  if (has_redberg2021) {
    summary.put_count("missesRedberg2021", static_cast<std::int64_t>(counts.redberg2021_misses));
    bound.put("redberg2021", quantiles(wanted, counts, 3));
    ratio.put("redberg2021", quantiles(wanted, counts, 4));
  }
  summary.put("failureProbability", options.failure_probability)
      .put("exact", quantiles(wanted, counts, 0))
      .put("bound", bound)
      .put("ratio", ratio);
  return ObjectWriter().put("summary", summary).take();
}

}  // namespace expost::operations

#include "curator/ledger_total.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "curator/composing.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/decimal.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/sentence.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;

/// Publications that "compose" takes.
constexpr std::size_t most_composed = 2000;
/// Digits that are shown of an ε that was composed: it is no decimal by itself.
constexpr std::size_t shown_digits = 4;

/// A number of 0 or more as it is written: digits without zeros at the end, times a power of ten.
struct Decimal {
  std::string digits;
  int power = 0;  ///< of the last digit
};

Decimal decimal(double value) {
  const std::string written = report::shortest_decimal(value);
  const std::size_t e = written.find('e');
  Decimal result{"", e == std::string::npos ? 0 : std::stoi(written.substr(e + 1))};
  bool in_fraction = false;
  for (const char c : written.substr(0, e)) {
    if (c == '.') {
      in_fraction = true;
    } else {
      result.digits += c;
      result.power -= in_fraction ? 1 : 0;
    }
  }
  return result;
}

/// A sum of decimals that doubles are written as, exactly.
class DecimalSum {
 public:
  void add(double value) {
    const Decimal added = decimal(value);
    for (std::size_t i = 0; i < added.digits.size(); ++i) {
      const int power = added.power + static_cast<int>(added.digits.size() - 1 - i);
      places_.at(static_cast<std::size_t>(power - least_power)) += static_cast<std::uint64_t>(added.digits[i] - '0');
    }
  }

  /// The double that is written as the sum, or the next one up that is not below it.
  [[nodiscard]] double upward() {
    carry();
    std::string text;
    for (auto place = places_.rbegin(); place != places_.rend(); ++place) {
      text += static_cast<char>('0' + *place);
    }
    const double nearest = report::nearest_double(text + "e" + std::to_string(least_power));
    if (!(nearest < infinity)) {
      return nearest;
    }
    DecimalSum own;
    own.add(nearest);
    own.carry();
    const bool is_below =
        std::lexicographical_compare(own.places_.rbegin(), own.places_.rend(), places_.rbegin(), places_.rend());
    return is_below ? std::nextafter(nearest, infinity) : nearest;
  }

 private:
  // The smallest double is 5e-324, and 17 digits of the smallest normal one go to 1e-324; the
  // largest has 309 digits, and 2⁶⁴ / 9 summands add 19.
  static constexpr int least_power = -345;
  static constexpr std::size_t places = 700;

  void carry() {
    for (std::size_t i = 0; i + 1 < places; ++i) {
      places_[i + 1] += places_[i] / 10;
      places_[i] %= 10;
    }
  }

  std::array<std::uint64_t, places> places_{};  ///< the lowest first
};

EpsilonDelta sums_of(const std::vector<const LedgerEntry*>& entries) {
  std::vector<double> epsilons;
  std::vector<double> deltas;
  for (const LedgerEntry* const entry : entries) {
    epsilons.push_back(entry->epsilon);
    deltas.push_back(entry->delta);
  }
  // More than 1 says no more than 1.
  return {sum_upward(epsilons), std::min(1.0, sum_upward(deltas))};
}

bool is_promised(const LedgerEntry& entry) {
  return !entry.seeded && entry.epsilon < infinity;
}

std::string plain(double value) {
  return std::isfinite(value) ? report::format_number(value) : "∞";
}

std::string counted(std::int64_t count, const char* one, const char* many) {
  return report::sentence({count, " ", count == 1 ? one : many});
}

/// A number of 0 or more with four digits, rounded up.
double shown_upward(double value) {
  if (!std::isfinite(value)) {
    return value;
  }
  Decimal exact = decimal(value);
  if (exact.digits.size() <= shown_digits) {
    return value;
  }
  const int power = exact.power + static_cast<int>(exact.digits.size() - shown_digits);
  const int digits = std::stoi(exact.digits.substr(0, shown_digits)) + 1;
  return report::nearest_double(std::to_string(digits) + "e" + std::to_string(power));
}

/// The largest double that can be added to `spent` without going beyond the limit; 0 where none
/// can.
double rest_of(double limit, double spent) {
  const auto fits = [&](double rest) { return sum_upward({spent, rest}) <= limit; };
  if (fits(limit)) {
    return limit;
  }
  double low = 0;
  double high = limit;
  for (double middle = 0.5 * limit; middle > low && middle < high; middle = low + 0.5 * (high - low)) {
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace

double sum_upward(const std::vector<double>& values) {
  DecimalSum sum;
  for (const double value : values) {
    if (value == infinity) {
      return infinity;
    }
    sum.add(value);
  }
  return sum.upward();
}

LedgerTotal total_of(const std::vector<LedgerEntry>& entries) {
  LedgerTotal total;
  std::vector<const LedgerEntry*> published;
  std::vector<const LedgerEntry*> promised;
  bool of_person = false;
  bool of_row = false;
  for (const LedgerEntry& entry : entries) {
    if (entry.seeded) {
      ++total.experiments;
      continue;
    }
    published.push_back(&entry);
    if (is_promised(entry)) {
      promised.push_back(&entry);
      (entry.of_person ? of_person : of_row) = true;
    }
  }
  total.publications = static_cast<std::int64_t>(published.size());
  total.without_guarantee = static_cast<std::int64_t>(published.size() - promised.size());
  total.sums = sums_of(published);
  total.promised = sums_of(promised);
  total.is_of_row = of_person && of_row;
  return total;
}

EpsilonDelta together_of(const std::vector<LedgerEntry>& entries, const std::optional<LedgerLimit>& limit) {
  const EpsilonDelta sums = total_of(entries).promised;
  const double delta = limit && limit->delta ? *limit->delta : sums.delta;
  json parts = json::array();
  for (const LedgerEntry& entry : entries) {
    if (is_promised(entry)) {
      parts.push_back(entry.part);
    }
  }
  double epsilon = sums.delta <= delta ? sums.epsilon : infinity;
  if (!parts.empty() && parts.size() <= most_composed && delta < 1) {
    json request = json::object();
    request["parts"] = std::move(parts);
    request["delta"] = delta;
    epsilon = std::min(epsilon, compose(request).at("epsilon").get<double>());
  }
  return {epsilon, delta};
}

LedgerLimit left_of(const LedgerLimit& limit, const LedgerTotal& total) {
  LedgerLimit left{rest_of(limit.epsilon, total.sums.epsilon), std::nullopt};
  if (limit.delta) {
    left.delta = rest_of(*limit.delta, total.sums.delta);
  }
  return left;
}

std::string in_words(const EpsilonDelta& promise) {
  return "ε = " + plain(promise.epsilon) + ", δ = " + plain(promise.delta);
}

std::string in_words(const LedgerLimit& limit) {
  return limit.delta ? in_words(EpsilonDelta{limit.epsilon, *limit.delta}) : "ε = " + plain(limit.epsilon) + " with any δ";
}

std::string in_words(const LedgerTotal& total) {
  std::vector<std::string> counts;
  if (total.publications > 0) {
    counts.push_back(counted(total.publications, "publication", "publications"));
  }
  const std::int64_t finite = total.publications - total.without_guarantee;
  if (total.without_guarantee > 0) {
    const std::string without = report::sentence({total.without_guarantee, " without a finite guarantee"});
    counts.push_back(finite > 0 ? report::sentence({finite, " with a promise: ", in_words(total.promised), "; ", without})
                                : without);
  }
  if (total.experiments > 0) {
    counts.push_back(counted(total.experiments, "seeded experiment", "seeded experiments") + " not counted");
  }
  std::string words = total.publications == 0 ? "nothing published" : in_words(total.sums);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    words += (i == 0 ? " (" : ", ") + counts[i];
  }
  return counts.empty() ? words : words + ")";
}

std::string in_words(const LedgerTotal& total, const EpsilonDelta& together) {
  const double epsilon = shown_upward(together.epsilon);
  if (!(together.epsilon < infinity && (epsilon < total.promised.epsilon || together.delta < total.promised.delta))) {
    return "";
  }
  return report::sentence({"together ε = ", plain(epsilon), " at δ = ", plain(together.delta),
                           total.without_guarantee > 0 ? " of those with a promise" : "", ", composed tightly",
                           total.publications - total.without_guarantee > 1 ? " (if no result led to a later budget)" : ""});
}

}  // namespace expost::operations

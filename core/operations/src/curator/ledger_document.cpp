#include "curator/ledger_document.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/sentence.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;

/// Promises of one curve.
constexpr std::size_t most_listed_promises = 100;
constexpr std::size_t hash_digits = 64;
constexpr double below_one = 1 - 0x1p-53;
/// As "compose" takes them.
constexpr double most_listed_steps = 1e9;

[[noreturn]] void refuse(const char* code, const std::string& pointer, const char* expected) {
  report::throw_error(ErrorType::ledger, code, pointer, {pointer, " ", expected});
}

bool is_text(const json& value) {
  return value.is_string() && !report::trimmed(value.get_ref<const std::string&>()).empty();
}

bool is_finite(const json& value) {
  return value.is_number() && std::isfinite(value.get<double>());
}

bool is_within(const json& value, double least, double most) {
  return is_finite(value) && value.get<double>() >= least && value.get<double>() <= most;
}

bool is_from_zero(const json& value) {
  return is_finite(value) && value.get<double>() >= 0;
}

bool is_above_zero(const json& value) {
  return is_finite(value) && value.get<double>() > 0;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Such as 2026-03-01.
bool is_date(const json& value) {
  if (!value.is_string()) {
    return false;
  }
  constexpr std::string_view form = "dddd-dd-dd";
  const auto& text = value.get_ref<const std::string&>();
  return std::equal(text.begin(), text.end(), form.begin(), form.end(),
                    [](char c, char expected) { return expected == 'd' ? is_digit(c) : c == expected; });
}

/// A report without a guarantee has ε = ∞, written "Infinity", and δ = 1.
bool is_infinite(const json& value) {
  return value.is_string() && value.get_ref<const std::string&>() == "Infinity";
}

bool is_pair(const json& value) {
  return value.is_object() && value.size() == 2 && value.contains("shift") && is_from_zero(value.at("shift")) &&
         value.contains("slack") && is_from_zero(value.at("slack"));
}

bool is_promise(const json& value) {
  return value.is_object() && value.size() == 2 && value.contains("epsilon") && is_from_zero(value.at("epsilon")) &&
         value.contains("delta") && is_within(value.at("delta"), 0, 1);
}

bool is_curve(const json& value) {
  return value.is_array() && !value.empty() && value.size() <= most_listed_promises &&
         std::all_of(value.begin(), value.end(), is_promise);
}

bool is_count(const json& value) {
  return is_finite(value) && value.get<double>() >= 1 && value.get<double>() == std::floor(value.get<double>());
}

bool is_sampled(const json& value) {
  return value.is_object() && value.size() == 4 && value.contains("multiplier") && is_above_zero(value.at("multiplier")) &&
         value.contains("rate") && is_above_zero(value.at("rate")) && is_within(value.at("rate"), 0, below_one) &&
         value.contains("steps") && is_count(value.at("steps")) && is_within(value.at("steps"), 1, most_listed_steps) &&
         value.contains("slack") && is_from_zero(value.at("slack"));
}

/// A key of an entry, with what its value must be.
struct Key {
  const char* name;
  int version;  ///< the first that has it
  bool optional;
  bool (*holds)(const json& value);
  const char* expected;
};

// δ = 0: pure differential privacy.
constexpr std::initializer_list<Key> entry_keys{
    {"published", 1, false, is_date, "must be a date like 2026-03-01"},
    {"title", 1, false, is_text, "must be the report's title"},
    {"report", 1, false, is_sha256, "must be the SHA-256 of the report, 64 hexadecimal digits"},
    {"study", 1, false, is_sha256, "must be the SHA-256 of the study, 64 hexadecimal digits"},
    {"epsilon", 1, false, [](const json& value) { return is_infinite(value) || is_above_zero(value); },
     "must be a number above 0, or \"Infinity\""},
    {"delta", 1, false, [](const json& value) { return is_within(value, 0, 1); }, "must be a number from 0 to 1"},
    {"accountant", 1, false, [](const json& value) { return value.is_null() || is_text(value); },
     "must be the accountant's name, or null"},
    {"seeded", 1, false, [](const json& value) { return value.is_boolean(); }, "must be true or false"},
    {"data", 2, true, is_sha256, "must be the data's fingerprint, 64 hexadecimal digits"},
    {"gaussian", 3, true, is_pair, "must be shift and slack, numbers of 0 or more"},
    {"curve", 3, true, is_curve, "must be a list of 1 to 100 promises, each epsilon and delta"},
    {"sampled", 4, true, is_sampled,
     "must be multiplier (above 0), rate (between 0 and 1), steps (a whole number of 1 or more) and slack (0 or more)"},
    {"rows", 3, true, is_count, "must be the rows of a person, a whole number of 1 or more"},
};

/// A key that begins with "x-" is another program's.
template <class Known>
void check_keys(const json& object, const std::string& pointer, Known known) {
  for (const auto& item : object.items()) {
    if (!known(item.key()) && item.key().substr(0, 2) != "x-") {
      std::string of_key = pointer + "/";
      for (const char c : item.key()) {
        of_key += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
      }
      refuse("unknown-key", of_key, "is not a key of a ledger of this version");
    }
  }
}

auto among(std::initializer_list<const char*> names) {
  return [names](const std::string& key) {
    return std::any_of(names.begin(), names.end(), [&](const char* name) { return key == name; });
  };
}

std::string text_at(const json& object, const char* key) {
  return object.contains(key) ? object.at(key).get<std::string>() : std::string();
}

LedgerEntry read_entry(const json& document, const std::string& pointer, int version) {
  if (!document.is_object()) {
    refuse("wrong-type", pointer, "must be an object about one publication");
  }
  check_keys(document, pointer, [&](const std::string& key) {
    return std::any_of(entry_keys.begin(), entry_keys.end(),
                       [&](const Key& known) { return known.version <= version && key == known.name; });
  });
  for (const Key& key : entry_keys) {
    const bool is_there = document.contains(key.name);
    if (is_there ? !key.holds(document.at(key.name)) : !key.optional) {
      refuse("out-of-range", pointer + "/" + key.name, key.expected);
    }
  }
  const bool infinite = is_infinite(document.at("epsilon"));
  LedgerEntry entry{infinite ? infinity : document.at("epsilon").get<double>(),
                    document.at("delta").get<double>(),
                    document.at("seeded").get<bool>(),
                    document.contains("rows"),
                    document.at("published").get<std::string>(),
                    document.at("study").get<std::string>(),
                    text_at(document, "data"),
                    {}};
  if (infinite && entry.delta != 1) {
    refuse("inconsistent", pointer + "/delta", "must be 1 where epsilon is \"Infinity\"");
  }
  std::string form;
  for (const char* const key : {"gaussian", "curve", "sampled"}) {
    if (document.contains(key) && !form.empty()) {
      refuse("inconsistent", pointer + "/" + key, ("must be left out beside " + form).c_str());
    }
    form = document.contains(key) ? key : form;
  }
  for (const char* const key : composed_keys) {
    if (!infinite && document.contains(key)) {
      entry.part[key] = document.at(key);
    }
  }
  return entry;
}

int read_version(const json& document) {
  const json version = document.contains("version") ? document.at("version") : json();
  if (is_count(version) && version.get<double>() > ledger_version) {
    report::throw_error(ErrorType::ledger, "newer-version", "/version",
                        {"is a ledger of version ", version.get<double>(), ", newer than this version of Expost can add to (",
                         ledger_version, ")"});
  }
  if (!is_count(version)) {
    refuse("out-of-range", "/version", "must be 1, 2, 3 or 4");
  }
  return static_cast<int>(version.get<double>());
}

}  // namespace

bool is_sha256(const json& value) {
  if (!value.is_string()) {
    return false;
  }
  const auto& text = value.get_ref<const std::string&>();
  return text.size() == hash_digits &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

LedgerLimit read_ledger_limit(const json& document) {
  if (!document.is_object()) {
    refuse("wrong-type", "/limit", "must be an object with epsilon, and delta where δ is limited");
  }
  check_keys(document, "/limit", among({"epsilon", "delta"}));
  if (!document.contains("epsilon") || !is_above_zero(document.at("epsilon"))) {
    refuse("out-of-range", "/limit/epsilon", "must be a number above 0");
  }
  LedgerLimit limit{document.at("epsilon").get<double>(), std::nullopt};
  if (document.contains("delta")) {
    if (!is_within(document.at("delta"), 0, 1) || document.at("delta") == 1) {
      refuse("out-of-range", "/limit/delta", "must be a number from 0 to 1, 1 excluded");
    }
    limit.delta = document.at("delta").get<double>();
  }
  return limit;
}

LedgerEntry read_ledger_entry(const json& document, const std::string& pointer) {
  return read_entry(document, pointer, ledger_version);
}

Ledger read_ledger(const json& document) {
  if (!document.is_object() || !document.contains("format") || document.at("format") != ledger_format) {
    report::throw_error(ErrorType::ledger, "not-a-ledger", "",
                        {"is not a ledger: a JSON object whose format is \"", ledger_format, "\" was expected"});
  }
  const int version = read_version(document);
  check_keys(document, "",
             version == 1 ? among({"format", "version", "entries"}) : among({"format", "version", "key", "limit", "entries"}));
  Ledger ledger;
  if (document.contains("key")) {
    if (!is_sha256(document.at("key"))) {
      refuse("out-of-range", "/key", "must be 32 random bytes, 64 hexadecimal digits");
    }
    ledger.key = document.at("key").get<std::string>();
  }
  if (document.contains("limit")) {
    ledger.limit = read_ledger_limit(document.at("limit"));
  }
  if (!document.contains("entries") || !document.at("entries").is_array()) {
    refuse("wrong-type", "/entries", "must be a list of publications");
  }
  for (std::size_t i = 0; i < document.at("entries").size(); ++i) {
    ledger.entries.push_back(read_entry(document.at("entries").at(i), "/entries/" + std::to_string(i), version));
    if (!ledger.entries.back().data.empty() && ledger.key.empty()) {
      refuse("missing", "/key", "is missing: the fingerprints of data were made with it");
    }
  }
  return ledger;
}

}  // namespace expost::operations

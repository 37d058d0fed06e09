#include "rules.hpp"

#include <algorithm>
#include <string_view>

#include "members.hpp"

namespace expost::report {
namespace {

constexpr std::string_view host_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:";

bool is_plain_https_address(std::string_view text) {
  constexpr std::string_view scheme = "https://";
  if (!text.starts_with(scheme)) {
    return false;
  }
  const std::string_view rest = text.substr(scheme.size());
  const std::size_t slash = rest.find('/');
  const std::string_view host = rest.substr(0, slash);
  const std::string_view path = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
  return !host.empty() && host.front() != ':' && host.find_first_not_of(host_characters) == std::string_view::npos &&
         std::all_of(path.begin(), path.end(), [](char c) { return c > ' ' && c <= '~'; });
}

/// The control characters that no text has, as a regular expression's set, but for those of layout.
constexpr const char* controls = "\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";

OrderedJson number_schema(const NumberRule& rule) {
  OrderedJson schema{{"type", "number"}};
  if (std::isfinite(rule.lower)) {
    schema[rule.above ? "exclusiveMinimum" : "minimum"] = number_document(rule.lower);
  }
  if (std::isfinite(rule.upper)) {
    schema[rule.below ? "exclusiveMaximum" : "maximum"] = number_document(rule.upper);
  }
  return schema;
}

}  // namespace

std::string summary_key(std::string_view key) {
  std::string name;
  for (std::size_t i = key.starts_with("x-") ? 2 : 0; i < key.size(); ++i) {
    const bool starts_word = key[i] == '-' && i + 1 < key.size();
    name += starts_word ? static_cast<char>(key[++i] - 'a' + 'A') : key[i];
  }
  return name;
}

OrderedJson Text::describe(Definitions& definitions) const {
  OrderedJson text;
  if (rule.one_line) {
    text = definitions.refer("line", [] {
      return OrderedJson{
          {"description",
           "One line of text: not empty, no control characters (C0, C1, Unicode's line ends and those of writing "
           "direction), no blanks at its ends."},
          {"type", "string"},
          {"pattern", std::string("^(?![ \\u00a0])[^\\u0000-\\u001f") + controls + "]+(?<![ \\u00a0])$"}};
    });
  } else {
    text = definitions.refer("text", [] {
      return OrderedJson{{"description", "Lines of text: line ends and tabs, but no other control characters."},
                         {"type", "string"},
                         {"pattern", std::string("^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f") + controls + "]*$"}};
    });
  }
  text["maxLength"] = rule.longest;
  return text;
}

OrderedJson Date::describe(Definitions& definitions) const {
  return definitions.refer("date", [] {
    return OrderedJson{
        {"description", "A day, YYYY-MM-DD."},
        {"type", "string"},
        {"pattern",
         "^[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0["
         "1-9]|[12][0-9]))$"}};
  });
}

void Address::read(const Node& node, Value& value) const {
  const bool is_text = node.value().is_string();
  if (is_text) {
    value = node.text({limits::link});
  }
  if (!is_text || !is_plain_https_address(value)) {
    node.refuse(is_text ? "not-an-address" : "wrong-type", expected());
  }
}

OrderedJson Address::describe(Definitions& definitions) const {
  return definitions.refer("httpsAddress", [] {
    return OrderedJson{{"description", "An absolute address in printable ASCII, without a user name."},
                       {"type", "string"},
                       {"maxLength", limits::link},
                       {"pattern", "^https://[A-Za-z0-9.-][A-Za-z0-9.:-]*(?:/[!-~]*)?$"}};
  });
}

OrderedJson Number::describe(Definitions&) const {
  return number_schema(rule);
}

OrderedJson Scale::describe(Definitions& definitions) const {
  return definitions.refer("scale", [] { return number_schema(moderate_number); });
}

void Probability::read(const Node& node, Value& value) const {
  const bool is_zero = or_zero && node.value().is_number() && node.value().get<double>() == 0;
  value = is_zero ? 0 : node.probability();
  if (value > most) {
    node.refuse("out-of-range", words);
  }
}

OrderedJson Probability::describe(Definitions&) const {
  OrderedJson schema{{"type", "number"}, {"minimum", or_zero ? OrderedJson(0) : number_document(limits::smallest_probability)}};
  schema[most < 1 ? "maximum" : "exclusiveMaximum"] = number_document(most);
  return schema;
}

void Grid::read(const Node& node, Value& value) const {
  value = node.number(moderate_number);
  int exponent = 0;
  if (std::frexp(value, &exponent) != 0.5) {
    node.refuse_as("out-of-range", {"must be a power of two, but is ", value});
  }
}

void RoundNumber::read(const Node& node, Value& value) const {
  value = node.whole(rule);
  double digits = value;
  while (std::fmod(digits, 10) == 0) {
    digits /= 10;
  }
  if (digits >= 100) {
    node.refuse("out-of-range", rule.words);
  }
}

OrderedJson RoundNumber::describe(Definitions&) const {
  return {{"type", "integer"}, {"minimum", number_document(rule.lower)}, {"maximum", number_document(rule.upper)}};
}

OrderedJson Grid::describe(Definitions& definitions) const {
  return definitions.refer("grid", [] {
    return described(number_schema(moderate_number), "The published values are whole multiples of this power of two.");
  });
}

OrderedJson describe_packed_text(Definitions&) {
  return {{"description", "Little-endian doubles in base64 (RFC 4648, section 4), padded, without line ends, unused bits 0."},
          {"type", "string"},
          {"minLength", 12},
          {"pattern", "^[A-Za-z0-9+/]*={0,2}$"}};
}

OrderedJson describe_packed(Definitions& definitions) {
  struct Packed {};
  static constexpr auto keys = members_of<Packed>(Constant<Packed>{"encoding", packed_encoding},
                                                  Described<Packed, describe_packed_text>{"data", true, nullptr});
  return definitions.refer("PackedNumbers", [&] { return keys.describe(definitions); });
}

OrderedJson describe_numbers(const NumberRule& rule, std::size_t least, std::size_t most) {
  return {{"type", "array"}, {"minItems", least}, {"maxItems", most}, {"items", number_schema(rule)}};
}

}  // namespace expost::report

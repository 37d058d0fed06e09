#include "document.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "expost/accounting/group_privacy.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"

namespace expost::report {
namespace {

constexpr std::size_t longest_shown = 60;  ///< code points of somebody else's text in one of our sentences
constexpr std::size_t longest_pointer_shown = 300;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

struct CodePoint {
  std::size_t length;  ///< in bytes; 0 where the text is not well-formed UTF-8
  std::uint32_t value;
};

/// Returns the code point that a text, not empty, starts with.
CodePoint first_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  if (length == 0 || length > text.size()) {
    return {0, 0};
  }
  std::uint32_t code_point = length == 1 ? lead : lead & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    if (!is_continuation(text[k])) {
      return {0, 0};
    }
    code_point = code_point << 6 | (static_cast<unsigned char>(text[k]) & 0x3FU);
  }
  const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  return {overlong || surrogate || code_point > 0x10FFFF ? 0 : length, code_point};
}

/// Whether it has more than `left` containers inside each other.
bool is_deeper(const Json& value, std::size_t left) {
  if (!value.is_structured() || left == 0) {
    return value.is_structured();
  }
  if (const auto* const items = value.get_ptr<const Json::array_t*>()) {
    return std::any_of(items->begin(), items->end(), [&](const Json& item) { return is_deeper(item, left - 1); });
  }
  const auto& members = value.get_ref<const Json::object_t&>();
  return std::any_of(members.begin(), members.end(), [&](const auto& member) { return is_deeper(member.second, left - 1); });
}

/// Code points of well-formed UTF-8; none if it is ill-formed (lone surrogates of JavaScript
/// strings come that way).
std::optional<std::size_t> count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); ++count) {
    const std::size_t length = first_code_point(text.substr(i)).length;
    if (length == 0) {
      return std::nullopt;
    }
    i += length;
  }
  return count;
}

/// True for what steers a terminal, ends a line or turns the direction of writing: C0 and C1
/// (U+0085 among them), U+2028 and U+2029, and Unicode's Bidi_Control.
bool is_control(std::uint32_t c) {
  const auto between = [c](std::uint32_t first, std::uint32_t last) { return c >= first && c <= last; };
  return c < 0x20 || between(0x7F, 0x9F) || c == 0x61C || between(0x200E, 0x200F) || between(0x2028, 0x202E) ||
         between(0x2066, 0x2069);
}

/// True for what nobody sees in a text, or takes for an ordinary blank: Unicode's
/// Default_Ignorable_Code_Point, its other blanks, and signs without a picture.
bool is_unseen(std::uint32_t c) {
  const auto between = [c](std::uint32_t first, std::uint32_t last) { return c >= first && c <= last; };
  return c == 0xA0 || c == 0xAD || c == 0x34F || between(0x115F, 0x1160) || c == 0x1680 || between(0x17B4, 0x17B5) ||
         between(0x180B, 0x180F) || between(0x2000, 0x200D) || c == 0x202F || between(0x205F, 0x206F) || c == 0x2800 ||
         c == 0x3000 || c == 0x3164 || between(0xFE00, 0xFE0F) || c == 0xFEFF || c == 0xFFA0 || between(0xFFF0, 0xFFFB) ||
         between(0x1BCA0, 0x1BCA3) || between(0x1D173, 0x1D17A) || between(0xE0000, 0xE0FFF);
}

/// True for what sets a text of several lines.
bool is_layout(std::uint32_t c) {
  return c == '\n' || c == '\r' || c == '\t';
}

/// True if a well-formed text has a control character; those that set several lines are allowed
/// where there may be several.
bool has_control(std::string_view text, bool one_line) {
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = first_code_point(text.substr(i));
    if (is_control(point.value) && (one_line || !is_layout(point.value))) {
      return true;
    }
    i += point.length;
  }
  return false;
}

bool is_extension(std::string_view key) {
  return key.substr(0, 2) == "x-";
}

/// Puts a text in quotes as JSON does, and names characters that nobody sees: "age[U+200B]". Those
/// of writing direction and other control characters are among them. Ill-formed bytes are replaced
/// by U+FFFD. intake/visible.js does the same.
std::string json_quoted(std::string_view text) {
  std::string quotes = "\"";
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const auto [length, value] = first_code_point(text.substr(i));
    constexpr std::string_view special = "\"\\\b\f\n\r\t";
    if (const std::size_t which = special.find(c); which != std::string_view::npos) {
      quotes += '\\';
      quotes += "\"\\bfnrt"[which];
    } else if (length > 0 && (is_control(value) || is_unseen(value))) {
      quotes += "[U+";
      for (int shift = value > 0xFFFF ? 16 : 12; shift >= 0; shift -= 4) {
        quotes += "0123456789ABCDEF"[value >> static_cast<unsigned>(shift) & 15U];
      }
      quotes += ']';
    } else if (length == 0) {
      quotes += "\xEF\xBF\xBD";
    } else {
      quotes += text.substr(i, length);
    }
    i += length == 0 ? 1 : length;
  }
  return quotes + "\"";
}

/// So that a sentence stays one line of text.
std::string shortened_in_quotes(std::string_view text, std::size_t longest) {
  std::string_view start = text;
  for (std::size_t i = 0, count = 0; i < text.size(); ++i) {
    if (!is_continuation(text[i]) && count++ == longest) {
      start = text.substr(0, i);
      break;
    }
  }
  std::string shortened(start);
  if (start.size() < text.size()) {
    shortened += "…";
  }
  return json_quoted(shortened);
}

}  // namespace

bool has_unseen(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = first_code_point(text.substr(i));
    if (is_control(point.value) || is_unseen(point.value)) {
      return true;
    }
    i += point.length;
  }
  return false;
}

const char* document_words(ErrorType type) {
  switch (type) {
    case ErrorType::report:
      return "the report";
    case ErrorType::study:
      return "the study";
    case ErrorType::record:
      return "the record";
    default:
      return "the document";
  }
}

Error too_deep(ErrorType type) {
  return {type, "too-deep", "", sentence({document_words(type), " must be nested at most ", limits::depth, " levels deep"})};
}

void require_depth(const Json& document, ErrorType type) {
  if (is_deeper(document, limits::depth)) {
    throw too_deep(type);
  }
}

std::string pointer_to(const std::string& parent, std::string_view key) {
  std::string pointer = parent + "/";
  for (const char c : key) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
  return pointer;
}

std::string in_words(const std::string& pointer) {
  const std::string quotes = shortened_in_quotes(pointer, longest_pointer_shown);
  return quotes.substr(1, quotes.size() - 2);
}

bool is_text(const Json& value, std::string_view text) {
  const auto* const held = value.get_ptr<const Json::string_t*>();
  return held != nullptr && *held == text;
}

bool is_false(const Json& value) {
  const auto* const held = value.get_ptr<const Json::boolean_t*>();
  return held != nullptr && !*held;
}

bool is_utf8(std::string_view text) {
  return count_code_points(text).has_value();
}

std::string with_replacements(std::string_view text) {
  std::string replaced;
  replaced.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = first_code_point(text.substr(i)).length;
    replaced += length == 0 ? "\xEF\xBF\xBD" : text.substr(i, length);
    i += length == 0 ? 1 : length;
  }
  return replaced;
}

std::string listed(std::span<const char* const> names) {
  std::string text;
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (name != names.begin()) {
      text += name + 1 == names.end() ? " or " : ", ";
    }
    text += in_quotes(*name);
  }
  return text;
}

std::string in_quotes(std::string_view text) {
  return shortened_in_quotes(text, longest_shown);
}

std::string header_in_words(const std::vector<std::string>& header) {
  constexpr std::size_t most_names = 5;
  // One more name is as short as "1 more".
  const std::size_t named = header.size() <= most_names + 1 ? header.size() : most_names;
  std::string text;
  for (std::size_t i = 0; i < named; ++i) {
    text += (i == 0 ? "" : i + 1 == header.size() ? " and " : ", ") + in_quotes(header[i]);
  }
  if (named < header.size()) {
    text += sentence({" and ", header.size() - named, " more"});
  }
  return text.empty() ? "no column" : text;
}

std::string shown(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    case Json::value_t::number_integer:
      return std::to_string(value.get<std::int64_t>());
    case Json::value_t::number_unsigned:
      return std::to_string(value.get<std::uint64_t>());
    case Json::value_t::number_float:
      return format_number(value.get<double>());
    case Json::value_t::string:
      return in_quotes(value.get_ref<const std::string&>());
    case Json::value_t::array:
      return sentence({"an array of ", value.size()});
    case Json::value_t::object:
      return "an object";
    default:
      return "binary data";
  }
}

std::string Node::pointer() const {
  if (parent_ == nullptr) {
    return "";
  }
  return pointer_to(parent_->pointer(), is_item_ ? sentence({index_}) : std::string(key_));
}

std::string Node::place() const {
  if (parent_ != nullptr) {
    return in_words(pointer());
  }
  return error_type_ == ErrorType::study ? "the study" : error_type_ == ErrorType::record ? "the record" : "the report";
}

void Node::refuse(const char* code, std::initializer_list<Phrase> expected) const {
  const std::string words = sentence(expected);
  if (value_->is_null() && error_type_ == ErrorType::study) {
    throw_error(error_type_, "unfilled", pointer(), {place(), " is not filled in yet: it must be ", words});
  }
  throw_error(error_type_, code, pointer(), {place(), " must be ", words, ", but is ", shown(*value_)});
}

void Node::refuse(const char* code, const char* expected) const {
  refuse(code, {Phrase(expected)});
}

void Node::refuse_as(const char* code, std::initializer_list<Phrase> predicate) const {
  throw_error(error_type_, code, pointer(), {place(), " ", sentence(predicate)});
}

void Node::refuse_as(const char* code, const char* predicate) const {
  refuse_as(code, {Phrase(predicate)});
}

double Node::number(const NumberRule& rule) const {
  if (!value_->is_number()) {
    refuse("wrong-type", rule.words);
  }
  const double number = value_->get<double>();
  if (!std::isfinite(number)) {
    refuse("not-finite", rule.words);
  }
  const bool inside =
      (rule.above ? number > rule.lower : number >= rule.lower) && (rule.below ? number < rule.upper : number <= rule.upper);
  if (!inside) {
    refuse("out-of-range", rule.words);
  }
  return number;
}

double Node::whole(const NumberRule& rule) const {
  const double number = this->number(rule);
  if (number != std::floor(number)) {
    refuse("out-of-range", rule.words);
  }
  return number;
}

double Node::scale() const {
  (void)number(positive_number);
  return number(moderate_number);
}

double Node::probability() const {
  (void)number(probability_number);
  return number(likely_number);
}

std::string Node::text(const TextRule& rule) const {
  const char* const expected = rule.one_line ? "a text of one line" : "a text";
  if (!value_->is_string()) {
    refuse("wrong-type", expected);
  }
  const auto& text = value_->get_ref<const std::string&>();
  const std::optional<std::size_t> length = count_code_points(text);
  if (!length) {
    refuse_as("not-text", "must be Unicode text, but is not well formed");
  }
  if (*length > rule.longest) {
    refuse_as("too-long", {"must have at most ", rule.longest, " characters, but has ", *length});
  }
  if (rule.one_line && text.empty()) {
    refuse_as("empty", "must not be empty");
  }
  if (has_control(text, rule.one_line)) {
    refuse_as("control-character",
              {rule.one_line ? "must be one line without" : "must have line ends and tabs, but no other",
               " control characters (those of writing direction included), but is ", Phrase::quoted(text)});
  }
  if (rule.one_line) {
    if (trimmed(text).size() != text.size()) {
      refuse_as("surrounding-blanks", {"must have no blanks at its ends, but is ", Phrase::quoted(text)});
    }
  }
  return text;
}

bool Node::boolean() const {
  if (!value_->is_boolean()) {
    refuse("wrong-type", "true or false");
  }
  return value_->get<bool>();
}

void Node::refuse_name(std::span<const char* const> names) const {
  refuse(value_->is_string() ? "unknown-name" : "wrong-type", {listed(names)});
}

std::string Node::name(std::span<const char* const> names) const {
  if (!value_->is_string() || std::find(names.begin(), names.end(), value_->get_ref<const std::string&>()) == names.end()) {
    refuse_name(names);
  }
  return value_->get<std::string>();
}

const Json::array_t& Node::array(const char* expected) const {
  if (!value_->is_array()) {
    refuse("wrong-type", expected);
  }
  return value_->get_ref<const Json::array_t&>();
}

void Node::numbers(std::span<double> numbers, const char* why) const {
  if (!value_->is_array()) {
    refuse("wrong-type", {"an array of ", numbers.size(), " numbers"});
  }
  const auto& items = value_->get_ref<const Json::array_t&>();
  if (items.size() != numbers.size()) {
    refuse_as("wrong-length", {"must have ", numbers.size(), " numbers, ", why, ", but has ", items.size()});
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    // The plain case first: two million of them for d = 2000.
    if (items[i].is_number_float()) {
      numbers[i] = *items[i].get_ptr<const double*>();
      if (std::fabs(numbers[i]) <= limits::magnitude) {
        continue;
      }
    }
    numbers[i] = Node(items[i], *this, i).number(value_number);
  }
}

Object::Object(const Node& node, const char* expected) : node_(node) {
  if (!node.value().is_object()) {
    node.refuse("wrong-type", expected);
  }
}

void Object::allow(std::span<const char* const> keys, std::span<const char* const> more) const {
  for (const auto& [key, value] : node_.value().get_ref<const Json::object_t&>()) {
    const auto is_among = [&given = key](std::span<const char* const> names) {
      return std::find(names.begin(), names.end(), given) != names.end();
    };
    if (!is_among(keys) && !is_among(more) && !is_extension(key)) {
      Node(value, node_, key).refuse_as("unknown-key", "is not a key of the format; keys of one's own start with x-");
    }
  }
}

std::optional<Node> Object::find(std::string_view key) const {
  const auto& members = node_.value().get_ref<const Json::object_t&>();
  const auto member = members.find(key);
  if (member == members.end()) {
    return std::nullopt;
  }
  return Node(member->second, node_, key);
}

Node Object::at(std::string_view key, const char* expected) const {
  const std::optional<Node> member = find(key);
  if (!member) {
    const std::string pointer = pointer_to(node_.pointer(), key);
    throw_error(node_.type(), "missing", pointer, {in_words(pointer), " is missing: it must be ", expected});
  }
  return *member;
}

double Object::number(std::string_view key, const NumberRule& rule) const {
  return at(key, rule.words).number(rule);
}

double Object::scale(std::string_view key) const {
  return at(key, positive_number.words).scale();
}

double Object::probability(std::string_view key) const {
  return at(key, probability_number.words).probability();
}

std::optional<double> Object::optional_number(std::string_view key, const NumberRule& rule) const {
  const std::optional<Node> member = find(key);
  return member ? std::optional(member->number(rule)) : std::nullopt;
}

std::string Object::text(std::string_view key, const TextRule& rule) const {
  return at(key, rule.one_line ? "a text of one line" : "a text").text(rule);
}

std::string Object::optional_text(std::string_view key, const TextRule& rule) const {
  const std::optional<Node> member = find(key);
  return member ? member->text(rule) : std::string();
}

std::string Object::name(std::string_view key, std::span<const char* const> names) const {
  return at(key, listed(names).c_str()).name(names);
}

std::string read_date(const Node& node) {
  const char* const expected = "a date like 2026-03-01";
  if (!node.value().is_string()) {
    node.refuse("wrong-type", expected);
  }
  const auto& text = node.value().get_ref<const std::string&>();
  bool formed = text.size() == 10;
  for (std::size_t i = 0; formed && i < text.size(); ++i) {
    formed = i == 4 || i == 7 ? text[i] == '-' : text[i] >= '0' && text[i] <= '9';
  }
  if (!formed) {
    node.refuse("not-a-date", expected);
  }
  const auto digits = [&text](std::size_t from, std::size_t to) {
    int number = 0;
    for (std::size_t i = from; i < to; ++i) {
      number = 10 * number + (text[i] - '0');
    }
    return number;
  };
  const int year = digits(0, 4);
  const int month = digits(5, 7);
  const int day = digits(8, 10);
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1 || day > days[month - 1] + (month == 2 && leap ? 1 : 0)) {
    node.refuse("not-a-date", "a day of the calendar");
  }
  return text;
}

void require_finite(double value) {
  if (!std::isfinite(value)) {
    throw_error(ErrorType::argument, "not-finite", "", "the report has a number that is not finite and can't be written");
  }
}

nlohmann::ordered_json number_document(double value) {
  require_finite(value);
  constexpr double exactly_integers = 9007199254740992.0;
  const bool negative_zero = value == 0 && std::signbit(value);
  if (std::fabs(value) <= exactly_integers && std::floor(value) == value && !negative_zero) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

}  // namespace expost::report

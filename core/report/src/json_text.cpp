#include "expost/report/json_text.hpp"

namespace expost::report {

void append_json_text(std::string& json, std::string_view text) {
  constexpr unsigned char first_plain = 0x20;
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  json += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        json += "\\\"";
        break;
      case '\\':
        json += "\\\\";
        break;
      case '\b':
        json += "\\b";
        break;
      case '\f':
        json += "\\f";
        break;
      case '\n':
        json += "\\n";
        break;
      case '\r':
        json += "\\r";
        break;
      case '\t':
        json += "\\t";
        break;
      default:
        if (const auto byte = static_cast<unsigned char>(c); byte < first_plain) {
          json += "\\u00";
          json += hexadecimal[byte / 16];
          json += hexadecimal[byte % 16];
        } else {
          json += c;
        }
    }
  }
  json += '"';
}

}  // namespace expost::report

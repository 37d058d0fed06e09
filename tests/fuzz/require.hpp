// Requirements for every run of a fuzz target.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace expost::fuzzing {

inline void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
  }
}

/// Requires the one shape of answers: {ok: true, value}, or {ok: false, error} with four texts. No
/// request makes an internal error, except that it may ask for more memory than there is.
inline void check_answer(const nlohmann::ordered_json& answer) {
  require(answer.is_object() && answer.size() == 2 && answer.contains("ok") && answer["ok"].is_boolean(),
          "an answer says whether it is one");
  if (answer["ok"].get<bool>()) {
    require(answer.contains("value"), "an answer has a value");
    return;
  }
  require(answer.contains("error"), "a refusal has an error");
  const nlohmann::ordered_json& error = answer["error"];
  for (const char* const key : {"type", "code", "pointer", "message"}) {
    require(error.contains(key) && error[key].is_string(), "an error has texts");
  }
  require(!error["message"].get_ref<const std::string&>().empty(), "a refusal says why");
  if (error["type"] == "internal" && error["code"] != "out-of-memory") {
    std::fprintf(stderr, "%s\n", error["message"].get_ref<const std::string&>().c_str());
    require(false, "no request brings the library down");
  }
}

/// The parts of a text, as it is divided by a separator; one part where it has none.
inline std::vector<std::string_view> divided(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t place = text.find(separator);
    parts.push_back(text.substr(0, place));
    if (place == std::string_view::npos) {
      return parts;
    }
    text.remove_prefix(place + separator.size());
  }
}

}  // namespace expost::fuzzing

#include "service/answered.hpp"

#include <cmath>

namespace expost::operations {

using nlohmann::ordered_json;

bool has_nan(const ordered_json& document) {
  if (document.is_number_float()) {
    return std::isnan(document.get<double>());
  }
  if (document.is_structured()) {
    for (const ordered_json& part : document) {
      if (has_nan(part)) {
        return true;
      }
    }
  }
  return false;
}

ordered_json failure(const std::string& type, const std::string& code, const std::string& pointer, const std::string& message) {
  return ObjectWriter()
      .put_flag("ok", false)
      .put("error", ObjectWriter()
                        .put_text("type", type)
                        .put_text("code", code)
                        .put_text("pointer", pointer)
                        .put_text("message", message))
      .take();
}

}  // namespace expost::operations

#include "expost/report/adjustment.hpp"

#include "expost/report/number_text.hpp"
#include "expost/report/sentence.hpp"

namespace expost::report {

std::string sentence_of(const Adjustment& adjustment) {
  const auto written = [](const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : format_number(value.get<double>());
  };
  switch (adjustment.kind) {
    case Adjustment::Kind::raised:
      return sentence(
          {adjustment.field, " ", written(adjustment.from), " was raised to the report's minimum, ", written(adjustment.to)});
    case Adjustment::Kind::lowered:
      return sentence(
          {adjustment.field, " ", written(adjustment.from), " was lowered to the report's maximum, ", written(adjustment.to)});
    case Adjustment::Kind::filled:
      return sentence({adjustment.field, " was blank; the report's stand-in, ", written(adjustment.to), ", was used"});
    case Adjustment::Kind::scaled:
      break;
  }
  return "the record was scaled down to length 1, as in training";
}

}  // namespace expost::report

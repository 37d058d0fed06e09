// libFuzzer target: any text as a study, any text as the header of a table. A study that is taken
// can be opened, checked for a profile and described, and its columns are those that it names.
// Study and header are divided by a line that is just "---".
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "expost/numerics/error.hpp"
#include "expost/operations/operations.hpp"
#include "expost/report/document_text.hpp"
#include "expost/report/feature_map.hpp"
#include "expost/report/study.hpp"
#include "require.hpp"

namespace {

using expost::Error;
using expost::ErrorType;
using expost::fuzzing::check_answer;
using expost::fuzzing::divided;
using expost::fuzzing::require;
using nlohmann::json;
using nlohmann::ordered_json;

/// The header's cells, divided by commas.
json cells(std::string_view line) {
  json header = json::array();
  for (const std::string_view cell : divided(line, ",")) {
    header.push_back(std::string(cell));
  }
  return header;
}

/// Opening a study whose columns are all there gives the dimension that the study itself has.
void check_opened(const json& document, const json& header) {
  expost::operations::Service service;
  const ordered_json opened = service.call("open-study", {{"study", document}, {"header", header}});
  check_answer(opened);
  if (!opened["ok"].get<bool>()) {
    return;
  }
  const auto study = expost::report::read_study(document);
  const expost::report::FeatureMap map(study);
  require(opened["value"]["dimension"].get<long>() == map.dimension(), "the opened study has the study's dimension");
  const json handle = opened["value"]["data"];
  check_answer(service.call("check-profile", {{"data", handle}}));
  check_answer(service.call("free-data", {{"data", handle}}));
  require(!service.call("free-data", {{"data", handle}})["ok"].get<bool>(), "what was freed is gone");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto parts = divided({reinterpret_cast<const char*>(data), size}, "\n---\n");
  const json header = cells(parts.size() > 1 ? parts[1] : "");
  expost::operations::Service service;
  // A header alone makes the scaffold of a study.
  check_answer(service.call("scaffold", {{"header", header}, {"label", header[0]}}));
  check_answer(service.call("guess-kinds", {{"header", header}, {"forms", json::array()}}));
  try {
    const json document = expost::report::parse_document(parts[0], ErrorType::study);
    check_opened(document, header);
    // Opening refuses everything that the reader refuses, with the same code.
    try {
      static_cast<void>(expost::report::read_study(document));
    } catch (const Error& error) {
      require(error.type() == ErrorType::study, "an error of a study is a study error");
      const ordered_json opened = service.call("open-study", {{"study", document}, {"header", header}});
      require(!opened["ok"].get<bool>(), "what the reader refuses can't be opened");
      require(opened["error"]["code"] == error.code() && opened["error"]["pointer"] == error.pointer(),
              "both name the same place");
    }
  } catch (const Error& error) {
    require(error.type() == ErrorType::study, "a text that is no document is a study error");
  }
  return 0;
}

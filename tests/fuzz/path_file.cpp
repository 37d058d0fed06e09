// libFuzzer target: any bytes as a network's path beside its report, whose publisher may be the
// adversary (the digest is that of the file). In whatever pieces the file comes, and within the
// report, the answers are the same, and a file of another digest has none.
//
// A run's first four bytes: encoding, number of iterates, exponent of the step, size of a piece.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "expost/numerics/sha256.hpp"
#include "expost/operations/operations.hpp"
#include "expost/report/base64.hpp"
#include "places.hpp"
#include "require.hpp"

namespace {

using expost::fuzzing::check_answer;
using expost::fuzzing::require;
using expost::operations::Service;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* encodings[] = {"base64-f64le", "base64-f32le", "i8-differences", "i16-differences", "i32-differences"};

const json& without_path() {
  static const json document = json::parse(std::ifstream(expost::tests_folder() / "reports/good/network-coded-image.json"));
  return document;
}

/// The report of a path, by its file or with the path within.
json report_of(const std::uint8_t* header, const std::vector<std::uint8_t>& path, bool within) {
  json report = without_path();
  json& mechanism = report["model"]["mechanism"];
  const int count = 1 + header[1] % 8;
  mechanism["steps"] = count;
  if (header[2] % 64 < 63) {
    mechanism["update"]["parameterStep"] = 1.0 / static_cast<double>(std::uint64_t{1} << (header[2] % 64));
  }
  json& iterates = report["release"]["iterates"];
  iterates = {{"count", count}, {"encoding", encodings[header[0] % 5]}};
  if (within) {
    iterates["data"] = expost::report::encode_base64_bytes(path);
  } else {
    iterates["sha256"] = expost::sha256(path);
  }
  return report;
}

/// The loaded report, or the first refusal.
ordered_json loaded(Service& service, const json& report, std::string_view path, std::size_t piece) {
  const ordered_json opened = service.call("open-path", {{"report", report}});
  check_answer(opened);
  if (!opened["ok"].get<bool>()) {
    return opened;
  }
  const json handle = opened["value"]["path"];
  require(handle.is_number(), "a path in a file is asked for");
  for (std::size_t at = 0; at < path.size(); at += piece) {
    const ordered_json added = service.call("add-path", {{"path", handle}}, path.substr(at, piece));
    check_answer(added);
    if (!added["ok"].get<bool>()) {
      check_answer(service.call("free-path", {{"path", handle}}));
      return added;
    }
  }
  ordered_json answer = service.call("load-report", {{"path", handle}});
  check_answer(answer);
  return answer;
}

/// A bound, its reports freed.
ordered_json bound_of(Service& service, const ordered_json& loaded) {
  const json handle = loaded["value"]["handle"];
  const json record = {{"x", {0.5, -1, 0.25, 0, 1, 0.125}}, {"y", 1}};
  ordered_json bound = service.call("bound", {{"report", handle}, {"record", record}});
  check_answer(bound);
  check_answer(service.call("free-report", {{"report", handle}}));
  return bound;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t header = 4;
  if (size < header) {
    return 0;
  }
  const std::vector<std::uint8_t> path(data + header, data + size);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + header, path.size());
  Service service;
  const json report = report_of(data, path, false);
  const ordered_json by_file = loaded(service, report, bytes, 1 + data[3]);
  const ordered_json at_once = loaded(service, report, bytes, path.size() + 1);
  const ordered_json within = service.call("load-report", {{"report", report_of(data, path, true)}});
  check_answer(within);
  require(by_file["ok"] == within["ok"] && at_once["ok"] == within["ok"], "file and report are refused alike");
  if (!within["ok"].get<bool>()) {
    require(by_file["error"] == at_once["error"], "pieces make no difference");
    return 0;
  }
  const ordered_json bound = bound_of(service, by_file);
  require(bound == bound_of(service, at_once) && bound == bound_of(service, within), "one path, one bound");
  if (bound["ok"].get<bool>()) {
    const ordered_json& total = bound["value"]["total"];
    require(total["upper"].is_string() || total["upper"].get<double>() >= total["lower"].get<double>(), "ends of an interval");
  }
  std::string other(bytes);
  other.back() = static_cast<char>(other.back() ^ 1);
  const ordered_json refused = loaded(service, report, other, path.size());
  require(!refused["ok"].get<bool>() && refused["error"]["code"] == "inconsistent", "another file has no bound");
  return 0;
}

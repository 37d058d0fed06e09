// Networks from the study to a person's bound, and networks trained elsewhere.
//
// How a report of a network could say too little, or tell of the data:
// - θ_0 from the data, or of a seed that isn't the report's (first iterate spoiled, refused).
// - A record that is scaled down in a check and not in training ("without a norm").
// - x = 0 promised nothing, or a short record less than everybody ("promise").
// - A seed of a program that also seeds its noise (elsewhere).
// - A path whose check takes days ("a study that can't be trained").
// - Another path than the report's, or a part of it, in the file beside it ("a path in a file").
// - A path with iterates left out, whose steps were bounded by a smoothness that a network hasn't.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "expost/numerics/sha256.hpp"
#include "expost/report/base64.hpp"
#include "mechanism_fixture.hpp"

using namespace expost::operations_tests;
using expost::operations::Service;

namespace {

/// 4 coordinates: one, age, day, year.
json layers_for(const json& loss) {
  const int out = loss.at("name") == "softmax" ? loss.at("classes").get<int>() : 1;
  return {
      {"input", {4}},
      {"layers", {{{"kind", "dense"}, {"out", 6}}, {{"kind", "tanh"}}, {{"kind", "dense"}, {"out", out}, {"bias", false}}}}};
}

json network_study(const json& loss, const json& sampling = {{"kind", "full"}}, int steps = 12) {
  json made = study_with({{"name", "noisy-gradient-descent"},
                          {"loss", loss},
                          {"network", layers_for(loss)},
                          {"start", {{"seed", 20261127}}},
                          {"clip", 1},
                          {"steps", steps},
                          {"sampling", sampling},
                          {"update", {{"rate", 1}, {"momentum", 0.5}, {"divisor", 200}, {"parameterStep", 0x1p-10}}}},
                         one_budget);
  made["scaling"] = {{"range", {-1, 1}}};
  return made;
}

json published_network(const json& of_study, std::uint64_t seed = 31) {
  Service service;
  return published(service, opened_for(service, of_study), seed);
}

json refused_report(json report, const char* pointer, const json& value) {
  report[json::json_pointer(pointer)] = value;
  Service service;
  return error_of(service.call("load-report", {{"report", report}}));
}

json refused_study(json of_study, const char* pointer, const json& value) {
  if (value.is_null()) {
    of_study[json::json_pointer(pointer).parent_pointer()].erase(json::json_pointer(pointer).back());
  } else {
    of_study[json::json_pointer(pointer)] = value;
  }
  Service service;
  return error_of(service.call("open-study", {{"study", of_study}, {"header", header()}}));
}

std::vector<std::uint8_t> bytes_of(const json& text) {
  const auto& data = text.get_ref<const std::string&>();
  std::vector<std::uint8_t> bytes(*expost::report::base64_decoded_size(data));
  REQUIRE(expost::report::decode_base64_bytes(data, bytes));
  return bytes;
}

/// The iterates of a report whose differences fit 8 or 16 bits.
std::vector<double> numbers_of(const json& report) {
  const json& iterates = report.at("release").at("iterates");
  const bool narrow = iterates.at("encoding") == "i8-differences";
  REQUIRE((narrow || iterates.at("encoding") == "i16-differences"));
  const double step = number(report.at("model").at("mechanism").at("update").at("parameterStep"));
  const std::size_t parameters = report.at("model").at("theta").size();
  const std::vector<std::uint8_t> bytes = bytes_of(iterates.at("data"));
  std::vector<double> numbers;
  for (std::size_t at = 0; at < bytes.size();) {
    const bool first = numbers.size() < parameters;
    const std::size_t width = first ? 4 : narrow ? 1 : 2;
    // The highest byte has the sign.
    int whole = static_cast<std::int8_t>(bytes[at + width - 1]);
    for (std::size_t i = width - 1; i > 0; --i) {
      whole = whole * 0x100 + bytes[at + i - 1];
    }
    numbers.push_back(whole * step + (first ? 0 : numbers[numbers.size() - parameters]));
    at += width;
  }
  REQUIRE(numbers.size() == parameters * iterates.at("count").get<std::size_t>());
  return numbers;
}

/// The same as an attached path.
json in_doubles(const json& report) {
  return {{"count", report.at("release").at("iterates").at("count")},
          {"encoding", "base64-f64le"},
          {"data", expost::report::encode_base64_doubles(numbers_of(report))}};
}

}  // namespace

TEST_CASE("network: published, checked, audited with its secrets, for every loss and sampling") {
  for (const json& sampling :
       {json{{"kind", "full"}}, json{{"kind", "poisson"}, {"rate", 0.2}}, json{{"kind", "shuffle"}, {"batches", 4}}}) {
    for (const json& loss : {logistic_loss, squared_loss, huber_loss, softmax_loss}) {
      CAPTURE(loss.dump() + sampling.dump());
      Service service;
      const json data = opened_for(service, network_study(loss, sampling));
      const json publication = value_of(service.call("publish", {{"data", data}, {"seed", 7}, {"secrets", true}}));
      const json report = publication.at("report");
      CHECK(report.at("model").at("network").at("layers").size() == 3);
      CHECK(report.at("model").at("mechanism").at("start").at("seed") == 20261127);
      CHECK(!report.at("scaling").contains("norm"));
      for (const double each : numbers_of(report)) {
        REQUIRE(std::floor(each * 0x1p10) == each * 0x1p10);
      }
      const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
      const ordered_json audit =
          service.call("audit", {{"data", data}, {"report", handle}, {"options", {{"secrets", publication.at("secrets")}}}});
      INFO(audit.dump());
      REQUIRE(audit.at("ok") == true);
      check_no_miss({report, json(audit.at("value").at("summary")), json(audit.at("value").at("rows"))}, false);
    }
  }
}

TEST_CASE("network: unknown values hold for each value that there may be") {
  const json report = published_network(network_study(softmax_loss));
  Service service;
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const auto epsilon = [&](const json& age, const json& card, const json& late) {
    return number(
        value_of(service.call("bound", {{"report", handle}, {"record", {{"age", age}, {"card", card}, {"late", late}}}}))
            .at("epsilon")
            .at("upper"));
  };
  const json any = {{"unknown", true}};
  const double over = epsilon(any, any, any);
  for (const int age : {0, 13, 50, 100}) {
    for (const char* const card : {"day", "year"}) {
      for (const char* const late : {"no", "yes", "never asked"}) {
        CHECK(epsilon(age, card, late) <= over);
      }
    }
  }
  CHECK(epsilon({{"from", 20}, {"to", 21}}, "day", "yes") <= over);
  // The same in rows, which nothing shortens either.
  const json rows = {{"?", "?", "?"}, {"20..21", "day", "yes"}};
  const json found = value_of(
      service.call("bound-rows", {{"report", handle}, {"header", {"age", "card", "late"}}, {"rows", rows}, {"unknown", "?"}}));
  CHECK(found.at("upper")[0] == over);
  CHECK(found.at("upper")[1] == epsilon({{"from", 20}, {"to", 21}}, "day", "yes"));
}

TEST_CASE("network: predictions, scores and their ranges, and no coefficients") {
  for (const json& loss : {logistic_loss, softmax_loss, squared_loss}) {
    const json of_study = network_study(loss);
    const json report = published_network(of_study);
    Service service;
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const json some = rows_for(of_study, 20);
    const json found = value_of(service.call("predict-rows", {{"report", handle}, {"header", header()}, {"rows", some}}));
    json with_gap = some;
    for (json& row : with_gap) {
      row[1] = "?";
    }
    const json ranges = value_of(
        service.call("predict-rows", {{"report", handle}, {"header", header()}, {"rows", with_gap}, {"unknown", "?"}}));
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (loss == softmax_loss) {
        for (std::size_t k = 0; k < 3; ++k) {
          CHECK(number(ranges.at("probabilitiesLower")[k][i]) <= number(found.at("probabilities")[k][i]));
          CHECK(number(ranges.at("probabilitiesUpper")[k][i]) >= number(found.at("probabilities")[k][i]));
        }
      } else {
        CHECK(number(ranges.at("scoreLower")[i]) <= number(found.at("score")[i]));
        CHECK(number(ranges.at("scoreUpper")[i]) >= number(found.at("score")[i]));
      }
    }
    CHECK(error_of(service.call("coefficients", {{"report", handle}})).at("code") == "unsupported");
  }
}

TEST_CASE("network: promised is the same to everybody, whatever the record's length") {
  const json report = published_network(network_study(logistic_loss));
  Service service;
  const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
  const json promise = value_of(service.call("promise", {{"report", handle}, {"x", {0, 0, 0, 0}}}));
  CHECK(promise.at("epsilon") == report.at("guarantee").at("epsilon"));
}

TEST_CASE("network: a report that doesn't fit itself is refused by its place") {
  const json report = published_network(network_study(logistic_loss));
  const auto place = [&](const char* pointer, const json& value) {
    const json error = refused_report(report, pointer, value);
    return error.at("pointer").get<std::string>() + " " + error.at("code").get<std::string>();
  };
  CHECK(place("/model/mechanism/start/seed", 1) == "/release/iterates inconsistent");
  CHECK(place("/model/network/input", {5}) == "/model/network/input inconsistent");
  CHECK(place("/model/network/layers/2/out", 2) == "/model/network/layers inconsistent");
  CHECK(place("/model/network/layers/0/out", 7) == "/model/theta wrong-length");
  CHECK(place("/model/network/layers/1/kind", "dropout") == "/model/network/layers/1/kind unknown-name");
  CHECK(place("/model/network/layers/1/kernel", 2) == "/model/network/layers/1/kernel unknown-key");
  CHECK(place("/model/network/layers/0/out", 0) == "/model/network/layers/0/out out-of-range");
  CHECK(place("/release/iterates/every", 2) == "/release/iterates/every unsupported");
  CHECK(place("/model/mechanism/update/parameterStep", 0.125) == "/release/iterates inconsistent");
  CHECK(place("/model/mechanism/arithmetic", "float64") == "/model/mechanism/arithmetic inconsistent");
  json plain = report;
  plain.at("model").erase("network");
  Service service;
  CHECK(error_of(service.call("load-report", {{"report", plain}})).at("pointer") == "/model/mechanism/start");
}

TEST_CASE("network: the same from differences and from doubles, and a path that is spoiled is refused") {
  const json report = published_network(network_study(softmax_loss));
  const json iterates = report.at("release").at("iterates");
  const auto place = [&](const json& changed, const json& document) {
    json spoiled = document;
    spoiled["release"]["iterates"].update(changed);
    Service service;
    const json error = error_of(service.call("load-report", {{"report", spoiled}}));
    return error.at("pointer").get<std::string>() + " " + error.at("code").get<std::string>();
  };
  const auto text = [](const std::vector<std::uint8_t>& bytes) { return expost::report::encode_base64_bytes(bytes); };
  const json doubles = in_doubles(report);
  json longer = report;
  longer["release"]["iterates"] = doubles;
  const auto bound = [](const json& document) {
    Service service;
    const json handle = value_of(service.call("load-report", {{"report", document}})).at("handle");
    const json record = {{"age", 30}, {"card", "day"}, {"late", "yes"}};
    return value_of(service.call("bound", {{"report", handle}, {"record", record}}));
  };
  CHECK(bound(report) == bound(longer));

  const std::vector<std::uint8_t> bytes = bytes_of(iterates.at("data"));
  const std::size_t parameters = report.at("model").at("theta").size();
  for (std::size_t i = 0; i < 4 * parameters; ++i) {
    std::vector<std::uint8_t> spoiled = bytes;
    spoiled[i] ^= 1;
    CAPTURE(i);
    CHECK(place({{"data", text(spoiled)}}, report) == "/release/iterates inconsistent");
  }
  std::vector<std::uint8_t> other = bytes;
  other.pop_back();
  CHECK(place({{"data", text(other)}}, report) == "/release/iterates/data wrong-length");
  other = bytes;
  other.insert(other.end(), bytes.begin(), bytes.end());
  CHECK(place({{"data", text(other)}}, report) == "/release/iterates/data wrong-length");
  REQUIRE(iterates.at("encoding") == "i16-differences");
  for (const char* const encoding : {"i8-differences", "i32-differences", "base64-f32le", "base64-f64le"}) {
    CHECK(place({{"encoding", encoding}}, report) == "/release/iterates/data wrong-length");
  }
  CHECK(place({{"encoding", "gzip"}}, report) == "/release/iterates/encoding unknown-name");
  CHECK(place({{"data", iterates.at("data").get<std::string>() + "="}}, report) == "/release/iterates/data not-base64");
  // From 2^31 - 1 up, where no start is stated.
  other = bytes;
  other[0] = other[1] = other[2] = 0xff;
  other[3] = 0x7f;
  other[4 * parameters] = 1;
  other[4 * parameters + 1] = 0;
  json from_elsewhere = report;
  json& mechanism = from_elsewhere["model"]["mechanism"];
  mechanism.erase("x-grid");
  mechanism.update({{"x-noise", "elsewhere"}, {"arithmetic", "float64"}, {"start", {{"words", "another seed"}}}});
  CHECK(place({{"data", text(other)}}, from_elsewhere) == "/release/iterates/data out-of-range");

  json ungridded = report;
  ungridded["model"]["mechanism"]["update"].erase("parameterStep");
  CHECK(place(json::object(), ungridded) == "/release/iterates/encoding inconsistent");
  std::vector<double> off = numbers_of(report);
  off[parameters + 1] += 0x1p-12;
  CHECK(place({{"data", expost::report::encode_base64_doubles(off)}}, longer) == "/release/iterates/data off-grid");
}

TEST_CASE("network: a path in a file has to be that of the report, to every byte") {
  Service service;
  const json of_study = network_study(softmax_loss);
  const json data = opened_for(service, of_study);
  const json publication = value_of(service.call("publish", {{"data", data}, {"seed", 7}, {"secrets", true}}));
  const json within = publication.at("report");
  CHECK(!publication.contains("path"));
  const std::vector<std::uint8_t> path = bytes_of(within.at("release").at("iterates").at("data"));
  const std::string bytes(path.begin(), path.end());
  const std::string digest = expost::sha256(path);
  json report = within;
  report["release"]["iterates"].erase("data");
  report["release"]["iterates"]["sha256"] = digest;

  const std::string name = "path-" + digest.substr(0, 16) + ".bin.gz";
  const json missing = error_of(service.call("load-report", {{"report", report}}));
  CHECK(missing.at("code") == "path-missing");
  CHECK(missing.at("message").get<std::string>().find(name) != std::string::npos);
  const auto loaded = [&](const json& document, const std::string& pieces, std::size_t size) {
    const json opened = value_of(service.call("open-path", {{"report", document}}));
    CHECK(opened.at("bytes") == bytes.size());
    for (std::size_t i = 0; i < pieces.size(); i += size) {
      const std::string_view piece = std::string_view(pieces).substr(i, size);
      ordered_json added = service.call("add-path", {{"path", opened.at("path")}}, piece);
      if (added.at("ok") == false) {
        return added;
      }
      CHECK(added.at("value").at("left") == bytes.size() - i - piece.size());
    }
    return service.call("load-report", {{"path", opened.at("path")}});
  };
  const auto code = [](const ordered_json& refused) { return error_of(refused).at("code").get<std::string>(); };
  CHECK(value_of(service.call("open-path", {{"report", report}})).at("name") == name);
  const json handle = value_of(loaded(report, bytes, 100)).at("handle");
  const json same = value_of(service.call("load-report", {{"report", within}})).at("handle");
  const json record = {{"age", 30}, {"card", "day"}, {"late", "yes"}};
  const json bound = value_of(service.call("bound", {{"report", handle}, {"record", record}}));
  CHECK(bound == value_of(service.call("bound", {{"report", same}, {"record", record}})));
  const json unknown = {{"age", {{"unknown", true}}}, {"card", "day"}, {"late", "yes"}};
  CHECK(value_of(service.call("bound", {{"report", handle}, {"record", unknown}})) ==
        value_of(service.call("bound", {{"report", same}, {"record", unknown}})));
  const json options = {{"secrets", publication.at("secrets")}};
  const json audit = value_of(service.call("audit", {{"data", data}, {"report", handle}, {"options", options}}));
  CHECK(audit == value_of(service.call("audit", {{"data", data}, {"report", same}, {"options", options}})));
  CHECK(audit.at("summary").at("misses") == 0);

  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string spoiled = bytes;
    spoiled[i] = static_cast<char>(spoiled[i] ^ (1 << i % 8));
    CAPTURE(i);
    CHECK(code(loaded(report, spoiled, bytes.size())) == "inconsistent");
  }
  CHECK(code(loaded(report, bytes.substr(1), bytes.size())) == "wrong-length");
  CHECK(code(loaded(report, "", 1)) == "wrong-length");
  CHECK(code(loaded(report, bytes + "x", bytes.size())) == "too-large");
  CHECK(code(loaded(report, bytes + bytes, 2 * bytes.size())) == "too-large");
  json other = report;
  for (const std::string& wrong : {digest.substr(1), digest + "0", "X" + digest.substr(1)}) {
    other["release"]["iterates"]["sha256"] = wrong;
    CHECK(code(service.call("open-path", {{"report", other}})) == "wrong-length");
  }
  other["release"]["iterates"]["sha256"] = std::string(64, '0');
  CHECK(code(loaded(other, bytes, bytes.size())) == "inconsistent");
  other["release"]["iterates"]["sha256"] = 7;
  CHECK(code(service.call("open-path", {{"report", other}})) == "wrong-type");
  other = within;
  other["release"]["iterates"]["sha256"] = digest;
  CHECK(code(service.call("load-report", {{"report", other}})) == "inconsistent");
  CHECK(value_of(service.call("open-path", {{"report", within}})).at("path").is_null());
  // Another start, in a file that is the report's.
  other = report;
  other["model"]["mechanism"]["start"]["seed"] = 5;
  CHECK(code(loaded(other, bytes, bytes.size())) == "inconsistent");
  // Multiples that are none of the step.
  std::vector<double> numbers = numbers_of(within);
  numbers.back() += 0x1p-20;
  const std::string doubles = expost::report::encode_base64_doubles(numbers);
  const std::vector<std::uint8_t> off = bytes_of(doubles);
  other = report;
  other["release"]["iterates"]["encoding"] = "base64-f64le";
  other["release"]["iterates"]["sha256"] = expost::sha256(off);
  const json opened = value_of(service.call("open-path", {{"report", other}}));
  value_of(service.call("add-path", {{"path", opened.at("path")}}, std::string_view(std::string(off.begin(), off.end()))));
  CHECK(code(service.call("load-report", {{"path", opened.at("path")}})) == "off-grid");

  const json freed = value_of(service.call("open-path", {{"report", report}})).at("path");
  CHECK(code(service.call("add-path", {{"path", freed}})) == "missing");
  value_of(service.call("free-path", {{"path", freed}}));
  CHECK(code(service.call("load-report", {{"path", freed}})) == "freed");
  // A linear model's iterates are all in its report.
  json linear = published(service,
                          opened_for(service, study_with({{"name", "noisy-gradient-descent"},
                                                          {"loss", logistic_loss},
                                                          {"clip", 1},
                                                          {"steps", 5},
                                                          {"sampling", {{"kind", "full"}}},
                                                          {"update", {{"rate", 1}, {"divisor", 200}}}},
                                                         one_budget)),
                          3);
  linear["release"]["iterates"].erase("data");
  linear["release"]["iterates"]["sha256"] = digest;
  CHECK(code(service.call("load-report", {{"report", linear}})) == "inconsistent");
}

TEST_CASE("network: a study that can't be trained is refused before a row is read") {
  const json of_study = network_study(logistic_loss);
  const auto place = [&](const char* pointer, const json& value) {
    const json error = refused_study(of_study, pointer, value);
    return error.at("pointer").get<std::string>() + " " + error.at("code").get<std::string>();
  };
  CHECK(place("/mechanism/start", nullptr) == "/mechanism/start missing");
  CHECK(place("/mechanism/start", {{"words", "as usual"}}) == "/mechanism/start/seed missing");
  CHECK(place("/mechanism/start", {{"seed", 1}, {"words", "as usual"}}) == "/mechanism/start inconsistent");
  json long_one = of_study.at("mechanism");
  long_one["steps"] = 99000;
  long_one["network"]["layers"][0]["out"] = 30000;
  long_one["network"]["layers"][2] = {{"kind", "dense"}, {"out", 1}};
  CHECK(place("/mechanism", long_one) == "/mechanism/steps too-large");
  CHECK(place("/mechanism/every", 2) == "/mechanism/every unsupported");
  CHECK(place("/mechanism/network/layers", json::array()) == "/mechanism/network/layers wrong-length");
  CHECK(place("/mechanism/elsewhere", true) == "/mechanism/start/seed unsupported");
  json objective = study("none");
  objective["mechanism"]["network"] = layers_for(logistic_loss);
  Service service;
  CHECK(error_of(service.call("open-study", {{"study", objective}, {"header", header()}})).at("pointer") ==
        "/mechanism/network");
}

TEST_CASE("network: another program's own coding of a record is counted") {
  // Floats near a million are 1/16 apart, and a whole range is 1.
  json of_study = network_study(logistic_loss);
  of_study["features"][1]["minimum"] = 1000000;
  of_study["features"][1]["maximum"] = 1000001;
  of_study["mechanism"]["elsewhere"] = true;
  of_study["mechanism"]["start"] = {{"words", "uniform, from a seed of its own"}};
  const json own = published_network(network_study(logistic_loss));
  const json given = {{"theta", own.at("model").at("theta")},
                      {"sigma", own.at("model").at("mechanism").at("sigma")},
                      {"iterates", in_doubles(own)}};
  const auto energy = [&](const char* arithmetic, double age) {
    of_study["mechanism"]["arithmetic"] = arithmetic;
    Service service;
    const json data = opened_for(service, of_study);
    const json report = value_of(service.call("attach", {{"data", data}, {"model", given}})).at("report");
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const json record = {{"age", age}, {"card", "day"}, {"late", "yes"}};
    return number(value_of(service.call("bound", {{"report", handle}, {"record", record}})).at("terms").at("energy"));
  };
  for (const double age : {1000000.03, 1000000.47, 1000000.97}) {
    const double counted = energy("float32", age);
    CHECK(counted >= energy("float64", static_cast<double>(static_cast<float>(age))));
    CHECK(counted >= energy("float64", std::floor(age * 16) / 16));
    CHECK(counted >= energy("float64", std::ceil(age * 16) / 16));
  }
}

TEST_CASE("network: another noise than a path on a grid has is doubted, without its noisy sums") {
  const auto elsewhere = [](json of_study) {
    of_study["mechanism"]["elsewhere"] = true;
    of_study["mechanism"]["start"] = {{"words", "uniform, from a seed of its own"}};
    of_study["mechanism"]["arithmetic"] = "float64";
    return of_study;
  };
  {
    // A step so coarse that its rounding is as large as the noise, which is no reason for doubt.
    json coarse = network_study(softmax_loss);
    coarse["mechanism"]["update"]["parameterStep"] = 0.25;
    const json own = published_network(coarse);
    Service service;
    const json data = opened_for(service, elsewhere(coarse));
    const json model = {{"theta", own.at("model").at("theta")},
                        {"sigma", own.at("model").at("mechanism").at("sigma")},
                        {"iterates", in_doubles(own)}};
    CHECK(value_of(service.call("attach", {{"data", data}, {"model", model}})).at("notes").at("doubts").empty());
  }
  for (const json& sampling : {json{{"kind", "full"}}, json{{"kind", "poisson"}, {"rate", 0.25}}}) {
    CAPTURE(sampling.dump());
    json of_study = elsewhere(network_study(softmax_loss, sampling));
    const json own = published_network(network_study(softmax_loss, sampling));
    const double sigma = number(own.at("model").at("mechanism").at("sigma"));
    const auto doubts = [&](double stated, double divisor) {
      of_study["mechanism"]["update"]["divisor"] = divisor;
      Service service;
      const json data = opened_for(service, of_study);
      const json model = {{"theta", own.at("model").at("theta")}, {"sigma", stated}, {"iterates", in_doubles(own)}};
      return value_of(service.call("attach", {{"data", data}, {"model", model}})).at("notes").at("doubts");
    };
    CHECK(doubts(sigma, 200).empty());
    // Less noise than stated, which makes bounds too small.
    CHECK(doubts(1.3 * sigma, 200).size() == 1);
    CHECK(doubts(sigma, 150).size() == 1);
    // More of it may be that of the samples, where nobody says who took part.
    if (sampling.at("kind") == "full") {
      CHECK(doubts(sigma / 1.3, 200).size() == 1);
      CHECK(doubts(sigma, 260).size() == 1);
    }
  }
}

TEST_CASE("network: of another program, by its arithmetic, and doubted where it doesn't fit") {
  const json own = published_network(network_study(softmax_loss));
  json of_study = network_study(softmax_loss);
  of_study["mechanism"]["elsewhere"] = true;
  of_study["mechanism"]["start"] = {{"words", "uniform, from a seed of its own"}};
  of_study["mechanism"]["update"].erase("parameterStep");
  const json given = {{"theta", own.at("model").at("theta")},
                      {"sigma", own.at("model").at("mechanism").at("sigma")},
                      {"iterates", in_doubles(own)}};
  const json record = {{"age", 30}, {"card", "day"}, {"late", "yes"}};
  double before = 0;
  for (const char* const arithmetic : {"float64", "float32", "tf32"}) {
    of_study["mechanism"]["arithmetic"] = arithmetic;
    Service service;
    const json data = opened_for(service, of_study);
    const json attached = value_of(service.call("attach", {{"data", data}, {"model", given}}));
    const json report = attached.at("report");
    CHECK(report.at("model").at("mechanism").at("arithmetic") == arithmetic);
    const json handle = value_of(service.call("load-report", {{"report", report}})).at("handle");
    const double energy =
        number(value_of(service.call("bound", {{"report", handle}, {"record", record}})).at("terms").at("energy"));
    CHECK(energy >= before);
    before = energy;
  }
}

#include "check/score.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "check/prediction.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/numerics/elementary.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Bins of the calibration table, equally wide.
constexpr std::size_t bins = 10;
/// A confusion matrix of more classes is too large to read, and would be as large as the data.
constexpr std::size_t most_confused = 64;

constexpr double largest_count = 9007199254740992.0;

/// Sums over rows by name, each with as many numbers as there are classes, bins, or one.
using Sums = std::map<std::string, std::vector<double>>;

std::size_t classes_of(const LoadedReport& loaded) {
  return loaded.loss().is_softmax() ? static_cast<std::size_t>(loaded.loss().classes) : 2;
}

bool has_classes(const LoadedReport& loaded) {
  return loaded.loss().label_kind() != report::LabelKind::number;
}

/// The sums over no rows.
Sums no_sums(const LoadedReport& loaded) {
  const auto zeros = [](std::size_t count) { return std::vector<double>(count); };
  if (!has_classes(loaded)) {
    return {{"rows", zeros(1)}, {"squares", zeros(1)}, {"absolute", zeros(1)}, {"mean", zeros(1)}, {"spread", zeros(1)}};
  }
  const std::size_t classes = classes_of(loaded);
  return {{"rows", zeros(1)},
          {"losses", zeros(1)},
          {"labels", zeros(classes)},
          {"right", zeros(classes)},
          {"confusion", zeros(classes <= most_confused ? classes * classes : 0)},
          {"binRows", zeros(bins)},
          {"binProbability", zeros(bins)},
          {"binHolds", zeros(bins)}};
}

Sums read_sums(const LoadedReport& loaded, const Request& request) {
  Sums sums = no_sums(loaded);
  if (!request.has("sums")) {
    return sums;
  }
  const json& document = request.required("sums");
  const Request given(document, request.place("sums"));
  for (const auto& [key, value] : document.items()) {
    if (!sums.contains(key)) {
      given.refuse(key.c_str(), "unknown-key", "is no sum of this report");
    }
  }
  for (auto& [key, numbers] : sums) {
    const json& items = given.required(key.c_str());
    const bool counts = key == "rows" || key == "labels" || key == "right" || key == "confusion" || key == "binRows";
    const double most = counts ? largest_count : std::numeric_limits<double>::max();
    const auto fits = [most, may_be_negative = key == "mean"](const json& item) {
      return item.is_number() && std::fabs(item.get<double>()) <= most && (may_be_negative || item.get<double>() >= 0);
    };
    if (!items.is_array() || items.size() != numbers.size() || !std::all_of(items.begin(), items.end(), fits)) {
      given.refuse(key.c_str(), "wrong-type", "must be an array of numbers, as an answer for this report has it");
    }
    numbers = items.get<std::vector<double>>();
  }
  return sums;
}

void add_classes(const ordered_json& found, std::size_t classes, Sums& sums) {
  const bool is_softmax = found.contains("probabilities");
  for (std::size_t i = 0; i < found.at("label").size(); ++i) {
    const auto is = found.at("label")[i].get<std::size_t>();
    const auto said = found.at("class")[i].get<std::size_t>();
    const auto watched =
        is_softmax ? found.at("probabilities")[said][i].get<double>() : found.at("probability")[i].get<double>();
    const bool holds = is_softmax ? is == said : is == 1;
    sums["rows"][0] += 1;
    sums["losses"][0] += found.at("loss")[i].get<double>();
    sums["labels"][is] += 1;
    sums["right"][is] += is == said ? 1 : 0;
    if (std::vector<double>& confusion = sums["confusion"]; !confusion.empty()) {
      confusion[is * classes + said] += 1;
    }
    const std::size_t bin = std::min(bins - 1, static_cast<std::size_t>(watched * static_cast<double>(bins)));
    sums["binRows"][bin] += 1;
    sums["binProbability"][bin] += watched;
    sums["binHolds"][bin] += holds ? 1 : 0;
  }
}

/// Mean and spread one row after the other (Welford): no digits are lost where the mean is large.
void add_numbers(const ordered_json& found, Sums& sums) {
  for (std::size_t i = 0; i < found.at("label").size(); ++i) {
    const auto label = found.at("label")[i].get<double>();
    const double error = label - found.at("prediction")[i].get<double>();
    sums["rows"][0] += 1;
    sums["squares"][0] += error * error;
    sums["absolute"][0] += std::fabs(error);
    const double before = label - sums["mean"][0];
    sums["mean"][0] += before / sums["rows"][0];
    sums["spread"][0] += before * (label - sums["mean"][0]);
  }
}

ordered_json class_scores(const Sums& sums, std::size_t classes) {
  const double rows = sums.at("rows")[0];
  const std::vector<double>& labels = sums.at("labels");
  const std::vector<double>& right = sums.at("right");
  double own_loss = 0;
  for (const double count : labels) {
    own_loss -= count > 0 ? count / rows * elementary::log(count / rows) : 0;
  }
  const std::vector<double>& counts = sums.at("confusion");
  ordered_json confusion = nullptr;
  if (!counts.empty()) {
    confusion = ordered_json::array();
    for (std::size_t k = 0; k < classes; ++k) {
      const auto start = counts.begin() + static_cast<std::ptrdiff_t>(k * classes);
      confusion.push_back(std::vector<std::int64_t>(start, start + static_cast<std::ptrdiff_t>(classes)));
    }
  }
  ordered_json calibration = ordered_json::array();
  for (std::size_t k = 0; k < bins; ++k) {
    const double count = sums.at("binRows")[k];
    const auto mean = [count](double sum) { return count > 0 ? ordered_json(sum / count) : ordered_json(nullptr); };
    calibration.push_back(ObjectWriter()
                              .put("from", static_cast<double>(k) / static_cast<double>(bins))
                              .put("to", static_cast<double>(k + 1) / static_cast<double>(bins))
                              .put_count("rows", static_cast<std::int64_t>(count))
                              .put("mean", mean(sums.at("binProbability")[k]))
                              .put("share", mean(sums.at("binHolds")[k]))
                              .take());
  }
  return ObjectWriter()
      .put_count("rows", static_cast<std::int64_t>(rows))
      .put("accuracy", std::accumulate(right.begin(), right.end(), 0.0) / rows)
      .put("commonest", *std::max_element(labels.begin(), labels.end()) / rows)
      .put("logLoss", sums.at("losses")[0] / rows)
      .put("ownLogLoss", own_loss)
      .put("confusion", std::move(confusion))
      .put("calibration", std::move(calibration))
      .take();
}

ordered_json number_scores(const Sums& sums) {
  const double rows = sums.at("rows")[0];
  const double squares = sums.at("squares")[0];
  const double spread = sums.at("spread")[0];
  return ObjectWriter()
      .put_count("rows", static_cast<std::int64_t>(rows))
      .put("rootMeanSquaredError", std::sqrt(squares / rows))
      .put("meanAbsoluteError", sums.at("absolute")[0] / rows)
      .put("r2", spread > 0 ? ordered_json(1 - squares / spread) : ordered_json(nullptr))
      .put("deviation", std::sqrt(spread / rows))
      .take();
}

ordered_json scored(const LoadedReport& loaded, const Request& request, const ordered_json& found) {
  Sums sums = read_sums(loaded, request);
  if (has_classes(loaded)) {
    add_classes(found, classes_of(loaded), sums);
  } else {
    add_numbers(found, sums);
  }
  ordered_json document = ordered_json::object();
  for (const auto& [key, numbers] : sums) {
    if (!std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); })) {
      throw Error(ErrorType::numerics, "not-finite", "",
                  "a sum over the rows is beyond all numbers, as the report's ranges are that wide");
    }
    document[key] = numbers;
  }
  ordered_json scores = nullptr;
  if (sums["rows"][0] > 0) {
    scores = has_classes(loaded) ? class_scores(sums, classes_of(loaded)) : number_scores(sums);
  }
  return ObjectWriter()
      .put("sums", std::move(document))
      .put("scores", std::move(scores))
      .put("clamped", found.at("clamped"))
      .put("scaled", found.at("scaled"))
      .take();
}

}  // namespace

ordered_json score_rows(const LoadedReport& loaded, const json& document, const report::Columns& columns) {
  const Request request(document);
  request.allow_only({"report", "header", "rows", "columns", "table", "firstRow", "decimalComma", "sums"});
  return scored(loaded, request, predictions(loaded, request, columns, true));
}

}  // namespace expost::operations

// The common part of a report and a study: how a raw record becomes coordinates x and a label y
// (report-format.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "expost/descent/coding_roundings.hpp"

namespace expost::report {

enum class FeatureKind { constant, number, boolean, category };
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(FeatureKind kind) {
  switch (kind) {
    case FeatureKind::constant:
      return "constant";
    case FeatureKind::number:
      return "number";
    case FeatureKind::boolean:
      return "boolean";
    case FeatureKind::category:
      return "category";
  }
  return nullptr;
}

/// One field of a raw record, or the intercept. Which members count depends on `kind`.
struct Feature {
  std::string name;   ///< key in a raw record, header of its column
  std::string label;  ///< in words, for people; empty: the name
  std::string unit;   ///< number only: "years"; empty: none
  FeatureKind kind = FeatureKind::constant;
  double value = 1;                          ///< constant: its coordinate, before `Scaling::norm`
  double minimum = 0;                        ///< number: least value, in the field's own unit
  double maximum = 1;                        ///< number: greatest value, above `minimum`
  std::optional<double> missing_value;       ///< number: the value of a blank, within [minimum, maximum]
  std::vector<std::string> levels;           ///< category: one coordinate each, in this order
  std::vector<std::string> level_words;      ///< category: what people see of each level; empty: the levels
  std::optional<std::size_t> missing_level;  ///< category: index of the level of a blank
  nlohmann::json::object_t aliases;          ///< category: the level that each other spelling means
  /// Words in other languages, as they stand in the document under "labels", "units" and
  /// "levelLabels". A map of JSON and no JSON itself, whose move doesn't keep its noexcept.
  nlohmann::json::object_t translations;

  /// Coordinates of x that the feature fills: one, or one per level.
  [[nodiscard]] Eigen::Index coordinates() const {
    return kind == FeatureKind::category ? static_cast<Eigen::Index>(levels.size()) : 1;
  }
  [[nodiscard]] const std::string& words() const { return label.empty() ? name : label; }
  bool operator==(const Feature&) const = default;
};

/// From the numbers' own ranges to coordinates, and from there towards the unit ball.
struct Scaling {
  double lower = -1;  ///< where a number's minimum goes
  double upper = 1;   ///< where a number's maximum goes
  double norm = 1;    ///< x is divided by this
  /// Whether longer records are scaled onto the unit ball: always but for a network without a norm.
  bool unit_ball = true;
  bool operator==(const Scaling&) const = default;
};

enum class LabelKind {
  binary,    ///< coded −1 or +1: logistic
  number,    ///< coded in [−1, 1]: the other generalised linear losses
  category,  ///< coded 0 … K − 1: softmax
};
/// The name in documents; null for what is no value.
[[nodiscard]] constexpr const char* name_of(LabelKind kind) {
  switch (kind) {
    case LabelKind::binary:
      return "binary";
    case LabelKind::number:
      return "number";
    case LabelKind::category:
      return "category";
  }
  return nullptr;
}

/// The outcome that the model predicts; part of the record.
struct Label {
  std::string name;
  std::string label;  ///< in words; empty: the name
  std::string unit;   ///< number only
  LabelKind kind = LabelKind::binary;
  std::string negative;                   ///< binary: the text that is coded −1
  std::string positive;                   ///< binary: the text that is coded +1
  double minimum = 0;                     ///< number: coded −1
  double maximum = 1;                     ///< number: coded +1
  std::vector<std::string> levels;        ///< category: the K classes in the order of Θ
  std::vector<std::string> level_words;   ///< category, binary (negative, positive): as a feature's
  nlohmann::json::object_t aliases;       ///< category, binary: as a feature's
  nlohmann::json::object_t translations;  ///< as a feature's; binary: "levelLabels" has negative, positive

  [[nodiscard]] const std::string& words() const { return label.empty() ? name : label; }
  bool operator==(const Label&) const = default;
};

/// Returns the greatest length that x of any record can have before it is divided by
/// `Scaling::norm`: that of a record whose numbers are all at the end of the range that is farther
/// from 0. There is such a record. The norm of `scaling` doesn't matter.
[[nodiscard]] double greatest_length(const std::vector<Feature>& features, const Scaling& scaling);

/// How far a program's x of d coordinates may be off that codes any record in numbers of its own:
/// 3(|value| + |offset|)/width for a number, and of all what scaling onto the unit ball adds.
[[nodiscard]] CodingRoundings coding_roundings(const std::vector<Feature>& features, const Scaling& scaling, Eigen::Index d);

/// Length of x: the features' coordinates together.
[[nodiscard]] Eigen::Index total_coordinates(const std::vector<Feature>& features);

}  // namespace expost::report

// `features`, `scaling` and `label`, of reports and studies alike (report-format.md).
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "definitions.hpp"
#include "document.hpp"
#include "expost/report/features.hpp"
#include "expost/report/model_loss.hpp"
#include "parts.hpp"

namespace expost::report {

/// One of `features`. Where errors are collected, its name and kind are right if it is returned.
[[nodiscard]] Feature read_feature(const Node& node, const Parts& parts = {});
/// `features`: at least one, of different names, `limits::dimension` coordinates at most.
[[nodiscard]] std::vector<Feature> read_features(const Node& node);
[[nodiscard]] OrderedJson write_feature(const Feature& feature);
[[nodiscard]] OrderedJson write_features(const std::vector<Feature>& features);
[[nodiscard]] OrderedJson describe_features(Definitions& definitions);

/// `scaling`; both keys are optional.
[[nodiscard]] Scaling read_scaling(const Node& node);
/// The range of `scaling` alone.
void read_scaling_range(const Node& node, Scaling& scaling);
/// `scaling` of a study. A norm that is null is refused as "unfilled", with the greatest length of
/// a record where that is known.
[[nodiscard]] Scaling read_study_scaling(const Node& node, std::optional<double> greatest);
[[nodiscard]] OrderedJson write_scaling(const Scaling& scaling);
[[nodiscard]] OrderedJson describe_scaling(Definitions& definitions);

/// `label`: of the kind that the loss needs, its name different from the features'; for softmax of
/// as many levels as classes.
[[nodiscard]] Label read_label(const Node& node, const ModelLoss& loss, const std::vector<Feature>& features,
                               const Parts& parts = {});
/// Refuses what is null in the `label` of a study whose loss isn't known.
void read_label_gaps(const Object& study, const Parts& parts);
[[nodiscard]] OrderedJson write_label(const Label& label);
[[nodiscard]] OrderedJson describe_label(Definitions& definitions);

}  // namespace expost::report

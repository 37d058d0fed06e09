// `features`, `scaling` and `label`, of reports and studies alike (report-format.md).
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "document.hpp"
#include "expost/report/features.hpp"
#include "expost/report/model_loss.hpp"

namespace expost::report {

/// `features`: at least one, of different names, `limits::dimension` coordinates at most.
[[nodiscard]] Feature read_feature(const Node& node);
[[nodiscard]] std::vector<Feature> read_features(const Node& node);
[[nodiscard]] nlohmann::ordered_json write_features(const std::vector<Feature>& features);

/// `scaling`; both keys are optional.
[[nodiscard]] Scaling read_scaling(const Node& node);
[[nodiscard]] nlohmann::ordered_json write_scaling(const Scaling& scaling);

/// `label`: of the kind that the loss needs, its name different from the features'; for softmax of
/// as many levels as classes.
[[nodiscard]] Label read_label(const Node& node, const ModelLoss& loss, const std::vector<Feature>& features);
[[nodiscard]] nlohmann::ordered_json write_label(const Label& label);

}  // namespace expost::report

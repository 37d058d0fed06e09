// The parts that a report and a study have in common, read and written in one place.
#pragma once

#include <optional>
#include <vector>

#include "document.hpp"
#include "expost/report/features.hpp"
#include "expost/report/model_loss.hpp"

namespace expost::report {

/// `features`: at least one, of different names, `limits::dimension` coordinates at most.
[[nodiscard]] std::vector<Feature> read_features(const Node& node);
[[nodiscard]] nlohmann::ordered_json write_features(const std::vector<Feature>& features);

/// `scaling`; both keys are optional.
[[nodiscard]] Scaling read_scaling(const Node& node);
[[nodiscard]] nlohmann::ordered_json write_scaling(const Scaling& scaling);

/// `label`: of the kind that the loss needs, its name different from the features'; for softmax of as many levels as classes.
[[nodiscard]] Label read_label(const Node& node, const ModelLoss& loss, const std::vector<Feature>& features);
[[nodiscard]] nlohmann::ordered_json write_label(const Label& label);

[[nodiscard]] Publisher read_publisher(const Node& node);
[[nodiscard]] nlohmann::ordered_json write_publisher(const Publisher& publisher);

/// `failureProbability`, at most limits::largest_failure_probability; none where the key isn't
/// there.
[[nodiscard]] std::optional<double> read_failure_probability(const Object& object);

/// `loss`
[[nodiscard]] ModelLoss read_loss(const Node& node);
[[nodiscard]] nlohmann::ordered_json write_loss(const ModelLoss& loss);

}  // namespace expost::report

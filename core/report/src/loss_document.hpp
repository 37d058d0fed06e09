// `loss`, of reports and studies alike (report-format.md).
#pragma once

#include <nlohmann/json.hpp>

#include "document.hpp"
#include "expost/report/model_loss.hpp"

namespace expost::report {

/// `loss`
[[nodiscard]] ModelLoss read_loss(const Node& node);
[[nodiscard]] nlohmann::ordered_json write_loss(const ModelLoss& loss);

}  // namespace expost::report

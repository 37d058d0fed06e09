// `loss`, of reports and studies alike (report-format.md).
#pragma once

#include <nlohmann/json.hpp>

#include "definitions.hpp"
#include "document.hpp"
#include "expost/report/model_loss.hpp"
#include "parts.hpp"

namespace expost::report {

/// `loss`. Where errors are collected, a width that is one is read as 1.
[[nodiscard]] ModelLoss read_loss(const Node& node, const Parts& parts = {});
[[nodiscard]] OrderedJson write_loss(const ModelLoss& loss);
[[nodiscard]] OrderedJson describe_loss(Definitions& definitions);

}  // namespace expost::report

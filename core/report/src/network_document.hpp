// `network`, of reports and studies alike (docs/report-format.md).
#pragma once

#include <memory>

#include "definitions.hpp"
#include "document.hpp"
#include "expost/network/network.hpp"
#include "expost/report/model_loss.hpp"

namespace expost::report {

/// Reads the network beside `loss` in an object; none where there is none. `inputs`: coordinates of
/// the features, 0 where there are none.
[[nodiscard]] std::shared_ptr<const PreparedNetwork> read_network(const Object& object, const ModelLoss& loss,
                                                                  Eigen::Index inputs);
[[nodiscard]] OrderedJson write_network(const Network& network);
[[nodiscard]] OrderedJson describe_network(Definitions& definitions);

}  // namespace expost::report

// `x-input`, of reports and studies alike (report-format.md, Images).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "definitions.hpp"
#include "document.hpp"
#include "expost/network/network.hpp"
#include "expost/report/features.hpp"
#include "expost/report/image_input.hpp"

namespace expost::report {

/// Reads `x-input`, none where there is none: with a network whose input is an image, and features
/// that are all numbers which reach as far, or none.
[[nodiscard]] std::optional<ImageInput> read_input(const Object& object, const PreparedNetwork* network,
                                                   const std::vector<Feature>& features);
/// How far a pixel's number may be off, in roundoffs and beside 2|x|, where another program codes
/// it in numbers of its own as (k/(shades − 1) − m)/s.
[[nodiscard]] double coding_rounding(const ImageInput& input);
[[nodiscard]] OrderedJson write_input(const ImageInput& input);
[[nodiscard]] OrderedJson describe_input(Definitions& definitions);
/// The shape of a network's input, and its image: null where it has none.
[[nodiscard]] OrderedJson summary_of_input(const PreparedNetwork& network, const std::optional<ImageInput>& image);

}  // namespace expost::report

// A loss as the reference tables name it.
#pragma once

#include <stdexcept>
#include <string>

#include "expost/losses/loss.hpp"
#include "reference_table.hpp"

namespace expost {

inline Loss reference_loss(const ReferenceTable& inputs) {
  const auto name = inputs.at("loss").get<std::string>();
  const double width = inputs.at("width").get<double>();
  if (name == "logistic") {
    return {LossKind::logistic, width};
  }
  if (name == "squared") {
    return {LossKind::squared, width};
  }
  if (name == "pseudo-huber") {
    return {LossKind::pseudo_huber, width};
  }
  throw std::runtime_error("unknown loss " + name);
}

}  // namespace expost

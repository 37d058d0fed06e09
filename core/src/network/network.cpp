#include "expost/network/network.hpp"

#include <functional>
#include <utility>

#include "expost/noise/random.hpp"
#include "network/layer_step.hpp"

namespace expost {

void LayerStep::begin(double*, const std::function<double()>&) const {}

PreparedNetwork::PreparedNetwork(Network network, ErrorType type, const std::string& pointer) : network_(std::move(network)) {
  const auto refuse = [&](const char* code, const std::string& key, const std::string& predicate) {
    throw Error(type, code, pointer + key, pointer + key + " " + predicate);
  };
  if (network_.layers.empty() || network_.layers.size() > most_layers) {
    refuse("out-of-range", "/layers", "must have from 1 to " + std::to_string(most_layers) + " layers");
  }
  TensorShape shape = network_.input;
  inputs_ = size_of(shape);
  for (std::size_t i = 0; i < network_.layers.size(); ++i) {
    const std::string at = pointer + "/layers/" + std::to_string(i);
    steps_.push_back(std::visit(
        [&](const auto& layer) {
          return step_of(layer, LayerPlace{shape, type, at});
        },
        network_.layers[i]));
    LayerStep& step = *steps_.back();
    step.first = parameters_;
    parameters_ += step.parameters;
    multiplications_ += step.multiplications();
    shape = step.output;
    if (parameters_ > most_parameters) {
      refuse("too-large", "/layers", "must have at most " + std::to_string(most_parameters) + " parameters together");
    }
    if (multiplications_ > most_multiplications) {
      refuse("too-large", "/layers", "must take at most 10 million multiplications for a record");
    }
  }
  if (parameters_ == 0) {
    refuse("inconsistent", "/layers", "must have a layer with parameters");
  }
  ends_flat_ = shape.size() == 1;
}

PreparedNetwork::~PreparedNetwork() = default;

Eigen::Index PreparedNetwork::inputs() const {
  return inputs_;
}

Eigen::Index PreparedNetwork::outputs() const {
  return steps_.back()->outputs;
}

Eigen::VectorXd PreparedNetwork::start(std::uint64_t seed) const {
  RandomStream words(seed);
  const std::function<double()> uniform = [&] {
    // 53 bits, in the middle of their steps.
    return 2 * ((static_cast<double>(words.next() >> 11U) + 0.5) * 0x1p-53) - 1;
  };
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(parameters_);
  for (const auto& step : steps_) {
    step->begin(theta.data() + step->first, uniform);
  }
  return theta;
}

}  // namespace expost

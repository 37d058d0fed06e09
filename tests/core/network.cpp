// Networks: gradients and certified norms of one record (docs/networks.md, sections 2 and 3).
//
// Breaks caught here:
// - A bias or a scale that is left out of the gradient, padding that counts (vectors).
#include "expost/network/network.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "expost/network/network_gradient.hpp"
#include "expost/network/network_norm.hpp"
#include "reference_table.hpp"

using namespace expost;

namespace {

AxisPair pair_of(const ReferenceTable& layer, const char* key, AxisPair otherwise) {
  if (!layer.contains(key)) {
    return otherwise;
  }
  const ReferenceTable& value = layer[key];
  return value.is_array() ? AxisPair{value[0], value[1]} : AxisPair{value, value};
}

Layer layer_of(const ReferenceTable& layer) {
  const std::string kind = layer["kind"];
  if (kind == "dense") {
    return DenseLayer{layer["out"], layer.value("bias", true)};
  }
  if (kind == "conv2d") {
    return ConvolutionLayer{layer["out"], pair_of(layer, "kernel", {}), pair_of(layer, "stride", {1, 1}),
                            pair_of(layer, "padding", {0, 0}), layer.value("bias", true)};
  }
  if (kind == "max-pool" || kind == "average-pool") {
    const AxisPair kernel = pair_of(layer, "kernel", {});
    return PoolLayer{kind == "max-pool" ? PoolKind::maximum : PoolKind::average, kernel, pair_of(layer, "stride", kernel)};
  }
  if (kind == "group-norm") {
    return GroupNormLayer{layer["groups"], layer.value("affine", true), layer.value("epsilon", 1e-5)};
  }
  if (kind == "layer-norm") {
    return LayerNormLayer{layer.value("affine", true), layer.value("epsilon", 1e-5)};
  }
  if (kind == "reshape" || kind == "flatten") {
    return ReshapeLayer{layer.value("shape", TensorShape())};
  }
  for (const ActivationKind activation : {ActivationKind::relu, ActivationKind::tanh, ActivationKind::sigmoid,
                                          ActivationKind::softplus, ActivationKind::silu, ActivationKind::gelu}) {
    if (kind == name_of(activation)) {
      return ActivationLayer{activation};
    }
  }
  throw std::runtime_error("unknown layer " + kind);
}

Network network_of(const ReferenceTable& inputs) {
  Network network{inputs["input"], {}};
  for (const ReferenceTable& layer : inputs["layers"]) {
    network.layers.push_back(layer_of(layer));
  }
  return network;
}

ModelShape output_of(const ReferenceTable& inputs) {
  const std::string name = inputs["output"];
  if (name == "softmax") {
    return {{}, inputs["classes"]};
  }
  const double width = inputs["width"].is_null() ? 1.0 : inputs["width"].get<double>();
  return {{name == "logistic" ? LossKind::logistic : name == "squared" ? LossKind::squared : LossKind::pseudo_huber, width}, 0};
}

}  // namespace

TEST_CASE("vectors: gradients of networks, and their norms") {
  int seen = 0;
  const ReferenceTable table = reference_table("networks");
  for (const ReferenceTable& each : table["cases"]) {
    if (each["kind"] != "gradient") {
      continue;
    }
    CAPTURE(each["id"].get<std::string>());
    const ReferenceTable& inputs = each["inputs"];
    const PreparedNetwork network(network_of(inputs));
    const NetworkLoss loss{&network, output_of(inputs)};
    const Eigen::VectorXd theta = reference_vector(inputs["theta"]);
    const Eigen::VectorXd x = reference_vector(inputs["x"]);
    const double y = inputs["y"];
    const Eigen::VectorXd expected = reference_vector(each["expected"]["gradient"]);
    REQUIRE(network.parameters() == theta.size());
    const Eigen::VectorXd gradient = network_gradient(loss, theta, x, y);
    const double norm = each["expected"]["norm"];
    CHECK((gradient - expected).norm() <= 1e-12 * norm);
    const NetworkRecord record{x, Eigen::VectorXd::Zero(x.size()), {y, y}};
    const double certified = network_norm(loss, theta, record, {});
    CHECK(certified >= norm * (1 - 1e-12));
    CHECK(certified <= norm * (1 + 1e-9));
    const double single = network_norm(loss, theta, record, {Arithmetic::float32, true, 1});
    CHECK(single >= certified);
    CHECK(single <= norm * 1.01 + 1e-4);
    ++seen;
  }
  CHECK(seen == 23);
}

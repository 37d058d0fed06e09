#include "network_document.hpp"

#include <string>
#include <type_traits>
#include <utility>

#include "expost/report/limits.hpp"
#include "members.hpp"

namespace expost::report {
namespace {

/// Kinds of layers by their names in documents.
enum class LayerName {
  dense,
  conv2d,
  max_pool,
  average_pool,
  group_norm,
  layer_norm,
  relu,
  tanh,
  sigmoid,
  softplus,
  silu,
  gelu,
  flatten,
  reshape,
};
constexpr const char* name_of(LayerName value) {
  switch (value) {
    case LayerName::dense:
      return "dense";
    case LayerName::conv2d:
      return "conv2d";
    case LayerName::max_pool:
      return "max-pool";
    case LayerName::average_pool:
      return "average-pool";
    case LayerName::group_norm:
      return "group-norm";
    case LayerName::layer_norm:
      return "layer-norm";
    case LayerName::relu:
      return "relu";
    case LayerName::tanh:
      return "tanh";
    case LayerName::sigmoid:
      return "sigmoid";
    case LayerName::softplus:
      return "softplus";
    case LayerName::silu:
      return "silu";
    case LayerName::gelu:
      return "gelu";
    case LayerName::flatten:
      return "flatten";
    case LayerName::reshape:
      return "reshape";
  }
  return nullptr;
}

constexpr Eigen::Index most_out = 65536;
constexpr Whole<Eigen::Index> size_rule{"a whole number from 1 to 65536", 1, static_cast<double>(most_out)};
constexpr Whole<Eigen::Index> window_rule{"a whole number from 1 to 4096", 1, static_cast<double>(limits::dimension)};

/// One number for both axes of an image, or two.
struct Axes {
  using Value = AxisPair;
  Whole<Eigen::Index> rule = window_rule;

  [[nodiscard]] const char* expected() const { return "a whole number, or an array of two: height and width"; }
  void read(const Node& node, AxisPair& value) const {
    if (!node.value().is_array()) {
      rule.read(node, value.height);
      value.width = value.height;
      return;
    }
    const auto& items = node.array("");
    if (items.size() != 2) {
      node.refuse("wrong-length", expected());
    }
    rule.read(Node(items[0], node, 0), value.height);
    rule.read(Node(items[1], node, 1), value.width);
  }
  [[nodiscard]] OrderedJson write(const AxisPair& value) const {
    return value.height == value.width ? rule.write(value.height)
                                       : OrderedJson{rule.write(value.height), rule.write(value.width)};
  }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const {
    const OrderedJson one = rule.describe(definitions);
    return {{"oneOf", {one, {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", one}}}}};
  }
};
constexpr Axes padding_rule{{"a whole number from 0 to 4096", 0, static_cast<double>(limits::dimension)}};

/// [features] or [channels, height, width].
struct Shape {
  using Value = TensorShape;

  [[nodiscard]] const char* expected() const { return "an array of one number, or of three: channels, height and width"; }
  void read(const Node& node, TensorShape& value) const {
    const auto& items = node.array(expected());
    if (items.size() != 1 && items.size() != 3) {
      node.refuse("wrong-length", expected());
    }
    value.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      size_rule.read(Node(items[i], node, i), value[i]);
    }
  }
  [[nodiscard]] OrderedJson write(const TensorShape& value) const {
    OrderedJson items = OrderedJson::array();
    for (const Eigen::Index size : value) {
      items.push_back(size_rule.write(size));
    }
    return items;
  }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const {
    return {{"type", "array"}, {"minItems", 1}, {"maxItems", 3}, {"items", size_rule.describe(definitions)}};
  }
};

constexpr Number positive_epsilon{{"a number above 0 and at most 1", 0, 1, true}};

template <class Struct>
constexpr auto layer_named(LayerName name) {
  return members_of<Struct>(Constant<Struct>{"kind", name_of(name)});
}
template <class Struct>
constexpr auto out_key = required_key("out", &Struct::out, size_rule);
template <class Struct>
constexpr auto bias_key = written_key("bias", &Struct::bias, Truth{});
template <class Struct>
constexpr auto affine_key = written_key("affine", &Struct::affine, Truth{}, "Whether scales and shifts are parameters.");
template <class Struct>
constexpr auto epsilon_of_norm = written_key("epsilon", &Struct::epsilon, positive_epsilon);

OrderedJson describe_axes(Definitions& definitions) {
  return Axes{}.describe(definitions);
}

constexpr auto pool_keys(LayerName name) {
  return layer_named<PoolLayer>(name).with(
      required_key("kernel", &PoolLayer::kernel, Axes{}, "Height and width of a window."),
      Computed<PoolLayer, describe_axes>{"stride", false,
                                         [](const Object& object, PoolLayer& layer) {
                                           layer.stride = layer.kernel;
                                           if (const std::optional<Node> stride = object.find("stride")) {
                                             Axes{}.read(*stride, layer.stride);
                                           }
                                         },
                                         [](OrderedJson& document, const PoolLayer& layer) {
                                           if (layer.stride != layer.kernel) {
                                             document["stride"] = Axes{}.write(layer.stride);
                                           }
                                         },
                                         "From one window to the next; the kernel's size where it is left out."});
}

constexpr auto layer_kinds = alternatives_of(
    alternative(LayerName::dense, "W a + b on one axis; parameters W, out by in, and b.",
                layer_named<DenseLayer>(LayerName::dense).with(out_key<DenseLayer>, bias_key<DenseLayer>)),
    alternative(LayerName::conv2d, "Correlation with out kernels, as PyTorch's Conv2d.",
                layer_named<ConvolutionLayer>(LayerName::conv2d)
                    .with(out_key<ConvolutionLayer>, required_key("kernel", &ConvolutionLayer::kernel, Axes{}),
                          written_key("stride", &ConvolutionLayer::stride, Axes{}),
                          written_key("padding", &ConvolutionLayer::padding, padding_rule, "Zeros on either side."),
                          bias_key<ConvolutionLayer>)),
    alternative(LayerName::max_pool, "The largest number of each whole window.", pool_keys(LayerName::max_pool)),
    alternative(LayerName::average_pool, "The mean of each whole window.", pool_keys(LayerName::average_pool)),
    alternative(LayerName::group_norm, "Group normalisation.",
                layer_named<GroupNormLayer>(LayerName::group_norm)
                    .with(required_key("groups", &GroupNormLayer::groups, size_rule, "They divide the channels."),
                          affine_key<GroupNormLayer>, epsilon_of_norm<GroupNormLayer>)),
    alternative(
        LayerName::layer_norm, "Layer normalisation over the whole shape.",
        layer_named<LayerNormLayer>(LayerName::layer_norm).with(affine_key<LayerNormLayer>, epsilon_of_norm<LayerNormLayer>)),
    alternative(LayerName::relu, nullptr, layer_named<ActivationLayer>(LayerName::relu)),
    alternative(LayerName::tanh, nullptr, layer_named<ActivationLayer>(LayerName::tanh)),
    alternative(LayerName::sigmoid, nullptr, layer_named<ActivationLayer>(LayerName::sigmoid)),
    alternative(LayerName::softplus, nullptr, layer_named<ActivationLayer>(LayerName::softplus)),
    alternative(LayerName::silu, nullptr, layer_named<ActivationLayer>(LayerName::silu)),
    alternative(LayerName::gelu, "a times the normal distribution function of a.",
                layer_named<ActivationLayer>(LayerName::gelu)),
    alternative(LayerName::flatten, "The same numbers on one axis.", layer_named<ReshapeLayer>(LayerName::flatten)),
    alternative(LayerName::reshape, "The same numbers in another shape.",
                layer_named<ReshapeLayer>(LayerName::reshape).with(required_key("shape", &ReshapeLayer::shape, Shape{}))));

LayerName layer_name(const Layer& any) {
  return std::visit(
      []<class Kind>(const Kind& layer) {
        if constexpr (std::is_same_v<Kind, DenseLayer>) {
          return LayerName::dense;
        } else if constexpr (std::is_same_v<Kind, ConvolutionLayer>) {
          return LayerName::conv2d;
        } else if constexpr (std::is_same_v<Kind, PoolLayer>) {
          return layer.kind == PoolKind::maximum ? LayerName::max_pool : LayerName::average_pool;
        } else if constexpr (std::is_same_v<Kind, GroupNormLayer>) {
          return LayerName::group_norm;
        } else if constexpr (std::is_same_v<Kind, LayerNormLayer>) {
          return LayerName::layer_norm;
        } else if constexpr (std::is_same_v<Kind, ActivationLayer>) {
          return *named<LayerName>(expost::name_of(layer.kind));
        } else {
          return layer.shape.empty() ? LayerName::flatten : LayerName::reshape;
        }
      },
      any);
}

/// The layers of a network, one after the other.
struct Layers {
  using Value = std::vector<Layer>;

  [[nodiscard]] const char* expected() const { return "an array of layers"; }
  void read(const Node& node, Value& layers) const {
    const auto& items = node.array(expected());
    if (items.empty() || items.size() > most_layers) {
      node.refuse_as("wrong-length", {"must have from 1 to ", most_layers, " layers, but has ", items.size()});
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      layers.push_back(read_layer(Node(items[i], node, i)));
    }
  }
  [[nodiscard]] OrderedJson write(const Value& layers) const {
    OrderedJson items = OrderedJson::array();
    for (const Layer& layer : layers) {
      layer_kinds.with(layer_name(layer), [&]<class Kind, class... Each>(const Members<Kind, Each...>& keys) {
        items.push_back(keys.write(std::get<Kind>(layer)));
      });
    }
    return items;
  }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const {
    return {{"type", "array"}, {"minItems", 1}, {"maxItems", most_layers}, {"items", definitions.refer("Layer", [&] {
                                                                              return layer_kinds.describe(definitions);
                                                                            })}};
  }

 private:
  static Layer read_layer(const Node& node) {
    const Object object(node, "an object with a kind");
    const LayerName name = object.at("kind", listed(names_of<LayerName>).c_str()).choice<LayerName>();
    Layer result;
    layer_kinds.with(name, [&]<class Kind, class... Each>(const Members<Kind, Each...>& keys) {
      Kind layer;
      keys.allow(object);
      keys.read(object, layer);
      if constexpr (std::is_same_v<Kind, PoolLayer>) {
        layer.kind = name == LayerName::max_pool ? PoolKind::maximum : PoolKind::average;
      }
      if constexpr (std::is_same_v<Kind, ActivationLayer>) {
        layer.kind = *named<ActivationKind>(name_of(name));
      }
      result = layer;
    });
    return result;
  }
};

constexpr auto network_object = nested(
    "Network", "an object with input and layers",
    "The scores that the loss takes. Theta has the parameters layer after layer, row-major, as PyTorch's parameters() yields "
    "them.",
    members_of<Network>(required_key("input", &Network::input, Shape{}, "The shape of x, numbers row by row."),
                        required_key("layers", &Network::layers, Layers{}, "From x to the scores.")));

}  // namespace

std::shared_ptr<const PreparedNetwork> read_network(const Object& object, const ModelLoss& loss, Eigen::Index inputs) {
  const std::optional<Node> node = object.find("network");
  if (!node) {
    return nullptr;
  }
  Network network;
  network_object.read(*node, network);
  const Object own(*node, "");
  auto prepared = std::make_shared<PreparedNetwork>(std::move(network), node->type(), node->pointer());
  if (prepared->inputs() > limits::dimension) {
    own.at("input", "")
        .refuse_as("too-large", {"must have at most ", limits::dimension, " numbers, but has ", prepared->inputs()});
  }
  if (inputs > 0 && prepared->inputs() != inputs) {
    own.at("input", "")
        .refuse_as("inconsistent",
                   {"must have ", inputs, " numbers, the coordinates of the features, but has ", prepared->inputs()});
  }
  if (!prepared->ends_flat() || prepared->outputs() != loss.blocks()) {
    own.at("layers", "")
        .refuse_as("inconsistent", {"must end with ", loss.blocks(), loss.blocks() == 1 ? " number" : " numbers",
                                    " on one axis, as the loss takes ", loss.blocks() == 1 ? "it" : "them", ", but ",
                                    prepared->ends_flat() ? "" : "not flat and ", "with ", prepared->outputs()});
  }
  return prepared;
}

OrderedJson write_network(const Network& network) {
  return network_object.write(network);
}

OrderedJson describe_network(Definitions& definitions) {
  return network_object.describe(definitions);
}

}  // namespace expost::report

#include "loss_document.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "expost/report/names.hpp"
#include "members.hpp"

namespace expost::report {
namespace {

constexpr const char* softmax_name = "softmax";

constexpr auto softmax = members_of<ModelLoss>(
    Constant<ModelLoss>{"name", softmax_name},
    required_key("classes", &ModelLoss::classes,
                 Whole<Eigen::Index>{"a whole number from 2 to 4096", 2, static_cast<double>(limits::dimension)}));

constexpr auto plain(const char* name) {
  return members_of<ModelLoss>(Constant<ModelLoss>{"name", name});
}

constexpr auto with_width(const char* name) {
  return plain(name).with(
      inlined(&ModelLoss::linear,
              members_of<Loss>(required_key("width", &Loss::width, Scale{},
                                            "Residuals up to about this size count squared, larger ones linearly."))));
}

/// Calls `use` with the keys of a loss.
template <class Use>
void with_keys(const ModelLoss& loss, const Use& use) {
  if (loss.is_softmax()) {
    use(softmax);
  } else if (loss.linear.has_width()) {
    use(with_width(name_of(loss.linear.kind)));
  } else {
    use(plain(name_of(loss.linear.kind)));
  }
}

/// Every loss of the format: the generalised linear ones, and softmax.
std::vector<ModelLoss> every_loss() {
  std::vector<ModelLoss> losses;
  for (const LossKind kind : values_of<LossKind>()) {
    losses.push_back({{kind, 1.0}, 0});
  }
  losses.push_back({{}, 2});
  return losses;
}

const char* name_of_loss(const ModelLoss& loss) {
  return loss.is_softmax() ? softmax_name : name_of(loss.linear.kind);
}

}  // namespace

ModelLoss read_loss(const Node& node, const Parts& parts) {
  const Object object(node, "an object with a name");
  const std::vector<ModelLoss> losses = every_loss();
  std::vector<const char*> names(losses.size());
  std::transform(losses.begin(), losses.end(), names.begin(), name_of_loss);
  const std::string name = object.name("name", names);
  ModelLoss loss =
      *std::find_if(losses.begin(), losses.end(), [&](const ModelLoss& each) { return name == name_of_loss(each); });
  with_keys(loss, [&](const auto& members) {
    members.allow(object);
    members.read(object, loss, parts);
  });
  return loss;
}

OrderedJson write_loss(const ModelLoss& loss) {
  OrderedJson document;
  with_keys(loss, [&](const auto& members) { members.write(document, loss); });
  return document;
}

OrderedJson describe_loss(Definitions& definitions) {
  return definitions.refer("Loss", [&] {
    OrderedJson schema{{"type", "object"}, {"oneOf", OrderedJson::array()}};
    for (const ModelLoss& loss : every_loss()) {
      with_keys(loss, [&](const auto& members) { schema["oneOf"].push_back(members.describe(definitions)); });
    }
    return schema;
  });
}

}  // namespace expost::report

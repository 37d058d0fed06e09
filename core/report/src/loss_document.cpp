#include "loss_document.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "expost/report/limits.hpp"
#include "expost/report/names.hpp"

namespace expost::report {
namespace {

constexpr NumberRule classes_number{"a whole number from 2 to 4096", 2, static_cast<double>(limits::dimension)};

/// The losses of the format: the generalised linear ones, and softmax.
constexpr auto loss_names = [] {
  std::array<const char*, count_of<LossKind>() + 1> names{};
  std::copy(names_of<LossKind>.begin(), names_of<LossKind>.end(), names.begin());
  names.back() = "softmax";
  return names;
}();

}  // namespace

ModelLoss read_loss(const Node& node, const Parts& parts) {
  const Object object(node, "an object with a name");
  const std::string name = object.name("name", loss_names);
  if (name == "softmax") {
    object.allow({"name", "classes"});
    const Node classes = object.at("classes", classes_number.words);
    const double number = classes.number(classes_number);
    if (number != std::floor(number)) {
      classes.refuse("out-of-range", classes_number.words);
    }
    return {{}, static_cast<Eigen::Index>(number)};
  }
  Loss loss{named<LossKind>(name).value(), 1.0};
  if (loss.has_width()) {
    object.allow({"name", "width"});
    parts.read([&] { loss.width = object.scale("width"); });
  } else {
    object.allow({"name"});
  }
  return {loss, 0};
}

nlohmann::ordered_json write_loss(const ModelLoss& loss) {
  nlohmann::ordered_json document;
  if (loss.is_softmax()) {
    document["name"] = "softmax";
    document["classes"] = loss.classes;
    return document;
  }
  document["name"] = name_of(loss.linear.kind);
  if (loss.linear.has_width()) {
    document["width"] = number_document(loss.linear.width);
  }
  return document;
}

}  // namespace expost::report

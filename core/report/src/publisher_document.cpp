#include "publisher_document.hpp"

#include <string>

#include "expost/report/limits.hpp"

namespace expost::report {
namespace {

constexpr TextRule publisher_name{limits::name};

}  // namespace

std::optional<double> read_failure_probability(const Object& object) {
  const std::optional<double> probability = object.optional_probability("failureProbability");
  if (probability && *probability > limits::largest_failure_probability) {
    object.at("failureProbability", "").refuse("out-of-range", "0.05 or less");
  }
  return probability;
}

Publisher read_publisher(const Node& node) {
  const Object object(node, "an object with a name");
  object.allow({"name", "contact"});
  Publisher publisher;
  publisher.name = object.text("name", publisher_name);
  publisher.contact = object.optional_text("contact", publisher_name);
  return publisher;
}

nlohmann::ordered_json write_publisher(const Publisher& publisher) {
  nlohmann::ordered_json document;
  document["name"] = publisher.name;
  if (!publisher.contact.empty()) {
    document["contact"] = publisher.contact;
  }
  return document;
}

}  // namespace expost::report

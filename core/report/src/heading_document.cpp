#include "heading_document.hpp"

#include <string>

namespace expost::report {
namespace {

constexpr TextRule publisher_name{limits::name};

nlohmann::ordered_json write_publisher(const Publisher& publisher) {
  nlohmann::ordered_json document;
  document["name"] = publisher.name;
  if (!publisher.contact.empty()) {
    document["contact"] = publisher.contact;
  }
  return document;
}

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

void write_heading(nlohmann::ordered_json& document, const Heading& heading) {
  document["title"] = heading.title;
  if (!heading.description.empty()) {
    document["description"] = heading.description;
  }
  if (heading.publisher) {
    document["publisher"] = write_publisher(*heading.publisher);
  }
  document["published"] = heading.published;
  document["unit"] = heading.unit;
}

}  // namespace expost::report

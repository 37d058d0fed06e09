#include "heading_document.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace expost::report {
namespace {

constexpr TextRule publisher_name{limits::name};

/// The links by their keys, in the same order.
struct LinkKey {
  const char* key;
  std::string PublisherLinks::*link;
};
constexpr std::array link_keys{LinkKey{publisher_link_keys[0], &PublisherLinks::privacy},
                               LinkKey{publisher_link_keys[1], &PublisherLinks::rights},
                               LinkKey{publisher_link_keys[2], &PublisherLinks::opt_out}};

constexpr std::string_view host_characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:";

/// Whether a person who reads the text sees which host it leads to: https, then a host of letters,
/// digits, hyphens and dots, perhaps a port, then a path of printable ASCII or nothing.
bool is_plain_https_address(std::string_view text) {
  constexpr std::string_view scheme = "https://";
  if (!text.starts_with(scheme)) {
    return false;
  }
  const std::string_view rest = text.substr(scheme.size());
  const std::size_t slash = rest.find('/');
  const std::string_view host = rest.substr(0, slash);
  const std::string_view path = slash == std::string_view::npos ? std::string_view() : rest.substr(slash);
  return !host.empty() && host.front() != ':' && host.find_first_not_of(host_characters) == std::string_view::npos &&
         std::all_of(path.begin(), path.end(), [](char c) { return c > ' ' && c <= '~'; });
}

PublisherLinks read_links(const Node& node, const Parts& parts) {
  const Object object(node, "an object with privacy, rights or optOut");
  object.allow({}, publisher_link_keys);
  PublisherLinks links;
  for (const LinkKey& each : link_keys) {
    parts.read([&] {
      if (const std::optional<Node> address = object.find(each.key)) {
        const bool is_text = address->value().is_string();
        std::string& link = links.*each.link;
        if (is_text) {
          link = address->text({limits::link});
        }
        if (!is_text || !is_plain_https_address(link)) {
          address->refuse(is_text ? "not-an-address" : "wrong-type",
                          "an address like https://example.org/privacy, in ASCII, or left out");
        }
      }
    });
  }
  return links;
}

nlohmann::ordered_json write_publisher(const Publisher& publisher) {
  nlohmann::ordered_json document;
  document["name"] = publisher.name;
  if (!publisher.contact.empty()) {
    document["contact"] = publisher.contact;
  }
  for (const auto& [key, link] : link_keys) {
    if (!(publisher.links.*link).empty()) {
      document["x-links"][key] = publisher.links.*link;
    }
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

Publisher read_publisher(const Node& node, const Parts& parts) {
  const Object object(node, "an object with a name");
  object.allow({"name", "contact"});
  Publisher publisher;
  parts.read([&] { publisher.name = object.text("name", publisher_name); });
  parts.read([&] { publisher.contact = object.optional_text("contact", publisher_name); });
  parts.read([&] {
    if (const std::optional<Node> links = object.find("x-links")) {
      publisher.links = read_links(*links, parts);
    }
  });
  return publisher;
}

void read_heading(const Object& object, PublishedRule rule, Heading& heading, const Parts& parts) {
  parts.read([&] { heading.title = object.text("title", {limits::title}); });
  parts.read([&] { heading.description = object.optional_text("description", {limits::description, false}); });
  parts.read([&] {
    if (const std::optional<Node> publisher = object.find("publisher")) {
      heading.publisher = read_publisher(*publisher, parts);
    }
  });
  parts.read([&] {
    if (rule == PublishedRule::required || object.find("published")) {
      heading.published = read_date(object.at("published", "a date like 2026-03-01"));
    }
  });
  parts.read([&] { heading.unit = object.text("unit", {limits::unit}); });
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

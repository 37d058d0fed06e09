#include "image_input.hpp"

#include <algorithm>
#include <cmath>

#include "members.hpp"

namespace expost::report {
namespace {

void read_ends(const Object& object, ImageInput& input) {
  double ends[2];
  const Node range = object.at("range", "an array of two numbers");
  range.numbers(ends, "the darkest and the lightest pixel");
  if (ends[0] == ends[1]) {
    range.refuse("out-of-range", "an array of two different numbers: the darkest and the lightest pixel");
  }
  input.darkest = ends[0];
  input.lightest = ends[1];
}

void write_ends(OrderedJson& document, const ImageInput& input) {
  document["range"] = {number_document(input.darkest), number_document(input.lightest)};
}

OrderedJson describe_ends(Definitions&) {
  return describe_numbers(value_number, 2, 2);
}

constexpr Whole<int> shade_count{"a whole number from 2 to 65536", 2, 65536};

constexpr auto image_object = nested(
    "ImageInput", "an object with kind and range",
    "The pixels of an image are a record's numbers, row by row, of three channels red, green and blue one after the other: "
    "those of the features in their order, or x without features. With a network whose input is [1, height, width] or "
    "[3, height, width], and features that are all numbers which reach as far as the range.",
    members_of<ImageInput>(
        Constant<ImageInput>{"kind", "image"},
        Computed<ImageInput, describe_ends>{"range", true, read_ends, write_ends,
                                            "The numbers of the darkest and of the lightest pixel; shades between are evenly "
                                            "spaced."},
        written_key("shades", &ImageInput::shades, shade_count, "Values that a pixel has in the data.")));

bool is_image(const PreparedNetwork* network) {
  if (network == nullptr || network->network().input.size() != 3) {
    return false;
  }
  const Eigen::Index channels = network->network().input.front();
  return channels == 1 || channels == 3;
}

bool reaches(const Feature& feature, const ImageInput& input) {
  const auto [least, most] = std::minmax(input.darkest, input.lightest);
  return feature.kind == FeatureKind::number && feature.minimum <= least && most <= feature.maximum;
}

}  // namespace

std::optional<ImageInput> read_input(const Object& object, const PreparedNetwork* network,
                                     const std::vector<Feature>& features) {
  const std::optional<Node> node = object.find("x-input");
  if (!node) {
    return std::nullopt;
  }
  ImageInput input;
  image_object.read(*node, input);
  const Object own(*node, "");
  (void)own.name("kind", {"image"});
  if (!is_image(network)) {
    node->refuse_as("inconsistent",
                    "must be left out: it needs a network whose input is an image, [1, height, width] or [3, height, width]");
  }
  const auto short_one =
      std::find_if_not(features.begin(), features.end(), [&](const Feature& feature) { return reaches(feature, input); });
  if (short_one != features.end()) {
    own.at("range", "")
        .refuse_as("inconsistent", {"needs features that are numbers from its one end to the other at least, but ",
                                    Phrase::quoted(short_one->name), " isn't"});
  }
  return input;
}

double coding_rounding(const ImageInput& input) {
  return 3 * (std::fabs(input.darkest) + std::fabs(input.lightest));
}

OrderedJson write_input(const ImageInput& input) {
  return image_object.write(input);
}

OrderedJson describe_input(Definitions& definitions) {
  return image_object.describe(definitions);
}

OrderedJson summary_of_input(const PreparedNetwork& network, const std::optional<ImageInput>& image) {
  OrderedJson summary{{"shape", OrderedJson::array()}, {"image", nullptr}};
  for (const Eigen::Index size : network.network().input) {
    summary["shape"].push_back(number_document(static_cast<double>(size)));
  }
  if (image) {
    summary["image"] = write_input(*image);
  }
  return summary;
}

}  // namespace expost::report

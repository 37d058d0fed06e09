#include "expost/report/report.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "document.hpp"
#include "expost/report/base64.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "shared_parts.hpp"

namespace expost::report {
namespace {

constexpr Eigen::Index largest_readable_hessian = 256;

std::span<double> span_of(Eigen::VectorXd& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

void check_format(const Node& root) {
  if (!root.value().is_object()) {
    root.refuse("not-a-report", "an object whose format is \"expost-report\"");
  }
  const Object document(root, "");
  const std::optional<Node> format = document.find("format");
  if (!format) {
    throw Error(root.fault(), "not-a-report", "/format",
                "/format is missing: this is not a privacy report, whose format is \"expost-report\"");
  }
  if (format->value() != "expost-report") {
    format->refuse("not-a-report", "\"expost-report\"");
  }
  const Node version = document.at("version", "the number 1");
  const double number = version.number(finite_number);
  if (number > format_version && std::floor(number) == number) {
    version.refuse_as("newer-version", "is " + shown(version.value()) +
                                           ": the report has a newer format than this version of Expost can read (1)");
  }
  if (number != format_version) {
    version.refuse("out-of-range", "1");
  }
}

/// θ̂, its length checked against the limit and, if there are features, against their coordinates.
Eigen::VectorXd read_theta(const Node& node, const std::vector<Feature>& features) {
  const auto& items = node.array("an array of numbers");
  if (items.empty()) {
    node.refuse_as("wrong-length", "must have at least one number");
  }
  if (items.size() > static_cast<std::size_t>(limits::dimension)) {
    node.refuse_as("too-large", "must have at most " + std::to_string(limits::dimension) + " numbers, but has " +
                                    std::to_string(items.size()));
  }
  const Eigen::Index dimension = features.empty() ? static_cast<Eigen::Index>(items.size()) : total_coordinates(features);
  Eigen::VectorXd theta(dimension);
  node.numbers(span_of(theta), "one for each coordinate of the features");
  return theta;
}

/// Writes a packed upper triangle, row by row, into a full symmetric matrix.
class TriangleFiller {
 public:
  explicit TriangleFiller(Eigen::MatrixXd& matrix) : matrix_(matrix) {}

  void add(double value) {
    // Row i of the upper triangle is column i of the lower one, which is contiguous.
    matrix_(column_, row_) = value;
    if (++column_ == matrix_.rows()) {
      column_ = ++row_;
    }
  }
  void mirror() { matrix_.triangularView<Eigen::StrictlyUpper>() = matrix_.transpose(); }

 private:
  Eigen::MatrixXd& matrix_;
  Eigen::Index row_ = 0;
  Eigen::Index column_ = 0;
};

Eigen::MatrixXd read_hessian(const Node& upper, Eigen::Index dimension) {
  const auto count = static_cast<std::size_t>(dimension * (dimension + 1) / 2);
  const std::string why = "the upper triangle with diagonal for dimension " + std::to_string(dimension);
  const std::string expected =
      "an array of " + std::to_string(count) + " numbers, " + why + ", or an object with encoding and data";
  Eigen::MatrixXd matrix(dimension, dimension);
  TriangleFiller filler(matrix);
  if (upper.value().is_object()) {
    const Object packed(upper, expected);
    packed.allow({"encoding", "data"});
    (void)packed.name("encoding", {"base64-f64le"});
    const Node data = packed.at("data", "a text in base64");
    if (!data.value().is_string()) {
      data.refuse("wrong-type", "a text in base64");
    }
    const auto& text = data.value().get_ref<const std::string&>();
    const std::optional<std::size_t> bytes = base64_decoded_size(text);
    if (!bytes) {
      data.refuse_as("not-base64",
                     "must be base64 with padding, a multiple of 4 characters, but has " + std::to_string(text.size()));
    }
    if (*bytes != count * sizeof(double)) {
      data.refuse_as("wrong-length", "must have " + std::to_string(count * sizeof(double)) + " bytes, " +
                                         std::to_string(count) + " numbers, " + why + ", but has " + std::to_string(*bytes));
    }
    std::vector<double> numbers(count);
    if (!decode_base64_doubles(text, numbers)) {
      data.refuse_as("not-base64", "must be base64 of the standard alphabet, with padding and nothing else");
    }
    for (const double number : numbers) {
      if (!std::isfinite(number)) {
        data.refuse_as("not-finite", "must have finite numbers only");
      }
      if (std::fabs(number) > limits::magnitude) {
        data.refuse_as("out-of-range", "must have numbers between -1e50 and 1e50 only, but has " + format_number(number));
      }
      filler.add(number);
    }
  } else {
    const auto& items = upper.array(expected);
    if (items.size() != count) {
      upper.refuse_as("wrong-length",
                      "must have " + std::to_string(count) + " numbers, " + why + ", but has " + std::to_string(items.size()));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Json& item = items[i];
      if (item.is_number_float() && std::fabs(*item.get_ptr<const double*>()) <= limits::magnitude) {
        filler.add(*item.get_ptr<const double*>());
      } else {
        filler.add(Node(item, upper, i).number(value_number));
      }
    }
  }
  filler.mirror();
  return matrix;
}

/// The step of the grid that values are published on, 0 where none is stated.
double read_grid(const Object& object) {
  const double grid = object.optional_number("x-grid", moderate_number).value_or(0);
  int exponent = 0;
  if (grid > 0 && std::frexp(grid, &exponent) != 0.5) {
    object.at("x-grid", "a power of two").refuse_as("out-of-range", "must be a power of two, but is " + format_number(grid));
  }
  return grid;
}

/// Refuses values that don't lie on the grid which they are said to lie on.
template <typename Values>
void check_grid(const Node& node, const Values& values, double grid) {
  if (grid > 0 && !((values / grid).floor() == values / grid).all()) {
    node.refuse_as("off-grid", "must have whole multiples of x-grid only");
  }
}

void read_release(const Node& node, PublishedModel& model) {
  const Object release(node, "an object");
  release.allow({"gradient", "hessian", "smallestEigenvalue"});
  const std::optional<Node> gradient = release.find("gradient");
  const std::optional<Node> hessian = release.find("hessian");
  const std::optional<Node> eigenvalue = release.find("smallestEigenvalue");
  const std::string together = "an object: gradient and hessian are published together";
  if (hessian || eigenvalue) {
    (void)release.at("gradient", together);
  }
  if (gradient) {
    (void)release.at("hessian", together);
  }
  if (gradient) {
    const Object object(*gradient, "an object with sigma and values");
    object.allow({"sigma", "values"});
    model.gradient.emplace();
    model.gradient->grid = read_grid(object);
    model.gradient->sigma = object.scale("sigma");
    model.gradient->values.resize(model.dimension());
    const Node values = object.at("values", "an array of numbers");
    values.numbers(span_of(model.gradient->values), "as many as /model/theta");
    check_grid(values, model.gradient->values.array(), model.gradient->grid);
  }
  if (hessian) {
    const Object object(*hessian, "an object with sigma and upper");
    object.allow({"sigma", "upper"});
    model.hessian.emplace();
    model.hessian->sigma = object.scale("sigma");
    model.hessian->grid = read_grid(object);
    const Node upper = object.at("upper", "an array of numbers");
    model.hessian->values = read_hessian(upper, model.dimension());
    check_grid(upper, model.hessian->values.array(), model.hessian->grid);
  }
  if (eigenvalue) {
    const Object object(*eigenvalue, "an object with sigma and value");
    object.allow({"sigma", "value"});
    model.smallest_eigenvalue.emplace();
    model.smallest_eigenvalue->sigma = object.scale("sigma");
    model.smallest_eigenvalue->grid = read_grid(object);
    model.smallest_eigenvalue->value = object.number("value", value_number);
    check_grid(object.at("value", "a number"), Eigen::Array<double, 1, 1>(model.smallest_eigenvalue->value),
               model.smallest_eigenvalue->grid);
  }
}

Guarantee read_guarantee(const Node& node) {
  const Object object(node, "an object with epsilon and delta");
  object.allow({"epsilon", "delta", "accountant"});
  Guarantee guarantee;
  guarantee.epsilon = object.number("epsilon", positive_number);
  guarantee.delta = object.probability("delta");
  guarantee.accountant = object.optional_text("accountant", {limits::name});
  return guarantee;
}

nlohmann::ordered_json write_vector(const Eigen::VectorXd& vector) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  items.get_ref<nlohmann::ordered_json::array_t&>().reserve(static_cast<std::size_t>(vector.size()));
  for (const double value : vector) {
    items.push_back(number_document(value));
  }
  return items;
}

nlohmann::ordered_json write_upper_triangle(const Eigen::MatrixXd& matrix, HessianEncoding encoding) {
  const Eigen::Index dimension = matrix.rows();
  std::vector<double> numbers;
  numbers.reserve(static_cast<std::size_t>(dimension * (dimension + 1) / 2));
  for (Eigen::Index i = 0; i < dimension; ++i) {
    for (Eigen::Index j = i; j < dimension; ++j) {
      numbers.push_back(matrix(i, j));
    }
  }
  if (encoding == HessianEncoding::automatic) {
    encoding = dimension <= largest_readable_hessian ? HessianEncoding::numbers : HessianEncoding::base64;
  }
  if (encoding == HessianEncoding::base64) {
    return {{"encoding", "base64-f64le"}, {"data", encode_base64_doubles(numbers)}};
  }
  return write_vector(Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size())));
}

void write_grid(nlohmann::ordered_json& release, double grid) {
  if (grid > 0) {
    release["x-grid"] = number_document(grid);
  }
}

void check_finite(const PublishedModel& model) {
  bool finite = std::isfinite(model.lambda) && std::isfinite(model.sigma) && std::isfinite(model.residual) &&
                std::isfinite(model.loss.width) && model.theta.allFinite();
  finite = finite && (!model.gradient || (std::isfinite(model.gradient->sigma) && model.gradient->values.allFinite()));
  finite = finite && (!model.hessian || (std::isfinite(model.hessian->sigma) && model.hessian->values.allFinite()));
  finite = finite && (!model.smallest_eigenvalue ||
                      (std::isfinite(model.smallest_eigenvalue->sigma) && std::isfinite(model.smallest_eigenvalue->value)));
  if (!finite) {
    throw Error(Fault::argument, "not-finite", "", "the report has a number that is not finite and can't be written");
  }
}

}  // namespace

Report read_report(const nlohmann::json& document) {
  const Node root(document, Fault::report);
  check_format(root);
  const Object object(root, "an object");
  object.allow({"format", "version", "title", "description", "publisher", "published", "unit", "model", "features", "scaling",
                "label", "release", "guarantee", "failureProbability"});
  Report report;
  report.title = object.text("title", {limits::title});
  report.description = object.optional_text("description", {limits::description, false});
  if (const std::optional<Node> publisher = object.find("publisher")) {
    report.publisher = read_publisher(*publisher);
  }
  report.published = read_date(object.at("published", "a date like 2026-03-01"));
  report.unit = object.text("unit", {limits::unit});

  const Object model(object.at("model", "an object with loss, mechanism and theta"),
                     "an object with loss, mechanism and theta");
  model.allow({"loss", "mechanism", "theta"});
  report.model.loss = read_loss(model.at("loss", "an object with a name"));
  {
    const Object mechanism(model.at("mechanism", "an object with name, noise, sigma and lambda"),
                           "an object with name, noise, sigma and lambda");
    check_mechanism(mechanism, true);
    mechanism.allow({"name", "noise", "sigma", "lambda"});
    report.model.sigma = mechanism.scale("sigma");
    report.model.lambda = mechanism.scale("lambda");
    // Not a key of the format, so that other readers may ignore it; ours relies on it and checks it.
    report.model.residual = mechanism.optional_number("x-residual", residual_number).value_or(0.0) + 0.0;
  }
  if (const std::optional<Node> features = object.find("features")) {
    report.features = read_features(*features);
  }
  report.model.theta = read_theta(model.at("theta", "an array of numbers"), report.features);
  if (const std::optional<Node> scaling = object.find("scaling")) {
    report.scaling = read_scaling(*scaling);
  }
  if (!report.features.empty()) {
    (void)object.at("label", "an object with name and kind, as there are features");
  }
  if (const std::optional<Node> label = object.find("label")) {
    report.label = read_label(*label, report.model.loss.kind, report.features);
  }
  if (const std::optional<Node> release = object.find("release")) {
    read_release(*release, report.model);
  }
  if (const std::optional<Node> guarantee = object.find("guarantee")) {
    report.guarantee = read_guarantee(*guarantee);
  }
  report.failure_probability = object.optional_probability("failureProbability").value_or(report.failure_probability);
  if (const std::optional<Node> seed = object.find("x-insecure-seed")) {
    report.insecure_seed = seed->value() != false;  // `true`, or the seed itself
  }
  if (const std::optional<Node> sample = object.find("x-sample")) {
    report.sample = sample->value() != false;
  }
  return report;
}

nlohmann::ordered_json write_report(const Report& report, HessianEncoding encoding) {
  const PublishedModel& model = report.model;
  check_finite(model);
  nlohmann::ordered_json document;
  document["format"] = "expost-report";
  document["version"] = format_version;
  document["title"] = report.title;
  if (!report.description.empty()) {
    document["description"] = report.description;
  }
  if (report.publisher) {
    document["publisher"] = write_publisher(*report.publisher);
  }
  document["published"] = report.published;
  document["unit"] = report.unit;

  nlohmann::ordered_json mechanism;
  mechanism["name"] = "objective-perturbation";
  mechanism["noise"] = "gaussian";
  mechanism["sigma"] = number_document(model.sigma);
  mechanism["lambda"] = number_document(model.lambda);
  if (model.residual > 0) {
    mechanism["x-residual"] = number_document(model.residual);
  }
  document["model"]["loss"] = write_loss(model.loss);
  document["model"]["mechanism"] = std::move(mechanism);
  document["model"]["theta"] = write_vector(model.theta);

  if (!report.features.empty()) {
    document["features"] = write_features(report.features);
    document["scaling"] = write_scaling(report.scaling);
  }
  if (report.label) {
    document["label"] = write_label(*report.label);
  }
  if (model.gradient) {
    document["release"]["gradient"]["sigma"] = number_document(model.gradient->sigma);
    write_grid(document["release"]["gradient"], model.gradient->grid);
    document["release"]["gradient"]["values"] = write_vector(model.gradient->values);
  }
  if (model.hessian) {
    document["release"]["hessian"]["sigma"] = number_document(model.hessian->sigma);
    write_grid(document["release"]["hessian"], model.hessian->grid);
    document["release"]["hessian"]["upper"] = write_upper_triangle(model.hessian->values, encoding);
  }
  if (model.smallest_eigenvalue) {
    document["release"]["smallestEigenvalue"]["sigma"] = number_document(model.smallest_eigenvalue->sigma);
    write_grid(document["release"]["smallestEigenvalue"], model.smallest_eigenvalue->grid);
    document["release"]["smallestEigenvalue"]["value"] = number_document(model.smallest_eigenvalue->value);
  }
  if (report.guarantee) {
    document["guarantee"]["epsilon"] = number_document(report.guarantee->epsilon);
    document["guarantee"]["delta"] = number_document(report.guarantee->delta);
    if (!report.guarantee->accountant.empty()) {
      document["guarantee"]["accountant"] = report.guarantee->accountant;
    }
  }
  document["failureProbability"] = number_document(report.failure_probability);
  if (report.insecure_seed) {
    document["x-insecure-seed"] = true;
  }
  if (report.sample) {
    document["x-sample"] = true;
  }
  return document;
}

}  // namespace expost::report

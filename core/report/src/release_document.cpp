#include "release_document.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "descent_document.hpp"
#include "expost/report/limits.hpp"
#include "members.hpp"
#include "model_document.hpp"
#include "number_grid.hpp"

namespace expost::report {
namespace {

constexpr Eigen::Index largest_readable_hessian = 256;

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
  const std::string why = sentence({"the upper triangle with diagonal for dimension ", dimension});
  Eigen::MatrixXd matrix(dimension, dimension);
  TriangleFiller filler(matrix);
  if (upper.value().is_object()) {
    const Object packed(upper, "");
    packed.allow(packed_keys);
    std::vector<double> numbers(count);
    read_packed(packed, numbers, why.c_str());
    for (const double number : numbers) {
      filler.add(number);
    }
  } else {
    if (!upper.value().is_array()) {
      upper.refuse("wrong-type", {"an array of ", count, " numbers, ", why, ", or an object with encoding and data"});
    }
    const auto& items = upper.value().get_ref<const Json::array_t&>();
    if (items.size() != count) {
      upper.refuse_as("wrong-length", {"must have ", count, " numbers, ", why, ", but has ", items.size()});
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

OrderedJson write_upper_triangle(const Eigen::MatrixXd& matrix, HessianEncoding encoding) {
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
    OrderedJson packed;
    write_packed(packed, numbers);
    return packed;
  }
  return write_vector(Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size())));
}

/// As many numbers as θ has.
struct Vector {
  using Value = Eigen::VectorXd;
  Eigen::Index dimension = 0;

  [[nodiscard]] const char* expected() const { return "an array of numbers"; }
  void read(const Node& node, Value& value) const {
    value.resize(dimension);
    node.numbers(span_of(value), "as many as /model/theta");
  }
  [[nodiscard]] OrderedJson write(const Value& value) const { return write_vector(value); }
  [[nodiscard]] OrderedJson describe(Definitions&) const { return describe_numbers(value_number, 1, limits::dimension); }
};

/// A symmetric matrix of θ's dimension by its upper triangle.
struct Triangle {
  using Value = Eigen::MatrixXd;
  Eigen::Index dimension = 0;
  HessianEncoding encoding = HessianEncoding::automatic;

  [[nodiscard]] const char* expected() const { return "an array of numbers"; }
  void read(const Node& node, Value& value) const { value = read_hessian(node, dimension); }
  [[nodiscard]] OrderedJson write(const Value& value) const { return write_upper_triangle(value, encoding); }
  [[nodiscard]] OrderedJson describe(Definitions& definitions) const {
    constexpr auto most = static_cast<std::size_t>(limits::dimension * (limits::dimension + 1) / 2);
    return {{"oneOf", {describe_numbers(value_number, 1, most), describe_packed(definitions)}}};
  }
};

template <class Release>
constexpr auto noise_keys = members_of<Release>(required_key("sigma", &Release::sigma, Scale{},
                                                             "The noise's standard deviation."),
                                                optional_key("x-grid", &Release::grid, Grid{}));

constexpr auto gradient_object(Eigen::Index dimension) {
  return nested(
      "Gradient", "an object with sigma and values", nullptr,
      noise_keys<GradientRelease>.with(required_key("values", &GradientRelease::values, Vector{dimension}),
                                       Check<GradientRelease>{[](const Object& object, const GradientRelease& release) {
                                         check_grid(object.at("values", ""), release.values.array(), release.grid);
                                       }}));
}

constexpr auto hessian_object(Eigen::Index dimension, HessianEncoding encoding) {
  return nested("Hessian", "an object with sigma and upper", nullptr,
                noise_keys<HessianRelease>.with(required_key("upper", &HessianRelease::values, Triangle{dimension, encoding},
                                                             "The upper triangle with diagonal, row by row: d(d+1)/2 numbers."),
                                                Check<HessianRelease>{[](const Object& object, const HessianRelease& release) {
                                                  check_grid(object.at("upper", ""), release.values.array(), release.grid);
                                                }}));
}

constexpr auto eigenvalue_object = nested(
    "SmallestEigenvalue", "an object with sigma and value", nullptr,
    noise_keys<EigenvalueRelease>.with(required_key("value", &EigenvalueRelease::value, Number{value_number}),
                                       Check<EigenvalueRelease>{[](const Object& object, const EigenvalueRelease& release) {
                                         check_grid(object.at("value", ""), Eigen::Array<double, 1, 1>(release.value),
                                                    release.grid);
                                       }}));

/// `release` of objective perturbation with Gaussian noise; `Model` is what holds the releases.
template <class Model>
constexpr auto release_keys(Eigen::Index dimension, HessianEncoding encoding) {
  return members_of<Model>(Needs<Model>{"smallestEigenvalue", "gradient",
                                        "an object: a smallest eigenvalue is published with gradient and hessian only"},
                           Needs<Model>{"gradient", "hessian", "an object: a gradient is published with a hessian only"},
                           optional_key("gradient", &Model::gradient, gradient_object(dimension)),
                           optional_key("hessian", &Model::hessian, hessian_object(dimension, encoding)),
                           optional_key("smallestEigenvalue", &Model::smallest_eigenvalue, eigenvalue_object));
}

/// That of noisy gradient descent.
constexpr auto path_keys = members_of<PublishedDescent>(
    Described<PublishedDescent, describe_iterates>{"iterates", false, "The path of noisy gradient descent."});

}  // namespace

void read_releases(const Node& node, ReportModel& any) {
  const Object release(node, "an object");
  release.allow(path_keys.keys(), release_keys<PublishedModel>(0, {}).keys());
  const std::optional<Node> iterates = release.find("iterates");
  auto* const descent = std::get_if<PublishedDescent>(&any);
  if (iterates && descent == nullptr) {
    iterates->refuse_as("inconsistent", "must be left out: only noisy gradient descent has iterates");
  }
  for (const char* const key : release_keys<PublishedModel>(0, {}).keys()) {
    const std::optional<Node> found = release.find(key);
    if (found && descent != nullptr) {
      found->refuse_as("inconsistent", "must be left out: noisy gradient descent releases nothing but its iterates");
    }
    if (found && !has_releases(kind_of(any))) {
      node.refuse_as("inconsistent",
                     "must be left out: only objective perturbation with Gaussian noise releases anything next to theta");
    }
  }
  if (iterates) {
    read_iterates(*iterates, *descent);
  }
  with_releases(any, [&]<class Model>(Model& model) { release_keys<Model>(model.theta.size(), {}).read(release, model); });
}

OrderedJson write_releases(const ReportModel& any, HessianEncoding encoding) {
  OrderedJson document;
  with_releases(any, [&]<class Model>(const Model& model) { release_keys<Model>(0, encoding).write(document, model); });
  if (const auto* const descent = std::get_if<PublishedDescent>(&any);
      descent != nullptr && (descent->iterates.rows() > 0 || descent->packed)) {
    document["iterates"] = write_iterates(*descent);
  }
  return document;
}

OrderedJson describe_releases(Definitions& definitions) {
  return definitions.refer("Release", [&] {
    OrderedJson schema = release_keys<PublishedModel>(0, {}).describe(definitions);
    path_keys.describe(schema, definitions);
    return schema;
  });
}

}  // namespace expost::report

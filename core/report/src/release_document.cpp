#include "release_document.hpp"

#include <cmath>
#include <string>
#include <vector>

#include "expost/report/limits.hpp"
#include "number_grid.hpp"
#include "report_model.hpp"

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
    packed.allow({"encoding", "data"});
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
    nlohmann::ordered_json packed;
    write_packed(packed, numbers);
    return packed;
  }
  return write_vector(Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size())));
}

}  // namespace

Releases read_releases(const Node& node, MechanismKind kind, Eigen::Index dimension) {
  Releases model;
  const Object release(node, "an object");
  release.allow({"gradient", "hessian", "smallestEigenvalue", "iterates"});
  if (const std::optional<Node> iterates = release.find("iterates")) {
    iterates->refuse_as("inconsistent", "must be left out: only noisy gradient descent has iterates");
  }
  const std::optional<Node> gradient = release.find("gradient");
  const std::optional<Node> hessian = release.find("hessian");
  const std::optional<Node> eigenvalue = release.find("smallestEigenvalue");
  if (!has_releases(kind) && (gradient || hessian || eigenvalue)) {
    node.refuse_as("inconsistent",
                   "must be left out: only objective perturbation with Gaussian noise releases anything next to theta");
  }
  if (eigenvalue) {
    (void)release.at("gradient", "an object: a smallest eigenvalue is published with gradient and hessian only");
  }
  if (gradient) {
    (void)release.at("hessian", "an object: a gradient is published with a hessian only");
  }
  if (gradient) {
    const Object object(*gradient, "an object with sigma and values");
    object.allow({"sigma", "values"});
    model.gradient.emplace();
    model.gradient->grid = read_grid(object);
    model.gradient->sigma = object.scale("sigma");
    model.gradient->values.resize(dimension);
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
    model.hessian->values = read_hessian(upper, dimension);
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
  return model;
}

void write_releases(nlohmann::ordered_json& document, const ReportModel& any, HessianEncoding encoding) {
  with_releases(any, [&](const auto& model) {
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
  });
}

}  // namespace expost::report

#include "model.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <variant>

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

double read_rounding_step(const Object& object, const Node& step) {
  const double value = object.optional_number("x-rounding", moderate_number).value_or(0);
  int exponent = 0;
  if (!(value >= least_step && value <= 1) || std::frexp(value, &exponent) != 0.5) {
    step.refuse_as("out-of-range", "must be a power of two from 2^-60 to 1, but is " + format_number(value));
  }
  return value;
}

/// The step of a θ̃ whose noise another program drew; none where it wasn't rounded.
OutputRounding read_rounding_elsewhere(const Object& object) {
  const std::optional<Node> step = object.find("x-rounding");
  if (!step && !object.find("x-noise")) {
    return {};
  }
  (void)object.name("x-noise", {"elsewhere"});
  return {read_rounding_step(object, object.at("x-rounding", "the step that theta was rounded to, where x-noise is given")), 0,
          true};
}

/// The step of θ and for how many rows it was chosen; none where θ wasn't rounded.
OutputRounding read_rounding(const Object& object) {
  const char* const step_key = "x-rounding";
  const char* const rows_key = "x-rows-at-most";
  if (!object.find(step_key) && !object.find(rows_key)) {
    return {};
  }
  const Node step = object.at(step_key, "the step that theta was rounded to, where x-rows-at-most is given");
  const Node rows = object.at(rows_key, "the number of rows that bounds hold for, where x-rounding is given");
  OutputRounding rounding{read_rounding_step(object, step), object.optional_number(rows_key, moderate_number).value_or(0)};
  if (object.find("x-noise")) {
    (void)object.name("x-noise", {"elsewhere"});
    rounding.elsewhere = true;
  }
  const double fewest = rounding.elsewhere ? 1 : fewest_rows_at_most;
  if (!(rounding.rows_at_most >= fewest && rounding.rows_at_most <= most_rows_at_most) ||
      rounding.rows_at_most != std::floor(rounding.rows_at_most)) {
    rows.refuse_as("out-of-range", std::string("must be a whole number from ") + (rounding.elsewhere ? "1" : "2^20") +
                                       " to 2^40, but is " + format_number(rounding.rows_at_most));
  }
  return rounding;
}

/// Refuses values that don't lie on the grid which they are said to lie on.
template <typename Values>
void check_grid(const Node& node, const Values& values, double grid) {
  if (grid > 0 && !((values / grid).floor() == values / grid).all()) {
    node.refuse_as("off-grid", "must have whole multiples of x-grid only");
  }
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

void refuse_loss(const Object& mechanism, const std::string& predicate) {
  mechanism.at("name", "").refuse_as("inconsistent", predicate);
}

void read_adaptive(const Node& node, Mechanism& mechanism) {
  const Object object(node, "an object with epsilon, delta, smallestEigenvalue and logResidual");
  object.allow({"epsilon", "delta", "smallestEigenvalue", "logResidual"});
  mechanism.kind = Mechanism::Kind::ada_ops;
  mechanism.budget.epsilon = object.scale("epsilon");
  mechanism.budget.delta = object.probability("delta");
  mechanism.smallest_eigenvalue = object.number("smallestEigenvalue", residual_number);
  mechanism.log_residual = object.number("logResidual", value_number);
}

}  // namespace

Mechanism read_mechanism(const Node& node, const ModelLoss& loss) {
  const Object object(node, "an object with a name, its noise and lambda");
  const std::string name = object.name("name", {"objective-perturbation", "output-perturbation", "posterior-sample"});
  Mechanism mechanism;
  if (name == "posterior-sample") {
    if (!loss.is_squared()) {
      refuse_loss(object, "is \"posterior-sample\", which goes with the squared loss only");
    }
    object.allow({"name", "gamma", "lambda", "adaptive"});
    mechanism.kind = Mechanism::Kind::posterior_sample;
    mechanism.noise = object.scale("gamma");
    if (const std::optional<Node> adaptive = object.find("adaptive")) {
      read_adaptive(*adaptive, mechanism);
      // AdaOPS adds no ridge where the data have curvature enough.
      mechanism.lambda = object.number("lambda", residual_number) + 0.0;
    } else {
      mechanism.lambda = object.scale("lambda");
    }
    mechanism.rounding = read_rounding(object);
    return mechanism;
  }
  const bool laplace = object.name("noise", {"gaussian", "laplace"}) == "laplace";
  if (name == "output-perturbation") {
    if (laplace) {
      object.at("noise", "").refuse_as("unsupported", "is \"laplace\", which is not computed for output perturbation");
    }
    if (loss.is_softmax()) {
      refuse_loss(object, "is \"output-perturbation\", which is not computed for the softmax loss");
    }
    object.allow({"name", "noise", "sigma", "lambda"});
    mechanism.kind = Mechanism::Kind::output_gaussian;
    mechanism.noise = object.scale("sigma");
    mechanism.lambda = object.scale("lambda");
    mechanism.grid = read_grid(object);
    mechanism.rounding = read_rounding_elsewhere(object);
    if (mechanism.grid > 0 && mechanism.rounding.step > 0) {
      object.at("x-grid", "")
          .refuse_as("inconsistent", "must be left out beside x-rounding: theta is on one grid or the other");
    }
    return mechanism;
  }
  if (laplace) {
    object.allow({"name", "noise", "eta", "lambda"});
    mechanism.kind = Mechanism::Kind::objective_laplace;
    mechanism.noise = object.scale("eta");
    mechanism.lambda = object.scale("lambda");
    mechanism.rounding = read_rounding(object);
    return mechanism;
  }
  object.allow({"name", "noise", "sigma", "lambda"});
  mechanism.noise = object.scale("sigma");
  mechanism.lambda = object.scale("lambda");
  // Not keys of the format, so that other readers may ignore them; ours relies on them and checks
  // them.
  mechanism.residual = object.optional_number("x-residual", residual_number).value_or(0.0) + 0.0;
  mechanism.rounding = read_rounding(object);
  return mechanism;
}

Eigen::VectorXd read_theta(const Node& node, const std::vector<Feature>& features, const ModelLoss& loss, double grid) {
  const auto& items = node.array("an array of numbers");
  if (items.empty()) {
    node.refuse_as("wrong-length", "must have at least one number");
  }
  if (items.size() > static_cast<std::size_t>(limits::dimension)) {
    node.refuse_as("too-large", "must have at most " + std::to_string(limits::dimension) + " numbers, but has " +
                                    std::to_string(items.size()));
  }
  const auto length = static_cast<Eigen::Index>(items.size());
  if (features.empty() && length % loss.blocks() != 0) {
    node.refuse_as("wrong-length", "must have as many numbers for each of the " + std::to_string(loss.classes) +
                                       " classes, but has " + std::to_string(length));
  }
  Eigen::VectorXd theta(features.empty() ? length : total_coordinates(features) * loss.blocks());
  node.numbers(span_of(theta), loss.is_softmax() ? "one for each class and coordinate of the features"
                                                 : "one for each coordinate of the features");
  check_grid(node, theta.array(), grid);
  return theta;
}

namespace {

/// The largest step that a study with these scales has; the kinds are those whose θ may be rounded.
double coarsest_step(const Mechanism& mechanism, double smoothness, Eigen::Index length) {
  const double rows = mechanism.rounding.rows_at_most;
  const double share = mechanism.rounding.elsewhere ? elsewhere_share : exact_share;
  switch (mechanism.kind) {
    case Mechanism::Kind::objective_laplace:
      return laplace_step(mechanism.noise, mechanism.lambda, smoothness, rows, share);
    case Mechanism::Kind::posterior_sample:
      return sample_step(mechanism.noise, mechanism.lambda, rows, length, share);
    case Mechanism::Kind::objective_gaussian:
      return gaussian_step(mechanism.noise, mechanism.lambda, smoothness, rows, length, share);
    case Mechanism::Kind::output_gaussian:
      return output_step(mechanism.noise, length);
    case Mechanism::Kind::ada_ops:
      // As a posterior sample with these λ and γ, whatever they were chosen from.
      return sample_step(mechanism.noise, mechanism.lambda, rows, length, share);
  }
  return 0;
}

}  // namespace

void check_rounding(const Node& node, const Mechanism& mechanism, const Eigen::VectorXd& theta, const ModelLoss& loss) {
  const OutputRounding& rounding = mechanism.rounding;
  if (!(rounding.step > 0)) {
    return;
  }
  const bool on_grid =
      std::all_of(theta.begin(), theta.end(), [&](double value) { return on_output_grid(rounding.step, value); });
  if (!on_grid) {
    node.refuse_as("off-grid", "must have whole multiples of /model/mechanism/x-rounding only");
  }
  const double most = coarsest_step(mechanism, loss.smoothness(), theta.size());
  if (rounding.step > most) {
    throw Error(Fault::report, "out-of-range", "/model/mechanism/x-rounding",
                "/model/mechanism/x-rounding must be at most " + format_number(most) +
                    " for its noise, lambda and rows, but is " + format_number(rounding.step));
  }
}

Releases read_releases(const Node& node, Mechanism::Kind kind, Eigen::Index dimension) {
  Releases model;
  const Object release(node, "an object");
  release.allow({"gradient", "hessian", "smallestEigenvalue"});
  const std::optional<Node> gradient = release.find("gradient");
  const std::optional<Node> hessian = release.find("hessian");
  const std::optional<Node> eigenvalue = release.find("smallestEigenvalue");
  if (kind != Mechanism::Kind::objective_gaussian && (gradient || hessian || eigenvalue)) {
    node.refuse_as("inconsistent",
                   "must be left out: only objective perturbation with Gaussian noise releases anything beside theta");
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

ReportModel assemble_model(const ModelLoss& loss, const Mechanism& mechanism, Eigen::VectorXd theta, Releases releases) {
  switch (mechanism.kind) {
    case Mechanism::Kind::objective_laplace:
      return PublishedLaplaceModel{loss.linear,     loss.classes,     mechanism.lambda,
                                   mechanism.noise, std::move(theta), mechanism.rounding};
    case Mechanism::Kind::output_gaussian:
      return PublishedOutputPerturbation{loss.linear,    mechanism.lambda, mechanism.noise,
                                         mechanism.grid, std::move(theta), mechanism.rounding};
    case Mechanism::Kind::posterior_sample:
      return PublishedPosteriorSample{std::move(theta), mechanism.lambda, mechanism.noise, 0, mechanism.rounding};
    case Mechanism::Kind::ada_ops:
      return PublishedAdaOps{
          mechanism.budget,       std::move(theta),  mechanism.lambda, mechanism.noise, mechanism.smallest_eigenvalue,
          mechanism.log_residual, mechanism.rounding};
    case Mechanism::Kind::objective_gaussian:
      break;
  }
  if (loss.is_softmax()) {
    return PublishedSoftmaxModel{loss.classes,
                                 {mechanism.lambda, mechanism.noise, std::move(theta), mechanism.residual,
                                  std::move(releases.gradient), std::move(releases.hessian), releases.smallest_eigenvalue},
                                 mechanism.rounding};
  }
  return PublishedModel{loss.linear,
                        mechanism.lambda,
                        mechanism.noise,
                        std::move(theta),
                        mechanism.residual,
                        std::move(releases.gradient),
                        std::move(releases.hessian),
                        releases.smallest_eigenvalue,
                        mechanism.rounding};
}

ModelLoss loss_of(const ReportModel& model) {
  if (const auto* softmax = std::get_if<PublishedSoftmaxModel>(&model)) {
    return {{}, softmax->classes};
  }
  if (const auto* laplace = std::get_if<PublishedLaplaceModel>(&model)) {
    return {laplace->loss, laplace->classes};
  }
  if (const auto* output = std::get_if<PublishedOutputPerturbation>(&model)) {
    return {output->loss, 0};
  }
  if (const auto* linear = std::get_if<PublishedModel>(&model)) {
    return {linear->loss, 0};
  }
  return {{LossKind::squared, 1.0}, 0};
}

const Eigen::VectorXd& theta_of(const ReportModel& model) {
  if (const auto* softmax = std::get_if<PublishedSoftmaxModel>(&model)) {
    return softmax->parts.theta;
  }
  return std::visit(
      [](const auto& each) -> const Eigen::VectorXd& {
        if constexpr (requires { each.theta; }) {
          return each.theta;
        } else {
          return each.parts.theta;
        }
      },
      model);
}

namespace {

/// What may have releases: a generalised linear model, or the parts of a softmax model.
template <class Use>
void with_releases(const ReportModel& model, Use use) {
  if (const auto* softmax = std::get_if<PublishedSoftmaxModel>(&model)) {
    use(softmax->parts);
  } else if (const auto* linear = std::get_if<PublishedModel>(&model)) {
    use(*linear);
  }
}

OutputRounding rounding_of(const ReportModel& model) {
  return std::visit(
      [](const auto& each) -> OutputRounding {
        if constexpr (requires { each.rounding; }) {
          return each.rounding;
        } else {
          return {};
        }
      },
      model);
}

nlohmann::ordered_json adaptive_document(const PublishedAdaOps& model) {
  nlohmann::ordered_json document;
  document["epsilon"] = number_document(model.budget.epsilon);
  document["delta"] = number_document(model.budget.delta);
  document["smallestEigenvalue"] = number_document(model.smallest_eigenvalue);
  document["logResidual"] = number_document(model.log_residual);
  return document;
}

}  // namespace

void check_finite(const ReportModel& model) {
  bool finite = theta_of(model).allFinite();
  const auto require = [&finite](std::initializer_list<double> values) {
    for (const double value : values) {
      finite = finite && std::isfinite(value);
    }
  };
  require({loss_of(model).linear.width});
  with_releases(model, [&](const auto& parts) {
    require({parts.lambda, parts.sigma, parts.residual});
    finite = finite && (!parts.gradient || (std::isfinite(parts.gradient->sigma) && parts.gradient->values.allFinite()));
    finite = finite && (!parts.hessian || (std::isfinite(parts.hessian->sigma) && parts.hessian->values.allFinite()));
    if (parts.smallest_eigenvalue) {
      require({parts.smallest_eigenvalue->sigma, parts.smallest_eigenvalue->value});
    }
  });
  if (const auto* laplace = std::get_if<PublishedLaplaceModel>(&model)) {
    require({laplace->lambda, laplace->eta});
  } else if (const auto* output = std::get_if<PublishedOutputPerturbation>(&model)) {
    require({output->lambda, output->sigma});
  } else if (const auto* sample = std::get_if<PublishedPosteriorSample>(&model)) {
    require({sample->lambda, sample->gamma});
  } else if (const auto* adaptive = std::get_if<PublishedAdaOps>(&model)) {
    require({adaptive->lambda, adaptive->gamma, adaptive->budget.epsilon, adaptive->budget.delta, adaptive->smallest_eigenvalue,
             adaptive->log_residual});
  }
  if (!finite) {
    throw Error(Fault::argument, "not-finite", "", "the report has a number that is not finite and can't be written");
  }
}

nlohmann::ordered_json write_mechanism(const ReportModel& model) {
  nlohmann::ordered_json document;
  const auto write = [&document](const char* name, const char* noise, const char* scale, double value, double lambda) {
    document["name"] = name;
    if (noise != nullptr) {
      document["noise"] = noise;
    }
    document[scale] = number_document(value);
    document["lambda"] = number_document(lambda);
  };
  with_releases(model, [&](const auto& parts) {
    write("objective-perturbation", "gaussian", "sigma", parts.sigma, parts.lambda);
    if (parts.residual > 0) {
      document["x-residual"] = number_document(parts.residual);
    }
  });
  if (const auto* laplace = std::get_if<PublishedLaplaceModel>(&model)) {
    write("objective-perturbation", "laplace", "eta", laplace->eta, laplace->lambda);
  } else if (const auto* output = std::get_if<PublishedOutputPerturbation>(&model)) {
    write("output-perturbation", "gaussian", "sigma", output->sigma, output->lambda);
    write_grid(document, output->grid);
  } else if (const auto* sample = std::get_if<PublishedPosteriorSample>(&model)) {
    write("posterior-sample", nullptr, "gamma", sample->gamma, sample->lambda);
  } else if (const auto* adaptive = std::get_if<PublishedAdaOps>(&model)) {
    write("posterior-sample", nullptr, "gamma", adaptive->gamma, adaptive->lambda);
    document["adaptive"] = adaptive_document(*adaptive);
  }
  if (const OutputRounding rounding = rounding_of(model); rounding.step > 0) {
    document["x-rounding"] = number_document(rounding.step);
    if (rounding.rows_at_most > 0) {
      document["x-rows-at-most"] = number_document(rounding.rows_at_most);
    }
    if (rounding.elsewhere) {
      document["x-noise"] = "elsewhere";
    }
  }
  return document;
}

nlohmann::ordered_json write_vector(const Eigen::VectorXd& vector) {
  nlohmann::ordered_json items = nlohmann::ordered_json::array();
  items.get_ref<nlohmann::ordered_json::array_t&>().reserve(static_cast<std::size_t>(vector.size()));
  for (const double value : vector) {
    items.push_back(number_document(value));
  }
  return items;
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

#include "mechanism_document.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "number_grid.hpp"
#include "report_model.hpp"

namespace expost::report {
namespace {

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
          .refuse_as("inconsistent", "must be left out next to x-rounding: theta is on one grid or the other");
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
    throw Error(ErrorType::report, "out-of-range", "/model/mechanism/x-rounding",
                "/model/mechanism/x-rounding must be at most " + format_number(most) +
                    " for its noise, lambda and rows, but is " + format_number(rounding.step));
  }
}

nlohmann::ordered_json write_mechanism(const ReportModel& model) {
  nlohmann::ordered_json document;
  const auto write = [&document](MechanismKind kind, double scale, double lambda) {
    const MechanismKeys keys = keys_of(kind);
    document["name"] = keys.name;
    if (keys.noise != nullptr) {
      document["noise"] = keys.noise;
    }
    document[keys.scale] = number_document(scale);
    document["lambda"] = number_document(lambda);
  };
  with_releases(model, [&](const auto& parts) {
    write(MechanismKind::objective_gaussian, parts.sigma, parts.lambda);
    if (parts.residual > 0) {
      document["x-residual"] = number_document(parts.residual);
    }
  });
  if (const auto* laplace = std::get_if<PublishedLaplaceModel>(&model)) {
    write(MechanismKind::objective_laplace, laplace->eta, laplace->lambda);
  } else if (const auto* output = std::get_if<PublishedOutputPerturbation>(&model)) {
    write(MechanismKind::output_gaussian, output->sigma, output->lambda);
    write_grid(document, output->grid);
  } else if (const auto* sample = std::get_if<PublishedPosteriorSample>(&model)) {
    write(MechanismKind::posterior_sample, sample->gamma, sample->lambda);
  } else if (const auto* adaptive = std::get_if<PublishedAdaOps>(&model)) {
    write(MechanismKind::ada_ops, adaptive->gamma, adaptive->lambda);
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

}  // namespace expost::report

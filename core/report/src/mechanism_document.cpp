#include "mechanism_document.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "number_grid.hpp"

namespace expost::report {
namespace {

double read_rounding_step(const Object& object, const Node& step) {
  const double value = object.optional_number("x-rounding", moderate_number).value_or(0);
  int exponent = 0;
  if (!(value >= least_step && value <= 1) || std::frexp(value, &exponent) != 0.5) {
    step.refuse_as("out-of-range", {"must be a power of two from 2^-60 to 1, but is ", value});
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
    rows.refuse_as("out-of-range", {"must be a whole number from ", rounding.elsewhere ? "1" : "2^20", " to 2^40, but is ",
                                    rounding.rows_at_most});
  }
  return rounding;
}

void check_mechanism_loss(const Object& mechanism, MechanismKind kind, const ModelLoss& loss) {
  const LossScope scope = loss_scope(kind);
  if (contains(scope, loss)) {
    return;
  }
  const char* const name = keys_of(kind).name;
  switch (scope) {
    case LossScope::every:
      break;
    case LossScope::linear:
      mechanism.at("name", "").refuse_as("inconsistent", {"is \"", name, "\", which is not computed for the softmax loss"});
    case LossScope::squared:
      mechanism.at("name", "").refuse_as("inconsistent", {"is \"", name, "\", which goes with the squared loss only"});
  }
}

void read_adaptive(const Node& node, Mechanism& mechanism) {
  const Object object(node, "an object with epsilon, delta, smallestEigenvalue and logResidual");
  object.allow({"epsilon", "delta", "smallestEigenvalue", "logResidual"});
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
    case Mechanism::Kind::noisy_gradient_descent:
      break;  // never rounded
  }
  return 0;
}

nlohmann::ordered_json adaptive_document(const Mechanism& mechanism) {
  nlohmann::ordered_json document;
  document["epsilon"] = number_document(mechanism.budget.epsilon);
  document["delta"] = number_document(mechanism.budget.delta);
  document["smallestEigenvalue"] = number_document(mechanism.smallest_eigenvalue);
  document["logResidual"] = number_document(mechanism.log_residual);
  return document;
}

// One for each alternative of ReportModel, and so below.

ModelLoss own_loss(const PublishedModel& model) {
  return {model.loss, 0};
}
ModelLoss own_loss(const PublishedSoftmaxModel& model) {
  return {{}, model.classes};
}
ModelLoss own_loss(const PublishedLaplaceModel& model) {
  return {model.loss, model.classes};
}
ModelLoss own_loss(const PublishedOutputPerturbation& model) {
  return {model.loss, 0};
}
ModelLoss own_loss(const PublishedPosteriorSample&) {
  return {{LossKind::squared, 1.0}, 0};
}
ModelLoss own_loss(const PublishedAdaOps&) {
  return {{LossKind::squared, 1.0}, 0};
}

ModelLoss own_loss(const PublishedDescent& model) {
  return {model.loss, model.classes};
}

Mechanism own_mechanism(const PublishedModel& model) {
  return {Mechanism::Kind::objective_gaussian, model.sigma, model.lambda, model.residual, model.rounding};
}
Mechanism own_mechanism(const PublishedSoftmaxModel& model) {
  return {Mechanism::Kind::objective_gaussian, model.parts.sigma, model.parts.lambda, model.parts.residual, model.rounding};
}
Mechanism own_mechanism(const PublishedLaplaceModel& model) {
  return {Mechanism::Kind::objective_laplace, model.eta, model.lambda, 0, model.rounding};
}
Mechanism own_mechanism(const PublishedOutputPerturbation& model) {
  return {Mechanism::Kind::output_gaussian, model.sigma, model.lambda, 0, model.rounding, model.grid};
}
Mechanism own_mechanism(const PublishedPosteriorSample& model) {
  return {Mechanism::Kind::posterior_sample, model.gamma, model.lambda, 0, model.rounding};
}
Mechanism own_mechanism(const PublishedAdaOps& model) {
  return {Mechanism::Kind::ada_ops,  model.gamma,       model.lambda, 0, model.rounding, 0, model.budget,
          model.smallest_eigenvalue, model.log_residual};
}
Mechanism own_mechanism(const PublishedDescent& model) {
  Mechanism mechanism;
  mechanism.kind = Mechanism::Kind::noisy_gradient_descent;
  mechanism.descent = DescentMechanism{model.plan, model.done};
  return mechanism;
}

}  // namespace

MechanismKind read_kind(const Object& mechanism, bool (*adaptive)(const Node& node), const char* noise) {
  const std::string name = mechanism.name("name", mechanism_names);
  std::string stated;
  bool is_adaptive = false;
  if (has_noise_key(name)) {
    stated = noise == nullptr || mechanism.find("noise") ? mechanism.name("noise", noise_names) : noise;
  } else if (const std::optional<Node> node = mechanism.find("adaptive"); node && may_be_adaptive(name)) {
    is_adaptive = adaptive(*node);
  }
  const std::optional<MechanismKind> kind = kind_with(name, stated, is_adaptive);
  if (!kind) {
    mechanism.at("noise", "").refuse_as("unsupported", {"is \"", stated, "\", which is not computed for ", words_of(name)});
  }
  return *kind;
}

Mechanism read_mechanism(const Node& node, const ModelLoss& loss, const DescentReader* descent) {
  const Object object(node, "an object with a name, its noise and lambda");
  Mechanism mechanism;
  mechanism.kind = read_kind(
      object, [](const Node&) { return true; }, nullptr);
  check_mechanism_loss(object, mechanism.kind, loss);
  const char* const scale = keys_of(mechanism.kind).scale;
  const auto read_scales = [&] {
    mechanism.noise = object.scale(scale);
    mechanism.lambda = object.scale("lambda");
  };
  switch (mechanism.kind) {
    case Mechanism::Kind::objective_gaussian:
      object.allow({"name", "noise", scale, "lambda"});
      read_scales();
      // Not keys of the format, so that other readers may ignore them; ours relies on them and
      // checks them.
      mechanism.residual = object.optional_number("x-residual", residual_number).value_or(0.0) + 0.0;
      mechanism.rounding = read_rounding(object);
      break;
    case Mechanism::Kind::objective_laplace:
      object.allow({"name", "noise", scale, "lambda"});
      read_scales();
      mechanism.rounding = read_rounding(object);
      break;
    case Mechanism::Kind::output_gaussian:
      object.allow({"name", "noise", scale, "lambda"});
      read_scales();
      mechanism.grid = read_grid(object);
      mechanism.rounding = read_rounding_elsewhere(object);
      if (mechanism.grid > 0 && mechanism.rounding.step > 0) {
        object.at("x-grid", "")
            .refuse_as("inconsistent", "must be left out next to x-rounding: theta is on one grid or the other");
      }
      break;
    case Mechanism::Kind::posterior_sample:
      object.allow({"name", scale, "lambda"});
      read_scales();
      mechanism.rounding = read_rounding(object);
      break;
    case Mechanism::Kind::ada_ops:
      object.allow({"name", scale, "lambda", "adaptive"});
      mechanism.noise = object.scale(scale);
      read_adaptive(object.at("adaptive", ""), mechanism);
      // AdaOPS adds no ridge where the data have curvature enough.
      mechanism.lambda = object.number("lambda", residual_number) + 0.0;
      mechanism.rounding = read_rounding(object);
      break;
    case Mechanism::Kind::noisy_gradient_descent:
      if (descent == nullptr) {
        node.refuse_as("unsupported", "is of a kind that this module lacks: use the one for every mechanism");
      }
      mechanism.descent = descent->read_mechanism(object);
      break;
  }
  return mechanism;
}

Eigen::VectorXd read_theta(const Node& node, const std::vector<Feature>& features, const ModelLoss& loss, double grid) {
  const auto& items = node.array("an array of numbers");
  if (items.empty()) {
    node.refuse_as("wrong-length", "must have at least one number");
  }
  if (items.size() > static_cast<std::size_t>(limits::dimension)) {
    node.refuse_as("too-large", {"must have at most ", limits::dimension, " numbers, but has ", items.size()});
  }
  const auto length = static_cast<Eigen::Index>(items.size());
  if (features.empty() && length % loss.blocks() != 0) {
    node.refuse_as("wrong-length", {"must have as many numbers for each of the ", loss.classes, " classes, but has ", length});
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
    throw_error(
        ErrorType::report, "out-of-range", "/model/mechanism/x-rounding",
        {"/model/mechanism/x-rounding must be at most ", most, " for its noise, lambda and rows, but is ", rounding.step});
  }
}

nlohmann::ordered_json write_mechanism(const Mechanism& mechanism) {
  if (mechanism.descent) {
    return write_descent(*mechanism.descent);
  }
  const MechanismKeys keys = keys_of(mechanism.kind);
  nlohmann::ordered_json document;
  document["name"] = keys.name;
  if (keys.noise != nullptr) {
    document["noise"] = keys.noise;
  }
  document[keys.scale] = number_document(mechanism.noise);
  document["lambda"] = number_document(mechanism.lambda);
  switch (mechanism.kind) {
    case Mechanism::Kind::objective_gaussian:
      if (mechanism.residual > 0) {
        document["x-residual"] = number_document(mechanism.residual);
      }
      break;
    case Mechanism::Kind::output_gaussian:
      write_grid(document, mechanism.grid);
      break;
    case Mechanism::Kind::ada_ops:
      document["adaptive"] = adaptive_document(mechanism);
      break;
    case Mechanism::Kind::objective_laplace:
    case Mechanism::Kind::posterior_sample:
    case Mechanism::Kind::noisy_gradient_descent:
      break;
  }
  if (mechanism.rounding.step > 0) {
    document["x-rounding"] = number_document(mechanism.rounding.step);
    if (mechanism.rounding.rows_at_most > 0) {
      document["x-rows-at-most"] = number_document(mechanism.rounding.rows_at_most);
    }
    if (mechanism.rounding.elsewhere) {
      document["x-noise"] = "elsewhere";
    }
  }
  return document;
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
    case Mechanism::Kind::noisy_gradient_descent:
      return PublishedDescent{loss.linear, loss.classes, mechanism.descent->plan, mechanism.descent->done, std::move(theta),
                              {}};
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
  return std::visit([](const auto& each) { return own_loss(each); }, model);
}

Mechanism mechanism_of(const ReportModel& model) {
  return std::visit([](const auto& each) { return own_mechanism(each); }, model);
}

}  // namespace expost::report

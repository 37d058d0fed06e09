#include "model_document.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "descent_document.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/number_text.hpp"
#include "loss_document.hpp"
#include "members.hpp"
#include "network_document.hpp"
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

OrderedJson describe_step(Definitions&) {
  return {{"type", "number"}, {"minimum", number_document(least_step)}, {"maximum", 1}};
}

OrderedJson describe_rows(Definitions&) {
  return {{"type", "integer"}, {"minimum", 1}, {"maximum", number_document(most_rows_at_most)}};
}

OrderedJson describe_elsewhere(Definitions&) {
  return {{"const", "elsewhere"}};
}

// The three keys of a rounding, read together. They start with x-, so that other readers may ignore
// them; this one relies on them and checks them.

template <class Model, OutputRounding (*reader)(const Object&)>
constexpr Computed<Model, describe_step> rounding_step{
    "x-rounding", false, [](const Object& object, Model& model) { model.rounding = reader(object); },
    [](OrderedJson& document, const Model& model) {
      if (model.rounding.step > 0) {
        document["x-rounding"] = number_document(model.rounding.step);
      }
    },
    "Theta was rounded at random to multiples of this power of two."};

template <class Model>
constexpr Computed<Model, describe_rows> rounding_rows{
    "x-rows-at-most", false, [](const Object&, Model&) {},
    [](OrderedJson& document, const Model& model) {
      if (model.rounding.step > 0 && model.rounding.rows_at_most > 0) {
        document["x-rows-at-most"] = number_document(model.rounding.rows_at_most);
      }
    },
    "With x-rounding: the bounds hold for data of at most so many rows; chosen beforehand, whatever their number is. At least "
    "2^20 without x-noise."};

template <class Model>
constexpr Computed<Model, describe_elsewhere> rounding_elsewhere{
    "x-noise", false, [](const Object&, Model&) {},
    [](OrderedJson& document, const Model& model) {
      if (model.rounding.step > 0 && model.rounding.elsewhere) {
        document["x-noise"] = "elsewhere";
      }
    },
    "The model came from another program: rounded more coarsely, for nothing is known of its digits."};

// The keys of each mechanism.

constexpr const char* sigma_words = "Standard deviation of each coordinate's noise.";
constexpr const char* lambda_words = "Ridge term of the objective, in sum form.";

template <class Model>
constexpr auto objective_gaussian = members_of<Model>(
    required_key("sigma", &Model::sigma, Scale{}, sigma_words), required_key("lambda", &Model::lambda, Scale{}, lambda_words),
    optional_key("x-residual", &Model::residual, Number{residual_number},
                 "Bound on the norm of gradient plus noise at theta, before theta was rounded; 0 where it "
                 "isn't given. Version 0.1.0 wrote a number here that depends on the data."));

template <class Model>
constexpr auto named_perturbation(const char* name, const char* noise) {
  return members_of<Model>(Constant<Model>{"name", name}, Constant<Model>{"noise", noise});
}

template <class Model, OutputRounding (*reader)(const Object&) = read_rounding>
constexpr auto rounding_keys = members_of<Model>(rounding_step<Model, reader>, rounding_rows<Model>, rounding_elsewhere<Model>);

/// One for each alternative of ReportModel.
template <class Model>
constexpr auto mechanism_keys = nullptr;

template <>
constexpr auto mechanism_keys<PublishedModel> = named_perturbation<PublishedModel>("objective-perturbation", "gaussian") +
                                                objective_gaussian<PublishedModel> + rounding_keys<PublishedModel>;
template <>
constexpr auto mechanism_keys<PublishedSoftmaxModel> =
    named_perturbation<PublishedSoftmaxModel>("objective-perturbation", "gaussian") +
    members_of<PublishedSoftmaxModel>(inlined(&PublishedSoftmaxModel::parts, objective_gaussian<PublishedConvexModel>)) +
    rounding_keys<PublishedSoftmaxModel>;
template <>
constexpr auto mechanism_keys<PublishedLaplaceModel> =
    named_perturbation<PublishedLaplaceModel>("objective-perturbation", "laplace")
        .with(required_key("eta", &PublishedLaplaceModel::eta, Scale{}, "Rate of the length of the noise vector b."),
              required_key("lambda", &PublishedLaplaceModel::lambda, Scale{}, lambda_words)) +
    rounding_keys<PublishedLaplaceModel>;
template <>
constexpr auto mechanism_keys<PublishedOutputPerturbation> =
    named_perturbation<PublishedOutputPerturbation>("output-perturbation", "gaussian")
        .with(required_key("sigma", &PublishedOutputPerturbation::sigma, Scale{}, sigma_words),
              required_key("lambda", &PublishedOutputPerturbation::lambda, Scale{}, lambda_words),
              optional_key("x-grid", &PublishedOutputPerturbation::grid, Grid{})) +
    rounding_keys<PublishedOutputPerturbation, read_rounding_elsewhere> +
    members_of<PublishedOutputPerturbation>(Check<PublishedOutputPerturbation>{
        [](const Object& object, const PublishedOutputPerturbation& model) {
          if (model.grid > 0 && model.rounding.step > 0) {
            object.at("x-grid", "")
                .refuse_as("inconsistent", "must be left out next to x-rounding: theta is on one grid or the other");
          }
        }});
template <>
constexpr auto mechanism_keys<PublishedPosteriorSample> =
    members_of<PublishedPosteriorSample>(Constant<PublishedPosteriorSample>{"name", "posterior-sample"},
                                         required_key("gamma", &PublishedPosteriorSample::gamma, Scale{},
                                                      "Inverse temperature."),
                                         required_key("lambda", &PublishedPosteriorSample::lambda, Scale{}, lambda_words)) +
    rounding_keys<PublishedPosteriorSample>;
template <>
constexpr auto mechanism_keys<PublishedAdaOps> =
    members_of<PublishedAdaOps>(
        Constant<PublishedAdaOps>{"name", "posterior-sample"},
        required_key("gamma", &PublishedAdaOps::gamma, Scale{}, "Inverse temperature."),
        required_key("lambda", &PublishedAdaOps::lambda, Number{residual_number},
                     "Ridge term of the objective, in sum form; 0 where the data have curvature enough."),
        within("adaptive", "Adaptive", "an object with epsilon, delta, smallestEigenvalue and logResidual",
               "AdaOPS: lambda and gamma were chosen from the data, privately; the records' and labels' bounds are 1.",
               members_of<PublishedAdaOps>(
                   inlined(&PublishedAdaOps::budget,
                           members_of<AdaOpsBudget>(required_key("epsilon", &AdaOpsBudget::epsilon, Scale{}),
                                                    required_key("delta", &AdaOpsBudget::delta, Probability{}))),
                   required_key("smallestEigenvalue", &PublishedAdaOps::smallest_eigenvalue, Number{residual_number}),
                   required_key("logResidual", &PublishedAdaOps::log_residual, Number{value_number})))) +
    rounding_keys<PublishedAdaOps>;
template <>
constexpr auto mechanism_keys<PublishedDescent> = descent_keys;

/// A line about the mechanism of each model.
constexpr const char* words_about(const PublishedModel*) {
  return "Objective perturbation with Gaussian noise.";
}
constexpr const char* words_about(const PublishedLaplaceModel*) {
  return "Objective perturbation with noise of density proportional to exp(-eta |b|).";
}
constexpr const char* words_about(const PublishedOutputPerturbation*) {
  return "Output perturbation: theta is the minimiser plus Gaussian noise, the same in every direction.";
}
constexpr const char* words_about(const PublishedPosteriorSample*) {
  return "One sample from the posterior of ridge regression, theta ~ N(minimiser, (gamma H)^-1).";
}
constexpr const char* words_about(const PublishedAdaOps*) {
  return "The same, lambda and gamma chosen from the data.";
}
constexpr const char* words_about(const PublishedDescent*) {
  return "Noisy gradient descent: each step uses a sum of clipped gradients plus Gaussian noise.";
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

/// A model of this kind of which the loss alone is known.
ReportModel empty_model(MechanismKind kind, const ModelLoss& loss) {
  switch (kind) {
    case MechanismKind::objective_gaussian:
      break;
    case MechanismKind::objective_laplace:
      return PublishedLaplaceModel{.loss = loss.linear, .classes = loss.classes};
    case MechanismKind::output_gaussian:
      return PublishedOutputPerturbation{.loss = loss.linear};
    case MechanismKind::posterior_sample:
      return PublishedPosteriorSample{};
    case MechanismKind::ada_ops:
      return PublishedAdaOps{};
    case MechanismKind::noisy_gradient_descent:
      return PublishedDescent{.loss = loss.linear, .classes = loss.classes};
  }
  if (loss.is_softmax()) {
    return PublishedSoftmaxModel{.classes = loss.classes};
  }
  return PublishedModel{.loss = loss.linear};
}

// The kind of each alternative, and the largest step that a study with its scales has.

MechanismKind own_kind(const PublishedModel&) {
  return MechanismKind::objective_gaussian;
}
MechanismKind own_kind(const PublishedSoftmaxModel&) {
  return MechanismKind::objective_gaussian;
}
MechanismKind own_kind(const PublishedLaplaceModel&) {
  return MechanismKind::objective_laplace;
}
MechanismKind own_kind(const PublishedOutputPerturbation&) {
  return MechanismKind::output_gaussian;
}
MechanismKind own_kind(const PublishedPosteriorSample&) {
  return MechanismKind::posterior_sample;
}
MechanismKind own_kind(const PublishedAdaOps&) {
  return MechanismKind::ada_ops;
}
MechanismKind own_kind(const PublishedDescent&) {
  return MechanismKind::noisy_gradient_descent;
}

double share_of(const OutputRounding& rounding) {
  return rounding.elsewhere ? elsewhere_share : exact_share;
}

double coarsest_step(const PublishedModel& model) {
  return gaussian_step(model.sigma, model.lambda, model.loss.smoothness(), model.rounding.rows_at_most, model.theta.size(),
                       share_of(model.rounding));
}
double coarsest_step(const PublishedSoftmaxModel& model) {
  return gaussian_step(model.parts.sigma, model.parts.lambda, ModelLoss{{}, model.classes}.smoothness(),
                       model.rounding.rows_at_most, model.parts.theta.size(), share_of(model.rounding));
}
double coarsest_step(const PublishedLaplaceModel& model) {
  return laplace_step(model.eta, model.lambda, ModelLoss{model.loss, model.classes}.smoothness(), model.rounding.rows_at_most,
                      share_of(model.rounding));
}
double coarsest_step(const PublishedOutputPerturbation& model) {
  return output_step(model.sigma, model.theta.size());
}
/// An adaptive sample counts as one with its λ and γ, whatever they were chosen from.
template <class Sample>
double coarsest_step(const Sample& model) {
  return sample_step(model.gamma, model.lambda, model.rounding.rows_at_most, model.theta.size(), share_of(model.rounding));
}

/// θ of a model that may change, or may not.
template <class Model>
auto& theta_in(Model& model) {
  return std::visit(
      [](auto& each) -> auto& {
        if constexpr (requires { each.theta; }) {
          return each.theta;
        } else {
          return each.parts.theta;
        }
      },
      model);
}

/// The step of a grid that θ has multiples of without being rounded.
double grid_of(const ReportModel& model) {
  return std::visit(
      [](const auto& each) {
        if constexpr (requires { each.grid; }) {
          return each.grid;
        } else {
          return 0.0;
        }
      },
      model);
}

Eigen::VectorXd read_theta(const Node& node, const std::vector<Feature>& features, const ModelLoss& loss, double grid,
                           const PreparedNetwork* network) {
  if (network != nullptr) {
    Eigen::VectorXd theta(network->parameters());
    node.numbers(span_of(theta), "one for each parameter of the network");
    check_grid(node, theta.array(), grid);
    return theta;
  }
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

void check_rounding(const Node& node, const ReportModel& any) {
  std::visit(
      [&](const auto& model) {
        if constexpr (requires { model.rounding; }) {
          const double step = model.rounding.step;
          if (!(step > 0)) {
            return;
          }
          const Eigen::VectorXd& theta = theta_of(any);
          if (!std::all_of(theta.begin(), theta.end(), [&](double value) { return on_output_grid(step, value); })) {
            node.refuse_as("off-grid", "must have whole multiples of /model/mechanism/x-rounding only");
          }
          if (const double most = coarsest_step(model); step > most) {
            throw_error(
                ErrorType::report, "out-of-range", "/model/mechanism/x-rounding",
                {"/model/mechanism/x-rounding must be at most ", most, " for its noise, lambda and rows, but is ", step});
          }
        }
      },
      any);
}

OrderedJson describe_mechanism(Definitions& definitions) {
  return definitions.refer("Mechanism", [&] {
    OrderedJson schema{{"type", "object"}, {"oneOf", OrderedJson::array()}};
    const auto add = [&]<class Model>(const Model* model) {
      schema["oneOf"].push_back(described(mechanism_keys<Model>.describe(definitions), words_about(model)));
    };
    add(static_cast<PublishedModel*>(nullptr));
    add(static_cast<PublishedLaplaceModel*>(nullptr));
    add(static_cast<PublishedOutputPerturbation*>(nullptr));
    add(static_cast<PublishedPosteriorSample*>(nullptr));
    add(static_cast<PublishedAdaOps*>(nullptr));
    add(static_cast<PublishedDescent*>(nullptr));
    return schema;
  });
}

OrderedJson describe_theta(Definitions&) {
  return describe_numbers(value_number, 1, static_cast<std::size_t>(most_parameters));
}

/// Keys, and whoever reads them.
struct ModelParts {};
constexpr auto model_keys = members_of<ModelParts>(
    Described<ModelParts, describe_loss>{"loss", true, "The loss that the model was trained with."},
    Described<ModelParts, describe_network>{"network", false,
                                            "The network whose scores the loss takes; linear scores where there is none. Only "
                                            "with noisy gradient descent."},
    Described<ModelParts, describe_mechanism>{"mechanism", true, "The mechanism that made the model private."},
    Described<ModelParts, describe_theta>{
        "theta", true,
        "The published coefficients, one for each coordinate, for softmax class by class; or a "
        "network's parameters."});

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

ReportModel read_model(const Node& node, const std::vector<Feature>& features) {
  const Object object(node, "an object with loss, mechanism and theta");
  model_keys.allow(object);
  const ModelLoss loss = read_loss(object.at("loss", "an object with a name"));
  const char* const expected = "an object with a name, its noise and lambda";
  const Node mechanism_node = object.at("mechanism", expected);
  const Object mechanism(mechanism_node, expected);
  const MechanismKind kind = read_kind(
      mechanism, [](const Node&) { return true; }, nullptr);
  check_mechanism_loss(mechanism, kind, loss);
  ReportModel model = empty_model(kind, loss);
  const std::shared_ptr<const PreparedNetwork> network = read_network(object, loss, total_coordinates(features));
  auto* const descent = std::get_if<PublishedDescent>(&model);
  if (network && descent == nullptr) {
    object.at("network", "").refuse_as("inconsistent", "must be left out: only noisy gradient descent trains networks");
  }
  std::visit(
      [&]<class Model>(Model& each) {
        mechanism_keys<Model>.allow(mechanism);
        mechanism_keys<Model>.read(mechanism, each);
      },
      model);
  if (descent != nullptr) {
    descent->network = network;
    check_network_plan(mechanism, descent->plan, network.get());
  }
  const Node theta = object.at("theta", "an array of numbers");
  theta_in(model) = read_theta(theta, features, loss, grid_of(model), network.get());
  check_rounding(theta, model);
  return model;
}

OrderedJson write_model(const ReportModel& model) {
  OrderedJson document;
  document["loss"] = write_loss(loss_of(model));
  if (const auto* const descent = std::get_if<PublishedDescent>(&model); descent != nullptr && descent->network) {
    document["network"] = write_network(descent->network->network());
  }
  document["mechanism"] = std::visit([]<class Model>(const Model& each) { return mechanism_keys<Model>.write(each); }, model);
  document["theta"] = write_vector(theta_of(model));
  return document;
}

OrderedJson describe_model(Definitions& definitions) {
  return definitions.refer("Model", [&] { return model_keys.describe(definitions); });
}

ModelLoss loss_of(const ReportModel& model) {
  return std::visit(
      [](const auto& each) -> ModelLoss {
        if constexpr (requires {
                        each.loss;
                        each.classes;
                      }) {
          return {each.loss, each.classes};
        } else if constexpr (requires { each.loss; }) {
          return {each.loss, 0};
        } else if constexpr (requires { each.classes; }) {
          return {{}, each.classes};
        } else {
          return {{LossKind::squared, 1.0}, 0};  // of posterior samples
        }
      },
      model);
}

MechanismKind kind_of(const ReportModel& model) {
  return std::visit([](const auto& each) { return own_kind(each); }, model);
}

const Eigen::VectorXd& theta_of(const ReportModel& model) {
  return theta_in(model);
}

}  // namespace expost::report

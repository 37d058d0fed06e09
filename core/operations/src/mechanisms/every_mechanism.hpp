// Every mechanism as a curator has it and as a person does: all that a new one adds to this folder
// is here, and in a folder of its own.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <nlohmann/json.hpp>

#include "check/checked_model.hpp"
#include "documents/request.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/model_loss.hpp"
#include "expost/report/report.hpp"
#include "expost/report/study.hpp"
#include "mechanisms/mechanism.hpp"

namespace expost::operations {

/// Plans a budget's ε > 0 (curator/plan.hpp), and reads the rest of the request.
using Planner = nlohmann::ordered_json (*)(const Request& request, const report::ModelLoss& loss, double epsilon);

[[nodiscard]] std::unique_ptr<Mechanism> objective_mechanism(const report::Study& study, Eigen::Index dimension);
[[nodiscard]] std::unique_ptr<Mechanism> laplace_mechanism(const report::Study& study, Eigen::Index dimension);
[[nodiscard]] std::unique_ptr<Mechanism> output_mechanism(const report::Study& study, Eigen::Index dimension);
[[nodiscard]] std::unique_ptr<Mechanism> posterior_mechanism(const report::Study& study, Eigen::Index dimension);
[[nodiscard]] std::unique_ptr<Mechanism> ada_ops_mechanism(const report::Study& study, Eigen::Index dimension);
[[nodiscard]] std::unique_ptr<Mechanism> descent_mechanism(const report::Study& study, Eigen::Index dimension);

[[nodiscard]] nlohmann::ordered_json plan_linear(const Request& request, const report::ModelLoss& loss, double epsilon);
[[nodiscard]] nlohmann::ordered_json plan_softmax(const Request& request, const report::ModelLoss& loss, double epsilon);
[[nodiscard]] nlohmann::ordered_json plan_laplace(const Request& request, const report::ModelLoss& loss, double epsilon);
[[nodiscard]] nlohmann::ordered_json plan_output(const Request& request, const report::ModelLoss& loss, double epsilon);
[[nodiscard]] nlohmann::ordered_json plan_ada_ops(const Request& request, const report::ModelLoss& loss, double epsilon);
[[nodiscard]] nlohmann::ordered_json plan_descent(const Request& request, const report::ModelLoss& loss, double epsilon);

// A check's model of each alternative of the variant: decomposes what is published, once. They
// throw ErrorType::report.
[[nodiscard]] std::unique_ptr<CheckedModel> checked_model(PublishedModel model);
[[nodiscard]] std::unique_ptr<CheckedModel> checked_model(PublishedSoftmaxModel model);
[[nodiscard]] std::unique_ptr<CheckedModel> checked_model(PublishedLaplaceModel model);
[[nodiscard]] std::unique_ptr<CheckedModel> checked_model(PublishedOutputPerturbation model);
[[nodiscard]] std::unique_ptr<CheckedModel> checked_model(PublishedPosteriorSample model);
[[nodiscard]] std::unique_ptr<CheckedModel> checked_model(PublishedAdaOps model);
[[nodiscard]] std::unique_ptr<CheckedModel> checked_model(PublishedDescent model);

/// Keeps a reference to the study. `dimension` of x.
[[nodiscard]] inline std::unique_ptr<Mechanism> mechanism_of(const report::Study& study, Eigen::Index dimension) {
  switch (study.kind()) {
    case report::MechanismKind::objective_laplace:
      return laplace_mechanism(study, dimension);
    case report::MechanismKind::output_gaussian:
      return output_mechanism(study, dimension);
    case report::MechanismKind::posterior_sample:
      return posterior_mechanism(study, dimension);
    case report::MechanismKind::ada_ops:
      return ada_ops_mechanism(study, dimension);
    case report::MechanismKind::noisy_gradient_descent:
      return descent_mechanism(study, dimension);
    case report::MechanismKind::objective_gaussian:
      break;
  }
  return objective_mechanism(study, dimension);
}

/// Null for a mechanism that has no budget of its own.
[[nodiscard]] inline Planner planner_of(report::MechanismKind kind, const report::ModelLoss& loss) {
  switch (kind) {
    case report::MechanismKind::objective_laplace:
      return plan_laplace;
    case report::MechanismKind::output_gaussian:
      return plan_output;
    case report::MechanismKind::posterior_sample:
      return nullptr;
    case report::MechanismKind::ada_ops:
      return plan_ada_ops;
    case report::MechanismKind::noisy_gradient_descent:
      return plan_descent;
    case report::MechanismKind::objective_gaussian:
      break;
  }
  return loss.is_softmax() ? plan_softmax : plan_linear;
}

}  // namespace expost::operations

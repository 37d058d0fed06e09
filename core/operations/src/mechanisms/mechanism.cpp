#include "mechanisms/mechanism.hpp"

#include "expost/numerics/error.hpp"

namespace expost::operations {

std::unique_ptr<Mechanism> mechanism_of(const report::Study& study, Eigen::Index dimension) {
  switch (study.mechanism) {
    case report::MechanismKind::objective_laplace:
      return laplace_mechanism(study, dimension);
    case report::MechanismKind::output_gaussian:
      return output_mechanism(study, dimension);
    case report::MechanismKind::posterior_sample:
      return posterior_mechanism(study, dimension);
    case report::MechanismKind::ada_ops:
      return ada_ops_mechanism(study, dimension);
    case report::MechanismKind::objective_gaussian:
      break;
  }
  return study.classes > 0 ? softmax_mechanism(study, dimension) : linear_mechanism(study, dimension);
}

Planner planner_of(report::MechanismKind kind, const report::ModelLoss& loss) {
  switch (kind) {
    case report::MechanismKind::objective_laplace:
      return plan_laplace;
    case report::MechanismKind::output_gaussian:
      return plan_output;
    case report::MechanismKind::posterior_sample:
      return nullptr;
    case report::MechanismKind::ada_ops:
      return plan_ada_ops;
    case report::MechanismKind::objective_gaussian:
      break;
  }
  return loss.is_softmax() ? plan_softmax : plan_linear;
}

double required_lambda(const report::Study& study) {
  if (!study.lambda) {
    throw Error(ErrorType::study, "missing", "/mechanism/lambda",
                "/mechanism/lambda must be a number above 0 for this mechanism");
  }
  return *study.lambda;
}

void refuse_other_study() {
  throw Error(ErrorType::argument, "inconsistent", "/report",
              "the report was not made from this study: their mechanism, features, scaling, label or loss differ");
}

}  // namespace expost::operations

#include <utility>

#include "documents/names.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/numerics/constants.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/plan_parts.hpp"

namespace expost::operations {

nlohmann::ordered_json plan_laplace(const Request& request, const report::ModelLoss& loss, double epsilon) {
  if (request.has("delta") && request.number("delta") != 0) {
    request.refuse("delta", "out-of-range", "must be 0 or left out: Laplace-type noise gives pure differential privacy");
  }
  refuse_split(request);
  const double lambda = planned_lambda(request);
  const auto classes = static_cast<int>(loss.classes);
  const LaplaceCalibration calibrated =
      loss.is_softmax() ? calibrate_laplace_softmax(classes, lambda, epsilon) : calibrate_laplace(loss.linear, lambda, epsilon);
  ObjectWriter model;
  model.put("lambda", lambda);
  double spent = infinity;
  if (calibrated.eta > 0) {
    model.put("eta", calibrated.eta);
    spent = loss.is_softmax() ? laplace_softmax_epsilon(classes, lambda, calibrated.eta)
                              : laplace_epsilon(loss.linear, lambda, calibrated.eta);
  }
  model.put_text_if_any("reason", calibrated.reason);
  return plan_of_model(plan_writer(loss, mechanism_writer(report::MechanismKind::objective_laplace), epsilon, 0),
                       std::move(model), spent, 0);
}

}  // namespace expost::operations

#include <utility>

#include "documents/names.hpp"
#include "expost/mechanisms/output_perturbation.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/limits.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/plan_parts.hpp"

namespace expost::operations {

nlohmann::ordered_json plan_output(const Request& request, const report::ModelLoss& loss, double epsilon) {
  const double delta = planned_delta(request);
  refuse_split(request);
  const double lambda = planned_lambda(request);
  // Without a dimension on the reals.
  const double sigma =
      request.has("dimension")
          ? output_perturbation_sigma({loss.linear, lambda},
                                      request.integer("dimension", 1, static_cast<int>(report::limits::dimension)), 1, epsilon,
                                      delta)
      : loss.linear.lipschitz() < infinity ? gaussian_sigma(epsilon, delta, loss.linear.lipschitz() / lambda)
                                           : infinity;
  ObjectWriter model;
  model.put("lambda", lambda).put("sigma", sigma);
  if (!(sigma < infinity)) {
    model.put_text("reason", "the squared loss has unbounded gradients, so no noise gives the model a finite guarantee");
  }
  return plan_of_model(plan_writer(loss, mechanism_writer(report::MechanismKind::output_gaussian), epsilon, delta),
                       std::move(model), sigma < infinity ? epsilon : infinity, delta);
}

}  // namespace expost::operations

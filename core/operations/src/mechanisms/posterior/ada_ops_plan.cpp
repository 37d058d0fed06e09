#include <utility>

#include "documents/names.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/plan_parts.hpp"

namespace expost::operations {

nlohmann::ordered_json plan_ada_ops(const Request& request, const report::ModelLoss& loss, double epsilon) {
  const double delta = planned_delta(request);
  refuse_split(request);
  if (request.has("lambda")) {
    request.refuse("lambda", "inconsistent", "must be left out: an adaptive posterior sample chooses it from the data");
  }
  ObjectWriter mechanism = mechanism_writer(report::MechanismKind::ada_ops);
  mechanism.put_flag("adaptive", true);
  ObjectWriter model;
  model.put_text("reason",
                 "an adaptive posterior sample chooses lambda and gamma from the data, so there is nothing to plan beforehand");
  return plan_of_model(plan_writer(loss, std::move(mechanism), epsilon, delta), std::move(model), epsilon, delta);
}

}  // namespace expost::operations

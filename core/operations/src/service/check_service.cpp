#include <utility>

#include "check/checked_model.hpp"
#include "check/loaded_report.hpp"
#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/operations/operations.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

ordered_json release_cost_document(const LoadedReport& loaded) {
  BoundOptions options;
  options.release_cost_failure_probability = loaded.report().failure_probability;
  const std::optional<LargestReleaseCost> cost = release_cost(loaded.model(), options);
  if (!cost) {
    return ObjectWriter().put_null("cost").take();
  }
  return ObjectWriter()
      .put("cost", ObjectWriter()
                       .put("expost", cost->expost)
                       .put("failureProbability", options.release_cost_failure_probability)
                       .put("pdp", ObjectWriter().put("epsilon", cost->pdp).put("delta", options.release_cost_delta))
                       .put_flag("attained", cost->attained))
      .take();
}

}  // namespace

std::optional<LargestReleaseCost> release_cost(const CheckedModel& model, const BoundOptions& options) {
  const PreparedReport* const linear = model.linear();
  return linear != nullptr ? largest_release_cost(linear->model(), options) : model.own_release_cost(options);
}

ordered_json CheckService::perform(std::string_view operation, const json& document) {
  if (operation == "release-cost") {
    Request(document).allow_only({"report"});
    return release_cost_document(loaded_report(document));
  }
  return PersonService::perform(operation, document);
}

CheckModel CheckService::check_model() const {
  return checked_model_of_any;
}

report::ModelCheck CheckService::model_check() const {
  return report::check_model;
}

}  // namespace expost::operations

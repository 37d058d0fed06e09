#include <utility>
#include <variant>

#include "expost/numerics/error.hpp"
#include "expost/operations/operations.hpp"
#include "mechanisms/every_mechanism.hpp"

namespace expost::operations {

namespace {

std::unique_ptr<CheckedModel> checked_linear_model(report::ReportModel model) {
  if (auto* linear = std::get_if<PublishedModel>(&model)) {
    return checked_model(std::move(*linear));
  }
  throw Error(ErrorType::report, "unsupported", "/model/mechanism",
              "/model/mechanism is of a kind that this module lacks: use the one for every mechanism");
}

}  // namespace

CheckModel LinearCheckService::check_model() const {
  return checked_linear_model;
}

report::ModelCheck LinearCheckService::model_check() const {
  return report::check_linear_model;
}

}  // namespace expost::operations

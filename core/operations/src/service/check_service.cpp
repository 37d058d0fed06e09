#include <utility>

#include "check/checked_model.hpp"
#include "expost/operations/operations.hpp"

namespace expost::operations {

std::unique_ptr<CheckedModel> CheckService::checked(report::ReportModel model) const {
  return checked_model(std::move(model));
}

report::ModelCheck CheckService::model_check() const {
  return report::check_model;
}

}  // namespace expost::operations

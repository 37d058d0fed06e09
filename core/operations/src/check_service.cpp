#include <utility>

#include "checked_model.hpp"
#include "expost/operations/operations.hpp"

namespace expost::operations {

std::unique_ptr<CheckedModel> CheckService::checked(report::ReportModel model) const {
  return checked_model(std::move(model));
}

}  // namespace expost::operations

#include "mechanisms/every_mechanism.hpp"

#include <utility>
#include <variant>

namespace expost::operations {

std::unique_ptr<CheckedModel> checked_model_of_any(report::ReportModel model) {
  return std::visit([](auto& each) { return checked_model(std::move(each)); }, model);
}

}  // namespace expost::operations

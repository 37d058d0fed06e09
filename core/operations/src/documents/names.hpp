// Names of the library's enumerations as they stand in documents.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "expost/accounting/accountant.hpp"
#include "expost/accounting/convex_accountant.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/numerics/error.hpp"
#include "expost/release/published_model.hpp"
#include "expost/report/adjustment.hpp"
#include "expost/report/model_loss.hpp"

namespace expost::operations {

[[nodiscard]] std::string name_of(Fault fault);
[[nodiscard]] std::string name_of(Method method);
[[nodiscard]] std::string name_of(Membership member);
[[nodiscard]] std::string name_of(ReportKind kind);
[[nodiscard]] std::string name_of(report::Adjustment::Kind kind);
[[nodiscard]] std::string name_of(Accountant accountant);
/// Throws Fault::argument for an unknown name.
[[nodiscard]] Accountant accountant_named(const std::string& name);
[[nodiscard]] std::string name_of(SoftmaxAccountant accountant);
/// Throws Fault::argument for an unknown name.
[[nodiscard]] SoftmaxAccountant softmax_accountant_named(const std::string& name);
/// "one", "all" or the number of records.
[[nodiscard]] nlohmann::ordered_json document_of(const Uniformity& uniformity);
/// {"name": …} with the width of pseudo-Huber or the classes of softmax.
[[nodiscard]] nlohmann::ordered_json document_of(const report::ModelLoss& loss);

inline constexpr Accountant all_accountants[] = {Accountant::kifer, Accountant::lecture, Accountant::redberg2023,
                                                 Accountant::shift, Accountant::joint};
inline constexpr SoftmaxAccountant all_softmax_accountants[] = {SoftmaxAccountant::radius, SoftmaxAccountant::shift,
                                                                SoftmaxAccountant::joint};

}  // namespace expost::operations

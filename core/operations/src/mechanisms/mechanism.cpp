#include "mechanisms/mechanism.hpp"

#include <stdexcept>

#include "expost/numerics/error.hpp"

namespace expost::operations {

double required_lambda(const report::Study& study) {
  const std::optional<double> lambda = study.lambda();
  if (!lambda) {
    throw Error(ErrorType::study, "missing", "/mechanism/lambda",
                "/mechanism/lambda must be a number above 0 for this mechanism");
  }
  return *lambda;
}

const CodedData& rows_of(const RowSource& rows) {
  const CodedData* const data = rows.in_memory();
  if (data == nullptr) {
    throw Error(ErrorType::study, "unsupported", "/mechanism",
                "/mechanism needs its rows in memory for this: sums over rows are enough to publish objective perturbation and "
                "output perturbation, and to audit objective perturbation and posterior samples");
  }
  return *data;
}

ModelShape loss_of(const report::Study& study) {
  return {study.classes > 0 ? Loss() : study.loss, study.classes};
}

Derivatives Mechanism::derivatives(const report::ReportModel&, const RowSource& rows) const {
  (void)rows_of(rows);
  return {};
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): mechanisms that can be audited so keep them.
std::unique_ptr<ExactRows> Mechanism::exact_at(const report::ReportModel&, Derivatives, const CodedData&, double) const {
  throw std::logic_error("exact losses of this mechanism come from all rows");
}

std::unique_ptr<ExactRows> Mechanism::exact(const report::ReportModel& published, const RowSource& rows, double delta,
                                            const Request*) const {
  return exact_at(published, derivatives(published, rows), rows_of(rows), delta);
}

void refuse_other_study() {
  throw Error(ErrorType::argument, "inconsistent", "/report",
              "the report was not made from this study: their mechanism, features, scaling, label or loss differ");
}

}  // namespace expost::operations

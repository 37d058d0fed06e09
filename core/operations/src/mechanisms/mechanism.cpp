#include "mechanisms/mechanism.hpp"

#include "expost/numerics/error.hpp"

namespace expost::operations {

double required_lambda(const report::Study& study) {
  if (!study.lambda) {
    throw Error(ErrorType::study, "missing", "/mechanism/lambda",
                "/mechanism/lambda must be a number above 0 for this mechanism");
  }
  return *study.lambda;
}

Publication Mechanism::by_sums(const RowSource&, RandomSource&, KeptSecrets) const {
  throw Error(ErrorType::study, "unsupported", "/mechanism",
              "/mechanism can't be trained by sums over rows: objective perturbation and output perturbation of logistic, "
              "pseudo-huber and squared losses can");
}

namespace {

[[noreturn]] void refuse_audit_by_sums() {
  throw Error(ErrorType::study, "unsupported", "/mechanism",
              "/mechanism can't be audited by sums over rows, because exact losses need the other rows: objective "
              "perturbation of logistic, pseudo-huber and squared losses can; audit others with their rows in memory");
}

}  // namespace

Derivatives Mechanism::derivatives(const report::ReportModel&, const RowSource&) const {
  refuse_audit_by_sums();
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): mechanisms that can be audited so keep them.
std::unique_ptr<ExactRows> Mechanism::exact_at(const report::ReportModel&, Derivatives, const CodedData&) const {
  refuse_audit_by_sums();
}

void refuse_other_study() {
  throw Error(ErrorType::argument, "inconsistent", "/report",
              "the report was not made from this study: their mechanism, features, scaling, label or loss differ");
}

}  // namespace expost::operations

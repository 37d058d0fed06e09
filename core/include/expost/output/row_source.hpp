// Rows that a training adds up over: in memory, or wherever somebody else adds up. Everything that
// is published of objective and output perturbation is made of sums over rows.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "expost/losses/model_shape.hpp"
#include "expost/training/minimisation.hpp"
#include "expost/training/objective.hpp"

namespace expost {

/// Rows, coded: those of CodedData, ‖x‖₂ ≤ 1. There is no other source than the two below.
class RowSource {
 public:
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;
  virtual ~RowSource() = default;

  /// Returns the length of a row.
  [[nodiscard]] virtual Eigen::Index features() const = 0;
  /// Returns n, the number of rows.
  [[nodiscard]] virtual std::int64_t rows() const = 0;
  /// J(θ; D) = Σ ℓ + (λ/2)‖θ‖², which this source must outlive. Elsewhere it asks one question for
  /// each θ. Throws ErrorType::argument, code "out-of-range", unless λ is a number above 0.
  [[nodiscard]] virtual std::unique_ptr<SmoothObjective> objective(const ModelShape& shape, double lambda) const = 0;
  /// A place to start from on the way to argmin J(θ; D) + bᵀθ; `b` as long as θ.
  [[nodiscard]] virtual NearMinimiser start(const ModelShape& shape, double lambda, const Eigen::VectorXd& b) const = 0;
  /// Returns the rows themselves; null of rows elsewhere.
  [[nodiscard]] virtual const CodedData* in_memory() const { return nullptr; }

 private:
  friend class PreciseRows;
  RowSource() = default;
};

/// Rows in memory, which the caller keeps alive.
[[nodiscard]] std::unique_ptr<RowSource> rows_in_memory(const CodedData& data);

/// Answers a question about all rows: `sums_of` each block of them, put together by `added_sums` in
/// any order. What it throws comes out of the function that asked.
using AddUp = std::function<std::string(std::string_view question)>;

/// Rows that are elsewhere: `rows` ≥ 0 of length `features` ≥ 1. An answer that is none throws
/// ErrorType::argument, code "not-sums", and one about another number of rows ErrorType::data, code
/// "changed". Every digit that is published is the same as of rows in memory, however they are
/// divided: sums are made in 106 bits with bounds on what is rounded (docs/noise.md,
/// "Computation").
[[nodiscard]] std::unique_ptr<RowSource> rows_elsewhere(Eigen::Index features, std::int64_t rows, AddUp add_up);

/// Throws ErrorType::argument, code "not-sums": bytes that are no answer, or that of another
/// question.
[[noreturn]] void refuse_sums();
/// Throws ErrorType::argument, code "not-a-question".
[[noreturn]] void refuse_question();
/// Throws ErrorType::data, code "changed": an answer is about another number of rows than were
/// counted, because a stream was used up or a file was written to.
[[noreturn]] void refuse_changed_rows();

/// The answer for a block of rows. It is as secret as the rows. Throws ErrorType::argument, code
/// "not-a-question".
[[nodiscard]] std::string sums_of(std::string_view question, const CodedData& block);

/// The answer for two disjoint sets of rows together. Throws ErrorType::argument, code "not-sums".
[[nodiscard]] std::string added_sums(std::string_view first, std::string_view second);

/// Rows as the softmax loss takes them.
[[nodiscard]] std::vector<ClassifiedPerson> classified(const CodedData& data);

}  // namespace expost

// A model that was trained elsewhere: reading it, and what is told to the curator alone where it
// seems not to be of these data.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "documents/request.hpp"
#include "expost/output/output_grid.hpp"
#include "expost/report/study.hpp"

namespace expost::operations {

/// A doubt is raised where a model would be so with this probability, at either end.
inline constexpr double one_in_a_billion = 1e-9;

/// How many numbers a model has: a row of `coordinates` for each class, one row of other losses.
struct ThetaShape {
  Eigen::Index classes;
  Eigen::Index coordinates;

  [[nodiscard]] Eigen::Index length() const { return classes * coordinates; }
};

/// The shape of a study's models, with `length` numbers in all.
[[nodiscard]] ThetaShape shape_of(const report::Study& study, Eigen::Index length);

/// Refuses, as `key` of the model, whatever has not a row for each class. Where classes are as many
/// as coordinates, nothing tells rows from columns: the model's `order` has to be "classes-first".
void require_classes_first(const Request& model, const char* key, Eigen::Index rows, Eigen::Index columns, ThetaShape shape);

/// Finite numbers class by class: an array of them all, or of an array for each class.
[[nodiscard]] Eigen::VectorXd read_vector(const Request& model, const char* key, ThetaShape shape);

/// A scale that may be in the study and in the model's own file, but not with two values.
[[nodiscard]] double agreed_scale(const Request& model, const char* key, std::optional<double> of_study,
                                  const char* study_pointer);

/// /mechanism/elsewhere: what was stated before the data were read. Throws ErrorType::study,
/// "missing".
[[nodiscard]] report::TrainedElsewhere stated_elsewhere(const report::Study& study);

/// The rounding of a model from elsewhere, by the step that its noise and these rows allow.
[[nodiscard]] OutputRounding elsewhere_rounding(double step, const report::TrainedElsewhere& stated);

/// Sentences about a model that doesn't fit the data. They are for the curator, and the report is
/// made all the same: a refusal would tell of the data.
class Doubts {
 public:
  /// A length whose square over `scale`² is chi-squared with `degrees` degrees of freedom, known up
  /// to `slack`: outside the central 1 − 2e-9. `what` names it, `noise` the stated noise.
  /// `reach`: what it may hold besides that noise.
  void chi_length(double length, double slack, double degrees, double scale, const char* what, const char* noise,
                  double reach = 0);
  /// The same for a length of law Gamma(d, rate).
  void gamma_length(double length, double d, double rate, const char* what, const char* noise);
  /// More rows than bounds hold for.
  void rows(std::int64_t rows, const report::TrainedElsewhere& stated);
  /// ∇J + b longer than was stated.
  void residual(double found, const report::TrainedElsewhere& stated);

  [[nodiscard]] const std::vector<std::string>& sentences() const { return sentences_; }

 private:
  void between(double length, double slack, double least, double most, const char* what, const char* noise);

  std::vector<std::string> sentences_;
};

}  // namespace expost::operations

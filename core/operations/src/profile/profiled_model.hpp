// The model whose training set is profiled: what differs between generalised linear losses and
// softmax.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "expost/neighbours/leave_one_out.hpp"
#include "expost/report/study.hpp"
#include "expost/training/objective.hpp"

namespace expost::operations {

/// A model being trained without noise, and then its rows' influence. Every call takes the same
/// data.
class ProfiledModel {
 public:
  ProfiledModel() = default;
  ProfiledModel(const ProfiledModel&) = delete;
  ProfiledModel& operator=(const ProfiledModel&) = delete;
  virtual ~ProfiledModel() = default;

  /// The training without noise.
  [[nodiscard]] virtual Minimisation& training() = 0;
  /// The trained model's neighbours, each to `accuracy`.
  [[nodiscard]] virtual std::unique_ptr<LeaveOneOut> neighbours(double accuracy) = 0;

  /// G, at most which the length of a row's gradient is.
  [[nodiscard]] virtual double lipschitz() const = 0;
  /// Predictions of a model for coded rows, linear in the model: n × q numbers.
  [[nodiscard]] virtual Eigen::MatrixXd margins(const Eigen::Ref<const Rows>& x, const Eigen::VectorXd& theta) const = 0;
  /// How good predictions are for these labels, as `measure` says.
  [[nodiscard]] virtual double measured(const Eigen::MatrixXd& margins, const Eigen::Ref<const Eigen::VectorXd>& y) const = 0;
  [[nodiscard]] virtual std::string measure() const = 0;
};

/// Length of the model of a study whose rows have `coordinates` coordinates.
[[nodiscard]] Eigen::Index model_length(const report::Study& study, Eigen::Index coordinates);

/// Names each number of the model in the study's own words: "intercept", "age", "work =
/// state"; "good: age" for a class of its own.
[[nodiscard]] std::vector<std::string> model_coordinate_names(const report::Study& study);

/// The study's model with the ridge term λ; study and data must outlive it.
[[nodiscard]] std::unique_ptr<ProfiledModel> profiled_model(const report::Study& study, const CodedData& data, double lambda);

}  // namespace expost::operations

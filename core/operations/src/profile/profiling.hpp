// The privacy profile of a training set, under way (mathematics.md, section 14). A secret of the
// curator.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "expost/neighbours/leave_one_out.hpp"
#include "expost/noise/random.hpp"
#include "expost/profile/coverage_profile.hpp"
#include "expost/profile/displacement_loss.hpp"
#include "expost/report/study.hpp"
#include "expost/training/objective.hpp"
#include "profile/descent_models.hpp"
#include "profile/profile_options.hpp"
#include "profile/profiled_model.hpp"

namespace expost::operations {

/// A profile, made piece by piece: training, neighbours, losses, models.
class Profiling {
 public:
  /// The study and both sets of rows must outlive it. Held-out rows: none, or at least one.
  Profiling(ProfileOptions options, const report::Study& study, const CodedData& data,
            const std::optional<CodedData>& held_out);

  /// One piece of work, some tenths of a second at most where neighbours need no pass over the
  /// data. Nothing where it is finished.
  void advance();
  [[nodiscard]] bool finished() const { return stage_ == Stage::over; }
  /// {finished: false, phase, …} as ProfileProgress of index.d.ts.
  [[nodiscard]] nlohmann::ordered_json progress() const;
  /// {finished: true, …} as Profile of index.d.ts. Once.
  [[nodiscard]] nlohmann::ordered_json result();

  /// Whether these are the held-out rows it began with.
  [[nodiscard]] bool same_held_out(const std::optional<CodedData>& held_out) const;

 private:
  enum class Stage { training, neighbours, losses, sampling, over };
  /// Mean and spread of one number over drawn models.
  struct Spread {
    double mean = 0;
    double squares = 0;
    void add(double value, int count);
  };

  /// A step. Where rounding makes training impossible, λ is at fault: it is too small.
  void train();
  void find_neighbours();
  void take(const Eigen::Ref<const Rows>& displacements, const Eigen::VectorXd& errors);
  void compare_with_worst_case(const LeaveOneOutBlock& block);
  void rank();
  void find_losses();
  void draw_model();
  void draw_held_out_model();
  /// One training by the study's own descent.
  void train_held_out_model();
  [[nodiscard]] int held_out_models() const;
  [[nodiscard]] nlohmann::ordered_json top_rows();
  /// β at an ε.
  [[nodiscard]] double rate(double epsilon) const;

  ProfileOptions options_;
  const report::Study& study_;
  CodedData data_;
  std::optional<CodedData> held_out_;
  Stage stage_ = Stage::training;
  std::unique_ptr<ProfiledModel> model_;
  Eigen::VectorXd base_;
  std::unique_ptr<LeaveOneOut> leave_one_out_;
  Eigen::Index block_ = 1;   ///< neighbours solved together
  Eigen::Index known_ = 0;   ///< rows whose displacement is known
  Eigen::VectorXd lengths_;  ///< ‖A(y_i) − A(x)‖
  double displacement_error_ = 0;
  double worst_case_deviation_ = 0;
  Rows moved_;                       ///< the displacements' first coordinates, as many as are told
  NeighbourPoints points_;           ///< where models are drawn: the displacements themselves
  std::vector<Eigen::Index> order_;  ///< rows by displacement, furthest first
  std::unique_ptr<DisplacementTable> table_;
  std::vector<double> means_;  ///< typical loss, by ε
  Eigen::VectorXd typical_;    ///< typical loss at the profile's ε, by row
  std::unique_ptr<RandomSource> source_;
  std::unique_ptr<TypicalProfileMean> sampled_;
  int drawn_ = 0;                            ///< models for the held-out rows
  Eigen::MatrixXd held_out_margins_;         ///< predictions of A(x)
  std::vector<Spread> accuracy_;             ///< by ε
  std::unique_ptr<DescentModels> descents_;  ///< of a study of noisy gradient descent
  std::size_t trained_ = 0;                  ///< of its trainings, all for one ε after the other
};

}  // namespace expost::operations

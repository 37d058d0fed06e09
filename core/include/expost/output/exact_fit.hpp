// Objective perturbation whose output is an exact function of the data and of random words:
// θ* = argmin J(θ; D) + bᵀθ in real arithmetic, rounded at random to a public grid
// (docs/noise.md, "Objective perturbation").
//
// How it is computed can't change a digit of it: a start, an order of the rows, a number of steps
// leave no trace that a reader could look for.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "expost/losses/model_shape.hpp"
#include "expost/noise/exact_noise.hpp"
#include "expost/output/output_grid.hpp"
#include "expost/output/row_source.hpp"
#include "expost/training/objective.hpp"

namespace expost {

/// b = σz with exact normal z, of any precision.
class GaussianPerturbation {
 public:
  /// σ > 0; `length` of θ. The source has to outlive it.
  GaussianPerturbation(Eigen::Index length, double sigma, RandomSource& source);

  /// Returns the length of b.
  [[nodiscard]] Eigen::Index length() const { return static_cast<Eigen::Index>(variables_.size()); }
  /// Returns σ.
  [[nodiscard]] double sigma() const { return sigma_; }
  /// Returns z; looking at more of its digits draws them.
  [[nodiscard]] std::vector<ExactNormal>& variables() { return variables_; }
  /// The doubles next to b.
  [[nodiscard]] const Eigen::VectorXd& rounded() const { return rounded_; }

 private:
  std::vector<ExactNormal> variables_;
  double sigma_;
  Eigen::VectorXd rounded_;
};

/// b = (r/η)z/‖z‖, the length r a sum of d exact exponential variables and z of d exact normal
/// ones: density ∝ e^{−η‖b‖₂}, of any precision (mathematics.md, section 12).
class LaplacePerturbation {
 public:
  /// η > 0; `length` ≥ 1 of θ. The source has to outlive it.
  LaplacePerturbation(Eigen::Index length, double eta, RandomSource& source);

  /// Returns the length of b.
  [[nodiscard]] Eigen::Index length() const { return static_cast<Eigen::Index>(directions_.size()); }
  /// Returns η.
  [[nodiscard]] double eta() const { return eta_; }
  /// Returns the variables whose sum is ηr; looking at more of their digits draws them.
  [[nodiscard]] std::vector<ExactExponential>& lengths() { return lengths_; }
  /// Returns z.
  [[nodiscard]] std::vector<ExactNormal>& directions() { return directions_; }
  /// Doubles next to b, up to a few units in the last place.
  [[nodiscard]] const Eigen::VectorXd& rounded() const { return rounded_; }

 private:
  std::vector<ExactExponential> lengths_;
  std::vector<ExactNormal> directions_;
  double eta_;
  Eigen::VectorXd rounded_;
};

/// Where a fit starts from: both give the same output except for a probability below 2^-115.
enum class FirstRung {
  doubles,  ///< 106 bits, and 512 where they don't settle every digit
  wide,     ///< 512 bits at once: for tests
};

/// A fitted and rounded model.
struct ExactFit {
  Eigen::VectorXd theta;  ///< θ̃, multiples of the step
  /// Whether 106 bits were not enough. A secret, as everything but θ̃.
  bool wide = false;
  /// τ: every θ_j was known up to this before it was rounded. A secret.
  double certificate = 0;
};

/// Whether a λ, σ or η is one that exact output is proved for: 2^-40 to 2^40.
[[nodiscard]] bool is_exact_scale(double scale);

/// Fits and rounds. `data` may be any rows, none included; λ, σ from 2^-40 to 2^40 and a step from
/// 2^-60 to 1 (ErrorType::argument otherwise, and for a step that is no power of two). `start` of
/// length d, from which the search begins: near the minimum it is quick, and wherever it is the
/// output is the same. The offsets of the rounding come from `source`. Never refuses data.
[[nodiscard]] ExactFit fit_exactly(const ModelShape& shape, double lambda, const CodedData& data, GaussianPerturbation& noise,
                                   double step, const Eigen::VectorXd& start, RandomSource& source,
                                   FirstRung first = FirstRung::doubles);

/// The same for rows that may be elsewhere.
[[nodiscard]] ExactFit fit_exactly(const ModelShape& shape, double lambda, const RowSource& rows, GaussianPerturbation& noise,
                                   double step, const Eigen::VectorXd& start, RandomSource& source,
                                   FirstRung first = FirstRung::doubles);

/// The same with Laplace-type noise.
[[nodiscard]] ExactFit fit_exactly(const ModelShape& shape, double lambda, const CodedData& data, LaplacePerturbation& noise,
                                   double step, const Eigen::VectorXd& start, RandomSource& source,
                                   FirstRung first = FirstRung::doubles);

/// Laplace-type noise, and rows that may be elsewhere.
[[nodiscard]] ExactFit fit_exactly(const ModelShape& shape, double lambda, const RowSource& rows, LaplacePerturbation& noise,
                                   double step, const Eigen::VectorXd& start, RandomSource& source,
                                   FirstRung first = FirstRung::doubles);

/// Doubles next to θ̂ = argmin J(θ; D), which nothing perturbs.
struct NearMinimum {
  Eigen::VectorXd theta;  ///< θ, length d
  double distance = 0;    ///< ‖θ − θ̂‖ before θ was rounded to doubles, at most. A secret, as θ is
};

/// θ̂ to `accuracy` > 0 in length, and to doubles: by 106 bits, or 512 where they aren't enough.
/// λ from 2^-40 to 2^40 (ErrorType::argument otherwise); `start` as in fit_exactly. Never refuses
/// data.
[[nodiscard]] NearMinimum minimum_within(double accuracy, const ModelShape& shape, double lambda, const CodedData& data,
                                         const Eigen::VectorXd& start);
/// The same for rows that may be elsewhere.
[[nodiscard]] NearMinimum minimum_within(double accuracy, const ModelShape& shape, double lambda, const RowSource& rows,
                                         const Eigen::VectorXd& start);

}  // namespace expost

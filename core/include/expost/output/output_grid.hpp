// The public grid that a model's parameters are rounded to before they are published
// (docs/noise.md, "Rounding").
#pragma once

#include <Eigen/Core>

#include "expost/losses/loss.hpp"
#include "expost/numerics/constants.hpp"

namespace expost {

/// How θ was rounded. Numbers of the study, whatever the data.
struct OutputRounding {
  double step = 0;          ///< s, a power of two; 0: not rounded (reports of version 0.1.0)
  double rows_at_most = 0;  ///< n_max: bounds hold for data sets of at most so many rows
  bool elsewhere = false;   ///< the model came from another program, whose digits nothing is known of
};

/// Bounds on the steps that there are, and what a study has where it says nothing.
inline constexpr double least_step = 0x1p-60;
inline constexpr double default_rows_at_most = 0x1p30;  ///< n_max where a study says nothing
inline constexpr double fewest_rows_at_most = 0x1p20;   ///< the least n_max that a study may state
inline constexpr double most_rows_at_most = 0x1p40;     ///< the largest n_max that a study may state

/// λ + β·n_max: at least the largest eigenvalue of ∇²J.
[[nodiscard]] double curvature_at_most(double lambda, double smoothness, double rows_at_most);

/// The share of the noise's own part of a person's bound that rounding may cost, about: of what is
/// computed exactly, and of a model from elsewhere, whose low digits are to be hidden.
inline constexpr double exact_share = 0x1p-22;
inline constexpr double elsewhere_share = 0x1p-12;  ///< of a model from elsewhere

/// The step for objective perturbation with Gaussian noise: 2^⌊log₂(2⁻²²σ/((λ + βn_max)√d))⌋, at
/// least least_step and at most 1. d is the length of θ. With it, rounding widens a person's bound
/// by at most 2.5·10⁻⁷ of what the noise does, as long as doubles hold the multiples of the step.
[[nodiscard]] double gaussian_step(double sigma, double lambda, double smoothness, double rows_at_most, Eigen::Index d,
                                   double share = exact_share);

/// The step for Laplace-type noise of rate η: 2^⌊log₂(2⁻²²/(η(λ + βn_max)))⌋, between the same
/// ends.
[[nodiscard]] double laplace_step(double eta, double lambda, double smoothness, double rows_at_most,
                                  double share = exact_share);

/// The step for a posterior sample: 2^⌊log₂(2⁻²²/√(γd(λ + n_max)))⌋, between the same ends. With it
/// rounding widens a person's bound by at most 3·2⁻²²(1 + A)/z of √γ|r|z√μ, A = ‖x‖²/λ.
[[nodiscard]] double sample_step(double gamma, double lambda, double rows_at_most, Eigen::Index d, double share = exact_share);

/// The step for output perturbation by another program: 2^⌊log₂(2⁻¹²σ/√d)⌋, between the same ends.
[[nodiscard]] double output_step(double sigma, Eigen::Index d);

/// h_j: the unrounded θ lies within h_j of the published θ_j. s, and half of a unit in the last
/// place more where |θ_j| ≥ 2⁵³s and so no double is next to it on the grid.
[[nodiscard]] double cell_half_width(double step, double theta_j);

/// Where the θ may lie that was rounded to the published one.
struct OutputCell {
  Eigen::VectorXd half_widths;  ///< h, length d; empty where nothing was rounded
  double length = 0;            ///< ‖h‖₂, rounded up
  double gradient = 0;          ///< ‖∇J(θ) − ∇J(θ')‖ of two points of it, at most: 2(λ + βn_max)‖h‖₂
};

/// The cell of a published θ; `lambda`, `smoothness` as in curvature_at_most.
[[nodiscard]] OutputCell output_cell(const OutputRounding& rounding, const Eigen::VectorXd& theta, double lambda,
                                     double smoothness);

/// Added to each end of a bound on the loss of a rounded model, in nats: what the program's output
/// can differ by from the ideal one's (docs/noise.md, "What it costs").
inline constexpr double rounding_allowance = 0x1p-39;

/// (1 + e^ε)2⁻¹¹⁵: with what probability the program may do worse than the mechanism in real
/// arithmetic whose ε this is; the program is (ε, δ + this)-differentially private (docs/noise.md,
/// "What it costs"). Rounded up.
[[nodiscard]] double output_delta(double epsilon);

/// ε of the program at `delta`, where `epsilon_at` is that of the mechanism; infinite where none is
/// proved.
template <class EpsilonAt>
[[nodiscard]] double epsilon_of_the_program(double delta, EpsilonAt epsilon_at) {
  const double epsilon = epsilon_at(delta);
  // A little above it, as a smaller δ makes it larger.
  const double lost = output_delta(1.001 * epsilon);
  if (lost < 0x1p-60 * delta) {
    return epsilon;
  }
  const double program = lost < 0.5 * delta ? epsilon_at(delta - lost) : infinity;
  return output_delta(program) <= lost ? program : infinity;
}

/// Whether θ_j is what rounding to multiples of the step can give.
[[nodiscard]] bool on_output_grid(double step, double theta_j);

}  // namespace expost

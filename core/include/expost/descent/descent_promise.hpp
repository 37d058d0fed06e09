// The promise of a published path to everybody, its grid included, and the noise for a promise
// (docs/noisy-gradient-descent.md, sections 6 and 10).
#pragma once

#include <Eigen/Core>

#include "expost/descent/descent_accountant.hpp"
#include "expost/descent/published_descent.hpp"

namespace expost {

/// The least σ/C of noise on a grid: a rounded gradient has at most 2^37 of its steps.
inline constexpr double least_noise_multiplier = 0x1p-10;

/// The factor by which another program's clipped gradients may be longer than C: it computes them,
/// and the norm of their D numbers, as floats. Opacus clips at C/(‖g‖ + 1e-6). 1 + 1e-5 up to
/// D = 1,000; above by the sum of D squares in eight lanes.
[[nodiscard]] double elsewhere_factor(Eigen::Index parameters);

/// The T, q and σ/C of a plan, with the shift by which a record's gradient may be longer: rounded
/// to the grid, or computed elsewhere.
/// `parameters` D.
[[nodiscard]] DescentNoise noise_of(const DescentPlan& plan, Eigen::Index parameters);

/// The least ε at which everything that is published is (ε, δ)-differentially private, as the
/// accountant has it, never below it; infinite where it gives none. δ in (0, 1). `gaussian` is for
/// full batches and shuffled epochs, the others are for Poisson sampling. Neighbours: one record
/// more or less, of shuffled epochs one replaced by an empty one. Errors: ErrorType::argument.
[[nodiscard]] double promised_epsilon(DescentAccountant accountant, const DescentPlan& plan, Eigen::Index parameters,
                                      double delta);

/// The same for δ at an ε ≥ 0.
[[nodiscard]] double promised_delta(DescentAccountant accountant, const DescentPlan& plan, Eigen::Index parameters,
                                    double epsilon);

/// Whether another program's own x may be longer than 0 where x = 0.
[[nodiscard]] bool may_be_longer(const DescentPlan& plan, const CodingRoundings& coding);

/// Returns ε of what is published for a record of length ‖x‖ ≤ `length`, before anything is drawn:
/// `promised_epsilon` at a clip norm of min(C, G‖x‖), by the accountant `gaussian` or `pld`. 0 for
/// length 0 where another program's is 0, too, infinite where there is none. `length` in [0, 1],
/// rounded up; `features` of x.
[[nodiscard]] double personal_epsilon(const DescentLoss& loss, const DescentPlan& plan, const CodingRoundings& coding,
                                      Eigen::Index features, double length, double delta);

/// Whether the accountant promises (ε, δ), ε ≥ 0 and δ in (0, 1). Quicker than either number.
[[nodiscard]] bool promises(DescentAccountant accountant, const DescentPlan& plan, Eigen::Index parameters, double epsilon,
                            double delta);

/// Puts the least σ with which the promise is kept into the plan, with its grid. False, and the
/// plan as it was, where no σ up to 1e6 C is enough.
[[nodiscard]] bool calibrate(DescentAccountant accountant, DescentPlan& plan, Eigen::Index parameters, double epsilon,
                             double delta);

/// Puts at least this σ > 0 into the plan, with its grid.
void put_on_grid(DescentPlan& plan, double sigma);

/// ½√D γ: how much longer a record's part of a sum may be than its clipped gradient. 0 without a
/// grid.
[[nodiscard]] double rounded_longer(const DescentPlan& plan, Eigen::Index parameters);

/// √D γ/σ: what the grid adds to a loss, for each unit of Σ s_t. 0 without a grid.
[[nodiscard]] double grid_cost(const DescentPlan& plan, Eigen::Index parameters);
/// The grid's addition to the loss of all steps: (√D γ/σ) Σ s_t, every s_t being at most the
/// inverse of the multiplier.
[[nodiscard]] double added_loss(const DescentPlan& plan, Eigen::Index parameters, const DescentNoise& noise);

}  // namespace expost

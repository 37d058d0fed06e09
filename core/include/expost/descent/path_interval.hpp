// A person's loss under noisy gradient descent whose iterates are published
// (docs/noisy-gradient-descent.md, section 4).
#pragma once

#include <vector>

#include "expost/descent/descent_terms.hpp"
#include "expost/descent/moment_table.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// Where a person's signed loss lies, in nats, for a member and for anyone else. Each holds with
/// probability 1 − ρ for a record chosen before the training, whatever the other records are.
struct DescentInterval {
  Interval in;   ///< of a member
  Interval out;  ///< of anyone else
};

/// Σ s_t² of step norms s_t ≥ 0, never below it. Above 0 wherever one of them is.
[[nodiscard]] double energy_of(const std::vector<double>& steps);

/// Theorem 1 for q = 1, where Σ s_t² = `energy` is all that is needed. [0, 0] for an energy of 0.
/// Rounded outwards. Errors: ErrorType::argument (a rate other than 1, an energy below 0 or NaN);
/// ErrorType::report "step-above-cap" (an energy above T·s_z² by more than rounding).
[[nodiscard]] DescentInterval full_batch_interval(const DescentTerms& terms, double energy);

/// Theorem 1 for the norms s_t = ‖clipped gradient‖/σ at the steps that were done, T at most. Any
/// of them may be an upper bound. Where T > 512 and q < 1 they are rounded up to the grid of
/// `table`, whose rate has to be the terms'; the interval is then at most 0.3 % wider. Infinite
/// ends, apart from ±T' log(1 − q), where s_z > 40 with q < 1. Rounded outwards. Errors as above;
/// ErrorType::argument also for a step that is below 0 or NaN and for more than T of them.
[[nodiscard]] DescentInterval path_interval(const DescentTerms& terms, const std::vector<double>& steps, MomentTable& table);

/// The largest norm of each epoch of `batches` steps in a row, the last one being perhaps not
/// complete. For shuffled batches, of which each record is in exactly one an epoch, the interval is
/// Theorem 1 at these with q = 1 and the number of epochs as T (section 9). batches ≥ 1.
[[nodiscard]] std::vector<double> epoch_maxima(const std::vector<double>& steps, int batches);

}  // namespace expost

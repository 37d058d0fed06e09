// Checks of a coded record that bounds make.
#pragma once

#include <Eigen/Core>

namespace expost {

/// Returns ‖x‖₂. Throws ErrorType::record at /x where x doesn't have `dimension` finite numbers, or
/// ‖x‖₂ is above 1.
[[nodiscard]] double norm_of_record(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::Index dimension);

/// Does the same for a record with a label, with one sentence for all that isn't a number. For
/// mechanisms that publish θ alone.
void require_labelled_record(const Eigen::Ref<const Eigen::VectorXd>& x, double y, Eigen::Index dimension);

}  // namespace expost

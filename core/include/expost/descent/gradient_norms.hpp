// A person's clipped gradients along a published path (docs/noisy-gradient-descent.md, sections 1
// and 8).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "expost/bounds/record_region.hpp"
#include "expost/descent/coding_roundings.hpp"
#include "expost/descent/packed_path.hpp"
#include "expost/losses/loss.hpp"
#include "expost/losses/softmax.hpp"
#include "expost/network/network_norm.hpp"

namespace expost {

/// Noisy gradient descent as published, as far as a person's norms depend on it.
struct DescentPath {
  double clip;   ///< C > 0
  double sigma;  ///< σ > 0, on the sum of clipped gradients
  int steps;     ///< steps that were done; the iterates before each of them count
  /// ⌈steps/every⌉ × D: θ_0, θ_every, …, softmax class by class. No rows: nothing is known of the
  /// path.
  Eigen::Ref<const IterateMatrix> iterates;
  int every = 1;  ///< ≥ 1
  /// Length `steps`: how far each θ_t is at most from the last iterate that is kept, 0 for kept
  /// ones. Empty: unknown.
  std::vector<double> distances = {};
  bool elsewhere = false;                       ///< another program took the steps, in numbers of 32 bits or more
  Arithmetic arithmetic = Arithmetic::float64;  ///< of a network's gradients
  CodingRoundings coding = {};                  ///< of that program
  const PackedPath* packed = nullptr;           ///< a network's path in place of `iterates`, with all its bytes
};

/// Upper bounds on s_t = ‖clipped gradient‖/σ, rounded up, and on all that s_t could have been, for
/// gradients in real arithmetic and as doubles compute them; as floats do where `elsewhere` is set,
/// in any order of sums, up to factors of 1 + 1e-5 (`elsewhere_factor`).
struct GradientNorms {
  double cap = 0;             ///< s_z ≥ min(C, G‖x‖)/σ; 0 for x = 0
  std::vector<double> steps;  ///< one a step, at most s_z; 0 only where x = 0
};

/// The lengths of iterates, which all persons' norms need: found once a path.
struct IterateLengths {
  IterateMatrix classes;  ///< kept iterates × max(K, 1): ‖θ_t‖ or more, for softmax of each class's part
};

/// Returns the lengths of the iterates that are kept, K = 0 for a generalised linear loss. O(TD).
/// Errors: ErrorType::report for iterates that aren't finite, or not as many for each class.
[[nodiscard]] IterateLengths iterate_lengths(const Eigen::Ref<const IterateMatrix>& iterates, Eigen::Index classes);

/// Returns the norms of a person with finite x of length D and a label that the loss takes;
/// `lengths` of the same path. O(TD).
/// Errors: ErrorType::record (x, y), ErrorType::report (a path that isn't as above, or lengths of
/// another).
[[nodiscard]] GradientNorms gradient_norms(const Loss& loss, const DescentPath& path, const IterateLengths& lengths,
                                           const Eigen::Ref<const Eigen::VectorXd>& x, double y);
/// The same with the lengths found on the way. O(TD).
[[nodiscard]] GradientNorms gradient_norms(const Loss& loss, const DescentPath& path,
                                           const Eigen::Ref<const Eigen::VectorXd>& x, double y);

/// The same for softmax, x of length D/K and a class from 0 to K − 1.
[[nodiscard]] GradientNorms gradient_norms(const Softmax& loss, const DescentPath& path, const IterateLengths& lengths,
                                           const ClassifiedPerson& person);
/// The same with the lengths found on the way.
[[nodiscard]] GradientNorms gradient_norms(const Softmax& loss, const DescentPath& path, const ClassifiedPerson& person);

/// The same for a network, x of any length: s_z = C/σ for everybody, and no step of 0.
/// Iterates that aren't kept count as much.
[[nodiscard]] GradientNorms gradient_norms(const NetworkLoss& loss, const DescentPath& path, const NetworkRecord& record);

/// Returns a ball around every record of a box, whatever its slab, with the box's labels.
[[nodiscard]] NetworkRecord records_of(const RecordRegion& region, const RecordBox& box);

/// Returns G‖x‖ or more for every record of length ‖x‖ ≤ `length`, whatever its label and the path:
/// how long its gradient may be before it is clipped, in doubles, or as floats code the record and
/// compute it `elsewhere`. Infinite for the squared loss.
[[nodiscard]] double longest_gradient(const Loss& loss, bool elsewhere, const CodingRoundings& coding, double length);
/// The same for softmax.
[[nodiscard]] double longest_gradient(const Softmax& loss, bool elsewhere, const CodingRoundings& coding, double length);
/// Infinite: nothing is known of a network before its path.
[[nodiscard]] double longest_gradient(const NetworkLoss& loss, bool elsewhere, const CodingRoundings& coding, double length);

}  // namespace expost

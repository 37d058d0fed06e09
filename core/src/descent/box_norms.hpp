// Clipped gradients of every record of a box along a published path
// (docs/noisy-gradient-descent.md, section 12).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "expost/bounds/record_region.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/descent/gradient_norms.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// A region's records along a path, one box at a time.
class BoxNorms {
 public:
  BoxNorms() = default;
  BoxNorms(const BoxNorms&) = delete;
  BoxNorms& operator=(const BoxNorms&) = delete;
  virtual ~BoxNorms() = default;

  /// Looks at a box, whose slab is of ‖x‖² before records are shortened; false where no record of
  /// it is in there.
  virtual bool set(const RecordBox& box) = 0;
  /// Norms that no record's are above, step by step.
  [[nodiscard]] virtual GradientNorms norms() = 0;
  /// A cap that no record's own is below; 0 where a record may have x = 0.
  [[nodiscard]] virtual double least_cap() const = 0;
  /// Records of the box whose bounds may be large, after `norms`.
  [[nodiscard]] virtual std::vector<RecordChoice> choices() const = 0;
  /// The field that moves margins and lengths most, and how much that is, relatively.
  struct Widest {
    std::size_t field = 0;  ///< the number of fields: the label
    double part = 0;
  };
  [[nodiscard]] virtual Widest widest() const = 0;
  /// The slab's part that the box fills.
  [[nodiscard]] virtual Interval slab() const = 0;
};

/// They keep references to the path's iterates, to `lengths` and to the region, whose values are in
/// any order.
[[nodiscard]] std::unique_ptr<BoxNorms> box_norms(const Loss& loss, const DescentPath& path, const IterateLengths& lengths,
                                                  const RecordRegion& region);
[[nodiscard]] std::unique_ptr<BoxNorms> box_norms(const Softmax& loss, const DescentPath& path, const IterateLengths& lengths,
                                                  const RecordRegion& region);
[[nodiscard]] std::unique_ptr<BoxNorms> box_norms(const NetworkLoss& loss, const DescentPath& path,
                                                  const IterateLengths& lengths, const RecordRegion& region);

}  // namespace expost

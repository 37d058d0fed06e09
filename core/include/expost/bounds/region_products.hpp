// Linear functions of every record of a set R: predictions for somebody who doesn't know all her
// values (mathematics.md, 10.3).
#pragma once

#include <Eigen/Core>
#include <memory>

#include "expost/bounds/record_region.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// vᵀx over a region's records, as they are coded.
class RegionProducts {
 public:
  /// Keeps a reference to the region, in which labels play no part.
  explicit RegionProducts(const RecordRegion& region);
  ~RegionProducts();
  RegionProducts(const RegionProducts&) = delete;
  RegionProducts& operator=(const RegionProducts&) = delete;

  /// Returns an interval with vᵀx of every record in it, v of length d, in real numbers and in
  /// doubles, whatever the order of the sum. Its ends are attained, but for roundings, where no
  /// record is shortened.
  [[nodiscard]] Interval range(const Eigen::Ref<const Eigen::VectorXd>& v) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace expost

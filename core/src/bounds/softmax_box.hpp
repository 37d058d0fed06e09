// Softmax losses of every record of a box at once (mathematics.md, 10.4).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "expost/bounds/record_region.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/numerics/interval.hpp"

namespace expost {

/// Coordinates of every record of a box, as they are coded.
struct CoordinateBox {
  Eigen::VectorXd middle;  ///< before records are shortened
  Eigen::VectorXd sizes;   ///< |x_j| at most
  Interval scale;          ///< by which records are shortened
  Interval norm;           ///< ‖x‖₂
  double norm_1 = 0;       ///< ‖x‖₁ at most
  double apart = 0;        ///< how far a record is at most from the middle times the middle of `scale`

  CoordinateBox(const RecordRegion& region, const RecordBox& box);

  /// The coded record in the middle.
  [[nodiscard]] Eigen::VectorXd centre() const { return 0.5 * (scale.lower + scale.upper) * middle; }
};

/// Where vᵀx is for the coded records of a box, and what each field adds to its width.
class FieldProducts {
 public:
  /// Keeps references.
  FieldProducts(const RecordRegion& region, const RecordBox& box, const CoordinateBox& coordinates)
      : region_(&region), box_(&box), coordinates_(&coordinates) {}

  /// v of length d.
  [[nodiscard]] Interval range(const Eigen::Ref<const Eigen::VectorXd>& v) const;
  /// How far vᵀx is at most from that of the centre.
  [[nodiscard]] double radius(const Eigen::Ref<const Eigen::VectorXd>& v) const;
  /// The width of one field, before records are shortened.
  [[nodiscard]] double width(std::size_t field, const Eigen::Ref<const Eigen::VectorXd>& v) const;
  /// The record whose product is largest, with a label.
  [[nodiscard]] RecordChoice largest(const Eigen::Ref<const Eigen::VectorXd>& v, double label) const;

 private:
  [[nodiscard]] Interval part(std::size_t field, const Eigen::Ref<const Eigen::VectorXd>& v) const;

  const RecordRegion* region_;
  const RecordBox* box_;
  const CoordinateBox* coordinates_;
};

/// p of softmax where the margins of the other classes, less that of class y, lie in intervals.
struct ProbabilityBox {
  double residual = 0;  ///< ‖p − e_y‖ at most
  double trace = 0;     ///< 1 − Σp² at most

  explicit ProbabilityBox(const std::vector<Interval>& differences);
};

/// The losses of a box with one class.
struct SoftmaxBox {
  CoordinateBox coordinates;
  double moved;                       ///< how far centred margins are at most from those of the centre, in ℓ₂ norm
  ProbabilityBox probabilities;       ///< at the published θ
  std::vector<RecordChoice> choices;  ///< records whose bounds may be large
  std::size_t widest;                 ///< as in BoxEnds
  double width;                       ///< how much that field moves margins and lengths, relatively
  double others;                      ///< K − 1

  /// ‖p − e_y‖ at most, at every θ whose margins are within `own` of those of the published one.
  [[nodiscard]] double residual_above(double own) const;
  /// log det(I + ∇²ℓ/λ) at most, likewise.
  [[nodiscard]] double determinant_above(double own, double lambda) const;

  /// θ of length Km, class by class.
  SoftmaxBox(const RecordRegion& region, const RecordBox& box, Eigen::Index classes, const Eigen::VectorXd& theta);
};

}  // namespace expost

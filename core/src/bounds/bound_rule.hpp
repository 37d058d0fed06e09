// The bounds of one report and one choice of options, in parts: for a record (bound.cpp), and for a
// box of records (bound_region.cpp).
#pragma once

#include <Eigen/Core>
#include <memory>

#include "bounds/leverage_minimiser.hpp"
#include "bounds/release_reach.hpp"
#include "expost/bounds/bound.hpp"
#include "expost/bounds/region_bound.hpp"
#include "expost/numerics/interval.hpp"
#include "losses/derivative_ranges.hpp"

namespace expost {

/// One report and one choice of options, with scratch space.
class BoundRule::Implementation {
 public:
  Implementation(const PreparedReport& report, const BoundOptions& options);

  [[nodiscard]] Bound bound(const Eigen::Ref<const Eigen::VectorXd>& x, double y);
  [[nodiscard]] const BoundOptions& options() const { return options_; }
  [[nodiscard]] std::unique_ptr<RegionRule> region_rule(RecordRegion region) const;

 private:
  class Region;

  /// A record, as far as the ends depend on it; each interval holds the true value.
  struct Person {
    Interval norm;         ///< ‖x‖₂
    double norm_1;         ///< ‖x‖₁, or more
    Interval first;        ///< f' over the published θ's cell
    Interval second;       ///< f''
    Interval gradient;     ///< |f'|‖x‖
    Interval curvature;    ///< f''‖x‖²
    Interval half_square;  ///< q²/2
    double cell_margin;    ///< Σ|x_j|h_j, over the published θ's cell
    double allowance;      ///< for the rounding of θ, added to each end
  };
  /// A leverage's ends: odds a/(1 − a) of a member, and a of others.
  struct Leverage {
    double odds_in;
    double odds_low_in;
    double a_out;
    double a_low_out;
  };
  [[nodiscard]] Person person_of(const Eigen::Ref<const Eigen::VectorXd>& x, double x_norm, double y) const;
  [[nodiscard]] Person person_of(Interval norm, double norm_1, const DerivativeRanges& ranges) const;
  [[nodiscard]] Leverage leverage_of(const Person& person, Bound& result);
  /// The upper ends as they are, and the lower ones that follow from a leverage's.
  [[nodiscard]] static Leverage with_lower_ends(const Person& person, const Bound& result, double odds_in, double a_out);
  /// Where gᵀx is, by what the record has from a released gradient and how far noise reaches.
  [[nodiscard]] Interval direction_of(const Person& person, const Eigen::Ref<const Eigen::VectorXd>& x) const;
  /// k and s₀ of 5.3: the weight of a released gradient, and the deviation of what is left.
  struct Fused {
    double weight;
    double deviation;
  };
  [[nodiscard]] Fused fused() const;
  [[nodiscard]] double noise_reach(const Person& person, double deviation) const;
  void bound_sharp(const Person& person, const Leverage& leverage, Interval direction, Bound& result);
  void bound_redberg2021(const Person& person, const Eigen::Ref<const Eigen::VectorXd>& x, Bound& result);
  void add_release_cost(const Person& person, Bound& result);

  const PreparedReport* report_;
  BoundOptions options_;
  double radius_ = 0;            ///< z of the gradient event
  double radius_all_1_ = 0;      ///< uniform: factor of ‖x‖₁
  double radius_all_2_ = 0;      ///< uniform: factor of ‖x‖₂
  double upper_shift_ = 0;       ///< t⁺σ₃, paper: τσ₃
  double lower_shift_ = 0;       ///< t⁻σ₃
  double eigenvalue_floor_ = 0;  ///< λ̲
  double stretch_ = 1;           ///< e^{c‖h‖}: how far curvature may differ within the published θ's cell
  ReleaseReach release_reach_;   ///< of the noise of the releases
  double joint_radius_ = 0;      ///< χ of the joint total; 0: the sum of two bounds
  LeverageMinimiser leverage_;   ///< with a Hessian only
};

}  // namespace expost

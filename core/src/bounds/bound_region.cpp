// Objective perturbation with Gaussian noise, generalised linear losses: the bounds of every record
// of a box at once (mathematics.md, 10.4).
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "bounds/bound_rule.hpp"
#include "bounds/box_leverage.hpp"
#include "bounds/margin_range.hpp"
#include "bounds/margin_reach.hpp"
#include "bounds/margin_rule.hpp"
#include "bounds/published_checks.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/numerics/error.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

/// Covers that a record's own best α isn't found exactly.
constexpr double inexact_alpha = 1 + 1e-9;

}  // namespace

class BoundRule::Implementation::Region final : public MarginRule {
 public:
  Region(const Implementation& rule, RecordRegion unsorted)
      : MarginRule(std::move(unsorted), rule.report_->model_.theta, rule.report_->cell_.half_widths),
        rule_(rule),
        leverage_(rule_.report_->hessian_, region()) {
    if (model().hessian && leverage_.most_matrices() > 0) {
      add_forms();
    }
  }

  [[nodiscard]] LossEnds at(const Eigen::VectorXd& x, double y) override { return rule_.bound(x, y); }

 private:
  struct UpperForm {
    BoxLeverage::Form form;
    double most = 0;  ///< wᵀM⁻¹w of the box at most, before records are shortened
  };

  [[nodiscard]] const PublishedModel& model() const { return rule_.report_->model(); }

  // Any fixed α is valid: those of the record in the middle, and some between 0 and the last one.
  void add_forms() {
    const TridiagonalMatrix& hessian = rule_.report_->hessian_;
    const double floor = hessian.smallest + rule_.lower_shift_;
    if (floor - 2 * hessian.backward_error > 0) {
      below_ = leverage_.form(1, rule_.lower_shift_, rule_.lower_shift_, floor);
    }
    two_ridges_ = rule_.eigenvalue_floor_ != model().lambda;
    const int each = (leverage_.most_matrices() - 1) / (two_ridges_ ? 2 : 1);
    add_forms(rule_.eigenvalue_floor_, each, everybody_);
    if (two_ridges_) {
      add_forms(model().lambda, each, members_);
    }
  }

  void add_forms(double ridge, int count, std::vector<UpperForm>& forms) {
    const TridiagonalMatrix& hessian = rule_.report_->hessian_;
    const double shift = rule_.upper_shift_;
    const double floor = hessian.smallest - shift;
    const double last = floor > 0 ? 1 : ridge / (ridge - floor) * (1 - 1e-6);
    std::vector<double> alphas;
    const RecordBox box = RecordBox::whole(region(), 0);
    leverage_.set(box);
    Eigen::VectorXd middle = leverage_.middle();
    (void)shorten_to_unit(middle.data(), middle.size());
    if (middle.norm() > 0) {
      LeverageMinimiser& minimiser = rule_.leverage_;
      minimiser.set_record(middle, 1);
      const LeverageMinimiser::Ends ends = minimiser.ends(ridge);
      const double y = region().labels.empty() ? region().label.lower : region().labels.front();
      const double own = model().loss.second_derivative(middle.dot(model().theta), y);
      for (const double curvature : {0.0, own, model().loss.smoothness()}) {
        alphas.push_back(std::min(minimiser.minimise(ends, curvature, ends.zero).alpha, last));
      }
    }
    const int steps = std::max(1, count - static_cast<int>(alphas.size()));
    for (int i = 1; i <= steps; ++i) {
      alphas.push_back(last * i / steps);
    }
    alphas.resize(static_cast<std::size_t>(std::clamp<int>(count, 0, static_cast<int>(alphas.size()))));
    for (const double alpha : alphas) {
      if (!(alpha > 0)) {
        continue;  // M is a multiple of I: the length says it all
      }
      const double eigenvalue = lowered(alpha * floor + (1 - alpha) * ridge) - few_roundings * alpha * std::fabs(floor);
      BoxLeverage::Form form = leverage_.form(alpha, (1 - alpha) * ridge - alpha * shift,
                                              (1 - alpha) * ridge + alpha * std::fabs(shift), eigenvalue);
      if (form.gram.size() > 0) {
        forms.push_back({std::move(form), 0});
      }
    }
  }

  void look_at(const RecordBox& box) override {
    leverage_parts_.assign(region().fields.size(), 0);
    leverage_.set(box);
    double least = infinity;
    const auto measure = [&](std::vector<UpperForm>& forms) {
      for (UpperForm& form : forms) {
        const double root = leverage_.roots(form.form).upper;
        const double share = 1 - 8 * unit_roundoff * form.form.added / form.form.eigenvalue;
        form.most = share > 0 ? inexact_alpha * raised(raised(root * root / share) * rule_.stretch_) : infinity;
        if (form.most < least) {
          least = form.most;
          for (std::size_t i = 0; i < leverage_parts_.size(); ++i) {
            leverage_parts_[i] = leverage_.parts()[i] / least;
          }
        }
      }
    };
    measure(everybody_);
    measure(members_);
    least_leverage_ = 0;
    if (below_.gram.size() > 0) {
      const double root = leverage_.roots(below_).lower;
      const double share = 1 + 8 * unit_roundoff * rule_.lower_shift_ / below_.eigenvalue;
      least_leverage_ = lowered(root * root / share / rule_.stretch_) / inexact_alpha;
    }
    released_ = {0, 0};
    released_size_ = 0;
    released_parts_.assign(region().fields.size(), 0);
    if (model().gradient) {
      const Eigen::VectorXd& values = model().gradient->values;
      const double known = values.dot(region().x);
      released_ = {known, known};
      released_size_ = values.cwiseAbs().dot(region().x.cwiseAbs());
      for (std::size_t i = 0; i < region().fields.size(); ++i) {
        add_released(values, region().fields[i], box.fields[i], i);
      }
    }
  }

  void add_released(const Eigen::VectorXd& values, const UnknownField& field, const FieldBox& part, std::size_t i) {
    Interval product = {infinity, -infinity};
    const auto add = [&](Eigen::Index coordinate, double value) {
      product.lower = std::min(product.lower, values(coordinate) * value);
      product.upper = std::max(product.upper, values(coordinate) * value);
    };
    if (field.values.empty()) {
      add(field.start, part.range.lower);
      add(field.start, part.range.upper);
    }
    for (std::size_t k = part.first; k < part.last; ++k) {
      add(field.values[k].coordinate, field.values[k].value);
    }
    released_ = {released_.lower + product.lower, released_.upper + product.upper};
    released_size_ += std::max(std::fabs(product.lower), std::fabs(product.upper));
    released_parts_[i] = product.upper - product.lower;
  }

  // As `leverage_of`, at matrices that are fixed.
  [[nodiscard]] Leverage leverage_in(const Person& person, const MarginReach& reach, Bound& result) const {
    const double curvature = person.second.upper;
    const double squared_norm = raised(person.norm.upper * person.norm.upper);
    const double a_cap = raised(person.curvature.upper / model().lambda);
    double odds_in = a_cap;
    double a_out = a_cap;
    result.leverage = {0, raised(squared_norm / rule_.eigenvalue_floor_)};
    const double longest = raised(reach.scale.upper * reach.scale.upper);
    for (const UpperForm& form : everybody_) {
      result.leverage.upper = std::min(result.leverage.upper, form.most * longest);
    }
    if (model().hessian) {
      // How far f'' of one record differs over the cell, relatively: her own bound takes the worst
      // of it twice.
      const double spread = 2 * model().loss.derivative_ratio(3) * reach.off + box_slack;
      for (const UpperForm& form : two_ridges_ ? members_ : everybody_) {
        const double above = curvature * form.most * longest;
        const double rest = 1 - (form.form.alpha + (1 - form.form.alpha) * std::min(1.0, 2 * spread)) * above;
        const double certain = rest - few_roundings * (1 + 2 * above);
        odds_in = std::min(odds_in, above < infinity && certain > 0 ? raised(above / certain) : infinity);
      }
      const double a = curvature * result.leverage.upper;
      odds_in = std::min(odds_in, raised(a) < 1 ? raised(a / (1 - raised(a))) : infinity);
      a_out = std::min(a_out, raised(a));
      result.leverage.lower = std::min(lowered(least_leverage_ * reach.scale.lower * reach.scale.lower), result.leverage.upper);
    }
    return with_lower_ends(person, result, odds_in, a_out);
  }

  [[nodiscard]] Bound bound_of(const MarginReach& reach) {
    Person person = rule_.person_of(reach.norm, reach.norm_1, derivative_ranges(model().loss, reach.margin, reach.label));
    person.cell_margin = reach.cell_margin;
    Bound result;
    const Leverage leverage = leverage_in(person, reach, result);
    const Fused fused = rule_.fused();
    Interval centre = {0, 0};
    if (model().gradient) {
      const double off =
          fused.weight * (grid_slack * model().gradient->grid * person.norm_1 +
                          4 * (rounding_of_sum(region().x.size()) + box_slack) * released_size_ * reach.scale.upper);
      const Interval released = product(released_, reach.scale);
      centre = {fused.weight * released.lower - off, fused.weight * released.upper + off};
    }
    const double noise = raised(rule_.noise_reach(person, fused.deviation));
    rule_.bound_sharp(person, leverage, {centre.lower - noise, centre.upper + noise}, result);
    raise_lower_ends(person, centre, fused.deviation, result);
    rule_.add_release_cost(person, result);
    return result;
  }

  // q²/2 and c have their least ends at different records: here u²/2σ² − u·reach has its own.
  void raise_lower_ends(const Person& person, Interval centre, double deviation, Bound& result) const {
    const double sigma = model().sigma;
    const bool all = rule_.options_.uniformity.kind == Uniformity::Kind::all;
    const double each =
        raised(deviation * (all ? rule_.radius_all_2_ : rule_.radius_)) + model().residual + rule_.report_->cell_.gradient;
    const double turn = std::clamp(each, person.gradient.lower, person.gradient.upper);
    const double least = 0.5 * (turn / sigma) * (turn / sigma) - raised(turn / sigma * (each / sigma)) * (1 + box_slack);
    const Interval along = product(person.first, centre);
    const auto raise = [&](Interval determinant, double linear, Interval& ends) {
      const double lower = determinant.lower + least + linear / (sigma * sigma);
      const double size = std::fabs(determinant.lower) + std::fabs(least) + std::fabs(linear) / (sigma * sigma);
      ends.lower = std::max(ends.lower, lower - box_slack * size - person.allowance);
    };
    raise(result.determinant_in, -along.upper, result.in);
    raise(result.determinant_out, along.lower, result.out);
  }

  [[nodiscard]] LossEnds ends_in(const MarginReach& reach, bool whole) override {
    const bool with_pdp = rule_.options_.release_cost_pdp;
    rule_.options_.release_cost_pdp = with_pdp && whole;
    const Bound bound = bound_of(reach);
    rule_.options_.release_cost_pdp = with_pdp;
    determinant_ = bound.determinant_in.upper;
    return bound;
  }

  // Where the model is all that was published, a member's upper end rises with |f'|, f'' and the
  // length, and so does that of others without what the determinant takes off it.
  [[nodiscard]] double least_in(const MarginReach& reach, double norm_1, Membership member) const override {
    if (model().hessian || model().gradient || model().smallest_eigenvalue) {
      return 0;
    }
    const double norm = reach.norm.lower;
    const DerivativeRanges ranges = least_of(derivative_ranges(model().loss, reach.margin, reach.label));
    Implementation rule(rule_);
    const Person person = rule.person_of({norm, norm}, norm_1, ranges);
    const double a = member == Membership::out ? 0 : person.curvature.lower / model().lambda;
    const double noise = rule.noise_reach(person, rule.fused().deviation);
    Bound result;
    rule.bound_sharp(person, {a, 0, a, 0}, {-noise, noise}, result);
    return (1 - box_slack) * (member == Membership::out ? result.out.upper : result.in.upper) - 2 * person.allowance;
  }

  void add_parts(const MarginReach& whole, double size, std::vector<double>& parts) const override {
    const Interval first = derivative_ranges(model().loss, whole.margin, whole.label).first;
    const double slope = std::max(std::fabs(first.lower), std::fabs(first.upper));
    for (std::size_t i = 0; i < leverage_parts_.size(); ++i) {
      parts[i] += leverage_parts_[i] * std::min(determinant_, size);
      parts[i] += released_parts_[i] * slope * rule_.fused().weight / (model().sigma * model().sigma);
    }
  }

  Implementation rule_;
  BoxLeverage leverage_;
  bool two_ridges_ = false;           ///< λ̲ isn't λ
  BoxLeverage::Form below_;           ///< its least leverage
  std::vector<UpperForm> everybody_;  ///< with the ridge λ̲
  std::vector<UpperForm> members_;    ///< with the ridge λ, where that is another one
  // The box under way:
  double least_leverage_ = 0;
  double determinant_ = 0;              ///< of a member, at most
  std::vector<double> leverage_parts_;  ///< of the leverage, by the field
  Interval released_ = {0, 0};          ///< ĝᵀw
  double released_size_ = 0;
  std::vector<double> released_parts_;
};

std::unique_ptr<RegionRule> BoundRule::Implementation::region_rule(RecordRegion region) const {
  if (options_.method == Method::redberg2021) {
    throw_error(ErrorType::argument, "unsupported", "/options/method",
                "/options/method must be \"sharp\" where values aren't known: the papers' own bound is for one record");
  }
  return std::make_unique<Region>(*this, std::move(region));
}

}  // namespace expost

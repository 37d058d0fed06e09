#include "expost/descent/gradient_norms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "bounds/margin_range.hpp"
#include "bounds/margin_reach.hpp"
#include "bounds/softmax_box.hpp"
#include "descent/box_norms.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "losses/derivative_ranges.hpp"
#include "numerics/outward.hpp"

namespace expost {
namespace {

constexpr double least_step = std::numeric_limits<double>::min();

[[noreturn]] void refuse_path(const char* code, const char* message) {
  throw Error(ErrorType::report, code, "", message);
}

void require_path(const DescentPath& path, const IterateLengths& lengths, Eigen::Index parameters, Eigen::Index classes) {
  if (!(path.clip > 0 && path.clip < infinity && path.sigma > 0 && path.sigma < infinity)) {
    refuse_path("out-of-range", "the clip norm and the noise level must be numbers above 0");
  }
  if (path.steps < 1 || path.every < 1) {
    refuse_path("out-of-range", "a path must have at least one step");
  }
  if (path.iterates.rows() == 0) {
    return;
  }
  if (path.iterates.rows() != (path.steps - 1) / path.every + 1 || path.iterates.cols() != parameters) {
    refuse_path("wrong-length", "the iterates must be as many as the steps, and as long as the model");
  }
  if (lengths.classes.rows() != path.iterates.rows() || lengths.classes.cols() != classes) {
    refuse_path("wrong-length", "the lengths must be those of the iterates");
  }
  if (!path.distances.empty() && path.distances.size() != static_cast<std::size_t>(path.steps)) {
    refuse_path("wrong-length", "the distances must be as many as the steps");
  }
  for (const double distance : path.distances) {
    if (!(distance >= 0)) {
      refuse_path("out-of-range", "a distance must be a number from 0");
    }
  }
}

/// At least ‖x‖, of a finite x.
double length_of(const Eigen::Ref<const Eigen::VectorXd>& x) {
  return raised(length_above(x, rounding_of_sum(x.size())));
}

double length_of_record(const Eigen::Ref<const Eigen::VectorXd>& x) {
  if (!x.allFinite()) {
    throw_error(ErrorType::record, "not-finite", "/x", "x must hold finite numbers only");
  }
  return length_of(x);
}

/// At least length/σ, at most the clip norm's, and above 0: products may be too small for a double.
double scaled(const DescentPath& path, double length) {
  // Not below the clip norm includes NaN.
  return std::max(raised((length < path.clip ? length : path.clip) / path.sigma), least_step);
}

/// Half of a float's last place at 1.
constexpr double single_roundoff = 0x1p-24;

/// The roundings of the program that took the steps (docs/noisy-gradient-descent.md, section 11).
struct StepArithmetic {
  StepArithmetic(bool elsewhere, Eigen::Index features, const CodingRoundings& coding)
      : unit(elsewhere ? single_roundoff : unit_roundoff), margin(rounding_of_margin(features)) {
    if (elsewhere) {
      relative_ = coding.relative * unit;
      absolute_ = coding.absolute.size() > 0 ? raised(length_of(coding.absolute) * unit) : 0;
    }
  }

  /// How far x of at most this length may be from the program's own.
  [[nodiscard]] double coded_off(double length) const {
    return relative_ + absolute_ > 0 ? raised(relative_ * length + absolute_) : 0;
  }
  /// At least the length of the program's own x.
  [[nodiscard]] double coded_length(double length) const { return length + coded_off(length); }

  /// How far a label's derivative may be off, which p − 1 doesn't make smaller where p is next to
  /// 1: other programs subtract. `classes` 2 for a loss of one margin.
  [[nodiscard]] double off(double classes, double y) const {
    return unit == unit_roundoff ? 0 : (8 * classes + 64 + 4 * std::fabs(y)) * unit;
  }

  double unit;
  double margin;  ///< of a computed margin, relative to ‖θ‖‖x‖

 private:
  [[nodiscard]] double rounding_of_margin(Eigen::Index features) const {
    const double rounding = rounding_of_sum(features) / unit_roundoff * unit;
    return rounding * (1 + rounding);
  }

  double relative_ = 0;
  double absolute_ = 0;
};

/// Roundings by which a computed gradient may be longer, in units of ‖x‖: `margin` times β‖θ‖‖x‖,
/// and `rest`.
struct ComputedGradient {
  double margin;
  double rest;
};

/// Norms from at least ‖∇ℓ‖ at the i-th iterate that is kept: `gradient(i)`. What was summed up at
/// an iterate that isn't kept was computed there, so that its own roundings are added.
template <class Gradient>
GradientNorms norms_along(const DescentPath& path, const IterateLengths& lengths, double x_norm, double lipschitz,
                          double smoothness, const ComputedGradient& computed, Gradient&& gradient) {
  GradientNorms result;
  if (x_norm == 0) {
    // No infinity of the squared loss meets this zero.
    result.steps.assign(static_cast<std::size_t>(path.steps), 0.0);
    return result;
  }
  result.cap = scaled(path, raised(lipschitz * x_norm));
  if (path.iterates.rows() == 0) {
    result.steps.assign(static_cast<std::size_t>(path.steps), result.cap);
    return result;
  }
  double kept = 0;
  double kept_length = 0;
  for (int t = 0; t < path.steps; ++t) {
    const bool is_kept = t % path.every == 0;
    if (is_kept) {
      kept = gradient(t / path.every);
      kept_length = path.every > 1 ? length_of(lengths.classes.row(t / path.every).transpose()) : 0;
    }
    double length = kept;
    if (!is_kept) {
      length = infinity;
      if (!path.distances.empty()) {
        const double distance = path.distances[static_cast<std::size_t>(t)];
        const double moved = distance + computed.margin * (kept_length + distance);
        length = raised(raised(kept + smoothness * x_norm * moved * x_norm + computed.rest * x_norm));
      }
    }
    result.steps.push_back(std::min(scaled(path, length), result.cap));
  }
  return result;
}

}  // namespace

IterateLengths iterate_lengths(const Eigen::Ref<const IterateMatrix>& iterates, Eigen::Index classes) {
  const Eigen::Index parts = std::max<Eigen::Index>(classes, 1);
  if (iterates.rows() > 0 && iterates.cols() % parts != 0) {
    refuse_path("wrong-length", "the iterates must be as long for each class");
  }
  if (!iterates.allFinite()) {
    refuse_path("not-finite", "the iterates must hold finite numbers only");
  }
  const Eigen::Index m = iterates.cols() / parts;
  IterateLengths result{IterateMatrix(iterates.rows(), parts)};
  for (Eigen::Index i = 0; i < iterates.rows(); ++i) {
    for (Eigen::Index k = 0; k < parts; ++k) {
      result.classes(i, k) = length_of(iterates.row(i).segment(k * m, m).transpose());
    }
  }
  return result;
}

GradientNorms gradient_norms(const Loss& loss, const DescentPath& path, const IterateLengths& lengths,
                             const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  require_path(path, lengths, x.size(), 1);
  if (!loss.takes(y)) {
    throw_error(ErrorType::record, "out-of-range", "/y", "y is no label of this loss");
  }
  const StepArithmetic arithmetic(path.elsewhere, x.size(), path.coding);
  const double own_norm = length_of_record(x);
  const double x_norm = arithmetic.coded_length(own_norm);
  const double coded_off = arithmetic.coded_off(own_norm);
  const double off = arithmetic.off(2, y);
  const ComputedGradient computed{arithmetic.margin, loss.lost_by_underflow() + off};
  return norms_along(path, lengths, x_norm, loss.lipschitz() + off, loss.smoothness(), computed, [&](Eigen::Index i) {
    const double t = path.iterates.row(i).transpose().dot(x);
    // The sum of the products' sizes is at most ‖θ‖‖x‖.
    const double radius =
        arithmetic.margin * raised(lengths.classes(i, 0) * x_norm) + raised(lengths.classes(i, 0) * coded_off) + underflow;
    if (!std::isfinite(t - radius) || !std::isfinite(t + radius)) {
      return infinity;
    }
    const Interval first = derivative_ranges(loss, {t - radius, t + radius}, y).first;
    return raised(raised(std::max(-first.lower, first.upper) + off) * x_norm);
  });
}

GradientNorms gradient_norms(const Loss& loss, const DescentPath& path, const Eigen::Ref<const Eigen::VectorXd>& x, double y) {
  return gradient_norms(loss, path, iterate_lengths(path.iterates, 0), x, y);
}

GradientNorms gradient_norms(const Softmax& loss, const DescentPath& path, const IterateLengths& lengths,
                             const ClassifiedPerson& person) {
  require_path(path, lengths, loss.classes * person.x.size(), loss.classes);
  if (person.label < 0 || person.label >= loss.classes) {
    throw_error(ErrorType::record, "out-of-range", "/y", "y is no class of this model");
  }
  const Eigen::Index m = person.x.size();
  const double classes = static_cast<double>(loss.classes);
  const StepArithmetic arithmetic(path.elsewhere, m, path.coding);
  const double own_norm = length_of_record(person.x);
  const double x_norm = arithmetic.coded_length(own_norm);
  const double coded_off = arithmetic.coded_off(own_norm);
  const double off = arithmetic.off(classes, 0);
  const double sum_rounding = (2 * classes + 16) * arithmetic.unit;
  const double longest = raised(sqrt2) + off;
  Eigen::VectorXd margins(loss.classes);
  const ComputedGradient computed{arithmetic.margin,
                                  sqrt2 * sum_rounding + 400 * arithmetic.unit * std::sqrt(classes) + off + underflow};
  return norms_along(path, lengths, x_norm, longest, softmax_smoothness, computed, [&](Eigen::Index i) {
    double moved = 0;
    for (Eigen::Index k = 0; k < loss.classes; ++k) {
      margins(k) = path.iterates.row(i).segment(k * m, m).transpose().dot(person.x);
      // The second term: less the largest margin they are rounded once more, where exp isn't 0.
      const double radius = arithmetic.margin * raised(lengths.classes(i, k) * x_norm) +
                            raised(lengths.classes(i, k) * coded_off) + 800 * arithmetic.unit;
      moved += radius * radius;
    }
    // The Jacobian of softmax has norm ½ at most, and p − e_y is never longer than √2.
    const double residual = loss.residual(Softmax::probabilities_at(margins), person.label).norm();
    const double length = residual * (1 + sum_rounding) + 0.5 * raised(std::sqrt(moved)) + off + underflow;
    return raised((length < longest ? raised(length) : longest) * x_norm);
  });
}

GradientNorms gradient_norms(const Softmax& loss, const DescentPath& path, const ClassifiedPerson& person) {
  return gradient_norms(loss, path, iterate_lengths(path.iterates, loss.classes), person);
}

GradientNorms gradient_norms(const NetworkLoss& loss, const DescentPath& path, const NetworkRecord& record) {
  require_path(path, {IterateMatrix(path.iterates.rows(), 1)}, loss.network->parameters(), 1);
  if (path.packed != nullptr && (path.packed->count != path.steps || path.packed->parameters != loss.network->parameters())) {
    refuse_path("wrong-length", "the iterates must be as many as the steps, and as long as the model");
  }
  const double cap = scaled(path, infinity);
  GradientNorms result{cap, std::vector<double>(static_cast<std::size_t>(path.steps), cap)};
  NetworkRecord computed = record;
  if (path.elsewhere) {
    const double unit = path.arithmetic == Arithmetic::float64 ? unit_roundoff : single_roundoff;
    computed.radius += raised(path.coding.relative * unit) * (record.x.cwiseAbs() + record.radius);
    if (path.coding.absolute.size() > 0) {
      computed.radius += raised(unit) * path.coding.absolute;
    }
  }
  // Losses are divided by a number of records, at most.
  const GradientArithmetic arithmetic{path.arithmetic, path.elsewhere, path.elsewhere ? 0x1p40 : 1};
  const auto step_at = [&](Eigen::Index i, const Eigen::VectorXd& theta) {
    const double length = network_norm(loss, theta, computed, arithmetic);
    result.steps[static_cast<std::size_t>(i * path.every)] = std::min(scaled(path, length), cap);
  };
  for (Eigen::Index i = 0; i < path.iterates.rows(); ++i) {
    step_at(i, path.iterates.row(i).transpose());
  }
  if (path.packed != nullptr) {
    PathCursor cursor(*path.packed);
    while (cursor.next()) {
      step_at(cursor.passed() - 1, cursor.theta());
    }
  }
  return result;
}

NetworkRecord records_of(const RecordRegion& region, const RecordBox& box) {
  NetworkRecord record{region.x, Eigen::VectorXd::Zero(region.x.size()), box.label};
  for (std::size_t i = 0; i < region.fields.size(); ++i) {
    const UnknownField& field = region.fields[i];
    for (Eigen::Index j = field.start; j < field.start + field.count; ++j) {
      Interval values = field.values.empty() ? box.fields[i].range : Interval{infinity, -infinity};
      for (std::size_t k = box.fields[i].first; k < box.fields[i].last; ++k) {
        const double value = field.values[k].coordinate == j ? field.values[k].value : 0;
        values = {std::min(values.lower, value), std::max(values.upper, value)};
      }
      record.x(j) = 0.5 * values.lower + 0.5 * values.upper;
      record.radius(j) = values.lower < values.upper ? raised(0.5 * (values.upper - values.lower)) : 0;
    }
  }
  // A midpoint that was rounded, and records that are shortened by different factors.
  const BoxLengths lengths = lengths_of(region, box);
  const bool shortened = region.in_ball && lengths.shortened();
  const double least = shortened ? (1 - box_slack) / std::sqrt(std::max(1.0, lengths.squares.upper)) : 1;
  const double most = shortened ? (1 + box_slack) / std::sqrt(std::max(1.0, lengths.squares.lower)) : 1;
  const Eigen::VectorXd sizes = record.x.cwiseAbs() + record.radius;
  record.x *= 0.5 * (least + most);
  record.radius = raised(most) * record.radius + (few_roundings + raised(0.5 * (most - least))) * sizes;
  return record;
}

double longest_gradient(const NetworkLoss&, bool, const CodingRoundings&, double) {
  return infinity;
}

double longest_gradient(const Loss& loss, bool elsewhere, const CodingRoundings& coding, double length) {
  const double longest_label = 1;
  const StepArithmetic arithmetic(elsewhere, 1, coding);
  return raised((loss.lipschitz() + arithmetic.off(2, longest_label)) * arithmetic.coded_length(length));
}

double longest_gradient(const Softmax& loss, bool elsewhere, const CodingRoundings& coding, double length) {
  const StepArithmetic arithmetic(elsewhere, 1, coding);
  return raised((raised(sqrt2) + arithmetic.off(static_cast<double>(loss.classes), 0)) * arithmetic.coded_length(length));
}

namespace {

/// The largest value of `most(slab)` over a slab, from above: by halving the part where it is
/// largest.
template <class Most>
double largest_in(Interval slab, Most&& most) {
  constexpr std::size_t most_parts = 16;
  constexpr double near = 1 - 3e-4;
  struct Part {
    Interval slab;
    double value;
  };
  std::vector<Part> parts{{slab, most(slab)}};
  while (parts.size() < most_parts) {
    const auto worst =
        std::max_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.value < b.value; });
    const double middle = 0.5 * worst->slab.lower + 0.5 * worst->slab.upper;
    if (!(worst->slab.lower < middle && middle < worst->slab.upper) || most({middle, middle}) >= worst->value * near) {
      return worst->value;
    }
    const Interval upper = {middle, worst->slab.upper};
    worst->slab.upper = middle;
    worst->value = most(worst->slab);
    parts.push_back({upper, most(upper)});
  }
  return std::max_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.value < b.value; })->value;
}

/// The lengths of a box in its slab.
class SlabbedBox {
 public:
  SlabbedBox(const DescentPath& path, const IterateLengths& lengths, const RecordRegion& region)
      : path(path), lengths(&lengths), region(&region) {}

  bool set(const RecordBox& whole) {
    box = whole;
    box.slab = {-infinity, infinity};
    const BoxLengths all = lengths_of(*region, whole);
    squares = {std::max(all.squares.lower, whole.slab.lower), std::min(all.squares.upper, whole.slab.upper)};
    if (squares.lower > squares.upper) {
      return false;
    }
    norm = {(1 - box_slack) * std::sqrt(std::min(1.0, squares.lower)),
            (1 + box_slack) * std::sqrt(std::min(1.0, squares.upper))};
    return true;
  }
  [[nodiscard]] double least_cap(double lipschitz) const {
    return norm.lower > 0 ? lowered(std::min(path.clip, lipschitz * norm.lower) / path.sigma) : 0;
  }

  DescentPath path;
  const IterateLengths* lengths;
  const RecordRegion* region;
  RecordBox box;
  Interval squares = {0, 0};
  Interval norm = {0, 0};
};

class LinearBoxNorms final : public BoxNorms {
 public:
  LinearBoxNorms(const Loss& loss, const DescentPath& path, const IterateLengths& lengths, const RecordRegion& region)
      : loss_(loss), records_(path, lengths, region), arithmetic_(path.elsewhere, region.x.size(), path.coding) {
    for (Eigen::Index i = 0; i < path.iterates.rows(); ++i) {
      iterates_.push_back(std::make_unique<Iterate>(region, path.iterates.row(i).transpose()));
    }
  }

  bool set(const RecordBox& box) override { return records_.set(box); }

  [[nodiscard]] GradientNorms norms() override {
    const Interval y = records_.box.label;
    const double off = arithmetic_.off(2, std::max(std::fabs(y.lower), std::fabs(y.upper)));
    const ComputedGradient computed{arithmetic_.margin, loss_.lost_by_underflow() + off};
    return norms_along(records_.path, *records_.lengths, arithmetic_.coded_length(records_.norm.upper), loss_.lipschitz() + off,
                       loss_.smoothness(), computed, [&](Eigen::Index i) { return gradient(i, off); });
  }
  [[nodiscard]] double least_cap() const override { return records_.least_cap(loss_.lipschitz()); }
  [[nodiscard]] std::vector<RecordChoice> choices() const override { return choices_; }
  [[nodiscard]] Widest widest() const override { return widest_; }
  [[nodiscard]] Interval slab() const override { return records_.squares; }

 private:
  struct Iterate {
    Iterate(const RecordRegion& region, Eigen::VectorXd own) : theta(std::move(own)), geometry(region, theta, {}) {}
    Eigen::VectorXd theta;
    MarginGeometry geometry;
  };

  /// At least |f'|‖x‖ at the i-th iterate that is kept.
  double gradient(Eigen::Index i, double off) {
    MarginGeometry& geometry = iterates_[static_cast<std::size_t>(i)]->geometry;
    if (!geometry.set(records_.box)) {
      return 0;  // no slab is given: never
    }
    const double x_norm = arithmetic_.coded_length(records_.norm.upper);
    const double length = (*records_.lengths).classes(i, 0);
    const double radius =
        arithmetic_.margin * raised(length * x_norm) + raised(length * arithmetic_.coded_off(records_.norm.upper)) + underflow;
    double best_margin = 0;
    double best = -1;
    const auto most = [&](Interval slab) {
      const double squares = geometry.edge(slab);
      if (squares < records_.squares.lower) {
        return 0.0;
      }
      const MarginReach reach = geometry.reach(slab);
      if (!std::isfinite(reach.margin.lower - radius) || !std::isfinite(reach.margin.upper + radius)) {
        return infinity;
      }
      const Interval first =
          derivative_ranges(loss_, {reach.margin.lower - radius, reach.margin.upper + radius}, reach.label).first;
      const double size = raised(raised(std::max(-first.lower, first.upper) + off) *
                                 std::min(arithmetic_.coded_length(reach.norm.upper), x_norm));
      if (slab.lower == slab.upper && size > best) {
        best = size;
        best_margin = slab.lower;
      }
      return size;
    };
    const double largest = largest_in(geometry.slab(), most);
    // The longest gradients of the last iterate lead to records that have large bounds.
    if (i + 1 == records_.path.iterates.rows()) {
      for (const double end : {geometry.slab().lower, geometry.slab().upper}) {
        (void)most({end, end});
      }
      choices_.clear();
      geometry.add_choices(best_margin, choices_);
      find_widest(geometry, best_margin);
    }
    return largest;
  }

  void find_widest(const MarginGeometry& geometry, double margin) {
    const Eigen::VectorXd& theta = iterates_.back()->theta;
    const CoordinateBox coordinates(*records_.region, records_.box);
    const FieldProducts products(*records_.region, records_.box, coordinates);
    widest_ = {0, -1};
    const double edge = std::max(geometry.edge({margin, margin}), 1e-300);
    for (std::size_t i = 0; i < records_.region->fields.size(); ++i) {
      const double part = products.width(i, theta) + geometry.spreads()[i] / edge;
      if (!records_.box.fields[i].is_point() && part > widest_.part) {
        widest_ = {i, part};
      }
    }
    if (const double width = records_.box.label.upper - records_.box.label.lower; width > widest_.part) {
      widest_ = {records_.region->fields.size(), width};
    }
  }

  Loss loss_;
  SlabbedBox records_;
  StepArithmetic arithmetic_;
  std::vector<std::unique_ptr<Iterate>> iterates_;
  std::vector<RecordChoice> choices_;
  Widest widest_;
};

class SoftmaxBoxNorms final : public BoxNorms {
 public:
  SoftmaxBoxNorms(const Softmax& loss, const DescentPath& path, const IterateLengths& lengths, const RecordRegion& region)
      : loss_(loss), records_(path, lengths, region), arithmetic_(path.elsewhere, region.x.size(), path.coding) {}

  bool set(const RecordBox& box) override { return records_.set(box); }

  [[nodiscard]] GradientNorms norms() override {
    const double classes = static_cast<double>(loss_.classes);
    const double off = arithmetic_.off(classes, 0);
    const double sum_rounding = (2 * classes + 16) * arithmetic_.unit;
    const double longest = raised(sqrt2) + off;
    const ComputedGradient computed{arithmetic_.margin,
                                    sqrt2 * sum_rounding + 400 * arithmetic_.unit * std::sqrt(classes) + off + underflow};
    const double x_norm = arithmetic_.coded_length(records_.norm.upper);
    const double coded_off = arithmetic_.coded_off(records_.norm.upper);
    const CoordinateBox coordinates(*records_.region, records_.box);
    const FieldProducts products(*records_.region, records_.box, coordinates);
    const auto label = static_cast<Eigen::Index>(records_.box.label.lower);
    const Eigen::Index m = records_.region->x.size();
    return norms_along(records_.path, *records_.lengths, x_norm, longest, softmax_smoothness, computed, [&](Eigen::Index i) {
      double moved = 0;
      std::vector<Interval> differences;
      for (Eigen::Index k = 0; k < loss_.classes; ++k) {
        const double theta = (*records_.lengths).classes(i, k);
        const double radius = arithmetic_.margin * raised(theta * x_norm) + raised(theta * coded_off) + 800 * arithmetic_.unit;
        moved += radius * radius;
        if (k != label) {
          const Eigen::VectorXd own =
              records_.path.iterates.row(i).segment(k * m, m) - records_.path.iterates.row(i).segment(label * m, m);
          differences.push_back(products.range(own));
        }
      }
      const double residual = ProbabilityBox(differences).residual;
      const double length = residual * (1 + sum_rounding) + 0.5 * raised(std::sqrt(moved)) + off + underflow;
      return raised((length < longest ? raised(length) : longest) * x_norm);
    });
  }
  [[nodiscard]] double least_cap() const override { return records_.least_cap(sqrt2); }
  [[nodiscard]] std::vector<RecordChoice> choices() const override { return last().choices; }
  [[nodiscard]] Widest widest() const override {
    const SoftmaxBox box = last();
    return {box.widest, box.width};
  }
  [[nodiscard]] Interval slab() const override { return records_.squares; }

 private:
  [[nodiscard]] SoftmaxBox last() const {
    const Eigen::Index rows = records_.path.iterates.rows();
    const Eigen::VectorXd theta = rows > 0 ? Eigen::VectorXd(records_.path.iterates.row(rows - 1).transpose())
                                           : Eigen::VectorXd::Zero(loss_.classes * records_.region->x.size());
    return {*records_.region, records_.box, loss_.classes, theta};
  }

  Softmax loss_;
  SlabbedBox records_;
  StepArithmetic arithmetic_;
};

/// Every number of a box, and so of its records, in one ball.
class NetworkBoxNorms final : public BoxNorms {
 public:
  NetworkBoxNorms(NetworkLoss loss, const DescentPath& path, const RecordRegion& region)
      : loss_(std::move(loss)), path_(path), region_(&region) {}

  bool set(const RecordBox& box) override {
    box_ = box;
    record_ = records_of(*region_, box);
    widest_ = {region_->fields.size(), 0.5 * (box.label.upper - box.label.lower)};
    for (std::size_t i = 0; i < region_->fields.size(); ++i) {
      const UnknownField& field = region_->fields[i];
      const double widest = record_.radius.segment(field.start, field.count).maxCoeff();
      if (!box.fields[i].is_point() && widest >= widest_.part) {
        widest_ = {i, widest};
      }
    }
    return true;
  }
  [[nodiscard]] GradientNorms norms() override { return gradient_norms(loss_, path_, record_); }
  [[nodiscard]] double least_cap() const override { return lowered(path_.clip / path_.sigma); }
  [[nodiscard]] std::vector<RecordChoice> choices() const override {
    RecordChoice middle{{}, 0.5 * (box_.label.lower + box_.label.upper)};
    for (const FieldBox& field : box_.fields) {
      middle.fields.push_back({0.5 * field.range.lower + 0.5 * field.range.upper, field.first});
    }
    return {middle};
  }
  [[nodiscard]] Widest widest() const override { return widest_; }
  // Lengths don't matter.
  [[nodiscard]] Interval slab() const override { return {1, 1}; }

 private:
  NetworkLoss loss_;
  DescentPath path_;
  const RecordRegion* region_;
  RecordBox box_;
  NetworkRecord record_;
  Widest widest_;
};

}  // namespace

std::unique_ptr<BoxNorms> box_norms(const NetworkLoss& loss, const DescentPath& path, const IterateLengths&,
                                    const RecordRegion& region) {
  return std::make_unique<NetworkBoxNorms>(loss, path, region);
}

std::unique_ptr<BoxNorms> box_norms(const Loss& loss, const DescentPath& path, const IterateLengths& lengths,
                                    const RecordRegion& region) {
  require_path(path, lengths, region.x.size(), 1);
  return std::make_unique<LinearBoxNorms>(loss, path, lengths, region);
}

std::unique_ptr<BoxNorms> box_norms(const Softmax& loss, const DescentPath& path, const IterateLengths& lengths,
                                    const RecordRegion& region) {
  require_path(path, lengths, loss.classes * region.x.size(), loss.classes);
  return std::make_unique<SoftmaxBoxNorms>(loss, path, lengths, region);
}

}  // namespace expost

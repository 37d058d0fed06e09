#include "bounds/softmax_box.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "bounds/margin_reach.hpp"
#include "expost/numerics/elementary.hpp"
#include "numerics/outward.hpp"

namespace expost {

CoordinateBox::CoordinateBox(const RecordRegion& region, const RecordBox& box) : middle(region.x), sizes(region.x.cwiseAbs()) {
  double squares = 0;
  for (std::size_t i = 0; i < box.fields.size(); ++i) {
    const UnknownField& field = region.fields[i];
    const FieldBox& part = box.fields[i];
    if (field.values.empty()) {
      middle(field.start) = 0.5 * part.range.lower + 0.5 * part.range.upper;
      sizes(field.start) = std::max(std::fabs(part.range.lower), std::fabs(part.range.upper));
      const double half = 0.5 * (part.range.upper - part.range.lower);
      squares += half * half;
      continue;
    }
    const auto count = static_cast<double>(part.last - part.first);
    for (std::size_t k = part.first; k < part.last; ++k) {
      const FieldValue& value = field.values[k];
      middle(value.coordinate) += value.value / count;
      sizes(value.coordinate) = std::max(sizes(value.coordinate), std::fabs(value.value));
    }
    const auto mean = middle.segment(field.start, field.count);
    double farthest = 0;
    for (std::size_t k = part.first; k < part.last; ++k) {
      const FieldValue& value = field.values[k];
      const double along = mean(value.coordinate - field.start);
      farthest = std::max(farthest, mean.squaredNorm() - 2 * value.value * along + value.value * value.value);
    }
    squares += std::max(0.0, farthest);
  }
  const BoxLengths lengths = lengths_of(region, box);
  const double longest = lengths.squares.upper;
  const double shortest = lengths.squares.lower;
  scale = {1, 1};
  if (lengths.shortened()) {
    scale = {(1 - box_slack) / std::sqrt(std::max(1.0, longest)),
             std::min(1.0, (1 + box_slack) / std::sqrt(std::max(1.0, shortest)))};
  }
  norm = {(1 - box_slack) * std::sqrt(std::min(1.0, shortest)), (1 + box_slack) * std::sqrt(std::min(1.0, longest))};
  norm_1 = std::min(lengths.norm_1 * scale.upper, std::sqrt(static_cast<double>(middle.size())) * norm.upper) * (1 + box_slack);
  sizes *= scale.upper * (1 + box_slack);
  apart = (scale.upper * std::sqrt(squares) + 0.5 * (scale.upper - scale.lower) * middle.norm()) * (1 + box_slack) +
          box_slack * norm.upper;
}

Interval FieldProducts::part(std::size_t field, const Eigen::Ref<const Eigen::VectorXd>& v) const {
  const UnknownField& unknown = region_->fields[field];
  const FieldBox& part = box_->fields[field];
  if (unknown.values.empty()) {
    const double one = v(unknown.start) * part.range.lower;
    const double other = v(unknown.start) * part.range.upper;
    return {std::min(one, other), std::max(one, other)};
  }
  Interval products = {infinity, -infinity};
  for (std::size_t k = part.first; k < part.last; ++k) {
    const double product = v(unknown.values[k].coordinate) * unknown.values[k].value;
    products = {std::min(products.lower, product), std::max(products.upper, product)};
  }
  return products;
}

Interval FieldProducts::range(const Eigen::Ref<const Eigen::VectorXd>& v) const {
  Interval sum = {v.dot(region_->x), v.dot(region_->x)};
  for (std::size_t i = 0; i < region_->fields.size(); ++i) {
    const Interval added = part(i, v);
    sum = {sum.lower + added.lower, sum.upper + added.upper};
  }
  const double rounding = box_slack * v.cwiseAbs().dot(coordinates_->sizes);
  const Interval shortened = product(sum, coordinates_->scale);
  return {shortened.lower - rounding, shortened.upper + rounding};
}

double FieldProducts::radius(const Eigen::Ref<const Eigen::VectorXd>& v) const {
  const Interval all = range(v);
  const double centre = v.dot(coordinates_->centre());
  return std::max({0.0, all.upper - centre, centre - all.lower});
}

double FieldProducts::width(std::size_t field, const Eigen::Ref<const Eigen::VectorXd>& v) const {
  const Interval products = part(field, v);
  return products.upper - products.lower;
}

RecordChoice FieldProducts::largest(const Eigen::Ref<const Eigen::VectorXd>& v, double label) const {
  RecordChoice choice;
  for (std::size_t i = 0; i < region_->fields.size(); ++i) {
    const UnknownField& field = region_->fields[i];
    const FieldBox& part = box_->fields[i];
    RecordChoice::Value best{v(field.start) < 0 ? part.range.lower : part.range.upper, part.first};
    for (std::size_t k = part.first; k < part.last; ++k) {
      const auto product = [&](std::size_t value) { return v(field.values[value].coordinate) * field.values[value].value; };
      best.index = product(k) > product(best.index) ? k : best.index;
    }
    choice.fields.push_back(best);
  }
  choice.label = label;
  return choice;
}

// With e_j = e^{difference}: p_y = 1/(1 + Σe) and p_j = e_j p_y.
ProbabilityBox::ProbabilityBox(const std::vector<Interval>& differences) {
  double least = 0;
  double most = 0;
  std::vector<Interval> odds;
  for (const Interval& difference : differences) {
    odds.push_back({elementary::exp(std::min(difference.lower, 700.0)), elementary::exp(std::min(difference.upper, 700.0))});
    least += odds.back().lower;
    most += odds.back().upper;
  }
  const double other = most / (1 + most);
  double squares = 0;
  double least_squares = 1 / ((1 + most) * (1 + most));
  for (const Interval& own : odds) {
    const double largest = own.upper / (1 + std::max(0.0, least - own.lower) + own.upper);
    const double smallest = own.lower / (1 + (most - own.upper) + own.lower);
    squares += largest * largest;
    least_squares += smallest * smallest;
  }
  residual = std::min(std::sqrt(other * other + std::min(squares, other * other)), sqrt2) * (1 + box_slack);
  trace = std::max(0.0, 1 - least_squares) + box_slack;
}

namespace {

/// θ of a class, less that of another. Not inlined, for the check page's module.
[[gnu::noinline]] Eigen::VectorXd difference(const Eigen::VectorXd& theta, Eigen::Index classes, Eigen::Index one,
                                             Eigen::Index other) {
  const Eigen::Index m = theta.size() / classes;
  return theta.segment(one * m, m) - theta.segment(other * m, m);
}

double centred_radius(const FieldProducts& products, Eigen::Index classes, const Eigen::VectorXd& theta) {
  const Eigen::Index m = theta.size() / classes;
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(m);
  for (Eigen::Index k = 0; k < classes; ++k) {
    mean += theta.segment(k * m, m);
  }
  mean /= static_cast<double>(classes);
  double squares = 0;
  for (Eigen::Index k = 0; k < classes; ++k) {
    const double radius = products.radius(theta.segment(k * m, m) - mean);
    squares += radius * radius;
  }
  return std::sqrt(squares) * (1 + box_slack);
}

std::vector<Interval> differences_of(const FieldProducts& products, Eigen::Index classes, const Eigen::VectorXd& theta,
                                     Eigen::Index label) {
  std::vector<Interval> differences;
  for (Eigen::Index k = 0; k < classes; ++k) {
    if (k != label) {
      differences.push_back(products.range(difference(theta, classes, k, label)));
    }
  }
  return differences;
}

}  // namespace

double SoftmaxBox::residual_above(double own) const {
  return probabilities.residual + 0.5 * own + box_slack;
}

// log(1 + …) of K − 1 eigenvalues adds up to most where all are alike.
double SoftmaxBox::determinant_above(double own, double lambda) const {
  const double trace = (probabilities.trace + box_slack) * raised(elementary::exp(2 * sqrt2 * own));
  const double norm = coordinates.norm.upper;
  return raised(others * elementary::log1p(raised(trace * norm * norm / (others * lambda))) * (1 + box_slack));
}

SoftmaxBox::SoftmaxBox(const RecordRegion& region, const RecordBox& box, Eigen::Index classes, const Eigen::VectorXd& theta)
    : coordinates(region, box),
      moved(centred_radius({region, box, coordinates}, classes, theta)),
      probabilities(differences_of({region, box, coordinates}, classes, theta, static_cast<Eigen::Index>(box.label.lower))),
      widest(0),
      width(-1),
      others(static_cast<double>(classes - 1)) {
  const FieldProducts products(region, box, coordinates);
  const auto label = static_cast<Eigen::Index>(box.label.lower);
  // Towards a class that isn't y the gradient grows.
  for (Eigen::Index k = 0; k < classes; ++k) {
    if (k != label && choices.size() < 4) {
      choices.push_back(products.largest(difference(theta, classes, k, label), box.label.lower));
    }
  }
  for (std::size_t i = 0; i < region.fields.size(); ++i) {
    double own = 0;
    for (Eigen::Index k = 0; k < classes; ++k) {
      own = std::max(own, k == label ? 0 : products.width(i, difference(theta, classes, k, label)));
    }
    const UnknownField& field = region.fields[i];
    const FieldBox& part = box.fields[i];
    double least = field.values.empty() && part.range.lower < 0 && part.range.upper > 0 ? 0 : infinity;
    double longest = 0;
    const auto measure = [&](double value) {
      least = std::min(least, value * value);
      longest = std::max(longest, value * value);
    };
    if (field.values.empty()) {
      measure(part.range.lower);
      measure(part.range.upper);
    }
    for (std::size_t k = part.first; k < part.last; ++k) {
      measure(field.values[k].value);
    }
    own += (longest - least) / std::max(coordinates.norm.upper * coordinates.norm.upper, 1e-300);
    if (!part.is_point() && own > width) {
      width = own;
      widest = i;
    }
  }
}

}  // namespace expost

#include "bounds/box_leverage.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "bounds/margin_reach.hpp"
#include "bounds/tridiagonal_gram.hpp"
#include "expost/numerics/constants.hpp"
#include "numerics/lanes.hpp"

namespace expost {
namespace {

/// Products and sums that all matrices of a region may take together, and matrices that are enough.
constexpr double most_work = 2e7;
constexpr int enough_matrices = 14;

double dot(const double* a, const double* b, Eigen::Index count) {
  return lanes::dot(a, b, static_cast<std::size_t>(count));
}

}  // namespace

BoxLeverage::BoxLeverage(const TridiagonalMatrix& hessian, const RecordRegion& region) : hessian_(&hessian), region_(&region) {
  for (const UnknownField& field : region.fields) {
    first_.push_back(columns_);
    columns_ += field.count;
  }
  if (most_matrices() == 0) {
    return;
  }
  rotated_.resize(columns_, region.x.size());
  column_lengths_.resize(columns_);
  const auto put = [&](Eigen::Index column, Eigen::VectorXd vector) {
    column_lengths_(column) = vector.norm();
    if (vector.size() > 1) {
      hessian_->rotate(vector);
    }
    rotated_.row(column) = vector.transpose();
  };
  put(0, region.x);
  for (std::size_t i = 0; i < region.fields.size(); ++i) {
    for (Eigen::Index j = 0; j < region.fields[i].count; ++j) {
      put(first_[i] + j, Eigen::VectorXd::Unit(region.x.size(), region.fields[i].start + j));
    }
  }
}

int BoxLeverage::most_matrices() const {
  const auto d = static_cast<double>(region_->x.size());
  const auto k = static_cast<double>(columns_);
  if (hessian_->diagonal.size() == 0 || k * d * d > most_work) {
    return 0;
  }
  return static_cast<int>(std::min<double>(enough_matrices, most_work / (d * k * k)));
}

BoxLeverage::Form BoxLeverage::form(double alpha, double added, double size, double eigenvalue) const {
  Form form{alpha, size, eigenvalue, {}, {}, {}};
  if (!(eigenvalue > 0)) {
    return form;
  }
  std::optional<Eigen::MatrixXd> gram = tridiagonal_gram(*hessian_, rotated_, alpha, added);
  if (!gram) {
    return form;
  }
  form.gram = std::move(*gram);
  form.lengths = form.gram.diagonal().cwiseSqrt();
  form.errors = gram_columns_error(*hessian_, alpha, size, eigenvalue) * form.lengths +
                hessian_->rotation_error / std::sqrt(eigenvalue) * column_lengths_;
  return form;
}

void BoxLeverage::set(const RecordBox& box) {
  box_ = &box;
  centre_.setZero(columns_);
  most_.setZero(columns_);
  centre_(0) = most_(0) = 1;
  for (std::size_t i = 0; i < box.fields.size(); ++i) {
    const UnknownField& field = region_->fields[i];
    const FieldBox& part = box.fields[i];
    if (field.values.empty()) {
      centre_(first_[i]) = 0.5 * part.range.lower + 0.5 * part.range.upper;
      most_(first_[i]) = std::max(std::fabs(part.range.lower), std::fabs(part.range.upper));
    }
    for (std::size_t k = part.first; k < part.last; ++k) {
      const Eigen::Index column = first_[i] + field.values[k].coordinate - field.start;
      centre_(column) += field.values[k].value / static_cast<double>(part.last - part.first);
      most_(column) = std::max(most_(column), std::fabs(field.values[k].value));
    }
  }
}

// The triangle's inequality for ‖M^{−1/2}w‖, w = centre + a deviation of each field: that of a
// number is along one coordinate, those of values are what is left of them beside their mean.
Interval BoxLeverage::roots(const Form& form) {
  Eigen::VectorXd moved(columns_);
  for (Eigen::Index j = 0; j < columns_; ++j) {
    moved(j) = dot(form.gram.col(j).data(), centre_.data(), columns_);
  }
  const double centre = std::max(0.0, dot(centre_.data(), moved.data(), columns_));
  double along = 0;
  double apart = 0;
  parts_.assign(box_->fields.size(), 0);
  std::vector<double> radii(box_->fields.size(), 0);
  for (std::size_t i = 0; i < box_->fields.size(); ++i) {
    const UnknownField& field = region_->fields[i];
    const FieldBox& part = box_->fields[i];
    double product = 0;
    double radius = 0;
    if (field.values.empty()) {
      const double half = 0.5 * (part.range.upper - part.range.lower);
      product = half * std::fabs(moved(first_[i]));
      radius = half * form.lengths(first_[i]);
    } else if (part.last - part.first > 1) {
      const double* const mean = centre_.data() + first_[i];
      Eigen::VectorXd products(field.count);
      for (Eigen::Index j = 0; j < field.count; ++j) {
        products(j) = dot(form.gram.col(first_[i] + j).data() + first_[i], mean, field.count);
      }
      const double square = dot(products.data(), mean, field.count);
      const double along_mean = dot(moved.data() + first_[i], mean, field.count);
      for (std::size_t k = part.first; k < part.last; ++k) {
        const double value = field.values[k].value;
        const Eigen::Index j = field.values[k].coordinate - field.start;
        product = std::max(product, value * moved(first_[i] + j) - along_mean);
        const double length = form.lengths(first_[i] + j);
        radius = std::max(radius, std::sqrt(std::max(0.0, value * value * length * length - 2 * value * products(j) + square)));
      }
    }
    along += product;
    apart += radius;
    parts_[i] = 2 * product;
    radii[i] = radius;
  }
  for (std::size_t i = 0; i < radii.size(); ++i) {
    parts_[i] += radii[i] * (2 * apart - radii[i]);
  }
  const double size = dot(most_.data(), form.lengths.data(), columns_);
  const double rounding = 16 * (static_cast<double>(region_->x.size() + columns_) + 8) * unit_roundoff * size * size;
  const double error = dot(most_.data(), form.errors.data(), columns_);
  const double upper = std::sqrt(centre + 2 * along + apart * apart + rounding) + error;
  const double lower = std::sqrt(std::max(0.0, centre - rounding)) - apart - std::sqrt(rounding) - error;
  return {std::max(0.0, lower * (1 - box_slack)), upper * (1 + box_slack)};
}

Eigen::VectorXd BoxLeverage::middle() const {
  Eigen::VectorXd middle = region_->x;
  for (std::size_t i = 0; i < region_->fields.size(); ++i) {
    for (Eigen::Index j = 0; j < region_->fields[i].count; ++j) {
      middle(region_->fields[i].start + j) = centre_(first_[i] + j);
    }
  }
  return middle;
}

}  // namespace expost

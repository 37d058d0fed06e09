#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "expost/training/convex_objective.hpp"
#include "numerics/lanes.hpp"
#include "output/perturbed_gradient.hpp"
#include "output/precise_rows.hpp"
#include "output/row_curvature.hpp"
#include "training/ridge.hpp"

namespace expost {
namespace {

DoubleDouble in_106_bits(DoubleDouble value) {
  return value;
}
DoubleDouble in_106_bits(const Wide& value) {
  const auto high = value.convert_to<double>();
  return {high, Wide(value - high).convert_to<double>()};
}

/// Entries of H. Products in doubles, their sums exact up to n²u² of them.
class CompensatedSums {
 public:
  explicit CompensatedSums(std::size_t count) : sums_(count), rests_(count) {}

  template <class Real>
  void add(std::size_t at, const Real& curvature, double x_i, const double* x, std::size_t count) {
    lanes::add_compensated(sums_.data() + at, rests_.data() + at, in_106_bits(curvature).high * x_i, x, count);
  }
  [[nodiscard]] std::vector<DoubleDouble> take() const {
    std::vector<DoubleDouble> h(sums_.size());
    std::transform(sums_.begin(), sums_.end(), rests_.begin(), h.begin(), two_sum);
    return h;
  }

 private:
  std::vector<double> sums_;
  std::vector<double> rests_;
};

/// Products and sums in one precision.
template <class Number>
class PlainSums {
 public:
  explicit PlainSums(std::size_t count) : sums_(count, Number(0)) {}

  template <class Real>
  void add(std::size_t at, const Real& curvature, double x_i, const double* x, std::size_t count) {
    if constexpr (std::is_same_v<Real, Number>) {
      add_line(sums_.data() + at, curvature * x_i, x, count);
    } else {
      add_line(sums_.data() + at, in_106_bits(curvature) * x_i, x, count);
    }
  }
  [[nodiscard]] std::vector<Number> take() { return std::move(sums_); }

 private:
  static void add_line(Number* __restrict sums, Number weight, const double* __restrict x, std::size_t count) {
    for (std::size_t j = 0; j < count; ++j) {
      sums[j] += weight * x[j];
    }
  }

  std::vector<Number> sums_;
};

template <class Real, class Sums, class Number>
auto curvature_sums(const ModelShape& shape, const CodedData& data, const std::vector<Number>& theta) {
  Sums sums(theta.size() * theta.size());
  add_curvatures<Real>(shape, data, theta,
                       [&](std::size_t at, const Real& curvature, double x_i, const double* x, std::size_t count) {
                         sums.add(at, curvature, x_i, x, count);
                       });
  return sums.take();
}

/// Σ ∇²ℓ of softmax, both triangles: blocks of classes k and l are Σ c xxᵀ with each row's c =
/// ∂²ℓ/∂t_k∂t_l.
Eigen::MatrixXd hessian_of_classes(const ModelShape& shape, const CodedData& data, const Eigen::VectorXd& theta) {
  /// Rows that are summed before their sum is added to those of others.
  constexpr std::size_t together = 128;
  const auto features = static_cast<std::size_t>(data.x.cols());
  const auto classes = static_cast<std::size_t>(shape.classes);
  const auto rows = static_cast<std::size_t>(data.x.rows());
  const std::size_t d = classes * features;
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(theta.size(), theta.size());
  const auto entry = [&](std::size_t i, std::size_t j) { return h.data() + j * d + i; };
  lanes::Panels plain(features, together);
  lanes::Panels weighted(features, together);
  std::vector<double> margins(classes);
  std::vector<std::vector<double>> curvatures(together);
  for (std::size_t begin = 0; begin < rows; begin += together) {
    const std::size_t count = std::min(together, rows - begin);
    const auto row_at = [&](std::size_t row) {
      return data.x.data() + static_cast<Eigen::Index>(begin + row) * data.x.outerStride();
    };
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t k = 0; k < classes; ++k) {
        margins[k] = lanes::dot(theta.data() + k * features, row_at(row), features);
      }
      curvatures[row] = curvature_of(shape, margins, data.y(static_cast<Eigen::Index>(begin + row)));
      plain.set_row(row, 1, row_at(row));
    }
    for (std::size_t l = 0; l < classes; ++l) {
      for (std::size_t k = l; k < classes; ++k) {
        for (std::size_t row = 0; row < count; ++row) {
          weighted.set_row(row, curvatures[row][k * classes + l], row_at(row));
        }
        lanes::add_lower_products(entry(k * features, l * features), d, weighted, plain, count);
      }
    }
  }
  for (std::size_t l = 0; l < d; l += features) {
    for (std::size_t k = l; k < d; k += features) {
      for (std::size_t j = 0; j < features; ++j) {
        for (std::size_t i = j; i < features; ++i) {
          const double value = *entry(k + i, l + j);
          *entry(k + j, l + i) = *entry(l + i, k + j) = *entry(l + j, k + i) = value;
        }
      }
    }
  }
  return h;
}

/// J of softmax, and the persons in it.
class ObjectiveOfClasses final : public SmoothObjective {
 public:
  ObjectiveOfClasses(const CodedData& data, Eigen::Index classes, double lambda)
      : data_(data),
        lambda_(lambda),
        persons_(classified(data)),
        objective_(Softmax{classes}, lambda, classes * data.x.cols(), persons_),
        shape_{{}, classes} {}

  [[nodiscard]] Eigen::Index dimension() const override { return objective_.dimension(); }
  [[nodiscard]] double value(const Eigen::VectorXd& theta) const override { return objective_.value(theta); }
  [[nodiscard]] Eigen::VectorXd gradient(const Eigen::VectorXd& theta, double& error) const override {
    return objective_.gradient(theta, error);
  }
  [[nodiscard]] Eigen::MatrixXd hessian(const Eigen::VectorXd& theta) const override {
    Eigen::MatrixXd h = hessian_of_classes(shape_, data_, theta);
    h.diagonal().array() += lambda_;
    return h;
  }

 private:
  CodedData data_;
  double lambda_;
  std::vector<ClassifiedPerson> persons_;
  ConvexObjective<Softmax> objective_;
  ModelShape shape_;
};

}  // namespace

std::vector<ClassifiedPerson> classified(const CodedData& data) {
  std::vector<ClassifiedPerson> persons;
  persons.reserve(static_cast<std::size_t>(data.x.rows()));
  for (Eigen::Index i = 0; i < data.x.rows(); ++i) {
    persons.push_back({data.x.row(i).transpose(), static_cast<Eigen::Index>(data.y(i))});
  }
  return persons;
}

std::unique_ptr<SmoothObjective> RowsInMemory::objective(const ModelShape& shape, double lambda) const {
  if (shape.classes == 0) {
    return std::make_unique<ObjectiveOfRows>(Objective{shape.loss, lambda}, data_);
  }
  require_ridge(lambda);
  return std::make_unique<ObjectiveOfClasses>(data_, shape.classes, lambda);
}

NearMinimiser RowsInMemory::start(const ModelShape& shape, double lambda, const Eigen::VectorXd& b) const {
  if (shape.classes == 0) {
    return near_minimiser({shape.loss, lambda}, data_, b);
  }
  return {Eigen::VectorXd::Zero(b.size()), {}};
}

ObjectiveSums RowsInMemory::sums(const ModelShape& shape, const Eigen::VectorXd& theta) const {
  ObjectiveSums sums;
  if (shape.classes > 0) {
    const ObjectiveOfClasses unpenalised(data_, shape.classes, 0);
    sums.value = unpenalised.value(theta);
    sums.gradient = unpenalised.gradient(theta, sums.error);
    sums.hessian = unpenalised.hessian(theta);
    return sums;
  }
  const Objective unpenalised{shape.loss, 0};
  ObjectiveAt at = unpenalised.at(data_, theta);
  sums.value = at.value;
  sums.gradient = std::move(at.gradient);
  sums.error = at.error;
  sums.hessian = unpenalised.hessian_of(data_, at.curvature);
  return sums;
}

GradientSums<DoubleDouble> RowsInMemory::gradient(const ModelShape& shape, const std::vector<DoubleDouble>& theta) const {
  return GradientOfRows<DoubleDouble>(shape, data_, theta).all();
}

GradientSums<Wide> RowsInMemory::gradient(const ModelShape& shape, const std::vector<Wide>& theta) const {
  return GradientOfRows<Wide>(shape, data_, theta).all();
}

std::vector<double> RowsInMemory::curvature(const ModelShape& shape, const std::vector<double>& theta) const {
  const Eigen::Map<const Eigen::VectorXd> place(theta.data(), static_cast<Eigen::Index>(theta.size()));
  const Eigen::MatrixXd h =
      shape.classes > 0 ? hessian_of_classes(shape, data_, place) : Objective{shape.loss, 0}.hessian(data_, place);
  return {h.data(), h.data() + h.size()};
}

std::vector<Wide> RowsInMemory::curvature(const ModelShape& shape, const std::vector<Wide>& theta) const {
  return curvature_sums<Wide, PlainSums<Wide>>(shape, data_, theta);
}

std::vector<DoubleDouble> RowsInMemory::curvature(const ModelShape& shape, const Eigen::VectorXd& theta,
                                                  CurvatureDigits digits) const {
  using LongSums = PlainSums<DoubleDouble>;
  const std::vector<double> place(theta.begin(), theta.end());
  if (digits.wide_margins) {
    return digits.long_products ? curvature_sums<Wide, LongSums>(shape, data_, place)
                                : curvature_sums<Wide, CompensatedSums>(shape, data_, place);
  }
  return digits.long_products ? curvature_sums<DoubleDouble, LongSums>(shape, data_, place)
                              : curvature_sums<DoubleDouble, CompensatedSums>(shape, data_, place);
}

std::unique_ptr<RowSource> rows_in_memory(const CodedData& data) {
  return std::make_unique<RowsInMemory>(data);
}

}  // namespace expost

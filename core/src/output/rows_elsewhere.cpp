#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "expost/output/byte_codec.hpp"
#include "output/precise_rows.hpp"
#include "output/sum_bytes.hpp"
#include "training/ridge.hpp"

namespace expost {
namespace {

template <class Real>
bool has_length(const std::vector<Real>& numbers, std::size_t length) {
  return numbers.size() == length;
}
template <class Real>
void add_to(std::vector<Real>& sum, const std::vector<Real>& other) {
  for (std::size_t j = 0; j < sum.size(); ++j) {
    sum[j] += other[j];
  }
}

// Sums: numbers that belong to a θ of some length.

/// Value and gradient in pairs of doubles, so that many blocks lose nothing.
struct PairedObjective {
  DoubleDouble value;
  std::vector<DoubleDouble> gradient;
  double error = 0;
  std::vector<double> hessian;

  template <class Self>
  static auto parts(Self& self) {
    return std::tie(self.value, self.gradient, self.error, self.hessian);
  }
  [[nodiscard]] std::size_t length() const { return gradient.size(); }
  [[nodiscard]] bool fits() const { return has_length(hessian, length() * length()); }
  void add(const PairedObjective& other) {
    value += other.value;
    add_to(gradient, other.gradient);
    error += other.error;
    add_to(hessian, other.hessian);
  }
};

template <class Real>
struct BoundedGradient {
  GradientSums<Real> sums;

  template <class Self>
  static auto parts(Self& self) {
    auto& sums = self.sums;
    return std::tie(sums.gradient, sums.sizes, sums.weighted, sums.curvature, sums.margin, sums.levels);
  }
  [[nodiscard]] std::size_t length() const { return sums.gradient.size(); }
  [[nodiscard]] bool fits() const { return true; }
  void add(const BoundedGradient& other) { sums.add(other.sums); }
};

template <class Real>
struct Curvature {
  std::vector<Real> values;

  template <class Self>
  static auto parts(Self& self) {
    return std::tie(self.values);
  }
  [[nodiscard]] std::size_t length() const {
    return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(values.size()))));
  }
  [[nodiscard]] bool fits() const { return has_length(values, length() * length()); }
  void add(const Curvature& other) { add_to(values, other.values); }
};

Eigen::VectorXd in_eigen(const std::vector<double>& numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

// Questions: which sums, of which loss, at which θ.

template <class Number>
struct AtPlace {
  ModelShape shape;
  std::vector<Number> theta;

  template <class Self>
  static auto parts(Self& self) {
    return std::tie(self.shape, self.theta);
  }
};

struct ObjectiveAsked : AtPlace<double> {
  using Sums = PairedObjective;
  [[nodiscard]] Sums of(const RowsInMemory& rows) const {
    const ObjectiveSums sums = rows.sums(shape, in_eigen(theta));
    Sums paired{sums.value, {}, sums.error, {}};
    paired.gradient.assign(sums.gradient.begin(), sums.gradient.end());
    paired.hessian.assign(sums.hessian.data(), sums.hessian.data() + sums.hessian.size());
    return paired;
  }
};

template <class Real>
struct GradientAsked : AtPlace<Real> {
  using Sums = BoundedGradient<Real>;
  [[nodiscard]] Sums of(const RowsInMemory& rows) const { return {rows.gradient(this->shape, this->theta)}; }
};

template <class Real>
struct CurvatureAsked : AtPlace<Real> {
  using Sums = Curvature<Real>;
  [[nodiscard]] Sums of(const RowsInMemory& rows) const { return {rows.curvature(this->shape, this->theta)}; }
};

struct CurvatureIn106Asked : AtPlace<double> {
  CurvatureDigits digits;

  template <class Self>
  static auto parts(Self& self) {
    return std::tie(self.shape, self.theta, self.digits);
  }
  using Sums = Curvature<DoubleDouble>;
  [[nodiscard]] Sums of(const RowsInMemory& rows) const { return {rows.curvature(shape, in_eigen(theta), digits)}; }
};

/// An answer says how many rows it is about.
template <class Question>
struct Answer {
  std::int64_t rows = 0;
  typename Question::Sums sums;

  template <class Self>
  static auto parts(Self& self) {
    return std::tie(self.rows, self.sums);
  }
};

template <class... Each>
struct Dialogue {
  using Question = std::variant<Each...>;
  using Answer = std::variant<expost::Answer<Each>...>;
};
using Sums = Dialogue<ObjectiveAsked, GradientAsked<DoubleDouble>, GradientAsked<Wide>, CurvatureAsked<double>,
                      CurvatureAsked<Wide>, CurvatureIn106Asked>;

/// Two such numbers add up without an overflow.
constexpr std::int64_t most_rows = std::numeric_limits<std::int64_t>::max() / 2;

Sums::Answer read_answer(std::string_view bytes) {
  auto answer = from_bytes<Sums::Answer>(bytes, refuse_sums);
  std::visit(
      [](const auto& held) {
        if (held.rows < 0 || held.rows > most_rows || !held.sums.fits()) {
          refuse_sums();
        }
      },
      answer);
  return answer;
}

class RowsElsewhere final : public PreciseRows {
 public:
  RowsElsewhere(Eigen::Index features, std::int64_t rows, AddUp add_up)
      : features_(features), rows_(rows), add_up_(std::move(add_up)) {
    if (features < 1 || rows < 0) {
      throw_error(ErrorType::argument, "out-of-range", "", "rows have at least one feature, and there are 0 of them or more");
    }
  }

  [[nodiscard]] Eigen::Index features() const override { return features_; }
  [[nodiscard]] std::int64_t rows() const override { return rows_; }
  [[nodiscard]] std::unique_ptr<SmoothObjective> objective(const ModelShape& shape, double lambda) const override;
  [[nodiscard]] NearMinimiser start(const ModelShape&, double, const Eigen::VectorXd& b) const override {
    return {Eigen::VectorXd::Zero(b.size()), {}};
  }

  [[nodiscard]] GradientSums<DoubleDouble> gradient(const ModelShape& shape,
                                                    const std::vector<DoubleDouble>& theta) const override {
    return bounded(asked(GradientAsked<DoubleDouble>{{shape, theta}}).sums);
  }
  [[nodiscard]] GradientSums<Wide> gradient(const ModelShape& shape, const std::vector<Wide>& theta) const override {
    return bounded(asked(GradientAsked<Wide>{{shape, theta}}).sums);
  }
  [[nodiscard]] std::vector<double> curvature(const ModelShape& shape, const std::vector<double>& theta) const override {
    return asked(CurvatureAsked<double>{{shape, theta}}).values;
  }
  [[nodiscard]] std::vector<Wide> curvature(const ModelShape& shape, const std::vector<Wide>& theta) const override {
    return asked(CurvatureAsked<Wide>{{shape, theta}}).values;
  }
  [[nodiscard]] std::vector<DoubleDouble> curvature(const ModelShape& shape, const Eigen::VectorXd& theta,
                                                    CurvatureDigits digits) const override {
    return asked(CurvatureIn106Asked{{shape, {theta.begin(), theta.end()}}, digits}).values;
  }

  template <class Question>
  [[nodiscard]] typename Question::Sums asked(Question question) const {
    const std::size_t length = question.theta.size();
    Sums::Answer answer = read_answer(add_up_(bytes_of(Sums::Question(std::move(question)))));
    auto* const fitting = std::get_if<Answer<Question>>(&answer);
    if (fitting == nullptr || fitting->sums.length() != length) {
      refuse_sums();
    }
    if (fitting->rows != rows_) {
      refuse_changed_rows();
    }
    return std::move(fitting->sums);
  }

 private:
  /// A bound that isn't one would let a wrong sum through.
  template <class Real>
  static GradientSums<Real> bounded(GradientSums<Real> sums) {
    for (double* const value : {&sums.sizes, &sums.weighted, &sums.curvature, &sums.margin, &sums.levels}) {
      if (!(*value >= 0)) {
        *value = infinity;
      }
    }
    return sums;
  }

  Eigen::Index features_;
  std::int64_t rows_;
  AddUp add_up_;
};

/// One question for each θ.
class ObjectiveElsewhere final : public SmoothObjective {
 public:
  ObjectiveElsewhere(const ModelShape& shape, double lambda, const RowsElsewhere& rows)
      : shape_(shape), lambda_(lambda), rows_(&rows) {
    require_ridge(lambda);
  }

  [[nodiscard]] Eigen::Index dimension() const override { return shape_.blocks() * rows_->features(); }
  [[nodiscard]] double value(const Eigen::VectorXd& theta) const override {
    return at(theta).value.high + 0.5 * lambda_ * theta.squaredNorm();
  }
  [[nodiscard]] Eigen::VectorXd gradient(const Eigen::VectorXd& theta, double& error) const override {
    const PairedObjective& sums = at(theta);
    Eigen::VectorXd of_rows(theta.size());
    std::transform(sums.gradient.begin(), sums.gradient.end(), of_rows.begin(), [](DoubleDouble value) { return value.high; });
    Eigen::VectorXd gradient = of_rows + lambda_ * theta;
    // The ridge, its sum with the rest, and the pairs that were cut to doubles.
    error = sums.error + 4 * unit_roundoff * (lambda_ * theta.norm() + of_rows.norm() + gradient.norm());
    return gradient;
  }
  [[nodiscard]] Eigen::MatrixXd hessian(const Eigen::VectorXd& theta) const override {
    Eigen::MatrixXd hessian = Eigen::Map<const Eigen::MatrixXd>(at(theta).hessian.data(), theta.size(), theta.size());
    hessian.diagonal().array() += lambda_;
    return hessian;
  }

 private:
  [[nodiscard]] const PairedObjective& at(const Eigen::VectorXd& theta) const {
    if (place_.size() != theta.size() || place_ != theta) {
      sums_ = rows_->asked(ObjectiveAsked{{shape_, {theta.begin(), theta.end()}}});
      place_ = theta;
    }
    return sums_;
  }

  ModelShape shape_;
  double lambda_;
  const RowsElsewhere* rows_;
  mutable Eigen::VectorXd place_;  ///< θ of `sums_`; empty before the first question
  mutable PairedObjective sums_;
};

std::unique_ptr<SmoothObjective> RowsElsewhere::objective(const ModelShape& shape, double lambda) const {
  return std::make_unique<ObjectiveElsewhere>(shape, lambda, *this);
}

}  // namespace

void refuse_sums() {
  throw_error(ErrorType::argument, "not-sums", "", "the sums over rows are none, or those of another question");
}
void refuse_question() {
  throw_error(ErrorType::argument, "not-a-question", "", "this is no question about sums over rows");
}
void refuse_changed_rows() {
  throw_error(ErrorType::data, "changed", "", "the data changed while they were read: a later pass had more rows, or fewer");
}

std::string sums_of(std::string_view question, const CodedData& block) {
  const RowsInMemory rows(block);
  const auto asked = from_bytes<Sums::Question>(question, refuse_question);
  const Sums::Answer answer = std::visit(
      [&](const auto& held) -> Sums::Answer {
        const auto features = static_cast<std::size_t>(rows.features());
        if (held.theta.size() % features != 0 ||
            held.theta.size() / features != static_cast<std::size_t>(held.shape.blocks())) {
          refuse_question();
        }
        return Answer<std::decay_t<decltype(held)>>{rows.rows(), held.of(rows)};
      },
      asked);
  return bytes_of(answer);
}

std::string added_sums(std::string_view first, std::string_view second) {
  Sums::Answer sum = read_answer(first);
  const Sums::Answer other = read_answer(second);
  std::visit(
      [&](auto& held) {
        const auto* const like = std::get_if<std::decay_t<decltype(held)>>(&other);
        if (like == nullptr || like->sums.length() != held.sums.length()) {
          refuse_sums();
        }
        held.rows += like->rows;
        held.sums.add(like->sums);
      },
      sum);
  return bytes_of(sum);
}

std::unique_ptr<RowSource> rows_elsewhere(Eigen::Index features, std::int64_t rows, AddUp add_up) {
  return std::make_unique<RowsElsewhere>(features, rows, std::move(add_up));
}

}  // namespace expost

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "expost/numerics/constants.hpp"
#include "expost/numerics/error.hpp"
#include "output/precise_rows.hpp"

namespace expost {
namespace {

/// Which sum is asked for. The numbers are those of the bytes.
enum class Sum : std::uint8_t {
  objective = 1,
  gradient_106,
  gradient_512,
  curvature_53,
  curvature_512,
  curvature_106,  ///< and two more, by CurvatureDigits
  curvature_106_long_products,
  curvature_106_wide_margins,
  curvature_106_both,
};
constexpr auto first_sum = static_cast<std::uint8_t>(Sum::objective);
constexpr auto last_sum = static_cast<std::uint8_t>(Sum::curvature_106_both);

[[noreturn]] void refuse_sums() {
  throw_error(ErrorType::argument, "not-sums", "", "the sums over rows are none, or those of another question");
}
[[noreturn]] void refuse_question() {
  throw_error(ErrorType::argument, "not-a-question", "", "this is no question about sums over rows");
}

/// 512 bits as doubles that add up to them: each has the next 53 bits, or more where bits are 0.
/// What is below 2^-1074 is lost, far below every error bound.
constexpr std::size_t parts_of_wide = 12;

/// Two such numbers add up without an overflow.
constexpr std::int64_t most_rows = std::numeric_limits<std::int64_t>::max() / 2;

class Writer {
 public:
  void put(std::uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void put(std::int64_t value) { append(&value); }
  void put(double value) { append(&value); }
  void put(DoubleDouble value) {
    put(value.high);
    put(value.low);
  }
  void put(const Wide& value) {
    Wide left = value;
    for (std::size_t i = 0; i < parts_of_wide; ++i) {
      const auto part = left.convert_to<double>();
      put(part);
      if (std::isfinite(part)) {
        left -= part;
      }
    }
  }
  template <class Numbers>
  void put_all(const Numbers& numbers) {
    put(static_cast<std::int64_t>(numbers.size()));
    for (const auto& number : numbers) {
      put(number);
    }
  }

  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  template <class Number>
  void append(const Number* value) {
    std::array<char, sizeof(Number)> raw{};
    std::memcpy(raw.data(), value, sizeof(Number));
    bytes_.append(raw.data(), raw.size());
  }

  std::string bytes_;
};

class Reader {
 public:
  using Refuse = void (*)();
  Reader(std::string_view bytes, Refuse refuse) : bytes_(bytes), refuse_(refuse) {}

  [[nodiscard]] std::uint8_t byte() { return static_cast<std::uint8_t>(taken(1)[0]); }
  template <class Number>
  [[nodiscard]] Number number() {
    Number value{};
    std::memcpy(&value, taken(sizeof(Number)).data(), sizeof(Number));
    return value;
  }
  void get(double& value) { value = number<double>(); }
  void get(DoubleDouble& value) {
    get(value.high);
    get(value.low);
  }
  void get(Wide& value) {
    value = 0;
    for (std::size_t i = 0; i < parts_of_wide; ++i) {
      value += number<double>();
    }
  }
  /// As many numbers as are said to follow, which must be `count` where that is known.
  template <class Number>
  [[nodiscard]] std::vector<Number> all(std::optional<std::size_t> count = {}) {
    const auto said = number<std::int64_t>();
    // Before memory is asked for: a number has 8 bytes at least.
    if (said < 0 || static_cast<std::uint64_t>(said) > bytes_.size() / 8 ||
        (count && static_cast<std::size_t>(said) != *count)) {
      refuse_();
    }
    std::vector<Number> numbers(static_cast<std::size_t>(said));
    for (Number& number : numbers) {
      get(number);
    }
    return numbers;
  }
  void end() const {
    if (!bytes_.empty()) {
      refuse_();
    }
  }

 private:
  [[nodiscard]] std::string_view taken(std::size_t count) {
    if (bytes_.size() < count) {
      refuse_();
    }
    const std::string_view part = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return part;
  }

  std::string_view bytes_;
  Refuse refuse_;
};

/// Which sum of which loss function is asked for; the place follows.
struct Question {
  Sum sum;
  ModelShape shape;
};

std::string question_bytes(const Question& question, const auto& place) {
  Writer writer;
  writer.put(static_cast<std::uint8_t>(question.sum));
  writer.put(static_cast<std::uint8_t>(question.shape.loss.kind));
  writer.put(question.shape.loss.width);
  writer.put(static_cast<std::int64_t>(question.shape.classes));
  writer.put_all(place);
  return writer.take();
}

Sum read_sum(Reader& reader, Reader::Refuse refuse) {
  const std::uint8_t sum = reader.byte();
  if (sum < first_sum || sum > last_sum) {
    refuse();
  }
  return static_cast<Sum>(sum);
}

/// The loss of a byte; none of any other.
std::optional<LossKind> loss_of(std::uint8_t byte) {
  const auto kind = static_cast<LossKind>(byte);
  switch (kind) {
    case LossKind::logistic:
    case LossKind::squared:
    case LossKind::pseudo_huber:
      return kind;
  }
  return std::nullopt;
}

Question read_question(Reader& reader) {
  Question question{read_sum(reader, refuse_question), {}};
  const std::optional<LossKind> kind = loss_of(reader.byte());
  const auto width = reader.number<double>();
  question.shape.classes = reader.number<std::int64_t>();
  if (!kind || !(width > 0) || question.shape.classes < 0) {
    refuse_question();
  }
  question.shape.loss = {*kind, width};
  return question;
}

/// θ of a question about these rows.
template <class Real>
std::vector<Real> read_place(Reader& reader, const ModelShape& shape, const PreciseRows& rows) {
  const auto features = static_cast<std::uint64_t>(rows.features());
  const auto blocks = static_cast<std::uint64_t>(shape.blocks());
  if (blocks > (std::uint64_t{1} << 32U) / (features + 1)) {
    refuse_question();
  }
  std::vector<Real> place = reader.all<Real>(static_cast<std::size_t>(features * blocks));
  reader.end();
  return place;
}

Eigen::VectorXd in_eigen(const std::vector<double>& numbers) {
  return Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
}

/// Value and gradient in pairs of doubles, so that many blocks lose nothing.
struct PairedObjective {
  DoubleDouble value;
  std::vector<DoubleDouble> gradient;
  double error = 0;
  std::vector<double> hessian;

  void add(const PairedObjective& other) {
    value += other.value;
    for (std::size_t j = 0; j < gradient.size(); ++j) {
      gradient[j] += other.gradient[j];
    }
    error += other.error;
    for (std::size_t j = 0; j < hessian.size(); ++j) {
      hessian[j] += other.hessian[j];
    }
  }
};

void write(Writer& writer, const PairedObjective& sums) {
  writer.put(sums.value);
  writer.put_all(sums.gradient);
  writer.put(sums.error);
  writer.put_all(sums.hessian);
}

template <class Real>
void write(Writer& writer, const GradientSums<Real>& sums) {
  writer.put_all(sums.gradient);
  for (const double value : {sums.sizes, sums.weighted, sums.curvature, sums.margin, sums.levels}) {
    writer.put(value);
  }
}

template <class Real>
void write(Writer& writer, const std::vector<Real>& curvature) {
  writer.put_all(curvature);
}

/// `length` of θ, where it is known.
using Length = std::optional<std::size_t>;

PairedObjective read_objective(Reader& reader, Length length) {
  PairedObjective sums;
  reader.get(sums.value);
  sums.gradient = reader.all<DoubleDouble>(length);
  reader.get(sums.error);
  sums.hessian = reader.all<double>(sums.gradient.size() * sums.gradient.size());
  reader.end();
  return sums;
}

template <class Real>
GradientSums<Real> read_gradient(Reader& reader, Length length) {
  GradientSums<Real> sums;
  sums.gradient = reader.all<Real>(length);
  for (double* const value : {&sums.sizes, &sums.weighted, &sums.curvature, &sums.margin, &sums.levels}) {
    reader.get(*value);
    // A bound that isn't one would let a wrong sum through.
    if (!(*value >= 0)) {
      *value = infinity;
    }
  }
  reader.end();
  return sums;
}

template <class Real>
std::vector<Real> read_curvature(Reader& reader, Length length) {
  std::vector<Real> sums = reader.all<Real>(length ? Length(*length * *length) : length);
  reader.end();
  return sums;
}

/// An answer begins with what was asked for and the number of rows that it is about.
template <class Sums>
std::string answer_bytes(Sum sum, std::int64_t rows, const Sums& sums) {
  Writer writer;
  writer.put(static_cast<std::uint8_t>(sum));
  writer.put(rows);
  write(writer, sums);
  return writer.take();
}

std::int64_t read_rows(Reader& reader) {
  const auto rows = reader.number<std::int64_t>();
  if (rows < 0 || rows > most_rows) {
    refuse_sums();
  }
  return rows;
}

template <class Real>
void add_to(std::vector<Real>& sum, const std::vector<Real>& other) {
  for (std::size_t j = 0; j < sum.size(); ++j) {
    sum[j] += other[j];
  }
}
template <class Sums>
void add_to(Sums& sum, const Sums& other) {
  sum.add(other);
}

constexpr Sum sum_of(CurvatureDigits digits) {
  if (digits.wide_margins) {
    return digits.long_products ? Sum::curvature_106_both : Sum::curvature_106_wide_margins;
  }
  return digits.long_products ? Sum::curvature_106_long_products : Sum::curvature_106;
}
constexpr CurvatureDigits digits_of(Sum sum) {
  return {sum == Sum::curvature_106_wide_margins || sum == Sum::curvature_106_both,
          sum == Sum::curvature_106_long_products || sum == Sum::curvature_106_both};
}

class RowsElsewhere final : public PreciseRows {
  template <class Place, class Read>
  auto asked(const Question& question, const Place& place, Read read) const {
    const std::string answer = add_up_(question_bytes(question, place));
    Reader reader(answer, refuse_sums);
    if (read_sum(reader, refuse_sums) != question.sum) {
      refuse_sums();
    }
    if (read_rows(reader) != rows_) {
      refuse_changed_rows();
    }
    return read(reader, static_cast<std::size_t>(place.size()));
  }

 public:
  RowsElsewhere(Eigen::Index features, std::int64_t rows, AddUp add_up)
      : features_(features), rows_(rows), add_up_(std::move(add_up)) {
    if (features < 1 || rows < 0) {
      throw_error(ErrorType::argument, "out-of-range", "", "rows have at least one feature, and there are 0 of them or more");
    }
  }

  [[nodiscard]] Eigen::Index features() const override { return features_; }
  [[nodiscard]] std::int64_t rows() const override { return rows_; }

  [[nodiscard]] ObjectiveSums objective(const Loss& loss, const Eigen::VectorXd& theta) const override {
    const PairedObjective sums = asked({Sum::objective, {loss}}, theta, read_objective);
    ObjectiveSums result{sums.value.high, Eigen::VectorXd(theta.size()), sums.error, Eigen::MatrixXd()};
    for (Eigen::Index j = 0; j < theta.size(); ++j) {
      result.gradient(j) = sums.gradient[static_cast<std::size_t>(j)].high;
    }
    result.hessian = Eigen::Map<const Eigen::MatrixXd>(sums.hessian.data(), theta.size(), theta.size());
    return result;
  }
  [[nodiscard]] GradientSums<DoubleDouble> gradient(const ModelShape& shape,
                                                    const std::vector<DoubleDouble>& theta) const override {
    return asked({Sum::gradient_106, shape}, theta, read_gradient<DoubleDouble>);
  }
  [[nodiscard]] GradientSums<Wide> gradient(const ModelShape& shape, const std::vector<Wide>& theta) const override {
    return asked({Sum::gradient_512, shape}, theta, read_gradient<Wide>);
  }
  [[nodiscard]] std::vector<double> curvature(const ModelShape& shape, const std::vector<double>& theta) const override {
    return asked({Sum::curvature_53, shape}, theta, read_curvature<double>);
  }
  [[nodiscard]] std::vector<Wide> curvature(const ModelShape& shape, const std::vector<Wide>& theta) const override {
    return asked({Sum::curvature_512, shape}, theta, read_curvature<Wide>);
  }
  [[nodiscard]] std::vector<DoubleDouble> curvature(const ModelShape& shape, const Eigen::VectorXd& theta,
                                                    CurvatureDigits digits) const override {
    return asked({sum_of(digits), shape}, theta, read_curvature<DoubleDouble>);
  }

 private:
  Eigen::Index features_;
  std::int64_t rows_;
  AddUp add_up_;
};

PairedObjective paired(const ObjectiveSums& sums) {
  PairedObjective result{sums.value, {}, sums.error, {}};
  result.gradient.assign(sums.gradient.begin(), sums.gradient.end());
  result.hessian.assign(sums.hessian.data(), sums.hessian.data() + sums.hessian.size());
  return result;
}

}  // namespace

void refuse_changed_rows() {
  throw_error(ErrorType::data, "changed", "", "the data changed while they were read: a later pass had more rows, or fewer");
}

std::string sums_of(std::string_view question, const CodedData& block) {
  const RowsInMemory rows(block);
  const std::int64_t count = rows.rows();
  Reader reader(question, refuse_question);
  const auto [sum, shape] = read_question(reader);
  switch (sum) {
    case Sum::objective: {
      if (shape.classes > 0) {
        refuse_question();
      }
      return answer_bytes(sum, count, paired(rows.objective(shape.loss, in_eigen(read_place<double>(reader, shape, rows)))));
    }
    case Sum::gradient_106:
      return answer_bytes(sum, count, rows.gradient(shape, read_place<DoubleDouble>(reader, shape, rows)));
    case Sum::gradient_512:
      return answer_bytes(sum, count, rows.gradient(shape, read_place<Wide>(reader, shape, rows)));
    case Sum::curvature_53:
      return answer_bytes(sum, count, rows.curvature(shape, read_place<double>(reader, shape, rows)));
    case Sum::curvature_512:
      return answer_bytes(sum, count, rows.curvature(shape, read_place<Wide>(reader, shape, rows)));
    case Sum::curvature_106:
    case Sum::curvature_106_long_products:
    case Sum::curvature_106_wide_margins:
    case Sum::curvature_106_both:
      break;
  }
  return answer_bytes(sum, count, rows.curvature(shape, in_eigen(read_place<double>(reader, shape, rows)), digits_of(sum)));
}

std::string added_sums(std::string_view first, std::string_view second) {
  Reader left(first, refuse_sums);
  Reader right(second, refuse_sums);
  const Sum sum = read_sum(left, refuse_sums);
  if (read_sum(right, refuse_sums) != sum) {
    refuse_sums();
  }
  const std::int64_t rows = read_rows(left);
  const std::int64_t count = rows + read_rows(right);
  const auto added = [&](auto read, auto size_of) {
    auto sums = read(left, Length());
    add_to(sums, read(right, Length(size_of(sums))));
    return answer_bytes(sum, count, sums);
  };
  const auto of_gradient = [](const auto& sums) { return sums.gradient.size(); };
  const auto added_curvature = [&](auto read) {
    auto sums = read(left);
    const auto others = read(right);
    if (others.size() != sums.size()) {
      refuse_sums();
    }
    add_to(sums, others);
    return answer_bytes(sum, count, sums);
  };
  switch (sum) {
    case Sum::objective:
      return added(read_objective, of_gradient);
    case Sum::gradient_106:
      return added(read_gradient<DoubleDouble>, of_gradient);
    case Sum::gradient_512:
      return added(read_gradient<Wide>, of_gradient);
    case Sum::curvature_53:
      return added_curvature([](Reader& reader) { return read_curvature<double>(reader, {}); });
    case Sum::curvature_512:
      return added_curvature([](Reader& reader) { return read_curvature<Wide>(reader, {}); });
    case Sum::curvature_106:
    case Sum::curvature_106_long_products:
    case Sum::curvature_106_wide_margins:
    case Sum::curvature_106_both:
      break;
  }
  return added_curvature([](Reader& reader) { return read_curvature<DoubleDouble>(reader, {}); });
}

std::unique_ptr<RowSource> rows_elsewhere(Eigen::Index features, std::int64_t rows, AddUp add_up) {
  return std::make_unique<RowsElsewhere>(features, rows, std::move(add_up));
}

ObjectiveOfSource::ObjectiveOfSource(const Objective& objective, const RowSource& rows) : objective_(objective), rows_(&rows) {
  if (!(objective_.lambda > 0 && objective_.lambda < std::numeric_limits<double>::infinity())) {
    throw_error(ErrorType::argument, "out-of-range", "", "lambda must be a number above 0");
  }
}

const ObjectiveSums& ObjectiveOfSource::at(const Eigen::VectorXd& theta) const {
  if (place_.size() != theta.size() || place_ != theta) {
    sums_ = rows_->objective(objective_.loss, theta);
    place_ = theta;
  }
  return sums_;
}

double ObjectiveOfSource::value(const Eigen::VectorXd& theta) const {
  return at(theta).value + 0.5 * objective_.lambda * theta.squaredNorm();
}

Eigen::VectorXd ObjectiveOfSource::gradient(const Eigen::VectorXd& theta, double& error) const {
  const ObjectiveSums& sums = at(theta);
  Eigen::VectorXd gradient = sums.gradient + objective_.lambda * theta;
  // The ridge, its sum with the rest, and the pairs that were cut to doubles.
  error = sums.error + 4 * unit_roundoff * (objective_.lambda * theta.norm() + sums.gradient.norm() + gradient.norm());
  return gradient;
}

Eigen::MatrixXd ObjectiveOfSource::hessian(const Eigen::VectorXd& theta) const {
  Eigen::MatrixXd hessian = at(theta).hessian;
  hessian.diagonal().array() += objective_.lambda;
  return hessian;
}

}  // namespace expost

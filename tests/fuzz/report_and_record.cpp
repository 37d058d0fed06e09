// libFuzzer target: any text as a report, any text as a record. What is read must be usable, and
// what is computed from it must be bounds. Report and record are divided by the first line that is
// just "---".
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "expost/bounds/bound.hpp"
#include "expost/bounds/softmax_bound.hpp"
#include "expost/descent/descent_bound.hpp"
#include "expost/mechanisms/ada_ops.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/mechanisms/output_perturbation.hpp"
#include "expost/mechanisms/posterior_sample.hpp"
#include "expost/noise/discrete_gaussian.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/noise/goe.hpp"
#include "expost/report/document_text.hpp"
#include "expost/report/feature_map.hpp"
#include "expost/report/report.hpp"
#include "expost/report/row_coder.hpp"
#include "leverage_shift.hpp"
#include "reference_bound.hpp"
#include "reference_softmax.hpp"
#include "softmax_quantiles.hpp"

namespace {

using expost::Bound;
using expost::BoundOptions;
using expost::BoundRule;
using expost::Error;
using expost::ErrorType;
using expost::Interval;
using expost::Membership;
using expost::Method;
using expost::PreparedReport;
using expost::Uniformity;
using expost::report::CodedRecord;
using expost::report::FeatureMap;
using expost::report::Report;
using expost::report::RowCoder;
using nlohmann::json;

/// Preparing costs O(d³): larger reports are read and coded, but not bounded.
constexpr Eigen::Index largest_bounded = 64;

/// Steps of a path that is bounded.
constexpr int most_steps = 200;

/// Records that a bound for several is asked for.
constexpr int records_tried = 1000;

/// Reports of more coordinates are not compared with exact arithmetic, which would take long.
constexpr Eigen::Index largest_compared = 4;

void require(bool holds, const char* what) {
  if (!holds) {
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
  }
}

bool is_interval(const Interval& interval) {
  return interval.lower <= interval.upper;
}  // false for a NaN

bool same(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return a.size() == b.size() && a == b;
}

/// An error is one sentence with a stable code and a pointer into the document.
void check_error(const Error& error) {
  const std::string message = error.what();
  require(!message.empty() && message.size() < 4000, "a message of one sentence");
  require(!error.code().empty(), "a code");
  require(error.pointer().empty() || error.pointer().front() == '/', "a JSON pointer");
  for (const char c : error.code()) {
    require((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-', "a code of small letters");
  }
}

/// Whatever was read can be written, and reads back the same.
void check_round_trip(const Report& report) {
  const std::string text = write_report(report).dump();
  const Report back = expost::report::read_report_text(text);
  require(back.model.index() == report.model.index(), "the mechanism survives writing");
  require(same(back.theta(), report.theta()), "theta survives writing");
  if (std::holds_alternative<expost::PublishedModel>(report.model)) {
    const auto& before = report.linear_model();
    const auto& after = back.linear_model();
    require(after.kind() == before.kind(), "the kind of report survives writing");
    require(after.sigma == before.sigma && after.lambda == before.lambda, "the scales survive writing");
    require(!before.hessian || after.hessian->values == before.hessian->values, "the Hessian survives writing");
  }
  require(back.features == report.features && back.label == report.label, "the features survive writing");
  // Without features it has no effect and is not written.
  require(report.features.empty() || back.scaling == report.scaling, "the scaling survives writing");
  require(write_report(back).dump() == text, "a report is written the same again");
}

void check_coded(const CodedRecord& coded, const Report& report) {
  require(coded.x.size() == report.dimension(), "x has the report's dimension");
  require(coded.x.allFinite(), "x is finite");
  // A network's records may have any length.
  require(!report.scaling.unit_ball || coded.x.norm() <= 1 + 1e-12, "x lies in the unit ball");
  switch (report.loss().label_kind()) {
    case expost::report::LabelKind::binary:
      require(coded.y == -1 || coded.y == 1, "y is -1 or 1");
      break;
    case expost::report::LabelKind::number:
      require(coded.y >= -1 && coded.y <= 1, "y lies between -1 and 1");
      break;
    case expost::report::LabelKind::category:
      require(coded.y >= 0 && coded.y < static_cast<double>(report.loss().classes) && coded.y == std::floor(coded.y),
              "y is the number of a class");
      break;
  }
}

/// The record as a row of a table is coded to the same bits.
void check_row(const FeatureMap& map, const Report& report, const json& record, const CodedRecord& coded) {
  std::vector<std::string> header;
  json row = json::array();
  for (const auto& feature : report.features) {
    if (feature.kind != expost::report::FeatureKind::constant) {
      header.push_back(feature.name);
      row.push_back(record.contains(feature.name) ? record[feature.name] : json());
    }
  }
  header.push_back(report.label->name);
  row.push_back(record[report.label->name]);
  const RowCoder coder(map, header);
  auto counters = coder.counters();
  Eigen::VectorXd x(map.dimension());
  double y = 0;
  const json rows = json::array({row});
  const auto columns = expost::report::columns_of_rows(rows.get_ref<const json::array_t&>(), row.size(), 1, ErrorType::data);
  coder.code_row_of(columns, 0, 1, x.data(), y, counters);
  require(same(x, coded.x) && y == coded.y, "rows are coded as records are");
  const auto adjusted = [&](auto... kinds) {
    return std::ranges::any_of(coded.adjustments, [&](const auto& adjustment) { return ((adjustment.kind == kinds) || ...); });
  };
  using Kind = expost::report::Adjustment::Kind;
  require(counters.clamped_rows == (adjusted(Kind::raised, Kind::lowered) ? 1 : 0), "clamping is counted");
  require(counters.scaled == (adjusted(Kind::scaled) ? 1 : 0), "scaling is counted");
}

/// The record under other spellings of its levels is coded to the same bits.
void check_aliases(const FeatureMap& map, const Report& report, const json& record, const CodedRecord& coded) {
  const auto check = [&](const std::string& name, const json::object_t& aliases) {
    for (const auto& [alias, level] : aliases) {
      if (record.contains(name) && record[name] == level) {
        json spelt = record;
        spelt[name] = alias;
        const CodedRecord other = map.code_record(spelt);
        require(same(other.x, coded.x) && other.y == coded.y, "an alias is coded as its level is");
      }
    }
  };
  for (const auto& feature : report.features) {
    check(feature.name, feature.aliases);
  }
  check(report.label->name, report.label->aliases);
}

void check_bound(const Bound& bound, const CodedRecord& coded, const Report& report, const BoundOptions& options) {
  require(is_interval(bound.in) && is_interval(bound.out), "in and out are intervals");
  require(is_interval(bound.epsilon) && bound.epsilon.lower >= 0, "epsilon is an interval from 0");
  require(is_interval(bound.total) && bound.total.lower >= 0, "total is an interval from 0");
  require(is_interval(bound.total_in) && is_interval(bound.total_out), "total in and out are intervals");
  require(is_interval(bound.leverage) && bound.leverage.lower >= 0, "the leverage is an interval from 0");
  require(is_interval(bound.gradient), "the gradient term is an interval");
  require(bound.gradient_norm >= 0, "the norm term is 0 or more");
  require(bound.release_cost_pdp >= 0 && bound.release_cost_expost >= 0, "the release cost is 0 or more");
  require(std::isfinite(bound.first_derivative) && bound.second_derivative >= 0, "the derivatives are numbers");
  require(bound.alpha >= 0 && bound.alpha <= 1, "alpha lies between 0 and 1");
  require(bound.failure_probability > 0 && bound.total_failure_probability >= bound.failure_probability,
          "failure probabilities are above 0 and grow");
  if (options.method != Method::sharp) {
    return;
  }
  const double greatest = std::max(std::max(std::fabs(bound.in.lower), std::fabs(bound.in.upper)),
                                   std::max(std::fabs(bound.out.lower), std::fabs(bound.out.upper)));
  require(options.member != Membership::unknown || bound.epsilon.upper == greatest, "unknown membership covers both");
  const double norm = coded.x.norm();
  require(bound.leverage.upper <= norm * norm / report.linear_model().lambda * (1 + 1e-9) + 1e-300,
          "the leverage is at most |x|²/lambda");
  if ((coded.x.array() == 0).all()) {
    require(bound.epsilon.upper == 0 && bound.total.upper == 0, "a record of length 0 has no effect");
  }
  if (bound.epsilon.upper == 0) {
    require(bound.gradient_norm == 0 && bound.gradient.lower == 0 && bound.gradient.upper == 0, "0 only where no term is left");
  }
  if (bound.components) {
    const auto& parts = *bound.components;
    const double sum = parts.leverage + parts.gradient_norm + parts.gradient + parts.release;
    const double size =
        std::fabs(parts.leverage) + std::fabs(parts.gradient_norm) + std::fabs(parts.gradient) + std::fabs(parts.release);
    require(std::fabs(sum - bound.total.upper) <= 1e-9 * size + 1e-300, "the components add up to the total");
  }
}

/// The library's intervals hold the exact ones: no end is on the wrong side.
void check_around(const Interval& in, const Interval& out, const expost::reference::Ends& exact) {
  const auto at_least = [](double end, const expost::reference::Real& wanted) {
    static const expost::reference::Real lost = ldexp(expost::reference::Real(1), -400);
    return std::isinf(end) ? end > 0 : expost::reference::Real(end) >= wanted - lost;
  };
  require(at_least(in.upper, exact.in.upper), "a member's upper end is not below the exact one");
  require(at_least(out.upper, exact.out.upper), "a non-member's upper end is not below the exact one");
  require(at_least(-in.lower, -exact.in.lower), "a member's lower end is not above the exact one");
  require(at_least(-out.lower, -exact.out.lower), "a non-member's lower end is not above the exact one");
}

/// Compares a bound for so many records chosen beforehand with 200 bits.
void check_against_exact(const Bound& bound, const CodedRecord& coded, const Report& report, int records) {
  const expost::PublishedModel& model = report.linear_model();
  const double rho = report.failure_probability;
  expost::reference::Quantiles noise;
  noise.grid_slack = expost::grid_slack;
  noise.eigenvalue_floor = model.lambda;
  const double share = !model.hessian ? 1 : model.smallest_eigenvalue ? 0.7 : 0.8;
  noise.gradient = expost::normal_upper_quantile(0.5 * share * rho / records);
  if (model.hessian) {
    noise.hessian = expost::goe_upper_quantile(static_cast<int>(model.dimension()), 0.1 * rho);
    noise.direction = expost::leverage_shift(static_cast<int>(model.dimension()), 0.1 * rho, records);
  }
  if (model.smallest_eigenvalue) {
    const auto& released = *model.smallest_eigenvalue;
    const double floor =
        released.value - expost::normal_upper_quantile(0.1 * rho) * released.sigma - expost::grid_slack * released.grid;
    noise.eigenvalue_floor = std::fmax(model.lambda, floor);
  }
  check_around(bound.in, bound.out, expost::reference::sharp_ends(model, coded.x, coded.y, noise));
}

/// A bound for more records is wider where nothing but the model was published. With Ĥ the
/// leverage's upper end is the least of several that hold, found as well as the matrix allows, and
/// is compared with the exact one instead.
void check_wider(const Bound& many, const Bound& one) {
  const double largest = std::fmax(std::fmax(std::fabs(one.in.lower), std::fabs(one.in.upper)),
                                   std::fmax(std::fabs(one.out.lower), std::fabs(one.out.upper)));
  const double slack = std::isfinite(largest) ? 1e-12 * largest : 0;
  require(many.in.upper >= one.in.upper - slack && many.out.lower <= one.out.lower + slack,
          "a bound for more records reaches further");
  require(many.in.lower <= one.in.lower + slack && many.out.upper >= one.out.upper - slack,
          "a bound for more records is wider");
}

void check_bounds(const Report& report, const CodedRecord& coded) {
  const PreparedReport prepared(report.linear_model());
  for (const Method method : {Method::sharp, Method::redberg2021}) {
    for (const Membership member : {Membership::unknown, Membership::in, Membership::out}) {
      BoundOptions options;
      options.method = method;
      options.member = member;
      options.failure_probability = report.failure_probability;
      const Bound one = BoundRule(prepared, options).bound(coded.x, coded.y);
      check_bound(one, coded, report, options);
      if (method == Method::sharp && member == Membership::unknown && report.dimension() <= largest_compared) {
        check_against_exact(one, coded, report, 1);
      }
      const Bound again = BoundRule(prepared, options).bound(coded.x, coded.y);
      require(again.epsilon.upper == one.epsilon.upper && again.total.upper == one.total.upper,
              "the same call, the same bound");
      if (method == Method::sharp) {
        options.uniformity = {Uniformity::Kind::rows, records_tried};
        const Bound many = BoundRule(prepared, options).bound(coded.x, coded.y);
        check_bound(many, coded, report, options);
        if (!report.linear_model().hessian) {
          check_wider(many, one);
        }
        if (report.dimension() <= largest_compared) {
          check_against_exact(many, coded, report, records_tried);
        }
        options.uniformity = {Uniformity::Kind::all, 1};
        check_bound(BoundRule(prepared, options).bound(coded.x, coded.y), coded, report, options);
      }
    }
  }
}

std::pair<std::string_view, std::string_view> divided(std::string_view input) {
  constexpr std::string_view line = "\n---\n";
  const std::size_t place = input.find(line);
  if (place == std::string_view::npos) {
    return {input, ""};
  }
  return {input.substr(0, place), input.substr(place + line.size())};
}

/// A number that is hard on arithmetic, or near the one that was there.
double hostile_number(std::mt19937& words, double old) {
  constexpr std::array<double, 24> extremes = {0,      -0.0,  1,      -1,     0.5,    2,      1e-3,  1e3,
                                               1e-8,   1e8,   1e-16,  1e16,   1e-100, 1e100,  1e150, 1e-150,
                                               1e-300, 1e300, 5e-324, 1e-310, -1e300, 1e-200, 1e200, 1.7976931348623157e308};
  switch (words() % 6) {
    case 0:
      return -old;
    case 1:
      return old * std::pow(10.0, static_cast<double>(words() % 41) - 20);
    case 2:
      return std::nextafter(old, words() % 2 == 0 ? 1e308 : -1e308);
    case 3:
      return old + static_cast<double>(words() % 2001) / 1000 - 1;
    default:
      return extremes[words() % extremes.size()];
  }
}

void collect_leaves(json& value, std::vector<json*>& leaves) {
  if (value.is_structured() && !value.empty()) {
    for (auto& item : value) {
      collect_leaves(item, leaves);
    }
  } else {
    leaves.push_back(&value);
  }
}

/// Changes up to three values, so that the text stays a document: single bytes hardly ever reach
/// the arithmetic.
bool mutate_document(std::string& text, std::mt19937& words) {
  json document = json::parse(text, nullptr, false);
  std::vector<json*> leaves;
  if (document.is_discarded()) {
    return false;
  }
  collect_leaves(document, leaves);
  for (std::size_t changes = 1 + words() % 3; changes > 0; --changes) {
    json& leaf = *leaves[words() % leaves.size()];
    if (leaf.is_number()) {
      leaf = hostile_number(words, leaf.get<double>());
    } else {
      const json& other = *leaves[words() % leaves.size()];
      leaf = words() % 4 == 0 ? json() : json(other);
    }
  }
  text = document.dump(-1, ' ', false, json::error_handler_t::replace);
  return true;
}

/// The other mechanisms: intervals around nothing but numbers, and ε̄ what the ends say.
void check_ends(const Interval& in, const Interval& out, const Interval& epsilon) {
  require(is_interval(in) && is_interval(out), "in and out are intervals");
  require(is_interval(epsilon) && epsilon.lower >= 0, "epsilon is an interval from 0");
  const double largest = std::fmax(std::fmax(-in.lower, in.upper), std::fmax(-out.lower, out.upper));
  require(epsilon.upper >= largest, "epsilon covers both ends of both intervals");
}

struct OtherBounds {
  const CodedRecord& coded;
  double rho;

  void operator()(const expost::PublishedModel&) const {}
  void operator()(const expost::PublishedSoftmaxModel& model) const {
    const expost::PreparedSoftmaxReport prepared(model);
    for (const Uniformity::Kind kind : {Uniformity::Kind::one, Uniformity::Kind::all}) {
      BoundOptions options;
      options.failure_probability = rho;
      options.uniformity.kind = kind;
      const expost::SoftmaxBoundRule rule(prepared, options);
      const auto label = static_cast<Eigen::Index>(coded.y);
      const auto bound = rule.bound(coded.x, label);
      check_ends(bound.in, bound.out, bound.epsilon);
      check_ends(bound.total_in, bound.total_out, bound.total);
      if (kind == Uniformity::Kind::one && model.classes <= 3 && (model.classes - 1) * model.features() <= largest_compared) {
        check_around(bound.in, bound.out,
                     expost::reference::softmax_ends_for(bound.in, bound.out, model, coded.x, label,
                                                         expost::reference::softmax_quantiles(model, rule.event(), rho)));
      }
    }
  }
  void operator()(const expost::PublishedLaplaceModel& model) const {
    const auto bound = laplace_bound(model, coded.x, coded.y, Membership::unknown);
    check_ends(bound.in, bound.out, bound.epsilon);
  }
  void operator()(const expost::PublishedOutputPerturbation& model) const {
    Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(model.theta.size(), model.theta.size());
    const expost::OutputPerturbation mechanism(std::move(identity), 1 / (model.sigma * model.sigma));
    const auto bound = mechanism.bound({model.loss, model.lambda}, model.theta, coded.x, coded.y, rho);
    check_ends(bound.loss, bound.loss, bound.epsilon);
  }
  void operator()(const expost::PublishedPosteriorSample& model) const {
    const auto bound = posterior_sample_bound(model, coded.x, coded.y, Membership::unknown, rho);
    check_ends(bound.in, bound.out, bound.epsilon);
  }
  void operator()(const expost::PublishedAdaOps& model) const {
    const auto bound = ada_ops_bound(model, coded.x, coded.y, Membership::unknown, rho);
    check_ends(bound.in, bound.out, bound.epsilon);
  }
  void operator()(const expost::PublishedDescent& model) const {
    // Each step of a path has a number of its own, whether or not its iterate is there.
    if (model.done > most_steps) {
      return;
    }
    const expost::PreparedDescent prepared(model);
    const auto one = prepared.bound(coded.x, coded.y, Membership::unknown, rho, {});
    check_ends(one.in, one.out, one.epsilon);
    const auto several = prepared.bound(coded.x, coded.y, Membership::unknown, rho, {Uniformity::Kind::rows, 1000});
    check_ends(several.in, several.out, several.epsilon);
    require(several.epsilon.upper >= one.epsilon.upper * (1 - 1e-3),
            "a bound for 1,000 records is no smaller than that for one");
    require(one.energy <= one.energy_cap * (1 + 1e-6) + 1e-200, "the energy is at most its cap");
    if (prepared.everybody_gap() == expost::EverybodyGap::none) {
      const auto all = prepared.bound(coded.x, coded.y, Membership::unknown, rho, {Uniformity::Kind::all, 1});
      check_ends(all.in, all.out, all.epsilon);
    }
  }
};

void check_other_bounds(const Report& report, const CodedRecord& coded) {
  for (const double rho : {report.failure_probability, 0.05}) {
    try {
      std::visit(OtherBounds{coded, rho}, report.model);
    } catch (const Error& error) {
      check_error(error);
    }
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned int seed);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Every other input is changed as documents, the rest as bytes.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size, unsigned int seed) {
  std::mt19937 words(seed);
  if (words() % 2 == 0) {
    const auto [report, record] = divided({reinterpret_cast<const char*>(data), size});
    std::array<std::string, 2> texts = {std::string(report), std::string(record)};
    if (mutate_document(texts[words() % 4 == 0 ? 1 : 0], words)) {
      const std::string joined = texts[0] + "\n---\n" + texts[1];
      if (joined.size() <= max_size) {
        std::memcpy(data, joined.data(), joined.size());
        return joined.size();
      }
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto [report_text, record_text] = divided({reinterpret_cast<const char*>(data), size});
  try {
    const Report report = expost::report::read_report_text(report_text);
    check_round_trip(report);
    const FeatureMap map(report);
    require(map.dimension() == report.dimension(), "features and theta agree");
    const json record = expost::report::parse_document(record_text, ErrorType::record);
    std::vector<Error> errors;
    const std::optional<CodedRecord> checked = map.checked_record(record, errors);
    for (const Error& error : errors) {
      check_error(error);
    }
    require(checked.has_value() == errors.empty(), "a record is coded exactly where it has no error");
    if (!checked) {
      return 0;
    }
    const CodedRecord coded = map.code_record(record);
    check_coded(coded, report);
    if (map.has_features()) {
      check_row(map, report, record, coded);
      check_aliases(map, report, record, coded);
    }
    if (report.theta().size() <= largest_bounded) {
      if (std::holds_alternative<expost::PublishedModel>(report.model)) {
        check_bounds(report, coded);
      } else {
        check_other_bounds(report, coded);
      }
    }
  } catch (const Error& error) {
    require(error.type() != ErrorType::argument, "neither report nor record is an argument");
    check_error(error);
  }
  return 0;
}

#include "mechanisms/trained_elsewhere.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;

constexpr double one_in_a_billion = 1e-9;

std::string shown(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

}  // namespace

Eigen::VectorXd read_vector(const Request& request, const char* key, Eigen::Index length) {
  const json& items = request.required(key);
  const std::string expected = "must be an array of " + std::to_string(length) + " finite numbers";
  if (!items.is_array() || static_cast<Eigen::Index>(items.size()) != length) {
    request.refuse(key, "wrong-length", {expected, items.is_array() ? report::sentence({", but has ", items.size()}) : ""});
  }
  Eigen::VectorXd vector(length);
  for (Eigen::Index i = 0; i < length; ++i) {
    const json& item = items[static_cast<std::size_t>(i)];
    const double value = item.is_number() ? item.get<double>() : std::nan("");
    if (!std::isfinite(value)) {
      request.refuse(key, "wrong-type", {expected});
    }
    vector(i) = value;
  }
  return vector;
}

double agreed_scale(const Request& model, const char* key, std::optional<double> of_study, const char* study_pointer) {
  const std::optional<double> stated = model.optional_number(key);
  if (stated && !(*stated > 0 && std::isfinite(*stated))) {
    model.refuse(key, "out-of-range", "must be a number above 0");
  }
  if (stated && of_study && *stated != *of_study) {
    model.refuse(key, "inconsistent", {"must be that of the study's ", study_pointer});
  }
  if (!stated && !of_study) {
    model.refuse(key, "missing", {"must be given here, or in the study as ", study_pointer});
  }
  return stated ? *stated : *of_study;
}

const report::TrainedElsewhere& stated_elsewhere(const report::Study& study) {
  if (!study.elsewhere) {
    throw Error(
        ErrorType::study, "missing", "/mechanism/elsewhere",
        study.mechanism == report::MechanismKind::objective_gaussian
            ? "/mechanism/elsewhere must be an object with rowsAtMost, a round number of rows, and residual, a bound on the "
              "length of gradient and noise where training stops; both are published"
            : "/mechanism/elsewhere must be an object with rowsAtMost, a round number of rows, which is published");
  }
  return *study.elsewhere;
}

OutputRounding elsewhere_rounding(double step, const report::TrainedElsewhere& stated) {
  return {step, stated.rows_at_most, true};
}

void Doubts::between(double length, double slack, double least, double most, const char* what, const char* noise) {
  if (length + slack >= least && length - slack <= most) {
    return;
  }
  sentences_.push_back(std::string("the model does not fit the data: ") + what + " has length " + shown(length) +
                       ", but noise of the stated " + noise + " makes it lie between " + shown(least) + " and " + shown(most) +
                       " for all but two models in a billion; check theta, " + noise +
                       ", lambda, and that study and data are those it was trained with");
}

void Doubts::chi_length(double length, double slack, double degrees, double scale, const char* what, const char* noise) {
  between(length, slack, scale * std::sqrt(chi_squared_upper_quantile(degrees, 1 - one_in_a_billion)),
          scale * std::sqrt(chi_squared_upper_quantile(degrees, one_in_a_billion)), what, noise);
}

void Doubts::gamma_length(double length, double d, double rate, const char* what, const char* noise) {
  // Twice the rate times a Gamma(d) variable is chi-squared with 2d degrees of freedom.
  between(length, 0, 0.5 * chi_squared_upper_quantile(2 * d, 1 - one_in_a_billion) / rate,
          0.5 * chi_squared_upper_quantile(2 * d, one_in_a_billion) / rate, what, noise);
}

void Doubts::rows(std::int64_t rows, const report::TrainedElsewhere& stated) {
  if (static_cast<double>(rows) > stated.rows_at_most) {
    sentences_.push_back("the data have more rows than /mechanism/elsewhere/rowsAtMost: the bounds don't hold for them");
  }
}

void Doubts::residual(double found, const report::TrainedElsewhere& stated) {
  if (!(found <= stated.residual)) {
    sentences_.push_back("gradient and noise at theta have length " + shown(found) +
                         ", more than /mechanism/elsewhere/residual: the bounds don't hold for them");
  }
}

}  // namespace expost::operations

#include "trained_elsewhere.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "expost/error.hpp"
#include "expost/gaussian.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;

constexpr double one_in_a_billion = 1e-9;

std::string shown(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

void require_between(double length, double least, double most, const char* what, const char* noise) {
  if (!(length >= least && length <= most)) {
    throw Error(Fault::argument, "implausible", "/model",
                std::string("the model does not fit the data: ") + what + " has length " + shown(length) +
                    ", but noise of the stated " + noise + " makes it lie between " + shown(least) + " and " + shown(most) +
                    " for all but two models in a billion; check theta, " + noise +
                    ", lambda, and that study and data are those it was trained with");
  }
}

}  // namespace

Eigen::VectorXd read_vector(const Request& request, const char* key, Eigen::Index length) {
  const json& items = request.required(key);
  const std::string expected = "must be an array of " + std::to_string(length) + " finite numbers";
  if (!items.is_array() || static_cast<Eigen::Index>(items.size()) != length) {
    request.refuse(key, "wrong-length",
                   expected + (items.is_array() ? ", but has " + std::to_string(items.size()) : std::string()));
  }
  Eigen::VectorXd vector(length);
  for (Eigen::Index i = 0; i < length; ++i) {
    const json& item = items[static_cast<std::size_t>(i)];
    const double value = item.is_number() ? item.get<double>() : std::nan("");
    if (!std::isfinite(value)) {
      request.refuse(key, "wrong-type", expected);
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
    model.refuse(key, "inconsistent", std::string("must be that of the study's ") + study_pointer);
  }
  if (!stated && !of_study) {
    model.refuse(key, "missing", std::string("must be given here, or in the study as ") + study_pointer);
  }
  return stated ? *stated : *of_study;
}

StatedNoise read_stated_noise(const Request& model, const Eigen::VectorXd& gradient, double rounding) {
  if (model.has("b")) {
    StatedNoise noise{read_vector(model, "b", gradient.size()), 0};
    noise.residual = (gradient + noise.b).norm() + rounding;
    return noise;
  }
  const double residual = model.has("residual") ? model.number("residual") : -1;
  if (!(residual >= 0 && std::isfinite(residual))) {
    model.refuse("residual", model.has("residual") ? "out-of-range" : "missing",
                 "must be a number of 0 or more, the length of gradient + noise at theta where training stopped (or give the "
                 "noise as b, which is not published)");
  }
  return {{}, residual};
}

void require_chi_length(double length, double degrees, double scale, const char* what, const char* noise) {
  require_between(length, scale * std::sqrt(chi_squared_upper_quantile(degrees, 1 - one_in_a_billion)),
                  scale * std::sqrt(chi_squared_upper_quantile(degrees, one_in_a_billion)), what, noise);
}

void require_gamma_length(double length, double d, double rate, const char* what, const char* noise) {
  // Twice the rate times a Gamma(d) variable is chi-squared with 2d degrees of freedom.
  require_between(length, 0.5 * chi_squared_upper_quantile(2 * d, 1 - one_in_a_billion) / rate,
                  0.5 * chi_squared_upper_quantile(2 * d, one_in_a_billion) / rate, what, noise);
}

}  // namespace expost::operations

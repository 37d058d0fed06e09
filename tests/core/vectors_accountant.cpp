// Every case of tests/vectors/accountant.json.
#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <string>

#include "closeness.hpp"
#include "expost/accounting/accountant.hpp"
#include "expost/accounting/report_accountant.hpp"
#include "expost/numerics/constants.hpp"
#include "reference_loss.hpp"
#include "reference_table.hpp"

namespace expost {
namespace {

/// "shift_delta_0.3" ends with its ε, "lecture_eps_1e-05" with its δ.
double number_after(const std::string& key, const std::string& prefix) {
  return std::stod(key.substr(prefix.size()));
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.rfind(prefix, 0) == 0;
}

std::optional<double> optional_number(const ReferenceTable& value) {
  return value.is_null() ? std::nullopt : std::optional<double>(value.get<double>());
}

// The same ε by dominated_report_delta, which has no inverse of its own: bisection on the
// logarithm.
double dominated_report_epsilon(const ModelMechanism& mechanism, const ReleaseNoise& noise, double delta) {
  double low = 0;
  double high = 1;
  while (dominated_report_delta(mechanism, noise, high) > delta) {
    high *= 2;
  }
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (dominated_report_delta(mechanism, noise, middle) > delta ? low : high) = middle;
  }
  return high;
}

}  // namespace

TEST_CASE("vectors: accountants") {
  const ReferenceTable table = reference_table("accountant");
  const Tolerance relative{reference_number(table["tolerance"]["rel"])};
  // The file's tolerance of what comes from a two-fold maximisation and quadrature: the joint form
  // of the whole report.
  const Tolerance joint_relative{reference_number(table["tolerance"]["joint_rel"])};
  int checked = 0;
  for (const auto& item : table["cases"]) {
    const auto id = item["id"].get<std::string>();
    const auto kind = item["kind"].get<std::string>();
    const auto& in = item["inputs"];
    const Loss loss = reference_loss(in);
    ++checked;
    for (const auto& [key, value] : item["expected"].items()) {
      const std::string what = id + " " + key;
      if (kind == "evaluate") {
        const ModelMechanism mechanism{loss, in["lam"], in["sigma"]};
        check_close(id + " kappa", std::log1p(loss.smoothness() / mechanism.lambda), in["kappa"], relative);
        check_close(id + " m", loss.lipschitz() / mechanism.sigma, in["m"], relative);
        const double expected = reference_number(value);
        if (starts_with(key, "lecture_eps_")) {
          check_close(what, model_epsilon(Accountant::wang2021, mechanism, number_after(key, "lecture_eps_")), expected,
                      relative);
        } else if (starts_with(key, "shift_eps_")) {
          check_close(what, model_epsilon(Accountant::shift, mechanism, number_after(key, "shift_eps_")), expected, relative);
        } else if (starts_with(key, "shift_delta_")) {
          check_close(what, model_delta(Accountant::shift, mechanism, number_after(key, "shift_delta_")), expected, relative);
        } else if (starts_with(key, "joint_delta_")) {
          check_close(what, model_delta(Accountant::joint, mechanism, number_after(key, "joint_delta_")), expected, relative);
        } else if (starts_with(key, "redberg2023_delta_")) {
          // "inf" says that λ ≤ β gives no guarantee: a δ of 1 here.
          check_close(what, model_delta(Accountant::redberg2023, mechanism, number_after(key, "redberg2023_delta_")),
                      std::fmin(1, expected), relative);
        } else {
          FAIL_CHECK(what << " is not checked");
        }
      } else if (kind == "calibrate") {
        const double epsilon = in["epsilon"];
        const double delta = in["delta"];
        const std::optional<double> lambda = in["lam"].get<double>();
        const auto sigma = [&](Accountant accountant) {
          return calibrate_model(accountant, loss, epsilon, delta, lambda).sigma;
        };
        if (key == "kifer") {
          const Calibration kifer = calibrate_model(Accountant::kst2012, loss, epsilon, delta, lambda);
          check_close(what, kifer.lambda, value["lam"], relative);
          check_close(what, kifer.sigma, value["sigma"], relative);
        } else if (key == "lecture_sigma") {
          check_close(what, sigma(Accountant::wang2021), reference_number(value), relative);
        } else if (key == "shift_sigma") {
          check_close(what, sigma(Accountant::shift), reference_number(value), relative);
        } else if (key == "joint_sigma") {
          check_close(what, sigma(Accountant::joint), reference_number(value), relative);
        } else if (key == "joint_auto") {
          const Calibration automatic = calibrate_model(Accountant::joint, loss, epsilon, delta, std::nullopt);
          check_close(what, automatic.lambda, value["lam"], relative);
          check_close(what, automatic.sigma, value["sigma"], relative);
        } else {
          FAIL_CHECK(what << " is not checked");
        }
      } else {
        REQUIRE(kind == "whole_report");
        const ModelMechanism mechanism{loss, in["lam"], in["sigma"]};
        const ReleaseNoise noise{optional_number(in["sigma2"]), optional_number(in["sigma3"]), optional_number(in["sigma4"])};
        const double expected = reference_number(value);
        // Removal and addition apart can only be sharper; with the sign of f' fixed they are the
        // same.
        const auto check_apart = [&](double apart) {
          CHECK_MESSAGE(apart <= expected * (1 + relative.relative), what);
          if (loss.derivative_sign_fixed()) {
            check_close(what, apart, expected, relative);
          }
        };
        if (starts_with(key, "delta_")) {
          const double epsilon = number_after(key, "delta_");
          check_close(what, dominated_report_delta(mechanism, noise, epsilon), expected, relative);
          check_apart(report_delta(Accountant::shift, mechanism, noise, epsilon));
        } else if (starts_with(key, "epsilon_")) {
          const double delta = number_after(key, "epsilon_");
          check_close(what, dominated_report_epsilon(mechanism, noise, delta), expected, relative);
          check_apart(report_epsilon(Accountant::shift, mechanism, noise, delta));
        } else if (starts_with(key, "joint_delta_")) {
          check_close(what, report_delta(Accountant::joint, mechanism, noise, number_after(key, "joint_delta_")), expected,
                      joint_relative);
        } else {
          FAIL_CHECK(what << " is not checked");
        }
      }
    }
  }
  CHECK(checked == 36);
}

// The line under the proof in section 7: σ at δ = 1e-6 for the logistic loss, as printed there.
TEST_CASE("section 7: printed noise levels") {
  const Loss loss{LossKind::logistic};
  const double epsilons[] = {0.1, 0.5, 1, 2, 4};
  const double kifer[] = {107.92, 21.73, 10.96, 5.569, 2.873};
  const double joint[] = {36.30, 8.058, 4.225, 2.231, 1.194};
  for (int i = 0; i < 5; ++i) {
    // four or five printed digits: half a unit of the fourth is at most 5e-4
    check_close("kifer", calibrate_model(Accountant::kst2012, loss, epsilons[i], 1e-6, std::nullopt).sigma, kifer[i], {5e-4});
    check_close("joint", calibrate_model(Accountant::joint, loss, epsilons[i], 1e-6, std::nullopt).sigma, joint[i], {5e-4});
  }
  CHECK(calibrate_model(Accountant::joint, Loss{LossKind::squared}, 1, 1e-6, std::nullopt).sigma == infinity);
}

}  // namespace expost

#include "model_check.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <variant>

#include "document.hpp"
#include "expost/accounting/implied_guarantee.hpp"
#include "expost/accounting/sensitivity.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/mechanisms/ada_ops.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/report/names.hpp"
#include "expost/report/number_text.hpp"

namespace expost::report {
namespace {

/// Publishers round σ, λ and ε to four digits or more: each is off by up to 5e-4 of itself, and ε
/// changes about as much as σ. A promise that is off by this share is shown as the same number.
constexpr double rounded_share = 1e-3;

/// Three digits, rounded down: an ε that isn't reached is told as no more than it is.
std::string rounded_down(double value) {
  if (!(value > 0 && value < infinity)) {
    return format_number(value);
  }
  double power = 1;
  if (value >= 1000) {
    while (value / power >= 1000) {
      power *= 10;
    }
    return format_number(std::floor(value / power) * power);
  }
  while (value * power < 100) {
    power *= 10;
  }
  return format_number(std::floor(value * power) / power);
}

class PromiseCheck {
 public:
  explicit PromiseCheck(const Guarantee& guarantee) : guarantee_(guarantee) {}

  void operator()(const PublishedModel& model) const {
    if (!(model.loss.lipschitz() < infinity)) {
      refuse_any("the squared loss");
    }
    gaussian(ModelMechanism{model.loss, model.lambda, model.sigma}, release_noise(model, 0));
  }

  void operator()(const PublishedSoftmaxModel& model) const {
    gaussian(SoftmaxMechanism{static_cast<int>(model.classes), model.parts.lambda, model.parts.sigma},
             release_noise(model.parts, 0));
  }

  void operator()(const PublishedLaplaceModel& model) const {
    const double pure = model.classes > 0 ? laplace_softmax_epsilon(static_cast<int>(model.classes), model.lambda, model.eta)
                                          : laplace_epsilon(model.loss, model.lambda, model.eta);
    if (!(pure < infinity)) {
      refuse_any("the squared loss");
    }
    follows_from(pure, 0, "eta and lambda");
  }

  void operator()(const PublishedOutputPerturbation& model) const {
    const double shift = model.loss.lipschitz() / (model.lambda * model.sigma);
    if (!(model.loss.lipschitz() < infinity)) {
      refuse_any("the squared loss");
    }
    if (gaussian_delta(stretched(guarantee_.epsilon), shift) > stretched(guarantee_.delta)) {
      refuse(gaussian_epsilon(guarantee_.delta, shift), "sigma and lambda");
    }
  }

  void operator()(const PublishedPosteriorSample&) const { refuse_any("a posterior sample with settings of one's own"); }

  void operator()(const PublishedAdaOps& model) const {
    const double lipschitz = elementary::exp(model.log_residual);
    if (!(lipschitz > 0 && lipschitz < infinity)) {
      throw_error(ErrorType::report, "out-of-range", "/model/mechanism/adaptive/logResidual",
                  {"/model/mechanism/adaptive/logResidual must be the logarithm of a number, but is ", model.log_residual});
    }
    const AdaOpsChoice choice = ada_ops_choice(model.budget, model.theta.size(), model.smallest_eigenvalue, model.log_residual);
    // As other programs may compute them. A larger ridge or a smaller gamma reveals less.
    // Version 0.1.0 had no least ridge.
    const double least = choice.lambda * (1 - 1e-6) - (model.rounding.step > 0 ? 0 : 0x1p-30);
    if (model.lambda < least || model.gamma > choice.gamma * (1 + 1e-6)) {
      refuse_as({"lambda ", model.lambda, " and gamma ", model.gamma,
                 " are stated, but with /model/mechanism/adaptive they are ", choice.lambda, " and ", choice.gamma});
    }
    follows_from(model.budget.epsilon, model.budget.delta, "/model/mechanism/adaptive");
  }

  void operator()(const PublishedDescent& model) const {
    const DescentAccountant accountant = accountant_of(model.plan.sampling);
    // Quick, and never below the other one for Poisson sampling.
    if (accountant == DescentAccountant::pld && kept(DescentAccountant::rdp, model)) {
      return;
    }
    const bool counts = accountant != DescentAccountant::pld || composes(model.plan);
    const DescentAccountant counting = counts ? accountant : DescentAccountant::rdp;
    if (counts && kept(accountant, model)) {
      return;
    }
    const double least = promised_epsilon(counting, model.plan, model.theta.size(), guarantee_.delta);
    if (!(least < infinity)) {
      refuse_any("clip, sigma and steps");
    }
    refuse(least, "clip, sigma, steps and sampling");
  }

 private:
  [[nodiscard]] bool kept(DescentAccountant accountant, const PublishedDescent& model) const {
    const double delta = stretched(guarantee_.delta);
    return promises(accountant, model.plan, model.theta.size(), stretched(guarantee_.epsilon),
                    delta < 1 ? delta : guarantee_.delta);
  }

  /// Whether losses are composed numerically. Beyond, that takes minutes and tells next to nothing
  /// that Rényi orders don't: a record is hardly ever drawn, or leaves hardly a trace.
  static bool composes(const DescentPlan& plan) { return plan.rate >= 1e-9 && plan.sigma <= 1e4 * plan.clip; }

  /// The accountant that the guarantee names, or the sampling's default.
  [[nodiscard]] DescentAccountant accountant_of(DescentSampling sampling) const {
    const bool poisson = sampling == DescentSampling::poisson;
    if (guarantee_.accountant.empty()) {
      return poisson ? DescentAccountant::pld : DescentAccountant::gaussian;
    }
    const std::optional<DescentAccountant> accountant = named<DescentAccountant>(guarantee_.accountant);
    const char* const pointer = "/guarantee/accountant";
    const bool fits = accountant && (*accountant == DescentAccountant::gaussian) != poisson;
    if (!fits) {
      throw Error(ErrorType::report, accountant ? "inconsistent" : "unknown-name", pointer,
                  std::string(pointer) + " must be " + (poisson ? "\"rdp\" or \"pld\"" : "\"gaussian\"") +
                      " where the sampling is \"" + name_of(sampling) + "\", but is " + in_quotes(guarantee_.accountant));
    }
    return *accountant;
  }

  static double stretched(double value) { return value * (1 + rounded_share); }

  template <class GaussianMechanism>
  void gaussian(const GaussianMechanism& mechanism, const ReleaseNoise& noise) const {
    const double delta = stretched(guarantee_.delta);
    const double epsilon = stretched(guarantee_.epsilon);
    if (!(delta < 1)) {
      return;
    }
    // The first is quick, and settles nearly all that is refused.
    if (gaussian_delta(epsilon, attained_shift(mechanism, noise)) > delta ||
        least_delta(mechanism, noise, epsilon, delta) > delta) {
      refuse(least_epsilon(mechanism, noise, guarantee_.delta, guarantee_.epsilon),
             noise.gradient || noise.hessian ? "sigma, lambda and the releases" : "sigma and lambda");
    }
  }

  /// Whether the promise follows from another one that holds: a larger δ buys a smaller ε (Kairouz,
  /// Oh & Viswanath 2015).
  void follows_from(double epsilon, double delta, const char* source) const {
    const double stated = stretched(guarantee_.epsilon);
    double needed = delta;
    if (stated < epsilon) {
      // (e^ε − e^ε')/(1 + e^ε), without overflow.
      needed += (1 - delta) * -elementary::expm1(stated - epsilon) / (1 + elementary::exp(-epsilon));
    }
    if (needed > stretched(guarantee_.delta)) {
      if (stated < epsilon) {
        refuse(epsilon, source, delta);
      }
      refuse_as({"delta ", guarantee_.delta, " is stated, but ", source, " gives ", delta});
    }
  }

  [[noreturn]] static void refuse_as(std::initializer_list<Phrase> predicate) {
    throw_error(ErrorType::report, "not-implied", "/guarantee",
                {"/guarantee is not what the report's noise gives: ", sentence(predicate)});
  }

  [[noreturn]] void refuse(double least, const char* source) const { refuse(least, source, guarantee_.delta); }
  [[noreturn]] void refuse(double least, const char* source, double delta) const {
    refuse_as({"epsilon ", guarantee_.epsilon, " is stated, but with ", source, " it is ", rounded_down(least),
               " or more at delta ", delta});
  }

  [[noreturn]] void refuse_any(const char* source) const {
    refuse_as({"epsilon ", guarantee_.epsilon, " is stated, but with ", source, " no epsilon is finite for all data"});
  }

  const Guarantee& guarantee_;
};

/// λ, λ̃ and Δ of an adaptive sample that was computed exactly.
void check_grids(const PublishedAdaOps& model) {
  if (!(model.rounding.step > 0)) {
    return;
  }
  const auto refuse = [](const char* key, const char* code, std::initializer_list<Phrase> predicate) {
    const std::string pointer = sentence({"/model/mechanism/", key});
    throw_error(ErrorType::report, code, pointer, {pointer, " ", sentence(predicate)});
  };
  if (model.rounding.elsewhere) {
    refuse("x-noise", "inconsistent", {"must be left out: an adaptive sample comes from no other program"});
  }
  if (!(model.lambda >= 0x1p-40)) {
    refuse("lambda", "out-of-range", {"must be at least 2^-40 next to x-rounding"});
  }
  const auto check = [&](const char* key, double value, double step) {
    if (may_be_clamped(value, step)) {
      refuse(key, "out-of-range", {"is too large next to its noise, where numbers are cut off"});
    }
    if (value != std::nearbyint(value / step) * step) {
      refuse(key, "off-grid", {"must be a whole multiple of ", step, " next to x-rounding"});
    }
  };
  check("adaptive/smallestEigenvalue", model.smallest_eigenvalue, ada_ops_eigenvalue_grid(model.budget).step);
  check("adaptive/logResidual", model.log_residual,
        ada_ops_residual_grid(model.budget, model.lambda + model.smallest_eigenvalue).step);
}

}  // namespace

void check_model(const std::optional<Guarantee>& guarantee, const ReportModel& model) {
  if (const auto* adaptive = std::get_if<PublishedAdaOps>(&model)) {
    check_grids(*adaptive);
  }
  if (guarantee) {
    std::visit(PromiseCheck(*guarantee), model);
  }
}

}  // namespace expost::report

#include <utility>

#include "documents/names.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/limits.hpp"
#include "mechanisms/every_mechanism.hpp"
#include "mechanisms/plan_parts.hpp"

namespace expost::operations {
namespace {

/// The plan's sampling, from `rate` or `batches`.
void read_sampling(const Request& request, DescentPlan& plan, ObjectWriter& sampling) {
  if (request.has("rate") && request.has("batches")) {
    request.refuse("rate", "inconsistent", "must be left out next to batches: a record is sampled or shuffled");
  }
  if (request.has("rate")) {
    plan.sampling = DescentSampling::poisson;
    plan.rate = request.number("rate");
    if (!(plan.rate > 0 && plan.rate < 1)) {
      request.refuse("rate", "out-of-range", "must lie strictly between 0 and 1");
    }
  } else if (request.has("batches")) {
    plan.sampling = DescentSampling::shuffle;
    plan.batches = request.integer("batches", 1, plan.steps);
    if (plan.steps % plan.batches != 0) {
      request.refuse("batches", "out-of-range", "must divide steps: an epoch is whole");
    }
  }
  sampling.put_text("kind", name_of(plan.sampling));
  if (request.has("rate")) {
    sampling.put("rate", plan.rate);
  }
  if (request.has("batches")) {
    sampling.put_count("batches", plan.batches);
  }
}

DescentAccountant read_accountant(const Request& request, const DescentPlan& plan) {
  const bool sampled = plan.rate < 1;
  const DescentAccountant accountant =
      request.choice("accountant", sampled ? DescentAccountant::pld : DescentAccountant::gaussian);
  if ((accountant == DescentAccountant::gaussian) == sampled) {
    request.refuse("accountant", "inconsistent",
                   sampled ? "must be pld or rdp for Poisson sampling" : "must be gaussian without Poisson sampling");
  }
  return accountant;
}

}  // namespace

nlohmann::ordered_json plan_descent(const Request& request, const report::ModelLoss& loss, double epsilon) {
  const double delta = planned_delta(request);
  for (const char* const key : {"lambda", "shares", "composition", "accounting"}) {
    if (request.has(key)) {
      request.refuse(key, "inconsistent", "must be left out: noisy gradient descent has no such number");
    }
  }
  DescentPlan plan;
  plan.clip = request.number("clip");
  if (!(plan.clip > 0 && plan.clip < infinity)) {
    request.refuse("clip", "out-of-range", "must be a number above 0");
  }
  plan.steps = request.integer("steps", 1, static_cast<int>(report::limits::steps));
  ObjectWriter sampling;
  read_sampling(request, plan, sampling);
  const DescentAccountant accountant = read_accountant(request, plan);
  const Eigen::Index parameters =
      request.has("dimension")
          ? request.integer("dimension", 1, static_cast<int>(report::limits::dimension / loss.blocks())) * loss.blocks()
          : 1;
  const bool met = calibrate(accountant, plan, parameters, epsilon, delta);
  ObjectWriter model;
  model.put("clip", plan.clip)
      .put_count("steps", plan.steps)
      .put("sampling", std::move(sampling))
      .put_text("accountant", name_of(accountant))
      .put("sigma", met ? plan.sigma : infinity)
      .put("multiplier", met ? plan.sigma / plan.clip : infinity);
  if (met) {
    const double multiplier = plan.sigma / plan.clip;
    model.put("energyCap", plan.rounds() / (multiplier * multiplier));
  } else {
    model.put_null("energyCap").put_text("reason", "no noise of at most 1e6 clip norms gives this guarantee for so many steps");
  }
  return plan_of_model(plan_writer(loss, mechanism_writer(report::MechanismKind::noisy_gradient_descent), epsilon, delta),
                       std::move(model), met ? epsilon : infinity, delta);
}

}  // namespace expost::operations

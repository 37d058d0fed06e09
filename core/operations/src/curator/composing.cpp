#include "curator/composing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "documents/object_writer.hpp"
#include "documents/request.hpp"
#include "expost/accounting/composable_promise.hpp"
#include "expost/accounting/composition.hpp"
#include "expost/accounting/group_privacy.hpp"
#include "expost/descent/descent_pair.hpp"
#include "expost/mechanisms/output_pair.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/report/report.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// Parts of one composition, and promises of one curve.
constexpr std::size_t most_parts = 2000;
constexpr std::size_t most_promises = 100;
/// Steps of one part.
constexpr int most_steps = 1'000'000'000;

/// The forms that compose more tightly than a promise.
using Form = std::variant<std::monostate, GaussianPair, PromiseCurve, SampledSteps>;

/// A part of a composition: what it promises, and its form.
struct Part {
  EpsilonDelta promise{};
  Form form;
};

double read_epsilon(const Request& request, const char* key) {
  const double value = request.number(key);
  if (!(value >= 0 && value < infinity)) {
    request.refuse(key, "out-of-range", "must be a number of 0 or more");
  }
  return value;
}

double read_delta(const Request& request, const char* key) {
  const double value = request.number(key);
  if (!(value >= 0 && value <= 1)) {
    request.refuse(key, "out-of-range", "must be a number from 0 to 1");
  }
  return value;
}

const json& list_in(const Request& request, const char* key, std::size_t most) {
  const json& list = request.required(key);
  if (!list.is_array()) {
    request.refuse(key, "wrong-type", "must be a list");
  }
  if (list.size() > most) {
    request.refuse(key, "too-long", {"must have at most ", most, " entries"});
  }
  return list;
}

PromiseCurve read_curve(const Request& part) {
  const json& list = list_in(part, "curve", most_promises);
  if (list.empty()) {
    part.refuse("curve", "empty", "must have at least one promise");
  }
  PromiseCurve curve;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Request promise(list[i], part.place("curve") + "/" + std::to_string(i));
    promise.allow_only({"epsilon", "delta"});
    curve.push_back({read_epsilon(promise, "epsilon"), read_delta(promise, "delta")});
  }
  return curve;
}

GaussianPair read_gaussian(const Request& part) {
  const Request pair(part.required("gaussian"), part.place("gaussian"));
  pair.allow_only({"shift", "slack"});
  return {read_epsilon(pair, "shift"), read_epsilon(pair, "slack")};
}

SampledSteps read_sampled(const Request& part) {
  const Request steps(part.required("sampled"), part.place("sampled"));
  steps.allow_only({"multiplier", "rate", "steps", "slack"});
  const double multiplier = read_epsilon(steps, "multiplier");
  const double rate = read_delta(steps, "rate");
  if (!(multiplier > 0)) {
    steps.refuse("multiplier", "out-of-range", "must be a number above 0");
  }
  if (!(rate > 0 && rate < 1)) {
    steps.refuse("rate", "out-of-range", "must be a number above 0 and below 1");
  }
  return {multiplier, rate, steps.integer("steps", 1, most_steps), read_epsilon(steps, "slack")};
}

Part read_part(const Request& request) {
  request.allow_only({"epsilon", "delta", "gaussian", "curve", "sampled"});
  Part part{{read_epsilon(request, "epsilon"), read_delta(request, "delta")}, {}};
  const char* before = nullptr;
  for (const char* const key : {"gaussian", "curve", "sampled"}) {
    if (request.has(key) && before != nullptr) {
      request.refuse(key, "inconsistent", {"must be left out beside ", before});
    }
    before = request.has(key) ? key : before;
  }
  if (request.has("gaussian")) {
    part.form = read_gaussian(request);
  } else if (request.has("curve")) {
    part.form = read_curve(request);
  } else if (request.has("sampled")) {
    part.form = read_sampled(request);
  }
  return part;
}

/// Parts by their forms; without one, as their promises.
struct Sorted {
  std::vector<GaussianPair> gaussians;
  std::vector<PromiseCurve> curves;
  std::vector<SampledSteps> sampled;
};

/// ε at δ with every part in its tighter form, or as its promise; sampled steps as one of the two.
double tight_epsilon(const std::vector<Part>& parts, double delta, bool steps_as_promises) {
  Sorted sorted;
  for (const auto& [promise, form] : parts) {
    if (const auto* const pair = std::get_if<GaussianPair>(&form)) {
      sorted.gaussians.push_back(*pair);
    } else if (const auto* const steps = std::get_if<SampledSteps>(&form); steps != nullptr && !steps_as_promises) {
      sorted.sampled.push_back(*steps);
    } else {
      // The stated promise holds as well.
      const auto* const curve = std::get_if<PromiseCurve>(&form);
      sorted.curves.push_back(curve != nullptr ? *curve : PromiseCurve());
      sorted.curves.back().push_back(promise);
    }
  }
  return ComposedPromise(sorted.gaussians, sorted.curves, sorted.sampled).epsilon(delta);
}

double promised_alone(const std::vector<Part>& parts, double delta) {
  std::vector<PromiseCurve> curves;
  curves.reserve(parts.size());
  for (const Part& part : parts) {
    curves.push_back({part.promise});
  }
  return ComposedPromise({}, curves).epsilon(delta);
}

/// Writes the form in which a model's promise composes; nothing where it has no other than (ε, δ).
class FormWriter {
 public:
  /// `rows` of a person, who is a part's unit.
  FormWriter(ObjectWriter& part, int rows) : part_(part), rows_(rows) {}

  void operator()(const PublishedModel& model) const {
    put_perturbed(ModelMechanism{model.loss, model.lambda, model.sigma}, release_noise(model, model.theta.size()));
  }
  void operator()(const PublishedSoftmaxModel& model) const {
    put_perturbed(SoftmaxMechanism{static_cast<int>(model.classes), model.parts.lambda, model.parts.sigma},
                  release_noise(model.parts, model.parts.theta.size()));
  }
  void operator()(const PublishedOutputPerturbation& model) const { put_gaussian(gaussian_pair(model)); }
  void operator()(const PublishedDescent& model) const {
    if (const std::optional<GaussianPair> pair = gaussian_pair(model.plan, model.theta.size())) {
      put_gaussian(*pair);
    }
    // Nothing is proved of several rows of a person, each in a step or not.
    if (const std::optional<SampledSteps> steps = sampled_steps(model.plan, model.theta.size()); steps && rows_ == 1) {
      part_.put("sampled", ObjectWriter()
                               .put("multiplier", steps->multiplier)
                               .put("rate", steps->rate)
                               .put_count("steps", steps->steps)
                               .put("slack", steps->slack));
    }
  }
  // Laplace-type noise keeps its ε with δ = 0; the others have a promise, or none, and no more.
  void operator()(const PublishedLaplaceModel&) const {}
  void operator()(const PublishedPosteriorSample&) const {}
  void operator()(const PublishedAdaOps&) const {}

 private:
  template <class Perturbation>
  void put_perturbed(const Perturbation& mechanism, const ReleaseNoise& releases) const {
    if (const std::optional<GaussianPair> pair = gaussian_pair(mechanism, releases)) {
      put_gaussian(*pair);
      return;
    }
    ordered_json curve = ordered_json::array();
    for (const EpsilonDelta& row : promise_curve(mechanism, releases)) {
      const auto [epsilon, delta] = group_promise(row, rows_);
      curve.push_back(ObjectWriter().put("epsilon", epsilon).put("delta", delta).take());
    }
    part_.put("curve", std::move(curve));
  }

  void put_gaussian(const GaussianPair& pair) const {
    // With a slack k rows are no Gaussian pair (mathematics.md, section 7.23).
    if (pair.shift < infinity && (rows_ == 1 || pair.slack == 0)) {
      const double shift = rows_ == 1 ? pair.shift : std::nextafter(rows_ * pair.shift, infinity);
      part_.put("gaussian", ObjectWriter().put("shift", shift).put("slack", pair.slack));
    }
  }

  ObjectWriter& part_;
  int rows_;
};

}  // namespace

ordered_json compose(const json& document) {
  const Request request(document);
  request.allow_only({"parts", "delta"});
  const double delta = request.number("delta");
  if (!(delta >= 0 && delta < 1)) {
    request.refuse("delta", "out-of-range", "must be a number from 0 to 1, 1 excluded");
  }
  const json& list = list_in(request, "parts", most_parts);
  std::vector<Part> parts;
  std::vector<EpsilonDelta> promises;
  for (std::size_t i = 0; i < list.size(); ++i) {
    parts.push_back(read_part(Request(list[i], "/parts/" + std::to_string(i))));
    promises.push_back(parts.back().promise);
  }
  const EpsilonDelta basic = basic_composition(promises);
  double epsilon = basic.delta <= delta ? basic.epsilon : infinity;
  epsilon = std::min({epsilon, tight_epsilon(parts, delta, true), promised_alone(parts, delta)});
  if (std::any_of(parts.begin(), parts.end(),
                  [](const Part& part) { return std::holds_alternative<SampledSteps>(part.form); })) {
    epsilon = std::min(epsilon, tight_epsilon(parts, delta, false));
  }
  return ObjectWriter().put("epsilon", epsilon).put("delta", delta).take();
}

ordered_json composition_part(const json& document) {
  const Request request(document);
  request.allow_only({"report"});
  const report::Report report = report::read_report(request.document("report"));
  if (!report.guarantee) {
    return ObjectWriter().put_null("part").take();
  }
  ObjectWriter part;
  if (report.person) {
    part.put("epsilon", report.person->epsilon).put("delta", report.person->delta);
  } else {
    part.put("epsilon", report.guarantee->epsilon).put("delta", report.guarantee->delta);
  }
  std::visit(FormWriter(part, report.person ? report.person->rows : 1), report.model);
  return ObjectWriter().put("part", part).take();
}

}  // namespace expost::operations

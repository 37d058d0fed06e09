#include "descent_document.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "expost/report/limits.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/number_text.hpp"
#include "number_grid.hpp"

namespace expost::report {
namespace {

constexpr NumberRule count_number{"a whole number from 1 to 4000000", 1, limits::steps};
constexpr NumberRule rate_number{"a number between 0 and 1, both excluded; for 1 the kind is \"full\"", 0, 1, true};
/// A smaller one draws nobody, and its accountant takes minutes.
constexpr NumberRule likely_rate{"a rate of 2^-40 or more", 0x1p-40};
constexpr NumberRule momentum_number{"a number from 0 to 1, 1 excluded", 0, 1};

// σ/C where the noise was drawn on a grid: the sums then stay far below the largest multiples.
constexpr double least_multiplier = 0x1p-10;
constexpr double largest_multiplier = 1e6;
/// The grid of a noise level is at most this share of it (noise/discrete_gaussian.hpp).
constexpr double coarsest_grid = 0x1p-26;

int read_count(const Node& node) {
  const double count = node.number(count_number);
  if (count != std::floor(count)) {
    node.refuse("out-of-range", count_number.words);
  }
  return static_cast<int>(count);
}

int read_count(const Object& object, const char* key) {
  return read_count(object.at(key, count_number.words));
}

/// A count that another one limits, `words` of it; `fallback` where the key isn't there.
int read_count_up_to(const Object& object, const char* key, int most, const char* words, int fallback) {
  const std::optional<Node> node = object.find(key);
  if (!node) {
    return fallback;
  }
  const int count = read_count(*node);
  if (count > most) {
    node->refuse_as("out-of-range", {"must be at most ", most, ", ", words, ", but is ", count});
  }
  return count;
}

void read_sampling(const Node& node, DescentPlan& plan) {
  const Object object(node, "an object with a kind");
  plan.sampling = object.at("kind", "\"full\", \"poisson\" or \"shuffle\"").choice<DescentSampling>();
  switch (plan.sampling) {
    case DescentSampling::full:
      object.allow({"kind"});
      return;
    case DescentSampling::poisson: {
      object.allow({"kind", "rate"});
      const Node rate = object.at("rate", rate_number.words);
      plan.rate = rate.number(rate_number);
      (void)rate.number(likely_rate);
      return;
    }
    case DescentSampling::shuffle:
      object.allow({"kind", "batches"});
      plan.batches = read_count(object, "batches");
      if (plan.steps % plan.batches != 0) {
        object.at("batches", "")
            .refuse_as("inconsistent", {"must divide the number of steps, ", plan.steps, ", but is ", plan.batches});
      }
      return;
  }
}

std::vector<double> read_rates(const Node& node, int steps) {
  if (!node.value().is_array()) {
    if (!node.value().is_number()) {
      node.refuse("wrong-type", "a number above 0, or an array of one for each step");
    }
    return {node.scale()};
  }
  const auto& items = node.array("");
  if (items.size() != static_cast<std::size_t>(steps)) {
    node.refuse_as("wrong-length", {"must have ", steps, " numbers, one for each step, but has ", items.size()});
  }
  std::vector<double> rates;
  rates.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    rates.push_back(Node(items[i], node, i).scale());
  }
  return rates;
}

UpdateRule read_update(const Node& node, int steps) {
  const Object object(node, "an object with a rate, or with rule and words");
  object.allow({"rate", "momentum", "ridge", "divisor", "rule", "words"});
  UpdateRule update;
  if (object.find("rule") || object.find("words")) {
    (void)object.name("rule", {"other"});
    update.standard = false;
    update.words = object.text("words", {limits::rule});
    for (const char* const key : {"rate", "momentum", "ridge", "divisor"}) {
      if (const std::optional<Node> found = object.find(key)) {
        found->refuse_as("inconsistent", "must be left out: it is a number of the standard rule, and this one is another");
      }
    }
    return update;
  }
  update.rates = read_rates(object.at("rate", "a number above 0, or an array of one for each step"), steps);
  if (const std::optional<Node> momentum = object.find("momentum")) {
    update.momentum = momentum->number(momentum_number) + 0.0;
    if (update.momentum == 1) {
      momentum->refuse("out-of-range", momentum_number.words);
    }
  }
  update.ridge = object.optional_number("ridge", residual_number).value_or(update.ridge) + 0.0;
  update.divisor = object.optional_scale("divisor").value_or(update.divisor);
  return update;
}

/// The grid of noise that was drawn here, or whether it was drawn elsewhere.
void read_origin(const Object& object, DescentPlan& plan) {
  plan.grid = read_grid(object);
  if (const std::optional<Node> noise = object.find("x-noise")) {
    (void)object.name("x-noise", {"elsewhere"});
    plan.elsewhere = true;
    if (plan.grid > 0) {
      noise->refuse_as("inconsistent", "must be left out next to x-grid: another program's noise is on no grid of ours");
    }
  }
  if (!(plan.grid > 0)) {
    return;
  }
  if (!(plan.grid <= plan.sigma * coarsest_grid)) {
    object.at("x-grid", "")
        .refuse_as("out-of-range", {"must be at most ", plan.sigma * coarsest_grid, ", 2^-26 of sigma, but is ", plan.grid});
  }
  const Node sigma = object.at("sigma", "");
  if (plan.sigma / plan.grid != std::floor(plan.sigma / plan.grid)) {
    sigma.refuse_as("off-grid", {"must be a whole multiple of x-grid, ", plan.grid, ", but is ", plan.sigma});
  }
  if (!(plan.sigma >= plan.clip * least_multiplier && plan.sigma <= plan.clip * largest_multiplier)) {
    sigma.refuse_as("out-of-range",
                    {"must be from 2^-10 to 1e6 times clip, ", plan.clip, ", next to x-grid, but is ", plan.sigma});
  }
}

DescentMechanism read_descent(const Object& object) {
  object.allow({"name", "clip", "sigma", "steps", "stoppedAfter", "sampling", "update", "final"});
  DescentMechanism mechanism;
  DescentPlan& plan = mechanism.plan;
  plan.clip = object.scale("clip");
  plan.sigma = object.scale("sigma");
  plan.steps = read_count(object, "steps");
  mechanism.done = read_count_up_to(object, "stoppedAfter", plan.steps, "the number of steps", plan.steps);
  read_sampling(object.at("sampling", "an object with a kind"), plan);
  plan.update = read_update(object.at("update", "an object with a rate, or with rule and words"), plan.steps);
  plan.final_model = object.at("final", "\"last\", \"average\" or \"other\"").choice<FinalModel>();
  read_origin(object, plan);
  return mechanism;
}

/// How many iterates are kept.
std::int64_t kept(int done, int every) {
  return (std::int64_t{done} - 1) / every + 1;
}

std::vector<double> read_distances(const Node& node, int done, int every) {
  const char* const why = "one for each step that was done";
  std::vector<double> distances(static_cast<std::size_t>(done));
  if (node.value().is_object()) {
    const Object packed(node, "");
    packed.allow({"encoding", "data"});
    read_packed(packed, distances, why);
  } else if (node.value().is_array()) {
    node.numbers(distances, why);
  } else {
    node.refuse("wrong-type", {"an array of ", done, " numbers, or an object with encoding and data"});
  }
  for (std::size_t t = 0; t < distances.size(); ++t) {
    const bool is_kept = t % static_cast<std::size_t>(every) == 0;
    if (is_kept ? distances[t] != 0 : !(distances[t] >= 0)) {
      node.refuse_as("out-of-range", {"must have ", is_kept ? "0 where an iterate is kept" : "numbers that are 0 or more",
                                      ", but has ", distances[t], " for step ", t});
    }
    distances[t] += 0.0;
  }
  return distances;
}

void read_descent_release(const Node& node, PublishedDescent& model) {
  const Object release(node, "an object");
  for (const char* const key : {"gradient", "hessian", "smallestEigenvalue"}) {
    if (const std::optional<Node> found = release.find(key)) {
      found->refuse_as("inconsistent", "must be left out: noisy gradient descent releases nothing but its iterates");
    }
  }
  release.allow({"iterates"});
  const std::optional<Node> iterates = release.find("iterates");
  if (!iterates) {
    return;
  }
  const Object object(*iterates, "an object with count, encoding and data");
  object.allow({"count", "every", "distances", "encoding", "data"});
  const int count = read_count(object, "count");
  model.plan.every = read_count_up_to(object, "every", model.plan.steps, "the number of steps", 1);
  const std::int64_t rows = kept(model.done, model.plan.every);
  if (count != rows) {
    const std::string every = model.plan.every == 1 ? "each" : "every " + std::to_string(model.plan.every);
    object.at("count", "")
        .refuse_as("inconsistent", {"must be ", rows, ", one for ", every, " of the ", model.done, " steps, but is ", count});
  }
  const Eigen::Index columns = model.theta.size();
  if (rows * columns > limits::path_numbers) {
    iterates->refuse_as("too-large", {"must have at most ", limits::path_numbers, " numbers, but has ", rows * columns});
  }
  if (const std::optional<Node> distances = object.find("distances")) {
    if (model.plan.every == 1) {
      distances->refuse_as("inconsistent", "must be left out where every iterate is kept");
    }
    model.distances = read_distances(*distances, model.done, model.plan.every);
  }
  model.iterates.resize(static_cast<Eigen::Index>(rows), columns);
  read_packed(object, {model.iterates.data(), static_cast<std::size_t>(model.iterates.size())},
              sentence({rows, " times as many as /model/theta"}).c_str());
}

nlohmann::ordered_json write_sampling(const DescentPlan& plan) {
  nlohmann::ordered_json document;
  document["kind"] = name_of(plan.sampling);
  switch (plan.sampling) {
    case DescentSampling::full:
      break;
    case DescentSampling::poisson:
      document["rate"] = number_document(plan.rate);
      break;
    case DescentSampling::shuffle:
      document["batches"] = plan.batches;
      break;
  }
  return document;
}

nlohmann::ordered_json write_update(const UpdateRule& update) {
  nlohmann::ordered_json document;
  if (!update.standard) {
    document["rule"] = "other";
    document["words"] = update.words;
    return document;
  }
  document["rate"] = update.rates.size() == 1 ? number_document(update.rates.front())
                                              : write_vector(Eigen::Map<const Eigen::VectorXd>(
                                                    update.rates.data(), static_cast<Eigen::Index>(update.rates.size())));
  document["momentum"] = number_document(update.momentum);
  document["ridge"] = number_document(update.ridge);
  document["divisor"] = number_document(update.divisor);
  return document;
}

}  // namespace

const DescentReader descent_reader{read_descent, read_descent_release};

DescentPlan read_descent_plan(const Object& mechanism) {
  DescentPlan plan;
  plan.clip = mechanism.scale("clip");
  plan.steps = read_count(mechanism, "steps");
  read_sampling(mechanism.at("sampling", "an object with a kind"), plan);
  plan.update = read_update(mechanism.at("update", "an object with a rate, or with rule and words"), plan.steps);
  if (const std::optional<Node> final_model = mechanism.find("final")) {
    plan.final_model = final_model->choice<FinalModel>();
  }
  plan.every = read_count_up_to(mechanism, "every", plan.steps, "the number of steps", 1);
  if (const std::optional<Node> elsewhere = mechanism.find("elsewhere")) {
    plan.elsewhere = elsewhere->boolean();
  }
  return plan;
}

void check_path_size(const Object& mechanism, const DescentPlan& plan, Eigen::Index parameters) {
  const std::int64_t numbers = kept(plan.steps, plan.every) * parameters;
  if (numbers > limits::path_numbers) {
    mechanism.at("steps", "")
        .refuse_as("too-large", {"must leave at most ", limits::path_numbers, " numbers of the iterates, but leaves ", numbers,
                                 ": keep one only every so many steps (/mechanism/every)"});
  }
}

nlohmann::ordered_json write_descent(const DescentMechanism& mechanism) {
  const DescentPlan& plan = mechanism.plan;
  nlohmann::ordered_json document;
  document["name"] = keys_of(MechanismKind::noisy_gradient_descent).name;
  document["clip"] = number_document(plan.clip);
  document["sigma"] = number_document(plan.sigma);
  write_grid(document, plan.grid);
  document["steps"] = plan.steps;
  if (mechanism.done < plan.steps) {
    document["stoppedAfter"] = mechanism.done;
  }
  document["sampling"] = write_sampling(plan);
  document["update"] = write_update(plan.update);
  document["final"] = name_of(plan.final_model);
  if (plan.elsewhere) {
    document["x-noise"] = "elsewhere";
  }
  return document;
}

void write_iterates(nlohmann::ordered_json& document, const PublishedDescent& model) {
  if (model.iterates.rows() == 0) {
    return;
  }
  nlohmann::ordered_json& iterates = document["release"]["iterates"];
  iterates["count"] = model.iterates.rows();
  if (model.plan.every > 1) {
    iterates["every"] = model.plan.every;
    if (!model.distances.empty()) {
      write_packed(iterates["distances"], model.distances);
    }
  }
  write_packed(iterates, {model.iterates.data(), static_cast<std::size_t>(model.iterates.size())});
}

}  // namespace expost::report

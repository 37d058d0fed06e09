#include "descent_document.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "expost/descent/packed_path.hpp"
#include "expost/descent/update_rule.hpp"
#include "expost/numerics/sha256.hpp"
#include "expost/report/base64.hpp"
#include "expost/report/limits.hpp"
#include "expost/report/mechanism_kind.hpp"
#include "expost/report/number_text.hpp"
#include "expost/report/report.hpp"
#include "number_grid.hpp"

namespace expost::report {
namespace {

std::string read_digest(const Node& node) {
  constexpr std::size_t digits = 64;
  const char* const expected = "a SHA-256 of 64 hexadecimal digits in lower case";
  if (!node.value().is_string()) {
    node.refuse("wrong-type", expected);
  }
  const auto& text = node.value().get_ref<const std::string&>();
  if (text.size() != digits || text.find_first_not_of("0123456789abcdef") != std::string::npos) {
    node.refuse("wrong-length", expected);
  }
  return text;
}

// σ/C where the noise was drawn on a grid: the sums then stay far below the largest multiples.
constexpr double least_multiplier = 0x1p-10;
constexpr double largest_multiplier = 1e6;
/// The grid of a noise level is at most this share of it (noise/discrete_gaussian.hpp).
constexpr double coarsest_grid = 0x1p-26;

/// A count that another one limits, `words` of it; `fallback` where the key isn't there.
int read_count_up_to(const Object& object, const char* key, int most, const char* words, int fallback) {
  const std::optional<Node> node = object.find(key);
  if (!node) {
    return fallback;
  }
  int count = 0;
  step_count.read(*node, count);
  if (count > most) {
    node->refuse_as("out-of-range", {"must be at most ", most, ", ", words, ", but is ", count});
  }
  return count;
}

constexpr NumberRule sampling_rate{"a number between 0 and 1, both excluded; for 1 the kind is \"full\"", 0, 1, true, true};
/// A smaller one draws nobody, and its accountant takes minutes.
constexpr NumberRule likely_rate{"a rate of 2^-40 or more", 0x1p-40};

void check_rate(const Object& object, const DescentPlan&) {
  (void)object.number("rate", likely_rate);
}

void check_batches(const Object& object, const DescentPlan& plan) {
  if (plan.steps % plan.batches != 0) {
    object.at("batches", "")
        .refuse_as("inconsistent", {"must divide the number of steps, ", plan.steps, ", but is ", plan.batches});
  }
}

constexpr auto sampling_kinds = alternatives_of(
    alternative(DescentSampling::full, "Everybody takes part in each step.",
                members_of<DescentPlan>(Constant<DescentPlan>{"kind", "full"})),
    alternative(DescentSampling::poisson, "Every record takes part on its own, with probability rate.",
                members_of<DescentPlan>(Constant<DescentPlan>{"kind", "poisson"},
                                        required_key("rate", &DescentPlan::rate, Number{sampling_rate}, "At least 2^-40."),
                                        Check<DescentPlan>{check_rate})),
    alternative(DescentSampling::shuffle, "Every record takes part in one of the batches that an epoch is divided into.",
                members_of<DescentPlan>(Constant<DescentPlan>{"kind", "shuffle"},
                                        required_key("batches", &DescentPlan::batches, step_count,
                                                     "Batches of an epoch; they divide the number of steps."),
                                        Check<DescentPlan>{check_batches})));

void read_rates(const Object& object, UpdateRule& update) {
  const char* const expected = "a number above 0, or an array of one for each step";
  const Node node = object.at("rate", expected);
  update.rates.clear();
  if (!node.value().is_array()) {
    if (!node.value().is_number()) {
      node.refuse("wrong-type", expected);
    }
    update.rates.push_back(node.scale());
    return;
  }
  const auto& items = node.array("");
  update.rates.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    update.rates.push_back(Node(items[i], node, i).scale());
  }
}

void write_rates(OrderedJson& document, const UpdateRule& update) {
  document["rate"] = update.rates.size() == 1 ? number_document(update.rates.front())
                                              : write_vector(Eigen::Map<const Eigen::VectorXd>(
                                                    update.rates.data(), static_cast<Eigen::Index>(update.rates.size())));
}

OrderedJson describe_rates(Definitions& definitions) {
  const OrderedJson scale = Scale{}.describe(definitions);
  OrderedJson array{{"type", "array"}, {"minItems", 1}, {"maxItems", limits::steps}, {"items", scale}};
  return {{"oneOf", {scale, std::move(array)}}};
}

constexpr auto standard_update = members_of<UpdateRule>(
    Computed<UpdateRule, describe_rates>{"rate", true, read_rates, write_rates, "One number, or one for each step."},
    written_key("momentum", &UpdateRule::momentum, Number{{"a number from 0 to 1, 1 excluded", 0, 1, false, true}}),
    optional_key("parameterStep", &UpdateRule::parameter_step, Grid{},
                 "Parameters are rounded to multiples of this power of two, at the start and after each step, ties to even."),
    written_key("ridge", &UpdateRule::ridge, Number{residual_number}), written_key("divisor", &UpdateRule::divisor, Scale{}));
constexpr auto other_update =
    members_of<UpdateRule>(Constant<UpdateRule>{"rule", "other"},
                           required_key("words", &UpdateRule::words, Text{{limits::rule}}, "The rule, in words."));

/// The grid of noise that was drawn here, or whether it was drawn elsewhere.
void check_origin(const Object& object, const DescentPlan& plan) {
  if (!(plan.grid > 0)) {
    return;
  }
  if (const std::optional<Node> noise = object.find("x-noise")) {
    noise->refuse_as("inconsistent", "must be left out next to x-grid: another program's noise is on no grid of ours");
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

/// How many iterates are kept.
std::int64_t kept(int done, int every) {
  return (std::int64_t{done} - 1) / every + 1;
}

std::vector<double> read_distances(const Node& node, int done, int every) {
  const char* const why = "one for each step that was done";
  std::vector<double> distances(static_cast<std::size_t>(done));
  if (node.value().is_object()) {
    const Object packed(node, "");
    packed.allow(packed_keys);
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

void read_count(const Object& object, PublishedDescent& model) {
  const Node node = object.at("count", step_count.words);
  int count = 0;
  step_count.read(node, count);
  read_every(object, model.plan);
  if (model.network && model.plan.every > 1) {
    object.at("every", "").refuse_as("unsupported", "must be left out: a network's path needs every iterate");
  }
  const std::int64_t rows = kept(model.done, model.plan.every);
  if (count != rows) {
    const std::string every = model.plan.every == 1 ? "each" : "every " + std::to_string(model.plan.every);
    node.refuse_as("inconsistent", {"must be ", rows, ", one for ", every, " of the ", model.done, " steps, but is ", count});
  }
  if (model.network && static_cast<double>(rows) * model.network->multiplications() > most_path_multiplications) {
    object.node().refuse_as("too-large", {"must take at most 10^10 multiplications of the network, but takes ",
                                          static_cast<double>(rows) * model.network->multiplications()});
  }
  const Eigen::Index columns = model.theta.size();
  const Eigen::Index most = object.find("sha256") ? limits::network_path_numbers : limits::path_numbers;
  if (rows * columns > most) {
    object.node().refuse_as("too-large", {"must have at most ", most, " numbers, but has ", rows * columns});
  }
}

void read_kept_distances(const Object& object, PublishedDescent& model) {
  if (const std::optional<Node> distances = object.find("distances")) {
    if (model.plan.every == 1) {
      distances->refuse_as("inconsistent", "must be left out where every iterate is kept");
    }
    model.distances = read_distances(*distances, model.done, model.plan.every);
  }
}

OrderedJson describe_distances(Definitions& definitions) {
  return {{"oneOf", {describe_numbers(residual_number, 1, limits::steps), describe_packed(definitions)}}};
}

/// Refuses θ_0 that isn't what a seed makes: one that depends on the data is no start, and then no
/// bound holds.
void check_start(const Node& node, const PublishedDescent& model, const Eigen::VectorXd& first) {
  if (model.network && model.plan.start.seed &&
      on_parameter_grid(model.plan.update, model.network->start(*model.plan.start.seed)) != first) {
    node.refuse_as("inconsistent", "must begin with what /model/mechanism/start makes");
  }
}

/// Goes along a path that has its bytes, and refuses what no training can have had. `visit` takes
/// each iterate and its place.
template <class Visit>
void check_path(const Node& node, const Node& data, const PublishedDescent& model, const PackedPath& path, Visit&& visit) {
  PathCursor cursor(path);
  while (cursor.next()) {
    const Eigen::VectorXd& theta = cursor.theta();
    require_usable(data, {theta.data(), static_cast<std::size_t>(theta.size())});
    if (cursor.passed() == 1) {
      check_start(node, model, theta);
    }
    check_grid(data, theta.array(), path.step, "/model/mechanism/update/parameterStep");
    visit(cursor.passed() - 1, theta);
  }
  if (cursor.passed() < path.count) {
    data.refuse_as("out-of-range",
                   {"must have multiples of parameterStep that fit 32 bits, but iterate ", cursor.passed(), " has another"});
  }
}

/// A path's shape and encoding, without its bytes.
PackedPath read_path_shape(const Object& object, const PublishedDescent& model) {
  const Node encoding = object.at("encoding", Choice<PathEncoding>{}.expected());
  const double step = model.plan.update.parameter_step;
  const std::int64_t rows = kept(model.done, model.plan.every);
  PackedPath path{encoding.choice<PathEncoding>(), static_cast<Eigen::Index>(rows), model.theta.size(), step, {}};
  if (has_differences(path.encoding) && !(step > 0)) {
    encoding.refuse_as("inconsistent", "must be of numbers, not differences, as /model/mechanism/update has no parameterStep");
  }
  return path;
}

void read_path(const Object& object, PublishedDescent& model) {
  const std::optional<Node> file = object.find("sha256");
  if (file && object.find("data")) {
    file->refuse_as("inconsistent", "must be left out next to data: the path is in the report or in a file");
  }
  PackedPath path = read_path_shape(object, model);
  if (file) {
    if (!model.network) {
      file->refuse_as("inconsistent", "must be left out: only a network's path is in a file");
    }
    path.sha256 = read_digest(*file);
    model.packed = std::make_shared<PackedPath>(std::move(path));
    return;
  }
  const Node data = object.at("data", "a text in base64 (or sha256 for a path in a file)");
  path.bytes = read_packed_bytes(data, path.size(), static_cast<std::size_t>(path.count * path.parameters),
                                 sentence({path.count, " times as many as /model/theta"}).c_str());
  model.iterates.resize(path.count, path.parameters);
  check_path(object.node(), data, model, path,
             [&](Eigen::Index i, const Eigen::VectorXd& theta) { model.iterates.row(i) = theta.transpose(); });
}

OrderedJson describe_digest(Definitions&) {
  return {{"type", "string"}, {"pattern", "^[0-9a-f]{64}$"}};
}

OrderedJson describe_path_encoding(Definitions& definitions) {
  return Choice<PathEncoding>{}.describe(definitions);
}

constexpr auto iterates_keys = members_of<PublishedDescent>(
    Computed<PublishedDescent, describe_count>{"count", true, read_count,
                                               [](OrderedJson& document, const PublishedDescent& model) {
                                                 document["count"] = model.packed ? model.packed->count : model.iterates.rows();
                                               },
                                               "Iterates in data: one for each step that was done, or one for every so many."},
    Computed<PublishedDescent, describe_count>{"every", false, [](const Object&, PublishedDescent&) {},
                                               [](OrderedJson& document, const PublishedDescent& model) {
                                                 if (model.plan.every > 1) {
                                                   document["every"] = model.plan.every;
                                                 }
                                               },
                                               "Theta before step 0, before step every, … are kept; 1 where it is left out."},
    Computed<PublishedDescent, describe_distances>{
        "distances", false, read_kept_distances,
        [](OrderedJson& document, const PublishedDescent& model) {
          if (model.plan.every > 1 && !model.distances.empty()) {
            write_packed(document["distances"], model.distances);
          }
        },
        "For each step that was done, how far its theta is at most from the last one that is kept; 0 for those. Only with an "
        "every of 2 or more."},
    Needs<PublishedDescent>{"distances", "every", nullptr},
    Computed<PublishedDescent, describe_path_encoding>{
        "encoding", true, [](const Object&, PublishedDescent&) {},
        [](OrderedJson& document, const PublishedDescent& model) {
          if (model.packed) {
            document["encoding"] = name_of(model.packed->encoding);
            document["sha256"] = model.packed->sha256;
            return;
          }
          std::for_each(model.iterates.data(), model.iterates.data() + model.iterates.size(), require_finite);
          const PackedPath path = packed(model.iterates, model.plan.update.parameter_step);
          document["encoding"] = name_of(path.encoding);
          document["data"] = encode_base64_bytes(path.bytes);
        },
        "Differences are of neighbours, in units of parameterStep; the first iterate before them is in 32 bits."},
    Computed<PublishedDescent, describe_packed_text>{
        "data", false, read_path, [](OrderedJson&, const PublishedDescent&) {},
        "count times as many numbers as theta, at most 4000000, iterate by iterate; a network may have sha256 in its place."},
    Computed<PublishedDescent, describe_digest>{
        "sha256", false, [](const Object&, PublishedDescent&) {}, [](OrderedJson&, const PublishedDescent&) {},
        "In place of data, for a network: the bytes are in a file beside the report, and these are their SHA-256."});

constexpr auto iterates_object =
    nested("Iterates", "an object with count, encoding and data",
           "The path of noisy gradient descent: the models before its steps, exactly as they were used.", iterates_keys);

}  // namespace

void read_sampling(const Object& object, DescentPlan& plan) {
  const char* const expected = "an object with a kind";
  const Node node = object.at("sampling", expected);
  const Object sampling(node, expected);
  plan.sampling = sampling.at("kind", listed(names_of<DescentSampling>).c_str()).choice<DescentSampling>();
  sampling_kinds.with(plan.sampling, [&](const auto& members) {
    members.allow(sampling);
    members.read(sampling, plan);
  });
}

void write_sampling(OrderedJson& document, const DescentPlan& plan) {
  sampling_kinds.with(plan.sampling, [&](const auto& members) { document["sampling"] = members.write(plan); });
}

OrderedJson describe_sampling(Definitions& definitions) {
  return definitions.refer("Sampling", [&] { return sampling_kinds.describe(definitions); });
}

void read_update(const Object& object, DescentPlan& plan) {
  const char* const expected = "an object with a rate, or with rule and words";
  const Node node = object.at("update", expected);
  const Object rule(node, expected);
  UpdateRule& update = plan.update;
  if (rule.find("rule") || rule.find("words")) {
    rule.allow(standard_update.keys(), other_update.keys());
    (void)rule.name("rule", {"other"});
    update.standard = false;
    other_update.read(rule, update);
    for (const char* const key : standard_update.keys()) {
      if (const std::optional<Node> found = rule.find(key)) {
        found->refuse_as("inconsistent", "must be left out: it is a number of the standard rule, and this one is another");
      }
    }
    return;
  }
  standard_update.allow(rule);
  standard_update.read(rule, update);
  const Node rate = rule.at("rate", "");
  if (rate.value().is_array() && update.rates.size() != static_cast<std::size_t>(plan.steps)) {
    rate.refuse_as("wrong-length", {"must have ", plan.steps, " numbers, one for each step, but has ", update.rates.size()});
  }
}

void write_update(OrderedJson& document, const DescentPlan& plan) {
  document["update"] = plan.update.standard ? standard_update.write(plan.update) : other_update.write(plan.update);
}

OrderedJson describe_update(Definitions& definitions) {
  return definitions.refer("Update", [&] {
    return OrderedJson{
        {"description",
         "v = momentum v + (noisy sum + ridge theta)/divisor, theta = theta - rate v; or another public rule, in words."},
        {"type", "object"},
        {"oneOf", {standard_update.describe(definitions), other_update.describe(definitions)}}};
  });
}

void read_done(const Object& object, PublishedDescent& model) {
  model.done = read_count_up_to(object, "stoppedAfter", model.plan.steps, "the number of steps", model.plan.steps);
}

void write_done(OrderedJson& document, const PublishedDescent& model) {
  if (model.done < model.plan.steps) {
    document["stoppedAfter"] = model.done;
  }
}

void read_origin(const Object& object, DescentPlan& plan) {
  if (object.find("x-noise")) {
    (void)object.name("x-noise", {"elsewhere"});
    plan.elsewhere = true;
  }
  check_origin(object, plan);
}

void write_origin(OrderedJson& document, const DescentPlan& plan) {
  if (plan.elsewhere) {
    document["x-noise"] = "elsewhere";
  }
}

OrderedJson describe_origin(Definitions&) {
  return {{"const", "elsewhere"}};
}

namespace {

/// A generator's state, in whole numbers that every program holds.
constexpr NumberRule seed_rule{"a whole number from 0 to 2^53 - 1", 0, 0x1p53 - 1};

constexpr auto start_object = nested(
    "Start", "an object with a seed, or with words", nullptr,
    members_of<DescentStart>(
        optional_key("seed", &DescentStart::seed, Whole<std::uint64_t>{seed_rule.words, seed_rule.lower, seed_rule.upper},
                     "Public; of nothing but the start, whose generator is no other's."),
        optional_key("words", &DescentStart::words, Text{{limits::rule}}, "How it was chosen, without the data.")));

}  // namespace

void read_start(const Object& object, DescentPlan& plan) {
  const std::optional<Node> node = object.find("start");
  if (!node) {
    return;
  }
  start_object.read(*node, plan.start);
  if (plan.start.seed.has_value() == !plan.start.words.empty()) {
    node->refuse_as("inconsistent", "must have either a seed or words");
  }
}

void write_start(OrderedJson& document, const DescentPlan& plan) {
  if (plan.start != DescentStart{}) {
    document["start"] = start_object.write(plan.start);
  }
}

OrderedJson describe_start(Definitions& definitions) {
  return start_object.describe(definitions);
}

void read_arithmetic(const Object& object, DescentPlan& plan) {
  if (const std::optional<Node> node = object.find("arithmetic")) {
    plan.arithmetic = node->choice<Arithmetic>();
  }
}

void write_arithmetic(OrderedJson& document, const DescentPlan& plan) {
  if (plan.elsewhere && plan.start != DescentStart{}) {
    document["arithmetic"] = name_of(plan.arithmetic);
  }
}

OrderedJson describe_arithmetic(Definitions& definitions) {
  return Choice<Arithmetic>{}.describe(definitions);
}

void check_network_plan(const Object& mechanism, const DescentPlan& plan, const PreparedNetwork* network) {
  for (const char* const key : network_training_keys.keys()) {
    if (const std::optional<Node> found = mechanism.find(key); found && network == nullptr) {
      found->refuse_as("inconsistent", "must be left out: it is about a network, and there is none");
    }
  }
  if (network == nullptr) {
    return;
  }
  const Node start = mechanism.at("start", "an object with a seed, or with words");
  if (plan.elsewhere) {
    if (plan.start.seed) {
      Object(start, "")
          .at("seed", "")
          .refuse_as("unsupported",
                     "must be left out where another program trains: its seed may be that of its noise, too (say in words how "
                     "it starts)");
    }
    (void)mechanism.at("arithmetic", Choice<Arithmetic>{}.expected());
  } else {
    if (!plan.start.seed) {
      (void)Object(start, "").at("seed", seed_rule.words);
    }
    if (const std::optional<Node> found = mechanism.find("arithmetic")) {
      found->refuse_as("inconsistent", "must be left out where the model is trained here, in numbers of 64 bits");
    }
  }
  if (plan.steps * network->multiplications() > most_path_multiplications) {
    mechanism.at("steps", "")
        .refuse_as("too-large", {"must be fewer: a check of the path would take ", plan.steps * network->multiplications(),
                                 " multiplications of the network, and 10^10 are the most"});
  }
  if (plan.every > 1) {
    mechanism.at("every", "").refuse_as("unsupported", "must be left out: a network's path needs every iterate");
  }
}

OrderedJson describe_count(Definitions& definitions) {
  return step_count.describe(definitions);
}

void read_every(const Object& object, DescentPlan& plan) {
  plan.every = read_count_up_to(object, "every", plan.steps, "the number of steps", 1);
}

void check_path_size(const Object& mechanism, const DescentPlan& plan, Eigen::Index parameters, bool network) {
  const std::int64_t numbers = kept(plan.steps, plan.every) * parameters;
  const Eigen::Index most = network ? limits::network_path_numbers : limits::path_numbers;
  if (numbers > most) {
    mechanism.at("steps", "")
        .refuse_as("too-large", {"must leave at most ", most, " numbers of the iterates, but leaves ", numbers,
                                 network ? ": take fewer steps, or a smaller network"
                                         : ": keep one only every so many steps (/mechanism/every)"});
  }
}

void read_iterates(const Node& node, PublishedDescent& model) {
  iterates_object.read(node, model);
}

std::optional<PathFile> path_file(const Report& report) {
  const auto* const model = std::get_if<PublishedDescent>(&report.model);
  if (model == nullptr || !model->packed) {
    return std::nullopt;
  }
  return PathFile{"path-" + model->packed->sha256.substr(0, 16) + ".bin.gz", model->packed->size(),
                  model->packed->bytes.empty()};
}

void take_path(Report& report, std::vector<std::uint8_t> bytes) {
  const nlohmann::json none;
  const Node root(none, ErrorType::report);
  const Node release(none, root, "release");
  const Node node(none, release, "iterates");
  const Node file(none, node, "sha256");
  auto* const model = std::get_if<PublishedDescent>(&report.model);
  if (model == nullptr || !model->packed) {
    node.refuse_as("inconsistent", "must be in a file for it to be added, but there is none");
  }
  PackedPath path = *model->packed;
  const std::string name = path_file(report)->name;
  if (bytes.size() != path.size()) {
    file.refuse_as("wrong-length",
                   {"asks for ", name, ", which has ", path.size(), " bytes uncompressed, but these are ", bytes.size()});
  }
  if (const std::string digits = sha256(bytes); digits != path.sha256) {
    file.refuse_as("inconsistent", {"must be the SHA-256 of the path's bytes, which is ", digits,
                                    ": the file isn't the one of this report, or was damaged"});
  }
  path.bytes = std::move(bytes);
  check_path(node, file, *model, path, [](Eigen::Index, const Eigen::VectorXd&) {});
  model->packed = std::make_shared<PackedPath>(std::move(path));
}

void leave_to_file(Report& report) {
  auto* const model = std::get_if<PublishedDescent>(&report.model);
  if (model == nullptr || !model->network || model->iterates.rows() == 0) {
    return;
  }
  std::for_each(model->iterates.data(), model->iterates.data() + model->iterates.size(), require_finite);
  PackedPath path = packed(model->iterates, model->plan.update.parameter_step);
  if (path.bytes.size() <= limits::path_bytes) {
    return;
  }
  path.sha256 = sha256(path.bytes);
  model->packed = std::make_shared<PackedPath>(std::move(path));
  model->iterates.resize(0, 0);
}

OrderedJson write_iterates(const PublishedDescent& model) {
  return iterates_object.write(model);
}

OrderedJson describe_iterates(Definitions& definitions) {
  return iterates_object.describe(definitions);
}

DescentPlan read_descent_plan(const Object& mechanism) {
  DescentPlan plan;
  study_plan.read(mechanism, plan);
  return plan;
}

}  // namespace expost::report

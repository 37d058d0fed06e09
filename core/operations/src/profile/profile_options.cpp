#include "profile/profile_options.hpp"

#include <cmath>
#include <string>

#include "expost/numerics/error.hpp"
#include "expost/profile/displacement_loss.hpp"
#include "expost/profile/epsilon_grid.hpp"
#include "profile/profiled_model.hpp"
#include "randomness/noise_source.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;

constexpr std::size_t most_epsilons = 1000;
constexpr int most_samples = 100000;
/// Products of ε, λ and lengths stay far within the range of doubles.
constexpr double smallest = 1e-100;
constexpr double largest = 1e100;

double positive(const Request& request, const char* key) {
  const double value = request.number(key);
  if (!(value >= smallest && value <= largest)) {
    request.refuse(key, "out-of-range", "must be a number from 1e-100 to 1e100");
  }
  return value;
}

/// The values that {from, to, count} names.
std::vector<double> read_epsilon_grid(const Request& grid) {
  grid.allow_only({"from", "to", "count"});
  const double from = positive(grid, "from");
  const double to = positive(grid, "to");
  const int count = grid.integer("count", 2, static_cast<int>(most_epsilons));
  if (!(from < to)) {
    grid.refuse("to", "out-of-range", "must be above from");
  }
  try {
    return epsilon_grid(from, to, count);
  } catch (const Error& error) {
    grid.refuse("to", error.code().c_str(), "must be further above from: so many values don't fit between them");
  }
}

std::vector<double> read_epsilons(const Request& request) {
  if (!request.has("epsilons")) {
    return epsilon_grid(1e-2, 1e4, 25);
  }
  const json& items = request.required("epsilons");
  if (items.is_object()) {
    return read_epsilon_grid(Request(items, request.place("epsilons")));
  }
  const std::string expected =
      report::sentence({"must be an array of 1 to ", most_epsilons,
                        " ascending numbers from 1e-100 to 1e100, or an object with from, to and count"});
  if (!items.is_array() || items.empty() || items.size() > most_epsilons) {
    request.refuse("epsilons", "wrong-length", {expected});
  }
  std::vector<double> values;
  for (const json& item : items) {
    const double value = item.is_number() ? item.get<double>() : std::nan("");
    if (!(value >= smallest && value <= largest) || (!values.empty() && !(value > values.back()))) {
      request.refuse("epsilons", "out-of-range", {expected});
    }
    values.push_back(value);
  }
  return values;
}

}  // namespace

ProfileOptions read_profile_options(const Request& request, const report::Study& study, Eigen::Index dimension) {
  ProfileOptions options;
  if (model_length(study, dimension) > displacement_maximum_dimension) {
    throw Error(ErrorType::study, "out-of-range", "/features",
                "a profile's model can have at most " + std::to_string(displacement_maximum_dimension) + " coordinates");
  }
  if (!request.has("lambda") && !study.lambda()) {
    request.refuse("lambda", "missing", "must be given here, or in the study as mechanism.lambda");
  }
  options.lambda = request.has("lambda") ? positive(request, "lambda") : *study.lambda();
  options.lambda_of_study = !request.has("lambda");
  options.epsilons = read_epsilons(request);
  const std::string neighbours = request.optional_text("neighbours").value_or("exact");
  if (neighbours != "exact" && neighbours != "worst-case") {
    request.refuse("neighbours", "unknown-name", "must be \"exact\" or \"worst-case\"");
  }
  options.neighbours = neighbours == "exact" ? NeighbourMethod::exact : NeighbourMethod::worst_case;
  options.samples = request.has("samples") ? request.integer("samples", 0, most_samples) : 0;
  if (options.samples == 1) {
    request.refuse("samples", "out-of-range", "must be 0, or 2 or more: one model has no standard error");
  }
  // A posterior sample's study has no budget.
  const double of_study = study.budget.epsilon > 0 ? study.budget.epsilon : 1;
  options.profile_epsilon = request.has("profileEpsilon") ? positive(request, "profileEpsilon") : of_study;
  if (request.has("coordinates")) {
    const json& pair = request.required("coordinates");
    const auto coordinate = [&](std::size_t index) {
      const double value = pair.is_array() && pair.size() == 2 && pair[index].is_number() ? pair[index].get<double>() : -1;
      if (!(value >= 0 && value < static_cast<double>(dimension)) || value != std::floor(value)) {
        request.refuse("coordinates", "out-of-range",
                       {"must be two whole numbers from 0 to ", dimension - 1, ", the coordinates' places"});
      }
      return static_cast<int>(value);
    };
    options.coordinates = std::pair(coordinate(0), coordinate(1));
  }
  options.model_coordinates = request.has("modelCoordinates") && request.flag("modelCoordinates");
  options.seed = requested_seed(request);
  return options;
}

}  // namespace expost::operations

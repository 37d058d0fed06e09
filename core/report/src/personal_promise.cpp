#include "expost/report/personal_promise.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "expost/accounting/personal_epsilon.hpp"
#include "expost/descent/descent_promise.hpp"
#include "expost/mechanisms/laplace_noise.hpp"
#include "expost/mechanisms/output_pair.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/output/output_grid.hpp"

namespace expost::report {
namespace {

/// Up to so many rows of a person are each promised by their own length. Of more, lengths count as
/// the next of so many steps: an ε takes up to a second, and a report may speak of a million rows.
constexpr std::size_t few_rows = 16;
constexpr double length_steps = 64;

struct LevelsOf {
  PromisedLevels operator()(const PublishedModel& model) const {
    return ObjectiveLevels{ModelMechanism{model.loss, model.lambda, model.sigma}, release_noise(model, model.theta.size())};
  }
  PromisedLevels operator()(const PublishedSoftmaxModel& model) const {
    return ObjectiveLevels{SoftmaxMechanism{static_cast<int>(model.classes), model.parts.lambda, model.parts.sigma},
                           release_noise(model.parts, model.parts.theta.size())};
  }
  PromisedLevels operator()(const PublishedLaplaceModel& model) const {
    return LaplaceLevels{{model.loss, model.classes}, model.lambda, model.eta};
  }
  PromisedLevels operator()(const PublishedOutputPerturbation& model) const { return model; }
  PromisedLevels operator()(const PublishedPosteriorSample&) const { return {}; }
  PromisedLevels operator()(const PublishedAdaOps&) const { return {}; }
  PromisedLevels operator()(const PublishedDescent& model) const {
    return DescentLevels{model.any_loss(), model.plan, model.inputs(), model.coding};
  }
};

/// ε at a length above 0.
struct EpsilonAt {
  double length;
  double delta;

  double operator()(std::monostate) const { return infinity; }
  double operator()(const ObjectiveLevels& levels) const {
    return epsilon_of_the_program(delta, [&](double part) {
      return std::visit(
          [&](const auto& mechanism) { return expost::personal_epsilon(mechanism, levels.releases, length, part); },
          levels.mechanism);
    });
  }
  double operator()(const LaplaceLevels& levels) const {
    const double lambda = ridge_for(levels.lambda, length);
    const double eta = levels.eta * length * (1 + 4 * unit_roundoff);
    return levels.loss.is_softmax() ? laplace_softmax_epsilon(static_cast<int>(levels.loss.classes), lambda, eta)
                                    : laplace_epsilon(levels.loss.linear, lambda, eta);
  }
  double operator()(const PublishedOutputPerturbation& model) const {
    const GaussianPair pair = personal_pair(model, length);
    return pair.shift < infinity ? gaussian_epsilon(delta, pair.shift) + pair.slack : infinity;
  }
  double operator()(const DescentLevels& levels) const {
    return expost::personal_epsilon(levels.loss, levels.plan, levels.coding, levels.features, length, delta);
  }
};

/// Whether short records are promised more: not of a network, of which nothing is known beforehand.
bool by_length(const PromisedLevels& levels) {
  const auto* const descent = std::get_if<DescentLevels>(&levels);
  return descent == nullptr || !std::holds_alternative<NetworkLoss>(descent->loss);
}

/// Whether nothing is told of a record of this length: not where another program's own may be
/// longer.
bool tells_nothing(const PromisedLevels& levels, double length) {
  const auto* const descent = std::get_if<DescentLevels>(&levels);
  return length == 0 && (descent == nullptr || !may_be_longer(descent->plan, descent->coding));
}

}  // namespace

PromisedLevels promised_levels(const ReportModel& model) {
  return std::visit(LevelsOf(), model);
}

double record_length(const Eigen::VectorXd& x) {
  const double largest = x.lpNorm<Eigen::Infinity>();
  // Divided first: squares may be too small for a double.
  const double roundings = static_cast<double>(x.size()) + 64;
  return largest > 0 ? std::min(1.0, largest * (x / largest).norm() * (1 + roundings * unit_roundoff)) : 0;
}

double personal_epsilon(const PromisedLevels& levels, double length, double delta) {
  if (!by_length(levels)) {
    length = 1;
  }
  if (tells_nothing(levels, length)) {
    return 0;
  }
  const bool pure = std::holds_alternative<LaplaceLevels>(levels);
  return pure || delta > 0 ? std::visit(EpsilonAt{length, delta}, levels) : infinity;
}

PersonalPromise personal_promise(const PromisedLevels& levels, const std::optional<Guarantee>& guarantee,
                                 const std::optional<PersonPromise>& person, std::span<const double> lengths, bool all) {
  std::vector<double> longest(lengths.begin(), lengths.end());
  if (!by_length(levels)) {
    std::fill(longest.begin(), longest.end(), 1.0);
  }
  std::sort(longest.begin(), longest.end(), std::greater<>());
  PersonalPromise promise{longest.front(), std::nullopt, false, std::nullopt};
  if (!guarantee) {
    if (tells_nothing(levels, longest.front())) {
      promise.epsilon = 0;
    }
    return promise;
  }
  const auto epsilon_at = [&](double length) {
    return by_length(levels) ? std::min(guarantee->epsilon, personal_epsilon(levels, length, guarantee->delta))
                             : guarantee->epsilon;
  };
  promise.epsilon = epsilon_at(longest.front());
  promise.by_length = *promise.epsilon < guarantee->epsilon;
  if (person) {
    const auto most = static_cast<std::size_t>(person->rows);
    if (!all) {
      longest.insert(longest.begin(), most - 1, 1.0);
    }
    longest.resize(std::min(longest.size(), most));
    const bool many = longest.size() > few_rows;
    const auto counted = [many](double length) { return many ? std::ceil(length * length_steps) / length_steps : length; };
    double sum = 0;
    for (auto row = longest.begin(); row != longest.end() && sum < person->epsilon;) {
      const double length = counted(*row);
      const auto shorter = std::find_if(row, longest.end(), [&](double other) { return counted(other) < length; });
      sum += static_cast<double>(shorter - row) * epsilon_at(length);
      row = shorter;
    }
    promise.person = std::min(person->epsilon, sum * (1 + 0x1p-40));
  }
  return promise;
}

}  // namespace expost::report

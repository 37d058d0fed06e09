#include "expost/descent/update_rule.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "expost/noise/discrete_gaussian.hpp"
#include "expost/numerics/require.hpp"

namespace expost {
namespace {

/// More than the roundings of a step and of its inverse, relative to the largest coordinate.
constexpr double inverse_rounding = 0x1p-46;
/// The same of iterates in numbers of 32 bits.
constexpr double single_rounding = 0x1p-17;

/// Whether θ_T is θ̂ or follows from it.
bool tells_last(FinalModel final_model) {
  switch (final_model) {
    case FinalModel::last:
    case FinalModel::average:
      return true;
    case FinalModel::other:
      break;
  }
  return false;
}

bool has_every_iterate(const PublishedDescent& model) {
  return model.plan.update.standard && model.plan.every == 1 && model.done > 0 && model.iterates.rows() == model.done;
}

double largest_of(const PublishedDescent& model) {
  const double end = model.theta.cwiseAbs().maxCoeff();
  return model.iterates.size() > 0 ? std::max(end, model.iterates.cwiseAbs().maxCoeff()) : end;
}

double least_rate(const UpdateRule& rule) {
  return *std::min_element(rule.rates.begin(), rule.rates.end());
}

}  // namespace

Descent::Descent(UpdateRule rule, const Eigen::VectorXd& start)
    : rule_(std::move(rule)), theta_(on_parameter_grid(rule_, start)), velocity_(Eigen::VectorXd::Zero(start.size())) {
  if (!rule_.standard || rule_.rates.empty()) {
    refuse_argument("", "the update rule", "must be the standard one");
  }
}

Eigen::VectorXd on_parameter_grid(const UpdateRule& rule, const Eigen::VectorXd& theta) {
  const double step = rule.parameter_step;
  if (!(step > 0)) {
    return theta;
  }
  // A number that is so many steps away is a multiple already, and its quotient may overflow.
  return theta.unaryExpr([step](double value) {
    const double steps = value / step;
    return std::fabs(steps) < 0x1p53 ? std::rint(steps) * step : value;
  });
}

void Descent::step(const Eigen::Ref<const Eigen::VectorXd>& noisy_sum) {
  const auto within = [](const auto& numbers) { return numbers.array().max(-largest_iterate).min(largest_iterate).matrix(); };
  velocity_ = within(rule_.momentum * velocity_ + (noisy_sum + rule_.ridge * theta_) / rule_.divisor).eval();
  theta_ = on_parameter_grid(rule_, within(theta_ - rate_at(rule_, step_) * velocity_));
  ++step_;
}

double rate_at(const UpdateRule& rule, int step) {
  return rule.rates[std::min(static_cast<std::size_t>(step), rule.rates.size() - 1)];
}

std::optional<IterateMatrix> noisy_sums_of(const PublishedDescent& model) {
  if (!has_every_iterate(model)) {
    return std::nullopt;
  }
  const UpdateRule& rule = model.plan.update;
  const Eigen::Index last = model.done - 1;
  // A mean of rounded iterates tells the last one T times less well.
  const bool told =
      tells_last(model.plan.final_model) && !(rule.parameter_step > 0 && model.plan.final_model == FinalModel::average);
  Eigen::VectorXd end;
  if (told) {
    end = model.theta;
    if (model.plan.final_model == FinalModel::average) {
      end = model.done * model.theta - model.iterates.bottomRows(last).colwise().sum().transpose();
    }
  }
  IterateMatrix sums(model.done - (told ? 0 : 1), model.iterates.cols());
  Eigen::VectorXd velocity = Eigen::VectorXd::Zero(model.iterates.cols());
  for (Eigen::Index t = 0; t < sums.rows(); ++t) {
    const Eigen::VectorXd theta = model.iterates.row(t).transpose();
    const Eigen::VectorXd next = t == last ? end : Eigen::VectorXd(model.iterates.row(t + 1).transpose());
    const Eigen::VectorXd moved = (theta - next) / rate_at(rule, static_cast<int>(t));
    sums.row(t) = (rule.divisor * (moved - rule.momentum * velocity) - rule.ridge * theta).transpose();
    velocity = moved;
  }
  return sums;
}

bool may_be_cut_off(const PublishedDescent& model) {
  const double largest = largest_of(model);
  if (!(largest < largest_iterate)) {
    return true;
  }
  // A velocity moved an iterate by no more than twice the largest. Rules of other programs have no
  // rates here, and cut nothing off.
  const UpdateRule& rule = model.plan.update;
  return !rule.rates.empty() && !(2 * largest / least_rate(rule) < largest_iterate);
}

bool tells_noisy_sums(const PublishedDescent& model) {
  if (!has_every_iterate(model) || !tells_last(model.plan.final_model) || model.plan.update.parameter_step > 0) {
    return false;
  }
  if (may_be_cut_off(model)) {
    return false;
  }
  const UpdateRule& rule = model.plan.update;
  const double largest = largest_of(model);
  const double rate = least_rate(rule);
  const bool single = std::all_of(model.iterates.data(), model.iterates.data() + model.iterates.size(),
                                  [](double value) { return static_cast<double>(static_cast<float>(value)) == value; });
  const double rounding = single && model.plan.elsewhere ? single_rounding : inverse_rounding;
  // Real noise has no steps: its sums have to be told as finely as a grid would be.
  const double step = model.plan.grid > 0 ? model.plan.grid : model.plan.sigma * largest_grid_ratio;
  // A step of the grid moves an iterate by more than its roundings; those of a mean of T are T
  // times as large.
  const double sums = model.plan.final_model == FinalModel::average ? model.done : 1;
  return rate / rule.divisor * step >= sums * rounding * (1 + rate * rule.ridge / rule.divisor) * largest;
}

}  // namespace expost

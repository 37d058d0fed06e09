#include "report_model.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <variant>
#include <vector>

#include "expost/numerics/error.hpp"
#include "mechanism_document.hpp"

namespace expost::report {

namespace {

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

const Eigen::VectorXd& theta_of(const ReportModel& model) {
  return std::visit(
      [](const auto& each) -> const Eigen::VectorXd& {
        if constexpr (requires { each.theta; }) {
          return each.theta;
        } else {
          return each.parts.theta;
        }
      },
      model);
}

void check_finite(const ReportModel& model) {
  bool finite = theta_of(model).allFinite();
  const auto require = [&finite](std::initializer_list<double> values) {
    for (const double value : values) {
      finite = finite && std::isfinite(value);
    }
  };
  const Mechanism mechanism = mechanism_of(model);
  require({loss_of(model).linear.width, mechanism.noise, mechanism.lambda, mechanism.residual, mechanism.budget.epsilon,
           mechanism.budget.delta, mechanism.smallest_eigenvalue, mechanism.log_residual});
  with_releases(model, [&](const auto& parts) {
    finite = finite && (!parts.gradient || (std::isfinite(parts.gradient->sigma) && parts.gradient->values.allFinite()));
    finite = finite && (!parts.hessian || (std::isfinite(parts.hessian->sigma) && parts.hessian->values.allFinite()));
    if (parts.smallest_eigenvalue) {
      require({parts.smallest_eigenvalue->sigma, parts.smallest_eigenvalue->value});
    }
  });
  if (const auto* const descent = std::get_if<PublishedDescent>(&model)) {
    const UpdateRule& update = descent->plan.update;
    require({descent->plan.clip, descent->plan.sigma, descent->plan.grid, descent->plan.rate, update.momentum, update.ridge,
             update.divisor});
    finite = finite && all_finite(update.rates) && descent->iterates.allFinite() && all_finite(descent->distances);
  }
  if (!finite) {
    throw_error(ErrorType::argument, "not-finite", "", "the report has a number that is not finite and can't be written");
  }
}

}  // namespace expost::report

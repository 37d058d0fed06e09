#include "report_model.hpp"

#include <cmath>
#include <initializer_list>
#include <utility>

#include "expost/numerics/error.hpp"

namespace expost::report {

ReportModel assemble_model(const ModelLoss& loss, const Mechanism& mechanism, Eigen::VectorXd theta, Releases releases) {
  switch (mechanism.kind) {
    case Mechanism::Kind::objective_laplace:
      return PublishedLaplaceModel{loss.linear,     loss.classes,     mechanism.lambda,
                                   mechanism.noise, std::move(theta), mechanism.rounding};
    case Mechanism::Kind::output_gaussian:
      return PublishedOutputPerturbation{loss.linear,    mechanism.lambda, mechanism.noise,
                                         mechanism.grid, std::move(theta), mechanism.rounding};
    case Mechanism::Kind::posterior_sample:
      return PublishedPosteriorSample{std::move(theta), mechanism.lambda, mechanism.noise, 0, mechanism.rounding};
    case Mechanism::Kind::ada_ops:
      return PublishedAdaOps{
          mechanism.budget,       std::move(theta),  mechanism.lambda, mechanism.noise, mechanism.smallest_eigenvalue,
          mechanism.log_residual, mechanism.rounding};
    case Mechanism::Kind::objective_gaussian:
      break;
  }
  if (loss.is_softmax()) {
    return PublishedSoftmaxModel{loss.classes,
                                 {mechanism.lambda, mechanism.noise, std::move(theta), mechanism.residual,
                                  std::move(releases.gradient), std::move(releases.hessian), releases.smallest_eigenvalue},
                                 mechanism.rounding};
  }
  return PublishedModel{loss.linear,
                        mechanism.lambda,
                        mechanism.noise,
                        std::move(theta),
                        mechanism.residual,
                        std::move(releases.gradient),
                        std::move(releases.hessian),
                        releases.smallest_eigenvalue,
                        mechanism.rounding};
}

ModelLoss loss_of(const ReportModel& model) {
  if (const auto* softmax = std::get_if<PublishedSoftmaxModel>(&model)) {
    return {{}, softmax->classes};
  }
  if (const auto* laplace = std::get_if<PublishedLaplaceModel>(&model)) {
    return {laplace->loss, laplace->classes};
  }
  if (const auto* output = std::get_if<PublishedOutputPerturbation>(&model)) {
    return {output->loss, 0};
  }
  if (const auto* linear = std::get_if<PublishedModel>(&model)) {
    return {linear->loss, 0};
  }
  return {{LossKind::squared, 1.0}, 0};
}

const Eigen::VectorXd& theta_of(const ReportModel& model) {
  if (const auto* softmax = std::get_if<PublishedSoftmaxModel>(&model)) {
    return softmax->parts.theta;
  }
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
  require({loss_of(model).linear.width});
  with_releases(model, [&](const auto& parts) {
    require({parts.lambda, parts.sigma, parts.residual});
    finite = finite && (!parts.gradient || (std::isfinite(parts.gradient->sigma) && parts.gradient->values.allFinite()));
    finite = finite && (!parts.hessian || (std::isfinite(parts.hessian->sigma) && parts.hessian->values.allFinite()));
    if (parts.smallest_eigenvalue) {
      require({parts.smallest_eigenvalue->sigma, parts.smallest_eigenvalue->value});
    }
  });
  if (const auto* laplace = std::get_if<PublishedLaplaceModel>(&model)) {
    require({laplace->lambda, laplace->eta});
  } else if (const auto* output = std::get_if<PublishedOutputPerturbation>(&model)) {
    require({output->lambda, output->sigma});
  } else if (const auto* sample = std::get_if<PublishedPosteriorSample>(&model)) {
    require({sample->lambda, sample->gamma});
  } else if (const auto* adaptive = std::get_if<PublishedAdaOps>(&model)) {
    require({adaptive->lambda, adaptive->gamma, adaptive->budget.epsilon, adaptive->budget.delta, adaptive->smallest_eigenvalue,
             adaptive->log_residual});
  }
  if (!finite) {
    throw Error(ErrorType::argument, "not-finite", "", "the report has a number that is not finite and can't be written");
  }
}

}  // namespace expost::report

// The mechanisms of the report format.
#pragma once

namespace expost::report {

enum class MechanismKind {
  objective_gaussian,  ///< objective perturbation, Gaussian noise
  objective_laplace,   ///< objective perturbation, Laplace-type noise
  output_gaussian,     ///< output perturbation, Gaussian noise
  posterior_sample,    ///< ridge regression by one posterior sample
  ada_ops,             ///< …, its λ and γ chosen from the data
};

}  // namespace expost::report

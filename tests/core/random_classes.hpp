// Random multinomial data sets, and their densities from the formulas of section 11 in long double.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "expost/losses/softmax.hpp"
#include "long_objective.hpp"
#include "random_draws.hpp"

namespace expost {

inline ClassifiedPerson random_classified(Eigen::Index classes, Eigen::Index features, Draws& draws) {
  return {draws.in_ball(features, draws.integer(0, 2) == 0 ? 1 : draws.uniform(0.05, 1)),
          draws.integer(0, static_cast<int>(classes) - 1)};
}

inline std::vector<ClassifiedPerson> random_classified_persons(Eigen::Index n, Eigen::Index classes, Eigen::Index features,
                                                               Draws& draws) {
  std::vector<ClassifiedPerson> persons;
  for (Eigen::Index i = 0; i < n; ++i) {
    persons.push_back(random_classified(classes, features, draws));
  }
  return persons;
}

/// ∇J and ∇²J at θ, by the textbook formulas.
struct LongDerivatives {
  LongVector gradient;
  LongMatrix hessian;
};

inline LongVector long_softmax(const Eigen::VectorXd& theta, const Eigen::VectorXd& x, Eigen::Index classes) {
  LongVector p(static_cast<std::size_t>(classes));
  Long largest = -1e300L;
  for (Eigen::Index k = 0; k < classes; ++k) {
    Long t = 0;
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      t += static_cast<Long>(theta(k * x.size() + j)) * static_cast<Long>(x(j));
    }
    p[static_cast<std::size_t>(k)] = t;
    largest = t > largest ? t : largest;
  }
  Long sum = 0;
  for (Long& value : p) {
    value = std::exp(value - largest);
    sum += value;
  }
  for (Long& value : p) {
    value /= sum;
  }
  return p;
}

inline LongDerivatives long_softmax_derivatives(double lambda, const std::vector<ClassifiedPerson>& persons,
                                                Eigen::Index classes, const Eigen::VectorXd& theta) {
  const auto d = static_cast<std::size_t>(theta.size());
  LongDerivatives result{LongVector(d), LongMatrix(d, LongVector(d, 0))};
  for (std::size_t i = 0; i < d; ++i) {
    result.gradient[i] = static_cast<Long>(lambda) * static_cast<Long>(theta(static_cast<Eigen::Index>(i)));
    result.hessian[i][i] = lambda;
  }
  for (const ClassifiedPerson& person : persons) {
    const LongVector p = long_softmax(theta, person.x, classes);
    const auto m = static_cast<std::size_t>(person.x.size());
    for (std::size_t a = 0; a < d; ++a) {
      const Long xa = person.x(static_cast<Eigen::Index>(a % m));
      const std::size_t ka = a / m;
      result.gradient[a] += (p[ka] - (static_cast<Eigen::Index>(ka) == person.label ? 1 : 0)) * xa;
      for (std::size_t b = 0; b < d; ++b) {
        const std::size_t kb = b / m;
        result.hessian[a][b] +=
            ((ka == kb ? p[ka] : 0) - p[ka] * p[kb]) * xa * static_cast<Long>(person.x(static_cast<Eigen::Index>(b % m)));
      }
    }
  }
  return result;
}

/// log p(θ̂) up to a constant, where b is N(0, σ²I).
inline Long gaussian_log_density(const LongDerivatives& at, double sigma) {
  const Long norm = long_norm(at.gradient);
  return log_determinant(at.hessian) - norm * norm / (2 * static_cast<Long>(sigma) * static_cast<Long>(sigma));
}

/// The same where b has density ∝ e^{−η‖b‖}.
inline Long laplace_log_density(const LongDerivatives& at, double eta) {
  return log_determinant(at.hessian) - static_cast<Long>(eta) * long_norm(at.gradient);
}

}  // namespace expost

#include "expost/descent/exact_path_loss.hpp"

#include <cmath>

#include "descent/log_moments.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"

namespace expost {
namespace {

void require_training(const DescentTraining& training, Eigen::Index parameters) {
  require_above_zero(training.clip, "", "the clip norm");
  require_above_zero(training.sigma, "", "the noise level");
  if (!(training.rate > 0 && training.rate <= 1)) {
    refuse_argument("", "the sampling rate", "must be above 0 and at most 1");
  }
  bool fits = training.iterates.cols() == parameters && training.noisy_sums.cols() == parameters &&
              training.noisy_sums.rows() == training.iterates.rows() && training.labels.size() == training.x.rows();
  // Without samples every row took part, which is so for q = 1 alone.
  fits = fits && (training.rate == 1) == training.samples.empty() &&
         (training.samples.empty() || training.samples.size() == static_cast<std::size_t>(training.iterates.rows()));
  for (const std::vector<bool>& sample : training.samples) {
    fits = fits && sample.size() == static_cast<std::size_t>(training.x.rows());
  }
  if (!fits) {
    throw Error(ErrorType::argument, "wrong-length", "",
                "iterates, noisy sums, samples and rows must be as many as each other");
  }
}

Eigen::VectorXd clipped(Eigen::VectorXd gradient, double clip) {
  const double length = gradient.norm();
  if (length > clip) {
    gradient *= clip / length;
  }
  return gradient;
}

/// log(1 − q + q e^v)
double step_loss(double v, double q) {
  if (q == 1) {
    return v;
  }
  return std::fabs(v) < 1 ? elementary::log1p(q * elementary::expm1(v))
                          : log_of_sum(elementary::log1p(-q), elementary::log(q) + v);
}

template <class AnyLoss>
ExactPathLosses losses_along(const AnyLoss& loss, const DescentTraining& training, Eigen::Index parameters,
                             const Eigen::Ref<const IterateMatrix>& other_x,
                             const Eigen::Ref<const Eigen::VectorXd>& other_labels) {
  require_training(training, parameters);
  if (other_x.rows() != other_labels.size() || (other_x.rows() > 0 && other_x.cols() != training.x.cols())) {
    throw Error(ErrorType::argument, "wrong-length", "", "the other people's labels must be as many as they are");
  }
  const Eigen::Index n = training.x.rows();
  const double variance = training.sigma * training.sigma;
  // u is the sum less the clipped gradients of all others.
  const auto loss_at = [&](const Eigen::VectorXd& gradient, const Eigen::VectorXd& u) {
    return step_loss((2 * gradient.dot(u) - gradient.squaredNorm()) / (2 * variance), training.rate);
  };
  ExactPathLosses result{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(other_x.rows())};
  Eigen::MatrixXd gradients(parameters, n);
  for (Eigen::Index t = 0; t < training.iterates.rows(); ++t) {
    const Eigen::VectorXd theta = training.iterates.row(t);
    Eigen::VectorXd noise = training.noisy_sums.row(t);
    const auto took_part = [&](Eigen::Index i) {
      return training.samples.empty() || training.samples[static_cast<std::size_t>(t)][static_cast<std::size_t>(i)];
    };
    for (Eigen::Index i = 0; i < n; ++i) {
      gradients.col(i) = clipped_gradient(loss, theta, training.x.row(i), training.labels(i), training.clip);
      if (took_part(i)) {
        noise -= gradients.col(i);
      }
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      result.members(i) += loss_at(gradients.col(i), took_part(i) ? Eigen::VectorXd(noise + gradients.col(i)) : noise);
    }
    for (Eigen::Index i = 0; i < other_x.rows(); ++i) {
      result.others(i) -= loss_at(clipped_gradient(loss, theta, other_x.row(i), other_labels(i), training.clip), noise);
    }
  }
  return result;
}

}  // namespace

Eigen::VectorXd clipped_gradient(const Loss& loss, const Eigen::VectorXd& theta, const Eigen::VectorXd& x, double y,
                                 double clip) {
  return clipped(loss.first_derivative(x.dot(theta), y) * x, clip);
}

Eigen::VectorXd clipped_gradient(const Softmax& loss, const Eigen::VectorXd& theta, const Eigen::VectorXd& x, double y,
                                 double clip) {
  return clipped(loss.gradient(theta, {x, static_cast<Eigen::Index>(y)}), clip);
}

ExactPathLosses exact_path_losses(const Loss& loss, const DescentTraining& training,
                                  const Eigen::Ref<const IterateMatrix>& other_x,
                                  const Eigen::Ref<const Eigen::VectorXd>& other_labels) {
  return losses_along(loss, training, training.x.cols(), other_x, other_labels);
}

ExactPathLosses exact_path_losses(const Softmax& loss, const DescentTraining& training,
                                  const Eigen::Ref<const IterateMatrix>& other_x,
                                  const Eigen::Ref<const Eigen::VectorXd>& other_labels) {
  return losses_along(loss, training, loss.classes * training.x.cols(), other_x, other_labels);
}

}  // namespace expost

#include "expost/descent/exact_path_loss.hpp"

#include <algorithm>
#include <cmath>

#include "descent/log_moments.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/numerics/elementary.hpp"
#include "expost/numerics/error.hpp"
#include "expost/numerics/require.hpp"

namespace expost {
namespace {

/// Products of numbers that a check of a training may take.
constexpr double most_products = 1e9;

/// `sampled`: whether the training says who took part where not everybody did.
void require_training(const DescentTraining& training, Eigen::Index parameters, bool sampled = true) {
  require_above_zero(training.clip, "", "the clip norm");
  require_above_zero(training.sigma, "", "the noise level");
  if (!(training.rate > 0 && training.rate <= 1)) {
    refuse_argument("", "the sampling rate", "must be above 0 and at most 1");
  }
  const auto rows = static_cast<std::size_t>(training.x.rows());
  bool fits = training.iterates.cols() == parameters && training.noisy_sums.cols() == parameters &&
              training.noisy_sums.rows() <= training.iterates.rows() && training.labels.size() == training.x.rows();
  // Without samples every row took part, which is so for q = 1 alone.
  fits = fits && ((training.rate == 1 || !sampled) == training.samples.empty()) &&
         (training.samples.empty() || training.samples.size() == static_cast<std::size_t>(training.iterates.rows()));
  for (const std::vector<bool>& sample : training.samples) {
    fits = fits && sample.size() == rows;
  }
  if (!training.order.empty()) {
    fits = fits && training.rate == 1 && training.batches > 0 &&
           training.iterates.rows() <= static_cast<Eigen::Index>(training.order.size()) * training.batches;
    for (const std::vector<std::int32_t>& epoch : training.order) {
      fits = fits && epoch.size() == rows;
    }
  }
  if (!fits) {
    throw_error(ErrorType::argument, "wrong-length", "",
                "iterates, noisy sums, samples and rows must be as many as each other");
  }
}

/// Whether a row took part in a step.
bool took_part(const DescentTraining& training, Eigen::Index step, Eigen::Index row) {
  const auto i = static_cast<std::size_t>(row);
  if (!training.samples.empty()) {
    return training.samples[static_cast<std::size_t>(step)][i];
  }
  if (training.order.empty()) {
    return true;
  }
  return training.order[static_cast<std::size_t>(step / training.batches)][i] == step % training.batches;
}

/// Runs through the steps, with the rows' gradients and what is left of the noisy sum without those
/// that took part, in units of the grid where there is one.
template <class Visit>
void each_step(const DescentLoss& loss, const DescentTraining& training, Visit visit) {
  const ClippedGradients clipped(loss, training.clip, training.grid);
  const Eigen::Index n = training.x.rows();
  const double unit = training.grid > 0 ? training.grid : 1;
  Eigen::MatrixXd gradients(training.iterates.cols(), n);
  for (Eigen::Index t = 0; t < training.noisy_sums.rows(); ++t) {
    const Eigen::VectorXd theta = training.iterates.row(t).transpose();
    Eigen::VectorXd noise = training.noisy_sums.row(t).transpose() / unit;
    for (Eigen::Index i = 0; i < n; ++i) {
      gradients.col(i) = clipped.at(theta, training.x.row(i).transpose(), training.labels(i));
      if (took_part(training, t, i)) {
        noise -= gradients.col(i);
      }
    }
    visit(t, clipped, theta, gradients, noise);
  }
}

/// σ², in the units of `each_step`.
double variance_of(const DescentTraining& training) {
  const double sigma = training.grid > 0 ? training.sigma / training.grid : training.sigma;
  return sigma * sigma;
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
                          : elementary::log_of_sum(elementary::log1p(-q), elementary::log(q) + v);
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

ExactPathLosses exact_path_losses(const DescentLoss& loss, const DescentTraining& training,
                                  const Eigen::Ref<const IterateMatrix>& other_x,
                                  const Eigen::Ref<const Eigen::VectorXd>& other_labels) {
  require_training(training, ClippedGradients(loss, training.clip, 0).parameters(training.x.cols()));
  if (training.noisy_sums.rows() != training.iterates.rows() || other_x.rows() != other_labels.size() ||
      (other_x.rows() > 0 && (other_x.cols() != training.x.cols() || !training.order.empty()))) {
    throw_error(ErrorType::argument, "wrong-length", "",
                "the noisy sums must be as many as the iterates, and the other people's labels as many as they are");
  }
  const Eigen::Index n = training.x.rows();
  const double variance = variance_of(training);
  // u is the sum less the clipped gradients of all others.
  const auto loss_at = [&](const Eigen::VectorXd& gradient, const Eigen::VectorXd& u) {
    return step_loss((2 * gradient.dot(u) - gradient.squaredNorm()) / (2 * variance), training.rate);
  };
  ExactPathLosses result{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(other_x.rows())};
  each_step(loss, training,
            [&](Eigen::Index t, const ClippedGradients& clipped, const Eigen::VectorXd& theta, const Eigen::MatrixXd& gradients,
                const Eigen::VectorXd& noise) {
              for (Eigen::Index i = 0; i < n; ++i) {
                const bool took = took_part(training, t, i);
                // Where the order is known, a step without her says nothing of her.
                if (took || training.order.empty()) {
                  result.members(i) += loss_at(gradients.col(i), took ? Eigen::VectorXd(noise + gradients.col(i)) : noise);
                }
              }
              for (Eigen::Index i = 0; i < other_x.rows(); ++i) {
                result.others(i) -= loss_at(clipped.at(theta, other_x.row(i).transpose(), other_labels(i)), noise);
              }
            });
  return result;
}

double squared_noise(const DescentLoss& loss, const DescentTraining& training) {
  require_training(training, ClippedGradients(loss, training.clip, 0).parameters(training.x.cols()));
  double sum = 0;
  each_step(loss, training,
            [&](Eigen::Index, const ClippedGradients&, const Eigen::VectorXd&, const Eigen::MatrixXd&,
                const Eigen::VectorXd& noise) { sum += noise.squaredNorm(); });
  return sum / variance_of(training);
}

NoiseLeft noise_of_unknown_samples(const DescentLoss& loss, const DescentTraining& training, const DescentPlan& plan,
                                   double probability) {
  const ClippedGradients clipped(loss, training.clip, 0);
  require_training(training, clipped.parameters(training.x.cols()), false);
  const bool independent = plan.sampling == DescentSampling::poisson;
  const double share = independent ? plan.rate : 1.0 / plan.batches;
  const Eigen::Index n = training.x.rows();
  const Eigen::Index steps = training.noisy_sums.rows();
  const double work = static_cast<double>(n) * static_cast<double>(training.noisy_sums.size());
  const auto stride = static_cast<Eigen::Index>(std::ceil(std::max(1.0, work / most_products)));
  const double nats = elementary::log(static_cast<double>(steps) / probability);
  NoiseLeft left{0, 0, 0};
  for (Eigen::Index t = steps - 1; t >= 0; t -= stride) {
    const Eigen::VectorXd theta = training.iterates.row(t).transpose();
    Eigen::VectorXd noise = training.noisy_sums.row(t).transpose();
    double squares = 0;
    double lengths = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      const Eigen::VectorXd gradient = clipped.at(theta, training.x.row(i).transpose(), training.labels(i));
      noise -= share * gradient;
      squares += gradient.squaredNorm();
      lengths += gradient.norm();
    }
    const double variance = share * (1 - share) * squares;
    const double mean = std::sqrt(variance);
    const double tail = mean + std::sqrt(2 * nats * (variance + 2 * training.clip * mean)) + 3 * training.clip * nats;
    const double reach = independent ? std::min(lengths, tail) : lengths;
    left.squares += noise.squaredNorm() / (training.sigma * training.sigma);
    left.reach += reach * reach;
    ++left.steps;
  }
  left.reach = std::sqrt(left.reach);
  return left;
}

}  // namespace expost

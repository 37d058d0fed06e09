// Pools: the largest number or the mean of windows.
#include <algorithm>
#include <cmath>
#include <utility>

#include "network/layer_step.hpp"

namespace expost {
namespace {

class PoolStep : public LayerStep {
 public:
  explicit PoolStep(const Windows& windows) : windows_(windows) {
    inputs = windows.channels * windows.area();
    outputs = windows.channels * windows.windows();
    output = {windows.channels, windows.count.height, windows.count.width};
  }
  [[nodiscard]] double multiplications() const override {
    return static_cast<double>(outputs) * static_cast<double>(windows_.places());
  }

 protected:
  /// Calls visit(output, input) for each place of each window, row by row within a window.
  template <class Visit>
  void each(const Visit& visit) const {
    windows_.each([&](Eigen::Index window, Eigen::Index, Eigen::Index index) {
      for (Eigen::Index c = 0; c < windows_.channels; ++c) {
        visit(c * windows_.windows() + window, c * windows_.area() + index);
      }
    });
  }
  [[nodiscard]] double overlaps() const { return static_cast<double>(windows_.overlaps()); }

  Windows windows_;
};

class MaximumStep final : public PoolStep {
 public:
  using PoolStep::PoolStep;

  [[nodiscard]] Eigen::VectorXd forward(const double*, const Eigen::VectorXd& in) const override { return largest(in); }
  [[nodiscard]] Eigen::VectorXd backward(const double*, const Eigen::VectorXd& in, const Eigen::VectorXd& out,
                                         const Eigen::VectorXd& g, double*, bool) const override {
    Eigen::VectorXd result = Eigen::VectorXd::Zero(inputs);
    std::vector<bool> passed(static_cast<std::size_t>(outputs));
    // To the first of the largest.
    each([&](Eigen::Index to, Eigen::Index from) {
      if (!passed[static_cast<std::size_t>(to)] && in(from) == out(to)) {
        passed[static_cast<std::size_t>(to)] = true;
        result(from) += g(to);
      }
    });
    return result;
  }

  [[nodiscard]] Ball enclosed(const double*, const Ball& in, const Roundings&) const override {
    Ball ball{largest(in.mid), Eigen::VectorXd(outputs), raised(std::sqrt(overlaps()) * in.length)};
    const Eigen::VectorXd lower = largest(in.mid - in.radius);
    const Eigen::VectorXd upper = largest(in.mid + in.radius);
    for (Eigen::Index i = 0; i < outputs; ++i) {
      // The ends were rounded once, relative to themselves.
      const double off = few_roundings * (std::fabs(lower(i)) + std::fabs(upper(i)) + std::fabs(ball.mid(i)));
      ball.radius(i) = lower(i) == upper(i) ? 0 : std::max(upper(i) - ball.mid(i), ball.mid(i) - lower(i)) + off;
    }
    ball.tighten();
    return ball;
  }

  [[nodiscard]] Ball enclosed_back(const double*, const Ball& in, const Ball&, const Ball& gradient, const Roundings& roundings,
                                   double&, bool) const override {
    const Ball g = gradient.folded();
    const Eigen::VectorXd least = largest(in.mid - in.radius);
    // Those that could be the largest one of their window.
    std::vector<std::vector<Eigen::Index>> candidates(static_cast<std::size_t>(outputs));
    each([&](Eigen::Index to, Eigen::Index from) {
      const double upper = in.mid(from) + in.radius(from);
      if (!(upper + few_roundings * (std::fabs(upper) + in.radius(from)) < least(to))) {
        candidates[static_cast<std::size_t>(to)].push_back(from);
      }
    });
    const double off = roundings.of_sum(overlaps());
    Ball ball{Eigen::VectorXd::Zero(inputs), Eigen::VectorXd::Zero(inputs), 0};
    for (Eigen::Index to = 0; to < outputs; ++to) {
      const std::vector<Eigen::Index>& places = candidates[static_cast<std::size_t>(to)];
      if (places.size() == 1) {
        ball.mid(places.front()) += g.mid(to);
        ball.radius(places.front()) += g.radius(to);
        continue;
      }
      const std::size_t begin = ball.places.size();
      ball.places.insert(ball.places.end(), places.begin(), places.end());
      ball.ties.push_back(
          {begin, ball.places.size(), g.mid(to), raised(g.radius(to) + off * (std::fabs(g.mid(to)) + g.radius(to)))});
    }
    const Eigen::VectorXd rounded = off * ball.size();
    ball.radius = (ball.radius * above_sum(overlaps()) + rounded).eval() * (1 + few_roundings);
    ball.length = raised(std::sqrt(overlaps()) * g.length + norm_above(rounded));
    ball.tighten();
    return ball;
  }

 private:
  [[nodiscard]] Eigen::VectorXd largest(const Eigen::VectorXd& in) const {
    Eigen::VectorXd result = Eigen::VectorXd::Constant(outputs, -infinity);
    each([&](Eigen::Index to, Eigen::Index from) {
      // NaN stays.
      result(to) = result(to) >= in(from) ? result(to) : in(from);
    });
    return result;
  }
};

class MeanStep final : public PoolStep {
 public:
  using PoolStep::PoolStep;

  [[nodiscard]] Eigen::VectorXd forward(const double*, const Eigen::VectorXd& in) const override {
    Eigen::VectorXd result = Eigen::VectorXd::Zero(outputs);
    each([&](Eigen::Index to, Eigen::Index from) { result(to) += in(from); });
    return result / static_cast<double>(windows_.places());
  }
  [[nodiscard]] Eigen::VectorXd backward(const double*, const Eigen::VectorXd&, const Eigen::VectorXd&,
                                         const Eigen::VectorXd& g, double*, bool) const override {
    Eigen::VectorXd result = Eigen::VectorXd::Zero(inputs);
    const double share = 1 / static_cast<double>(windows_.places());
    each([&](Eigen::Index to, Eigen::Index from) { result(from) += g(to) * share; });
    return result;
  }
  [[nodiscard]] Ball enclosed(const double* own, const Ball& in, const Roundings& roundings) const override {
    const double n = static_cast<double>(windows_.places());
    return widened(forward(own, in.mid), forward(own, in.radius), forward(own, in.size()), n, roundings.tiny, in.length,
                   roundings);
  }
  [[nodiscard]] Ball enclosed_back(const double* own, const Ball& in, const Ball& out, const Ball& gradient,
                                   const Roundings& roundings, double&, bool) const override {
    const Ball g = gradient.folded();
    const auto back = [&](const Eigen::VectorXd& each) { return backward(own, in.mid, out.mid, each, nullptr, true); };
    return widened(back(g.mid), back(g.radius), back(g.size()), overlaps() + 1, roundings.backward_tiny, g.length, roundings);
  }

 private:
  /// As a map of whole images the mean is no longer than √overlaps/√places.
  [[nodiscard]] Ball widened(Eigen::VectorXd mid, const Eigen::VectorXd& moved, const Eigen::VectorXd& sizes, double terms,
                             double tiny, double length, const Roundings& roundings) const {
    const double n = static_cast<double>(windows_.places());
    const Eigen::VectorXd local = ((roundings.of_sum(terms) * above_sum(terms)) * sizes.array() + tiny * (terms + 1)).matrix();
    Ball ball{std::move(mid), (moved * above_sum(terms) + local) * (1 + few_roundings),
              raised(std::sqrt(overlaps() / n) * length + norm_above(local))};
    ball.tighten();
    return ball;
  }
};

}  // namespace

Ball Ball::folded() const {
  if (ties.empty()) {
    return *this;
  }
  Ball ball{mid, radius, 0};
  Eigen::VectorXd half = Eigen::VectorXd::Zero(mid.size());
  for (const Tie& tie : ties) {
    for (std::size_t i = tie.begin; i < tie.end; ++i) {
      ball.mid(places[i]) += 0.5 * tie.mid;
      half(places[i]) += 0.5 * std::fabs(tie.mid) + tie.radius;
    }
  }
  // The sums in a place, here; those of the training are in the ties.
  half += gamma_of(static_cast<double>(ties.size()) + 2, unit_roundoff) * (mid.cwiseAbs() + radius + 2 * half);
  ball.radius = (ball.radius + half) * (1 + few_roundings);
  ball.length = raised(length + norm_above(half));
  ball.tighten();
  return ball;
}

std::unique_ptr<LayerStep> step_of(const PoolLayer& layer, const LayerPlace& place) {
  const Windows windows = windows_of(place, layer.kernel, layer.stride, {0, 0});
  switch (layer.kind) {
    case PoolKind::maximum:
      break;
    case PoolKind::average:
      return std::make_unique<MeanStep>(windows);
  }
  return std::make_unique<MaximumStep>(windows);
}

}  // namespace expost

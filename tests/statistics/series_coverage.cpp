// How often one bound for several publications fails, where later ones hang on earlier ones: their
// levels, and whether there are any more (docs/mathematics/bounds.md, 10.4).
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "expost/bounds/bound.hpp"
#include "expost/descent/tilt_table.hpp"
#include "expost/exact/exact_loss.hpp"
#include "expost/noise/gaussian.hpp"
#include "expost/numerics/constants.hpp"
#include "expost/series/series_bound.hpp"
#include "rate.hpp"
#include "repetitions.hpp"
#include "simulated_curator.hpp"

namespace expost {
namespace {

constexpr Interval anything = {-infinity, infinity};
/// ρ of the whole; the event over all reports of a kind has a quarter of it.
constexpr double whole = 0.2;
constexpr double of_event = whole / 4;

}  // namespace

TEST_CASE("series coverage: whoever stops as soon as the noise is large is outside with rho at most") {
  for (const int most : {3, 10, 30}) {
    std::vector<double> bounds;
    std::vector<SeriesTerm> terms;
    for (int k = 1; k <= most; ++k) {
      terms.push_back({anything, anything, LinearPart{{0, 0}, {0, 0}, 0.1, 0, 1}});
      bounds.push_back(series_bound(terms, Membership::in, whole, 1).upper);
    }
    Draws draws(20261128);
    Rate missed("at most " + std::to_string(most) + " reports");
    Rate missed_naive("at most " + std::to_string(most) + " reports, the quantile of their number");
    for (int run = 0; run < repetitions(20000); ++run) {
      double square = 0;
      bool out = false;
      bool out_naive = false;
      for (int k = 1; k <= most; ++k) {
        const double n = draws.normal();
        square += n * n;
        // Coefficients may depend on the same noise: at worst they point in its direction.
        const double length = 0.1 * std::sqrt(k);
        const double loss = 0.5 * length * length + length * std::sqrt(square);
        out = out || (k > 1 && loss > bounds[static_cast<std::size_t>(k) - 1]);
        out_naive = out_naive || (k > 1 && square > chi_squared_upper_quantile(k, of_event));
      }
      missed.add(out);
      missed_naive.add(out_naive);
    }
    MESSAGE(most, " reports: ", missed.value(), ", by the quantile of their number ", missed_naive.value());
    missed.at_most(of_event);
    if (most > 3) {
      missed_naive.at_least(2 * of_event);
    }
  }
}

TEST_CASE("series coverage: three publications, each trained after the last one was seen") {
  for (const LossKind loss : {LossKind::logistic, LossKind::squared, LossKind::pseudo_huber}) {
    for (const ReportKind first_kind : {ReportKind::data_independent, ReportKind::adaptive}) {
      Draws draws(20261129 + static_cast<std::uint64_t>(loss));
      SeededSource source(20261130 + static_cast<std::uint64_t>(first_kind));
      const std::string what = std::string(name_of(loss)) + ", " + name_of(first_kind) + ", ";
      Rate of_members(what + "in");
      Rate of_others(what + "out");
      for (int run = 0; run < repetitions(1500); ++run) {
        const bool member = draws.coin();
        std::vector<SeriesTerm> terms;
        double sum = 0;
        bool missed = false;
        Curator curator = curator_for(loss, first_kind, draws);
        for (int place = 1; place <= 3 && !missed; ++place) {
          Person person{draws.in_ball(3), random_label(curator.objective.loss, draws)};
          if (member) {
            person = {curator.problem.person(0), curator.problem.y(0)};
          }
          const Release release =
              release_model(curator.objective, curator.problem.data(), curator.sigma, curator.noise, source);
          const ExactLosses exact(curator.objective.loss, curator.sigma, release.model.theta, release.secrets.gradient,
                                  release.secrets.hessian);
          sum += (member ? exact.member(person.x, person.y) : exact.non_member(person.x, person.y)).loss +
                 exact_release_loss(release, curator.objective.loss, person, member);
          const PreparedReport prepared(release.model);
          BoundOptions options;
          options.failure_probability = options.release_cost_failure_probability =
              series_failure(whole, place) * (release.model.hessian ? 0.5 : 1);
          options.release_cost_pdp = false;
          const Bound bound = BoundRule(prepared, options).bound(person.x, person.y);
          terms.push_back({bound.total_in, bound.total_out, *bound.part});
          // There is another one for as long as this one has held.
          missed = place > 1 && outside(sum, series_bound(terms, member ? Membership::in : Membership::out, whole, 1));
          // The next one's releases and noise hang on what this one showed.
          const double shown = release.model.theta(0);
          curator = curator_for(loss, shown > 0 ? ReportKind::adaptive : ReportKind::data_independent, draws);
          curator.sigma = shown > 0.2 ? 0.6 : 2;
        }
        (member ? of_members : of_others).add(missed);
      }
      MESSAGE(what, of_members.value(), ", ", of_others.value());
      of_members.at_most(whole);
      of_others.at_most(whole);
    }
  }
}

TEST_CASE("series coverage: paths whose next step hangs on the last one, full and sampled") {
  for (const double rate : {1.0, 0.2}) {
    for (const bool member : {true, false}) {
      TiltTable table(rate < 1 ? rate : 0.5);
      // Three paths of up to 30 steps; a step is 0, or as large as it may be in that path.
      const double caps[] = {0.3, 0.6, 0.15};
      const auto term_of = [&](double cap, int moved) -> SeriesTerm {
        PathPart part{{rate, 30, cap, 0.5}, {}, 0};
        if (rate < 1) {
          part.log_moments = table.log_moments(part.terms, std::vector<double>(static_cast<std::size_t>(moved), cap));
        } else {
          part.log_moments = [energy = moved * cap * cap](PathEnd end, int j) {
            const double lambda = order_of(end, j);
            const bool above = end == PathEnd::in_above || end == PathEnd::out_above;
            return 0.5 * lambda * (above ? lambda + 1 : lambda - 1) * energy;
          };
        }
        return {anything, anything, std::move(part)};
      };
      // All that a run can come to: the first path's steps, the others' up to where it stopped.
      std::vector<std::vector<Interval>> bounds(2, std::vector<Interval>(31));
      for (int moved = 0; moved <= 30; ++moved) {
        const Membership of = member ? Membership::in : Membership::out;
        const std::vector<SeriesTerm> two = {term_of(caps[0], 30), term_of(caps[1], moved)};
        bounds[0][static_cast<std::size_t>(moved)] = series_bound(two, of, whole, 1);
        const std::vector<SeriesTerm> three = {term_of(caps[0], 30), term_of(caps[1], 30), term_of(caps[2], moved)};
        bounds[1][static_cast<std::size_t>(moved)] = series_bound(three, of, whole, 1);
      }
      Draws draws(20261131);
      Rate missed(member ? "paths, a member" : "paths, anyone else");
      const auto step_loss = [&](double s) {
        const double u = draws.normal() + (member && draws.uniform(0, 1) < rate ? s : 0);
        const double loss = std::log1p(rate * std::expm1(s * u - 0.5 * s * s));
        return member ? loss : -loss;
      };
      for (int run = 0; run < repetitions(20000); ++run) {
        double loss = 0;
        for (int t = 0; t < 30; ++t) {
          loss += step_loss(caps[0]);
        }
        bool out = false;
        // The record's gradient vanishes as soon as the loss is outside.
        for (std::size_t later = 0; later < 2 && !out; ++later) {
          for (std::size_t t = 1; t <= 30 && !out; ++t) {
            loss += step_loss(caps[later + 1]);
            out = outside(loss, bounds[later][t]);
          }
        }
        missed.add(out);
      }
      MESSAGE("rate ", rate, ", ", member ? "in" : "out", ": ", missed.value());
      missed.at_most(of_event);
    }
  }
}

}  // namespace expost

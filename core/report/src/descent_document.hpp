// Noisy gradient descent in documents (report-format.md, study.md): `model.mechanism` and
// `release.iterates` of a report, `mechanism` of a study.
#pragma once

#include "expost/descent/published_descent.hpp"
#include "members.hpp"

namespace expost::report {

/// A number of steps.
inline constexpr Whole<int> step_count{"a whole number from 1 to 4000000", 1, limits::steps};

void read_sampling(const Object& object, DescentPlan& plan);
void write_sampling(OrderedJson& document, const DescentPlan& plan);
[[nodiscard]] OrderedJson describe_sampling(Definitions& definitions);
void read_update(const Object& object, DescentPlan& plan);
void write_update(OrderedJson& document, const DescentPlan& plan);
[[nodiscard]] OrderedJson describe_update(Definitions& definitions);
void read_done(const Object& object, PublishedDescent& model);
void write_done(OrderedJson& document, const PublishedDescent& model);
void read_origin(const Object& object, DescentPlan& plan);
void write_origin(OrderedJson& document, const DescentPlan& plan);
[[nodiscard]] OrderedJson describe_origin(Definitions& definitions);
void read_start(const Object& object, DescentPlan& plan);
void write_start(OrderedJson& document, const DescentPlan& plan);
[[nodiscard]] OrderedJson describe_start(Definitions& definitions);
void read_arithmetic(const Object& object, DescentPlan& plan);
void write_arithmetic(OrderedJson& document, const DescentPlan& plan);
[[nodiscard]] OrderedJson describe_arithmetic(Definitions& definitions);
[[nodiscard]] OrderedJson describe_count(Definitions& definitions);
void read_every(const Object& object, DescentPlan& plan);

inline constexpr auto clip_key =
    required_key("clip", &DescentPlan::clip, Scale{}, "Norm that a record's gradient is clipped to.");
inline constexpr auto steps_key =
    required_key("steps", &DescentPlan::steps, step_count, "The number of steps that was fixed beforehand.");
inline constexpr auto training_keys =
    members_of<DescentPlan>(Computed<DescentPlan, describe_sampling>{"sampling", true, read_sampling, write_sampling,
                                                                     "The records that take part in a step."},
                            Computed<DescentPlan, describe_update>{"update", true, read_update, write_update,
                                                                   "The rule by which a step uses its noisy sum."});
/// A network's own keys beside them.
inline constexpr auto network_training_keys = members_of<DescentPlan>(
    Computed<DescentPlan, describe_start>{
        "start", false, read_start, write_start,
        "A network's theta before the first step: made of a public seed, or in words how it was "
        "chosen without the data. Others start at 0."},
    Computed<DescentPlan, describe_arithmetic>{"arithmetic", false, read_arithmetic, write_arithmetic,
                                               "The numbers in which another program computed a network's gradients."});
inline constexpr const char* final_words =
    "The published model: the last iterate, the mean of all after the first, or something else made of the noisy sums alone.";

/// The mechanism of a report.
inline constexpr auto descent_keys = members_of<PublishedDescent>(
    Constant<PublishedDescent>{"name", "noisy-gradient-descent"},
    inlined(&PublishedDescent::plan,
            members_of<DescentPlan>(
                clip_key,
                required_key("sigma", &DescentPlan::sigma, Scale{},
                             "Standard deviation of each coordinate's noise, on the sum of clipped gradients; with x-grid from "
                             "2^-10 to 1e6 times clip."),
                optional_key("x-grid", &DescentPlan::grid, Grid{},
                             "The noisy sums were whole multiples of this power of two, and so is sigma; at most 2^-26 of it."),
                steps_key)),
    Computed<PublishedDescent, describe_count>{"stoppedAfter", false, read_done, write_done,
                                               "Steps that were done, where a public rule ended the training earlier."},
    inlined(&PublishedDescent::plan,
            training_keys.with(required_key("final", &DescentPlan::final_model, Choice<FinalModel>{}, final_words),
                               Computed<DescentPlan, describe_origin>{
                                   "x-noise", false, read_origin, write_origin,
                                   "Another program drew the noise. With neither this nor x-grid it is taken "
                                   "for real numbers."}) +
                network_training_keys));

/// The mechanism of a study, all but name, loss and scales: σ is 0.
inline constexpr auto study_plan =
    members_of<DescentPlan>(clip_key, steps_key) + training_keys +
    members_of<DescentPlan>(
        written_key("final", &DescentPlan::final_model, Choice<FinalModel>{}, final_words),
        Computed<DescentPlan, describe_count>{"every", false, read_every, nullptr,
                                              "One of the iterates is published every so many steps; 1 where it is left out."},
        optional_key("elsewhere", &DescentPlan::elsewhere, Truth{}, "Another program trains the model.")) +
    network_training_keys;
[[nodiscard]] DescentPlan read_descent_plan(const Object& mechanism);

/// Refuses a plan that doesn't fit a network, or has keys of one where there is none.
void check_network_plan(const Object& mechanism, const DescentPlan& plan, const PreparedNetwork* network);

/// Refuses a study whose published iterates, of D = `parameters` numbers each, no report can hold.
void check_path_size(const Object& mechanism, const DescentPlan& plan, Eigen::Index parameters, bool network);

/// `release.iterates` of a report whose θ and mechanism are known: the iterates, or what their file
/// must have; their distances and `plan.every`.
void read_iterates(const Node& node, PublishedDescent& model);
[[nodiscard]] OrderedJson write_iterates(const PublishedDescent& model);
[[nodiscard]] OrderedJson describe_iterates(Definitions& definitions);

}  // namespace expost::report

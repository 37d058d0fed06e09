// The privacy report: the one document a curator publishes (report-format.md), read, checked and
// written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "expost/descent/published_descent.hpp"
#include "expost/mechanisms/ada_ops.hpp"
#include "expost/mechanisms/posterior_sample.hpp"
#include "expost/numerics/error.hpp"
#include "expost/release/published_model.hpp"
#include "expost/report/features.hpp"
#include "expost/report/heading.hpp"
#include "expost/report/image_input.hpp"
#include "expost/report/model_loss.hpp"

namespace expost::report {

/// Version of the report format that is read and written here.
inline constexpr int format_version = 1;

/// The promise to everyone, as the curator states it.
struct Guarantee {
  double epsilon = 0;      ///< > 0, in nats
  double delta = 0;        ///< in (0, 1); 0 for Laplace-type noise: pure differential privacy
  std::string accountant;  ///< free text; empty: not stated
};

/// A guarantee about one row, for a person with several (mathematics.md, section 7.23).
struct PersonPromise {
  int rows = 1;        ///< of one person, at most
  double epsilon = 0;  ///< of all of them, in nats
  double delta = 0;    ///< in (0, 1); 0 where the guarantee's is
};

/// The published model, by how it was made private.
using ReportModel = std::variant<PublishedModel,         // objective perturbation, Gaussian noise, generalised linear loss
                                 PublishedSoftmaxModel,  // … softmax
                                 PublishedLaplaceModel,  // objective perturbation, Laplace-type noise
                                 PublishedOutputPerturbation,  // output perturbation, Gaussian noise
                                 PublishedPosteriorSample,     // ridge regression by one posterior sample
                                 PublishedAdaOps,              // …, its λ and γ chosen from the data
                                 PublishedDescent>;            // noisy gradient descent, its path published

/// The program that wrote a report, as the report states it.
struct Software {
  std::string name;
  std::string version;  ///< empty: not stated
};

/// A report whose every rule was checked by `read_report`.
struct Report {
  Heading heading;
  ReportModel model;
  std::vector<Feature> features;    ///< empty: a record is the vector x itself with the coded label y
  Scaling scaling;                  ///< without features it has no effect
  std::optional<Label> label;       ///< always there with features
  std::optional<ImageInput> input;  ///< "x-input": records are images
  std::optional<Guarantee> guarantee;
  std::optional<PersonPromise> person;  ///< only with a guarantee; never below what that gives so many rows
  double failure_probability = 1e-6;    ///< ρ, in (0, limits::largest_failure_probability]
  bool insecure_seed = false;           ///< "x-insecure-seed": the noise came from a seed; an experiment, not a publication
  bool sample = false;                  ///< "x-sample": made-up data
  std::optional<Software> software;     ///< "x-software"; no bound depends on it

  [[nodiscard]] ModelLoss loss() const;
  /// The network of noisy gradient descent, null where scores are linear.
  [[nodiscard]] const PreparedNetwork* network() const;
  /// Length of x: that of θ, by the classes of softmax; or a network's inputs.
  [[nodiscard]] Eigen::Index dimension() const;
  [[nodiscard]] const Eigen::VectorXd& theta() const;
  /// The model where it is a generalised linear one with Gaussian objective perturbation;
  /// std::bad_variant_access otherwise.
  [[nodiscard]] const PublishedModel& linear_model() const { return std::get<PublishedModel>(model); }
  [[nodiscard]] PublishedModel& linear_model() { return std::get<PublishedModel>(model); }
};

/// Reads a parsed document and checks every rule of report-format.md.
///
/// @param document  as it comes from `json::parse` or, through MessagePack, from the engine's own
///                  `JSON.parse`: integers or floats where a number is meant, infinities where the
///                  text had 1e999 (refused here).
/// @throws Error (ErrorType::report) with the JSON pointer of the first error, in the order of the
///   format. Codes: "not-a-report", "newer-version", "unsupported" (of the format, but not
///   computed by this version), "missing", "unknown-key", "unknown-name", "wrong-type",
///   "wrong-length", "not-finite", "out-of-range", "too-large", "too-long", "empty",
///   "control-character", "surrounding-blanks", "not-text", "duplicate", "inconsistent",
///   "unknown-level", "not-a-date", "not-an-address", "not-base64", "off-grid", "not-implied" (a
///   guarantee that no accountant gives, or less for a person than the guarantee gives her rows).
///
/// `x-residual` of the mechanism, the publisher's `x-links`, `x-input`, `x-insecure-seed`,
/// `x-sample` and `x-software` are read; every other key that starts with x- is ignored. Takes one
/// allocation per array of numbers and copies nothing else; the d × d Hessian and the iterates of
/// noisy gradient descent are filled in place.
[[nodiscard]] Report read_report(const nlohmann::json& document);

/// The file beside a report that has its path.
struct PathFile {
  std::string name;   ///< path-<16 digits of its SHA-256>.bin.gz, compressed with gzip
  std::size_t bytes;  ///< uncompressed
  bool missing;       ///< whether `take_path` hasn't had them
};
/// The file that a report leaves its path to, if it does.
[[nodiscard]] std::optional<PathFile> path_file(const Report& report);

/// Puts the uncompressed bytes of that file into the report. Until then its bounds are those of a
/// report without a path.
/// @throws Error (ErrorType::report): "wrong-length", "inconsistent" (another file, or a start that
///   isn't the report's), "not-finite", "out-of-range", "off-grid"
void take_path(Report& report, std::vector<std::uint8_t> bytes);

/// Leaves a network's path to a file where it has more than limits::path_bytes. Its bytes are then
/// in `PublishedDescent::packed`.
/// @throws Error (ErrorType::argument, "not-finite")
void leave_to_file(Report& report);

/// How the Hessian's upper triangle is written.
enum class HessianEncoding {
  automatic,  ///< numbers up to d = 256, base64 above
  numbers,    ///< an array of d(d+1)/2 numbers
  base64,     ///< {"encoding": "base64-f64le", "data": "…"}: 10.7 bytes a number instead of about 19, and no parsing
};

/// The report as a document, in the order of report-format.md, which `read_report` reads back to
/// the same bits.
///
/// Whole numbers are written as integers, as the engines of browsers do. Optional parts that are
/// not there are left out.
/// @throws Error (ErrorType::argument, "not-finite") if a number of the report is not finite:
///   nothing that can't be read is written.
[[nodiscard]] nlohmann::ordered_json write_report(const Report& report, HessianEncoding encoding = HessianEncoding::automatic);

/// All that a report states beside the model: null for what is left out, its label or name for each
/// field, and keys without "x-".
[[nodiscard]] nlohmann::ordered_json summary_of(const Report& report);

/// The JSON Schema of reports: their keys, and what each may be.
[[nodiscard]] nlohmann::ordered_json report_schema();

}  // namespace expost::report

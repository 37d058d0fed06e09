#include "mechanisms/trained_elsewhere.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "expost/noise/gaussian.hpp"
#include "expost/numerics/error.hpp"

namespace expost::operations {
namespace {

using nlohmann::json;

std::string shown(double value) {
  std::array<char, 32> text{};
  (void)std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

}  // namespace

ThetaShape shape_of(const report::Study& study, Eigen::Index length) {
  const Eigen::Index classes = study.network ? 1 : study.model_loss().blocks();
  return {classes, length / classes};
}

void require_classes_first(const Request& model, const char* key, Eigen::Index rows, Eigen::Index columns, ThetaShape shape) {
  const auto [classes, coordinates] = shape;
  const std::string has = report::sentence({"has the shape (", rows, ", ", columns, ")"});
  const std::string right = report::sentence({"(", classes, ", ", coordinates, ")"});
  if (rows != classes || columns != coordinates) {
    if (rows == coordinates && columns == classes) {
      model.refuse(key, "wrong-length", {has, ": rows are classes, ", right, "; transpose it"});
    }
    model.refuse(key, "wrong-length", {has, ", but must have ", right, ", a row for each class"});
  }
  if (classes > 1 && classes == coordinates && !model.has("order")) {
    model.refuse("order", "missing",
                 {"must be \"classes-first\": ", key, " ", has, ", and nobody else knows that its rows are classes"});
  }
}

Eigen::VectorXd read_vector(const Request& model, const char* key, ThetaShape shape) {
  constexpr const char* classes_first = "classes-first";
  if (model.optional_text("order").value_or(classes_first) != classes_first) {
    model.refuse("order", "unknown-name", {"must be \"", classes_first, "\": transpose a model whose rows are coordinates"});
  }
  const json& given = model.required(key);
  const std::string expected = report::sentence({"must be an array of ", shape.length(), " finite numbers"});
  const auto refuse_type = [&] {
    model.refuse(key, "wrong-type",
                 {expected, shape.classes > 1 ? report::sentence({", or of ", shape.classes, " arrays of ", shape.coordinates})
                                              : std::string()});
  };
  if (!given.is_array()) {
    refuse_type();
  }
  const bool nested = !given.empty() && given.front().is_array();
  std::vector<const json*> rows;
  if (nested) {
    for (const json& row : given) {
      if (!row.is_array() || row.size() != given.front().size()) {
        refuse_type();
      }
      rows.push_back(&row);
    }
    require_classes_first(model, key, static_cast<Eigen::Index>(given.size()), static_cast<Eigen::Index>(given.front().size()),
                          shape);
  } else {
    if (static_cast<Eigen::Index>(given.size()) != shape.length()) {
      model.refuse(key, "wrong-length", {expected, ", but has ", given.size()});
    }
    rows.push_back(&given);
  }
  Eigen::VectorXd vector(shape.length());
  Eigen::Index next = 0;
  for (const json* const row : rows) {
    for (const json& item : *row) {
      const double value = item.is_number() ? item.get<double>() : std::nan("");
      if (!std::isfinite(value)) {
        refuse_type();
      }
      vector(next++) = value;
    }
  }
  return vector;
}

double agreed_scale(const Request& model, const char* key, std::optional<double> of_study, const char* study_pointer) {
  const std::optional<double> stated = model.optional_number(key);
  if (stated && !(*stated > 0 && std::isfinite(*stated))) {
    model.refuse(key, "out-of-range", "must be a number above 0");
  }
  if (stated && of_study && *stated != *of_study) {
    model.refuse(key, "inconsistent", {"must be that of the study's ", study_pointer});
  }
  if (!stated && !of_study) {
    model.refuse(key, "missing", {"must be given here, or in the study as ", study_pointer});
  }
  return stated ? *stated : *of_study;
}

report::TrainedElsewhere stated_elsewhere(const report::Study& study) {
  const auto stated = std::visit(
      [](const auto& settings) -> std::optional<report::TrainedElsewhere> {
        if constexpr (requires { settings.elsewhere; }) {
          return settings.elsewhere;
        } else {
          return std::nullopt;
        }
      },
      study.mechanism);
  if (!stated) {
    throw Error(
        ErrorType::study, "missing", "/mechanism/elsewhere",
        study.kind() == report::MechanismKind::objective_gaussian
            ? "/mechanism/elsewhere must be an object with rowsAtMost, a round number of rows, and residual, a bound on the "
              "length of gradient and noise where training stops; both are published"
            : "/mechanism/elsewhere must be an object with rowsAtMost, a round number of rows, which is published");
  }
  return *stated;
}

OutputRounding elsewhere_rounding(double step, const report::TrainedElsewhere& stated) {
  return {step, stated.rows_at_most, true};
}

void Doubts::between(double length, double slack, double least, double most, const char* what, const char* noise) {
  if (length + slack >= least && length - slack <= most) {
    return;
  }
  sentences_.push_back(std::string("the model does not fit the data: ") + what + " has length " + shown(length) +
                       ", but noise of the stated " + noise + " makes it lie between " + shown(least) + " and " + shown(most) +
                       " for all but two models in a billion; check theta, " + noise +
                       ", lambda, and that study and data are those it was trained with");
}

void Doubts::chi_length(double length, double slack, double degrees, double scale, const char* what, const char* noise,
                        double reach) {
  between(length, slack, scale * std::sqrt(chi_squared_upper_quantile(degrees, 1 - one_in_a_billion)),
          scale * std::sqrt(chi_squared_upper_quantile(degrees, one_in_a_billion)) + reach, what, noise);
}

void Doubts::gamma_length(double length, double d, double rate, const char* what, const char* noise) {
  // Twice the rate times a Gamma(d) variable is chi-squared with 2d degrees of freedom.
  between(length, 0, 0.5 * chi_squared_upper_quantile(2 * d, 1 - one_in_a_billion) / rate,
          0.5 * chi_squared_upper_quantile(2 * d, one_in_a_billion) / rate, what, noise);
}

void Doubts::rows(std::int64_t rows, const report::TrainedElsewhere& stated) {
  if (static_cast<double>(rows) > stated.rows_at_most) {
    sentences_.push_back("the data have more rows than /mechanism/elsewhere/rowsAtMost: the bounds don't hold for them");
  }
}

void Doubts::residual(double found, const report::TrainedElsewhere& stated) {
  if (!(found <= stated.residual)) {
    sentences_.push_back("gradient and noise at theta have length " + shown(found) +
                         ", more than /mechanism/elsewhere/residual: the bounds don't hold for them");
  }
}

}  // namespace expost::operations

// Models trained elsewhere by objective perturbation with Laplace-type noise, in this library's
// terms (mathematics.md, section 12).
#pragma once

namespace expost {

/// λ and η of this library for persons scaled to ‖x‖ ≤ 1: divide x by `data_norm` and multiply the
/// model by it.
struct LaplaceParameters {
  double lambda;     ///< λ > 0, ridge of the objective in sum form
  double eta;        ///< η > 0, rate of ‖b‖
  double data_norm;  ///< the R that x was divided by
};

/// Chaudhuri, Monteleoni & Sarwate 2011, Algorithm 2: (1/n)Σℓ + (Λ + Δ)‖f‖²/2 + bᵀf/n, b of
/// density ∝ e^{−(ε'/2)‖b‖}, ‖x‖ ≤ 1; n is public. λ = n(Λ + Δ), η = ε'/2. Errors:
/// ErrorType::argument.
[[nodiscard]] LaplaceParameters chaudhuri_parameters(double n, double ridge, double extra_ridge, double noise_epsilon);

/// Logistic regression as IBM diffprivlib fits it (class LogisticRegression, two classes), by its
/// argument names.
struct DiffprivlibLogistic {
  double epsilon = 1;    ///< ε that it states
  double data_norm = 1;  ///< R: rows are clipped to it; an argument, because what the fit takes from the data is not public
  double c = 1;          ///< C
  bool fit_intercept = true;  ///< its default
};

/// The results of its formulas, as published in its source: with α = 1/C, ε' = ε − 2 log(1 +
/// R/(4α)) and Δ = 0, or, where that is not above 0, Δ = R/(4(e^{ε/4} − 1)) − α and ε' = ε/2. It
/// minimises Σ ℓ + (α + Δ)‖w‖²/2 + bᵀw, ‖b‖ ~ Gamma(d, rate ε'/(2R)). With x/R and Rw: λ = (α +
/// Δ)/R², η = ε'/2.
///
/// Read in repository IBM/differential-privacy-library: diffprivlib/models/logistic_regression.py
/// (commit 50b142f: the objective is a sum, `alpha` = 1/C) and diffprivlib/mechanisms/vector.py
/// (commit 02bf14b). Other versions may differ: compare before relying on it. Of several classes
/// each is fitted by itself, with ε divided by their number. Its intercept is not part of the
/// ridge term, so the objective is not one of this library's: ErrorType::argument, code
/// "unsupported", unless `fit_intercept` is false (a column of ones among the features has a ridge
/// like the others). What to know besides that: neighbours there replace a person, here one is
/// added or removed; the curvature of a row goes with R², where its formula has R, so that for R >
/// 1 the ε of `laplace_epsilon` can be above the one it states; and it stops at a tolerance
/// (`tol`), while the loss of a model is that of an exact minimiser.
[[nodiscard]] LaplaceParameters diffprivlib_parameters(const DiffprivlibLogistic& model);

}  // namespace expost

// Sixty faults, one at a time, that `npm test` must notice: signs, √2, in and out, rounding,
// policies, refusals, the order of files. `node scripts/mutate.mjs` tries each. `by` names the
// tests: files of a C++ program (tests/<program>/<file>.cpp), or one of Node's or of Python's.

/**
 * A fault. `find` stands once in the file; in C++ both are expressions of one type.
 *
 * @typedef {{file: string, find: string, replace: string, by: string}} Mutation
 */

/** @type {Mutation[]} */
export const mutations = [
  // The bound of one person.
  {
    file: "core/src/bounds/bound.cpp",
    find: "sqrt2 * normal_upper_quantile(0.1 * rho / records_of(options_.uniformity))",
    replace: "normal_upper_quantile(0.1 * rho / records_of(options_.uniformity))",
    by: "core/bound_* core/totals_* core/vectors_*",
  },
  {
    file: "core/src/bounds/bound.cpp",
    find: "0.25 * rho_gradient / d",
    replace: "0.25 * rho_gradient",
    by: "core/bound_* core/totals_* core/vectors_*",
  },
  {
    file: "core/src/bounds/bound.cpp",
    find: "0.5 * rho_gradient / records_of(options_.uniformity)",
    replace: "rho_gradient / records_of(options_.uniformity)",
    by: "core/bound* core/totals_* core/vectors_*",
  },
  {
    file: "core/src/bounds/bound.cpp",
    find: "loss_interval(result.determinant_in, person.half_square, negated(result.gradient), person.allowance)",
    replace: "loss_interval(result.determinant_in, person.half_square, result.gradient, person.allowance)",
    by: "core/bound* core/vectors_*",
  },
  {
    file: "core/src/bounds/bound.cpp",
    find: "loss_interval(result.determinant_out, person.half_square, result.gradient, person.allowance)",
    replace: "loss_interval(result.determinant_in, person.half_square, result.gradient, person.allowance)",
    by: "core/bound* core/vectors_*",
  },
  {
    file: "core/src/bounds/bound.cpp",
    find: "(model.hessian ? 3 : 1) * options_.failure_probability",
    replace: "1 * options_.failure_probability",
    by: "core/bound* core/vectors_*",
  },
  {
    file: "core/src/bounds/bound.cpp",
    find: "person.gradient.upper * (model.residual + report_->cell_.gradient)",
    replace: "person.gradient.upper * model.residual",
    by: "core/bound*",
  },
  {
    file: "core/src/bounds/bound.cpp",
    find: "raised(curvature * result.leverage.upper)",
    replace: "lowered(curvature * result.leverage.lower)",
    by: "core/bound* core/vectors_*",
  },
  {
    file: "core/src/bounds/signed_interval.hpp",
    find: "std::max(in.upper, out.upper)",
    replace: "std::min(in.upper, out.upper)",
    by: "core/bound* core/vectors_*",
  },
  {
    file: "core/src/bounds/total_loss.hpp",
    find: "sqrt2 * model.hessian->sigma",
    replace: "model.hessian->sigma",
    by: "core/bound* core/totals_* core/vectors_*",
  },
  {
    file: "core/src/bounds/total_loss.hpp",
    find: "std::sqrt(distances.rank) * reach.hessian",
    replace: "reach.hessian",
    by: "core/totals_*",
  },
  {
    file: "core/src/bounds/release_reach.hpp",
    find: "goe_upper_quantile(static_cast<int>(dimension), 0.5 * share) / sqrt2",
    replace: "goe_upper_quantile(static_cast<int>(dimension), 0.5 * share) / 2",
    by: "core/totals_*",
  },
  {
    file: "core/src/numerics/outward.hpp",
    find: "value * (1 + few_roundings)",
    replace: "value * (1 - few_roundings)",
    by: "core/bound_exact core/bound_events core/posterior_exact",
  },
  {
    file: "core/src/bounds/softmax_range.cpp",
    find: "std::min(0.5 * moved, 2 * sqrt2) + (2 * classes + 16) * unit_roundoff * residual.norm() + underflow",
    replace: "underflow",
    by: "core/bound_rounding core/softmax*",
  },
  // Noise and its laws.
  {
    file: "core/src/release/release.cpp",
    find: "grid.noisy(hessian(i, i), 2, source)",
    replace: "grid.noisy(hessian(i, i), 1, source)",
    by: "core/release",
  },
  {
    file: "core/src/noise/goe.cpp",
    find: "count_above(dimension, t / sqrt2).value",
    replace: "count_above(dimension, t).value",
    by: "core/goe",
  },
  {
    file: "core/src/noise/gaussian.cpp",
    find: "0.5 * erfc(-x / sqrt2)",
    replace: "0.5 * erfc(x / sqrt2)",
    by: "core/gaussian",
  },
  {
    file: "core/src/noise/discrete_gaussian.cpp",
    find: "2 * static_cast<Bits128>(variance) * t * t",
    replace: "3 * static_cast<Bits128>(variance) * t * t",
    by: "core/discrete_gaussian",
  },
  {
    file: "core/src/accounting/sensitivity.cpp",
    find: "loss.smoothness() / sqrt2",
    replace: "loss.smoothness() / 2",
    by: "core/accountant core/vectors_accountant core/convex_accountant",
  },
  // Several rows, several publications.
  {
    file: "core/src/accounting/group_privacy.cpp",
    find: "sum_above(k * high, k * (epsilon - high))",
    replace: "k * epsilon * (1 - 0x1p-52)",
    by: "core/group_privacy",
  },
  {
    file: "core/src/accounting/composition.cpp",
    find: "atoms.push_back({-corners[i].epsilon, upwards(mass * elementary::exp(-corners[i].epsilon))})",
    replace: "atoms.push_back({-corners[i].epsilon, mass * elementary::exp(-2 * corners[i].epsilon)})",
    by: "core/composition",
  },
  {
    file: "core/operations/src/curator/ledger_total.cpp",
    find: "is_below ? std::nextafter(nearest, infinity) : nearest",
    replace: "nearest",
    by: "operations/ledger",
  },
  {
    file: "core/operations/src/curator/ledger.cpp",
    find: "limit.epsilon > before->epsilon || limit.delta.value_or(1) > before->delta.value_or(1)",
    replace: "limit.epsilon > before->epsilon",
    by: "operations/ledger",
  },
  {
    file: "core/operations/src/curator/ledger.cpp",
    find: "total.sums.epsilon <= limit.epsilon && total.sums.delta <= limit.delta.value_or(1)",
    replace: "total.sums.epsilon <= limit.epsilon",
    by: "operations/ledger",
  },
  {
    file: "core/operations/src/curator/ledger.cpp",
    find: "!entry.seeded && holds(entry)",
    replace: "holds(entry)",
    by: "operations/ledger",
  },
  // The other mechanisms.
  {
    file: "core/src/mechanisms/output_perturbation.cpp",
    find: "raised(0.5 * m * m + m * z) + off",
    replace: "raised(m * z) + off",
    by: "core/output_perturbation core/vectors_*",
  },
  {
    file: "core/src/mechanisms/output_perturbation.cpp",
    find: "1 / (grid.sigma() * grid.sigma())",
    replace: "2 / (grid.sigma() * grid.sigma())",
    by: "core/output_perturbation",
  },
  {
    file: "core/src/mechanisms/laplace_noise.cpp",
    find: "raised(magnitude(ranges.first).upper * norm)",
    replace: "raised(magnitude(ranges.first).lower * norm)",
    by: "core/laplace_noise core/bound_rounding",
  },
  {
    file: "core/src/mechanisms/laplace_noise.cpp",
    find: "(k - 1) * elementary::log1p(1 / (k * lambda))",
    replace: "elementary::log1p(1 / (k * lambda))",
    by: "core/laplace_noise core/vectors_*",
  },
  {
    file: "core/src/mechanisms/posterior_sample.cpp",
    find: "constant_part(member, person, gamma) + (member == Membership::in ? -half : half)",
    replace: "constant_part(member, person, gamma) + (member == Membership::in ? half : -half)",
    by: "core/posterior_sample core/vectors_*",
  },
  {
    file: "core/src/mechanisms/posterior_sample.cpp",
    find: "std::sqrt(gamma_)",
    replace: "gamma_",
    by: "core/posterior_sample core/exact_sample",
  },
  {
    file: "core/src/mechanisms/posterior_sample.cpp",
    find: "member == Membership::in ? 1 - mu : 1 + mu",
    replace: "member == Membership::in ? 1 + mu : 1 - mu",
    by: "core/posterior_sample",
  },
  // Noisy gradient descent.
  {
    file: "core/src/descent/gradient_norms.cpp",
    find: "raised(std::max(-first.lower, first.upper) + off)",
    replace: "raised(std::max(-first.lower, first.upper))",
    by: "core/gradient_norms",
  },
  {
    file: "core/src/descent/gradient_norms.cpp",
    find: "path.elsewhere ? single_roundoff : unit_roundoff",
    replace: "unit_roundoff",
    by: "core/gradient_norms",
  },
  {
    file: "core/src/descent/gradient_norms.cpp",
    find: "distance + computed.margin * (kept_length + distance)",
    replace: "0.9 * distance",
    by: "core/gradient_norms core/descent_bound",
  },
  {
    file: "core/src/descent/descent_promise.cpp",
    find: "raised(0.5 * root_of(parameters) * plan.grid)",
    replace: "raised(0.25 * root_of(parameters) * plan.grid)",
    by: "core/descent_promise core/descent_bound",
  },
  {
    file: "core/src/descent/descent_bound.cpp",
    find: "model.plan.elsewhere ? elsewhere_factor(model.theta.size()) : 1",
    replace: "1",
    by: "core/descent_bound",
  },
  {
    file: "core/src/descent/descent_terms.cpp",
    find: "ln2 - elementary::log(terms.failure)",
    replace: "-elementary::log(terms.failure)",
    by: "core/path_interval core/vectors_descent core/descent_bound",
  },
  // Doors: tables, records, studies.
  {
    file: "core/report/src/feature_map.cpp",
    find: "boolean_of(cell, place) ? 1.0 : 0.0",
    replace: "boolean_of(cell, place) ? 0.0 : 1.0",
    by: "report/feature_map_test report/row_coder_test",
  },
  {
    file: "core/report/src/feature_map.cpp",
    find: "label.kind == LabelKind::category ? static_cast<double>(*level) : *level == 0 ? -1 : 1",
    replace: "label.kind == LabelKind::category ? static_cast<double>(*level) : *level == 0 ? 1 : -1",
    by: "report/feature_map_test report/row_coder_test",
  },
  {
    file: "core/report/src/feature_map.cpp",
    find: "!(norm <= 1 + length_rounding)",
    replace: "false",
    by: "report/feature_map_test",
  },
  {
    file: "core/report/src/csv_reader.cpp",
    find: "options_.decimal_comma && is_one_column && first.find(',') != std::string_view::npos",
    replace: "false",
    by: "report/csv_reader_test",
  },
  {
    file: "core/report/src/csv_reader.cpp",
    find: "header.emplace_back(trimmed(with_replacements(field)))",
    replace: "header.emplace_back(with_replacements(field))",
    by: "report/csv_reader_test",
  },
  {
    file: "core/report/src/number_text.cpp",
    find: "NumberText::not_finite",
    replace: "NumberText::number",
    by: "report/number_text_test",
  },
  {
    file: "core/operations/src/rows/person_limit.hpp",
    find: "count == most_",
    replace: "count > most_",
    by: "operations/person",
  },
  {
    file: "core/report/src/model_check.cpp",
    find: "counts && kept(accountant, model)",
    replace: "true",
    by: "report/guarantee_test report/descent_test",
  },
  {
    file: "intake/json-structure.js",
    find: "top.keys.has(top.at)",
    replace: "false",
    by: "tests/intake/json-structure.test.mjs",
  },
  // Words, files, signatures, policies.
  {
    file: "wording/rounding.js",
    find: "valueOf(units, places) < value ? units + 1 : units",
    replace: "units",
    by: "tests/wording/rounding.test.mjs",
  },
  {
    file: "wording/headline.js",
    find: 'if (upper === Infinity) return "noLimit";',
    replace: "",
    by: "tests/cli/bound.test.mjs",
  },
  {
    file: "web/build.mjs",
    find: "const scriptHash = hashSource(script);",
    replace: "const scriptHash = \"'unsafe-inline'\";",
    by: "tests/web/build.test.mjs",
  },
  {
    file: "intake/minisign.js",
    find: "own.slice(2, START).join() !== signed.slice(2, START).join()",
    replace: "false",
    by: "tests/cli/sign.test.mjs",
  },
  {
    file: "intake/signature.js",
    find: "Object.keys(rest).length === 0",
    replace: "true",
    by: "tests/cli/sign.test.mjs",
  },
  {
    file: "cli/output/file.js",
    find: "replace ? undefined : `; give",
    replace: "option ? undefined : `; give",
    by: "tests/cli/replace.test.mjs",
  },
  {
    file: "cli/input/publishable.js",
    find: "!insecureSeed || experiment",
    replace: "!insecureSeed || !experiment",
    by: "tests/cli/sign.test.mjs tests/cli/page.test.mjs",
  },
  {
    file: "cli/ledger/lock.js",
    find: '"wx"',
    replace: '"w"',
    by: "tests/cli/ledger-lock.test.mjs",
  },
  {
    file: "cli/ledger/table-hash.js",
    find: "await this.#take(chunk);\n        chunk = [];\n        await this.#take(item);",
    replace: "await this.#take(item);\n        await this.#take(chunk);\n        chunk = [];",
    by: "tests/cli/ledger.test.mjs",
  },
  // Python.
  {
    file: "python/src/expost/sklearn.py",
    find: "occurring if self.classes is None else _stated_classes(self.classes)",
    replace: "occurring",
    by: "python/tests/test_sklearn.py python/tests/test_neighbours.py",
  },
  {
    file: "python/src/expost/ledger.py",
    find: "self.hash.fingerprint(key)",
    replace: "self.hash.fingerprint(self._study_hash())",
    by: "python/tests/test_ledger.py",
  },
  {
    file: "python/src/expost/signing.py",
    find: "value[:10] != own[:10]",
    replace: "False",
    by: "python/tests/test_signing.py",
  },
  {
    file: "python/src/expost/_display.py",
    find: "_rounded(value, ROUND_CEILING)",
    replace: "_rounded(value, ROUND_FLOOR)",
    by: "python/tests/test_person.py python/tests/test_report.py",
  },
];

// A privacy profile for its curator (mathematics.md, section 14). None of its numbers is a bound,
// so they are rounded to the nearest.
import { othersAlike } from "../../wording/alike.js";
import { nearest, plain, upward } from "../../wording/figures.js";
import { wrapped } from "../../wording/paragraph.js";
import { nearestRank } from "../../wording/quantiles.js";
import { DIGITS } from "../../wording/rounding.js";
import { table } from "../../wording/text-table.js";

/** @typedef {import("expost").Profile} Profile */
/** @typedef {import("../../wasm/documents.js").StudyDocument} StudyDocument */

/**
 * The digits of a table, with an exponent where there would be many noughts.
 *
 * @param {number} value
 */
function figure(value) {
  const size = Math.abs(value);
  if (value === 0 || !Number.isFinite(value) || (size >= 1e-4 && size < 1e7)) return nearest(value);
  return value
    .toExponential(DIGITS.table - 1)
    .replace("e+", "e")
    .replaceAll("-", "−");
}

const paragraph = (/** @type {string[]} */ ...sentences) => `${wrapped(sentences.join(" "))}\n`;

const PRIVATE = "Private: don't publish these numbers, the ranking of the rows or a chart of them.";

/**
 * How near the neighbours are to the true ones, for what the certificates say in words.
 *
 * @param {number} error
 */
function precision(error) {
  return error <= 1e-9 ? "one part in a billion" : `${upward(error * 1e6, 2)} parts in a million`;
}

/** @param {Profile} profile */
function about({ rows, dimension, lambda, lipschitz, neighbours, displacementError, worstCaseDeviation, seeded, top }) {
  const how =
    neighbours === "exact"
      ? `trained without each row, to ${precision(displacementError)} of the distance`
      : "the worst-case points";
  return paragraph(
    `${rows} rows, d = ${dimension}, λ = ${plain(lambda).replace("e+", "e").replace("e-", "e−")} (Λ = ${figure(lambda / rows)}); neighbours: ${how}.`,
    // Where no row moves the model, none could be farther either.
    ...(worstCaseDeviation === null || top[0].displacement === 0
      ? []
      : [`Worst-case points would have been off by up to ${upward(worstCaseDeviation)} times that distance.`]),
    // [C] has losses whose gradients are no longer than 1.
    ...(lipschitz === 1
      ? []
      : [`Gradients are no longer than ${upward(lipschitz, 4)}; the noise for each ε is made for that.`]),
    ...(seeded ? ["Models were drawn from a seed: an experiment."] : []),
  );
}

/** @param {Profile} profile */
function range({ transition, displacement, epsilons }) {
  if (transition === null) {
    return paragraph(
      "With one coordinate there is no range of ε to look for: the plateaus of little and of much noise are the same there.",
    );
  }
  const { epsilonLow, epsilonHigh, lowRow, highRow } = transition;
  const last = epsilons[epsilons.length - 1];
  const moved = (/** @type {number} */ row) => {
    const others = othersAlike(displacement, row);
    const alike = others === 0 ? "" : others === 1 ? ", as does one other" : `, as do ${others} others`;
    return `by ${figure(displacement[row - 1])}${alike}`;
  };
  const others = othersAlike(displacement, highRow);
  if (epsilonLow === Infinity) return paragraph("No row moves the model, so no ε makes a difference.");
  return paragraph(
    `Range in which the choice of ε matters: ${figure(epsilonLow)} to ${figure(epsilonHigh)}.`,
    "It is no recommendation: an ε far above 1 promises little.",
    `Below it more noise lowers every row's loss in proportion to ε and hides none any better beside the others;`,
    `row ${lowRow}, which moves the model furthest (${moved(lowRow)}), decides.`,
    epsilonHigh === Infinity
      ? `There is no upper end: row ${highRow} moves nothing${others > 0 ? ` (nor ${others === 1 ? "does one other" : `do ${others} others`})` : ""}, so no ε exposes it.`
      : `Above it every row is fully exposed; row ${highRow}, which moves the model least (${moved(highRow)}), decides.`,
    ...(epsilonLow >= epsilons[0] && (epsilonHigh <= last || epsilonHigh === Infinity)
      ? []
      : [`The table goes from ${figure(epsilons[0])} to ${figure(last)} only; --epsilon takes other values.`]),
  );
}

/** @type {[key: keyof Profile["typical"], name: string][]} */
const QUANTILES = [
  ["max", "maximum"],
  ["p99", "99th percentile"],
  ["p90", "90th percentile"],
  ["median", "median"],
  ["p10", "10th percentile"],
  ["min", "minimum"],
  ["mean", "mean"],
];

/**
 * @param {Profile} profile
 * @param {string} [unit]
 */
function losses({ epsilons, typical, accuracy }, unit) {
  const inUnit = accuracy?.measure === "mean-absolute-error" && unit ? `, in ${unit},` : "";
  const measured = accuracy === null ? [] : [accuracy.measure === "accuracy" ? "accuracy" : "mean absolute error", "±"];
  const rows = Array.from(epsilons, (epsilon, k) => [
    figure(epsilon),
    ...QUANTILES.map(([key]) => figure(typical[key][k])),
    ...(accuracy === null ? [] : [figure(accuracy.mean[k]), figure(accuracy.standardError[k])]),
  ]);
  const lines = [
    "Typical privacy loss of a row, mean of |l| over models, in nats",
    table([["ε", ...QUANTILES.map(([, name]) => name), ...measured], ...rows]).trimEnd(),
  ];
  if (accuracy !== null) {
    lines.push(
      `${measured[0]}${inUnit} on ${accuracy.rows} held-out ${accuracy.rows === 1 ? "row" : "rows"}: mean and standard error over ${accuracy.models} models; without noise ${figure(accuracy.nonPrivate)}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** @param {Profile} profile */
function sorted({ profile: { epsilon, quantiles, sampled }, rows }) {
  const names = /** @type {[keyof typeof quantiles, string][]} */ (QUANTILES.filter(([key]) => key in quantiles));
  const lines = [
    ["", ...names.map(([, name]) => name)],
    ["typical loss", ...names.map(([key]) => figure(quantiles[key]))],
  ];
  if (sampled !== null) {
    const shares = { max: 1, p99: 0.99, p90: 0.9, median: 0.5, mean: null };
    const entry = (/** @type {Float64Array} */ column) =>
      names.map(([key]) => {
        const share = shares[key];
        return share === null ? "" : figure(column[nearestRank(share, rows)]);
      });
    lines.push(
      [`sorted, ${sampled.samples} models`, ...entry(sampled.mean)],
      ["± standard error", ...entry(sampled.standardError)],
    );
  }
  return `At ε = ${figure(epsilon)}\n${table(lines)}`;
}

/**
 * @param {Profile} profile
 * @param {boolean} classes
 */
function top({ top: rows }, classes) {
  const slope = classes ? "‖p − e‖" : "f′";
  const lines = rows.map(({ row, displacement, typical, leverage, derivative, neighbourDerivative }) => [
    String(row),
    ...[displacement, typical, leverage, derivative, neighbourDerivative].map(figure),
  ]);
  return `Rows that move the model most\n${table([["row", "moved", "typical loss", "leverage", slope, `${slope} without it`], ...lines])}`;
}

/**
 * The study says what the outcome is measured in, and whether it has several classes.
 *
 * @param {Profile} found
 * @param {StudyDocument} study
 */
export function profileText(found, { label, mechanism }) {
  const classes = mechanism?.loss?.name === "softmax";
  return [`${PRIVATE}\n`, about(found), range(found), losses(found, label.unit), sorted(found), top(found, classes)].join("\n");
}

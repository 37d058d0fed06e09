// The words for a curator about a report that was just made. Not for publication: it says things
// about the data.
import { plain } from "../../wording/figures.js";
import { table } from "../../wording/text-table.js";

/** @typedef {import("../../wasm/documents.js").ReportDocument} ReportDocument */
/** @typedef {import("expost").Published["notes"]} Notes */

/** @param {number} count */
const rowsInWords = (count) => (count === 1 ? "1 row" : `${count} rows`);

/** @param {Record<string, number>} counts */
function counted(counts) {
  const entries = Object.entries(counts);
  return entries.length === 0 ? "none" : entries.map(([name, count]) => `${name} ${count}`).join(", ");
}

/**
 * ε and δ, or why there are none.
 *
 * @param {ReportDocument["model"]} model
 * @param {ReportDocument["guarantee"]} guarantee
 * @param {boolean} isOfRow there is one to a person as well
 */
function promise({ mechanism }, guarantee, isOfRow) {
  if (guarantee) {
    const { epsilon, delta, accountant } = guarantee;
    return `promise${isOfRow ? " about one row" : ""}: ε = ${plain(epsilon)}, δ = ${plain(delta)}, accountant ${accountant}`;
  }
  if (mechanism.name === "posterior-sample") return "promise: none (one posterior sample of stated λ and γ has none)";
  return "promise: none (this loss has no finite guarantee)";
}

/**
 * The promise to a person with several rows, where the report has one.
 *
 * @param {ReportDocument["person"]} person
 */
const personPromise = (person) =>
  person === undefined
    ? []
    : [`to a person with up to ${rowsInWords(person.rows)}: ε = ${plain(person.epsilon)}, δ = ${plain(person.delta)}`];

/**
 * How training went; nothing where there was nothing to solve.
 *
 * @param {ReportDocument["model"]} model
 * @param {Notes} notes
 */
function solver({ mechanism }, { iterations, residual }) {
  if (mechanism.steps !== undefined) return [];
  if (iterations > 0) return [`solver: ${iterations} steps, residual ${plain(residual)}`];
  const elsewhere = mechanism["x-residual"] !== undefined;
  return elsewhere ? [`residual of the model as it was stated: ${plain(residual)}`] : [];
}

/**
 * The constants of noisy gradient descent, and how much of its path is in the report; λ for the
 * other mechanisms.
 *
 * @param {ReportDocument} report
 * @param {string} [pathFile]
 */
function settings({ model: { mechanism, theta }, release }, pathFile) {
  const { lambda, clip, steps, stoppedAfter = steps, sampling } = mechanism;
  if (lambda !== undefined) return [`λ: ${plain(lambda)}`];
  if (clip === undefined || steps === undefined || sampling === undefined) return [];
  const { kind, rate, batches } = sampling;
  const share = rate !== undefined ? `, rate ${plain(rate)}` : batches !== undefined ? `, ${batches} batches an epoch` : "";
  const count = release?.iterates?.count ?? 0;
  const where = pathFile === undefined ? "published with the model" : `in ${pathFile}, to be published beside the report`;
  return [
    stoppedAfter === steps ? `steps: ${steps}` : `steps: ${stoppedAfter} of at most ${steps}`,
    `clip norm C: ${plain(clip)}`,
    `sampling: ${kind}${share}`,
    count === 0 ? "path: not published" : `path: ${count} iterates of ${theta.length} numbers, ${where}`,
  ];
}

/**
 * A word on data that hardly anything can be learned from. They are published like any others: a
 * refusal would tell of them.
 *
 * @param {string} label
 * @param {Notes} notes
 * @param {{tried?: boolean}} [options] tried: nothing is published yet
 */
export function poorData(label, { rows, onlyLabel }, { tried = false } = {}) {
  const published = `${tried ? "they would be " : ""}published all the same, because a refusal would give the data away`;
  if (rows === 0) return `the data has no rows below its header; ${published}`;
  return onlyLabel === undefined ? null : `the column ${label} holds only "${onlyLabel}"; ${published}`;
}

/**
 * Noise levels by what they are levels of; η and γ are rates.
 *
 * @param {ReportDocument["model"]} model
 * @param {NonNullable<ReportDocument["release"]>} release
 */
function noiseTable({ mechanism }, release) {
  /** @type {[name: string, level: number | undefined][]} */
  const levels = [
    [mechanism.clip === undefined ? "model (σ)" : "each step's sum (σ)", mechanism.sigma],
    ["model (η, a rate)", mechanism.eta],
    ["model (γ, an inverse variance)", mechanism.gamma],
    ["gradient (σ₂)", release.gradient?.sigma],
    ["Hessian (σ₃)", release.hessian?.sigma],
    ["smallest eigenvalue (σ₄)", release.smallestEigenvalue?.sigma],
  ];
  const rows = levels.flatMap(([name, level]) => (level === undefined ? [] : [[name, plain(level)]]));
  const title = mechanism.sigma === undefined ? "level" : "standard deviation";
  return table([["noise", title], ...rows]);
}

/**
 * @param {ReportDocument} report
 * @param {Notes} notes
 * @param {string} [pathFile] the name of the file that has the path
 */
export function publicationText(report, notes, pathFile) {
  const { theta, loss, network } = report.model;
  const facts = [
    notes.leftOut === undefined
      ? `rows: ${notes.rows}`
      : `rows: ${notes.rows}, and ${notes.leftOut} left out, beyond ${rowsInWords(report.person?.rows ?? 0)} a person`,
    `values clamped to their range: ${counted(notes.clamped)}`,
    `blanks filled in: ${counted(notes.missing)}`,
    `records scaled down to length 1: ${notes.scaled}`,
    ...solver(report.model, notes),
    network !== undefined
      ? `parameters of the network: ${theta.length}`
      : loss.classes === undefined
        ? `dimension: ${theta.length}`
        : `dimension: ${theta.length / loss.classes} for each of ${loss.classes} classes`,
    ...settings(report, pathFile),
    promise(report.model, report.guarantee, report.person !== undefined),
    ...personPromise(report.person),
  ];
  return `${facts.join("\n")}\n${noiseTable(report.model, report.release ?? {})}`;
}

/**
 * How a publication's promise is composed with others.
 *
 * @param {import("expost").CompositionPart} part
 */
export function composesAs({ gaussian, curve, sampled }) {
  if (gaussian !== undefined) return "as a Gaussian mechanism";
  if (sampled !== undefined) return `by the loss distributions of its ${sampled.steps} steps`;
  return curve === undefined ? "by ε and δ alone, which gains little" : `by its promises at ${curve.length} values of ε`;
}

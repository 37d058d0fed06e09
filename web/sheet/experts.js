// Every number behind the figure, at full precision, and without the record.
import { html, nothing } from "lit-html";
import { mechanismName, mechanismRows, termFormula } from "../../wording/expert-rows.js";
import { tableHead } from "../controls/table-head.js";
import { formatVersion, version } from "./engine.js";
import { folded } from "./folded.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Bound, Interval, ReportSummary } from "expost" */
/** @import { AnswerKind } from "../../wording/headline.js" */

/** @typedef {{bound: Bound, summary: ReportSummary, hash: string | null}} Behind a figure */
/** @typedef {[name: string, value: string, key: string]} Row */
/** @typedef {"leverage" | "gradientNorm" | "gradient"} NamedTerm a term with a name in the words */

/**
 * Digits as JavaScript prints a double: they read back as the same double.
 *
 * @param {number} value
 */
function digits(value) {
  if (value === Infinity) return "Infinity";
  return String(value);
}

const pair = (/** @type {[number, number]} */ [lower, upper]) => `[${digits(lower)}, ${digits(upper)}]`;

/**
 * A number, an interval, or the two ends of one.
 *
 * @param {number | [number, number] | Interval} value
 */
const written = (value) =>
  typeof value === "number" ? digits(value) : pair(Array.isArray(value) ? value : [value.lower, value.upper]);

/**
 * Rows of what a bound was made of, under the names that the bound gives them.
 *
 * @param {Pick<Bound, "terms">} bound
 * @param {Language} language
 * @returns {Row[]}
 */
function termRows({ terms }, language) {
  const { experts } = language.words;
  return Object.entries(terms).flatMap(([name, value]) => {
    const key = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    /** @type {(found: number | [number, number] | Interval, at: string) => Row} */
    const row = (found, at) => [
      experts[/** @type {NamedTerm} */ (name)] ?? language.isolated(termFormula(at)),
      written(found),
      at,
    ];
    return value.in ? [row(value.in, `${key}-in`), row(value.out, `${key}-out`)] : [row(value, key)];
  });
}

const lossInWords = (/** @type {ReportSummary["loss"]} */ { name, width, classes }) =>
  width !== undefined ? `${name}, w = ${digits(width)}` : classes !== undefined ? `${name}, K = ${digits(classes)}` : name;

/**
 * Rows of [what it is, value, name in the saved JSON]; the record itself (x, y and the answers) is
 * left out.
 *
 * @param {Behind} result
 * @param {Language} language
 * @returns {Row[]}
 */
function expertRows({ bound, summary, hash }, language) {
  const { experts } = language.words;
  const { release, mechanism } = summary;
  const { sigma, lambda } = /** @type {{sigma?: number, lambda?: number}} */ (mechanism);
  const rows = [
    [experts.epsilonUpper, digits(bound.total.upper), "total-upper"],
    [experts.epsilonLower, digits(bound.total.lower), "total-lower"],
    [experts.totalIn, pair(bound.total.loss.in), "total-in"],
    [experts.totalOut, pair(bound.total.loss.out), "total-out"],
    [experts.modelUpper, digits(bound.epsilon.upper), "model-upper"],
    [experts.modelLower, digits(bound.epsilon.lower), "model-lower"],
    [experts.lossIn, pair(bound.loss.in), "model-in"],
    [experts.lossOut, pair(bound.loss.out), "model-out"],
    ...termRows(bound, language),
    [experts.releaseCostExpost, digits(bound.releaseCost.expost), "release-cost-expost"],
    [experts.releaseCostPdp(digits(bound.releaseCost.pdp.delta)), digits(bound.releaseCost.pdp.epsilon), "release-cost-pdp"],
    [experts.failure, digits(bound.failureProbability), "failure"],
    [experts.failureTotal, digits(bound.total.failureProbability), "failure-total"],
    bound.guarantee && [experts.promise, `(${digits(bound.guarantee.epsilon)}, ${digits(bound.guarantee.delta)})`, "promise"],
    bound.guarantee?.accountant && [experts.accountant, bound.guarantee.accountant, "accountant"],
    [experts.method, bound.method, "method"],
    [experts.member, bound.member, "member"],
    [experts.uniform, String(bound.uniform), "uniform"],
    bound.components && [experts.attained, experts.attainedAt(bound.components.end, bound.components.member), "attained"],
    [experts.loss, lossInWords(summary.loss), "loss"],
    [experts.mechanism, mechanismName(mechanism), "mechanism"],
    sigma !== undefined && [experts.sigma, digits(sigma), "sigma"],
    ...mechanismRows(mechanism).map(([sign, value, key]) => [language.isolated(sign), String(value), key]),
    release.gradient && [experts.sigmaGradient, digits(release.gradient.sigma), "sigma-gradient"],
    release.hessian && [experts.sigmaHessian, digits(release.hessian.sigma), "sigma-hessian"],
    release.smallestEigenvalue && [experts.sigmaEigenvalue, digits(release.smallestEigenvalue.sigma), "sigma-eigenvalue"],
    lambda !== undefined && [experts.lambda, digits(lambda), "lambda"],
    [experts.dimension, digits(summary.dimension), "dimension"],
    hash && [experts.hash, hash, "hash"],
    [experts.version, experts.versionOf(version, formatVersion), "version"],
  ];
  return /** @type {Row[]} */ (rows.filter(Boolean));
}

/**
 * The numbers as a document for programs; infinities as the command line writes them.
 *
 * @param {Pick<Behind, "bound" | "hash">} result
 */
export function numbersDocument({ bound, hash }) {
  const { x: _x, y: _y, notes: _notes, adjustments: _adjustments, ...numbers } = bound;
  const asJson = (/** @type {string} */ _key, /** @type {unknown} */ value) =>
    typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  return `${JSON.stringify({ version, report: { sha256: hash }, ...numbers }, asJson, 2)}\n`;
}

/**
 * @param {Behind & {kind: AnswerKind}} state
 * @param {Language} language
 * @param {Actions} actions
 */
export function experts(state, language, actions) {
  const { experts: words } = language.words;
  return folded(
    words.heading,
    html`<p>${words.intro}</p>
      <table class="numbers">
        ${tableHead([words.quantity, words.value])}
        <tbody>
          ${expertRows(state, language).map(
            ([name, value, key]) =>
              html`<tr data-number=${key}>
                <th scope="row">${name}</th>
                <td translate="no" dir="ltr">${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${
        state.kind === "wentWrong"
          ? nothing
          : html`<button type="button" class="button" @click=${actions.saveNumbers}>${words.save}</button>
              <p class="hint">${words.saveHint}</p>`
      }`,
    "experts not-kept",
  );
}

// A plan for people. Noise levels and λ are rounded up: more noise than was planned costs no
// privacy.
import { downward, plain, upward } from "../../wording/figures.js";
import { languageOf } from "../../wording/formats.js";
import { countInWords } from "../../wording/headline.js";
import { wrapped } from "../../wording/paragraph.js";
import { BELIEF_PARTS, beliefCounts } from "../../wording/rounding.js";
import { table } from "../../wording/text-table.js";
import { check } from "../../words/en/check.js";
import { MECHANISM_NAMES, NOISE_NAMES } from "./names.js";

/** @typedef {import("expost").Plan} Plan */
/** @typedef {import("expost").ModelPlan} ModelPlan */
/** @typedef {import("expost").DescentPlan} DescentPlan */

const language = languageOf(check);
const RELEASES = /** @type {const} */ ([
  ["gradient", "gradient", "σ₂"],
  ["hessian", "Hessian", "σ₃"],
  ["smallestEigenvalue", "smallest eigenvalue", "σ₄"],
]);

/** @param {Plan} plan */
function accountantsTable({ accountants, model }) {
  const rows = Object.entries(accountants).map(([name, { lambda, sigma }]) => [
    name === model.accountant ? `${name} *` : name,
    upward(lambda),
    sigma === Infinity ? "none" : upward(sigma),
  ]);
  const reasons = new Map();
  for (const [name, { reason }] of Object.entries(accountants)) {
    if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), name]);
  }
  const notes = Array.from(reasons, ([reason, names]) => `${wrapped(`${names.join(", ")}: ${reason}`)}\n`);
  return `${table([["accountant", "λ", "σ"], ...rows])}* the one that is planned with\n${notes.join("")}`;
}

/** @param {Plan} plan */
function noiseTable({ model, release }) {
  const rows = [["model", "σ", upward(model.sigma), upward(model.epsilon)]];
  for (const [key, name, symbol] of RELEASES) {
    const part = release[key];
    if (part) rows.push([name, symbol, upward(part.sigma), upward(part.epsilon)]);
  }
  return table([["published", "", "noise", "ε on its own"], ...rows]);
}

/**
 * One row per starting belief, in counts rounded outward.
 *
 * @param {import("expost").Beliefs} beliefs
 */
function beliefTable(beliefs) {
  const rows = beliefs.map(({ prior, lower, upper }) => {
    const { of, before, atMost, atLeast } = beliefCounts(Math.round(prior * BELIEF_PARTS), { lower, upper });
    const start = language.words.result.inCount(language.count(before), language.count(of));
    return [start, countInWords(atLeast, of, language, "fewer"), countInWords(atMost, of, language, "more")];
  });
  return table([["belief before", "at least", "at most"], ...rows]);
}

/** @param {Plan | ModelPlan | DescentPlan} plan */
const lossWords = ({ loss, classes }) => (classes === undefined ? `${loss} loss` : `${loss} loss of ${classes} classes`);

/**
 * Only what isn't the main mechanism is named.
 *
 * @param {Plan | ModelPlan | DescentPlan} planned
 */
function titleOf(planned) {
  const { mechanism, epsilon, delta } = planned;
  /** @type {Omit<ModelPlan["mechanism"], "kind">} */
  const { name, noise, adaptive } = mechanism;
  const main = name === "objective-perturbation" && noise === "gaussian";
  const words = [
    MECHANISM_NAMES[name],
    ...(noise ? [NOISE_NAMES[noise]] : []),
    ...(adaptive ? ["λ and γ chosen from the data"] : []),
  ];
  return `${[lossWords(planned), ...(main ? [] : words), `ε = ${plain(epsilon)}`, `δ = ${plain(delta)}`].join(", ")}\n`;
}

/**
 * Where the model alone is published. Less of a rate is more noise.
 *
 * @param {ModelPlan} plan
 */
function modelParagraphs({ model, total }) {
  const { lambda, sigma, eta, reason } = model;
  if (lambda === undefined) return [`${wrapped(`Nothing to plan: ${reason}.`)}\n`];
  if (!(total.epsilon < Infinity)) return [`${wrapped(`No noise level gives the model this guarantee: ${reason}.`)}\n`];
  const level = eta === undefined ? ["σ", upward(sigma ?? Infinity)] : ["η (rate of the noise)", downward(eta)];
  return [
    `What to use\n${table([
      ["", "λ", level[0]],
      ["model", upward(lambda), level[1]],
    ])}`,
    `Total: ε = ${upward(total.epsilon)}, δ = ${plain(total.delta)}\n`,
  ];
}

/**
 * The noise of each step of noisy gradient descent.
 *
 * @param {DescentPlan} plan
 */
function descentParagraphs({ model, total }) {
  const { clip, steps, sampling, accountant, sigma, multiplier, energyCap, reason } = model;
  if (!(sigma < Infinity) || energyCap === null) {
    const why = reason === undefined ? "" : `: ${reason}`;
    return [`${wrapped(`No noise level gives the model this guarantee${why}.`)}\n`];
  }
  const taking = {
    full: "every record in every step",
    poisson: `a record in a step with probability ${sampling.kind === "poisson" ? plain(sampling.rate) : ""}`,
    shuffle: `a record once in an epoch of ${sampling.kind === "shuffle" ? sampling.batches : ""} steps`,
  }[sampling.kind];
  const cap = `V measures how far a record can pull in all steps together. Nobody's is above ${upward(energyCap)}; the published path shows each person their own (docs/noisy-gradient-descent.md).`;
  return [
    `What to use (${accountant}): ${steps} ${steps === 1 ? "step" : "steps"}, ${taking}\n${table([
      ["", "C", "σ on the sum", "σ / C"],
      ["each step", plain(clip), upward(sigma), upward(multiplier)],
    ])}`,
    `Total: ε = ${upward(total.epsilon)}, δ = ${plain(total.delta)}\n`,
    `${wrapped(cap)}\n`,
  ];
}

/**
 * @param {Plan} planned
 * @param {import("../../wasm/documents.js").SharesDocument} [shares]
 */
function reportParagraphs(planned, shares) {
  const { model, total, dimension, hessianShift } = planned;
  const released = Object.keys(planned.release).length > 0;
  const share = released && shares?.model !== undefined ? ` for its share of the budget, ${plain(shares.model)}` : "";
  const paragraphs = [`What each accountant needs for the model alone${share}\n${accountantsTable(planned)}`];
  if (!(model.sigma < Infinity)) return [...paragraphs, "No noise level gives the model this guarantee.\n"];
  const composition = {
    joint: "one guarantee for everything published",
    basic: "basic composition: the parts' guarantees added up",
  }[total.composition];
  paragraphs.push(
    `What to use (${model.accountant}, ${composition}), with λ = ${upward(model.lambda)}\n${noiseTable(planned)}`,
  );
  paragraphs.push(`Total: ε = ${upward(total.epsilon)}, δ = ${plain(total.delta)}\n`);
  if (hessianShift !== undefined) {
    const sentence = `The Hessian's noise moves its eigenvalues by at most ${upward(hessianShift)} (dimension ${dimension}), but for one release in a million.`;
    paragraphs.push(`${wrapped(sentence)}\n`);
  }
  return paragraphs;
}

/** @param {import("expost").PersonPromise} person */
const personWords = ({ rows, epsilon, delta }) =>
  `All of this is about one row: a share of ε = ${plain(epsilon)}, δ = ${plain(delta)} for a person with up to ${rows} ${rows === 1 ? "row" : "rows"}.`;

/**
 * @param {Plan | ModelPlan | DescentPlan} planned
 * @param {{shares?: import("../../wasm/documents.js").SharesDocument}} options
 */
export function planText(planned, { shares }) {
  const { beliefs, person } = planned;
  const paragraphs = [
    titleOf(planned),
    ...(person === undefined ? [] : [`${wrapped(personWords(person))}\n`]),
    ...("accountants" in planned
      ? reportParagraphs(planned, shares)
      : "sampling" in planned.model
        ? descentParagraphs(/** @type {DescentPlan} */ (planned))
        : modelParagraphs(/** @type {ModelPlan} */ (planned))),
  ];
  if (beliefs.length > 0) {
    const sentence =
      "The worst case for anyone, before anything is published: what someone could come to believe about whether a record was used, δ aside";
    paragraphs.push(`${wrapped(sentence)}\n${beliefTable(beliefs)}`);
  }
  return paragraphs.join("\n");
}

// The form's fields: a row each. From these tables come the answers of a new form, the answers in a
// study, the study that answers make, and the field that an error in a study belongs to.
//
// A row has the answer's key, under which `names` in the words has its name, its place in the
// study, its id on the page, its rule (rules.js), and when it is asked. A study has its keys in the
// order of the rows.
import { columns, levelWords } from "./columns.js";
import {
  hasLabel,
  hasOwnNoise,
  hasScaleOf,
  hasScales,
  hasWidth,
  is,
  isDescent,
  isNetwork,
  isSeveral,
  isSquared,
  labelKind,
  ratesOfSteps,
  releasesEigenvalue,
  releasesGradient,
  releasesHessian,
} from "./conditions.js";
import { member } from "./pointers.js";
import { greatestLength } from "./record-shape.js";
import {
  choice,
  date,
  derived,
  gone,
  number,
  optionalNumber,
  place,
  select,
  text,
  tick,
  whetherThere,
  whole,
} from "./rules.js";

/** @import { Drawn, TextField } from "../controls/controls.js" */
/** @import { AnswersOf, Row } from "./draft.js" */
/** @import { Part } from "./pointers.js" */
/** @import { Rule } from "./rules.js" */

/**
 * `base` is the study that was imported, with keys that this page has no field for.
 *
 * @typedef {AnswersOf<(typeof COMMON | typeof OBJECTIVE | typeof DESCENT)[number]> &
 *   {base: Part}} Answers
 */

/**
 * Left blank, it fits the columns; records of a network are left as they are then. Without it, the
 * core divides those of other models by 1.
 */
const norm = number({
  absent: "1",
  needed: () => false,
  blank: ({ answers, words }) => (isNetwork(answers) ? undefined : greatestLength(answers, words.decimals) || 1),
});

/** One rate for all steps. Those of single steps stay, unless one is entered. */
const oneRate = number({
  needed: (answers) => ratesOfSteps(answers) === undefined,
  blank: ({ answers }) => ratesOfSteps(answers) ?? null,
});
/** @type {Rule<string>} */
const rate = { ...oneRate, read: (value, from) => (Array.isArray(value) ? "" : oneRate.read(value, from)) };

/** Studies of Expost 0.2 call it "accounting". Joint, it is only stated where it was. */
const stated = (/** @type {unknown} */ budget) => member(budget, "composition") ?? member(budget, "accounting");
const joint = select({ initial: "joint" });
/** @type {Rule<string>} */
const composition = {
  ...joint,
  read: (_, from) => joint.read(stated(from.around), from),
  write: (answer, { around }) => (answer === "joint" && stated(around) === undefined ? undefined : answer),
};

/** Fields of every study. */
const COMMON = /** @type {const} */ ([
  ["title", "/title", "title", text({ needed: true, blank: "" })],
  ["description", "/description", "description", text()],
  ["publisher", "/publisher/name", "publisher", text({ blank: "" })],
  ["contact", "/publisher/contact", "contact", text()],
  ["linkPrivacy", "/publisher/x-links/privacy", "link-privacy", text()],
  ["linkRights", "/publisher/x-links/rights", "link-rights", text()],
  ["linkOptOut", "/publisher/x-links/optOut", "link-opt-out", text()],
  ["published", "/published", "published", date],
  ["membership", "/membership", "membership", text()],
  ["people", "/people", "people", optionalNumber()],
  ["unit", "/unit", "unit", text({ initial: "one person, one row", needed: true, blank: "" })],
  ["columns", "/features", "columns", columns],
  ["rangeEnd", "/scaling/range", "range-end", place],
  ["rangeStart", "/scaling/range/0", "range-start", number({ initial: "-1" })],
  ["rangeEnd", "/scaling/range/1", "range-end", number({ initial: "1" })],
  ["norm", "/scaling/norm", "norm", norm],
  ["outcome", "/label/name", "outcome", choice("outcome")],
  ["outcomeLabel", "/label/label", "outcome-label", text()],
  ["loss", "/label/kind", "loss", derived(labelKind)],
  ["negative", "/label/negative", "negative", text({ needed: true, blank: null }), hasLabel("binary")],
  ["positive", "/label/positive", "positive", text({ needed: true, blank: null }), hasLabel("binary")],
  ["outcomeWords", "/label/levelWords", "outcome-words", levelWords, hasLabel("binary")],
  ["outcomeUnit", "/label/unit", "outcome-unit", text(), hasLabel("number")],
  ["outcomeMinimum", "/label/minimum", "outcome-minimum", number(), hasLabel("number")],
  ["outcomeMaximum", "/label/maximum", "outcome-maximum", number(), hasLabel("number")],
  ["mechanism", "/mechanism/name", "mechanism", select({ initial: "objective-perturbation" })],
  ["loss", "/mechanism/loss", "loss", place],
  ["loss", "/mechanism/loss/name", "loss", choice("loss")],
  ["width", "/mechanism/loss/width", "width", number(), hasWidth],
  ["epsilon", "/budget/epsilon", "epsilon", number()],
  ["delta", "/budget/delta", "delta", number()],
  ["person", "/person", "person", whetherThere("several"), isSeveral],
  ["personColumn", "/person/column", "person-column", choice("personColumn", { blank: "" }), isSeveral],
  ["personRows", "/person/rows", "person-rows", number(), isSeveral],
  ["failure", "/failureProbability", "failure", number({ initial: "0.000001", standard: 1e-6 })],
  ["madeUp", "/x-sample", "made-up", tick],
  ["seed", null, "seed", text()],
]);

/** Fields of objective perturbation. */
const OBJECTIVE = /** @type {const} */ ([
  ["lambda", "/mechanism/lambda", "lambda", number({ needed: isSquared })],
  ["scaleModel", "/mechanism/scales", "scale-model", whole, hasScales],
  ["scaleModel", "/mechanism/scales/model", "scale-model", optionalNumber(isSquared), hasScales],
  ["scaleGradient", "/mechanism/scales/gradient", "scale-gradient", optionalNumber(isSquared), hasScaleOf(releasesGradient)],
  ["scaleHessian", "/mechanism/scales/hessian", "scale-hessian", optionalNumber(), hasScaleOf(releasesHessian)],
  [
    "scaleEigenvalue",
    "/mechanism/scales/smallestEigenvalue",
    "scale-eigenvalue",
    optionalNumber(),
    hasScaleOf(releasesEigenvalue),
  ],
  ["accountant", "/budget/accountant", "accountant", select({ initial: "joint", standard: "joint" })],
  ["composition", "/budget/composition", "composition", composition],
  ["composition", "/budget/accounting", "composition", gone],
  ["release", "/budget/release", "release", choice("release", { absent: "none" })],
  ["shares", "/budget/shares", "share-model", whole, releasesHessian],
  ["shareGradient", "/budget/shares/gradient", "share-gradient", number(), releasesGradient],
  ["shareHessian", "/budget/shares/hessian", "share-hessian", number(), releasesHessian],
  ["shareEigenvalue", "/budget/shares/smallestEigenvalue", "share-eigenvalue", number(), releasesEigenvalue],
  ["shareModel", "/budget/shares/model", "share-model", number(), releasesHessian],
]);

/** Fields of noisy gradient descent. */
const DESCENT = /** @type {const} */ ([
  ["clip", "/mechanism/clip", "clip", number()],
  ["steps", "/mechanism/steps", "steps", number()],
  ["sampling", "/mechanism/sampling", "sampling", whole],
  ["sampling", "/mechanism/sampling/kind", "sampling", choice("sampling", { initial: "full" })],
  ["samplingRate", "/mechanism/sampling/rate", "sampling-rate", number(), is("sampling", "poisson")],
  ["batches", "/mechanism/sampling/batches", "batches", number(), is("sampling", "shuffle")],
  ["learningRate", "/mechanism/update", "learning-rate", whole],
  ["learningRate", "/mechanism/update/rate", "learning-rate", rate],
  ["momentum", "/mechanism/update/momentum", "momentum", optionalNumber()],
  ["ridge", "/mechanism/update/ridge", "ridge", optionalNumber()],
  ["divisor", "/mechanism/update/divisor", "divisor", number({ absent: "1", standard: 1 })],
  ["final", "/mechanism/final", "final", select({ initial: "last", standard: "last" })],
  ["every", "/mechanism/every", "every", optionalNumber()],
  ["scaleSum", "/mechanism/scales", "scale-sum", whole, hasOwnNoise],
  ["scaleSum", "/mechanism/scales/model", "scale-sum", optionalNumber()],
  ["descentAccountant", "/budget/accountant", "accountant", select({ initial: "", called: "accountant" })],
]);

/** The rows of every study. */
export const ALL = [...COMMON, ...OBJECTIVE, ...DESCENT];

/**
 * The rows of a mechanism, and those that only the other one has.
 *
 * @param {{mechanism: string}} answers
 * @returns {{rows: Row[], dropped: readonly Row[]}}
 */
export const fieldsOf = (answers) =>
  isDescent(answers)
    ? { rows: [...COMMON, ...DESCENT], dropped: OBJECTIVE }
    : { rows: [...COMMON, ...OBJECTIVE], dropped: DESCENT };

/** @typedef {Exclude<keyof Answers, "base" | "columns">} Key an answer that one control holds */
/** @typedef {Exclude<Key, "madeUp">} TextKey an answer that is a text */
/**
 * Draws a line of text.
 *
 * @typedef {(key: TextKey, more: Omit<TextField, "id" | "value" | "set">) => Drawn} DrawField
 */
/** @typedef {(key: TextKey, label: string, hint?: string) => Drawn} DrawNumber */
/** @typedef {ReturnType<typeof fieldIn>} Field */

/** The id of each answer's field. */
const IDS = Object.fromEntries(ALL.map(([key, , id]) => [key, id]));

/**
 * Returns a function that gives what a control takes from a field's row.
 *
 * @param {Answers} answers
 * @param {(key: Key, value: string | boolean) => void} answer
 */
export const fieldIn =
  (answers, answer) =>
  /**
   * @template {Key} One
   * @param {One} key
   */
  (key) => ({ id: IDS[key], value: answers[key], set: (/** @type {Answers[One]} */ value) => answer(key, value) });

/**
 * The fields among these that are asked, with the answers as they are.
 *
 * @template {TextKey} One
 * @param {Answers} answers
 * @param {One[]} keys
 */
export const askedOf = (answers, keys) =>
  keys.filter((key) => ALL.some(([own, , , rule, asked]) => own === key && "read" in rule && (asked?.(answers) ?? true)));

// The curator's answers so far, as text in the fields, and how a study is read into it.
//
// Nothing here comes from the rows of the data: only the columns' names do.
import { asTyped } from "../../wording/typed-number.js";
import { asNumber, asText, member } from "./members.js";
import { descentAnswers, isDescentStudy, isTrainedHere } from "./descent-answers.js";
import { objectiveAnswers } from "./objective-answers.js";
import { PUBLISHER_LINKS } from "./publisher-links.js";

/** @typedef {ReturnType<typeof newAnswers>} Answers */
/** @typedef {ReturnType<typeof newColumn>} Column */
/**
 * An answer that is a text.
 *
 * @typedef {{[Key in keyof Answers]: Answers[Key] extends string ? Key : never}[keyof Answers]}
 *   TextKey
 */
/** @typedef {Record<string, unknown>} Part an object in a JSON document */

/**
 * An intercept that a new study starts with.
 *
 * @param {string[]} decimals
 */
const intercept = (decimals) => ({ ...newColumn("intercept"), kind: "constant", value: asTyped("1", decimals) });

/**
 * A column of the data, or a feature of a study, with nothing said about it.
 *
 * @param {string} name
 */
function newColumn(name) {
  return {
    name,
    kind: "",
    value: "",
    label: "",
    unit: "",
    minimum: "",
    maximum: "",
    levels: "",
    missing: "",
    /**
     * The feature as an imported study had it, with keys that this page has no field for.
     *
     * @type {Part}
     */
    base: {},
  };
}

/**
 * The answers before any was given. Numbers are written as the page's language types them.
 *
 * @param {string[]} decimals the language's signs before decimals
 */
export function newAnswers(decimals) {
  const typed = (/** @type {string} */ number) => asTyped(number, decimals);
  return {
    person: "",
    personColumn: "",
    personRows: "",
    outcome: "",
    outcomeLabel: "",
    loss: "",
    width: "",
    negative: "",
    positive: "",
    outcomeUnit: "",
    outcomeMinimum: "",
    outcomeMaximum: "",
    mechanism: "objective-perturbation",
    clip: "",
    steps: "",
    sampling: "full",
    samplingRate: "",
    batches: "",
    learningRate: "",
    divisor: "",
    momentum: "",
    ridge: "",
    final: "last",
    every: "",
    scaleSum: "",
    /** A descent's accountant; blank is the one that goes with the sampling. */
    descentAccountant: "",
    epsilon: "",
    delta: "",
    release: "",
    shareModel: "",
    shareGradient: "",
    shareHessian: "",
    shareEigenvalue: "",
    accountant: "joint",
    composition: "joint",
    lambda: "",
    scaleModel: "",
    scaleGradient: "",
    scaleHessian: "",
    scaleEigenvalue: "",
    rangeStart: typed("-1"),
    rangeEnd: typed("1"),
    norm: "",
    failure: typed("0.000001"),
    title: "",
    description: "",
    publisher: "",
    contact: "",
    linkPrivacy: "",
    linkRights: "",
    linkOptOut: "",
    published: "",
    unit: "one person, one row",
    madeUp: false,
    seed: "",
    columns: [intercept(decimals)],
    /**
     * The study that was imported, with keys that this page has no field for.
     *
     * @type {Part}
     */
    base: {},
  };
}

/**
 * The answers when the data have this header: what was said about a name stays. With a study,
 * columns that it doesn't name are left out: it is whole without them.
 *
 * @param {Answers} answers
 * @param {string[]} header
 * @param {{study?: boolean}} [options]
 * @returns {Answers}
 */
export function withHeader(answers, header, { study = false } = {}) {
  const known = new Set(answers.columns.map(({ name }) => name));
  const names = [...new Set(header)].filter((name) => name !== "" && !known.has(name));
  const added = names.map((name) => ({ ...newColumn(name), kind: study ? "out" : "" }));
  return { ...answers, columns: [...answers.columns, ...added] };
}

/**
 * Whether a study is for what the curator's page has questions about: normal noise in the
 * objective, or a descent by the standard rule that is trained here; one outcome.
 *
 * @param {Part} study
 */
function isAskedAbout({ mechanism, label }) {
  const here = isDescentStudy(mechanism)
    ? isTrainedHere(mechanism)
    : [
        [member(mechanism, "name"), "objective-perturbation"],
        [member(mechanism, "noise"), "gaussian"],
      ].every(([value, known]) => (value ?? known) === known);
  return here && member(member(mechanism, "loss"), "name") !== "softmax" && member(label, "kind") !== "category";
}

/**
 * Whether a study is for what this page has questions about.
 *
 * @param {unknown} document one that `notAStudy` has nothing against
 */
export const isStudyHere = (document) => isAskedAbout(/** @type {Part} */ (document));

/**
 * Answers from a study (or a scaffold of one), keeping everything in it that this page has no
 * field for.
 *
 * @param {Part} study a document that is a study for this page
 * @param {string[]} decimals the language's signs before decimals
 * @returns {Answers}
 */
export function answersFrom(study, decimals) {
  const number = (/** @type {unknown} */ value) => asNumber(value, decimals);
  const features = /** @type {Part[]} */ (study.features);
  const { label, mechanism, budget, publisher, scaling } = study;
  const loss = member(mechanism, "loss");
  const range = member(scaling, "range");
  const links = member(publisher, "x-links");
  const start = newAnswers(decimals);
  return {
    ...start,
    ...(isDescentStudy(mechanism)
      ? descentAnswers(mechanism, budget, decimals)
      : objectiveAnswers(mechanism, budget, decimals)),
    ...(study.person === undefined
      ? {}
      : {
          person: "several",
          personColumn: asText(member(study.person, "column")),
          personRows: number(member(study.person, "rows")),
        }),
    outcome: asText(member(label, "name")),
    outcomeLabel: asText(member(label, "label")),
    loss: asText(member(loss, "name")),
    width: number(member(loss, "width")),
    negative: asText(member(label, "negative")),
    positive: asText(member(label, "positive")),
    outcomeUnit: asText(member(label, "unit")),
    outcomeMinimum: number(member(label, "minimum")),
    outcomeMaximum: number(member(label, "maximum")),
    epsilon: number(member(budget, "epsilon")),
    delta: number(member(budget, "delta")),
    rangeStart: Array.isArray(range) ? number(range[0]) : start.rangeStart,
    rangeEnd: Array.isArray(range) ? number(range[1]) : start.rangeEnd,
    // Without a norm the core divides by 1. One that a scaffold leaves open is blank here, and then
    // fits the columns.
    norm: member(scaling, "norm") === null ? "" : number(member(scaling, "norm")) || number(1),
    failure: number(study.failureProbability) || start.failure,
    title: asText(study.title),
    description: asText(study.description),
    publisher: asText(member(publisher, "name")),
    contact: asText(member(publisher, "contact")),
    ...Object.fromEntries(PUBLISHER_LINKS.map(([kind, key]) => [key, asText(member(links, kind))])),
    published: asText(study.published),
    unit: asText(study.unit),
    madeUp: study["x-sample"] !== undefined && study["x-sample"] !== false,
    columns: features.map((feature) => ({
      ...newColumn(asText(feature.name)),
      kind: asText(feature.kind),
      value: number(feature.value),
      label: asText(feature.label),
      unit: asText(feature.unit),
      minimum: number(feature.minimum),
      maximum: number(feature.maximum),
      levels: Array.isArray(feature.levels) ? feature.levels.map(asText).join("\n") : "",
      missing: number(feature.missing),
      base: feature,
    })),
    base: study,
  };
}

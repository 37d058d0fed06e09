// The curator's answers so far, as text in the fields, and how a study is read into them.
//
// Nothing here comes from the rows of the data: only the columns' names do.
import { newColumn } from "./columns.js";
import { DESCENT, isNetwork } from "./conditions.js";
import { answersIn, initialAnswers } from "./draft.js";
import { ALL, fieldsOf } from "./fields.js";
import { member } from "./pointers.js";

/** @import { Answers } from "./fields.js" */
/** @import { Part } from "./pointers.js" */

/**
 * The answers before any was given. Numbers are written as the page's language types them.
 *
 * @param {string[]} decimals the language's signs before decimals
 * @returns {Answers}
 */
export const newAnswers = (decimals) => ({ ...initialAnswers(ALL, decimals), base: {} });

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

/** Whether a study's mechanism is noisy gradient descent. */
const isDescentStudy = (/** @type {unknown} */ mechanism) => member(mechanism, "name") === DESCENT;

/**
 * Whether such a mechanism is for training here. Other rules and other final models are for models
 * that another program trains.
 *
 * @param {unknown} mechanism
 */
const isTrainedHere = (mechanism) =>
  (member(mechanism, "elsewhere") ?? false) === false &&
  member(member(mechanism, "update"), "rule") === undefined &&
  member(mechanism, "final") !== "other";

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
  const { mechanism } = answersIn(ALL, study, decimals);
  const { rows } = fieldsOf({ mechanism });
  const answers = { ...newAnswers(decimals), ...answersIn(rows, study, decimals), base: study };
  return isNetwork(answers) && member(study.scaling, "norm") === undefined ? { ...answers, norm: "" } : answers;
}

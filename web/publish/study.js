// The answers as a study, which the core judges. Here it is only found out what has not been
// answered or is no number, and which field each part of the study came from, so that what the
// core refuses finds its way back.
import { isObject } from "../../intake/study-document.js";
import { dropWords } from "./columns.js";
import { isDescent, labelKind } from "./conditions.js";
import { Draft } from "./draft.js";
import { fieldsOf } from "./fields.js";
import { put, valueAt } from "./pointers.js";

/** @import { Answers } from "./fields.js" */
/** @import { Part } from "./pointers.js" */
/** @import { PublishWords } from "#words/publish" */

/**
 * The study that the answers make, in the fields' order: { study, places, problems }. `problems`
 * are { id, message }; with any of them the study is not finished, and can only be saved to be
 * finished later.
 *
 * @param {Answers} answers
 * @param {PublishWords} words
 */
export function studyFrom(answers, words) {
  const draft = new Draft(words);
  const { rows, dropped } = fieldsOf(answers);
  const { base } = answers;
  const withFormat = { ...base, format: base.format ?? "expost-study", version: base.version ?? 1 };
  /** @type {Record<string, unknown>} */
  const names = words.names;
  const nameOf = (/** @type {string} */ key) => /** @type {string | undefined} */ (names[key]);
  const study = draft.written(rows, { ...answers, base: withFormat }, nameOf, { dropped });
  settlePublisher(study, draft, words);
  const { 0: start, 1: end } = /** @type {Part} */ (valueAt(study, "/scaling/range"));
  put(study, "/scaling/range", [start, end]);
  const { loss, negative, positive } = answers;
  if (loss !== "") {
    const levels = labelKind(answers) === "binary" ? [negative.trim(), positive.trim()] : null;
    dropWords(/** @type {Part} */ (study.label), base.label, levels);
  }
  // A noise of another kind is one of objective perturbation's.
  if (isDescent(answers)) put(study, "/mechanism/noise", undefined);
  return { study, places: draft.places, problems: draft.problems };
}

/**
 * Leaves out what would be empty of the publisher, and asks for a name where there is anything
 * else.
 *
 * @param {Part} study
 * @param {Draft} draft
 * @param {PublishWords} words
 */
function settlePublisher(study, draft, { names, errors }) {
  const publisher = /** @type {Part} */ (study.publisher);
  const links = publisher["x-links"];
  if (!isObject(links) || Object.keys(links).length === 0) delete publisher["x-links"];
  if (publisher.name !== "") return;
  if (publisher.contact === undefined && publisher["x-links"] === undefined) delete study.publisher;
  else draft.refuse("publisher", errors.enter(names.publisher));
}

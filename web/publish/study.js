// The answers as a study, which the core judges. Here it is only found out what has not been
// answered or is no number, and which field each part of the study came from, so that what the
// core refuses finds its way back.
import { plainly } from "../../wording/typed-number.js";
import { member } from "./members.js";
import { Draft, over } from "./draft.js";
import { PUBLISHER_LINKS } from "./publisher-links.js";
import { greatestLength } from "./record-shape.js";
import { budgetOf } from "./study-budget.js";
import { mechanismOf } from "./study-mechanism.js";
import { featuresOf, labelOf } from "./study-record.js";

/** @import { Answers, Part } from "./answers.js" */
/** @import { PublishWords } from "#words/publish" */

const DEFAULT_FAILURE = 1e-6;

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
  const { names, errors } = words;
  const { base } = answers;

  draft.at("/label/name", "outcome", names.outcome);
  if (answers.outcome === "") draft.refuse("outcome", errors.outcome);
  const mechanism = mechanismOf(draft, answers, words);
  const label = labelOf(draft, answers, words);
  const features = featuresOf(draft, answers, words);
  const budget = budgetOf(draft, answers, words);
  const scaling = scalingOf(draft, answers, words);
  const person = personOf(draft, answers, words);
  const failure = draft.number(answers.failure, "/failureProbability", "failure", names.failure);
  const about = aboutOf(draft, answers, words);
  draft.at("/mechanism/loss", "loss", names.loss);

  const study = over(base, {
    ...withFormat(base),
    ...about,
    features,
    scaling,
    label,
    mechanism,
    budget,
    person,
    failureProbability: failure === DEFAULT_FAILURE && base.failureProbability === undefined ? undefined : failure,
    "x-sample": answers.madeUp ? (base["x-sample"] ?? true) : undefined,
  });
  return { study, places: draft.places, problems: draft.problems };
}

const withFormat = (/** @type {Part} */ base) => ({ format: base.format ?? "expost-study", version: base.version ?? 1 });

/**
 * The report's words about itself.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
function aboutOf(draft, answers, words) {
  const { names, errors } = words;
  const title = draft.text(answers.title, "/title", "title", names.title, { required: true });
  const description = draft.text(answers.description, "/description", "description", names.description);
  const publisher = draft.text(answers.publisher, "/publisher/name", "publisher", names.publisher);
  const contact = draft.text(answers.contact, "/publisher/contact", "contact", names.contact);
  // A date has the digits of the format, whatever a person typed them with.
  const published = draft.text(plainly(answers.published), "/published", "published", names.published);
  const unit = draft.text(answers.unit, "/unit", "unit", names.unit, { required: true });
  const links = linksOf(draft, answers, words);
  const named = publisher !== "" || contact !== "" || links !== undefined;
  if (named && publisher === "") draft.refuse("publisher", errors.enter(names.publisher));
  return {
    title,
    description: description === "" ? undefined : description,
    publisher: named
      ? over(answers.base.publisher, { name: publisher, contact: contact === "" ? undefined : contact, "x-links": links })
      : undefined,
    published: published === "" ? undefined : published,
    unit,
  };
}

/**
 * The publisher's pages for the people in the data, undefined without any.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
function linksOf(draft, answers, { names }) {
  const typed = PUBLISHER_LINKS.map(([kind, key, id]) => [
    kind,
    draft.text(answers[key], `/publisher/x-links/${kind}`, id, names[key]) || undefined,
  ]);
  const links = over(member(answers.base.publisher, "x-links"), Object.fromEntries(typed));
  return Object.keys(links).length === 0 ? undefined : links;
}

/**
 * Whose rows they are, and how many of each count; undefined where a row is a person.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
function personOf(draft, answers, { names, errors }) {
  if (answers.person !== "several") return undefined;
  draft.at("/person", "person", names.person);
  draft.at("/person/column", "person-column", names.personColumn);
  if (answers.personColumn === "") draft.refuse("person-column", errors.personColumn);
  const rows = draft.number(answers.personRows, "/person/rows", "person-rows", names.personRows);
  return over(answers.base.person, { column: answers.personColumn, rows });
}

/**
 * How values become coordinates, and the length that records are divided by.
 *
 * @param {Draft} draft
 * @param {Answers} answers
 * @param {PublishWords} words
 */
function scalingOf(draft, answers, { names, decimals }) {
  const start = draft.number(answers.rangeStart, "/scaling/range/0", "range-start", names.rangeStart);
  const end = draft.number(answers.rangeEnd, "/scaling/range/1", "range-end", names.rangeEnd);
  draft.at("/scaling/range", "range-end", names.rangeEnd);
  draft.at("/scaling/norm", "norm", names.norm);
  const norm =
    answers.norm.trim() === ""
      ? greatestLength(answers, decimals) || 1
      : draft.number(answers.norm, "/scaling/norm", "norm", names.norm);
  return over(answers.base.scaling, { range: [start, end], norm });
}

// Rules of fields: what a new form has in them, how a study is read into them, and what they write
// into a study.
import { isObject } from "../../intake/study-document.js";
import { presentName } from "../../wording/earlier-names.js";
import { numberProblem, readNumber } from "../../wording/typed-decimal.js";
import { asTyped, plainly } from "../../wording/typed-number.js";

/** @import { PublishWords } from "#words/publish" */
/** @import { Draft } from "./draft.js" */

/**
 * Whether a question is asked, with the answers as they are. Undefined where that is still open:
 * what was imported stays then.
 *
 * @template Answers
 * @typedef {(answers: Answers) => boolean | undefined} Condition
 */

/**
 * A field whose answer is written.
 *
 * @typedef {object} Writing
 * @property {any} answers those of its table
 * @property {unknown} imported what the imported study had there
 * @property {unknown} around the part of the imported study that it was in
 * @property {unknown} written what the study has there so far
 * @property {PublishWords} words
 * @property {string} name the field's, in a sentence
 * @property {(message: string) => void} refuse notes what is wrong with the field
 * @property {Draft} draft
 */

/**
 * `read` makes the answer of a study's value; `write` the reverse, undefined where the study has
 * no such key. `called` is the field's name in the page's words, where it isn't the answer's.
 *
 * @template Answer
 * @typedef {object} Rule
 * @property {(decimals: string[]) => Answer} initial
 * @property {(value: unknown, from: {around: unknown, decimals: string[]}) => Answer} read
 * @property {(answer: Answer, writing: Writing) => unknown} write
 * @property {string} [called]
 */

/**
 * The rule of a place without an answer of its own.
 *
 * @typedef {{write?: (answer: any, writing: Writing) => unknown}} PlaceRule
 */

/** @param {unknown} value */
export function asText(value) {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * A number of a study as the page's language types it; what is none stays as it is.
 *
 * @param {unknown} value
 * @param {string[]} decimals
 */
const asNumber = (value, decimals) => (typeof value === "number" ? asTyped(String(value), decimals) : asText(value));

/**
 * A value that is the standard one is left out where the imported part has no such key.
 *
 * @param {unknown} value
 * @param {unknown} standard
 * @param {Writing} writing
 */
const unlessStandard = (value, standard, { around, imported }) =>
  value === standard && isObject(around) && imported === undefined ? undefined : value;

const always = () => true;
const never = () => false;

/**
 * A text, without blanks at its ends. `blank` is written where there is none.
 *
 * @param {{initial?: string, needed?: boolean, blank?: "" | null,
 *   tidy?: (typed: string) => string}} [options]
 * @returns {Rule<string>}
 */
export const text = ({ initial = "", needed = false, blank, tidy = (typed) => typed.trim() } = {}) => ({
  initial: () => initial,
  read: asText,
  write(typed, { name, refuse, words }) {
    const written = tidy(typed);
    if (written === "" && needed) refuse(words.errors.enter(name));
    return written || blank;
  },
});

/** A date has the digits of the format, whatever a person typed them with. */
export const date = text({ tidy: plainly });

/**
 * A number; its text where it is none (the study is then refused by anyone who reads it).
 * `absent` is what a study without it means, `standard` the value that need not be stated, and
 * `blank` makes what is written where the field is blank.
 *
 * @param {{initial?: string, absent?: string, standard?: number, needed?: Condition<any>,
 *   blank?: (writing: Writing) => unknown}} [options]
 * @returns {Rule<string>}
 */
export const number = ({ initial = "", absent = initial, standard, needed = always, blank = () => null } = {}) => ({
  initial: (decimals) => asTyped(initial, decimals),
  read: (value, { decimals }) => (value === undefined ? asTyped(absent, decimals) : asNumber(value, decimals)),
  write(typed, writing) {
    const { answers, name, refuse, words } = writing;
    const { value, problem } = readNumber(typed, words.decimals);
    if (problem === undefined) return unlessStandard(value, standard, writing);
    if (problem === "blank") {
      if (needed(answers)) refuse(words.errors.enter(name));
      return blank(writing);
    }
    refuse(numberProblem(problem, typed, name, words));
    return typed.trim();
  },
});

/**
 * A number that may be left out, unless it is `needed`.
 *
 * @param {Condition<any>} [needed]
 */
export const optionalNumber = (needed = never) => number({ needed, blank: () => undefined });

/**
 * One of a list, which always has one chosen. `standard` need not be stated.
 *
 * @param {{initial: string, standard?: string, called?: string}} options
 * @returns {Rule<string>}
 */
export const select = ({ initial, standard, called }) => ({
  initial: () => initial,
  read: (value) => presentName(asText(value) || initial),
  write: (answer, writing) => unlessStandard(answer, standard, writing) || undefined,
  called,
});

/**
 * One of several, none of which is chosen at first unless `initial` is. `absent` is what a study
 * without it means, and that need not be stated; `blank` is written where none was chosen.
 *
 * @param {"loss" | "outcome" | "personColumn" | "release" | "sampling"} key of what is said then
 * @param {{initial?: string, absent?: string, blank?: "" | null}} [options]
 * @returns {Rule<string>}
 */
export const choice = (key, { initial = "", absent, blank = null } = {}) => ({
  initial: () => initial,
  read: (value, { around }) => asText(value === undefined && isObject(around) ? absent : value),
  write(answer, writing) {
    if (answer !== "") return unlessStandard(answer, absent, writing);
    writing.refuse(writing.words.errors[key]);
    return blank;
  },
});

/**
 * A box to tick. What was imported for a ticked box stays.
 *
 * @type {Rule<boolean>}
 */
export const tick = {
  initial: () => false,
  read: (value) => value !== undefined && value !== false,
  write: (isTicked, { imported }) => (isTicked ? (imported ?? true) : undefined),
};

/** An object around other fields; what was imported of it stays. */
export const whole = {
  write: (/** @type {unknown} */ _, /** @type {Writing} */ { written }) => (isObject(written) ? written : {}),
};

/**
 * An answer that tells whether the study has such an object.
 *
 * @param {string} there the answer where it has
 * @returns {Rule<string>}
 */
export const whetherThere = (there) => ({
  initial: () => "",
  read: (value) => (value === undefined ? "" : there),
  ...whole,
});

/** A place that another field writes. */
export const place = {};

/**
 * A value that follows from the answers.
 *
 * @param {(answers: any) => unknown} value
 */
export const derived = (value) => ({
  write: (/** @type {unknown} */ _, /** @type {Writing} */ { answers }) => value(answers),
});

/** A key that is no longer written. */
export const gone = derived(() => undefined);

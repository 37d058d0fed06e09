// Tables of fields: their answers in a new form and from a study, and the study that answers make.
import { around, put, valueAt } from "./pointers.js";

/** @import { Problem } from "../controls/problems.js" */
/** @import { Part } from "./pointers.js" */
/** @import { Condition, PlaceRule, Rule } from "./rules.js" */

/** @typedef {{id: string, name: string}} Place a field, and its name in a sentence */

/**
 * A field of the form: its answer's key, its place in the study (null without one), its id on the
 * page, its rule, and whether it is asked (always, if left out).
 *
 * @typedef {readonly [key: string, pointer: string | null, id: string, rule: Rule<any> | PlaceRule,
 *   asked?: Condition<any>]} Row
 */

/**
 * The answers that a table asks for.
 *
 * @template {Row} Rows the rows, as a union
 * @typedef {{[One in Rows as One[3] extends Rule<any> ? One[0] : never]:
 *   One[3] extends Rule<infer Answer> ? Answer : never}} AnswersOf
 */

/**
 * Answers of a table, made from the rule and the pointer of each.
 *
 * @template {Row} Rows
 * @param {readonly Rows[]} rows
 * @param {(rule: Rule<any>, pointer: string | null) => unknown} make
 */
const answersOf = (rows, make) =>
  /** @type {AnswersOf<Rows>} */ (
    Object.fromEntries(rows.flatMap(([key, pointer, , rule]) => ("read" in rule ? [[key, make(rule, pointer)]] : [])))
  );

/**
 * The answers before any was given. Numbers are written as the page's language types them.
 *
 * @template {Row} Rows
 * @param {readonly Rows[]} rows
 * @param {string[]} decimals the language's signs before decimals
 */
export const initialAnswers = (rows, decimals) => answersOf(rows, (rule) => rule.initial(decimals));

/**
 * The answers in a study, or in a part of one.
 *
 * @template {Row} Rows
 * @param {readonly Rows[]} rows
 * @param {Part} study
 * @param {string[]} decimals
 */
export const answersIn = (rows, study, decimals) =>
  answersOf(rows, (rule, pointer) =>
    pointer === null
      ? rule.initial(decimals)
      : rule.read(valueAt(study, pointer), { around: valueAt(study, around(pointer)), decimals }),
  );

/** Collects the places of fields in the study, and what is wrong with what they hold. */
export class Draft {
  /** @type {Problem[]} */
  problems = [];
  /**
   * For each JSON pointer, the field that it comes from.
   *
   * @type {Map<string, Place>}
   */
  places = new Map();

  /** @param {import("#words/publish").PublishWords} words */
  constructor(words) {
    this.words = words;
  }

  /**
   * Notes what is wrong with a field.
   *
   * @param {string} id
   * @param {string} message
   */
  refuse(id, message) {
    this.problems.push({ id, message });
  }

  /**
   * Writes the answers of a table over what was imported: keys without a field here stay, and those
   * of fields that aren't asked go.
   *
   * @param {readonly Row[]} rows
   * @param {{base: Part}} answers
   * @param {(key: string) => string | undefined} nameOf a field's name in a sentence
   * @param {{pointer?: string, id?: string, dropped?: readonly Row[]}} [options] what goes before
   *   pointers and ids, and rows that aren't asked at all
   * @returns {Part}
   */
  written(rows, answers, nameOf, { pointer: before = "", id: prefix = "", dropped = [] } = {}) {
    const study = structuredClone(answers.base);
    const isAsked = (/** @type {Row} */ [, , , , asked]) => asked === undefined || asked(answers);
    const kept = new Set(rows.filter((row) => isAsked(row) !== false).map(([, pointer]) => pointer));
    for (const [, pointer] of [...rows, ...dropped]) {
      if (pointer !== null && !kept.has(pointer)) put(study, pointer, undefined);
    }
    for (const [key, pointer, id, rule] of rows.filter(isAsked)) {
      if (pointer === null) continue;
      const name = nameOf("called" in rule ? (rule.called ?? key) : key);
      if (name !== undefined) this.places.set(before + pointer, { id: prefix + id, name });
      if (!rule.write) continue;
      const value = rule.write(/** @type {Record<string, unknown>} */ (answers)[key], {
        answers,
        imported: valueAt(answers.base, pointer),
        around: valueAt(answers.base, around(pointer)),
        written: valueAt(study, pointer),
        words: this.words,
        name: name ?? "",
        refuse: (message) => this.refuse(prefix + id, message),
        draft: this,
      });
      put(study, pointer, value);
    }
    return study;
  }
}

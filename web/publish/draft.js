// A study under construction: where its parts come from, and what is wrong with them.
import { isObject } from "../../intake/study-document.js";
import { numberProblem, readNumber } from "../../wording/typed-decimal.js";

/** @import { Problem } from "../controls/problems.js" */

/** @typedef {{id: string, name: string}} Place a field, and its name in a sentence */

/**
 * A number in a study that is being written: null where the field is blank, and its text where that
 * is no number.
 *
 * @typedef {number | string | null} Written
 */

/**
 * An object with what is undefined left out.
 *
 * @template {object} T
 * @param {T} object
 * @returns {T}
 */
function without(object) {
  const known = Object.entries(object).filter(([, value]) => value !== undefined);
  return /** @type {T} */ (Object.fromEntries(known));
}

/**
 * A value that is the standard one is left out where an imported part has no such key.
 *
 * @template Value
 * @param {unknown} base the imported part
 * @param {string} key
 * @param {Value} value
 * @param {unknown} standard
 * @returns {Value | undefined}
 */
export const unlessStandard = (base, key, value, standard) =>
  value === standard && isObject(base) && base[key] === undefined ? undefined : value;

/**
 * An imported part, under what the page says now: keys without a field here stay, and what is
 * undefined is left out.
 *
 * @template {object} Known
 * @param {unknown} base
 * @param {Known} known
 * @returns {Known & Record<string, unknown>}
 */
export const over = (base, known) => without({ ...(isObject(base) ? base : {}), ...known });

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
   * Notes the field of a place.
   *
   * @param {string} pointer
   * @param {string} id
   * @param {string} name
   */
  at(pointer, id, name) {
    this.places.set(pointer, { id, name });
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
   * A text, without blanks at its ends.
   *
   * @param {string} value
   * @param {string} pointer
   * @param {string} id
   * @param {string} name
   * @param {{required?: boolean}} [options]
   */
  text(value, pointer, id, name, { required = false } = {}) {
    this.at(pointer, id, name);
    const written = value.trim();
    if (written === "" && required) this.refuse(id, this.words.errors.enter(name));
    return written;
  }

  /**
   * A number; null where it is left blank, the text itself where it is none (the study is then
   * refused by anyone who reads it).
   *
   * @param {string} value
   * @param {string} pointer
   * @param {string} id
   * @param {string} name
   * @param {{required?: boolean}} [options]
   * @returns {Written}
   */
  number(value, pointer, id, name, { required = true } = {}) {
    this.at(pointer, id, name);
    const { value: number, problem } = readNumber(value, this.words.decimals);
    if (problem === undefined) return number;
    if (problem === "blank") {
      if (required) this.refuse(id, this.words.errors.enter(name));
      return null;
    }
    this.refuse(id, numberProblem(problem, value, name, this.words));
    return value.trim();
  }

  /**
   * Two numbers, with the ids and names of their fields.
   *
   * @param {string} from
   * @param {string} to
   * @param {string} pointer
   * @param {[from: string, to: string]} ids
   * @param {[from: string, to: string]} names
   */
  range(from, to, pointer, ids, names) {
    return {
      minimum: this.number(from, `${pointer}/minimum`, ids[0], names[0]),
      maximum: this.number(to, `${pointer}/maximum`, ids[1], names[1]),
    };
  }

  /**
   * One of several; null where none was chosen.
   *
   * @param {string} value
   * @param {string} pointer
   * @param {string} id
   * @param {string} name
   * @param {string} message what is said where none was chosen
   */
  choice(value, pointer, id, name, message) {
    this.at(pointer, id, name);
    if (value === "") this.refuse(id, message);
    return value === "" ? null : value;
  }
}

// HTML as templates whose values are text: what a report says can't become markup.

// Every attribute below is in double quotation marks.
/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** @param {string | number} text */
const escaped = (text) => String(text).replace(/[&<>"]/g, (character) => ESCAPES[character]);

/** Markup that stands as it is in another template. */
export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @typedef {import("./types.js").Inserted} Inserted */

/**
 * @param {Inserted} value
 * @returns {string}
 */
const inserted = (value) => {
  if (Array.isArray(value)) return value.map(inserted).join("");
  return value instanceof Markup ? value.text : escaped(value);
};

/**
 * A template whose values are text, markup, or lists of either. Values of attributes are in
 * double quotation marks.
 *
 * @param {TemplateStringsArray} strings
 * @param {Inserted[]} values
 */
export const markup = (strings, ...values) =>
  new Markup(strings.reduce((text, string, index) => text + inserted(values[index - 1]) + string));

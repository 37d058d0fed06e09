// The check page's words in a language that nobody speaks: accented, about 40 % longer, from right
// to left. What is still plain English on a page of these words was not in the file of words.
import { check as en } from "../../../words/en/check.js";

/** @type {Record<string, string>} */
const ACCENTED = {
  ...{ a: "âå", b: "ƀ", c: "ç", d: "đ", e: "êë", f: "ƒ", g: "ĝ", h: "ħ", i: "îï", j: "ĵ", k: "ķ", l: "ļ", m: "ɱ", n: "ñ" },
  ...{ o: "ôö", p: "þ", q: "ɋ", r: "ŕ", s: "š", t: "ŧ", u: "ûü", v: "ṽ", w: "ŵ", x: "ẋ", y: "ŷ", z: "ž" },
};

/** @param {string} text */
export function accented(text) {
  return text.replace(/[a-z]/gi, (letter) => {
    const long = ACCENTED[letter.toLowerCase()];
    return letter === letter.toLowerCase() ? long : long.toUpperCase();
  });
}

/**
 * Values in a sentence stay as they are: a character that no text has stands for each meanwhile.
 *
 * @param {(...values: unknown[]) => string} sentence
 */
function around(sentence) {
  return (/** @type {(string | number)[]} */ ...values) => {
    const standIn = (/** @type {number} */ index) => String.fromCharCode(0xe000 + index);
    const written = accented(sentence(...values.map((value, index) => (typeof value === "string" ? standIn(index) : value))));
    return written.replace(/[\ue000-\ue00f]/g, (character) => String(values[character.charCodeAt(0) - 0xe000]));
  };
}

/**
 * @param {any} value of any kind of words
 * @returns {any} the same kind
 */
function translated(value) {
  if (typeof value === "string") return accented(value);
  if (typeof value === "function") return around(value);
  if (Array.isArray(value)) return value.map(translated);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, translated(entry)]));
}

// Arabic for the formats: other digits, another sign before decimals.
export const check = {
  ...translated(en),
  language: "ar",
  locale: "ar-EG",
  direction: "rtl",
  decimals: ["\u066b", "."],
};

// The core names what is wrong with a value by a code; these are the words for it at the field.
import { html } from "lit-html";
import { twoReadings } from "../../wording/typed-number.js";
import { coreSentence } from "../controls/core-sentence.js";
import { exampleFor } from "./fields.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Field } from "./fields.js" */
/** @import { Problem } from "./check-record.js" */

/**
 * One sentence for one problem, from its code; the core's own sentence where there are no better
 * words.
 *
 * @param {Problem} problem
 * @param {string | undefined} answer
 * @param {Language} language
 */
export function messageFor({ field, code, message, found, refusal }, answer, language) {
  const { errors, decimals } = language.words;
  if (refusal) return fileWords(refusal, language);
  if (field.kind === "image") return errors.image;
  const example = language.number(exampleFor(/** @type {{minimum: number, maximum: number}} */ (field)));
  if (field.kind === "coded") {
    if (code === "wrong-length")
      return errors.codedLength(
        language.count(field.count),
        language.count(/** @type {number} */ (found)),
        field.count,
        /** @type {number} */ (found),
      );
    return code === "missing" ? errors.enter(field.short) : errors.coded(language.count(field.count), field.count);
  }
  switch (code) {
    case "missing":
      return field.kind === "choice" ? errors.choose(field.short) : errors.enter(field.short);
    case "not-a-number":
    case "not-finite":
      return errors.number(field.short, example);
    case "ambiguous-number":
      return ambiguous(field, /** @type {string} */ (answer), example, errors, decimals);
    case "unknown-level":
    case "not-a-boolean":
      return errors.choice(field.short);
    case "out-of-range":
      if (!field.coded) return errors.order(field.short);
    // falls through
    default:
      return html`${errors.other(field.short)} ${coreSentence(message ?? code)}`;
  }
}

/**
 * The sentence about a file that holds no record.
 *
 * @param {import("../../intake/file-refusal.js").FileRefusal} refusal
 * @param {Language} language
 */
export function fileWords({ code, values }, language) {
  const written = values.map((value) => (typeof value === "number" ? language.number(value) : language.isolated(value)));
  const words = language.words.file[code];
  return typeof words === "string" ? words : /** @type {(...parts: string[]) => string} */ (words)(...written);
}

// "1,5" may be 1.5 or 15: both readings are shown, so that the person can pick one.
/**
 * @param {Field} field
 * @param {string} answer
 * @param {string} example
 * @param {import("#words/check").CheckWords["errors"]} errors
 * @param {string[]} decimals
 */
function ambiguous(field, answer, example, errors, decimals) {
  const readings = twoReadings(answer, decimals);
  return readings ? errors.ambiguous(field.short, answer.trim(), ...readings) : errors.ambiguousPlain(field.short, example);
}

// Changes of the record before the calculation, the way it was done in training: shown, so that
// nobody wonders whose result it is.
import { html, nothing } from "lit-html";
import { fieldNamed, valueInWords } from "./fields.js";
import { notice } from "./notice.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Field } from "./fields.js" */
/** @import { Adjustment } from "expost" */

/**
 * An adjustment with the parts that one or another has.
 *
 * @typedef {{code: Adjustment["code"], field: string, from: number, to: number | string}}
 *   AnyAdjustment
 */

/**
 * The state whose words are about the adjustments. Where all of them are blanks, no value was
 * changed.
 *
 * @param {Pick<import("expost").Bound, "adjustments">} bound
 */
const kindOfChange = ({ adjustments }) => (adjustments.every(({ code }) => code === "filled") ? "filled" : "reduced");

/**
 * Says that the record was adjusted, without its values; nothing where it wasn't.
 *
 * @param {Pick<import("expost").Bound, "adjustments">} bound
 * @param {Language} language
 */
export function changedWords(bound, { words: { states } }) {
  if (bound.adjustments.length === 0) return null;
  const { title, body } = states[kindOfChange(bound)];
  return `${title}. ${body}`;
}

/**
 * The box about adjusted values, or nothing.
 *
 * @param {{bound: import("expost").Bound, fields: Field[]}} result
 * @param {Language} language
 */
export function adjustments({ bound, fields }, language) {
  const { states } = language.words;
  if (bound.adjustments.length === 0) return nothing;
  const codes = new Set(bound.adjustments.map(({ code }) => code));
  const id = kindOfChange(bound);
  const { title, range, size, body } = /** @type {Partial<typeof states.reduced> & typeof states.filled} */ (states[id]);
  const reasons = [(codes.has("raised") || codes.has("lowered")) && range, codes.has("scaled") && size, body];
  const list = html`<ul>
    ${bound.adjustments.map((adjustment) => html`<li>${inWords(/** @type {AnyAdjustment} */ (adjustment), fields, language)}</li>`)}
  </ul>`;
  // The box names values of the record, which no summary keeps; a summary says that there are some.
  return html`<p class="printed">${changedWords(bound, language)}</p>
    <div class="not-kept">${notice({ id, within: true, title, body: reasons.filter(Boolean).join(" "), more: list })}</div>`;
}

/**
 * @param {AnyAdjustment} adjustment
 * @param {Field[]} fields
 * @param {Language} language
 */
function inWords({ code, field, from, to }, fields, language) {
  const words = language.words.states.adjusted;
  if (code === "scaled") return words.scaled;
  const adjusted = fieldNamed(fields, field);
  const written = (/** @type {number | string} */ value) => valueInWords(adjusted, value, language);
  return code === "filled"
    ? words.filled(adjusted.short, written(to))
    : words[code](adjusted.short, written(from), written(to));
}

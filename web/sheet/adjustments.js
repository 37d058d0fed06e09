// Changes of the record before the sums, the way it was done in training: shown, so that
// nobody wonders whose figure it is.
import { html, nothing } from "lit-html";
import { fieldNamed, valueInWords } from "./fields.js";
import { notice } from "./notice.js";

/** @import { Language } from "../../wording/text/formats.js" */
/** @import { Field } from "./fields.js" */
/** @import { Adjustment } from "expost" */

/**
 * An adjustment with the parts that one or another has.
 *
 * @typedef {{code: Adjustment["code"], field: string, from: number, to: number | string}}
 *   AnyAdjustment
 */

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
  // Where all of them are blanks, no value was changed.
  const id = codes.size === 1 && codes.has("filled") ? "filled" : "reduced";
  const { title, range, size, body } = /** @type {Partial<typeof states.reduced> & typeof states.filled} */ (states[id]);
  const reasons = [(codes.has("raised") || codes.has("lowered")) && range, codes.has("scaled") && size, body];
  const list = html`<ul>
    ${bound.adjustments.map((adjustment) => html`<li>${inWords(/** @type {AnyAdjustment} */ (adjustment), fields, language)}</li>`)}
  </ul>`;
  // It names values of the record, which no summary keeps.
  return html`<div class="not-kept">${notice({ id, title, body: reasons.filter(Boolean).join(" "), more: list })}</div>`;
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
    ? words.filled(adjusted.label, written(to))
    : words[code](adjusted.label, written(from), written(to));
}

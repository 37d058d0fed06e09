// Changes of the record before the sums, the way it was done in training: shown, so that
// nobody wonders whose figure it is.
import { html, nothing } from "lit-html";
import { fieldNamed, valueInWords } from "./fields.js";
import { notice } from "./notice.js";

/** The box about adjusted values, or nothing. */
export function adjustments({ bound, fields }, language) {
  const { states } = language.words;
  if (bound.adjustments.length === 0) return nothing;
  const codes = new Set(bound.adjustments.map(({ code }) => code));
  // Where all of them are blanks, no value was changed.
  const id = codes.size === 1 && codes.has("filled") ? "filled" : "reduced";
  const { title, range, size, body } = states[id];
  const reasons = [(codes.has("raised") || codes.has("lowered")) && range, codes.has("scaled") && size, body];
  const list = html`<ul>
    ${bound.adjustments.map((adjustment) => html`<li>${inWords(adjustment, fields, language)}</li>`)}
  </ul>`;
  // It names values of the record, which no summary keeps.
  return html`<div class="not-kept">${notice({ id, title, body: reasons.filter(Boolean).join(" "), more: list })}</div>`;
}

function inWords({ code, field, from, to }, fields, language) {
  const words = language.words.states.adjusted;
  if (code === "scaled") return words.scaled;
  const adjusted = fieldNamed(fields, field);
  const written = (value) => valueInWords(adjusted, value, language);
  return code === "filled"
    ? words.filled(adjusted.label, written(to))
    : words[code](adjusted.label, written(from), written(to));
}

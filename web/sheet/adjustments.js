// What was changed in the record before the sums, the way it was done in training: shown, so that nobody wonders whose figure it is.
import { html, nothing } from "lit-html";
import { fieldNamed, valueInWords } from "./fields.js";
import { notice } from "./notice.js";

/** The box about adjusted values, or nothing. */
export function adjustments({ bound, fields }, language) {
  const { states } = language.words;
  if (bound.adjustments.length === 0) return nothing;
  // Where all of them are blanks, nothing was reduced.
  const id = bound.adjustments.every(({ code }) => code === "filled") ? "filled" : "reduced";
  const list = html`<ul>
    ${bound.adjustments.map((adjustment) => html`<li>${inWords(adjustment, fields, language)}</li>`)}
  </ul>`;
  // It names values of the record, which no summary keeps.
  return html`<div class="not-kept">${notice({ id, ...states[id], more: list })}</div>`;
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

// What was changed in the record before the sums, the way it was done in training: shown, so that nobody wonders whose figure it is.
import { html, nothing } from "lit-html";
import { fieldNamed } from "./fields.js";
import { notice } from "./notice.js";
import { coreSentence } from "./text/core-sentence.js";

/** The box about adjusted values, or nothing. */
export function adjustments({ bound, fields, blanks }, language) {
  const { states } = language.words;
  const lines = bound.adjustments
    ? bound.adjustments.map((adjustment) => inWords(adjustment, fields, language))
    : bound.notes.map(coreSentence);
  if (lines.length === 0) return nothing;
  // Where all of them are blanks, nothing was reduced.
  const onlyBlanks = bound.adjustments ? bound.adjustments.every(({ code }) => code === "filled") : lines.length === blanks;
  const id = onlyBlanks ? "filled" : "reduced";
  const list = html`<ul>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`;
  // It names values of the record, which no summary keeps.
  return html`<div class="not-kept">${notice({ id, ...states[id], more: list })}</div>`;
}

function inWords({ code, feature, from, to }, fields, language) {
  const words = language.words.states.adjusted;
  if (code === "scaled") return words.scaled;
  const field = fieldNamed(fields, feature);
  const written = (value) => (typeof value === "number" ? language.number(value) : String(value));
  const label = field?.label ?? feature;
  return code === "filled" ? words.filled(label, written(to)) : words[code](label, written(from), written(to));
}

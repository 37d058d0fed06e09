// Filling in the form from a file or a copied row, shown back for checking.
import { html, nothing } from "lit-html";
import { exactText } from "../intake/exact-text.js";
import { matchFields, readOneRecord } from "./one-record.js";

/** What a text with one record does to the form: { answers, message } or { error } (words for the person). */
export function takeRow(text, fields, language) {
  const { row } = language.words;
  const read = text === null ? { problem: "unreadable" } : readOneRecord(text);
  if (read.problem) return { error: row[read.problem] };
  const match = matchFields(read.values, fields);
  if (match.problem) return { error: row[match.problem] };
  const names = (some) => language.list(some.map((field) => field.label));
  const lines = [row.done(language.count(match.filled), language.count(fields.length))];
  if (match.missing.length) lines.push(row.missing(names(match.missing)));
  if (match.unusable.length) lines.push(row.unusable(names(match.unusable)));
  if (match.ignored) lines.push(match.ignored === 1 ? row.ignoredOne : row.ignored(language.count(match.ignored)));
  return { answers: match.answers, message: lines };
}

/** The text of a file with a record. */
export async function rowFileText(file) {
  return exactText(await file.arrayBuffer());
}

export function rowIntake(state, language, actions) {
  const { row } = language.words;
  const use = () => actions.rowText(document.getElementById("row-text").value);
  const error = state.rowMessage?.error;
  const lines = state.rowMessage?.message ?? [];
  return html`<details class="row-intake" .open=${state.rowOpen} @toggle=${(event) => actions.rowOpened(event.target.open)}>
      <summary>${row.summary}</summary>
      <p class="hint" id="row-hint">${row.hint}</p>
      <p class="hint">${row.names(language.list(state.fields.map((field) => field.key)))}</p>
      <div class="field">
        <label class="field-label" for="row-file">${row.choose}</label>
        <input
          id="row-file"
          type="file"
          accept=".csv,.json,.txt,text/csv,application/json"
          autocomplete="off"
          aria-describedby="row-hint"
          @change=${(event) => {
            if (event.target.files[0]) actions.rowFile(event.target.files[0]);
            event.target.value = "";
          }}
        />
      </div>
      <div class=${error ? "field field-wrong" : "field"}>
        <label class="field-label" for="row-text">${row.label}</label>
        ${error ? html`<p class="error-message" id="row-error"><span class="visually-hidden">${language.words.form.errorPrefix} </span>${error}</p>` : nothing}
        <textarea
          id="row-text"
          rows="4"
          autocomplete="off"
          spellcheck="false"
          translate="no"
          dir="ltr"
          aria-describedby=${error ? "row-hint row-error" : "row-hint"}
          aria-invalid=${error ? "true" : nothing}
        ></textarea>
      </div>
      <button type="button" class="button" @click=${use}>${row.button}</button>
    </details>
    <div id="row-message" tabindex="-1" class=${lines.length ? "row-message" : nothing}>
      ${lines.map((line) => html`<p>${line}</p>`)}
    </div>`;
}

// Filling in the form from a file or a copied row, shown back for checking.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { exactText } from "../../intake/exact-text.js";
import { errorMessage } from "../controls/inputs.js";
import { tableHead } from "../controls/table-head.js";
import { readRecord } from "./engine.js";
import { matchFields, readOneRecord } from "./one-record.js";
import { noRecord } from "./state.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Field } from "./fields.js" */
/** @import { Match } from "./one-record.js" */

/** @typedef {Match["read"][number] & {field: Field}} Used a column that a field has */
/** @typedef {Match & {error?: undefined}} TakenRow */
/** @typedef {{error: string, read?: undefined}} RefusedRow its words are for the person */

/**
 * Returns what a text with one record does to the form: { answers, filled, missing, read } or {
 * error } (words for the person).
 *
 * @param {string | null} text
 * @param {Field[]} fields
 * @param {Language} language
 * @returns {Promise<TakenRow | RefusedRow>}
 */
async function takeRow(text, fields, language) {
  const { row, decimals } = language.words;
  const found = text === null ? /** @type {const} */ ({ problem: "unreadable" }) : await readOneRecord(text, readRecord);
  const match = found.problem ? found : matchFields(found, fields, decimals);
  return match.problem ? { error: row[match.problem] } : match;
}

/**
 * Functions that fill in the form from a text with one record, null of a file that could not be
 * read, and from a file.
 *
 * @param {import("./state.js").SheetPage} page
 * @param {Language} language
 * @param {() => import("./state.js").Earlier} earlierOf is what is kept of a result
 */
export function rowFilling({ state, draw, focusOn, landOn }, language, earlierOf) {
  /** @param {string | null} text */
  async function rowText(text) {
    const taken = await takeRow(text, state.fields, language);
    const refused = taken.error !== undefined;
    if (refused) Object.assign(state, { rowMessage: taken, rowOpen: true });
    else {
      // Values typed for fields that the row doesn't have stay.
      const typed = taken.missing.map(({ id }) => [id, state.answers[id]]);
      const answers = { ...Object.fromEntries(typed), ...taken.answers };
      const earlier = state.outcome ? earlierOf() : state.earlier;
      Object.assign(state, noRecord(), { answers, rowMessage: taken, earlier });
      forgetPastedRow();
    }
    draw();
    if (refused) focusOn("row-text");
    else landOn("row-message");
  }

  return { rowText, rowFile: async (/** @type {File} */ file) => rowText(exactText(await file.arrayBuffer())) };
}

/** Empties the field for a copied row: what is written there isn't in the state. */
export function forgetPastedRow() {
  const pasted = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("row-text"));
  if (pasted) pasted.value = "";
}

/**
 * @param {import("./state.js").State} state
 * @param {Language} language
 * @param {Actions} actions
 */
export function rowIntake(state, language, actions) {
  const { row } = language.words;
  const use = () => actions.rowText(/** @type {HTMLTextAreaElement} */ (document.getElementById("row-text")).value);
  const error = state.rowMessage?.error;
  return html`<details
      class="row-intake"
      .open=${live(state.rowOpen)}
      @toggle=${(/** @type {{target: HTMLDetailsElement}} */ event) => actions.rowOpened(event.target.open)}
    >
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
          @change=${(/** @type {{target: {files: FileList, value: string}}} */ event) => {
            if (event.target.files[0]) actions.rowFile(event.target.files[0]);
            event.target.value = "";
          }}
        />
      </div>
      <div class=${error ? "field field-wrong" : "field"}>
        <label class="field-label" for="row-text">${row.label}</label>
        ${errorMessage("row", error, language.words.form.errorPrefix)}
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
    <div id="row-message" tabindex="-1" class=${state.rowMessage?.read ? "row-message" : nothing}>
      ${state.rowMessage?.read ? whatWasRead(state.rowMessage, state.fields, language) : nothing}
    </div>`;
}

/**
 * True if a row gave every field its value.
 *
 * @param {import("./state.js").State["rowMessage"]} row
 * @param {Field[]} fields
 */
export const isComplete = (row, fields) => row?.read !== undefined && row.filled === fields.length;

/**
 * The row as it was read, column by column, for checking it against its source.
 *
 * @param {TakenRow} taken
 * @param {Field[]} fields
 * @param {Language} language
 */
function whatWasRead(taken, fields, language) {
  const { read, filled, missing } = taken;
  const { row } = language.words;
  const unused = read.filter(({ field }) => !field).map(({ column }) => column);
  return html`<p>${row.done(language.count(filled), language.count(fields.length), filled)}</p>
    ${missing.length ? html`<p>${row.missing(language.list(missing.map((field) => field.label)))}</p>` : nothing}
    ${unused.length ? html`<p>${row.unused(language.list(unused))}</p>` : nothing}
    <details .open=${!isComplete(taken, fields)}>
      <summary>${row.read}</summary>
      <table class="row-read" aria-label=${row.read}>
        ${tableHead([row.column, row.value, row.field])}
        <tbody>
          ${
            /** @type {Used[]} */ (read.filter(({ field }) => field)).map(
              ({ column, value, field, became, unusable }) =>
                html`<tr>
                  <th scope="row" translate="no"><bdi>${column}</bdi></th>
                  <td>
                    ${value === "" ? html`<span class="quiet">${row.blank}</span>` : html`<bdi translate="no">${value}</bdi>`}
                    ${became === undefined ? nothing : html`<span class="quiet">(${row.became(language.isolated(became))})</span>`}
                  </td>
                  <td>
                    ${
                      unusable
                        ? html`<strong
                            >${field.kind === "choice" ? row.notAChoice(field.label) : row.thousands(field.label)}</strong
                          >`
                        : html`<bdi>${field.label}</bdi>`
                    }
                  </td>
                </tr>`,
            )
          }
        </tbody>
      </table>
    </details>`;
}

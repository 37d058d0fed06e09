// Filling in the form from a file or a pasted text, shown back for checking.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { exactText } from "../../intake/exact-text.js";
import { FileRefusal } from "../../intake/file-refusal.js";
import { bytesOfRecord, numbersInFile } from "../../intake/record-file.js";
import { errorMessage, selectInput } from "../controls/inputs.js";
import { tableHead } from "../controls/table-head.js";
import { readRecords } from "./engine.js";
import { textOf } from "./image-field.js";
import { fileWords } from "./messages.js";
import { matchFields, recordsIn } from "./one-record.js";
import { namesOf } from "./series.js";
import { noRecord } from "./state.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */
/** @import { CodedField, Field, ImageField } from "./fields.js" */
/** @import { Found, Match, Records, Refused } from "./one-record.js" */

/** @typedef {CodedField | ImageField} CountedField */
/** @typedef {Match["read"][number] & {field: Field}} Used a column that a field has */
/**
 * Records to choose from, the one that was chosen by its place.
 *
 * @typedef {{found: Records, chosen: number | null}} Choosing
 */
/** @typedef {Match & {choosing: Choosing, error?: undefined}} TakenRow */
/** @typedef {{choosing: Choosing, read?: undefined, error?: undefined}} OpenRow none was chosen */
/** @typedef {{error: string, read?: undefined, choosing?: undefined}} RefusedRow for the person */

/**
 * Functions that fill in the form from a text with records, null of a file that could not be read,
 * from a file, and from the record of a text that was chosen in the list.
 *
 * @param {import("./state.js").SheetPage} page
 * @param {Language} language
 * @param {() => import("./state.js").Earlier} earlierOf is what is kept of a result
 */
export function rowFilling({ state, draw, focusOn, landOn }, language, earlierOf) {
  const { row, decimals } = language.words;

  /** @param {Refused} refused */
  function refuse({ problem, line }) {
    const error = line === undefined ? row[problem] : row.inLine(language.count(line), row[problem]);
    Object.assign(state, { rowMessage: { error }, rowOpen: true });
    draw();
    focusOn("row-text");
  }

  /** @param {Partial<import("./state.js").State>} changes */
  function show(changes) {
    Object.assign(state, changes);
    forgetPastedRow();
    draw();
    landOn("row-message");
  }

  /**
   * @param {Records} found
   * @param {number} chosen
   */
  function take(found, chosen) {
    const taken = matchFields(found.records[chosen], state.fields, decimals);
    if (taken.problem) {
      refuse(taken);
      return;
    }
    // Values typed for fields that the row doesn't have stay.
    const typed = taken.missing.map(({ id }) => [id, state.answers[id]]);
    const answers = { ...Object.fromEntries(typed), ...taken.answers };
    const earlier = state.outcome ? earlierOf() : state.earlier;
    show({ ...noRecord(), answers, rowMessage: { ...taken, choosing: { found, chosen } }, earlier });
  }

  /** @param {string | null} text */
  async function rowText(text) {
    const found = text === null ? null : await recordsIn(text, state.fields, readRecords);
    if (found === null || found.problem) refuse(found ?? { problem: "unreadable" });
    else if (found.records.length === 1) take(found, 0);
    else show({ rowMessage: { choosing: { found, chosen: null } }, rowOpen: false });
  }

  // The file that was chosen last counts.
  let turn = 0;

  /**
   * @param {CountedField} field
   * @param {File} file
   */
  async function numbersFile(field, file) {
    const { report } = state;
    turn += 1;
    const own = turn;
    const isLast = () => own === turn && state.report === report;
    try {
      const bytes = await bytesOfRecord(file);
      const numbers = await numbersInFile(bytes, /** @type {import("expost").Report} */ (report).summary);
      if (!isLast()) return;
      if (numbers !== null) takeNumbers(field, numbers);
      else if (field.kind === "coded") await rowText(exactText(bytes.buffer));
      else throw new FileRefusal("notAnImage");
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error;
      if (isLast()) refuseFile(field, error);
    }
  }

  /**
   * @param {CountedField} field
   * @param {number[]} numbers
   */
  function takeNumbers(field, numbers) {
    const earlier = state.outcome ? earlierOf() : state.earlier;
    const problems = state.problems.filter((problem) => problem.field !== field);
    const answers = { ...state.answers, [field.id]: textOf(numbers) };
    Object.assign(state, { answers, problems, earlier, outcome: null, cleared: false, rowMessage: null });
    draw();
    focusOn(field.id);
  }

  /**
   * Says what is wrong with a file, and takes away what one before it gave: nobody is to take that
   * for this one.
   *
   * @param {CountedField} field
   * @param {FileRefusal} refusal
   */
  function refuseFile(field, refusal) {
    const answers = { ...state.answers, [field.id]: "" };
    const earlier = state.outcome ? earlierOf() : state.earlier;
    Object.assign(state, { answers, earlier, outcome: null, cleared: false });
    if (field.kind === "coded") {
      Object.assign(state, { rowMessage: { error: fileWords(refusal, language) }, rowOpen: true });
      draw();
      focusOn("row-text");
      return;
    }
    state.problems = [{ field, code: refusal.code, refusal }];
    draw();
    landOn("error-summary");
  }

  return {
    rowText,
    rowFile: async (/** @type {File} */ file) => {
      const [field] = state.fields;
      if (field.kind === "coded" || field.kind === "image") await numbersFile(field, file);
      else await rowText(exactText(await file.arrayBuffer()));
    },
    rowChosen() {
      const { value } = /** @type {HTMLSelectElement} */ (document.getElementById("row-choice"));
      const choosing = state.rowMessage?.choosing;
      if (choosing && value !== "") take(choosing.found, Number(value));
    },
  };
}

/** Empties the field for a copied row: what is written there isn't in the state. */
export function forgetPastedRow() {
  const pasted = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("row-text"));
  if (pasted) pasted.value = "";
}

/**
 * @param {import("./state.js").State} state
 * @param {unknown} buttons follow the message that every value was filled in
 * @param {Language} language
 * @param {Actions} actions
 */
export function rowIntake(state, buttons, language, actions) {
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
          accept=".csv,.json,.txt,.npy,text/csv,application/json"
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
    <div id="row-message" tabindex="-1" class=${state.rowMessage?.choosing ? "row-message" : nothing}>
      ${state.rowMessage?.choosing ? choiceOfRecord(state.rowMessage.choosing, state.fields, language, actions) : nothing}
      ${state.rowMessage?.read ? whatWasRead(state.rowMessage, state.fields, buttons, language) : nothing}
    </div>`;
}

/** The letters of a record that its line in the list shows. */
const PREVIEW = 60;

/**
 * A list of the text's records, where there are several.
 *
 * @param {Choosing} choosing
 * @param {Field[]} fields
 * @param {Language} language
 * @param {Actions} actions
 */
function choiceOfRecord({ found: { records }, chosen }, fields, language, actions) {
  if (records.length === 1) return nothing;
  const { row, form } = language.words;
  const preview = (/** @type {Found} */ record) => {
    const match = matchFields(record, fields, language.words.decimals);
    const used = match.problem ? [] : match.read.filter(({ field, value }) => field && value !== "");
    const text = used.map(({ value }) => value).join(" · ");
    return text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text;
  };
  const choices = records.map((record, index) => ({
    value: String(index),
    text: row.record(language.count(index + 1), language.isolated(preview(record))),
  }));
  const input = { id: "row-choice", described: nothing, invalid: nothing, value: String(chosen ?? ""), set: () => {} };
  return html`<div class="field">
    <label class="field-label" for="row-choice">${row.which(language.count(records.length), records.length)}</label>
    ${selectInput(input, [{ value: "", text: form.choosePrompt }, ...choices])}
    <button type="button" class="button" @click=${actions.rowChosen}>${row.use}</button>
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
 * @param {unknown} buttons
 * @param {Language} language
 */
function whatWasRead(taken, fields, buttons, language) {
  const { read, filled, missing, choosing } = taken;
  const spare = choosing.found.spare ?? 0;
  const { row } = language.words;
  const unused = read.filter(({ field }) => !field).map(({ column }) => column);
  return html`<p>${row.done(language.count(filled), language.count(fields.length), filled)}</p>
    ${isComplete(taken, fields) ? buttons : nothing}
    ${missing.length ? html`<p>${row.missing(language.list(namesOf(fields, missing, language)))}</p>` : nothing}
    ${unused.length ? html`<p>${row.unused(language.list(unused))}</p>` : nothing}
    ${spare > 0 ? html`<p>${row.spare(language.count(spare), spare)}</p>` : nothing}
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
                            >${field.kind === "choice" ? row.notAChoice(field.short) : row.thousands(field.short)}</strong
                          >`
                        : html`<bdi>${field.short}</bdi>`
                    }
                  </td>
                </tr>`,
            )
          }
        </tbody>
      </table>
    </details>`;
}

// The values that each column may hold. Nothing here is filled in from the rows: only the curator
// knows what would have been said of a column without them.
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { emphasised } from "../controls/emphasis.js";

/** @import { Controls, Drawn, TextField } from "../controls/controls.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Column } from "./columns.js" */
/** @import { State } from "./state.js" */

/** @typedef {import("#words/publish").PublishWords["columns"]} Words */
/** @typedef {Exclude<keyof Column, "base">} Key */
/** @typedef {(key: Key, more: Omit<TextField, "id" | "value" | "set">) => Drawn} DrawField */
/** @typedef {(key: Key) => (value: string) => void} Setter */

/** @typedef {Exclude<keyof Words["kinds"], "prompt"> | ""} Kind */

/** @type {Kind[]} */
const KINDS = ["", "number", "boolean", "category", "out"];

/** @type {import("./actions.js").Section} */
export function columnsSection(state, language, controls, actions) {
  const words = language.page.columns;
  const { answers, header } = state;
  const numbered = answers.columns.map((column, index) => ({ column, index }));
  const shown = header !== null || state.studyName !== null;
  return html`<section class="part" aria-labelledby="columns-heading">
    <h2 id="columns-heading" tabindex="-1">${words.heading}</h2>
    <p>${emphasised(words.intro)}</p>
    <p class="quiet">${words.outside}</p>
    <div id="columns-block">
      ${controls.errorMessage("columns")}
      <div id="columns" tabindex="-1"></div>
    </div>
    ${
      shown
        ? html`${suggestion(state, language, actions)}
            <div class="columns">
              ${repeat(
                numbered,
                ({ column }) => column.name,
                ({ column, index }) => columnFields(column, index, state, words, controls, actions),
              )}
            </div>`
        : html`<p class="quiet">${words.none}</p>`
    }
  </section>`;
}

/**
 * Once the outcome is known: its own kind is asked with the loss.
 *
 * @param {State} state
 * @param {import("./language.js").PublishLanguage} language
 * @param {Actions} actions
 */
function suggestion({ header, answers, suggested }, { page, count }, actions) {
  const words = page.columns;
  if (header === null || !header.includes(answers.outcome)) return nothing;
  return html`<div>
    <button type="button" id="suggest" class="button" aria-describedby="suggest-hint" @click=${actions.suggest}>
      ${words.suggest}
    </button>
    <p class="hint" id="suggest-hint">${words.suggestHint}</p>
    <p role="status" id="suggest-status" class=${suggested === null ? nothing : "row-message"}>
      ${suggested === null ? nothing : words.suggested(count(suggested), suggested)}
    </p>
  </div>`;
}

/**
 * @param {Column} column
 * @param {number} index
 * @param {State} state
 * @param {Words} words
 * @param {Controls} controls
 * @param {Actions} actions
 */
function columnFields(column, index, { answers, header }, words, controls, actions) {
  const id = `column-${index + 1}`;
  /** @type {Setter} */
  const set = (key) => (value) => actions.column(index, key, value);
  /** @type {DrawField} */
  const field = (key, more) => controls.text({ id: `${id}-${key}`, value: column[key], set: set(key), ...more });
  /** @type {Record<string, string | undefined>} */
  const hints = words.kindHint;
  const isOutcome = column.name === answers.outcome;
  // A constant is no column of the data.
  /** @type {Kind[]} */
  const kinds =
    column.base.kind === "constant" || column.kind === "constant" || column.value !== "" ? ["constant", "out"] : KINDS;
  const absent = header !== null && column.kind !== "constant" && column.kind !== "out" && !header.includes(column.name);
  return html`<section class="column" aria-labelledby="${id}-heading">
    <h3 id="${id}-heading" translate="no"><bdi>${column.name}</bdi></h3>
    ${absent ? html`<p class="quiet">${words.notInData}</p>` : nothing}
    ${
      isOutcome
        ? html`<p class="quiet">${words.isOutcome}</p>`
        : html`${controls.select({
            id: `${id}-kind`,
            label: words.kind,
            hint: hints[column.kind],
            value: column.kind,
            set: set("kind"),
            choices: kinds.map((kind) => ({ value: kind, text: words.kinds[kind || "prompt"] })),
          })}
          ${ofKind(column, id, words, controls, field, set)}`
    }
  </section>`;
}

/**
 * The fields of a kind of column.
 *
 * @param {Column} column
 * @param {string} id
 * @param {Words} words
 * @param {Controls} controls
 * @param {DrawField} field
 * @param {Setter} set
 */
function ofKind(column, id, words, controls, field, set) {
  const label = field("label", { label: words.label, width: "wide" });
  switch (column.kind) {
    case "number":
      return html`${label} ${field("unit", { label: words.unit, width: "number" })}
        <div class="pair">
          ${field("minimum", { label: words.minimum, width: "number" })}
          ${field("maximum", { label: words.maximum, width: "number" })}
        </div>
        ${field("missing", { label: words.missing, hint: words.missingNumberHint, width: "number" })}`;
    case "boolean":
      return label;
    case "category":
      return html`${label}
      ${controls.area({ id: `${id}-levels`, label: words.levels, hint: words.levelsHint, value: column.levels, set: set("levels") })}
      ${controls.area({
        id: `${id}-level-words`,
        label: words.levelWords,
        hint: words.levelWordsHint,
        value: column.levelWords,
        set: set("levelWords"),
      })}
      ${field("missing", { label: words.missing, hint: words.missingLevelHint, width: "number" })}`;
    case "constant":
      return field("value", { label: words.value, width: "number" });
    default:
      return nothing;
  }
}

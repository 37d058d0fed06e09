// Before the form: a text that asks the publisher for the values of its fields, as lines that this
// page reads when they come back (one-record.js).
import { html } from "lit-html";
import { withUnit } from "./fields.js";
import { textToSend } from "./text-to-send.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Field } from "./fields.js" */

/**
 * The text. It names the report and its fields.
 *
 * @param {import("./next-steps.js").About} about
 * @param {Field[]} fields
 * @param {Language} language
 */
export function valuesLetter({ summary, hash }, fields, { words, isolated }) {
  const lines = fields.map((field) => {
    const question = withUnit(field, words);
    return `${isolated(field.key)}${question === field.key ? "" : ` (${question})`}: `;
  });
  return words.ask.text(summary.title, hash ?? words.report.fingerprintMissing, lines.join("\n"));
}

/**
 * @param {import("./state.js").State} state
 * @param {Language} language
 * @param {Actions} actions
 */
export function askForValues(state, language, actions) {
  const { ask, finish } = language.words;
  const { summary } = /** @type {import("expost").Report} */ (state.report);
  const contact = summary.publisher?.contact;
  return html`<details class="get-values">
    <summary>${ask.summary}</summary>
    <p>${contact ? html`${ask.to} <bdi>${contact}</bdi>` : finish.questionsUnknown}</p>
    ${textToSend(
      {
        id: "values-letter",
        name: ask.summary,
        hint: ask.hint,
        text: valuesLetter({ summary, hash: state.hash }, state.fields, language),
        save: actions.saveValuesLetter,
      },
      state,
      language,
      actions,
    )}
  </details>`;
}

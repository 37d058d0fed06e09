// For the sheet opened on its own: choosing, dropping or pasting the report.
import { html } from "lit-html";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */

/**
 * @param {Language} language
 * @param {Actions} actions
 */
export function reportChooser(language, actions) {
  const { report } = language.words;
  return html`<section class="chooser not-kept">
    <label class="field-label" for="report-file">${report.choose}</label>
    <p class="hint" id="report-file-hint">${report.chooseHint}</p>
    <input
      id="report-file"
      type="file"
      accept=".json,application/json,.gz"
      aria-describedby="report-file-hint"
      autocomplete="off"
      @change=${(/** @type {{target: {files: FileList}}} */ event) => event.target.files[0] && actions.reportFile(event.target.files[0])}
    />
    <details>
      <summary>${report.paste}</summary>
      <label class="field-label" for="report-text">${report.pasteLabel}</label>
      <textarea id="report-text" rows="6" autocomplete="off" spellcheck="false" translate="no" dir="ltr"></textarea>
      <button
        type="button"
        class="button"
        @click=${() => actions.reportText(/** @type {HTMLTextAreaElement} */ (document.getElementById("report-text")).value)}
      >
        ${report.pasteButton}
      </button>
    </details>
  </section>`;
}

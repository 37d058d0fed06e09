// Rows that are pasted in place of a file.
import { html } from "lit-html";

const field = () => /** @type {HTMLTextAreaElement | null} */ (document.getElementById("data-text"));

/**
 * The folded field for them; `take` gets their text once the button is pressed.
 *
 * @param {{paste: string, pasteLabel: string, pasteButton: string}} words
 * @param {(text: string) => void} take
 */
export function pasteRows(words, take) {
  return html`<details class="row-intake">
    <summary>${words.paste}</summary>
    <div class="field">
      <label class="field-label" for="data-text">${words.pasteLabel}</label>
      <textarea id="data-text" rows="5" autocomplete="off" spellcheck="false" translate="no" dir="ltr"></textarea>
    </div>
    <button type="button" class="button" id="use-text" @click=${() => take(field()?.value ?? "")}>${words.pasteButton}</button>
  </details>`;
}

/** Empties the field. */
export function forgetPasted() {
  const pasted = field();
  if (pasted) pasted.value = "";
}

// A text that a person can send to the publisher: to read, to copy, to save. It says nothing of a
// record or a result.
import { html, nothing } from "lit-html";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */

/**
 * `id` is the text's element, `name` what it is called, `save` saves it.
 *
 * @param {{id: string, name: string, hint: string, text: string, save: () => void}} sent
 * @param {Pick<import("./state.js").State, "copied">} state
 * @param {Language} language
 * @param {Actions} actions
 */
export function textToSend({ id, name, hint, text, save }, { copied }, { words: { next } }, actions) {
  const wasCopied = copied?.id === id;
  return html`<p class="hint" id="${id}-hint">${hint}</p>
    <textarea
      readonly
      autocomplete="off"
      spellcheck="false"
      translate="no"
      id=${id}
      class="text-to-send"
      rows="12"
      aria-label=${name}
      aria-describedby="${id}-hint"
      dir="auto"
      .value=${text}
    ></textarea>
    <div class="buttons">
      <button type="button" class="button" id="${id}-copy" @click=${() => actions.copyText(id)}>${next.letterCopy}</button>
      <button type="button" class="button" @click=${save}>${next.letterSave}</button>
    </div>
    <p role="status">${wasCopied ? (copied.done ? next.letterCopied : next.letterSelected) : nothing}</p>`;
}

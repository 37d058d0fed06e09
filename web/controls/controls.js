// Fields as the check page has them: the label with its hint and its error, then the input.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { withCore } from "./core-sentence.js";
import { checkedIn } from "./events.js";
import { errorMessage, radioGroup, radioInput, selectInput, textArea, textInput } from "./inputs.js";

/** @import { Marks, Valued } from "./inputs.js" */

/** @typedef {import("lit-html").TemplateResult} Drawn */
/** @typedef {ReturnType<typeof controls>} Controls */

/**
 * A field: its id, the words over it, and a hint under these.
 *
 * @typedef {{id: string, label: string, hint?: string}} Field
 */
/**
 * A group of fields, in the same way.
 *
 * @typedef {{id: string, legend: string, hint?: string}} Group
 */
/** @typedef {{value: string, text: string, hint?: string}} Choice */
/**
 * A line of text. `keys` are those that a phone shows, `width` a class, `direction` that of the
 * text.
 *
 * @typedef {Field & Valued & {keys?: "text" | "decimal" | "numeric" | "url", width?: string,
 *   direction?: "ltr"}} TextField
 */

/**
 * Functions that draw fields.
 *
 * @param {import("./problems.js").Problem[]} problems those of the page
 * @param {string} prefix goes before a sentence for those who don't see its colour
 */
export function controls(problems, prefix) {
  const messages = new Map(problems.map((problem) => [problem.id, withCore(problem)]));
  const parts = (/** @type {string} */ id, /** @type {string | undefined} */ hint) => {
    const message = messages.get(id);
    return {
      message,
      described: [hint ? `${id}-hint` : "", message ? `${id}-error` : ""].filter(Boolean).join(" ") || nothing,
      invalid: message ? "true" : nothing,
      block: message ? "field field-wrong" : "field",
      below: html`${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}${errorMessage(id, message, prefix)}`,
    };
  };
  /** @type {(field: Field, input: (marks: Marks) => Drawn) => Drawn} */
  const labelled = ({ id, label, hint }, input) => {
    const { described, invalid, block, below } = parts(id, hint);
    return html`<div class=${block} id="${id}-block">
      <label class="field-label" for=${id}>${label}</label>
      ${below} ${input({ id, described, invalid })}
    </div>`;
  };

  return {
    /**
     * A line of text.
     *
     * @param {TextField} field
     */
    text({ value, set, keys = "text", width = "", direction, ...field }) {
      return labelled(field, (marks) => textInput({ ...marks, value, set }, keys, width, direction));
    },

    /**
     * Lines of text.
     *
     * @param {Field & Valued & {rows?: number}} field
     */
    area({ value, set, rows = 4, ...field }) {
      return labelled(field, (marks) => textArea({ ...marks, value, set }, rows));
    },

    /**
     * A list to choose one from.
     *
     * @param {Field & Valued & {choices: Choice[]}} field
     */
    select({ value, set, choices, ...field }) {
      return labelled(field, (marks) => selectInput({ ...marks, value, set }, choices));
    },

    /**
     * Radio buttons, with a hint each.
     *
     * @param {Group & Valued & {choices: Choice[]}} group
     */
    radios({ id, legend, hint, value, set, choices }) {
      const { described, invalid, block, below } = parts(id, hint);
      const one = (/** @type {Choice} */ choice, /** @type {number} */ index) =>
        html`<div class="choice">
          ${radioInput(`${id}-${index + 1}`, choices, index, value, set, choice.hint ? `${id}-${index + 1}-hint` : nothing)}
          <div>
            <label for="${id}-${index + 1}">${choice.text}</label>
            ${choice.hint ? html`<p class="hint choice-hint" id="${id}-${index + 1}-hint">${choice.hint}</p>` : nothing}
          </div>
        </div>`;
      return html`<div class=${block} id="${id}-block">
        ${radioGroup({ id, described, invalid, set }, legend, below, choices.map(one))}
      </div>`;
    },

    /**
     * A box to tick.
     *
     * @param {Field & {value: boolean, set: (value: boolean) => void}} field
     */
    check({ id, label, hint, value, set }) {
      const { described } = parts(id, hint);
      return html`<div class="field" id="${id}-block">
        <div class="choice">
          <input
            type="checkbox"
            id=${id}
            autocomplete="off"
            aria-describedby=${described}
            .checked=${live(value)}
            @change=${(/** @type {Event} */ event) => set(checkedIn(event))}
          />
          <label for=${id}>${label}</label>
        </div>
        ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
      </div>`;
    },

    /**
     * A file to choose. `given` is the name of what was taken, from here or elsewhere (dropped,
     * pasted), or null: the browser says it next to its button.
     *
     * @param {Field & {accept: string, take: (file: File) => void, given: string | null}} field
     */
    file({ accept, take, given, ...field }) {
      return labelled(
        field,
        ({ id, described, invalid }) =>
          html`<input
            id=${id}
            type="file"
            accept=${accept}
            autocomplete="off"
            aria-describedby=${described}
            aria-invalid=${invalid}
            .files=${live(named(given))}
            @click=${(/** @type {Event} */ event) => {
              // The same file can be chosen again, after it was changed.
              chooserOf(event).value = "";
            }}
            @cancel=${(/** @type {Event} */ event) => {
              chooserOf(event).files = named(given);
            }}
            @change=${(/** @type {Event} */ event) => {
              const [file] = chooserOf(event).files ?? [];
              if (file) take(file);
            }}
          />`,
      );
    },

    /**
     * Fields that belong together; `id` takes what is wrong with them as a whole.
     *
     * @param {Group & {content: Drawn}} group
     */
    group({ id, legend, hint, content }) {
      const { described, block, below } = parts(id, hint);
      return html`<div class=${block} id="${id}-block">
        <fieldset aria-describedby=${described}>
          <legend class="field-label">${legend}</legend>
          ${below}${content}
        </fieldset>
      </div>`;
    },

    /** The error of something that is no field. */
    errorMessage: (/** @type {string} */ id) => errorMessage(id, messages.get(id), prefix),
  };
}

const chooserOf = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target);

/**
 * A list of files with one of this name, empty, for a browser to say; with none for null.
 *
 * @param {string | null} name
 */
function named(name) {
  const files = new DataTransfer();
  if (name !== null) files.items.add(new File([], name));
  return files.files;
}

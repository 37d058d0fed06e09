// Fields as the check page has them: the label with its hint and its error, then the control.
// There is no <form> element and no field has a name, so there is nothing that a browser could
// submit or keep.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { moveInGroup, tabStop } from "./radios.js";

/**
 * Functions that draw fields. `problems` are those of the page (problems.js); `prefix` goes before
 * a sentence for those who don't see its colour.
 */
export function controls(problems, prefix) {
  const messages = new Map(problems.map(({ id, message }) => [id, message]));
  const parts = (id, hint) => {
    const message = messages.get(id);
    return {
      message,
      described: [hint ? `${id}-hint` : "", message ? `${id}-error` : ""].filter(Boolean).join(" ") || nothing,
      invalid: message ? "true" : nothing,
      block: message ? "field field-wrong" : "field",
      below: html`${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}${errorMessage(id, message)}`,
    };
  };
  const errorMessage = (id, message) =>
    message
      ? html`<p class="error-message" id="${id}-error"><span class="visually-hidden">${prefix} </span>${message}</p>`
      : nothing;

  return {
    text({ id, label, hint, value, set, keys = "text", width = "" }) {
      const { described, invalid, block, below } = parts(id, hint);
      return html`<div class=${block} id="${id}-block">
        <label class="field-label" for=${id}>${label}</label>
        ${below}
        <input
          id=${id}
          type="text"
          inputmode=${keys}
          class=${width || nothing}
          autocomplete="off"
          spellcheck="false"
          translate="no"
          autocapitalize="none"
          aria-describedby=${described}
          aria-invalid=${invalid}
          .value=${live(value)}
          @input=${(event) => set(event.target.value)}
        />
      </div>`;
    },

    area({ id, label, hint, value, set, rows = 4 }) {
      const { described, invalid, block, below } = parts(id, hint);
      return html`<div class=${block} id="${id}-block">
        <label class="field-label" for=${id}>${label}</label>
        ${below}
        <textarea
          id=${id}
          rows=${rows}
          autocomplete="off"
          spellcheck="false"
          translate="no"
          aria-describedby=${described}
          aria-invalid=${invalid}
          .value=${live(value)}
          @input=${(event) => set(event.target.value)}
        ></textarea>
      </div>`;
    },

    select({ id, label, hint, value, set, choices }) {
      const { described, invalid, block, below } = parts(id, hint);
      return html`<div class=${block} id="${id}-block">
        <label class="field-label" for=${id}>${label}</label>
        ${below}
        <select
          id=${id}
          autocomplete="off"
          translate="no"
          aria-describedby=${described}
          aria-invalid=${invalid}
          @change=${(event) => set(event.target.value)}
        >
          ${choices.map((choice) => html`<option value=${choice.value} .selected=${live(choice.value === value)}>${choice.text}</option>`)}
        </select>
      </div>`;
    },

    radios({ id, legend, hint, value, set, choices }) {
      const { described, invalid, block, below } = parts(id, hint);
      const one = (choice, index) =>
        html`<div class="choice">
          <input
            type="radio"
            id="${id}-${index + 1}"
            value=${choice.value}
            autocomplete="off"
            aria-setsize=${choices.length}
            aria-posinset=${index + 1}
            aria-describedby=${choice.hint ? `${id}-${index + 1}-hint` : nothing}
            tabindex=${tabStop(choices, value, index)}
            .checked=${live(value === choice.value)}
            @change=${() => set(choice.value)}
          />
          <div>
            <label for="${id}-${index + 1}">${choice.text}</label>
            ${choice.hint ? html`<p class="hint choice-hint" id="${id}-${index + 1}-hint">${choice.hint}</p>` : nothing}
          </div>
        </div>`;
      return html`<div class=${block} id="${id}-block">
        <fieldset
          id=${id}
          role="radiogroup"
          aria-describedby=${described}
          aria-invalid=${invalid}
          @keydown=${(event) => moveInGroup(event, set)}
        >
          <legend class="field-label">${legend}</legend>
          ${below}
          <div class="choices">${choices.map(one)}</div>
        </fieldset>
      </div>`;
    },

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
            @change=${(event) => set(event.target.checked)}
          />
          <label for=${id}>${label}</label>
        </div>
        ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing}
      </div>`;
    },

    /**
     * `given` is the name of what was taken, from here or elsewhere (dropped, pasted), or null:
     * the browser says it beside its button.
     */
    file({ id, label, hint, accept, take, given }) {
      const { described, invalid, block, below } = parts(id, hint);
      return html`<div class=${block} id="${id}-block">
        <label class="field-label" for=${id}>${label}</label>
        ${below}
        <input
          id=${id}
          type="file"
          accept=${accept}
          autocomplete="off"
          aria-describedby=${described}
          aria-invalid=${invalid}
          .files=${live(named(given))}
          @click=${({ target }) => {
            // The same file can be chosen again, after it was changed.
            target.value = "";
          }}
          @cancel=${({ target }) => {
            target.files = named(given);
          }}
          @change=${({ target }) => {
            const [file] = target.files;
            if (file) take(file);
          }}
        />
      </div>`;
    },

    /** Fields that belong together; `id` takes what is wrong with them as a whole. */
    group({ id, legend, hint, content }) {
      const { described, block, below } = parts(id, hint);
      return html`<div class=${block} id="${id}-block">
        <fieldset aria-describedby=${described}>
          <legend class="field-label">${legend}</legend>
          ${below}${content}
        </fieldset>
      </div>`;
    },

    errorMessage: (id) => errorMessage(id, messages.get(id)),
  };
}

/** A list of files with one of this name, empty, for a browser to say; with none for null. */
function named(name) {
  const files = new DataTransfer();
  if (name !== null) files.items.add(new File([], name));
  return files.files;
}

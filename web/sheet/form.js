// The form for one record, generated from the report's fields. There is no <form> element: nothing
// here can be submitted, and in the sandboxed frame nothing would be.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { moveInGroup, tabStop } from "../controls/radios.js";
import { valueInWords } from "./fields.js";
import { messageFor } from "./messages.js";
import { rowIntake } from "./row-intake.js";

/** @import { Language } from "../../wording/text/formats.js" */
/** @import { Actions } from "./actions.js" */
/** @import { ChoiceField, Field, Choice } from "./fields.js" */
/** @import { Problem } from "./check-record.js" */

/** @typedef {ReturnType<typeof messageFor>} Message */

/**
 * `state` has fields, answers, problems and rowMessage; `clearable`: no other button for clearing
 * is on the page.
 *
 * @param {import("./state.js").State} state
 * @param {{clearable: boolean}} more
 * @param {Language} language
 * @param {Actions} actions
 */
export function recordForm(state, { clearable }, language, actions) {
  const { form } = language.words;
  const messages = new Map(
    state.problems.map((problem) => [problem.field.id, messageFor(problem, state.answers[problem.field.id], language)]),
  );
  const onEnter = (/** @type {KeyboardEvent} */ event) => {
    if (
      event.key !== "Enter" ||
      event.isComposing ||
      !(/** @type {HTMLElement} */ (event.target).matches('input:not([type="file"])'))
    )
      return;
    event.preventDefault();
    actions.check();
  };
  return html`<section class="part record not-kept" aria-labelledby="record-heading">
    <h2 id="record-heading" tabindex="-1">${form.heading}</h2>
    ${messages.size ? errorSummary(state.problems, messages, language) : nothing}
    <p>${form.intro}</p>
    <p class="quiet">${form.keeps}</p>
    ${rowIntake(state, language, actions)}
    <div class="fields" role="group" aria-labelledby="record-heading" @keydown=${onEnter}>
      ${state.fields.map((field) => fieldBlock(field, state.answers[field.id], messages.get(field.id), language, actions))}
    </div>
    <div class="buttons">
      <button type="button" class="button button-main" @click=${actions.check}>${form.submit}</button>
      ${clearable ? html`<button type="button" class="button button-quiet" @click=${actions.clear}>${language.words.finish.clear}</button>` : nothing}
    </div>
  </section>`;
}

/**
 * @param {Problem[]} problems
 * @param {Map<string, Message>} messages
 * @param {Language} language
 */
function errorSummary(problems, messages, language) {
  const goTo = (/** @type {Event} */ event, /** @type {Field} */ field) => {
    event.preventDefault();
    focusField(field);
  };
  return html`<div class="error-summary" id="error-summary" tabindex="-1" aria-labelledby="error-summary-heading">
    <div role="alert">
      <h3 id="error-summary-heading">${language.words.errors.heading}</h3>
      <ul>
        ${problems.map(({ field }) => html`<li><a href="#${field.id}" @click=${(/** @type {Event} */ event) => goTo(event, field)}>${messages.get(field.id)}</a></li>`)}
      </ul>
    </div>
  </div>`;
}

/** @param {Field} field */
function focusField(field) {
  const block = /** @type {HTMLElement} */ (document.getElementById(`${field.id}-block`));
  const target = /** @type {HTMLElement} */ (
    field.widget === "radios" ? block.querySelector('input[tabindex="0"]') : document.getElementById(field.id)
  );
  block.scrollIntoView({ block: "start" });
  target.focus({ preventScroll: true });
}

/**
 * @param {Field} field
 * @param {string | undefined} answer
 * @param {Message | undefined} message
 * @param {Language} language
 * @param {Actions} actions
 */
function fieldBlock(field, answer, message, language, actions) {
  const hints = hintsFor(field, language);
  const described =
    [hints.length ? `${field.id}-hint` : "", message ? `${field.id}-error` : ""].filter(Boolean).join(" ") || nothing;
  const label = field.unit ? language.words.form.labelWithUnit(field.label, field.unit) : field.label;
  const below = html`
    ${hints.length ? html`<div class="hint" id="${field.id}-hint">${hints.map((hint) => html`<p>${hint}</p>`)}</div>` : nothing}
    ${message ? html`<p class="error-message" id="${field.id}-error"><span class="visually-hidden">${language.words.form.errorPrefix} </span>${message}</p>` : nothing}
  `;
  const set = (/** @type {string} */ value) => actions.answer(field, value);
  const block = message ? "field field-wrong" : "field";
  if (field.widget === "radios") {
    return html`<div class=${block} id="${field.id}-block">
      <fieldset
        role="radiogroup"
        aria-describedby=${described}
        aria-invalid=${message ? "true" : nothing}
        @keydown=${(/** @type {KeyboardEvent} */ event) => moveInGroup(event, set)}
      >
        <legend class="field-label">${label}</legend>
        ${below}
        <div class="choices">${field.choices.map((choice, index) => radio(field, choice, index, answer, set))}</div>
      </fieldset>
    </div>`;
  }
  return html`<div class=${block} id="${field.id}-block">
    <label class="field-label" for=${field.id}>${label}</label>
    ${below} ${control(field, answer, described, message, language, set)}
  </div>`;
}

/**
 * @param {ChoiceField} field
 * @param {Choice} choice
 * @param {number} index
 * @param {string | undefined} answer
 * @param {(value: string) => void} set
 */
function radio(field, choice, index, answer, set) {
  const id = `${field.id}-${index + 1}`;
  return html`<div class="choice">
    <input
      type="radio"
      id=${id}
      value=${choice.value}
      autocomplete="off"
      aria-setsize=${field.choices.length}
      aria-posinset=${index + 1}
      tabindex=${tabStop(field.choices, answer, index)}
      .checked=${live(answer === choice.value)}
      @change=${() => set(choice.value)}
    />
    <label for=${id} translate="no">${choice.text}</label>
  </div>`;
}

/**
 * @param {Field} field
 * @param {string | undefined} answer
 * @param {unknown} described
 * @param {Message | undefined} message
 * @param {Language} language
 * @param {(value: string) => void} set
 */
function control(field, answer, described, message, language, set) {
  const invalid = message ? "true" : nothing;
  const typed = (/** @type {Event} */ event) => set(/** @type {HTMLInputElement} */ (event.target).value);
  if (field.widget === "select") {
    return html`<select
      id=${field.id}
      autocomplete="off"
      translate="no"
      aria-describedby=${described}
      aria-invalid=${invalid}
      @change=${typed}
    >
      <option value="" .selected=${live(!answer)}>
        ${field.missing === undefined ? language.words.form.choosePrompt : language.words.form.notRecorded}
      </option>
      ${field.choices.map((choice) => html`<option value=${choice.value} .selected=${live(answer === choice.value)}>${choice.text}</option>`)}
    </select>`;
  }
  if (field.widget === "area") {
    return html`<textarea
      id=${field.id}
      rows="5"
      autocomplete="off"
      spellcheck="false"
      translate="no"
      dir="ltr"
      aria-describedby=${described}
      aria-invalid=${invalid}
      .value=${live(answer ?? "")}
      @input=${typed}
    ></textarea>`;
  }
  // Whether a value can have decimals or a sign decides which keys a phone shows; the iPhone's
  // decimal pad has no minus.
  const keys = /** @type {number} */ (field.minimum) < 0 || field.minimum === undefined ? "text" : "decimal";
  return html`<input
    id=${field.id}
    type="text"
    inputmode=${keys}
    class="number"
    autocomplete="off"
    spellcheck="false"
    translate="no"
    autocapitalize="none"
    aria-describedby=${described}
    aria-invalid=${invalid}
    .value=${live(answer ?? "")}
    @input=${typed}
  />`;
}

/**
 * @param {Field} field
 * @param {Language} language
 */
function hintsFor(field, language) {
  const { form } = language.words;
  const hints = [];
  if (field.outcome && !field.coded) hints.push(form.outcomeWhy);
  if (field.kind === "coded") hints.push(form.codedHint(language.count(field.count), field.count));
  if (field.coded && field.outcome)
    hints.push(field.classes ? form.codedClassHint(language.number(field.classes - 1)) : form.codedOutcomeHint);
  if (field.kind === "number" && field.minimum !== undefined)
    hints.push(form.range(language.number(field.minimum), language.number(/** @type {number} */ (field.maximum))));
  if (field.missing !== undefined) hints.push(form.optional(valueInWords(field, field.missing, language)));
  return hints;
}

// The inputs of fields, without their labels. None has a name and there is no <form> element, so
// there is nothing that a browser could submit or keep.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { valueIn } from "./events.js";
import { moveInGroup, tabStop } from "./radios.js";

/**
 * A value, and what changes it.
 *
 * @typedef {{value: string, set: (value: string) => void}} Valued
 */
/** @typedef {string | symbol} Attribute the text of an attribute, or `nothing` */
/**
 * An input's id, the ids of the texts that describe it, and "true" where its value is wrong.
 *
 * @typedef {{id: string, described: Attribute, invalid: Attribute}} Marks
 */

/**
 * A line of text.
 *
 * @param {Marks & Valued} input
 * @param {"text" | "decimal" | "numeric" | "url"} keys that a phone shows
 * @param {string} width a class, or none
 * @param {Attribute} [direction] of the text
 */
export const textInput = (input, keys, width, direction = nothing) =>
  html`<input
    id=${input.id}
    type="text"
    inputmode=${keys}
    dir=${direction}
    class=${width || nothing}
    autocomplete="off"
    spellcheck="false"
    translate="no"
    autocapitalize="none"
    aria-describedby=${input.described}
    aria-invalid=${input.invalid}
    .value=${live(input.value)}
    @input=${(/** @type {Event} */ event) => input.set(valueIn(event))}
  />`;

/**
 * Lines of text.
 *
 * @param {Marks & Valued} input
 * @param {number} rows
 * @param {Attribute} [direction] of the text
 */
export const textArea = (input, rows, direction = nothing) =>
  html`<textarea
    id=${input.id}
    rows=${rows}
    autocomplete="off"
    spellcheck="false"
    translate="no"
    dir=${direction}
    aria-describedby=${input.described}
    aria-invalid=${input.invalid}
    .value=${live(input.value)}
    @input=${(/** @type {Event} */ event) => input.set(valueIn(event))}
  ></textarea>`;

/**
 * A list to choose one from.
 *
 * @param {Marks & Valued} input
 * @param {{value: string, text: string}[]} choices
 */
export const selectInput = (input, choices) =>
  html`<select
    id=${input.id}
    autocomplete="off"
    translate="no"
    aria-describedby=${input.described}
    aria-invalid=${input.invalid}
    @change=${(/** @type {Event} */ event) => input.set(valueIn(event))}
  >
    ${choices.map((choice) => html`<option value=${choice.value} .selected=${live(choice.value === input.value)}>${choice.text}</option>`)}
  </select>`;

/**
 * A radio button of a group.
 *
 * @param {string} id the button's
 * @param {{value: string}[]} choices those of the group
 * @param {number} index that of the button's choice
 * @param {string | undefined} chosen the group's value
 * @param {(value: string) => void} set
 * @param {Attribute} [described]
 */
export const radioInput = (id, choices, index, chosen, set, described = nothing) =>
  html`<input
    type="radio"
    id=${id}
    value=${choices[index].value}
    autocomplete="off"
    aria-setsize=${choices.length}
    aria-posinset=${index + 1}
    aria-describedby=${described}
    tabindex=${tabStop(choices, chosen, index)}
    .checked=${live(chosen === choices[index].value)}
    @change=${() => set(choices[index].value)}
  />`;

/**
 * The radio buttons of a field, as one group under its legend.
 *
 * @param {Marks & {set: (value: string) => void}} group
 * @param {unknown} legend
 * @param {unknown} below what stands between the legend and the buttons
 * @param {unknown} buttons
 */
export const radioGroup = ({ id, described, invalid, set }, legend, below, buttons) =>
  html`<fieldset
    id=${id}
    role="radiogroup"
    aria-describedby=${described}
    aria-invalid=${invalid}
    @keydown=${(/** @type {KeyboardEvent} */ event) => moveInGroup(event, set)}
  >
    <legend class="field-label">${legend}</legend>
    ${below}
    <div class="choices">${buttons}</div>
  </fieldset>`;

/**
 * Says under a field's label that it is wrong; nothing without a message.
 *
 * @param {string} id the field's
 * @param {unknown} message
 * @param {string} prefix goes before the message for those who don't see its colour
 */
export const errorMessage = (id, message, prefix) =>
  message
    ? html`<p class="error-message" id="${id}-error"><span class="visually-hidden">${prefix} </span>${message}</p>`
    : nothing;

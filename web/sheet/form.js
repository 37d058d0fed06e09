// The form for one record, generated from the report's fields. There is no <form> element: nothing
// here can be submitted, and in the sandboxed frame nothing would be.
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { hardlyWords } from "../../wording/headline.js";
import { errorMessage, radioGroup, radioInput, selectInput, textArea, textInput } from "../controls/inputs.js";
import { errorSummary } from "../controls/problems.js";
import { earlierNotice } from "./earlier.js";
import { imageInput } from "./image-field.js";
import { noneKey, toKey, unsureKey, valueInWords, withUnit } from "./fields.js";
import { messageFor } from "./messages.js";
import { outsideOf } from "./outside.js";
import { isComplete, rowIntake } from "./row-intake.js";
import { exploringChoice } from "./several.js";
import { namesOf, seriesOf } from "./series.js";
import { askForValues } from "./values-letter.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */
/** @import { ChoiceField, Field } from "./fields.js" */

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
  const problems = state.problems.map((problem) => {
    const { id } = problem.field;
    return { id, message: messageFor(problem, state.answers[id], language) };
  });
  const messages = new Map(problems.map(({ id, message }) => [id, message]));
  // Every value came from a row: the button is with the message, and the fields can be opened.
  const filledIn = isComplete(state.rowMessage, state.fields);
  const hardlyMatter = state.outcome?.bound?.hardlyMatter ?? [];
  const named = (/** @type {Field[]} */ some) => namesOf(state.fields, some, language);
  const hardly = hardlyWords(named(state.fields.filter(({ key }) => hardlyMatter.includes(key))), language);
  const buttons = html`<div class="buttons">
    <button type="button" class="button button-main" @click=${actions.check}>${form.submit}</button>
    ${clearable ? html`<button type="button" class="button button-quiet" @click=${actions.clear}>${language.words.finish.clear}</button>` : nothing}
  </div>`;
  const outside = named(outsideOf(state.fields, state.answers, language.words.decimals));
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
    ${messages.size ? errorSummary(problems, summaryHeading(state.problems, language)) : nothing}
    <details
      class="entered"
      .open=${live(!state.outcome || state.formOpen)}
      @toggle=${(/** @type {{target: HTMLDetailsElement}} */ event) => actions.formOpened(event.target.open)}
    >
      <summary ?hidden=${!state.outcome}>${form.entered}</summary>
      <p>${form.intro}</p>
      <p class="quiet">${form.keeps}</p>
      ${state.fields[0].kind === "image" ? nothing : html`${askForValues(state, language, actions)} ${rowIntake(state, buttons, language, actions)}`}
      <details class="values" .open=${!filledIn}>
        <summary ?hidden=${!filledIn}>${form.entered}</summary>
        <div class="fields" role="group" aria-labelledby="record-heading" @keydown=${onEnter}>
          ${hardly === "" ? nothing : html`<p>${hardly}</p>`}
          ${seriesOf(state.fields, language.words.locale).map((series) => seriesBlock(series, state.answers, messages, language, actions))}
        </div>
        ${filledIn ? buttons : nothing}
      </details>
      ${exploringChoice(state, language, actions)}
      <p role="status" class="hint" id="outside">${outside.length ? form.outside(language.list(outside)) : nothing}</p>
      <div role="status">${state.earlier ? earlierNotice(state.earlier, language) : nothing}</div>
      ${filledIn ? nothing : buttons}
    </details>
  </section>`;
}

/**
 * The heading over the problems; where an answer is missing, with the way out for somebody who
 * doesn't know it.
 *
 * @param {import("./check-record.js").Problem[]} problems
 * @param {Language} language
 */
const summaryHeading = (problems, { words: { errors } }) =>
  html`<h3 id="error-summary-heading">${errors.heading}</h3>
    ${problems.some(({ code, field }) => code === "missing" && !field.coded) ? html`<p>${errors.unsure}</p>` : nothing}`;

/**
 * Fields that belong together, under one heading; what is to be said of all of them once.
 *
 * @param {import("./series.js").Series} series
 * @param {import("./state.js").Answers} answers
 * @param {Map<string, Message>} messages
 * @param {Language} language
 * @param {Actions} actions
 */
function seriesBlock({ heading, fields, names }, answers, messages, language, actions) {
  const [first] = fields;
  const said = fields.map((field) => hintsFor(field, language));
  const block = (/** @type {Field} */ field, /** @type {string} */ name, /** @type {Hints} */ hints) =>
    fieldBlock({ ...field, label: name }, hints, answers, messages.get(field.id), language, actions);
  if (heading === null) return block(first, first.label, { id: `${first.id}-hint`, own: said[0] });
  const alike = said.every((hints) => hints.join() === said[0].join());
  const id = `${first.id}-series`;
  const unsureOfAll = Boolean(answers[noneKey(first)]);
  return html`<fieldset class="series">
    <legend class="field-label">${withUnit({ label: heading, unit: first.unit }, language.words)}</legend>
    ${alike ? hintsBlock(id, said[0]) : nothing}
    ${unsureBox(noneKey(first), unsureOfAll, nothing, language.words.form.unsureOfAll, (checked) => actions.unsureOfAll(fields, checked))}
    ${
      unsureOfAll
        ? nothing
        : html`<div class="series-fields">
            ${fields.map((field, index) =>
              block(
                { ...field, unit: undefined },
                names[index],
                alike ? { id, own: [], above: said[0] } : { id: `${field.id}-hint`, own: said[index] },
              ),
            )}
          </div>`
    }
  </fieldset>`;
}

/**
 * Hints of a field: the id of their element, those with the field, and those above its series.
 *
 * @typedef {{id: string, own: string[], above?: string[]}} Hints
 */

/**
 * @param {string} id
 * @param {string[]} hints
 */
const hintsBlock = (id, hints) =>
  hints.length ? html`<div class="hint" id=${id}>${hints.map((hint) => html`<p>${hint}</p>`)}</div>` : nothing;

/**
 * @param {Field} field
 * @param {Hints} hints
 * @param {import("./state.js").Answers} answers
 * @param {Message | undefined} message
 * @param {Language} language
 * @param {Actions} actions
 */
function fieldBlock(field, hints, answers, message, language, actions) {
  const answer = answers[field.id];
  const isUnsure = Boolean(answers[unsureKey(field)]);
  const hasHint = (hints.above ?? hints.own).length > 0;
  const described = [hasHint ? hints.id : "", message ? `${field.id}-error` : ""].filter(Boolean).join(" ") || nothing;
  const label = html`<span id="${field.id}-name">${withUnit(field, language.words)}</span>`;
  const below = html` ${hintsBlock(hints.id, hints.own)} ${errorMessage(field.id, message, language.words.form.errorPrefix)} `;
  const set = (/** @type {string} */ value) => actions.answer(field, value);
  const block = message ? "field field-wrong" : "field";
  const invalid = message ? "true" : nothing;
  const unsure = field.coded ? nothing : unsureChoice(field, isUnsure, language, actions);
  if (isUnsure && field.kind === "choice") {
    return html`<div class=${block} id="${field.id}-block">
      <p class="field-label" id=${field.id}>${label}</p>
      ${unsure}
    </div>`;
  }
  if (field.widget === "radios") {
    return html`<div class=${block} id="${field.id}-block">
      ${radioGroup(
        { id: field.id, described, invalid, set },
        label,
        below,
        field.choices.map((_, index) => radio(field, index, answer, set)),
      )}
      ${unsure}
    </div>`;
  }
  const input = { id: field.id, described, invalid, value: answer ?? "", set };
  if (isUnsure && field.kind === "number") {
    const id = toKey(field);
    const end = {
      id,
      described,
      invalid,
      value: answers[id] ?? "",
      set: (/** @type {string} */ value) => actions.answer(field, value, id),
    };
    const { from, to, unsureHint } = language.words.form;
    return html`<div class=${block} id="${field.id}-block" role="group" aria-labelledby="${field.id}-name">
      <p class="field-label">${label}</p>
      ${below}
      <p class="hint">${unsureHint}</p>
      <div class="ends">
        <div><label for=${field.id}>${from}</label> ${inputOf(field, input, language.words.form)}</div>
        <div><label for=${id}>${to}</label> ${inputOf(field, end, language.words.form)}</div>
      </div>
      ${unsure}
    </div>`;
  }
  return html`<div class=${block} id="${field.id}-block">
    <label class="field-label" for=${field.id}>${label}</label>
    ${below}
    ${field.kind === "image" ? imageInput(field, input, input.value, language, actions.rowFile) : inputOf(field, input, language.words.form)}
    ${unsure}
  </div>`;
}

/**
 * The box of somebody who doesn't know a value.
 *
 * @param {Field} field
 * @param {boolean} isUnsure
 * @param {Language} language
 * @param {Actions} actions
 */
const unsureChoice = (field, isUnsure, { words: { form } }, actions) =>
  unsureBox(unsureKey(field), isUnsure, `${field.id}-name`, form.unsure, (checked) =>
    actions.answer(field, checked ? "yes" : "", unsureKey(field)),
  );

/**
 * @param {string} id
 * @param {boolean} checked
 * @param {unknown} described the id of an element, where there is no legend that says what it is of
 * @param {string} label
 * @param {(checked: boolean) => void} changed
 */
const unsureBox = (id, checked, described, label, changed) =>
  html`<div class="choice unsure">
    <input
      type="checkbox"
      id=${id}
      autocomplete="off"
      aria-describedby=${described}
      .checked=${live(checked)}
      @change=${(/** @type {{target: HTMLInputElement}} */ event) => changed(event.target.checked)}
    />
    <label for=${id}>${label}</label>
  </div>`;

/**
 * @param {ChoiceField} field
 * @param {number} index of the choice
 * @param {string | undefined} answer
 * @param {(value: string) => void} set
 */
function radio({ id: group, choices }, index, answer, set) {
  const id = `${group}-${index + 1}`;
  return html`<div class="choice">
    ${radioInput(id, choices, index, answer, set)}
    <label for=${id} translate="no">${choices[index].text}</label>
  </div>`;
}

/**
 * @param {Exclude<Field, {widget: "radios" | "image"}>} field
 * @param {import("../controls/inputs.js").Marks & import("../controls/inputs.js").Valued} input
 * @param {Language["words"]["form"]} words
 */
function inputOf(field, input, words) {
  if (field.widget === "select") {
    const prompt = field.missing === undefined ? words.choosePrompt : words.notRecorded;
    return selectInput(input, [{ value: "", text: prompt }, ...field.choices]);
  }
  if (field.widget === "area") return textArea(input, 5, "ltr");
  // Whether a value can have decimals or a sign decides which keys a phone shows; the iPhone's
  // decimal pad has no minus.
  const keys = /** @type {number} */ (field.minimum) < 0 || field.minimum === undefined ? "text" : "decimal";
  return textInput(input, keys, "number");
}

/**
 * @param {Field} field
 * @param {Language} language
 */
function hintsFor(field, language) {
  const { form } = language.words;
  const hints = [];
  if (field.outcome && !field.coded) hints.push(form.outcomeWhy);
  if (field.kind === "image") {
    const [channels, height, width] = field.shape;
    hints.push(form.imageHint[channels === 3 ? "colours" : "grey"](language.count(width), language.count(height)));
  }
  if (field.kind === "coded") hints.push(form.codedHint(language.count(field.count), field.count));
  if (field.coded && field.outcome)
    hints.push(field.classes ? form.codedClassHint(language.number(field.classes - 1)) : form.codedOutcomeHint);
  if (field.kind === "number" && field.minimum !== undefined)
    hints.push(form.range(language.number(field.minimum), language.number(/** @type {number} */ (field.maximum))));
  if (field.missing !== undefined) hints.push(form.optional(valueInWords(field, field.missing, language)));
  return hints;
}

// The report's words about itself, and the settings that have sensible values.
import { html } from "lit-html";
import { upward } from "../../wording/figures.js";
import { isDescent } from "./descent-answers.js";
import { descentSettings } from "./descent-settings.js";
import { objectiveSettings } from "./objective-settings.js";
import { PUBLISHER_LINKS } from "./publisher-links.js";
import { greatestLength } from "./record-shape.js";

/** @import { Drawn, TextField } from "../controls/controls.js" */
/** @import { Answers, TextKey } from "./answers.js" */

/**
 * The rest of a field.
 *
 * @typedef {Partial<Omit<TextField, "value" | "set">> & {label: string}} More
 */

/** @type {import("./actions.js").Section} */
export function aboutSection(state, language, controls, actions) {
  const { page } = language;
  const words = page.about;
  const { answers } = state;
  const field = (/** @type {TextKey} */ key, /** @type {More} */ more) =>
    controls.text({ id: key, value: answers[key], set: (value) => actions.answer(key, value), width: "wide", ...more });
  return html`<section class="part" aria-labelledby="about-heading">
    <h2 id="about-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      ${field("title", { label: words.title, hint: words.titleHint })}
      ${controls.area({ id: "description", label: words.description, rows: 3, value: answers.description, set: (value) => actions.answer("description", value) })}
      ${field("publisher", { label: words.publisher })} ${field("contact", { label: words.contact })}
      ${links(answers, language, controls, actions)}
      ${field("published", { label: words.published, hint: words.publishedHint, width: "number" })}
      ${controls.check({ id: "made-up", label: words.madeUp, hint: words.madeUpHint, value: answers.madeUp, set: (value) => actions.answer("madeUp", value) })}
      ${experts(answers, language, controls, actions)}
    </div>
  </section>`;
}

/**
 * The publisher's pages for the people in the data. Addresses run from left to right everywhere.
 *
 * @param {Answers} answers
 * @param {import("./language.js").PublishLanguage} language
 * @param {import("../controls/controls.js").Controls} controls
 * @param {import("./actions.js").Actions} actions
 */
function links(answers, { page }, controls, actions) {
  const words = page.about.links;
  return html`<details class="links-settings">
    <summary>${words.summary}</summary>
    <div class="fields">
      <p>${words.intro}</p>
      ${PUBLISHER_LINKS.map(([kind, key, id]) =>
        controls.text({
          id,
          label: words[kind],
          value: answers[key],
          set: (value) => actions.answer(key, value),
          keys: "url",
          width: "wide",
          direction: "ltr",
        }),
      )}
    </div>
  </details>`;
}

/**
 * @param {Answers} answers
 * @param {import("./language.js").PublishLanguage} language
 * @param {import("../controls/controls.js").Controls} controls
 * @param {import("./actions.js").Actions} actions
 */
function experts(answers, { page, written }, controls, actions) {
  const words = page.experts;
  const set = (/** @type {TextKey} */ key) => (/** @type {string} */ value) => actions.answer(key, value);
  /** @type {(key: TextKey, id: string, label: string, hint?: string) => Drawn} */
  const number = (key, id, label, hint) =>
    controls.text({ id, label, hint, width: "number", value: answers[key], set: set(key) });
  const length = greatestLength(answers, page.decimals);
  return html`<details class="experts-settings">
    <summary>${words.summary}</summary>
    <div class="fields">
      <p>${words.intro}</p>
      ${(isDescent(answers) ? descentSettings : objectiveSettings)(answers, words, controls, actions)}
      <div class="pair">
        ${number("rangeStart", "range-start", words.rangeStart)} ${number("rangeEnd", "range-end", words.rangeEnd)}
      </div>
      ${number("norm", "norm", words.norm, words.normHint(length > 0 ? written(upward(length)) : null))}
      ${number("failure", "failure", words.failure)} ${number("seed", "seed", words.seed, words.seedHint)}
    </div>
  </details>`;
}

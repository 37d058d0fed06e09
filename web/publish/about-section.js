// The report's words about itself, and the settings that have sensible values.
import { html } from "lit-html";
import { upward } from "../../wording/figures.js";
import { isDescent, isNetwork } from "./conditions.js";
import { descentSettings } from "./descent-settings.js";
import { fieldIn } from "./fields.js";
import { objectiveSettings } from "./objective-settings.js";
import { greatestLength } from "./record-shape.js";

/** @import { Drawn } from "../controls/controls.js" */
/** @import { DrawField, Field } from "./fields.js" */

/** @type {import("./actions.js").Section} */
export function aboutSection(state, language, controls, actions) {
  const words = language.page.about;
  const { answers } = state;
  const field = fieldIn(answers, actions.answer);
  /** @type {DrawField} */
  const text = (key, more) => controls.text({ ...field(key), width: "wide", ...more });
  return html`<section class="part" aria-labelledby="about-heading">
    <h2 id="about-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      ${text("title", { label: words.title, hint: words.titleHint })}
      ${controls.area({ ...field("description"), label: words.description, rows: 3 })}
      ${text("membership", { label: words.membership, hint: words.membershipHint })}
      ${text("people", { label: words.people, hint: words.peopleHint, width: "number", keys: "numeric" })}
      ${text("publisher", { label: words.publisher })} ${text("contact", { label: words.contact })} ${links(words.links, text)}
      ${text("published", { label: words.published, hint: words.publishedHint, width: "number" })}
      ${controls.check({ ...field("madeUp"), label: words.madeUp, hint: words.madeUpHint })}
      ${experts(answers, language, controls, field)}
    </div>
  </section>`;
}

/**
 * The publisher's pages for the people in the data. Addresses run from left to right everywhere.
 *
 * @param {import("#words/publish").PublishWords["about"]["links"]} words
 * @param {DrawField} text
 */
function links(words, text) {
  /** @type {(key: import("./fields.js").TextKey, label: string) => Drawn} */
  const address = (key, label) => text(key, { label, keys: "url", direction: "ltr" });
  return html`<details class="links-settings">
    <summary>${words.summary}</summary>
    <div class="fields">
      <p>${words.intro}</p>
      ${address("linkPrivacy", words.privacy)} ${address("linkRights", words.rights)} ${address("linkOptOut", words.optOut)}
    </div>
  </details>`;
}

/**
 * @param {import("./fields.js").Answers} answers
 * @param {import("./language.js").PublishLanguage} language
 * @param {import("../controls/controls.js").Controls} controls
 * @param {Field} field
 */
function experts(answers, { page, written }, controls, field) {
  const words = page.experts;
  /** @type {import("./fields.js").DrawNumber} */
  const number = (key, label, hint) => controls.text({ ...field(key), label, hint, width: "number" });
  const length = greatestLength(answers, page.decimals);
  return html`<details class="experts-settings">
    <summary>${words.summary}</summary>
    <div class="fields">
      <p>${words.intro}</p>
      ${(isDescent(answers) ? descentSettings : objectiveSettings)(answers, words, controls, field)}
      <div class="pair">${number("rangeStart", words.rangeStart)} ${number("rangeEnd", words.rangeEnd)}</div>
      ${number("norm", words.norm, isNetwork(answers) ? undefined : words.normHint(length > 0 ? written(upward(length)) : null))}
      ${number("failure", words.failure)} ${number("seed", words.seed, words.seedHint)}
    </div>
  </details>`;
}

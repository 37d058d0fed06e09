// The noise that a descent takes with the budget.
import { html, nothing } from "lit-html";
import { upward as rounded } from "../../wording/figures.js";
import { coreSentence } from "../controls/core-sentence.js";

/** @import { DescentPlan } from "expost" */

/**
 * `replaced`: a noise level of the publisher's own takes the place of the planned one.
 *
 * @param {DescentPlan} plan
 * @param {import("./language.js").PublishLanguage} language
 * @param {{replaced: boolean}} options
 */
export function descentPlan({ model }, { page, written }, { replaced }) {
  const words = page.budget.plan;
  const { sigma, multiplier, energyCap, accountant, reason } = model;
  if (energyCap === null) return reason === undefined ? nothing : html`<p>${coreSentence(reason)}</p>`;
  const upward = (/** @type {number} */ value) => written(rounded(value));
  const rows = [
    [words.descent.sum, upward(sigma)],
    [words.descent.multiplier, upward(multiplier)],
    [words.descent.cap, upward(energyCap)],
    [words.accountant, html`<span translate="no" dir="ltr">${accountant}</span>`],
  ];
  return html`<div class="scrolled" tabindex="0" role="region" aria-label=${words.noise}>
      <table class="figures" id="noise-table">
        <caption>
          ${words.noise}
        </caption>
        <tbody>
          ${rows.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${value}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="hint">${words.descent.meaning}</p>
    <p class="hint">${words.grid}</p>
    ${replaced ? html`<p class="aside-note" id="own-noise">${words.descent.replaced}</p>` : nothing}`;
}

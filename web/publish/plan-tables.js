// The noise that the budget takes, and what each accountant would need.
import { html, nothing } from "lit-html";
import { upward as rounded } from "../../wording/figures.js";
import { coreSentence } from "../controls/core-sentence.js";
import { tableHead } from "../controls/table-head.js";
import { RELEASES } from "./conditions.js";

/** @import { Plan } from "expost" */

/**
 * @param {Plan} plan
 * @param {import("./language.js").PublishLanguage} language
 */
export function planTables(plan, language) {
  const words = language.page.budget.plan;
  const { parts } = language.page;
  const upward = (/** @type {number} */ value) => language.written(rounded(value));
  const rows = /** @type {const} */ (["model", ...RELEASES]).flatMap((key) => {
    const noise = key === "model" ? plan.model : plan.release[key];
    return noise === undefined ? [] : [{ name: parts[key], ...noise }];
  });
  const finite = plan.model.sigma !== Infinity;
  return html`${
      finite
        ? html`<div class="scrolled" tabindex="0" role="region" aria-label=${words.noise}>
            <table class="figures" id="noise-table">
              <caption>
                ${words.noise}
              </caption>
              ${tableHead([words.part, words.sigma, words.alone])}
              <tbody>
                ${rows.map(
                  ({ name, sigma, epsilon }) =>
                    html`<tr>
                      <th scope="row">${name}</th>
                      <td>${upward(sigma)}</td>
                      <td>${upward(epsilon)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
            <p class="hint">${words.grid}</p>
          </div>`
        : nothing
    }
    <div class="scrolled" tabindex="0" role="region" aria-label=${words.accountants}>
      <table class="figures" id="accountants-table">
        <caption>
          ${words.accountants}
        </caption>
        ${tableHead([words.accountant, words.lambda, words.modelSigma])}
        <tbody>
          ${Object.entries(plan.accountants).map(
            ([name, { lambda, sigma }]) =>
              html`<tr class=${name === plan.model.accountant ? "row-yours" : nothing}>
                <th scope="row" translate="no">
                  ${name}${name === plan.model.accountant ? html` <span class="mark">${words.chosen}</span>` : nothing}
                </th>
                <td>${upward(lambda)}</td>
                <td>${sigma === Infinity ? words.none : upward(sigma)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${reasons(plan.accountants).map(
        ([names, reason]) =>
          html`<p class="hint"><span dir="ltr" translate="no">${names.join(", ")}</span>: ${coreSentence(reason)}</p>`,
      )}
    </div>
    ${
      plan.hessianShift === undefined || plan.dimension === undefined
        ? nothing
        : html`<p class="hint">${words.shift(upward(plan.hessianShift), language.count(plan.dimension))}</p>`
    }`;
}

/** Why an accountant can't reach the target, each reason once. */
const reasons = (/** @type {Plan["accountants"]} */ accountants) => {
  /** @type {Map<string, string[]>} */
  const byReason = new Map();
  for (const [name, { reason }] of Object.entries(accountants)) {
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return Array.from(byReason, ([reason, names]) => /** @type {const} */ ([names, reason]));
};

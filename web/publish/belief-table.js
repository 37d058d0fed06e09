// The table of the beliefs that each ε allows.
import { html, nothing } from "lit-html";
import { countsOn } from "../../wording/rounding.js";
import { tableHead } from "../controls/table-head.js";

/** The starting beliefs that it has. */
export const PRIORS = [0.01, 0.1, 0.5];

/**
 * The whole that beliefs are counted out of, always the same, so that they can be compared down
 * and across.
 */
const OF = 1000;
/** Beyond this it is "more than". */
const MOST = 0.99 * OF;

/**
 * Rounded outward, as everywhere: an ε never looks smaller than it is.
 *
 * @param {import("./state.js").Beliefs[] | null} beliefs
 * @param {import("./language.js").PublishLanguage} language
 */
export function beliefTable(beliefs, language) {
  if (!beliefs) return nothing;
  const words = language.page.budget.beliefs;
  const { result } = language.words;
  const counted = (/** @type {number} */ count) => result.inCount(language.count(count), language.count(OF));
  const start = (/** @type {number} */ prior) => counted(Math.round(prior * OF));
  const most = (/** @type {import("expost").Interval} */ interval) => {
    const { count } = countsOn(OF, interval).atMost;
    return count > MOST ? result.moreThan(language.count(MOST), language.count(OF)) : counted(count);
  };
  return html`<div class="scrolled" tabindex="0" role="region" aria-label=${words.caption}>
    <table class="figures">
      <caption>
        ${words.caption}
      </caption>
      ${tableHead([words.epsilon, ...PRIORS.map((prior) => words.from(start(prior)))])}
      <tbody>
        ${beliefs.map(
          ({ epsilon, yours, intervals }) =>
            html`<tr class=${yours ? "row-yours" : nothing}>
              <th scope="row">
                ${language.number(epsilon)}${yours ? html` <span class="mark">${words.yours}</span>` : nothing}
              </th>
              ${intervals.map((interval) => html`<td>${most(interval)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="hint">${words.note}</p>
  </div>`;
}

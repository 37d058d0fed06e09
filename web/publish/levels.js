// The table of the noise and the promise in a report that was made.
import { html } from "lit-html";
import { plain, powerOfTwo } from "../../wording/figures.js";
import { descentLevels } from "./descent-levels.js";
import { RELEASES } from "./conditions.js";

/** @import { PublishLanguage } from "./language.js" */
/** @import { MadeReport, Result } from "./state.js" */

/** @typedef {[name: string, value: string][]} Rows */

/**
 * @param {Result} result
 * @param {PublishLanguage} language
 */
export function levels({ report, hash }, language) {
  const { page, written } = language;
  const words = page.review.levels;
  const { guarantee, model, person } = report;
  const { mechanism, theta } = model;
  const grid = mechanism["x-rounding"] ?? mechanism["x-grid"];
  const gridWords = mechanism["x-rounding"] === undefined ? words.grid : words.rounding;
  /** @type {Rows} */
  const rows = [
    ...(mechanism.steps === undefined ? objectiveLevels(report, language) : descentLevels(report, language)),
    [words.coordinates, written(plain(theta.length))],
    [
      words.promise,
      guarantee
        ? words.promised(written(plain(guarantee.epsilon)), written(plain(guarantee.delta)), guarantee.accountant)
        : words.noPromise,
    ],
    ...(person === undefined
      ? []
      : /** @type {Rows} */ ([
          [
            words.person(language.count(person.rows)),
            words.toPerson(written(plain(person.epsilon)), written(plain(person.delta))),
          ],
        ])),
    ...(grid === undefined ? [] : /** @type {Rows} */ ([[gridWords, written(powerOfTwo(grid))]])),
  ];
  return html`<div class="scrolled" tabindex="0" role="region" aria-label=${words.caption}>
      <table class="figures" id="levels-table">
        <caption>
          ${words.caption}
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
    <p class="hint">
      ${words.fingerprint}: ${hash ? html`<code id="fingerprint" translate="no" dir="ltr">${hash}</code>` : words.noFingerprint}
    </p>`;
}

/**
 * Objective perturbation: the noise of each part, and λ.
 *
 * @param {MadeReport} report
 * @param {PublishLanguage} language
 * @returns {Rows}
 */
function objectiveLevels({ model: { mechanism }, release = {} }, { page, written }) {
  /** @type {[name: string, value: number | undefined][]} */
  const numbers = [
    [page.parts.model, mechanism.sigma],
    ...RELEASES.map((key) => /** @type {[string, number | undefined]} */ ([page.parts[key], release[key]?.sigma])),
    [page.review.levels.lambda, mechanism.lambda],
  ];
  return numbers.flatMap(([name, value]) => (value === undefined ? [] : /** @type {Rows} */ ([[name, written(plain(value))]])));
}

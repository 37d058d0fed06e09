// The parts that the figure is made of.
import { html, nothing } from "lit-html";
import { partsOf } from "../../wording/mechanism.js";
import { wholeOf } from "../../wording/descent.js";
import { partsThatAddUp, unitsToNumber } from "../../wording/rounding.js";
import { emphasised } from "../controls/emphasis.js";
import { tableHead } from "../controls/table-head.js";
import { runningBar, stretchOf } from "./chart/running-bar.js";
import { folded } from "./folded.js";

/** @import { Language } from "../../wording/formats.js" */

/**
 * @param {{bound: import("expost").Bound, summary: import("expost").ReportSummary}} state
 * @param {Language} language
 */
export function partsSection(state, language) {
  const { parts } = language.words;
  const { total } = state.bound;
  const found = partsOf(state.bound, state.summary, language.words);
  const shown =
    found &&
    partsThatAddUp(
      total.upper,
      found.map(([, , amount]) => amount),
    );
  if (!shown) {
    return folded(parts.heading, html`<p>${found ? parts.tooLarge : wholeOf(state.summary, language.words)}</p>`);
  }
  const stretch = stretchOf(shown.running);
  const written = language.fixed(unitsToNumber(shown.total, shown.places), shown.places);
  const backwards = shown.parts.some((part) => part < 0);
  return folded(
    parts.heading,
    html`<p>${emphasised(parts.intro(written))}</p>
      <table class="running">
        <caption>
          ${parts.bars} ${backwards ? parts.barsDown : nothing}
        </caption>
        ${tableHead([parts.part, parts.amount, parts.running])}
        <tbody>
          ${found.map(
            ([name, why, amount], index) =>
              html`<tr>
                <th scope="row">
                  ${name}
                  <p class="hint">${why} ${amount !== 0 && shown.parts[index] === 0 ? parts.tiny : nothing}</p>
                  ${runningBar({ from: shown.running[index - 1] ?? 0, to: shown.running[index], stretch })}
                </th>
                <td>${language.signed(unitsToNumber(shown.parts[index], shown.places), shown.places)}</td>
                <td>${language.fixed(unitsToNumber(shown.running[index], shown.places), shown.places)}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">${parts.total} ${runningBar({ from: 0, to: shown.total, stretch, whole: true })}</th>
            <td></td>
            <td>${written}</td>
          </tr>
        </tfoot>
      </table>`,
  );
}

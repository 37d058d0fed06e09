// The study's answer in sentences, with what it rests on.
import { html, nothing } from "lit-html";
import { emphasised } from "../../controls/emphasis.js";
import { nobodyMoves } from "../curves.js";
import { count, figure, upward } from "../figures.js";
import { headlineOf } from "../headline.js";

/**
 * @param {import("../state.js").Result} result
 * @param {import("#words/profile").ProfileWords} page
 */
export function answer({ profile, madeUp }, page) {
  const words = page.result;
  const { headline: found, sentences } = headlineOf(profile, words);
  return html`${madeUp ? html`<p class="stamp" id="made-up">${words.madeUp}</p>` : nothing}
    ${profile.seeded ? html`<p class="stamp">${words.seeded}</p>` : nothing}
    <p class="headline" id="headline" role="status">${found}</p>
    ${sentences.map((sentence) => html`<p class="finding">${sentence}</p>`)}
    <p class="aside-note" id="cost"><strong>${page.honest.cost}</strong> ${page.honest.instead}</p>
    <p class="hint" id="facts">
      ${words.facts(count(profile.rows), count(profile.dimension), figure(profile.lambda), profile.rows, profile.dimension)}
      ${neighbourWords(profile, words)}
    </p>
    <p>${emphasised(words.meaning(profile.lipschitz === 1 ? words.rate : words.rateWithin(upward(profile.lipschitz))))}</p>`;
}

/** Finer than this, rounding is what counts. */
const FINEST_ERROR = 1e-9;

/**
 * The models that a row is compared with, and how exactly.
 *
 * @param {import("expost").Profile} profile
 * @param {import("#words/profile").ProfileWords["result"]} words
 */
function neighbourWords(profile, words) {
  const { neighbours, displacementError, worstCaseDeviation } = profile;
  if (neighbours !== "exact") return words.worst;
  if (nobodyMoves(profile)) return "";
  const exact = words.exact(upward(Math.max(displacementError, FINEST_ERROR)));
  return worstCaseDeviation === null ? exact : `${exact} ${words.worstDeviation(upward(worstCaseDeviation))}`;
}

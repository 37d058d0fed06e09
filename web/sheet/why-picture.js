// A picture of why anyone can tell: models drawn again and again, without the record and with it.
import { html, nothing, svg } from "lit-html";
import { rowShapes } from "../clouds/clouds.js";
import { folded } from "./folded.js";

/** @import { Language } from "../../wording/formats.js" */

/** Models in each cloud. */
const COUNT = 100;

/**
 * How far the record moves the model at most, in standard deviations of its noise: the part q²/2 of
 * the bound (docs/mathematics.md, section 4) is that of two normal distributions so far apart. Null
 * where the noise is another, or the bound has no parts.
 *
 * @param {{bound: import("expost").Bound, summary: import("expost").ReportSummary}} state
 */
export function shiftOf({ bound: { components }, summary: { mechanism } }) {
  if (!components || !["objective-gaussian", "output-gaussian"].includes(mechanism.kind)) return null;
  return Math.sqrt(2 * Math.max(components.gradientNorm, 0));
}

const sample = (/** @type {unknown} */ shape, /** @type {string} */ name) =>
  html`<li><svg class="dot-sample" viewBox="0 0 16 16" aria-hidden="true">${shape}</svg> ${name}</li>`;

/**
 * @param {Parameters<typeof shiftOf>[0]} state
 * @param {Language} language
 */
export function whyPicture(state, language) {
  const { picture } = language.words;
  const shift = shiftOf(state);
  if (shift === null) return nothing;
  const { width, height, without, including, middles, scale } = rowShapes(shift, COUNT);
  // Rounded up, with room for the square root's last digit: a record is never shown to move the
  // model by less than it may.
  const written = language.fixed(Math.ceil(shift * 10 * (1 + 1e-12)) / 10, 1);
  return folded(
    picture.heading,
    html`<p>${picture.intro}</p>
      <svg class="clouds" viewBox="0 0 ${width} ${height}" role="img" aria-label=${picture.alt(written)}>
        ${svg`<path class="dot-kept" d=${without}></path><path class="cross" d=${including}></path>
          <path class="middle" d=${middles.without}></path><path class="middle middle-moved" d=${middles.including}></path>
          <path class="scale" d=${scale}></path>`}
      </svg>
      <ul class="legend">
        ${sample(svg`<circle class="dot-kept" cx="8" cy="8" r="4"></circle>`, picture.without)}
        ${sample(svg`<path class="cross" d="M3 3l10 10m0-10l-10 10"></path>`, picture.including)}
        ${sample(svg`<path class="scale" d="M1 5v6m0-3h14m0-3v6"></path>`, picture.scale)}
      </ul>
      <p>${picture.meaning(written)}</p>`,
    "not-kept",
  );
}

// Where a belief can end up: a band from least to most on a line from 0 to all, with a mark where
// it started. Positions are percentages, so that the drawing fits any width while strokes keep
// their weight.
import { html, nothing, svg } from "lit-html";

const percent = (/** @type {number} */ share) => `${(share * 100).toFixed(3)}%`;

// There is at most one hatched band on the page, so the pattern's id is unique.
const hatching = svg`<defs>
  <pattern id="hatching" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect class="band-ground" width="6" height="6"></rect>
    <rect class="band-hatch" width="2.5" height="6"></rect>
  </pattern>
</defs>`;

/** The mark of the start, for the legend. */
export function startSample() {
  return html`<svg class="start-sample" viewBox="0 0 6 16" aria-hidden="true">
    ${svg`<line class="band-start" x1="3" x2="3" y1="0" y2="16"></line>`}
  </svg>`;
}

/** @typedef {"solid" | "outlined" | "hatched"} BandLook */

/**
 * One band. `least`, `most`, `start` are shares of the whole.
 *
 * @param {{least: number, most: number, start: number, look: BandLook, label: string}} band
 */
export function intervalBand({ least, most, start, look, label }) {
  const from = percent(least);
  const width = percent(most - least);
  return html`<svg class="band" role="img" aria-label=${label}>
    ${look === "hatched" ? hatching : nothing}
    ${svg`
      <line class="band-line" x1="0%" x2="100%" y1="16" y2="16"></line>
      <line class="band-line" x1="0.1%" x2="0.1%" y1="10" y2="22"></line>
      <line class="band-line" x1="99.9%" x2="99.9%" y1="10" y2="22"></line>
      <rect class=${`band-${look}`} x=${from} width=${width} y="6" height="20"></rect>
      <line class="band-start-halo" x1=${percent(start)} x2=${percent(start)} y1="1" y2="31"></line>
      <line class="band-start" x1=${percent(start)} x2=${percent(start)} y1="1" y2="31"></line>`}
  </svg>`;
}

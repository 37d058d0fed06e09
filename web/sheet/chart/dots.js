// A grid of dots: so many of a hundred (or a thousand) filled.
import { html, svg } from "lit-html";
import { gridShapes, shapeOf } from "./dot-shapes.js";

/**
 * One grid of `of` dots: `kept` discs, then `added` diamonds, then rings. `label` says it in words.
 *
 * @param {{of: number, kept: number, added?: number, label: string}} grid
 */
export function dotGrid({ of, kept, added = 0, label }) {
  const shapes = gridShapes(of, kept, added);
  return html`<svg
    class=${of > 100 ? "dots dots-fine" : "dots"}
    viewBox="0 0 ${shapes.width} ${shapes.height}"
    role="img"
    aria-label=${label}
  >
    ${svg`<path class="dot-rest" d=${shapes.rest}></path><path class="dot-kept" d=${shapes.kept}></path><path class="dot-added" d=${shapes.added}></path>`}
  </svg>`;
}

/**
 * A single shape, for the legend.
 *
 * @param {import("./dot-shapes.js").Dot} kind
 */
export function dotSample(kind) {
  return html`<svg class="dot-sample" viewBox="0 0 10 10" aria-hidden="true">
    ${svg`<path class="dot-${kind}" d=${shapeOf[kind](5, 5)}></path>`}
  </svg>`;
}

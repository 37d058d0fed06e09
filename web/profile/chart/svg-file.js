// A chart as a file of its own: the same shapes and words, with colours for white paper, a title,
// and the stamp in its description.

const STYLE = [
  "text{fill:#1e2227;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Liberation Sans',Arial,sans-serif}",
  ".tick,.axis-name{fill:#565b62}.chart-stamp{fill:#6b3f8f;font-weight:600}.on-plot{paint-order:stroke;stroke:#fff;stroke-width:4px}",
  ".chart-halo{fill:#fff}.grid-halo{stroke:#d3cec3}.axis{fill:none;stroke:#7d7a72}.level{stroke:#1e2227;stroke-dasharray:2 3}",
  ".zone-halo{fill:#e4eef3}.zone-edge{stroke:#7d7a72;stroke-dasharray:6 4}.bar{fill:none;stroke:#14557b;stroke-width:1.5}",
  ".line{fill:none;stroke-width:2}.line-one,.line-four{stroke:#14557b}.line-two{stroke:#a8480b;stroke-dasharray:9 4}",
  ".line-three{stroke:#1e2227;stroke-dasharray:2 4}.line-four{stroke-dasharray:12 4 2 4}",
  ".dot-one,.dot-four{fill:#14557b}.dot-two{fill:#a8480b}.dot-three{fill:#1e2227}",
  ".heat-1{fill:#7d7a72}.heat-2{fill:#8f6f58}.heat-3{fill:#9b6040}.heat-4{fill:#a8480b}.heat-5{fill:#6e2600}.heat-none{fill:none;stroke:#7d7a72}",
].join("\n");

/** @type {Record<string, string>} */
const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]);

// Not written out: a page whose script holds the tags of a style element is hard to check by eye
// or by program.
const element = (/** @type {string} */ tag, /** @type {string} */ text) => `<${tag}>${text}</${tag}>`;

/**
 * The text of an SVG file. `stamp` is said in it as well as drawn.
 *
 * @param {Element} chart
 * @param {{name: string, stamp: string}} words
 */
export function svgFile(chart, { name, stamp }) {
  const copy = /** @type {Element} */ (chart.cloneNode(true));
  const walk = document.createTreeWalker(copy, NodeFilter.SHOW_COMMENT);
  /** @type {Comment[]} */
  const comments = [];
  while (walk.nextNode()) comments.push(/** @type {Comment} */ (walk.currentNode));
  for (const comment of comments) comment.remove();
  copy.querySelector(".cursor")?.remove();
  for (const attribute of ["id", "class", "aria-label", "role", "data-places"]) copy.removeAttribute(attribute);
  const text = new XMLSerializer().serializeToString(copy);
  const inside = text.indexOf(">") + 1;
  const head = [element("title", escaped(name)), element("desc", escaped(stamp)), element("style", STYLE)].join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.slice(0, inside)}${head}${text.slice(inside)}\n`;
}

// Line charts as plain SVG with text: no script, readable in black and white, light and dark.
const WIDTH = 460;
const HEIGHT = 340;
const FRAME = { left: 66, right: 96, top: 34, bottom: 50 };
const DASHES = ["", "7 3", "2 3", "9 3 2 3", "4 4", "12 4", "1 4", "6 2 1 2 1 2", "14 3 3 3"];
const INK = "#1d1d1b";
const FAINT = "#767676";

/** @typedef {[from: number, to: number]} Range */
/** @typedef {{value: number, text: string}} Tick */
/** @typedef {{label: string, kind: "log" | "linear", domain: Range, ticks?: Tick[]}} Axis */
/** @typedef {{name: string, points: Range[]}} Series */
/** @typedef {{name: string, y: number, from: Range}} EndLabel */

/**
 * A panel. marks: vertical lines; levels: at the right edge, where theory puts a line's end; key:
 * the lines are named in a key, where they end together.
 *
 * @typedef {object} Panel
 * @property {string} title
 * @property {Axis} x
 * @property {Axis} y
 * @property {Series[]} series
 * @property {Tick[]} [marks]
 * @property {{value: number}[]} [levels]
 * @property {boolean} [key]
 */

const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const place = (/** @type {number} */ value) => value.toFixed(1);
/** @type {Record<string, string>} */
const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
/**
 * 10 to a whole power, as text.
 *
 * @param {number} power
 */
export const powerOfTen = (power) => `10${Array.from(String(power), (digit) => SUPERSCRIPT[digit]).join("")}`;

/**
 * A scale: value → place, with its ticks.
 *
 * @param {Axis} axis
 * @param {Range} places
 * @returns {{at: (value: number) => number, ticks: Tick[]}}
 */
function scaleOf({ kind, domain: [from, to], ticks }, [start, end]) {
  const warp = kind === "log" ? Math.log10 : (/** @type {number} */ value) => value;
  const at = (/** @type {number} */ value) => start + ((warp(value) - warp(from)) / (warp(to) - warp(from))) * (end - start);
  if (ticks) return { at, ticks };
  const powers = [];
  for (let p = Math.ceil(warp(from) - 1e-9); p <= warp(to) + 1e-9; p += 1) powers.push(p);
  const step = Math.ceil(powers.length / 8);
  return { at, ticks: powers.filter((_, i) => i % step === 0).map((p) => ({ value: 10 ** p, text: powerOfTen(p) })) };
}

/**
 * Labels at the ends of lines, moved apart where they would overlap.
 *
 * @param {EndLabel[]} labels
 * @param {number} least
 * @param {Range} limits
 */
function spread(labels, least, limits) {
  const sorted = [...labels].sort((a, b) => a.y - b.y);
  sorted.forEach((label, i) => (label.y = Math.max(label.y, i === 0 ? limits[0] : sorted[i - 1].y + least)));
  for (let i = sorted.length - 1; i >= 0; i -= 1) {
    sorted[i].y = Math.min(sorted[i].y, i === sorted.length - 1 ? limits[1] : sorted[i + 1].y - least);
  }
  return sorted;
}

/**
 * One panel.
 *
 * @param {Panel} panel
 * @param {number} left
 */
function panelOf({ title, x, y, series, key = false, marks = [], levels = [] }, left) {
  const [x0, x1] = [left + FRAME.left, left + WIDTH - FRAME.right];
  const [y0, y1] = [HEIGHT - FRAME.bottom, FRAME.top];
  const across = scaleOf(x, [x0, x1]);
  const up = scaleOf(y, [y0, y1]);
  /** @type {string[]} */
  const out = [];
  /**
   * @param {string} content
   * @param {number} tx
   * @param {number} ty
   */
  const text = (content, tx, ty, attributes = "") =>
    out.push(`<text x="${place(tx)}" y="${place(ty)}" ${attributes}>${escaped(content)}</text>`);
  /** @type {(ax: number, ay: number, bx: number, by: number, attributes: string) => number} */
  const line = (ax, ay, bx, by, attributes) =>
    out.push(`<path d="M${place(ax)} ${place(ay)}L${place(bx)} ${place(by)}" ${attributes}/>`);
  text(title, x0, y1 - 14, 'font-weight="bold"');
  out.push(`<path d="M${x0} ${y1}V${y0}H${x1}" fill="none" stroke="${INK}"/>`);
  for (const { value, text: words } of across.ticks) {
    line(across.at(value), y0, across.at(value), y0 + 4, `stroke="${INK}"`);
    text(words, across.at(value), y0 + 17, 'text-anchor="middle"');
  }
  for (const { value, text: words } of up.ticks) {
    line(x0 - 4, up.at(value), x0, up.at(value), `stroke="${INK}"`);
    text(words, x0 - 7, up.at(value) + 4, 'text-anchor="end"');
  }
  text(x.label, (x0 + x1) / 2, HEIGHT - 12, 'text-anchor="middle"');
  text(y.label, 0, 0, `text-anchor="middle" transform="translate(${left + 14} ${(y0 + y1) / 2}) rotate(-90)"`);
  for (const { value, text: words } of marks) {
    line(across.at(value), y0, across.at(value), y1, `stroke="${FAINT}" stroke-dasharray="3 3"`);
    text(words, across.at(value) + 4, y0 - 6, `fill="${FAINT}"`);
  }
  const inside = (/** @type {Range} */ [px, py]) =>
    px >= x.domain[0] && px <= x.domain[1] && py >= y.domain[0] && py <= y.domain[1];
  /** @type {EndLabel[]} */
  const labels = [];
  series.forEach(({ name, points }, i) => {
    const shown = points.filter(inside);
    if (shown.length === 0) throw new Error(`nothing of the line ${name} is within the axes of "${title}"`);
    const path = shown.map(([px, py], k) => `${k === 0 ? "M" : "L"}${place(across.at(px))} ${place(up.at(py))}`).join("");
    out.push(
      `<path d="${path}" fill="none" stroke="${INK}" stroke-width="1.4" stroke-dasharray="${DASHES[i % DASHES.length]}"/>`,
    );
    const [endX, endY] = shown[shown.length - 1];
    labels.push({ name, y: up.at(endY), from: [across.at(endX), up.at(endY)] });
  });
  // A key where the lines end together.
  if (key) {
    labels.forEach(({ name }, i) => {
      const ky = y1 + 10 + 17 * i;
      line(x1 + 4, ky, x1 + 28, ky, `stroke="${INK}" stroke-width="1.4" stroke-dasharray="${DASHES[i % DASHES.length]}"`);
      text(name, x1 + 32, ky + 4);
    });
    labels.length = 0;
  }
  for (const { name, y: ly, from } of spread(labels, 12.5, [y1 + 4, y0 - 2])) {
    line(from[0] + 1, from[1], x1 + 12, ly, `stroke="${FAINT}" stroke-width="0.6"`);
    text(name, x1 + 14, ly + 4);
  }
  for (const { value } of levels) {
    if (value >= y.domain[0] && value <= y.domain[1]) {
      out.push(`<path d="M${place(x1 - 5)} ${place(up.at(value))}h10" stroke="${INK}" stroke-width="2.4"/>`);
    }
  }
  return out.join("\n");
}

/** Rules of a style sheet are stronger than attributes: these are for dark pages. */
const DARK = `<style>@media (prefers-color-scheme: dark){rect{fill:#1b1b19}svg,text{fill:#f1efe9}[stroke="${INK}"]{stroke:#f1efe9}[stroke="${FAINT}"]{stroke:#a5a29a}[fill="${FAINT}"]{fill:#a5a29a}}</style>`;

/**
 * Panels side by side. `description`: the figure in words, for those who don't see it.
 *
 * @param {{title: string, description: string, panels: Panel[]}} figure
 */
export function lineCharts({ title, description, panels }) {
  const width = WIDTH * panels.length;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="12" fill="${INK}">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
${DARK}
<rect width="${width}" height="${HEIGHT}" fill="#fff"/>
${panels.map((panel, i) => panelOf(panel, i * WIDTH)).join("\n")}
</svg>
`;
}

// Figures of the papers as plain SVG: no script, light and dark, readable without colour.
//
// Each series has a look of its own: a dash or a marker, and next to them a colour. Scales, lines
// and markers are d3's.
import { scaleLinear, scaleLog } from "d3-scale";
import {
  line,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from "d3-shape";

/** @typedef {[x: number, y: number]} Point */
/** @typedef {[number, number, number, number, number]} Box low, quartiles with the median, high */
/** @typedef {[number, number]} Range */
/**
 * An axis. `names` are at 0, 1, … of a linear one, in the place of numbers.
 *
 * @typedef {object} Axis
 * @property {string} label
 * @property {"log" | "linear"} kind
 * @property {Range} domain
 * @property {number[]} [ticks]
 * @property {string[]} [names]
 */

/**
 * A series. `look` picks dash, marker and colour; `boxes` stand at the points' x.
 *
 * @typedef {object} Series
 * @property {string} name
 * @property {"line" | "points" | "boxes"} kind
 * @property {Point[]} points
 * @property {number} look
 * @property {number} [size] of a marker, in square pixels
 * @property {Box[]} [boxes]
 */

/**
 * A panel. `lines`: straight lines across at an x or a y, with words. `circles`: in the panel's own
 * units, for which both axes must have one scale.
 *
 * @typedef {object} Panel
 * @property {string} title
 * @property {Axis} x
 * @property {Axis} y
 * @property {Series[]} series
 * @property {{x?: number, y?: number, text: string}[]} [lines]
 * @property {{centre: Point, radius: number, text: string}[]} [circles]
 */

/** @typedef {{title: string, description: string, columns: number, panels: Panel[]}} Figure */

const PLOT = { width: 290, height: 220 };
const FRAME = { left: 64, right: 22, top: 30, bottom: 46 };
const KEY = 17;

const DASHES = ["none", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "6 2 1 2 1 2"];
const SYMBOLS = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolCross, symbolStar, symbolWye];
export const MARKERS = ["circle", "square", "triangle", "diamond", "cross", "star", "wye"];
/** Tried against both grounds. */
const LIGHT = ["#1d1d1b", "#0b5fa5", "#a8430b", "#276749", "#7a3e9d", "#8a6d00", "#a11d5b"];
const DARK = ["#f1efe9", "#7cc0ff", "#ffab73", "#7fd6a8", "#d3a5f0", "#e6c84f", "#ff9cc8"];

const STYLE = `<style>
.paper{fill:#fff}.ink,text{fill:#1d1d1b}.axis{stroke:#1d1d1b;fill:none}.faint{stroke:#767676;fill:none}.tick{stroke:#e4e2dc}
${LIGHT.map((colour, i) => `.line${i}{stroke:${colour};fill:none}.mark${i}{fill:${colour}}`).join("\n")}
@media (prefers-color-scheme: dark){
.paper{fill:#1b1b19}.ink,text{fill:#f1efe9}.axis{stroke:#f1efe9}.faint{stroke:#a5a29a}.tick{stroke:#3a3a36}
${DARK.map((colour, i) => `.line${i}{stroke:${colour}}.mark${i}{fill:${colour}}`).join("\n")}
}
</style>`;

const escaped = (/** @type {string} */ text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const place = (/** @type {number} */ value) => value.toFixed(1);
const rounded = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([Math.round(10 * x) / 10, Math.round(10 * y) / 10]);

/** @type {Record<string, string>} */
const SUPERSCRIPT = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
const power = (/** @type {number} */ value) => `10${Array.from(String(value), (digit) => SUPERSCRIPT[digit]).join("")}`;

/**
 * A tick in words: plain numbers from 0.01 to 99,999, otherwise powers of ten.
 *
 * @param {number} value
 */
function tickText(value) {
  const exponent = Math.log10(Math.abs(value));
  if (value !== 0 && (exponent < -2.001 || exponent > 4.999)) {
    return Number.isInteger(Math.round(exponent * 1e9) / 1e9) ? power(Math.round(exponent)) : value.toExponential(0);
  }
  return value.toLocaleString("en", { maximumFractionDigits: 3 });
}

/**
 * A scale, with its ticks.
 *
 * @param {Axis} axis
 * @param {[number, number]} range
 */
function scaleOf({ kind, domain, ticks, names }, range) {
  const scale = (kind === "log" ? scaleLog() : scaleLinear()).domain(domain).range(range);
  if (names !== undefined) return { at: (/** @type {number} */ value) => scale(value), ticks: [...names.keys()] };
  if (ticks !== undefined) return { at: (/** @type {number} */ value) => scale(value), ticks };
  if (kind === "linear") return { at: (/** @type {number} */ value) => scale(value), ticks: scale.ticks(5) };
  const powers = scale.ticks().filter((tick) => Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-9);
  const step = Math.ceil(powers.length / 6);
  const shown = powers.length > 1 ? powers.filter((_, i) => i % step === 0) : scale.ticks(4);
  return { at: (/** @type {number} */ value) => scale(value), ticks: shown };
}

/**
 * About so many of the points of a line, for its markers.
 *
 * @param {Point[]} points
 * @param {number} count
 */
const some = (points, count) => points.filter((_, i) => i % Math.max(1, Math.ceil(points.length / count)) === 0);

/**
 * A series as a group that says how it can be told without colour.
 *
 * @param {Series} series
 * @param {(point: Point) => Point} at
 * @param {number} floor the place of the horizontal axis
 */
function drawn({ name, kind, points, look, size = 26, boxes = [] }, at, floor) {
  const dash = DASHES[look % DASHES.length];
  const marker = MARKERS[look % MARKERS.length];
  const colour = look % LIGHT.length;
  const stroke = `class="line${colour}" stroke-width="1.4" stroke-dasharray="${dash}"`;
  const mark = (/** @type {Point} */ point, area = size) => {
    const [x, y] = at(point);
    return `<path class="mark${colour}" transform="translate(${place(x)} ${place(y)})" d="${symbol(SYMBOLS[look % SYMBOLS.length], area)()}"/>`;
  };
  const out = [`<g data-series="${escaped(name)}" data-dash="${kind === "points" ? "" : dash}" data-marker="${marker}">`];
  if (kind === "line") out.push(`<path ${stroke} d="${line()(points.map(at).map(rounded))}"/>`);
  if (kind === "boxes") {
    boxes.forEach(([low, quarter, median, threeQuarters, high], i) => {
      const x = points[i][0];
      // A value below the axis is drawn on it.
      const up = (/** @type {number} */ value) => Math.min(floor, at([x, value])[1]);
      const across = at(points[i])[0];
      const half = 7;
      out.push(
        `<path ${stroke} d="M${place(across)} ${place(up(low))}V${place(up(quarter))}M${place(across)} ${place(up(threeQuarters))}V${place(up(high))}"/>`,
      );
      out.push(
        `<path ${stroke} d="M${place(across - half)} ${place(up(quarter))}H${place(across + half)}V${place(up(threeQuarters))}H${place(across - half)}Z"/>`,
      );
      out.push(`<path ${stroke} d="M${place(across - half)} ${place(up(median))}H${place(across + half)}"/>`);
    });
  } else {
    for (const point of kind === "line" ? some(points, 7) : points) out.push(mark(point));
  }
  out.push("</g>");
  return out.join("\n");
}

/**
 * A key: what a series looks like, with its name.
 *
 * @param {Series} series
 * @param {number} x
 * @param {number} y
 */
function keyOf({ name, kind, look }, x, y) {
  const colour = look % LIGHT.length;
  const out = [];
  if (kind !== "points") {
    out.push(
      `<path class="line${colour}" stroke-width="1.4" stroke-dasharray="${DASHES[look % DASHES.length]}" d="M${x} ${y}h30"/>`,
    );
  }
  if (kind !== "boxes") {
    out.push(
      `<path class="mark${colour}" transform="translate(${x + 15} ${y})" d="${symbol(SYMBOLS[look % SYMBOLS.length], 34)()}"/>`,
    );
  }
  out.push(`<text x="${x + 38}" y="${y + 4}">${escaped(name)}</text>`);
  return out.join("\n");
}

/**
 * @param {Panel} panel
 * @param {number} left
 * @param {number} top
 */
function panelOf({ title, x, y, series, lines = [], circles = [] }, left, top) {
  const [x0, x1] = [left + FRAME.left, left + FRAME.left + PLOT.width];
  const [y0, y1] = [top + FRAME.top + PLOT.height, top + FRAME.top];
  const across = scaleOf(x, [x0, x1]);
  const up = scaleOf(y, [y0, y1]);
  const out = [
    `<g data-panel="${escaped(title)}">`,
    `<text x="${x0}" y="${y1 - 12}" font-weight="bold">${escaped(title)}</text>`,
  ];
  for (const tick of across.ticks) {
    out.push(`<path class="tick" d="M${place(across.at(tick))} ${y1}V${y0}"/>`);
    out.push(
      `<text x="${place(across.at(tick))}" y="${y0 + 16}" text-anchor="middle">${escaped(x.names?.[tick] ?? tickText(tick))}</text>`,
    );
  }
  for (const tick of up.ticks) {
    out.push(`<path class="tick" d="M${x0} ${place(up.at(tick))}H${x1}"/>`);
    out.push(`<text x="${x0 - 7}" y="${place(up.at(tick) + 4)}" text-anchor="end">${tickText(tick)}</text>`);
  }
  out.push(`<path class="axis" d="M${x0} ${y1}V${y0}H${x1}"/>`);
  out.push(`<text x="${(x0 + x1) / 2}" y="${y0 + 34}" text-anchor="middle">${escaped(x.label)}</text>`);
  out.push(
    `<text text-anchor="middle" transform="translate(${left + 14} ${(y0 + y1) / 2}) rotate(-90)">${escaped(y.label)}</text>`,
  );
  for (const { x: atX, y: atY, text } of lines) {
    if (atX !== undefined) {
      out.push(`<path class="faint" stroke-dasharray="1 3" stroke-width="1.4" d="M${place(across.at(atX))} ${y0}V${y1}"/>`);
      out.push(`<text x="${place(across.at(atX) - 4)}" y="${y1 + 11}" text-anchor="end">${escaped(text)}</text>`);
    }
    if (atY !== undefined) {
      out.push(`<path class="faint" stroke-dasharray="1 3" stroke-width="1.4" d="M${x0} ${place(up.at(atY))}H${x1}"/>`);
      out.push(`<text x="${x1 - 4}" y="${place(up.at(atY) - 5)}" text-anchor="end">${escaped(text)}</text>`);
    }
  }
  for (const { centre, radius, text } of circles) {
    const r = Math.abs(across.at(centre[0] + radius) - across.at(centre[0]));
    out.push(
      `<circle class="faint" stroke-width="1.2" cx="${place(across.at(centre[0]))}" cy="${place(up.at(centre[1]))}" r="${place(r)}"/>`,
    );
    out.push(
      `<text x="${place(across.at(centre[0]))}" y="${place(up.at(centre[1]) - r - 5)}" text-anchor="middle">${escaped(text)}</text>`,
    );
  }
  const inside = (/** @type {Point} */ [px, py]) =>
    px >= Math.min(...x.domain) && px <= Math.max(...x.domain) && py >= y.domain[0] && py <= y.domain[1];
  const at = (/** @type {Point} */ [px, py]) => /** @type {Point} */ ([across.at(px), up.at(py)]);
  series.forEach((one, i) => {
    const kept = one.kind === "boxes" ? one.points : one.points.filter(inside);
    if (kept.length === 0) throw new Error(`nothing of "${one.name}" is within the axes of "${title}"`);
    out.push(drawn({ ...one, points: kept }, at, y0));
    out.push(keyOf(one, x0, y0 + FRAME.bottom + 4 + KEY * i));
  });
  out.push("</g>");
  return out.join("\n");
}

/**
 * A figure: its panels in so many columns, row by row.
 *
 * @param {Figure} figure
 */
export function svgOf({ title, description, columns, panels }) {
  const keys = Math.max(...panels.map(({ series }) => series.length));
  const panelWidth = FRAME.left + PLOT.width + FRAME.right;
  const panelHeight = FRAME.top + PLOT.height + FRAME.bottom + KEY * keys + 8;
  const width = panelWidth * Math.min(columns, panels.length);
  const height = panelHeight * Math.ceil(panels.length / columns);
  const places = panels.map((panel, i) => panelOf(panel, panelWidth * (i % columns), panelHeight * Math.floor(i / columns)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="12">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
${STYLE}
<rect class="paper" width="${width}" height="${height}"/>
${places.join("\n")}
</svg>
`;
}

/**
 * The share of the values at or below each of them, as a line of at most 120 points.
 *
 * @param {ArrayLike<number>} values
 * @returns {Point[]}
 */
export function cumulative(values) {
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  return Array.from({ length: Math.min(n, 120) }, (_, k, count = Math.min(n, 120)) => {
    const i = Math.min(n - 1, Math.round(((k + 1) / count) * n) - 1);
    return /** @type {Point} */ ([sorted[i], (i + 1) / n]);
  });
}

/**
 * Quantile by nearest rank.
 *
 * @param {ArrayLike<number>} values
 * @param {number} share
 */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

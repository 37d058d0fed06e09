// Lines over two axes, as SVG with text. It is drawn for the width that there is, so that the text
// keeps its size; lines differ in dashes and marks, so that it reads without colour; what belongs
// to nothing private (colours) is in the style sheet.
import { nothing, svg } from "lit-html";
import { inChart } from "../figures.js";
import { canvas, n } from "./canvas.js";
import { linearScale, logScale } from "./scale.js";

/** @import { Scale } from "./scale.js" */

/** @typedef {"one" | "two" | "three" | "four"} Style a line's dashes and marks */

/**
 * An axis to be drawn. `format` writes the marks of a linear one.
 *
 * @typedef {{kind: "log" | "linear", label: string, low: number, high: number, format?:
 *   (value: number) => string}} Axis
 */

/**
 * A line. `bars`: [x, from, to]; `marks`: the points that get one, all unless given.
 *
 * @typedef {{name: string, style: Style, points: number[][], bars?: number[][], marks?:
 *   number[][]}} Line
 */

/** @typedef {Line & {x: number}} Entry a line's place in its row of the legend */

/**
 * A stretch of x, with names for it and for the parts on both sides of it.
 *
 * @typedef {{from: number, to: number, before: string, within: string, after: string}} Zone
 */

/**
 * A value of y with a line across, its name above it at its end unless said otherwise.
 *
 * @typedef {{value: number, label: string, under?: boolean, start?: boolean}} Level
 */

/** About how wide a text is, in widths of its size. */
export const widthOf = (/** @type {string} */ text) => 0.56 * Array.from(text).length;

/**
 * Outlines of the marks of each style of line, around a point.
 *
 * @type {Record<Style, (x: number, y: number, r: number) => string>}
 */
const MARKS = {
  one: (x, y, r) => `M${n(x - r)} ${n(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  two: (x, y, r) => `M${n(x)} ${n(y - 1.3 * r)}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`,
  three: (x, y, r) => `M${n(x - r)} ${n(y - r)}h${2 * r}v${2 * r}h${-2 * r}z`,
  four: (x, y, r) => `M${n(x)} ${n(y - 1.2 * r)}l${1.2 * r} ${2.2 * r}h${-2.4 * r}z`,
};

/**
 * Rows of a legend: each entry with its place.
 *
 * @param {Line[]} lines
 * @param {number} width
 * @param {number} em
 */
function legendRows(lines, width, em) {
  /** @type {Entry[][]} */
  const rows = [[]];
  let used = 0;
  for (const line of lines) {
    const needed = (3.2 + widthOf(line.name)) * em + 1.2 * em;
    if (used > 0 && used + needed > width) {
      rows.push([]);
      used = 0;
    }
    /** @type {Entry[]} */ (rows.at(-1)).push({ ...line, x: used });
    used += needed;
  }
  return rows;
}

/**
 * A path through the points, broken where the axes can't show one.
 *
 * @param {([number, number] | null)[]} points
 */
function pathThrough(points) {
  let path = "";
  let drawing = false;
  for (const point of points) {
    if (point === null) drawing = false;
    else {
      path += `${drawing ? "L" : "M"}${n(point[0])} ${n(point[1])}`;
      drawing = true;
    }
  }
  return path;
}

/**
 * @param {Axis} axis
 * @param {number} from
 * @param {number} to
 * @param {number} most
 */
const axisOf = ({ kind, low, high, format }, from, to, most) =>
  kind === "log" ? logScale(low, high, from, to, most) : linearScale(low, high, from, to, most, format);

/**
 * Returns the smallest and the largest of the values that an axis of this kind can show.
 *
 * @param {Axis["kind"]} kind
 * @param {Iterable<number>} values
 */
export function extent(kind, values) {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value) || (kind === "log" && !(value > 0))) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? { low, high } : kind === "log" ? { low: 0.1, high: 10 } : { low: 0, high: 1 };
}

/**
 * @param {object} chart
 * @param {string} chart.id
 * @param {string} chart.name what it shows; with `description` it is told to those who don't see it
 * @param {string} chart.description
 * @param {string} chart.stamp a line over everything, so that it is on every copy
 * @param {number} chart.width in pixels
 * @param {number} chart.em the size of its text
 * @param {Axis} chart.x
 * @param {Axis} chart.y
 * @param {Line[]} chart.lines
 * @param {Zone | null} [chart.zone]
 * @param {Level[]} [chart.levels]
 * @param {ArrayLike<number>} [chart.read] values of x that can be read out
 */
export function plot({ id, name, description, stamp, width, em, x, y, lines, zone = null, levels = [], read = [] }) {
  const line = 1.45 * em;
  const legend = legendRows(lines, width, em);
  const legendTop = stamp === "" ? 0 : line;
  const namesTop = legendTop + legend.length * line;
  const zoneRows = zone === null ? 0 : 2;
  const top = namesTop + line + zoneRows * line + 0.4 * em;
  const plotHeight = Math.round(Math.min(24 * em, Math.max(15 * em, 0.5 * width)));
  const bottom = top + plotHeight;
  const height = bottom + 3.4 * em;
  const upright = axisOf(y, bottom, top, Math.floor(plotHeight / (2.2 * em)));
  const left = Math.max(...upright.ticks.map(({ label }) => widthOf(label))) * em + 1.2 * em;
  const right = width - 1.8 * em;
  const across = axisOf(x, left, right, Math.floor((right - left) / (4.2 * em)));
  // Between its ends an axis can show every value.
  const inX = (/** @type {number} */ value) =>
    /** @type {number} */ (across.at(Math.min(Math.max(value, across.low), across.high)));
  /**
   * @param {number[]} point
   * @returns {[number, number] | null}
   */
  const placed = ([px, py]) => {
    const [ax, ay] = [across.at(px), upright.at(py)];
    return ax === null || ay === null ? null : [ax, ay];
  };
  const r = n(0.26 * em);

  const shapes = svg`${legend.map((row, index) =>
    row.map(({ x: at, name: text, style, points, marks = points }) => {
      const middle = legendTop + index * line + 0.75 * em;
      return svg`<path class="line line-${style}" d="M${n(at)} ${n(middle)}h${n(2.6 * em)}"></path>
          ${marks.length > 0 ? svg`<path class="dot dot-${style}" d=${MARKS[style](at + 1.3 * em, middle, r)}></path>` : nothing}
          <text x=${n(at + 3.1 * em)} y=${n(middle + 0.33 * em)}>${inChart(text)}</text>`;
    }),
  )}
    ${svg`<text class="axis-name" x="0" y=${n(namesTop + em)}>${inChart(y.label)}</text>`}
    ${zone === null ? nothing : zoneShapes(zone, { inX, across, left, right, top, bottom, line, em, from: namesTop + line })}
    ${upright.ticks.map(
      ({ at, label }) => svg`<line class="grid-halo" x1=${n(left)} x2=${n(right)} y1=${n(at)} y2=${n(at)}></line>
        <text class="tick" x=${n(left - 0.5 * em)} y=${n(at + 0.35 * em)} text-anchor="end">${inChart(label)}</text>`,
    )}
    ${across.ticks.map(
      ({ at, label }) => svg`<line class="axis" x1=${n(at)} x2=${n(at)} y1=${n(bottom)} y2=${n(bottom + 0.4 * em)}></line>
        <text class="tick" x=${n(at)} y=${n(bottom + 1.5 * em)} text-anchor="middle">${inChart(label)}</text>`,
    )}
    ${svg`<path class="axis" d="M${n(left)} ${n(top)}V${n(bottom)}H${n(right)}"></path>
      <text class="axis-name" x=${n((left + right) / 2)} y=${n(bottom + 2.9 * em)} text-anchor="middle">${inChart(x.label)}</text>`}
    ${levels.map(({ value }) => {
      const at = upright.at(value);
      return at === null ? nothing : svg`<line class="level" x1=${n(left)} x2=${n(right)} y1=${n(at)} y2=${n(at)}></line>`;
    })}
    ${lines.map(({ style, points, bars = [], marks = points }) => {
      const marked = marks.map(placed).filter((at) => at !== null);
      return svg`${bars.map(([bx, from, to]) => {
        const [at, low, high] = [across.at(bx), upright.at(from), upright.at(to)];
        return at === null || low === null || high === null
          ? nothing
          : svg`<path class="bar" d="M${n(at)} ${n(low)}V${n(high)}M${n(at - r)} ${n(low)}h${2 * r}M${n(at - r)} ${n(high)}h${2 * r}"></path>`;
      })}
        <path class="line line-${style}" d=${pathThrough(points.map(placed))}></path>
        ${marked.length > 0 ? svg`<path class="dot dot-${style}" d=${marked.map((at) => MARKS[style](...at, r)).join("")}></path>` : nothing}`;
    })}
    ${levels.map(({ value, label, under = false, start = false }) => {
      const at = upright.at(value);
      return at === null
        ? nothing
        : svg`<text class="on-plot" x=${n(start ? left + 0.5 * em : right)} y=${n(under ? at + 1.25 * em : at - 0.4 * em)} text-anchor=${start ? "start" : "end"}>${inChart(label)}</text>`;
    })}`;
  /** @type {import("./read-out.js").Places} */
  const places = Array.from(read, (value) => [n(inX(value)), n(top), n(bottom)]);
  return canvas({ id, name, description, stamp, width, height, em, places }, shapes);
}

/**
 * The stretch itself, and three names over it: those of its sides at the ends of one row, its own
 * in the row below.
 *
 * @param {Zone} zone
 * @param {{inX: (value: number) => number, across: Scale, left: number, right: number, top: number,
 *   bottom: number, line: number, em: number, from: number}} drawing `from`: the top of the rows
 */
function zoneShapes({ from, to, before, within, after }, { inX, across, left, right, top, bottom, line, em, from: rows }) {
  const [start, end] = [inX(from), inX(to)];
  const beyond = (/** @type {number} */ value) => value < across.low || value > across.high;
  const half = (widthOf(within) * em) / 2;
  const middle = Math.min(Math.max((start + end) / 2, left + half), right - half);
  const shown = start < right && end > left;
  const edge = (/** @type {number} */ value, /** @type {number} */ at) =>
    beyond(value) ? nothing : svg`<line class="zone-edge" x1=${n(at)} x2=${n(at)} y1=${n(rows + line)} y2=${n(bottom)}></line>`;
  return svg`
    ${shown && end > start ? svg`<rect class="zone-halo" x=${n(start)} y=${n(top)} width=${n(end - start)} height=${n(bottom - top)}></rect>` : nothing}
    ${edge(from, start)}${edge(to, end)}
    ${start > left + em ? svg`<text class="on-plot" x=${n(left)} y=${n(rows + em)}>${inChart(before)}</text>` : nothing}
    ${end < right - em ? svg`<text class="on-plot" x=${n(right)} y=${n(rows + em)} text-anchor="end">${inChart(after)}</text>` : nothing}
    ${shown ? svg`<text class="on-plot zone-name" x=${n(middle)} y=${n(rows + line + em)} text-anchor="middle">${inChart(within)}</text>` : nothing}`;
}

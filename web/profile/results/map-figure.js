// The map of the rows: the choice of its sides, and the drawing.
import { html, nothing } from "lit-html";
import { map } from "../chart/map.js";
import { extent } from "../chart/plot.js";
import { and, count, figure } from "../figures.js";
import { cellsOf, changeCellsOf, mapCells } from "../map-cells.js";
import { figureOf } from "../tables.js";

/** @import { Axis, CoordinateAxis } from "../map-axes.js" */
/** @import { Shown } from "../results.js" */
/** @import { MapState } from "../state.js" */

/** @typedef {{target: HTMLSelectElement}} Chosen the event of a choice */
/** @typedef {MapState & {places: Float64Array[]}} Placed it is known where the rows lie */

/**
 * Chooses what is on each side of the map, and what a cell shows.
 *
 * @param {MapState} map
 * @param {Axis[]} axes
 * @param {Pick<import("expost").Profile, "dimension">} profile
 * @param {import("#words/profile").ProfileWords["charts"]["map"]} words
 * @param {import("../actions.js").Actions} actions
 */
function choosers({ chosen, statistic }, axes, { dimension }, words, actions) {
  /**
   * @param {string} id
   * @param {string} label
   * @param {unknown} content
   * @param {(value: string) => void} set
   */
  const select = (id, label, content, set) =>
    html`<div class="field">
      <label class="field-label" for=${id}>${label}</label>
      <select id=${id} autocomplete="off" translate="no" @change=${(/** @type {Chosen} */ event) => set(event.target.value)}>
        ${content}
      </select>
    </div>`;
  /**
   * @param {{value: string, text: string}[]} choices
   * @param {string} value the chosen one
   */
  const options = (choices, value) =>
    choices.map((choice) => html`<option value=${choice.value} ?selected=${choice.value === value}>${choice.text}</option>`);
  const choices = (/** @type {"column" | "changes"} */ kind) =>
    axes.filter((axis) => axis[kind]).map(({ key, title }) => ({ value: key, text: title }));
  const coordinates = choices("changes");
  const sides = (/** @type {0 | 1} */ side) =>
    coordinates.length === 0
      ? options(choices("column"), chosen[side])
      : html`<optgroup label=${words.columns}>${options(choices("column"), chosen[side])}</optgroup>
          <optgroup label=${words.coordinates}>${options(coordinates, chosen[side])}</optgroup>`;
  const statistics = /** @type {const} */ (["largest", "median"]).map((value) => ({
    value,
    text: words.statistics[value],
  }));
  return html`<div class="pair choosers">
      ${select("map-across", words.across, sides(0), (key) => actions.chooseMap(0, key))}
      ${select("map-up", words.up, sides(1), (key) => actions.chooseMap(1, key))}
      ${select("map-statistic", words.statistic, options(statistics, statistic), /** @type {(value: string) => void} */ (actions.chooseStatistic))}
    </div>
    ${
      coordinates.length > 0 && coordinates.length < dimension
        ? html`<p class="hint" id="some-coordinates">${words.someCoordinates(count(coordinates.length), count(dimension))}</p>`
        : nothing
    }`;
}

/**
 * The choosers with the map under them, once it is known where the rows lie.
 *
 * @param {MapState} chosenMap
 * @param {Shown} shown
 */
export function mapFigure(chosenMap, shown) {
  const { profile, page, actions, axes } = shown;
  const words = page.charts.map;
  const { places, asked, message } = chosenMap;
  // One template for every state, else the chooser with the focus would be replaced, and what is
  // drawn not read out.
  const drawn = places === null ? null : mapDrawing(/** @type {Placed} */ (chosenMap), shown);
  return html`${choosers(chosenMap, axes, profile, words, actions)}
    <p role="status" id="map-status" class=${message ? "error-message" : drawn ? "visually-hidden" : nothing}>
      ${message ?? (drawn === null ? words.reading : asked ? drawn.said : nothing)}
    </p>
    ${drawn?.figure}`;
}

/**
 * The map itself, and what is said of it where it is drawn again.
 *
 * @param {Placed} map
 * @param {Shown} shown
 */
function mapDrawing({ chosen, statistic, places }, { profile, page, actions, look, axes }) {
  const words = page.charts.map;
  const two = chosen.map((key) => /** @type {Axis} */ (axes.find((axis) => axis.key === key)));
  const sidesOf = two.map(({ column, changes }) =>
    column ? cellsOf(column, words, figure) : changeCellsOf(changes, words, figure),
  );
  const bases = new Set(
    /** @type {CoordinateAxis[]} */ (two.filter(({ changes }) => changes)).map(({ name, base }) =>
      words.base(name, figure(base)),
    ),
  );
  const cells = mapCells(places, sidesOf, profile.profile.typical);
  const values = cells.map((cell) => cell[statistic]);
  const name = words.name(two[0].title, two[1].title);
  const { low, high } = extent("linear", values);
  const drawing = {
    id: "map-chart",
    file: words.file,
    name,
    notes: bases.size > 0 ? [words.changes(and([...bases]))] : [],
    chart: map({
      ...look,
      id: "map-chart",
      name,
      description: words.description(words.statistics[statistic], figure(low), figure(high)),
      titles: two.map(({ title }) => title),
      axes: sidesOf,
      cells: cells.map((cell) => ({ ...cell, value: cell[statistic] })),
      words,
    }),
    numbers: {
      head: [two[0].title, two[1].title, words.rows, words.largest, words.median],
      rows: cells.map((cell) => [
        sidesOf[0].labels[cell.across],
        sidesOf[1].labels[cell.up],
        count(cell.rows),
        figure(cell.largest),
        figure(cell.median),
      ]),
    },
  };
  return {
    said: words.drawn(name, words.statistics[statistic], figure(low), figure(high)),
    figure: figureOf(drawing, page.charts, actions),
  };
}

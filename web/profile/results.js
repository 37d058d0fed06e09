// Everything the study found: sentences, charts with a table each, tables, files.
import { html, nothing } from "lit-html";
import { emphasised } from "../controls/emphasis.js";
import { map } from "./chart/map.js";
import { extent, plot } from "./chart/plot.js";
import { logScale } from "./chart/scale.js";
import { cellsOf, changeCellsOf, mapCells, quantilesOf, ranked, rankedPoints, ranksToName, sharesOfMost } from "./curves.js";
import { count, downward, figure, percent, upward } from "./figures.js";
import { headlineOf } from "./headline.js";
import { figureOf, table } from "./tables.js";

export function results(state, page, actions) {
  const { result } = state;
  const look = { width: state.width, em: state.em, stamp: page.charts.stamp };
  const shown = { page, actions, look, ...result };
  return html`<section class="part" aria-labelledby="result-heading">
      <h2 id="result-heading" tabindex="-1">${page.result.heading}</h2>
      ${headline(result, page)}
    </section>
    <section class="part" aria-labelledby="typical-heading">
      <h2 id="typical-heading">${page.charts.typical.heading}</h2>
      <div class="charts" id="chart-place">
        ${beyondAxis(result.profile, page.charts.typical)} ${typicalFigure(shown)} ${shareFigure(shown)}
        ${result.profile.accuracy ? accuracyFigure(shown) : nothing}
      </div>
    </section>
    <section class="part" aria-labelledby="sorted-heading">
      <h2 id="sorted-heading">${page.charts.sorted.heading(figure(result.profile.profile.epsilon))}</h2>
      <div class="charts">${quantileTable(shown)} ${sortedFigure(shown)}</div>
    </section>
    <section class="part" aria-labelledby="top-heading">
      <h2 id="top-heading">${page.tables.top.heading}</h2>
      <div class="charts">
        <p>${result.classes ? page.tables.top.introClasses : page.tables.top.intro}</p>
        ${topTable(shown)}
      </div>
    </section>
    <section class="part" aria-labelledby="map-heading">
      <h2 id="map-heading">${page.charts.map.heading}</h2>
      <div class="charts">${mapFigure(state, shown)}</div>
    </section>
    ${result.audit ? publishedSection(shown) : nothing}
    <section class="part" aria-labelledby="take-heading">
      <h2 id="take-heading">${page.take.heading}</h2>
      <p>${page.take.intro}</p>
      <div class="buttons">
        <button type="button" class="button" id="save-json" @click=${actions.saveJson}>${page.take.json}</button>
        <button type="button" class="button" id="save-csv" @click=${actions.saveCsv}>${page.take.csv}</button>
        <button type="button" class="button button-quiet" id="again" @click=${actions.again}>${page.take.again}</button>
      </div>
      <p class="hint">${page.take.againHint}</p>
      <p>${page.take.limits}</p>
    </section>`;
}

function headline({ profile, madeUp }, page) {
  const words = page.result;
  const { headline: found, sentences } = headlineOf(profile, words);
  return html`${madeUp ? html`<p class="stamp" id="made-up">${words.madeUp}</p>` : nothing}
    ${profile.seeded ? html`<p class="stamp">${words.seeded}</p>` : nothing}
    <p class="headline" id="headline" role="status">${found}</p>
    ${sentences.map((sentence) => html`<p class="finding">${sentence}</p>`)}
    <p class="aside-note" id="cost"><strong>${page.honest.cost}</strong> ${page.honest.instead}</p>
    <p class="hint" id="facts">
      ${words.facts(count(profile.rows), count(profile.dimension), figure(profile.lambda))} ${neighbourWords(profile, words)}
    </p>
    <p>${emphasised(words.meaning(profile.lipschitz === 1 ? words.rate : words.rateWithin(upward(profile.lipschitz))))}</p>`;
}

/** Finer than this, rounding is what counts. */
const FINEST_ERROR = 1e-9;

const nobodyMoves = ({ displacement }) => displacement.every((distance) => distance === 0);

/** The models that a row is compared with, and how exactly. */
function neighbourWords(profile, words) {
  const { neighbours, displacementError, worstCaseDeviation } = profile;
  if (neighbours !== "exact") return words.worst;
  if (nobodyMoves(profile)) return "";
  const exact = words.exact(upward(Math.max(displacementError, FINEST_ERROR)));
  return worstCaseDeviation === null ? exact : `${exact} ${words.worstDeviation(upward(worstCaseDeviation))}`;
}

/** The axis of ε, the same under every chart that has one. */
const epsilonAxis = ({ epsilons }, words) => ({
  kind: "log",
  label: words.epsilon,
  low: epsilons[0],
  high: epsilons.at(-1),
});

/** The transition as a stretch of that axis; null where there is none. */
function zoneOf(profile, words) {
  const { transition } = profile;
  if (transition === null || nobodyMoves(profile)) return null;
  return {
    from: transition.epsilonLow,
    to: transition.epsilonHigh,
    before: words.lower,
    within: words.transition,
    after: words.upper,
  };
}

/** How much of the transition is on that axis. */
function reachOf({ transition: { epsilonLow, epsilonHigh }, epsilons }) {
  const { low, high } = logScale(epsilons[0], epsilons.at(-1), 0, 1, 2);
  if (epsilonLow > high || epsilonHigh < low) return "none";
  return epsilonLow >= low && epsilonHigh <= high ? "whole" : "part";
}

/**
 * Where the charts end before the range does, this is said. A range without an upper end has no
 * end to show.
 */
function beyondAxis(profile, words) {
  const { transition, epsilons } = profile;
  if (transition === null || nobodyMoves(profile)) return nothing;
  const { epsilonLow, epsilonHigh } = transition;
  const ends = Number.isFinite(epsilonHigh) ? [epsilonLow, epsilonHigh] : [epsilonLow];
  if (ends.every((end) => end >= epsilons[0] && end <= epsilons.at(-1))) return nothing;
  return html`<p class="hint" id="beyond">${words.beyond(figure(epsilons[0]), figure(epsilons.at(-1)))}</p>`;
}

const LINES = [
  ["max", "one"],
  ["p99", "two"],
  ["median", "three"],
];

function typicalFigure({ profile, page, actions, look }) {
  const words = page.charts;
  const { epsilons, typical, transition } = profile;
  const pairs = (values) => Array.from(epsilons, (epsilon, index) => [epsilon, values[index]]);
  const zone = zoneOf(profile, words);
  const drawn = LINES.map(([name, style]) => ({ name: words[name], style, points: pairs(typical[name]) }));
  const name = words.typical.name;
  const columns = ["max", "p99", "p90", "median", "p10", "min", "mean"];
  return figureOf(
    {
      id: "typical-chart",
      file: words.typical.file,
      name,
      chart: plot({
        ...look,
        id: "typical-chart",
        name,
        description: zone
          ? words.typical.description(downward(transition.epsilonLow), upward(transition.epsilonHigh), reachOf(profile))
          : words.typical.plainDescription,
        x: epsilonAxis(profile, words),
        y: {
          kind: "log",
          label: words.typical.y,
          ...extent(
            "log",
            drawn.flatMap(({ points }) => points.map(([, y]) => y)),
          ),
        },
        lines: drawn,
        zone,
      }),
      numbers: {
        head: [words.epsilon, ...columns.map((column) => words[column])],
        rows: Array.from(epsilons, (epsilon, index) => [
          figure(epsilon),
          ...columns.map((column) => figure(typical[column][index])),
        ]),
      },
    },
    words,
    actions,
  );
}

function shareFigure({ profile, page, actions, look }) {
  const words = page.charts;
  const { epsilons, plateaus } = profile;
  if (nobodyMoves(profile)) return nothing;
  const shares = sharesOfMost(profile);
  const kappa = percent(plateaus.low);
  const name = words.share.name;
  const kinds = [...LINES, ["min", "four"]];
  // One coordinate has no transition: its lines begin and end at 100%.
  const flat = profile.transition !== null;
  // The plateaus have their names on their own lines.
  const zone = zoneOf(profile, words);
  return html`${flat ? html`<p>${words.share.intro(kappa)}</p>` : nothing}
  ${figureOf(
    {
      id: "share-chart",
      file: words.share.file,
      name,
      chart: plot({
        ...look,
        id: "share-chart",
        name,
        description: flat ? words.share.description(kappa) : words.share.oneCoordinate,
        x: epsilonAxis(profile, words),
        y: { kind: "linear", label: words.share.y, low: 0, high: 1, format: (value) => `${Math.round(100 * value)}%` },
        lines: kinds.map(([kind, style]) => ({
          name: words[kind],
          style,
          points: Array.from(epsilons, (epsilon, index) => [epsilon, shares[kind][index]]),
        })),
        zone: zone && { ...zone, before: "", after: "" },
        levels: flat
          ? [
              { value: plateaus.low, label: words.share.lower(kappa), under: true, start: true },
              { value: plateaus.high, label: words.share.upper, under: true, start: true },
            ]
          : [],
      }),
      numbers: {
        head: [words.epsilon, ...kinds.map(([kind]) => words[kind])],
        rows: Array.from(epsilons, (epsilon, index) => [
          figure(epsilon),
          ...kinds.map(([kind]) => (Number.isNaN(shares[kind][index]) ? figure(0) : percent(shares[kind][index]))),
        ]),
      },
    },
    words,
    actions,
  )}`;
}

function accuracyFigure({ profile, unit, page, actions, look }) {
  const words = page.charts;
  const own = words.accuracy;
  const { epsilons, accuracy } = profile;
  const { measure, models, mean, standardError, nonPrivate } = accuracy;
  const shown = (value) => (measure === "accuracy" ? percent(value) : figure(value));
  // Not by one decimal place: a small error is none of 0.
  const spread = (value) => (measure === "accuracy" ? `${figure(100 * value)}%` : figure(value));
  const marked = (value) => (measure === "accuracy" ? `${Number((100 * value).toPrecision(6))}%` : figure(value));
  const reach = [...mean].flatMap((value, index) => [value - 2 * standardError[index], value + 2 * standardError[index]]);
  const name = own.name[measure];
  return figureOf(
    {
      id: "accuracy-chart",
      file: own.file,
      name,
      notes: [own.note(count(models))],
      chart: plot({
        ...look,
        id: "accuracy-chart",
        name,
        description: own.description(shown(nonPrivate)),
        x: epsilonAxis(profile, words),
        y: { kind: "linear", label: own.y(measure, unit), ...extent("linear", [...reach, nonPrivate]), format: marked },
        lines: [
          {
            name: own.line,
            style: "one",
            points: Array.from(epsilons, (epsilon, index) => [epsilon, mean[index]]),
            bars: Array.from(epsilons, (epsilon, index) => [epsilon, reach[2 * index], reach[2 * index + 1]]),
          },
        ],
        levels: [{ value: nonPrivate, label: `${own.without}: ${shown(nonPrivate)}` }],
        zone: zoneOf(profile, words),
      }),
      numbers: {
        head: [words.epsilon, own.mean, own.error],
        rows: [
          ...Array.from(epsilons, (epsilon, index) => [figure(epsilon), shown(mean[index]), spread(standardError[index])]),
          [own.without, shown(nonPrivate), spread(0)],
        ],
      },
    },
    words,
    actions,
  );
}

function quantileTable({ profile, page }) {
  const words = page.tables.quantiles;
  const { quantiles, epsilon } = profile.profile;
  const moved = quantilesOf(profile.displacement);
  return table({
    id: "quantiles-table",
    caption: words.caption(figure(epsilon)),
    head: [words.of, words.loss, words.displacement],
    rows: ["max", "p99", "median", "mean"].map((name) => [page.charts[name], figure(quantiles[name]), figure(moved[name])]),
  });
}

/** A line for ranked values, marked at the ranks that the table names; how many can't be drawn. */
function rankedLine(name, style, sorted) {
  const points = rankedPoints(sorted);
  return {
    line: { name, style, points, marks: ranksToName(sorted.length).map((rank) => [rank, sorted[rank - 1]]) },
    zeros: sorted.reduce((zeros, value) => zeros + (value === 0 ? 1 : 0), 0),
  };
}

function sortedFigure({ profile, page, actions, look }) {
  const words = page.charts;
  const own = words.sorted;
  const { epsilon, typical, sampled } = profile.profile;
  const sorted = ranked(typical);
  const name = own.name(figure(epsilon));
  const { line, zeros } = rankedLine(own.line, "one", sorted);
  const lines = [line];
  // The library has the smallest first.
  const drawn = sampled && { mean: sampled.mean.slice().reverse(), error: sampled.standardError.slice().reverse() };
  if (drawn) lines.push(rankedLine(own.sampled, "two", drawn.mean).line);
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value));
  return figureOf(
    {
      id: "sorted-chart",
      file: own.file,
      name,
      notes: zeros > 0 ? [words.zero(count(zeros))] : [],
      chart: plot({
        ...look,
        id: "sorted-chart",
        name,
        description: own.description(figure(epsilon), drawn !== null),
        x: { kind: "log", label: words.rank, low: 1, high: sorted.length },
        y: { kind: "log", label: own.y, ...extent("log", [...values, epsilon]) },
        lines,
        levels: [{ value: epsilon, label: own.epsilon(figure(epsilon)) }],
      }),
      numbers: {
        head: [words.rank, own.mean, ...(drawn ? [own.sampledMean, own.sampledError] : [])],
        rows: ranksToName(sorted.length).map((rank) => [
          count(rank),
          figure(sorted[rank - 1]),
          ...(drawn ? [figure(drawn.mean[rank - 1]), figure(drawn.error[rank - 1])] : []),
        ]),
      },
    },
    words,
    actions,
  );
}

function topTable({ profile, audit, classes, page }) {
  const words = page.tables.top;
  return table({
    id: "top-table",
    caption: words.caption(count(profile.top.length)),
    head: [
      words.row,
      words.displacement,
      words.typical(figure(profile.profile.epsilon)),
      words.leverage,
      ...(classes
        ? [words.derivativeClasses, words.neighbourDerivativeClasses]
        : [words.derivative, words.neighbourDerivative]),
      ...(audit ? [words.exact, words.bound] : []),
    ],
    rows: profile.top.map(({ row, displacement, typical, leverage, derivative, neighbourDerivative }) => [
      profile.transition?.lowRow === row && !nobodyMoves(profile) ? `${count(row)} (${words.drives})` : count(row),
      ...[displacement, typical, leverage, derivative, neighbourDerivative].map(figure),
      ...(audit ? [figure(Math.abs(audit.rows.exact[row - 1])), upward(audit.rows.upper[row - 1])] : []),
    ]),
  });
}

function mapFigure(state, { profile, page, actions, look, axes }) {
  const words = page.charts.map;
  const { chosen, statistic, places, asked, message } = state.map;
  const select = (id, label, content, set) =>
    html`<div class="field">
      <label class="field-label" for=${id}>${label}</label>
      <select id=${id} autocomplete="off" translate="no" @change=${(event) => set(event.target.value)}>
        ${content}
      </select>
    </div>`;
  const options = (choices, value) =>
    choices.map((choice) => html`<option value=${choice.value} ?selected=${choice.value === value}>${choice.text}</option>`);
  const choices = (kind) => axes.filter((axis) => axis[kind]).map(({ key, title }) => ({ value: key, text: title }));
  const coordinates = choices("changes");
  const sides = (side) =>
    coordinates.length === 0
      ? options(choices("column"), chosen[side])
      : html`<optgroup label=${words.columns}>${options(choices("column"), chosen[side])}</optgroup>
          <optgroup label=${words.coordinates}>${options(coordinates, chosen[side])}</optgroup>`;
  const statistics = ["largest", "median"].map((value) => ({ value, text: words.statisticOf(words[value]) }));
  const choosers = html`<div class="pair choosers">
      ${select("map-across", words.across, sides(0), (key) => actions.chooseMap(0, key))}
      ${select("map-up", words.up, sides(1), (key) => actions.chooseMap(1, key))}
      ${select("map-statistic", words.statistic, options(statistics, statistic), actions.chooseStatistic)}
    </div>
    ${
      coordinates.length > 0 && coordinates.length < profile.dimension
        ? html`<p class="hint" id="some-coordinates">
            ${words.someCoordinates(count(coordinates.length), count(profile.dimension))}
          </p>`
        : nothing
    }`;
  // One template for every state, else the chooser with the focus would be replaced, and what is
  // drawn not read out.
  const drawn = places === null ? null : mapDrawing(state, { profile, page, actions, look, axes });
  return html`${choosers}
    <p role="status" id="map-status" class=${message ? "error-message" : drawn ? "visually-hidden" : nothing}>
      ${message ?? (drawn === null ? words.reading : asked ? drawn.said : nothing)}
    </p>
    ${drawn?.figure}`;
}

/** The map itself, and what is said of it where it is drawn anew. */
function mapDrawing(state, { profile, page, actions, look, axes }) {
  const words = page.charts.map;
  const { chosen, statistic, places } = state.map;
  const two = chosen.map((key) => axes.find((axis) => axis.key === key));
  const sidesOf = two.map(({ column, changes }) =>
    column ? cellsOf(column, words, figure) : changeCellsOf(changes, words, figure),
  );
  const bases = new Set(two.filter(({ changes }) => changes).map(({ name, base }) => words.base(name, figure(base))));
  const cells = mapCells(places, sidesOf, profile.profile.typical);
  const values = cells.map((cell) => cell[statistic]);
  const name = words.name(two[0].title, two[1].title);
  const { low, high } = extent("linear", values);
  const drawing = {
    id: "map-chart",
    file: words.file,
    name,
    notes: bases.size > 0 ? [words.changes([...bases].join(" and "))] : [],
    chart: map({
      ...look,
      id: "map-chart",
      name,
      description: words.description(words[statistic], figure(low), figure(high)),
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
    said: words.drawn(name, words[statistic], figure(low), figure(high)),
    figure: figureOf(drawing, page.charts, actions),
  };
}

function publishedSection({ audit, page, actions, look }) {
  const words = page.charts;
  const own = words.published;
  const { rows, summary, guarantee, title, mechanism } = audit;
  const exact = ranked(rows.exact.map(Math.abs));
  const bound = ranked(rows.upper);
  const ratio = ranked(rows.ratio);
  // The papers' own bound is for one mechanism only, and infinite there where its condition fails.
  const hasPaper = rows.paperRatio !== undefined;
  const paper = hasPaper && rows.paperRatio.every(Number.isFinite) ? ranked(rows.paperRatio) : null;
  const epsilon = Number.isFinite(guarantee?.epsilon) ? guarantee.epsilon : null;
  const { name, noise = mechanism.adaptive ? "adaptive" : "fixed" } = mechanism;
  const lines = [rankedLine(own.bound, "two", bound), rankedLine(own.exact, "one", exact)];
  const infinite = ratio.filter((value) => value === Infinity).length;
  const ratioLines = [
    rankedLine(own.ratio, "one", ratio).line,
    ...(paper ? [rankedLine(own.paperRatio, "two", paper).line] : []),
  ];
  // Bounds and what is made of them are rounded up.
  const quantiles = (name, values, shown = upward) => [name, ...["max", "p99", "median"].map((key) => shown(values[key]))];
  const at = (sorted, rank, shown = upward) => shown(sorted[rank - 1]);
  const named = ranksToName(exact.length);
  return html`<section class="part" aria-labelledby="published-heading">
    <h2 id="published-heading">${own.heading}</h2>
    <div class="charts">
      <p id="published-intro">${own.intro(title, own.mechanisms[name][noise])} ${epsilon === null ? own.noPromise : ""}</p>
      ${table({
        id: "published-table",
        caption: own.table,
        head: [page.tables.quantiles.of, words.max, words.p99, words.median],
        rows: [
          quantiles(own.exact, summary.exact, figure),
          quantiles(own.bound, summary.bound.sharp),
          ...(hasPaper ? [quantiles(own.paper, summary.bound.paper)] : []),
          quantiles(own.ratio, summary.ratio.sharp),
          ...(hasPaper ? [quantiles(own.paperRatio, summary.ratio.paper)] : []),
        ],
      })}
      ${hasPaper ? nothing : html`<p class="hint" id="no-paper">${own.noPaper}</p>`}
      ${summary.moments === undefined ? nothing : pdpTable(summary, page)}
      <p id="misses">${own.misses(count(summary.misses), count(summary.rows), figure(summary.failureProbability))}</p>
      ${figureOf(
        {
          id: "exact-chart",
          file: own.file,
          name: own.name,
          notes: lines[1].zeros > 0 ? [words.zero(count(lines[1].zeros))] : [],
          chart: plot({
            ...look,
            id: "exact-chart",
            name: own.name,
            description: own.description(epsilon === null ? null : figure(epsilon)),
            x: { kind: "log", label: own.x, low: 1, high: exact.length },
            y: {
              kind: "log",
              label: own.y,
              ...extent("log", [
                ...lines.flatMap(({ line }) => line.points.map(([, y]) => y)),
                ...(epsilon === null ? [] : [epsilon]),
              ]),
            },
            lines: lines.map(({ line }) => line),
            levels: epsilon === null ? [] : [{ value: epsilon, label: own.epsilon(figure(epsilon)) }],
          }),
          numbers: {
            head: [own.x, own.exact, own.bound],
            rows: named.map((rank) => [count(rank), at(exact, rank, figure), at(bound, rank)]),
          },
        },
        words,
        actions,
      )}
      ${figureOf(
        {
          id: "ratio-chart",
          file: own.ratioFile,
          name: own.ratioName,
          notes: infinite > 0 ? [words.infinite(count(infinite))] : [],
          chart: plot({
            ...look,
            id: "ratio-chart",
            name: own.ratioName,
            description: own.ratioDescription,
            x: { kind: "log", label: own.ratioX, low: 1, high: ratio.length },
            y: {
              kind: "log",
              label: own.ratioY,
              ...extent("log", [...ratioLines.flatMap(({ points }) => points.map(([, y]) => y)), 1]),
            },
            lines: ratioLines,
            levels: [{ value: 1, label: own.equal }],
          }),
          numbers: {
            head: [own.ratioX, own.ratio, ...(paper ? [own.paperRatio] : [])],
            rows: named.map((rank) => [count(rank), at(ratio, rank), ...(paper ? [at(paper, rank)] : [])]),
          },
        },
        words,
        actions,
      )}
    </div>
  </section>`;
}

/**
 * Per-instance privacy losses of mechanisms that have them in closed form, before the noise was
 * drawn.
 */
function pdpTable({ moments, pdpDelta, generalisationGap }, page) {
  const own = page.charts.published;
  const columns = ["max", "p99", "median", "mean"];
  return html`${table({
      id: "pdp-table",
      caption: own.pdp(figure(pdpDelta)),
      head: [page.tables.quantiles.of, ...columns.map((column) => page.charts[column])],
      rows: [[own.pdpOf, ...columns.map((column) => upward(moments[column]))]],
    })}
    <p id="gap">${own.gap(upward(generalisationGap))}</p>`;
}

// How much larger the bounds of a report are than the exact losses.
import { extent, plot } from "../chart/plot.js";
import { ranked, ranksToName } from "../curves.js";
import { count, upward } from "../figures.js";
import { figureOf } from "../tables.js";
import { rankedLine } from "./ranked-line.js";

/** @param {import("../results.js").Audited} shown */
export function ratioFigure({ audit: { rows }, page, actions, look }) {
  const words = page.charts;
  const own = words.published;
  const ratio = ranked(rows.ratio);
  // The papers' own bound is infinite where its condition fails.
  const paper = rows.redberg2021Ratio?.every(Number.isFinite) ? ranked(rows.redberg2021Ratio) : null;
  const infinite = ratio.filter((value) => value === Infinity).length;
  /** @type {import("../chart/plot.js").Line[]} */
  const lines = [
    rankedLine(own.ratio, "one", ratio).line,
    ...(paper ? [rankedLine(own.redberg2021Ratio, "two", paper).line] : []),
  ];
  // Ratios of bounds are rounded up, as bounds are.
  const at = (/** @type {Float64Array} */ sorted, /** @type {number} */ rank) => upward(sorted[rank - 1]);
  return figureOf(
    {
      id: "ratio-chart",
      file: own.ratioFile,
      name: own.ratioName,
      notes: infinite > 0 ? [words.infinite(count(infinite), infinite)] : [],
      chart: plot({
        ...look,
        id: "ratio-chart",
        name: own.ratioName,
        description: own.ratioDescription,
        x: { kind: "log", label: own.ratioX, low: 1, high: ratio.length },
        y: {
          kind: "log",
          label: own.ratioY,
          ...extent("log", [...lines.flatMap(({ points }) => points.map(([, y]) => y)), 1]),
        },
        lines,
        read: ranksToName(ratio.length),
        levels: [{ value: 1, label: own.equal }],
      }),
      numbers: {
        head: [own.ratioX, own.ratio, ...(paper ? [own.redberg2021Ratio] : [])],
        rows: ranksToName(ratio.length).map((rank) => [count(rank), at(ratio, rank), ...(paper ? [at(paper, rank)] : [])]),
      },
    },
    words,
    actions,
  );
}

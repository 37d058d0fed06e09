// The bounds of a report and the exact losses, each in order.
import { extent, plot } from "../chart/plot.js";
import { ranked, ranksToName } from "../curves.js";
import { count, figure, upward } from "../figures.js";
import { figureOf } from "../tables.js";
import { rankedLine } from "./ranked-line.js";

/**
 * @param {number | null} epsilon that of the report's promise, null where it states none
 * @param {import("../results.js").Audited} shown
 */
export function exactFigure(epsilon, { audit: { rows }, page, actions, look }) {
  const words = page.charts;
  const own = words.published;
  const exact = ranked(rows.exact.map(Math.abs));
  const bound = ranked(rows.upper);
  const exactLine = rankedLine(own.exact, "one", exact);
  const lines = [rankedLine(own.bound, "two", bound).line, exactLine.line];
  const values = lines.flatMap(({ points }) => points.map(([, y]) => y));
  return figureOf(
    {
      id: "exact-chart",
      file: own.file,
      name: own.name,
      notes: exactLine.zeros > 0 ? [words.zero(count(exactLine.zeros), exactLine.zeros)] : [],
      chart: plot({
        ...look,
        id: "exact-chart",
        name: own.name,
        description: own.description(epsilon === null ? null : figure(epsilon)),
        x: { kind: "log", label: own.x, low: 1, high: exact.length },
        y: { kind: "log", label: own.y, ...extent("log", epsilon === null ? values : [...values, epsilon]) },
        lines,
        read: ranksToName(exact.length),
        levels: epsilon === null ? [] : [{ value: epsilon, label: own.epsilon(figure(epsilon)) }],
      }),
      numbers: {
        head: [own.x, own.exact, own.bound],
        // A bound is rounded up.
        rows: ranksToName(exact.length).map((rank) => [count(rank), figure(exact[rank - 1]), upward(bound[rank - 1])]),
      },
    },
    words,
    actions,
  );
}

// The losses of all rows in order, at one ε.
import { extent, plot } from "../chart/plot.js";
import { quantilesOf, ranked, ranksToName } from "../curves.js";
import { count, figure } from "../figures.js";
import { figureOf, table } from "../tables.js";
import { rankedLine } from "./ranked-line.js";

/** @param {import("../results.js").Shown} shown */
export function quantileTable({ profile, page }) {
  const words = page.tables.quantiles;
  const { quantiles, epsilon } = profile.profile;
  const moved = quantilesOf(profile.displacement);
  return table({
    id: "quantiles-table",
    caption: words.caption(figure(epsilon)),
    head: [words.of, words.loss, words.displacement],
    rows: /** @type {const} */ (["max", "p99", "median", "mean"]).map((name) => [
      page.charts[name],
      figure(quantiles[name]),
      figure(moved[name]),
    ]),
  });
}

/** @param {import("../results.js").Shown} shown */
export function sortedFigure({ profile, page, actions, look }) {
  const words = page.charts;
  const own = words.sorted;
  const { epsilon, typical, sampled } = profile.profile;
  const sorted = ranked(typical);
  const name = own.name(figure(epsilon));
  const { line, zeros } = rankedLine(own.line, "one", sorted);
  /** @type {import("../chart/plot.js").Line[]} */
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
      notes: zeros > 0 ? [words.zero(count(zeros), zeros)] : [],
      chart: plot({
        ...look,
        id: "sorted-chart",
        name,
        description: own.description(figure(epsilon), drawn !== null),
        x: { kind: "log", label: words.rank, low: 1, high: sorted.length },
        y: { kind: "log", label: own.y, ...extent("log", [...values, epsilon]) },
        lines,
        read: ranksToName(sorted.length),
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

// Typical losses against ε.
import { extent, plot } from "../chart/plot.js";
import { downward, figure, upward } from "../figures.js";
import { figureOf } from "../tables.js";
import { LINES, epsilonAxis, reachOf, zoneOf } from "./epsilon-axis.js";

/** @import { Ranged } from "./epsilon-axis.js" */

/** @param {import("../results.js").Shown} shown */
export function typicalFigure({ profile, page, actions, look }) {
  const words = page.charts;
  // Where there is no transition there is no zone either.
  const { epsilons, typical, transition } = /** @type {Ranged} */ (profile);
  const pairs = (/** @type {Float64Array} */ values) => Array.from(epsilons, (epsilon, index) => [epsilon, values[index]]);
  const zone = zoneOf(profile, words);
  const drawn = LINES.map(([name, style]) => ({ name: words[name], style, points: pairs(typical[name]) }));
  const name = words.typical.name;
  const columns = /** @type {const} */ (["max", "p99", "p90", "median", "p10", "min", "mean"]);
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
          ? words.typical.description(
              downward(transition.epsilonLow),
              upward(transition.epsilonHigh),
              reachOf(/** @type {Ranged} */ (profile)),
            )
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
        read: epsilons,
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

// How good the model is on held-out rows, against ε.
import { extent, plot } from "../chart/plot.js";
import { count, figure, finePercent, markedPercent, percent } from "../figures.js";
import { figureOf } from "../tables.js";
import { epsilonAxis, zoneOf } from "./epsilon-axis.js";

/** @import { Profile } from "expost" */

/** @param {import("../results.js").Shown} shown from a study with held-out rows */
export function accuracyFigure({ profile, unit, page, actions, look }) {
  const words = page.charts;
  const own = words.accuracy;
  const { epsilons, accuracy } = profile;
  const { measure, models, mean, standardError, nonPrivate } = /** @type {NonNullable<Profile["accuracy"]>} */ (accuracy);
  const shown = (/** @type {number} */ value) => (measure === "accuracy" ? percent(value) : figure(value));
  // Not by one decimal place: a small error is none of 0.
  const spread = (/** @type {number} */ value) => (measure === "accuracy" ? finePercent(value) : figure(value));
  const marked = (/** @type {number} */ value) => (measure === "accuracy" ? markedPercent(value) : figure(value));
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
        read: epsilons,
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
      places: epsilons.length,
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

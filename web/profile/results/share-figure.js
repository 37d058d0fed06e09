// Typical losses against ε, as shares of the most that they could be.
import { html, nothing } from "lit-html";
import { plot } from "../chart/plot.js";
import { nobodyMoves, sharesOfMost } from "../curves.js";
import { figure, markedPercent, percent } from "../figures.js";
import { figureOf } from "../tables.js";
import { LINES, epsilonAxis, zoneOf } from "./epsilon-axis.js";

/** @param {import("../results.js").Shown} shown */
export function shareFigure({ profile, page, actions, look }) {
  const words = page.charts;
  const { epsilons, plateaus } = profile;
  if (nobodyMoves(profile)) return nothing;
  const shares = sharesOfMost(profile);
  const kappa = percent(plateaus.low);
  const name = words.share.name;
  /** @type {["max" | "p99" | "median" | "min", import("../chart/plot.js").Style][]} */
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
        read: epsilons,
        y: { kind: "linear", label: words.share.y, low: 0, high: 1, format: markedPercent },
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

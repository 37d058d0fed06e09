// The rows that move the model most, and what makes it.
import { nobodyMoves } from "../curves.js";
import { count, figure, upward } from "../figures.js";
import { table } from "../tables.js";

/** @param {import("../results.js").Shown} shown */
export function topTable({ profile, audit, classes, page }) {
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

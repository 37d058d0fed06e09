// The table of an audit (mathematics.md, section 8). Bounds and ratios are rounded up.
import { nearest, plain, upward } from "../../statement/figures.js";
import { table } from "./table.js";

export function auditText({ rows, misses, missesPaper, failureProbability, exact, bound, ratio }) {
  const row = (name, { median, p99, max }, shown = upward) => [name, shown(max), shown(p99), shown(median)];
  const columns = ["", "maximum", "99th percentile", "median"];
  return [
    table([
      columns,
      row("exact loss |L|", exact, nearest),
      row("bound, sharp", bound.sharp),
      row("bound, paper", bound.paper),
      row("bound / exact, sharp", ratio.sharp),
      row("bound / exact, paper", ratio.paper),
    ]),
    `misses: ${misses} of ${rows} rows (sharp), ${missesPaper} of ${rows} (paper), at failure probability ${plain(failureProbability)} a row\n`,
  ].join("\n");
}

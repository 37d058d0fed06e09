// The table of an audit (mathematics.md, section 8). Bounds and ratios are rounded up.
import { nearest, plain, upward } from "../../wording/figures.js";
import { table } from "../../wording/text-table.js";

const COLUMNS = ["", "maximum", "99th percentile", "median"];
/** @typedef {import("expost").AuditSummary} AuditSummary */

/**
 * @param {string} name
 * @param {import("expost").Quantiles} quantiles
 */
const row = (name, { median, p99, max }, shown = upward) => [name, shown(max), shown(p99), shown(median)];

/**
 * The papers have a bound of their own for objective perturbation with Gaussian noise alone.
 *
 * @param {AuditSummary} summary
 */
function missesText({ rows, misses, missesRedberg2021, failureProbability }) {
  const counts =
    missesRedberg2021 === undefined
      ? `${misses} of ${rows} rows`
      : `${misses} of ${rows} rows (sharp), ${missesRedberg2021} of ${rows} (redberg2021)`;
  return `misses: ${counts}, at failure probability ${plain(failureProbability)} a row\n`;
}

/**
 * Per-instance differential privacy over the rows, of the mechanisms whose audit has it.
 *
 * @param {Required<Pick<AuditSummary, "moments" | "pdpDelta" | "generalisationGap">>} summary
 */
function momentsText({ moments, pdpDelta, generalisationGap }) {
  return `Each row's own ε, before the release, at δ = ${plain(pdpDelta)}
${table([COLUMNS, row("pDP", moments)])}mean ${upward(moments.mean)}, standard deviation ${upward(moments.deviation)}
leaving one row out moves a loss between 0 and 1 by at most ${upward(generalisationGap)}, in the mean over the rows
`;
}

/** @param {AuditSummary} summary */
export function auditText(summary) {
  const { exact, bound, ratio, moments, pdpDelta, generalisationGap } = summary;
  const losses = table([
    COLUMNS,
    row("exact loss |L|", exact, nearest),
    ...Object.entries(bound).map(([method, quantiles]) => row(`bound, ${method}`, quantiles)),
    ...Object.entries(ratio).map(([method, quantiles]) => row(`bound / exact, ${method}`, quantiles)),
  ]);
  // They come together.
  const own =
    moments === undefined || pdpDelta === undefined || generalisationGap === undefined
      ? []
      : [momentsText({ moments, pdpDelta, generalisationGap })];
  return [losses, missesText(summary), ...own].join("\n");
}

// The section of docs/results.md about one person: the promise to her, values that she doesn't
// know, several publications.
import { folded } from "./results-sections.mjs";

export const HEADING = "## To one person";

/**
 * Three quantiles: in the promise's part of lengths, `max` is that of the longest record.
 *
 * @typedef {{median: number, p99: number, max: number}} Quantiles
 */
/**
 * Many records of which the same fields aren't known, for one report. Milliseconds and gaps are of
 * one record; `added` is in counts of 100 from a start of 50, on average.
 *
 * @typedef {{report: string, records: number, gap: number, milliseconds: number, bound: number,
 *   known: number}} Unknown
 */
/**
 * @typedef {object} Measured
 * @property {string} date
 * @property {string} node version
 * @property {string[]} commands
 * @property {{title: string, promise: Quantiles, above: number, rows: number}[]} promises
 * @property {(Unknown & {fields: string})[]} cases
 * @property {{fields: string, added: number, most: number, hardly: number, records: number}[]}
 *   costs
 * @property {{title: string, reports: number, records: number, together: number, sum: number,
 *   ratio: number, milliseconds: number}[]} series medians over the records
 */

/**
 * @param {string[]} header
 * @param {string[][]} rows
 */
const table = (header, rows) =>
  [header, ["---", ...header.slice(1).map(() => "---:")], ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/**
 * So many digits, rounded up.
 *
 * @param {number} value
 * @param {number} places
 */
export const up = (value, places) => (Math.ceil(value * 10 ** places - 1e-9) / 10 ** places).toFixed(places);

/** @param {Measured} measured */
export function personalSection({ date, node, commands, promises, cases, costs, series }) {
  return [
    HEADING,
    `Written by \`npm run results:personal\` on ${date}, Node ${node}: the credit data at ε = 1 and δ = 0.000001, with noise that was drawn anew. Everything is rounded up.`,
    "### The promise to one person",
    `The promise to a record by its length ([7.24](mathematics/accounting.md#c-7-24)), where the promise to everyone is ε = 1; and how many of the 30,000 records have a bound on everything published above
it, for these draws of the noise. That breaks no promise: a promise leaves rare outcomes aside, and a bound is about the outcome that came, with a chance of 0.000001 of being too small.`,
    table(
      ["mechanism", "promise: median record", "99th percentile", "longest record", "bounds above the promise"],
      promises.map(({ title, promise, above, rows }) => [
        title,
        up(promise.median, 3),
        up(promise.p99, 3),
        up(promise.max, 3),
        `${up((100 * above) / rows, 1)} %`,
      ]),
    ),
    "### Values that she doesn't know",
    `Every so many rows of the data, with the same fields unknown ([10.3](mathematics/bounds.md#c-10-3-1)): the mean bound, that of the records themselves in brackets, the largest gap to a record of the set, and the mean time of one bound in WebAssembly. “Six bills, two
categories”: the six amounts of the bills are anything, and so are education and marriage.`,
    folded(
      "Gaps and milliseconds",
      table(
        ["report", "not known", "records", "mean bound (all known)", "largest gap", "milliseconds"],
        cases.map(({ report, fields, records, bound, known, gap, milliseconds }) => [
          report,
          fields,
          String(records),
          `${up(bound, 3)} (${up(known, 3)})`,
          up(gap, 4),
          up(milliseconds, 1),
        ]),
      ),
    ),
    `What not knowing costs, the model alone, from a start of 50 in 100: the mean and the largest rise of the most that somebody could believe, in counts of 100; and for how many of the records the answer says that the field hardly matters (of six: each, if it alone became known).`,
    table(
      ["not known", "mean rise", "largest rise", "hardly matters"],
      costs.map(({ fields, added, most, hardly, records }) => [fields, up(added, 1), up(most, 1), `${hardly} of ${records}`]),
    ),
    "### Several publications",
    `The same study published again and again, one bound for all of them ([10.4](mathematics/bounds.md#104-several-publications-about-one-person)) beside the sum of the single ones, each of which fails with a probability of its own: medians over records, and the time of the one bound in WebAssembly.`,
    table(
      ["mechanism", "publications", "one bound", "sum of bounds", "sum / one bound", "records", "milliseconds"],
      series.map(({ title, reports, together, sum, ratio, records, milliseconds }) => [
        title,
        String(reports),
        up(together, 3),
        up(sum, 3),
        ratio.toFixed(2),
        String(records),
        up(milliseconds, 1),
      ]),
    ),
    folded("Commands", `\`\`\`console\n${commands.map((line) => `$ ${line}`).join("\n")}\n\`\`\``),
  ].join("\n\n");
}

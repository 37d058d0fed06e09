// expost bound REPORT REPORT… --record R.json: what several reports revealed about one person, and
// what they revealed together.
import { sumUpward } from "expost";
import { withoutMark } from "../../intake/exact-text.js";
import { visible } from "../../intake/visible.js";
import { inputError, naming, usageError } from "../errors.js";
import { nameOf } from "../input/bytes.js";
import { openReport, readJson } from "../input/json.js";
import { printDocument } from "../output/json.js";
import { severalText } from "../output/several-text.js";
import { print, warn } from "../output/streams.js";

/**
 * @typedef {import("expost").Bound} Bound
 * @typedef {import("expost").ReportSummary} ReportSummary
 * @typedef {{path: string, summary: ReportSummary, bound: Bound}} One a report and its bound
 * @typedef {{upper: number, failureProbability: number}} Together
 */

/**
 * Names that a record of this report may have.
 *
 * @param {ReportSummary} summary
 */
const fieldsOf = ({ features, label }) =>
  features === null || label === null ? ["x", "y"] : [...features.map(({ name }) => name), label.name];

/** @param {string} name of a key, as a JSON pointer to it */
const pointerTo = (name) => `/${visible(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`;

/**
 * The part of a record that each report has fields for. Anything but an object is left for the
 * library to refuse.
 *
 * @param {unknown} record
 * @param {string} path of the record
 * @param {ReportSummary[]} summaries
 * @returns {import("expost").RawRecord[]}
 */
function shares(record, path, summaries) {
  const known = summaries.map((summary) => new Set(fieldsOf(summary)));
  if (typeof record !== "object" || record === null || Array.isArray(record))
    return known.map(() => /** @type {import("expost").RawRecord} */ (record));
  const unknown = Object.keys(record).find((name) => !known.some((names) => names.has(name)));
  if (unknown !== undefined) throw inputError(`${nameOf(path)}: ${pointerTo(unknown)} is not a field of any of the reports`);
  return known.map((names) => Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))));
}

/**
 * A publication, however its report is laid out or signed: the model, and what was released beside
 * it.
 *
 * @param {string} text of a report that was read
 */
function publicationIn(text) {
  const { model, release } = JSON.parse(withoutMark(text));
  return JSON.stringify([model, release]);
}

/**
 * Refuses a publication that stands there twice: it revealed once what it revealed.
 *
 * @param {{path: string, text: string}[]} files
 */
function requireDifferent(files) {
  /** @type {Map<string, string>} */
  const first = new Map();
  for (const { path, text } of files) {
    const publication = publicationIn(text);
    const before = first.get(publication);
    if (before !== undefined)
      throw usageError(`${before} and ${path} are the same publication, which counts once: give it once`);
    first.set(publication, path);
  }
}

/**
 * Losses add up, and so do the probabilities with which their bounds fail.
 *
 * @param {Bound[]} bounds
 * @returns {Promise<Together>}
 */
const together = async (bounds) => ({
  upper: await sumUpward(bounds.map(({ total }) => total.upper)),
  failureProbability: Math.min(1, await sumUpward(bounds.map(({ total }) => total.failureProbability))),
});

/**
 * @param {string[]} paths of two reports or more
 * @param {string} recordPath
 * @param {import("expost").BoundOptions} options
 * @param {{json?: boolean}} how
 */
export async function boundOfSeveral(paths, recordPath, options, { json }) {
  /** @type {Awaited<ReturnType<typeof openReport>>["report"][]} */
  const reports = [];
  try {
    const files = [];
    for (const path of paths) {
      const { report, text } = await openReport(path);
      reports.push(report);
      files.push({ path, text });
    }
    requireDifferent(files);
    const parts = shares(
      await readJson(recordPath),
      recordPath,
      reports.map(({ summary }) => summary),
    );
    /** @type {One[]} */
    const found = [];
    for (const [index, report] of reports.entries()) {
      const name = `${nameOf(recordPath)}, for ${paths[index]}`;
      const bound = await naming({ record: name }, () => report.bound(parts[index], options));
      found.push({ path: paths[index], summary: report.summary, bound });
    }
    const total = await together(found.map(({ bound }) => bound));
    if (json) {
      for (const { path, summary } of found)
        if (summary.fullDigits) warn(`${path} has the model in full digits: a known attack on them is in no bound`);
      await printDocument({ reports: found.map(({ path, bound }) => ({ report: path, bound })), total });
    } else await print(await severalText(found, total));
  } finally {
    for (const report of reports) report.free();
  }
}

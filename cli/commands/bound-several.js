// expost bound REPORT REPORT… --record R.json: what several reports revealed about one person, and
// what they revealed together.
import { boundSeries } from "expost";
import { naming, usageError } from "../errors.js";
import { nameOf } from "../input/bytes.js";
import { openReport, readJson } from "../input/json.js";
import { printDocument } from "../output/json.js";
import { severalText } from "../output/several-text.js";
import { print, warn } from "../output/streams.js";

/**
 * @typedef {import("expost").Bound} Bound
 * @typedef {import("expost").ReportSummary} ReportSummary
 * @typedef {{path: string, summary: ReportSummary, bound: Bound}} One a report and its bound
 */

/**
 * The place that a refusal is about: its pointer ends the list's.
 *
 * @param {"records" | "reports"} list
 * @param {string} pointer
 */
const placeIn = (list, pointer) => new RegExp(`^/${list}/(\\d+)`).exec(pointer)?.[1];

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
    for (const path of paths) reports.push((await openReport(path)).report);
    const record = /** @type {import("expost").RawRecord} */ (await readJson(recordPath));
    const ofRecord = (/** @type {import("expost").ExpostError} */ { pointer }) => {
      const place = placeIn("records", pointer);
      return `${nameOf(recordPath)}${place === undefined ? "" : `, for ${paths[Number(place)]}`}`;
    };
    const ofReport = (/** @type {import("expost").ExpostError} */ error) => {
      if (error.pointer === "/records") return nameOf(recordPath);
      const place = placeIn("reports", error.pointer);
      throw place === undefined ? error : usageError(`${paths[Number(place)]}: ${error.message}`);
    };
    const { bounds, total } = await naming({ record: ofRecord, argument: ofReport }, () =>
      boundSeries(reports, record, options),
    );
    const found = bounds.map((bound, index) => ({ path: paths[index], summary: reports[index].summary, bound }));
    if (json) {
      for (const { path, summary } of found)
        if (summary.fullDigits) warn(`${path} has the model in full digits: a known attack on them is in no bound`);
      await printDocument({ reports: found.map(({ path, bound }) => ({ report: path, bound })), total });
    } else await print(await severalText(found, total));
  } finally {
    for (const report of reports) report.free();
  }
}

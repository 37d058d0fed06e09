// The tasks of the check page's worker: it asks reports, which it loads once more, about a record.
import { loadReport, boundSeries } from "expost";
import { withoutMark } from "../../intake/exact-text.js";

/** @import { Report } from "expost" */

/** How many gradients were gone through. @typedef {{done: number}} Progress */
/** @typedef {(progress: Progress) => void} Told */
/** @typedef {"check" | "bound" | "series"} Question */

/** A page is told no more often than this, in milliseconds. */
const TOLD_EACH = 50;

/** @typedef {import("./engine.js").Source} Source */

/**
 * The reports that were asked last, by their texts.
 *
 * @type {Map<string, Promise<Report>>}
 */
let loaded = new Map();

/** @param {Source[]} sources */
function reportsOf(sources) {
  const kept = new Map(sources.map(({ text, path }) => [text, loaded.get(text) ?? loadReport(withoutMark(text), { path })]));
  for (const [text, report] of loaded) if (!kept.has(text)) report.then((one) => one.free());
  loaded = kept;
  return Promise.all(sources.map(({ text }) => /** @type {Promise<Report>} */ (kept.get(text))));
}

/** @param {Told} onProgress */
function counter(onProgress) {
  let done = 0;
  let last = 0;
  return () => {
    done += 1;
    const now = performance.now();
    if (now - last < TOLD_EACH) return;
    last = now;
    onProgress({ done });
  };
}

export const tasks = {
  /**
   * @param {{sources: Source[], question: Question, values: any[]}} request any: each question
   *   takes its own
   * @param {{onProgress: Told, signal?: AbortSignal}} watching
   */
  async ask({ sources, question, values }, { onProgress }) {
    const reports = await reportsOf(sources);
    const told = counter(onProgress);
    for (const report of reports) /** @type {any} */ (report.constructor).watch(report, told);
    const [record, options] = values;
    if (question === "series") return boundSeries(reports, record, options);
    return reports[0][question](record, options);
  },
};

// From the text of a report to what the sheet shows of it.
import { fingerprint, sameFingerprint } from "../../intake/fingerprint.js";
import { check as words } from "#words/check";
import { openReport, posterior } from "./engine.js";
import { fieldsOf } from "./fields.js";
import { noRecord, noReport } from "./state.js";

/** @import { SheetPage, State } from "./state.js" */
/** @import { Failure, FailureState } from "./states.js" */

/**
 * Pins of the page around on the report: its fingerprint, and the public key that signed it.
 *
 * @typedef {{hash?: string, key?: string}} Pins
 */
/** @typedef {{phase: "failed", failure: Failure, report?: undefined}} Failed */
/**
 * @typedef {{phase: "ready", report: import("expost").Report, even: State["even"],
 *   hash: string | null, fields: import("./fields.js").Field[], failure?: undefined}} Ready
 */

/**
 * @param {Failure} failure
 * @returns {Failed}
 */
const failed = (failure) => ({ phase: "failed", failure });

/**
 * The ends of a belief of one half under a promise; null without one, or where they can't be worked
 * out.
 *
 * @param {import("expost").ReportSummary["guarantee"]} guarantee
 */
async function evenUnder(guarantee) {
  try {
    return guarantee && (await posterior(guarantee.epsilon, 0.5));
  } catch {
    return null;
  }
}

/**
 * Returns what a report changes of the sheet's state: phase "ready" with report, fingerprint and
 * fields; or "failed" with the failure. A text of null is that of a file that could not
 * be read.
 *
 * @param {string | null} text
 * @param {Pins} pins
 * @param {Blob} [path] the file that the report leaves its path to
 * @returns {Promise<Ready | Failed>}
 */
async function loadedReport(text, { hash: expected, key }, path) {
  if (text === null) return failed({ state: "unreadable" });
  const hash = await fingerprint(text);
  if (expected && !hash) return failed({ state: "hashUnchecked" });
  if (expected && !sameFingerprint(expected, /** @type {string} */ (hash)))
    return failed({ state: "hashMismatch", expected: expected.trim().toLowerCase(), found: hash });
  const { report, ...failure } = await openReport(text, key, path);
  if (!report) return failed(/** @type {Failure} */ (failure));
  const even = await evenUnder(report.summary.guarantee);
  return { phase: "ready", report, even, hash, fields: fieldsOf(report.summary, words) };
}

/**
 * Functions that change which report the sheet has. Each forgets what the report before was asked.
 *
 * @param {SheetPage} page
 * @param {import("./several.js").Tries} tries
 * @param {(refused: FailureState | undefined) => void} told hears that a report was read, or why it
 *   can't be used
 */
export function reportLoading({ state, draw, focusOn }, tries, told) {
  // Reading a report takes a while; when another one comes meanwhile, the answer to the first is
  // no longer wanted.
  let reading = 0;
  /** @type {string | null} */
  let used = null;
  /** @type {{text: string | null, pins: Pins}} */
  let last = { text: null, pins: {} };

  /** @param {Partial<State>} changes */
  function without(changes) {
    reading += 1;
    for (const report of [state.report, ...state.others]) report?.free();
    tries.forget();
    Object.assign(state, noReport(), noRecord(), changes);
    draw();
  }

  return {
    /** Takes the report away; `changes` say what the sheet waits for, or what went wrong. */
    without,

    /**
     * Reads a report's text, null of a file that could not be read, and shows the report or why it
     * can't be used.
     *
     * @param {string | null} text
     * @param {{pins?: Pins, fromFile?: boolean, path?: Blob}} [more] fromFile: whether a person
     *   chose the file here; path: the file that the report leaves its path to
     */
    async use(text, { pins = {}, fromFile = false, path } = {}) {
      last = { text, pins };
      // The report that is there, with other pins: what was entered for it stays.
      const again = state.phase === "ready" && text === used;
      if (again) reading += 1;
      else without({ phase: "reading", fromFile });
      const turn = reading;
      // Let the words be painted before the sums take the thread.
      await new Promise((resolve) => setTimeout(resolve));
      const found = await loadedReport(text, pins, path);
      if (turn !== reading || (again && found.report)) {
        found.report?.free();
        if (turn === reading) told(undefined);
        return;
      }
      if (again) without({});
      used = text;
      Object.assign(state, found);
      draw();
      told(state.failure?.state);
      if (fromFile) focusOn("report-heading");
    },

    /** Reads the last report again, with the file of its path that a person chose. */
    usePath(/** @type {Blob} */ path) {
      return this.use(last.text, { pins: last.pins, fromFile: true, path });
    },
  };
}

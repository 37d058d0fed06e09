// Checking a record: from the answers to the result on the page.
import { kindOf } from "../../wording/headline.js";
import { BELIEF_PARTS } from "../../wording/rounding.js";
import { inWorker } from "./asking.js";
import { attempt } from "./check-record.js";
import { check as words } from "#words/check";
import { posterior } from "./engine.js";
import { togetherOf } from "./publications-section.js";

/** @import { Bound } from "expost" */
/** @import { Attempt } from "./check-record.js" */
/** @import { Several, Tries } from "./several.js" */
/** @import { Outcome, SheetPage } from "./state.js" */

/**
 * Returns what a figure leads to from a starting belief in ten-thousandths, as changes of its
 * outcome: the beliefs `after` it, or that it went wrong.
 *
 * @param {Outcome} outcome with a bound
 * @param {number} start
 * @returns {Promise<Pick<Outcome, "after"> | Pick<Outcome, "kind" | "message">>}
 */
async function beliefsAfter({ bound, promise: hers, together: all }, start) {
  const { total, guarantee } = /** @type {Bound} */ (bound);
  const after = (/** @type {number} */ epsilon) => posterior(epsilon, start / BELIEF_PARTS);
  try {
    const yours = await after(total.upper);
    const promise = guarantee ? await after(guarantee.epsilon) : null;
    const toYou = hers?.byLength ? await after(/** @type {number} */ (hers.epsilon)) : null;
    const together = all?.total ? await after(all.total.upper) : null;
    const sound = yours.lower >= 0 && yours.upper <= 1 && yours.lower <= yours.upper;
    return sound ? { after: { start, yours, promise, toYou, together } } : { kind: "wentWrong" };
  } catch (/** @type {any} any error has one */ { message }) {
    return { kind: "wentWrong", message };
  }
}

/** A check that takes longer, in milliseconds, is shown in place of the form. */
const SHOWN_AFTER = 200;

/**
 * Functions that check the record of the page's answers and draw the result.
 *
 * @param {SheetPage} page
 * @param {Tries} tries
 * @param {() => import("./asking.js").SheetWorkplace} workplaceOf starts it where it isn't there
 * @param {() => void} resultShown is called after a check that has a result
 */
export function checking({ state, draw, focusOn, landOn }, tries, workplaceOf, resultShown) {
  /** @type {AbortController | null} */
  let running = null;

  /** Ends the check that runs, if one does, without a result. */
  function stop() {
    running?.abort();
    running = null;
    state.asked = null;
  }

  /**
   * Returns what a check finds; null once it is stopped, or where it is no longer about what is
   * entered.
   *
   * @returns {Promise<Attempt | null>}
   */
  async function found() {
    stop();
    const own = new AbortController();
    running = own;
    const { report } = state;
    const asked = () => JSON.stringify([state.answers, state.several === "exploring"]);
    const before = asked();
    const isStale = () => own.signal.aborted || state.report !== report || asked() !== before;
    /** @type {import("./asking.js").Asked} */
    let last = { done: 0, all: null, inPage: false };
    let shown = false;
    const show = () => {
      if (isStale()) {
        own.abort();
        return;
      }
      // No figure of before stands next to it.
      Object.assign(state, { asked: last, outcome: null });
      draw();
      if (!shown) focusOn("working-heading");
      shown = true;
    };
    const timer = setTimeout(show, SHOWN_AFTER);
    const onProgress = (/** @type {import("./asking.js").Asked} */ progress) => {
      last = progress;
      if (shown) show();
    };
    try {
      const result = await attempt(state, tries, words.decimals, togetherOf, inWorker(workplaceOf, own.signal, onProgress));
      return isStale() ? null : result;
    } catch (error) {
      if (own.signal.aborted) return null;
      throw error;
    } finally {
      clearTimeout(timer);
      if (running === own) {
        running = null;
        state.asked = null;
      }
    }
  }

  /**
   * Draws the result for the chosen starting belief. The core works beliefs out, like every other
   * number.
   */
  async function drawResult() {
    const { outcome, belief } = state;
    if (outcome?.kind === "figure") {
      const changes = await beliefsAfter(outcome, belief.parts);
      if (state.outcome !== outcome || state.belief.parts !== belief.parts) return;
      Object.assign(outcome, changes);
    }
    draw();
  }

  /** @param {Attempt & {recounted?: boolean} | null} result */
  function show(result) {
    if (result === null) return draw();
    const kind = result.message === undefined ? kindOf(result.bound) : "wentWrong";
    state.outcome = { ...result, kind, after: null };
    return drawResult();
  }

  /** No figure of what was asked before is shown while the next one is worked out. */
  function hideFigure() {
    if (state.outcome) state.outcome = { ...state.outcome, after: null };
  }

  /**
   * Checks the record again, for itself (null) or for all records at once.
   *
   * @param {Several | null} several
   */
  async function countRecords(several) {
    state.several = several;
    if (!several) tries.forget();
    hideFigure();
    const result = await found();
    await show(result && { ...result, recounted: true });
  }

  return {
    drawResult,
    countRecords,
    /** Checks the same record again, with other publications beside the report. */
    async recount() {
      if (!state.outcome) return draw();
      hideFigure();
      return show(await found());
    },
    stop,
    /** Ends the check at the person's wish. */
    stopCheck() {
      stop();
      Object.assign(state, { outcome: null, stopped: true });
      draw();
      focusOn("record-heading");
    },
    async oneRecord() {
      await countRecords(null);
      landOn("result-heading");
    },
    async check() {
      Object.assign(state, { cleared: false, stopped: false, rowMessage: null, formOpen: false, outcome: null });
      const result = await found();
      if (result === null) {
        draw();
        return;
      }
      state.problems = result.problems ?? [];
      if (state.problems.length) {
        draw();
        landOn("error-summary");
        return;
      }
      state.earlier = null;
      await show(result);
      resultShown();
      landOn("result-heading");
    },
  };
}

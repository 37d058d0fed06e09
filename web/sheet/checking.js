// Checking a record: from the answers to the result on the page.
import { kindOf } from "../../wording/headline.js";
import { BELIEF_PARTS } from "../../wording/rounding.js";
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

/**
 * Functions that check the record of the page's answers and draw the result.
 *
 * @param {SheetPage} page
 * @param {Tries} tries
 * @param {() => void} resultShown is called after a check that has a result
 */
export function checking({ state, draw, landOn }, tries, resultShown) {
  const found = () => attempt(state, tries, words.decimals, togetherOf);

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

  /** @param {Attempt & {recounted?: boolean}} result */
  function show(result) {
    const kind = result.message === undefined ? kindOf(result.bound) : "wentWrong";
    state.outcome = { ...result, kind, after: null };
    return drawResult();
  }

  /**
   * Checks the record again, for itself (null) or for all records at once.
   *
   * @param {Several | null} several
   */
  function countRecords(several) {
    state.several = several;
    if (!several) tries.forget();
    return show({ ...found(), recounted: true });
  }

  return {
    drawResult,
    countRecords,
    /** Checks the same record again, with other publications beside the report. */
    recount: () => (state.outcome ? show(found()) : draw()),
    async oneRecord() {
      await countRecords(null);
      landOn("result-heading");
    },
    async check() {
      Object.assign(state, { cleared: false, rowMessage: null, formOpen: false, outcome: null });
      const result = found();
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

// How far the study has come.
import { working } from "../controls/working.js";
import { count } from "./figures.js";

/** @import { State, StudyProgress } from "./state.js" */
/** @import { ProfileWords } from "#words/profile" */

/**
 * How far a step has come towards its end; undefined where its end is not known.
 *
 * @param {StudyProgress} progress
 */
function shareOf(progress) {
  switch (progress.phase) {
    case "reading":
      return progress.share;
    case "neighbours":
    case "auditing":
      return progress.rows / progress.total;
    case "losses":
    case "sampling":
      return progress.done / progress.total;
    default:
      return undefined;
  }
}

/**
 * @param {StudyProgress} progress
 * @param {ProfileWords["run"]} words
 */
function detailWords(progress, words) {
  switch (progress.phase) {
    case "reading":
      return words.reading(count(progress.rows));
    case "training":
      return progress.step === undefined ? words.training : words.trainingStep(count(progress.step));
    case "neighbours":
    case "auditing":
      return words[progress.phase](count(progress.rows), count(progress.total));
    case "losses":
    case "sampling":
      return words[progress.phase](count(progress.done), count(progress.total));
    default:
      return words.starting;
  }
}

/**
 * In place of the form while the sums run.
 *
 * @param {Pick<State, "progress" | "inPage">} state
 * @param {ProfileWords} page
 * @param {Pick<import("./actions.js").Actions, "cancel">} actions
 */
export function studying({ progress, inPage }, page, actions) {
  const words = page.run;
  /** @type {Record<string, string | undefined>} */
  const phases = words.phases;
  const phase = (progress && phases[progress.phase]) ?? words.starting;
  const detail = progress ? detailWords(progress, words) : words.starting;
  return working(words, { phase, detail, share: progress ? shareOf(progress) : undefined, inPage }, actions.cancel);
}

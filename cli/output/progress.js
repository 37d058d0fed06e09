// Bars on standard error for what takes time. None where standard error is no terminal: a log
// needs no bar.
import { SingleBar } from "cli-progress";
import { sizeOf } from "../input/bytes.js";
import { streams } from "./streams.js";

/** @typedef {import("expost").Progress | import("expost").ProfileProgress} LibraryProgress */

/**
 * How much is done of how much, in phases whose length is known; null in others.
 *
 * @param {LibraryProgress} progress
 */
function counted(progress) {
  switch (progress.phase) {
    case "auditing":
    case "neighbours":
      return { done: progress.rows, total: progress.total };
    case "losses":
    case "sampling":
      return progress;
    case "training":
      // Newton's method doesn't know how many steps it will take.
      return progress.ofSteps === undefined ? null : { done: progress.step, total: progress.ofSteps };
    default:
      return null;
  }
}

export class Progress {
  /** @type {SingleBar | null} */
  #bar = null;
  /** @type {LibraryProgress["phase"]} */
  #phase = "reading";
  #first = 0;

  /** @param {string} path the file that will be read */
  static async over(path) {
    const progress = new Progress();
    const size = streams().stderr.isTTY ? await sizeOf(path) : null;
    if (size) progress.#start("reading {bar} {percentage}% | {eta_formatted} left", size);
    return progress;
  }

  /**
   * @param {string} format
   * @param {number} total
   */
  #start(format, total) {
    this.stop();
    // Wrapping is left on: after Ctrl-C the terminal would go on without it.
    this.#bar = new SingleBar({ format, clearOnComplete: true, linewrap: true });
    this.#bar.start(total, 0);
  }

  onBytes = (/** @type {number} */ read) => this.#bar?.update(read);

  /**
   * Shows what the library tells of its work; `working` names what follows reading.
   *
   * @param {LibraryProgress} progress
   * @param {string} working
   */
  onProgress(progress, working) {
    const { phase } = progress;
    const count = counted(progress);
    if (phase === "reading" || !streams().stderr.isTTY) return;
    if (phase !== this.#phase) {
      this.#phase = phase;
      if (count !== null) {
        const done = progress.phase === "training" ? "step {value} of {total}" : "{percentage}%";
        this.#start(`${working} {bar} ${done} | {eta_formatted} left`, count.total);
      }
      // Newton's method ends with a rush, so that no time left is named, only the step and how far
      // the gradient has shrunk.
      else if (progress.phase === "training" && progress.ofSteps === undefined) {
        this.#start(`${working} {bar} step {step}`, 100);
        this.#first = progress.residual;
      } else this.stop();
    }
    if (count !== null) this.#bar?.update(count.done);
    if (progress.phase === "training" && progress.ofSteps === undefined)
      this.#bar?.update(this.#shrunk(progress), { step: progress.step });
  }

  /**
   * How far from the first residual to the tolerance, in percent of the digits.
   *
   * @param {{residual: number, tolerance: number}} training
   */
  #shrunk({ residual, tolerance }) {
    if (!(residual > tolerance)) return 100;
    return Math.floor((100 * Math.log(this.#first / residual)) / Math.log(this.#first / tolerance));
  }

  stop = () => {
    this.#bar?.stop();
    this.#bar = null;
  };
}

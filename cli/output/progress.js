// Bars on standard error for what takes time. None where standard error is no terminal: a log
// needs no bar.
import { SingleBar } from "cli-progress";
import { sizeOf } from "../input/bytes.js";
import { streams } from "./streams.js";

/** Phases whose length is known: what counts in them. */
const COUNTED = { auditing: "rows", neighbours: "rows", losses: "done", sampling: "done" };

export class Progress {
  #bar = null;
  #phase = "reading";
  #first = 0;

  /** @param {string} path the file that will be read */
  static async over(path) {
    const progress = new Progress();
    const size = streams().stderr.isTTY ? await sizeOf(path) : null;
    if (size) progress.#start("reading {bar} {percentage}% | {eta_formatted} left", size);
    return progress;
  }

  #start(format, total) {
    this.stop();
    // Wrapping is left on: whoever ends the program with Ctrl-C would have a terminal without it.
    this.#bar = new SingleBar({ format, clearOnComplete: true, linewrap: true });
    this.#bar.start(total, 0);
  }

  onBytes = (read) => this.#bar?.update(read);

  /** Shows what the library tells of its work; `working` names what follows reading. */
  onProgress(progress, working) {
    const { phase } = progress;
    if (phase === "reading" || !streams().stderr.isTTY) return;
    if (phase !== this.#phase) {
      this.#phase = phase;
      if (phase in COUNTED) this.#start(`${working} {bar} {percentage}% | {eta_formatted} left`, progress.total);
      // Newton's method ends with a rush, so that no time left is named, only the step and how far
      // the gradient has shrunk.
      else if (phase === "training") this.#start(`${working} {bar} step {step}`, 100);
      else this.stop();
      this.#first = progress.residual;
    }
    if (phase in COUNTED) this.#bar?.update(progress[COUNTED[phase]]);
    if (phase === "training") this.#bar?.update(this.#shrunk(progress), { step: progress.step });
  }

  /** How far from the first residual to the tolerance, in percent of the digits. */
  #shrunk({ residual, tolerance }) {
    if (!(residual > tolerance)) return 100;
    return Math.floor((100 * Math.log(this.#first / residual)) / Math.log(this.#first / tolerance));
  }

  stop() {
    this.#bar?.stop();
    this.#bar = null;
  }
}

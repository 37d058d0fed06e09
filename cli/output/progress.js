// A bar on standard error while a file is read. None where standard error is no terminal: a log needs no bar.
import { SingleBar } from "cli-progress";
import { sizeOf } from "../input/bytes.js";

export class ReadingBar {
  #bar = null;

  /** @param {string} path the file that will be read */
  static async over(path) {
    const reading = new ReadingBar();
    const size = process.stderr.isTTY ? await sizeOf(path) : null;
    if (size) {
      const format = "reading {bar} {percentage}% | {eta_formatted} left";
      // Wrapping is left on: whoever ends the program with Ctrl-C would have a terminal without it.
      reading.#bar = new SingleBar({ format, clearOnComplete: true, linewrap: true });
      reading.#bar.start(size, 0);
    }
    return reading;
  }

  onBytes = (read) => this.#bar?.update(read);

  /** What comes after reading has no measure of its own: it is named. */
  nowDoing(what) {
    if (this.#bar === null) return;
    this.#bar.stop();
    process.stderr.write(`${what} …\n`);
    this.#bar = null;
  }

  stop() {
    this.#bar?.stop();
    this.#bar = null;
  }
}

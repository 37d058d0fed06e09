// Where the sums are done: in a worker made of the page's own script, so that the page stays
// answerable, else in the page.
//
// A worker made from a blob is held by the page's policy (tried in Chromium and Firefox): it can
// connect no more than the page.
import { plainFault } from "./plain-fault.js";

/** A worker that has said nothing for so long has not started. */
const START_MS = 5000;

/** The worker, once it has said that it runs; null where none starts. */
function startWorker(script) {
  return new Promise((resolve) => {
    let worker;
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const settle = (found) => {
      clearTimeout(timer);
      URL.revokeObjectURL(address);
      if (found === null) worker?.terminate();
      resolve(found);
    };
    const timer = setTimeout(() => settle(null), START_MS);
    try {
      worker = new Worker(address);
    } catch {
      settle(null);
      return;
    }
    worker.addEventListener("error", () => settle(null), { once: true });
    worker.addEventListener("message", ({ data }) => data.ready && settle(worker), { once: true });
  });
}

export class Workplace {
  #script;
  #work;
  #starting = null;
  #worker = null;
  #inPage = false;
  #waiting = new Map();
  #next = 1;

  /**
   * @param {string} script the text of the script that this is part of
   * @param {(task: string, request: object, options: object) => Promise<unknown>} work what does a
   *   task, here as in the worker
   */
  constructor(script, work) {
    this.#script = script;
    this.#work = work;
  }

  /** Whether the sums have to be done in the page. Known after the first task. */
  get inPage() {
    return this.#inPage;
  }

  /** Does a task; rejects with a plain fault, or with `signal.reason`. */
  async do(task, request, { onProgress = () => {}, signal } = {}) {
    const worker = await this.#ready();
    signal?.throwIfAborted();
    if (worker === null) return this.#here(task, request, { onProgress, signal });
    return new Promise((resolve, reject) => {
      const number = this.#next++;
      this.#waiting.set(number, { resolve, reject, onProgress });
      signal?.addEventListener("abort", () => this.#stop(signal.reason), { once: true });
      worker.postMessage({ number, task, request });
    });
  }

  async #here(task, request, { onProgress, signal }) {
    try {
      return await this.#work(task, request, { onProgress, signal });
    } catch (error) {
      throw signal?.aborted ? signal.reason : plainFault(error);
    }
  }

  async #ready() {
    if (this.#inPage) return null;
    this.#starting ??= startWorker(this.#script);
    const worker = await this.#starting;
    if (worker === null) {
      this.#inPage = true;
    } else if (this.#worker !== worker) {
      this.#worker = worker;
      worker.addEventListener("message", ({ data }) => this.#hear(data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        this.#stop(plainFault({ code: "trap", message: event.message || "the worker stopped" }));
      });
    }
    return worker;
  }

  #hear({ number, progress, value, fault }) {
    const task = this.#waiting.get(number);
    if (!task) return;
    if (progress) {
      task.onProgress(progress);
      return;
    }
    this.#waiting.delete(number);
    if (!fault) {
      task.resolve(value);
      return;
    }
    task.reject(fault);
    // After a fault of its own the library answers nothing any more; a new worker does.
    if (fault.type === "internal") this.#stop(fault);
  }

  /** Ends the worker, whatever it is doing; the next task gets a new one. */
  #stop(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#starting = null;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

// Where the sums are done: in a worker made of the page's own script, so that the page stays
// answerable, else in the page.
//
// A worker made from a blob is held by the page's policy (tried in Chromium and Firefox): it can
// connect no more than the page.
import { plainError } from "./plain-error.js";
import { doTask } from "./tasks.js";

/** @typedef {import("./tasks.js").Tasks} Tasks */

/** A worker that has said nothing for so long has not started. */
const START_MS = 5000;

/**
 * The worker, once it has said that it runs; null where none starts.
 *
 * @param {string} script
 * @returns {Promise<Worker | null>}
 */
function startWorker(script) {
  return new Promise((resolve) => {
    /** @type {Worker | undefined} */
    let worker;
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const settle = (/** @type {Worker | null} */ found) => {
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
    const started = worker;
    worker.addEventListener("message", ({ data }) => data.ready && settle(started), { once: true });
  });
}

/**
 * Does a page's tasks, each as far as it is known by name.
 *
 * @template {Tasks} T
 */
export class Workplace {
  #script;
  #tasks;
  /** @type {Promise<Worker | null> | null} */
  #starting = null;
  /** @type {Worker | null} */
  #worker = null;
  #inPage = false;
  /**
   * The tasks that the worker has not answered yet, by their numbers. (`any`: messages come without
   * a type.)
   *
   * @type {Map<number, {resolve: (value: any) => void, reject: (reason: unknown) => void,
   *   onProgress: (progress: any) => void}>}
   */
  #waiting = new Map();
  #next = 1;

  /**
   * @param {string} script the text of the script that this is part of
   * @param {T} tasks what it does, here as in the worker
   */
  constructor(script, tasks) {
    this.#script = script;
    this.#tasks = tasks;
  }

  /** Whether the sums have to be done in the page. Known after the first task. */
  get inPage() {
    return this.#inPage;
  }

  /**
   * Does a task.
   *
   * @template {keyof T & string} Name
   * @param {Name} task
   * @param {Parameters<T[Name]>[0]} request
   * @param {Partial<Parameters<T[Name]>[1]>} [watching]
   * @returns {Promise<Awaited<ReturnType<T[Name]>>>} rejects with a plain error, or with the
   *   signal's reason
   */
  async do(task, request, { onProgress = () => {}, signal } = {}) {
    const worker = await this.#ready();
    signal?.throwIfAborted();
    if (worker === null) return this.#here(task, request, { onProgress, signal });
    return new Promise((/** @type {(value: any) => void} */ resolve, reject) => {
      const number = this.#next++;
      this.#waiting.set(number, { resolve, reject, onProgress });
      signal?.addEventListener("abort", () => this.#stop(signal.reason), { once: true });
      worker.postMessage({ number, task, request });
    });
  }

  /**
   * @param {string} task
   * @param {unknown} request
   * @param {import("./tasks.js").Watching<any>} watching any: the task's own kind of progress
   * @returns {Promise<any>} any: the task's own result
   */
  async #here(task, request, watching) {
    try {
      return await doTask(this.#tasks, task, request, watching);
    } catch (error) {
      throw watching.signal?.aborted ? watching.signal.reason : plainError(error);
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
        this.#stop(plainError({ code: "trap", message: event.message || "the worker stopped" }));
      });
    }
    return worker;
  }

  /** @param {import("./serve-tasks.js").Answer} answer */
  #hear({ number, progress, value, error }) {
    const task = this.#waiting.get(number);
    if (!task) return;
    if (progress) {
      task.onProgress(progress);
      return;
    }
    this.#waiting.delete(number);
    if (!error) {
      task.resolve(value);
      return;
    }
    task.reject(error);
    // After an internal error the library answers nothing any more; a new worker does.
    if (error.type === "internal") this.#stop(error);
  }

  /**
   * Ends the worker, whatever it is doing; the next task gets a new one.
   *
   * @param {unknown} reason
   */
  #stop(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#starting = null;
    for (const { reject } of this.#waiting.values()) reject(reason);
    this.#waiting.clear();
  }
}

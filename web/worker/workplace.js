// Where the sums are done: in a worker made of the page's own script, so that the page stays
// answerable, else in the page.
//
// A worker made from a blob is held by the page's policy (tried in Chromium and Firefox): it can
// connect no more than the page.
import { plainError } from "./plain-error.js";
import { doTask } from "./tasks.js";

/** @typedef {import("./tasks.js").Tasks} Tasks */

/**
 * More of the script, fetched only once a task needs it. `code` is that of the error with which a
 * task says so. `text` resolves to the text once that has run in the page, where its policy lets
 * it, or to null where there is none to be had.
 *
 * @typedef {{code: string, text: () => Promise<string | null>}} LaterPart
 */

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
 * Waits for a promise, but no longer than until the signal is aborted.
 *
 * @template Value
 * @param {Promise<Value>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<Value>}
 */
function unlessAborted(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
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
  #later;
  /**
   * Says whether the later part has come, while somebody waits for it and once it has.
   *
   * @type {Promise<boolean> | null}
   */
  #coming = null;
  /**
   * The tasks that the worker has not answered yet, by their numbers. (`any`: messages come without
   * a type.)
   *
   * @type {Map<number, {worker: Worker, resolve: (value: any) => void, reject: (reason: unknown)
   *   => void, onProgress: (progress: any) => void}>}
   */
  #waiting = new Map();
  #next = 1;

  /**
   * @param {string} script the text of the script that this is part of
   * @param {T} tasks what it does, here as in the worker
   * @param {LaterPart | null} [later]
   */
  constructor(script, tasks, later = null) {
    this.#script = script;
    this.#tasks = tasks;
    this.#later = later;
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
  async do(task, request, watching = {}) {
    try {
      return await this.#attempt(task, request, watching);
    } catch (error) {
      const { code } = /** @type {{code?: unknown}} */ (error);
      if (this.#later === null || code !== this.#later.code) throw error;
      this.#coming ??= this.#addLater(this.#later);
      if (!(await unlessAborted(this.#coming, watching.signal))) throw error;
    }
    return this.#attempt(task, request, watching);
  }

  /**
   * @param {keyof T & string} task
   * @param {unknown} request
   * @param {Partial<import("./tasks.js").Watching<any>>} watching any: the task's own kind of
   *   progress
   * @returns {Promise<any>} any: the task's own result
   */
  async #attempt(task, request, { onProgress = () => {}, signal }) {
    const worker = await this.#ready();
    signal?.throwIfAborted();
    if (worker === null) return this.#here(task, request, { onProgress, signal });
    return new Promise((/** @type {(value: any) => void} */ resolve, reject) => {
      const number = this.#next++;
      this.#waiting.set(number, { worker, resolve, reject, onProgress });
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

  /**
   * Makes the script longer, for the next worker. The worker of before ends what it was asked.
   *
   * @param {LaterPart} later
   */
  async #addLater(later) {
    const text = await later.text();
    if (text === null) {
      this.#coming = null;
      return false;
    }
    this.#script = `${this.#script}\n${text}`;
    const before = this.#worker;
    this.#worker = null;
    this.#starting = null;
    if (before) this.#endIdle(before);
    return true;
  }

  /**
   * Ends a worker whose place was taken, once it has answered everything.
   *
   * @param {Worker} worker
   */
  #endIdle(worker) {
    if (worker !== this.#worker && !Array.from(this.#waiting.values()).some((task) => task.worker === worker)) {
      worker.terminate();
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
    this.#endIdle(task.worker);
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
    for (const { worker, reject } of this.#waiting.values()) {
      worker.terminate();
      reject(reason);
    }
    this.#waiting.clear();
  }
}

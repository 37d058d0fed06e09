// A page's script as it runs in a worker: tasks in, results out.
import { plainError } from "./plain-error.js";
import { doTask } from "./tasks.js";

/** @typedef {import("./plain-error.js").PlainError} PlainError */

/**
 * A message to the worker: a task, with a number by which its answers are known.
 *
 * @typedef {{number: number, task: string, request: unknown}} Question
 */

/**
 * A message from the worker: that it runs, or, of one task, its progress, its value or its error.
 *
 * @typedef {{ready?: boolean, number: number, progress?: unknown, value?: unknown, error?:
 *   PlainError}} Answer
 */

/**
 * A dedicated worker's global object, as far as it is needed.
 *
 * @typedef {object} Scope
 * @property {(message: unknown) => void} postMessage
 * @property {(type: "message", listener: (event: MessageEvent) => void) => void} addEventListener
 */

/**
 * Answers the messages of a worker.
 *
 * @param {Scope} scope
 * @param {import("./tasks.js").Tasks} tasks
 */
export function serveTasks(scope, tasks) {
  scope.addEventListener("message", async (event) => {
    /** @type {Question} */
    const { number, task, request } = event.data;
    const onProgress = (/** @type {unknown} */ progress) => scope.postMessage({ number, progress });
    try {
      scope.postMessage({ number, value: await doTask(tasks, task, request, { onProgress }) });
    } catch (error) {
      scope.postMessage({ number, error: plainError(error) });
    }
  });
  scope.postMessage({ ready: true });
}

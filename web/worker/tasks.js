// The tasks of a page: functions by name, each from a request to its result.

/**
 * Functions that do a task each. A task may take long: then it tells how far it is by `onProgress`
 * and ends once the `signal` is aborted. (`any`: what a task takes is known to that task alone.)
 *
 * @typedef {Record<string, (request: any, watching: any) => unknown>} Tasks
 */

/**
 * The way in which a task is watched, where it can be.
 *
 * @template Progress
 * @typedef {{onProgress: (progress: Progress) => void, signal?: AbortSignal}} Watching
 */

/**
 * Does one task.
 *
 * @param {Tasks} tasks
 * @param {string} task
 * @param {unknown} request
 * @param {Partial<Watching<any>>} [watching] any: the task's own kind of progress
 * @returns {Promise<unknown>} rejects with the library's error, or the signal's reason
 */
export async function doTask(tasks, task, request, watching = {}) {
  return tasks[task](request, { onProgress: () => {}, ...watching });
}

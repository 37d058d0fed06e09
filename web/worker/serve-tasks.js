// A page's script as it runs in a worker: tasks in, results out.
import { plainFault } from "./plain-fault.js";

/**
 * Answers the messages of `scope`, a dedicated worker's global object, by `work(task, request, {
 * onProgress })`.
 */
export function serveTasks(scope, work) {
  scope.addEventListener("message", async ({ data: { number, task, request } }) => {
    const onProgress = (progress) => scope.postMessage({ number, progress });
    try {
      scope.postMessage({ number, value: await work(task, request, { onProgress }) });
    } catch (error) {
      scope.postMessage({ number, fault: plainFault(error) });
    }
  });
  scope.postMessage({ ready: true });
}

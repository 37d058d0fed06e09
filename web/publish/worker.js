// The page's script as it runs in a worker: tasks in, results out.
import { plainFault, work } from "./work.js";

/** Answers the messages of `scope`, a dedicated worker's global object. */
export function serveTasks(scope) {
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

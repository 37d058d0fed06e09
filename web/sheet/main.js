// One script, two places: the page, and the worker that the page makes of the same text. What
// draws the page needs a document as soon as it is loaded, so the worker doesn't load it.
import { serveTasks } from "../worker/serve-tasks.js";
import { tasks } from "./work.js";

if (typeof document === "undefined") {
  serveTasks(self, tasks);
} else {
  const script = /** @type {HTMLElement} */ (document.currentScript).textContent;
  import("./sheet.js").then(({ startSheet }) => startSheet(document, script));
}

// The files that the page hands over: the study, and what goes with a report.
import { documentText } from "../../intake/document-text.js";
import { bakeFrame, bakePage } from "../bake/bake.mjs";
import { saveFile } from "../controls/save-file.js";
import { studyFrom } from "./study.js";

/** A file that goes with a report, as the build put it into the page. */
const builtIn = (/** @type {string} */ id) => JSON.parse(/** @type {HTMLElement} */ (document.getElementById(id)).textContent);

/**
 * Functions that hand over a file each. What came from a seed is handed over as that only.
 *
 * @param {import("./state.js").PublishPage} page
 * @param {import("#words/publish").PublishWords} words
 */
export function files(page, words) {
  const { state } = page;
  const names = words.review.files;
  /** The report under review: only then there are buttons for its files. */
  const made = () => /** @type {import("./state.js").Result} */ (state.result);
  return {
    saveStudy() {
      saveFile(names.study, "application/json", documentText(studyFrom(state.answers, words).study));
      if (state.phase === "form") page.show({ message: words.run.studySaved });
    },
    saveReport() {
      const { text, experiment } = made();
      if (!experiment) saveFile(names.report, "application/json", text);
    },
    savePath() {
      const { name, bytes } = /** @type {import("expost").PathFile} */ (made().path);
      saveFile(name, "application/gzip", /** @type {Uint8Array<ArrayBuffer>} */ (bytes));
    },
    savePage() {
      const { text, path, experiment } = made();
      if (!experiment) saveFile(names.page, "text/html", bakePage(builtIn("check-sheet"), text, path?.bytes));
    },
    saveElement: () => saveFile(names.element, "text/javascript", builtIn("check-element")),
    saveFrame: () => saveFile(names.frame, "text/html", bakeFrame(builtIn("check-frame"), builtIn("check-sheet"))),
    saveExperiment: () => saveFile(names.experiment, "application/json", made().text),
  };
}

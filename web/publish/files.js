// The files that the page hands over: the study, and what goes with a report.
import { documentText } from "../../intake/document-text.js";
import { bakeFrame, bakePage } from "../bake/bake.mjs";
import { needsEveryMechanism } from "../bake/which-sheet.js";
import { saveText } from "../controls/save-text.js";
import { studyFrom } from "./study.js";

/** A file that goes with a report, as the build put it into the page. */
const builtIn = (/** @type {string} */ id) => JSON.parse(/** @type {HTMLElement} */ (document.getElementById(id)).textContent);

/**
 * The check page that a report needs, or the frame for it: the small one, or the one for every
 * mechanism.
 *
 * @param {"check-sheet" | "check-frame"} id
 * @param {string} text of the report
 */
const builtInFor = (id, text) => builtIn(needsEveryMechanism(text) ? `${id}-every` : id);

/**
 * Functions that hand over a file each. What came from a seed is handed over as that only.
 *
 * @param {import("./state.js").PublishPage} page
 * @param {import("./text/en.js").PublishWords} words
 */
export function files(page, words) {
  const { state } = page;
  const names = words.review.files;
  /** The report under review: only then there are buttons for its files. */
  const made = () => /** @type {import("./state.js").Result} */ (state.result);
  return {
    saveStudy() {
      saveText(names.study, "application/json", documentText(studyFrom(state.answers, words).study));
      if (state.phase === "form") page.show({ message: words.run.studySaved });
    },
    saveReport() {
      const { text, experiment } = made();
      if (!experiment) saveText(names.report, "application/json", text);
    },
    savePage() {
      const { text, experiment } = made();
      if (!experiment) saveText(names.page, "text/html", bakePage(builtInFor("check-sheet", text), text));
    },
    saveElement: () => saveText(names.element, "text/javascript", builtIn("check-element")),
    saveFrame() {
      const { text } = made();
      const name = needsEveryMechanism(text) ? names.frameEvery : names.frame;
      saveText(name, "text/html", bakeFrame(builtInFor("check-frame", text), builtInFor("check-sheet", text)));
    },
    saveExperiment: () => saveText(names.experiment, "application/json", made().text),
  };
}

// The files that the page hands over: the study, and what goes with a report.
import { documentText } from "../../intake/document-text.js";
import { bakeFrame, bakePage } from "../bake/bake.mjs";
import { saveText } from "../controls/save-text.js";
import { studyFrom } from "./study.js";

/** A file that goes with a report, as the build put it into the page. */
const builtIn = (id) => JSON.parse(document.getElementById(id).textContent);

/** Functions that hand over a file each. What came from a seed is handed over as that only. */
export function files(page, words) {
  const { state } = page;
  const names = words.review.files;
  return {
    saveStudy() {
      saveText(names.study, "application/json", documentText(studyFrom(state.answers, words).study));
      if (state.phase === "form") page.show({ message: words.run.studySaved });
    },
    saveReport() {
      if (!state.result.experiment) saveText(names.report, "application/json", state.result.text);
    },
    savePage() {
      if (!state.result.experiment) saveText(names.page, "text/html", bakePage(builtIn("check-sheet"), state.result.text));
    },
    saveElement: () => saveText(names.element, "text/javascript", builtIn("check-element")),
    saveFrame: () => saveText(names.frame, "text/html", bakeFrame(builtIn("check-frame"), builtIn("check-sheet"))),
    saveExperiment: () => saveText(names.experiment, "application/json", state.result.text),
  };
}

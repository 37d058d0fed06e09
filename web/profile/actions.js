// Actions of the practitioner's page.
import { documentText } from "../../intake/document-text.js";
import { saveFile } from "../controls/save-file.js";
import { svgFile } from "./chart/svg-file.js";
import { documentOf, rowsCsv } from "./exports.js";
import { studyRows } from "./studying.js";

/** @import { Settings } from "./settings.js" */
/** @import { MapState, Result } from "./state.js" */

/** @typedef {ReturnType<typeof profileActions>} Actions */

/**
 * A part of the form as it is drawn.
 *
 * @typedef {(state: import("./state.js").State, page: import("#words/profile").ProfileWords,
 *   controls: import("../controls/controls.js").Controls, actions: Actions) =>
 *   import("lit-html").TemplateResult} Section
 */

/**
 * Functions for the buttons and fields of the page.
 *
 * @param {import("./state.js").ProfilePage} page
 * @param {import("./work.js").ProfileWorkplace} workplace
 * @param {import("#words/profile").ProfileWords} words
 * @param {import("./sources.js").Sources} sources
 * @param {import("./row-map.js").RowMap} map
 * @param {() => void} measure fits the charts into the space that there is
 */
export function profileActions(page, workplace, words, sources, map, measure) {
  const { state } = page;
  /** The result on show: only then there are buttons for its files. */
  const found = () => /** @type {Result} */ (state.result);
  return {
    run: () =>
      studyRows(page, workplace, words, () => {
        measure();
        page.focusOn("result-heading");
        map.placeRows();
      }),
    makeUp: sources.makeUp,
    set: (/** @type {keyof Settings} */ key, /** @type {string} */ value) =>
      page.show({ settings: { ...state.settings, [key]: value } }),
    dataFile: (/** @type {File} */ file) => sources.useRows(file, file.name),
    dataText(/** @type {string} */ text) {
      if (text.trim() === "") page.refuse([{ id: "data-file", message: words.errors.pasteEmpty }]);
      else sources.useRows(text, words.inputs.pasted);
    },
    decimalComma(/** @type {boolean} */ decimalComma) {
      page.show({ decimalComma });
      // Where columns end may depend on it.
      const { source } = state;
      if (source !== null && !source.madeUp) sources.useRows(source.data, source.name);
    },
    studyFile: sources.useStudy,
    heldOutFile: sources.useHeldOut,
    reportFile: sources.useReport,
    dropHeldOut: sources.dropHeldOut,
    dropReport: sources.dropReport,
    cancel: () => page.cancel(),
    chooseMap: (/** @type {0 | 1} */ side, /** @type {string} */ key) => map.choose(side, key),
    chooseStatistic: (/** @type {MapState["statistic"]} */ statistic) => map.chooseStatistic(statistic),
    saveMadeUp() {
      const data = state.source?.data;
      if (typeof data === "string") saveFile(words.madeUp.file, "text/csv", data);
    },
    saveChart(/** @type {string} */ id, /** @type {string} */ file, /** @type {string} */ name) {
      const chart = /** @type {Element} */ (document.getElementById(id));
      saveFile(`${file}.svg`, "image/svg+xml", svgFile(chart, { name, stamp: words.take.stamp }));
    },
    saveJson: () => saveFile(words.take.jsonFile, "application/json", documentText(documentOf(found(), words.take.stamp))),
    saveCsv: () => saveFile(words.take.csvFile, "text/csv", rowsCsv(found())),
    again() {
      map.forget();
      page.show({ phase: "form", result: null, message: null });
      page.focusOn("data-heading");
    },
  };
}

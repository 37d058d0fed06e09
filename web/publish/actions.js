// Actions of the publisher's page.
import { files } from "./files.js";
import { makeReport } from "./making.js";

/** @import { Column } from "./columns.js" */
/** @import { Answers } from "./fields.js" */

/** @typedef {ReturnType<typeof publishActions>} Actions */

/**
 * A part of the form as it is drawn.
 *
 * @typedef {(state: import("./state.js").State, language: import("./language.js").PublishLanguage,
 *   controls: import("../controls/controls.js").Controls, actions: Actions) =>
 *   import("lit-html").TemplateResult} Section
 */

/**
 * Functions for the buttons and fields of the page.
 *
 * @param {import("./state.js").PublishPage} page
 * @param {import("./work.js").PublishWorkplace} workplace
 * @param {import("#words/publish").PublishWords} words
 * @param {ReturnType<typeof import("./reading.js").reading>} reading
 * @param {() => void} changed is called where the answers changed
 */
export function publishActions(page, workplace, words, { useData, useStudy, suggest }, changed) {
  const { state } = page;
  const answer = (/** @type {Partial<Answers>} */ changes) => {
    state.answers = { ...state.answers, ...changes };
    changed();
    page.draw();
  };
  return {
    ...files(page, words),
    suggest,
    make: () => makeReport(page, workplace, words),
    answer: (/** @type {keyof Answers} */ key, /** @type {string | boolean} */ value) => answer({ [key]: value }),
    column(/** @type {number} */ index, /** @type {keyof Column} */ key, /** @type {string} */ value) {
      answer({ columns: state.answers.columns.map((column, at) => (at === index ? { ...column, [key]: value } : column)) });
    },
    dataFile: (/** @type {File} */ file) => useData(file, file.name),
    dataText(/** @type {string} */ text) {
      if (text.trim() === "") page.refuse([{ id: "data-file", message: words.errors.pasteEmpty }]);
      else useData(text, words.data.pasted);
    },
    decimalComma(/** @type {boolean} */ decimalComma) {
      page.show({ decimalComma });
      // Where columns end may depend on it.
      if (state.source !== null) useData(state.source.data, state.source.name);
    },
    studyFile: useStudy,
    cancel: () => page.cancel(),
    back() {
      page.show({ phase: "form", result: null, message: null });
      page.focusOn("data-heading");
    },
  };
}

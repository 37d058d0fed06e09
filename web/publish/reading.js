// The publisher's files. Of the data, the header is read, and on request the form of the values. A
// study fills in the form.
import { readJsonFile } from "../../intake/json-file.js";
import { notAStudy } from "../../intake/study-document.js";
import { plainError } from "../worker/plain-error.js";
import { answersFrom, isStudyHere, withHeader } from "./answers.js";
import { placedError } from "./errors.js";

/** @import { Problem } from "../controls/problems.js" */
/** @import { Answers } from "./fields.js" */
/** @import { Part } from "./pointers.js" */
/** @import { State } from "./state.js" */

/**
 * Functions that read into the page's state: `useData(source, name)` a File or a pasted text,
 * `useStudy(file)`, and `suggest()` the kinds of columns. `changed` is called where the answers
 * changed.
 *
 * @param {import("./state.js").PublishPage} page
 * @param {import("./work.js").PublishWorkplace} workplace
 * @param {import("#words/publish").PublishWords} words
 * @param {() => void} changed
 */
export function reading(page, workplace, words, changed) {
  const { state } = page;
  const answerWith = (/** @type {Partial<State>} */ changes) => {
    Object.assign(state, changes);
    changed();
    page.draw();
  };
  /** @type {(error: unknown, answers: Answers, fileName: string) => Problem} */
  const problemOf = (error, answers, fileName) =>
    placedError(plainError(error), { answers, places: new Map(), fileName }, words);

  /**
   * @param {File | string} source
   * @param {string} name
   */
  async function readHeader(source, name) {
    page.show({ source: { data: source, name }, reading: true, message: null });
    try {
      const header = await workplace.do("header", { source, decimalComma: state.decimalComma });
      if (state.source?.data !== source) return;
      page.settle("data-file");
      const answers = withHeader(state.answers, header, { study: state.studyName !== null });
      answerWith({ header, reading: false, answers });
    } catch (error) {
      if (state.source?.data !== source) return;
      Object.assign(state, { source: null, header: null, reading: false });
      page.refuse([problemOf(error, state.answers, name)]);
    }
  }

  /**
   * @param {File} file
   * @param {() => boolean} isLatest
   */
  async function readStudy(file, isLatest) {
    const unreadable = words.errors.unreadableStudy(file.name);
    const { document, error } = await readJsonFile(file, unreadable);
    if (!isLatest()) return;
    const core = error ?? notAStudy(document);
    const own = error === unreadable ? error : core ? words.errors.studyFile(file.name) : null;
    if (own !== null || !isStudyHere(document)) {
      const message = own ?? words.errors.otherMechanism(file.name);
      page.refuse([{ id: "study-file", message, ...(core && core !== unreadable && { core }) }]);
      return;
    }
    const read = answersFrom(/** @type {Part} */ (document), words.decimals);
    // A study without a word about persons leaves what was answered here.
    const answers = { ...read, person: read.person || state.answers.person };
    answerWith({
      answers: state.header ? withHeader(answers, state.header, { study: true }) : answers,
      studyName: file.name,
      problems: [],
      message: null,
    });
  }

  /**
   * Guesses for the columns that have no kind yet, from the form of their values: numbers, yes or
   * no, texts. The publisher confirms them, as one row can change a guess.
   */
  async function suggest() {
    const { source, answers } = state;
    // Asked for where the data's header is known.
    if (source === null) return;
    try {
      const kinds = await workplace.do("kinds", { source: source.data, decimalComma: state.decimalComma });
      if (state.source !== source) return;
      const open = state.answers.columns.filter(
        ({ name, kind }) => kind === "" && name !== answers.outcome && kinds[name] !== undefined,
      );
      const columns = state.answers.columns.map((column) =>
        open.includes(column) ? { ...column, kind: kinds[column.name] } : column,
      );
      answerWith({ suggested: open.length, answers: { ...state.answers, columns } });
    } catch (error) {
      if (state.source !== source) return;
      page.refuse([problemOf(error, answers, source.name)]);
    }
  }

  return {
    useData: (/** @type {File | string} */ source, /** @type {string} */ name) =>
      page.read("data-file", () => readHeader(source, name)),
    useStudy: (/** @type {File} */ file) => page.read("study-file", (isLatest) => readStudy(file, isLatest)),
    suggest,
  };
}

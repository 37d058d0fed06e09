// The sheet: one state, one way to draw it, and the few things a person can do.
import { render } from "lit-html";
import { exactText } from "../../intake/exact-text.js";
import { kindOf } from "../../wording/headline.js";
import { languageOf } from "../../wording/text/formats.js";
import { applyLanguage } from "../controls/apply-language.js";
import { takeDroppedFiles } from "../controls/dropped.js";
import { saveText } from "../controls/save-text.js";
import { beliefOf, readBelief } from "./belief.js";
import { attempt } from "./check-record.js";
import { words } from "./chosen-words.js";
import { talkToPage } from "./embedded.js";
import { posterior } from "./engine.js";
import { numbersDocument } from "./experts.js";
import { loadedReport } from "./report-loading.js";
import { rowFileText, takeRow } from "./row-intake.js";
import { Tries } from "./several.js";
import { resultState, sheet } from "./sheet-view.js";
import { summaryPage } from "./summary-page.js";
import { summaryText } from "./summary.js";

/** @import { Bound, Interval, Report } from "expost" */
/** @import { AnswerKind } from "../../wording/headline.js" */
/** @import { Belief } from "./belief.js" */
/** @import { Attempt, Problem } from "./check-record.js" */
/** @import { Field } from "./fields.js" */
/** @import { RefusedRow, TakenRow } from "./row-intake.js" */
/** @import { Several } from "./several.js" */
/** @import { Answered } from "./sheet-view.js" */
/** @import { Failure } from "./states.js" */

/** @typedef {Record<string, string | undefined>} Answers by the ids of their fields */
/**
 * Beliefs that a figure leads to, from a starting belief of `start` hundredths.
 *
 * @typedef {{start: number, yours: Interval, promise: Interval | null}} After
 */
/**
 * The outcome of a check. `recounted`: the same record was checked once more.
 *
 * @typedef {Attempt & {kind: AnswerKind, after: After | null, recounted?: boolean}} Outcome
 */

/**
 * @typedef {object} State
 * @property {"waiting" | "reading" | "ready" | "failed"} phase
 * @property {Failure | null} failure
 * @property {Report | null} report
 * @property {Field[]} fields
 * @property {string | null} hash
 * @property {boolean} fromFile
 * @property {Belief} belief
 * @property {Several | null} several whether the figure is to hold for all records at once
 * @property {Answers} answers
 * @property {Problem[]} problems
 * @property {TakenRow | RefusedRow | null} rowMessage
 * @property {boolean} rowOpen
 * @property {Outcome | null} outcome
 * @property {boolean} cleared
 */

/**
 * @typedef {object} Actions
 * @property {() => void} check
 * @property {(field: Field, value: string) => void} answer
 * @property {(text: string) => void} rowText
 * @property {(file: File) => Promise<void>} rowFile
 * @property {(open: boolean) => void} rowOpened
 * @property {(file: File) => Promise<void>} reportFile
 * @property {(text: string) => Promise<void>} reportText
 * @property {() => void} forgetReport
 * @property {(hundredths: number) => void} belief
 * @property {() => void} ownBelief
 * @property {(text: string) => void} applyBelief
 * @property {(several: Several | null) => Promise<void>} countRecords
 * @property {() => Promise<void>} oneRecord
 * @property {() => void} print
 * @property {() => void} savePage
 * @property {() => void} saveSummary
 * @property {() => void} saveNumbers
 * @property {() => void} clear
 */

/**
 * The state about the record, before there is one. Made anew each time: answers are written into
 * it.
 */
const noRecord = () => ({ answers: {}, problems: [], rowMessage: null, rowOpen: false, outcome: null, cleared: false });

/**
 * Returns what a figure leads to from a starting belief in hundredths, as changes of its outcome:
 * the beliefs `after` it, or that it went wrong.
 *
 * @param {Bound} bound
 * @param {number} start
 * @returns {Promise<Pick<Outcome, "after"> | Pick<Outcome, "kind" | "message">>}
 */
async function beliefsAfter({ total, guarantee }, start) {
  try {
    const yours = await posterior(total.upper, start / 100);
    const promise = guarantee ? await posterior(guarantee.epsilon, start / 100) : null;
    const sound = yours.lower >= 0 && yours.upper <= 1 && yours.lower <= yours.upper;
    return sound ? { after: { start, yours, promise } } : { kind: "wentWrong" };
  } catch (/** @type {any} any error has one */ { message }) {
    return { kind: "wentWrong", message };
  }
}

/**
 * Starts the sheet in a document whose #sheet element is its place.
 *
 * @param {Document} document
 */
export function startSheet(document) {
  const place = /** @type {HTMLElement} */ (document.getElementById("sheet"));
  const language = languageOf(words);
  applyLanguage(document.documentElement, language);

  const embedded = window.parent !== window;
  const baked = document.getElementById("expost-report");
  let startingBelief = beliefOf(50);
  /** @type {State} */
  const state = {
    phase: "waiting",
    failure: null,
    report: null,
    fields: [],
    hash: null,
    fromFile: false,
    belief: startingBelief,
    several: null,
    ...noRecord(),
  };
  const tries = new Tries();
  // Reading a report takes a while; when another one comes meanwhile, the answer to the first is
  // no longer wanted.
  let reading = 0;

  const draw = () => render(sheet(state, { embedded, alone: !embedded && !baked }, language, actions), place);
  const focusOn = (/** @type {string} */ id) => document.getElementById(id)?.focus();

  /**
   * @param {string | null} text
   * @param {{expected?: string, fromFile?: boolean}} [more]
   */
  async function useReport(text, { expected, fromFile = false } = {}) {
    const turn = (reading += 1);
    dropReport();
    Object.assign(state, { phase: "reading", fromFile });
    draw();
    // Let the words be painted before the sums take the thread.
    await new Promise((resolve) => setTimeout(resolve));
    const found = await loadedReport(text, expected, words);
    if (turn !== reading) {
      found.report?.free();
      return;
    }
    Object.assign(state, found);
    draw();
    if (state.failure) page?.reportRefused(state.failure.state);
    if (fromFile) focusOn("report-heading");
  }

  function dropReport() {
    state.report?.free();
    tries.forget();
    Object.assign(state, {
      ...{ phase: "waiting", report: null, failure: null, fields: [], hash: null, several: null },
      ...noRecord(),
    });
  }

  async function check() {
    state.cleared = false;
    state.rowMessage = null;
    state.outcome = null;
    const found = attempt(state, tries, words.decimals);
    state.problems = found.problems ?? [];
    if (state.problems.length) {
      draw();
      focusOn("error-summary");
      return;
    }
    await show(found);
    page?.resultShown();
    focusOn("result-heading");
  }

  /** @param {Attempt & {recounted?: boolean}} found */
  function show(found) {
    state.outcome = {
      ...found,
      kind: found.message === undefined ? kindOf(found.bound) : "wentWrong",
      after: null,
    };
    return drawResult();
  }

  /**
   * Works the figure out again for one record (null), or for all at once.
   *
   * @param {Several | null} several
   */
  function countRecords(several) {
    state.several = several;
    if (!several) tries.forget();
    return show({ ...attempt(state, tries, words.decimals), recounted: true });
  }

  // Beliefs are worked out in the core, like every other number.
  async function drawResult() {
    const { outcome, belief } = state;
    if (outcome?.kind === "figure") {
      const found = await beliefsAfter(/** @type {Bound} */ (outcome.bound), belief.hundredths);
      if (state.outcome !== outcome || state.belief.hundredths !== belief.hundredths) return;
      Object.assign(outcome, found);
    }
    draw();
  }

  function clearRecord() {
    tries.clear();
    Object.assign(state, noRecord(), { belief: startingBelief });
    const pasted = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("row-text"));
    if (pasted) pasted.value = "";
  }

  /** @param {string | null} text */
  function fillFrom(text) {
    const taken = takeRow(text, state.fields, language);
    if (taken.error) {
      Object.assign(state, { rowMessage: taken, rowOpen: true });
      draw();
      focusOn("row-text");
      return;
    }
    Object.assign(state, {
      answers: { .../** @type {TakenRow} */ (taken).answers },
      problems: [],
      outcome: null,
      rowMessage: taken,
      rowOpen: false,
      cleared: false,
    });
    const pasted = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("row-text"));
    if (pasted) pasted.value = "";
    draw();
    focusOn("row-message");
  }

  /**
   * Saves a file that is made of the result on show.
   *
   * @param {"summaryFile" | "numbersFile"} name
   * @param {string} type
   * @param {(result: Answered) => string} textOf
   */
  function saveResult(name, type, textOf) {
    const result = /** @type {Answered | null} */ (resultState(state));
    if (result) saveText(language.words.finish[name], type, textOf(result));
  }

  /** @type {Actions} */
  const actions = {
    check,
    answer(field, value) {
      state.answers[field.id] = value;
      // A figure is only ever shown beside the record it belongs to.
      const stale = state.outcome !== null;
      state.outcome = null;
      if (stale || field.widget === "radios") draw();
    },
    rowText: fillFrom,
    rowFile: async (file) => fillFrom(await rowFileText(file)),
    rowOpened(open) {
      state.rowOpen = open;
    },
    reportFile: async (file) => useReport(exactText(await file.arrayBuffer()), { fromFile: true }),
    reportText: (text) => useReport(text, { fromFile: true }),
    forgetReport() {
      reading += 1;
      dropReport();
      draw();
      focusOn("report-file");
    },
    belief(hundredths) {
      state.belief = { hundredths, own: false, wrong: false };
      drawResult();
    },
    ownBelief() {
      state.belief = { ...state.belief, own: true, wrong: false };
      draw();
    },
    applyBelief(text) {
      const hundredths = readBelief(text);
      state.belief = hundredths === null ? { ...state.belief, wrong: true } : { hundredths, own: true, wrong: false };
      if (hundredths === null) {
        draw();
        focusOn("belief-number");
        return;
      }
      drawResult();
    },
    countRecords,
    async oneRecord() {
      await countRecords(null);
      focusOn("result-heading");
    },
    print: () => window.print(),
    savePage: () => saveText(language.words.finish.pageFile, "text/html", summaryPage(document, language)),
    saveSummary: () => saveResult("summaryFile", "text/plain", (result) => summaryText(result, language)),
    saveNumbers: () => saveResult("numbersFile", "application/json", numbersDocument),
    clear() {
      fromPage.clear();
      focusOn("record-heading");
    },
  };

  /**
   * The report is none of ours any more, nor what it was asked about.
   *
   * @param {{phase: State["phase"], failure?: Failure}} changes
   */
  function withoutReport(changes) {
    reading += 1;
    dropReport();
    Object.assign(state, changes);
    draw();
  }

  /** @type {import("./embedded.js").FromPage} */
  const fromPage = {
    clear() {
      clearRecord();
      state.cleared = state.phase === "ready";
      draw();
    },
    prior(hundredths) {
      startingBelief = beliefOf(hundredths ?? 50);
      state.belief = startingBelief;
      drawResult();
    },
    // A report that was put into the page stays.
    ...(!baked && {
      report: (text, expected) => useReport(text, { expected }),
      noReport: () => withoutReport({ phase: "waiting" }),
      loading: () => withoutReport({ phase: "reading" }),
      failed: (failure) => withoutReport({ phase: "failed", failure }),
    }),
  };
  const page = embedded ? talkToPage(fromPage, document) : null;

  takeDroppedFiles((file) => (state.phase === "ready" ? actions.rowFile(file) : actions.reportFile(file)));
  // A page that a browser keeps for the way back would keep the record with it.
  addEventListener("pagehide", () => {
    clearRecord();
    tries.forget();
    state.several = null;
    draw();
  });

  document.documentElement.toggleAttribute("data-embedded", embedded);
  place.replaceChildren();
  draw();
  if (baked) useReport(JSON.parse(/** @type {string} */ (baked.textContent)));
  page?.ready();
}

// The sheet: one state, one way to draw it, and the few things a person can do.
import { html, nothing, render } from "lit-html";
import { exactText } from "../../intake/exact-text.js";
import { fingerprint, sameFingerprint } from "../../intake/fingerprint.js";
import { neverFails } from "../../wording/headline.js";
import { languageOf } from "../../wording/text/formats.js";
import { applyLanguage } from "../controls/apply-language.js";
import { takeDroppedFiles } from "../controls/dropped.js";
import { saveText } from "../controls/save-text.js";
import { beliefOf, readBelief } from "./belief.js";
import { readRecord } from "./check-record.js";
import { words } from "./chosen-words.js";
import { talkToPage } from "./embedded.js";
import { openReport, posterior } from "./engine.js";
import { numbersDocument } from "./experts.js";
import { fieldsOf } from "./fields.js";
import { recordForm } from "./form.js";
import { reportCard } from "./report-card.js";
import { reportChooser } from "./report-chooser.js";
import { kindOf, resultAnnouncement, resultSections, resultTerms } from "./result.js";
import { rowFileText, takeRow } from "./row-intake.js";
import { Tries } from "./several.js";
import { failureNotice, waitingNotice } from "./states.js";
import { summaryPage } from "./summary-page.js";
import { summaryText } from "./summary.js";

/**
 * The state about the record, before there is one. Made anew each time: answers are written into
 * it.
 */
const noRecord = () => ({ answers: {}, problems: [], rowMessage: null, rowOpen: false, outcome: null, cleared: false });

/** Starts the sheet in a document whose #sheet element is its place. */
export function startSheet(document) {
  const place = document.getElementById("sheet");
  const language = languageOf(words);
  applyLanguage(document.documentElement, language);

  const embedded = window.parent !== window;
  const baked = document.getElementById("expost-report");
  let startingBelief = beliefOf(50);
  const state = {
    phase: "waiting",
    failure: null,
    report: null,
    fields: [],
    hash: null,
    fromFile: false,
    belief: startingBelief,
    // Whether the figure is to hold for all records at once: null, "chosen" or "noticed".
    several: null,
    ...noRecord(),
  };
  const tries = new Tries();
  // Reading a report takes a while; when another one comes meanwhile, the answer to the first is
  // no longer wanted.
  let reading = 0;

  const draw = () => render(sheet(state, { embedded, alone: !embedded && !baked }, language, actions), place);
  const focusOn = (id) => document.getElementById(id)?.focus();

  async function useReport(text, { expected, fromFile = false } = {}) {
    const turn = (reading += 1);
    dropReport();
    Object.assign(state, { phase: "reading", fromFile });
    draw();
    // Let the words be painted before the sums take the thread.
    await new Promise((resolve) => setTimeout(resolve));
    const found = await read(text, expected);
    if (turn !== reading) {
      found.report?.free();
      return;
    }
    Object.assign(state, found);
    draw();
    if (state.failure) page?.reportRefused(state.failure.state);
    if (fromFile) focusOn("report-heading");
  }

  async function read(text, expected) {
    if (text === null) return { phase: "failed", failure: { state: "unreadable" } };
    const hash = await fingerprint(text);
    if (expected && !hash) return { phase: "failed", failure: { state: "hashUnchecked" } };
    if (expected && !sameFingerprint(expected, hash))
      return { phase: "failed", failure: { state: "hashMismatch", expected: expected.trim().toLowerCase(), found: hash } };
    const { report, ...failure } = await openReport(text);
    if (!report) return { phase: "failed", failure };
    return { phase: "ready", report, hash, fields: fieldsOf(report.summary, language.words) };
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
    const found = attempt();
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

  function show(found) {
    state.outcome = {
      ...found,
      kind: found.message === undefined ? kindOf(found.bound) : "wentWrong",
      after: null,
    };
    return drawResult();
  }

  /** Works the figure out again for one record (null), or for all at once. */
  function countRecords(several) {
    state.several = several;
    if (!several) tries.forget();
    return show({ ...attempt(), recounted: true });
  }

  /** { bound }, { problems } of the form, or { message } of sums that failed. */
  function attempt() {
    const { report, fields, answers } = state;
    try {
      const { record, problems } = readRecord(report, fields, answers, words.decimals);
      if (problems) return { problems };
      const bound = report.bound(record);
      if (tries.add(bound) && !neverFails(bound)) state.several ??= "noticed";
      return { bound: state.several ? report.bound(record, { uniform: "all" }) : bound };
    } catch ({ message }) {
      return { message };
    }
  }

  // Beliefs are worked out in the core, like every other number.
  async function drawResult() {
    const { outcome, belief } = state;
    if (outcome?.kind === "figure") {
      const start = belief.hundredths / 100;
      const promised = outcome.bound.guarantee;
      const yours = await posterior(outcome.bound.total.upper, start);
      const promise = promised ? await posterior(promised.epsilon, start) : null;
      if (state.outcome !== outcome) return;
      if (!(yours.lower >= 0 && yours.upper <= 1 && yours.lower <= yours.upper)) outcome.kind = "wentWrong";
      outcome.after = { yours, promise };
    }
    draw();
  }

  function clearRecord() {
    tries.clear();
    Object.assign(state, noRecord(), { belief: startingBelief });
    const pasted = document.getElementById("row-text");
    if (pasted) pasted.value = "";
  }

  function fillFrom(text) {
    const taken = takeRow(text, state.fields, language);
    if (taken.error) {
      Object.assign(state, { rowMessage: taken, rowOpen: true });
      draw();
      focusOn("row-text");
      return;
    }
    Object.assign(state, {
      answers: { ...taken.answers },
      problems: [],
      outcome: null,
      rowMessage: taken,
      rowOpen: false,
      cleared: false,
    });
    const pasted = document.getElementById("row-text");
    if (pasted) pasted.value = "";
    draw();
    focusOn("row-message");
  }

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
    saveSummary: () => saveText(language.words.finish.summaryFile, "text/plain", summaryText(resultState(state), language)),
    saveNumbers: () => saveText(language.words.finish.numbersFile, "application/json", numbersDocument(resultState(state))),
    clear() {
      fromPage.clear();
      focusOn("record-heading");
    },
  };

  /** The report is none of ours any more, nor what it was asked about. */
  function withoutReport(changes) {
    reading += 1;
    dropReport();
    Object.assign(state, changes);
    draw();
  }

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
  if (baked) useReport(JSON.parse(baked.textContent));
  page?.ready();
}

function resultState(state) {
  if (!state.outcome) return null;
  return {
    ...state.outcome,
    belief: state.belief,
    several: state.several,
    fields: state.fields,
    summary: state.report.summary,
    hash: state.hash,
  };
}

function sheet(state, { embedded, alone }, language, actions) {
  const { words } = language;
  const result = resultState(state);
  const hasFigure = result && result.kind !== "wentWrong";
  return html`
    <header class=${embedded ? "sheet-head sheet-embedded" : "sheet-head"}>
      <h1>${embedded ? words.embeddedTitle : words.title}</h1>
      ${embedded ? nothing : html`<p class="lede not-kept">${words.intro}</p>`}
      <details class="how not-kept">
        <summary>${words.howToCheck.summary}</summary>
        <ol class="points">
          ${words.howToCheck.points.map((point) => html`<li>${point}</li>`)}
        </ol>
      </details>
    </header>
    <div role="status" class="report-status">
      ${state.phase === "waiting" || state.phase === "reading" ? waitingNotice(state.phase, { embedded }, language) : nothing}
      ${state.phase === "failed" ? failureNotice(state.failure, language) : nothing}
    </div>
    ${alone && (state.phase === "waiting" || state.phase === "failed") ? reportChooser(language, actions) : nothing}
    ${
      state.phase === "ready"
        ? html`${reportCard({ summary: state.report.summary, hash: state.hash, fromFile: state.fromFile && alone }, language, actions)}
            <p role="status" class=${state.cleared ? "row-message not-kept" : "visually-hidden"}>
              ${state.cleared ? words.finish.cleared : nothing}
            </p>
            ${recordForm(state, { clearable: !hasFigure }, language, actions)}
            <section class=${result ? "result" : "result result-none"} aria-labelledby="result-heading">
              <div class="part part-first">
                <h2 id="result-heading" tabindex="-1" ?hidden=${!result}>${words.result.heading}</h2>
                <div role="status" class="announcement">${resultAnnouncement(result, language)}</div>
                ${resultTerms(result, language, actions)}
              </div>
              ${result ? resultSections(result, language, actions) : nothing}
              ${hasFigure ? finish({ embedded, contact: state.report.summary.publisher?.contact }, words, actions) : nothing}
            </section>`
        : nothing
    }
  `;
}

function finish({ embedded, contact }, words, actions) {
  const { finish: own } = words;
  const choice = (text, hint, action) =>
    html`<div>
      <button type="button" class="button" @click=${action}>${text}</button>
      <p class="hint">${hint}</p>
    </div>`;
  return html`<section class="part finish not-kept" aria-labelledby="finish-heading">
    <h3 id="finish-heading">${own.heading}</h3>
    <div class="ways">
      ${choice(own.save, own.saveHint, actions.saveSummary)}
      ${embedded ? choice(own.savePage, own.savePageHint, actions.savePage) : choice(own.print, own.printHint, actions.print)}
      ${choice(own.clear, own.clearHint, actions.clear)}
    </div>
    <p class="questions">${contact ? html`${own.questions} <bdi>${contact}</bdi>` : own.questionsUnknown}</p>
  </section>`;
}

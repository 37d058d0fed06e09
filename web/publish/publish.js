// The curator's page: one state, one way to draw it, and the few things a curator can do.
import { html, nothing, render } from "lit-html";
import { documentText } from "../../intake/document-text.js";
import { exactText, withoutMark } from "../../intake/exact-text.js";
import { fingerprint } from "../../intake/fingerprint.js";
import { jsonFault } from "../../intake/json-fault.js";
import { readNumber } from "../../wording/typed-decimal.js";
import { bakeFrame, bakePage } from "../bake/bake.mjs";
import { applyLanguage } from "../controls/apply-language.js";
import { controls, errorSummary } from "../controls/controls.js";
import { takeDroppedFiles } from "../controls/dropped.js";
import { reportHeight } from "../controls/height.js";
import { pageHead } from "../controls/page-head.js";
import { Readings } from "../controls/readings.js";
import { saveText } from "../controls/save-text.js";
import { Workplace } from "../worker/workplace.js";
import { aboutSection } from "./about-section.js";
import { answersFrom, newAnswers, notAStudyHere, withHeader } from "./answers.js";
import { PRIORS, budgetSection } from "./budget-section.js";
import { columnsSection } from "./columns-section.js";
import { dataSection } from "./data-section.js";
import { placedFault } from "./faults.js";
import { publishLanguage } from "./language.js";
import { outcomeSection } from "./outcome-section.js";
import { review } from "./review.js";
import { runSection, working } from "./run-section.js";
import { planOptions, studyFrom } from "./study.js";
import { work } from "./work.js";

/** The ε that the table of beliefs has besides the curator's own. */
const EPSILONS = [0.1, 0.25, 0.5, 1, 2, 4, 8];
/** How long typing must pause before the noise is worked out again. */
const PAUSE_MS = 400;

const nothingYet = () => ({
  phase: "form",
  answers: newAnswers(),
  source: null,
  header: null,
  reading: false,
  studyName: null,
  problems: [],
  message: null,
  suggested: null,
  plan: { value: null, busy: false, message: null },
  beliefs: null,
  progress: null,
  inPage: false,
  result: null,
  made: 0,
});

/**
 * Starts the page in a document whose #publish element is its place. `script` is the text of the
 * page's own script.
 */
export function startPublish(document, script) {
  const place = document.getElementById("publish");
  const language = publishLanguage(document.documentElement.lang);
  const { page } = language;
  applyLanguage(document.documentElement, language);
  const embedded = window.parent !== window;
  const workplace = new Workplace(script, work);
  const state = nothingYet();
  let running = null;
  let planning = 0;
  let timer = null;
  let refusals = 0;
  const readings = new Readings();

  const draw = () => render(view(state, { embedded }, language, actions), place);
  const focusOn = (id) => document.getElementById(id)?.focus();

  /** Shows what is wrong, in the order of the page, and moves there. */
  function refuse(problems) {
    refusals += 1;
    Object.assign(state, { phase: "form", problems, message: null });
    draw();
    const at = (id) => document.getElementById(`${id}-block`);
    state.problems = problems.toSorted((a, b) => {
      const [one, other] = [at(a.id), at(b.id)];
      return one && other && one !== other && one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
    });
    for (const { id } of problems) {
      const closed = at(id)?.closest("details:not([open])");
      if (closed) closed.open = true;
    }
    draw();
    focusOn("error-summary");
  }

  const useSource = (source, name) => readings.start("data-file", () => readSource(source, name));

  async function readSource(source, name) {
    Object.assign(state, { source: { data: source, name }, reading: true, message: null });
    draw();
    try {
      const header = await workplace.do("header", { source });
      if (state.source?.data !== source) return;
      state.problems = state.problems.filter(({ id }) => id !== "data-file");
      Object.assign(state, {
        header,
        reading: false,
        answers: withHeader(state.answers, header, { study: state.studyName !== null }),
      });
      changed();
      draw();
    } catch (fault) {
      if (state.source?.data !== source) return;
      Object.assign(state, { source: null, header: null, reading: false });
      refuse([placedFault(fault, { answers: state.answers, places: new Map(), fileName: name }, page)]);
    }
  }

  const useStudy = (file) => readings.start("study-file", (isLatest) => readStudy(file, isLatest));

  async function readStudy(file, isLatest) {
    const wrong = (message) => refuse([{ id: "study-file", message: page.errors.studyFile(file.name, message) }]);
    const text = exactText(await file.arrayBuffer());
    if (!isLatest()) return;
    if (text === null) {
      wrong(page.errors.unreadableStudy);
      return;
    }
    let study;
    try {
      study = JSON.parse(withoutMark(text));
    } catch (error) {
      wrong(jsonFault(withoutMark(text), error));
      return;
    }
    const reason = notAStudyHere(study);
    if (reason) {
      wrong(reason);
      return;
    }
    const answers = { ...answersFrom(study), person: state.answers.person };
    Object.assign(state, {
      answers: state.header ? withHeader(answers, state.header, { study: true }) : answers,
      studyName: file.name,
      problems: [],
      message: null,
    });
    changed();
    draw();
  }

  /**
   * Kinds for the columns that have none yet, from the form of their values: numbers, yes or no,
   * texts.
   */
  async function suggest() {
    const { source, answers } = state;
    try {
      const kinds = await workplace.do("kinds", { source: source.data, label: answers.outcome });
      if (state.source !== source) return;
      const open = state.answers.columns.filter(({ name, kind }) => kind === "" && kinds[name] !== undefined);
      state.suggested = open.length;
      set({
        columns: state.answers.columns.map((column) =>
          open.includes(column) ? { ...column, kind: kinds[column.name] } : column,
        ),
      });
    } catch (fault) {
      if (state.source !== source) return;
      refuse([placedFault(fault, { answers, places: new Map(), fileName: source.name }, page)]);
    }
  }

  /** Everything that has to be answered before a report can be made. */
  function unanswered() {
    const { answers } = state;
    const made = studyFrom(answers, page);
    const problems = [];
    if (!state.source) problems.push({ id: "data-file", message: page.errors.data });
    if (answers.person === "") problems.push({ id: "person", message: page.errors.person });
    if (answers.person === "several") problems.push({ id: "person", message: page.errors.several });
    if (state.header && answers.outcome !== "" && !state.header.includes(answers.outcome)) {
      problems.push({ id: "outcome", message: page.errors.outcomeGone(answers.outcome) });
    }
    const seed = answers.seed.trim();
    if (seed !== "" && !(/^\d+$/.test(seed) && Number.isSafeInteger(Number(seed)))) {
      problems.push({ id: "seed", message: page.errors.seed });
    }
    // One sentence a field.
    const all = new Map();
    for (const problem of [...problems, ...made.problems]) if (!all.has(problem.id)) all.set(problem.id, problem);
    return { ...made, seed: seed === "" ? undefined : Number(seed), problems: [...all.values()] };
  }

  async function make() {
    if (readings.underway) {
      const before = refusals;
      await readings.settled();
      if (refusals !== before || state.phase !== "form") return;
    }
    const { study, places, seed, problems } = unanswered();
    if (problems.length > 0) {
      refuse(problems);
      return;
    }
    const { answers, source } = state;
    const controller = new AbortController();
    running = controller;
    Object.assign(state, { phase: "working", problems: [], message: null, progress: null, inPage: workplace.inPage });
    draw();
    focusOn("working-heading");
    const onProgress = (progress) => {
      if (running !== controller) return;
      state.progress = progress;
      draw();
    };
    try {
      const found = await workplace.do(
        "publish",
        { source: source.data, study, seed },
        { onProgress, signal: controller.signal },
      );
      const hash = await fingerprint(found.text);
      if (running !== controller) return;
      // A seed that got lost on the way must not make an experiment look like a report, nor the
      // other way round.
      const experiment = found.report["x-insecure-seed"] !== undefined || seed !== undefined;
      const result = { ...found, hash, experiment };
      Object.assign(state, { phase: "review", result, made: state.made + (experiment ? 0 : 1) });
      draw();
      focusOn("review-heading");
    } catch (fault) {
      if (running !== controller) return;
      if (controller.signal.aborted) stopped();
      else refuse([placedFault(fault, { answers, places, fileName: source.name }, page)]);
    } finally {
      if (running === controller) running = null;
    }
  }

  function stopped() {
    Object.assign(state, { phase: "form", message: page.run.cancelled });
    draw();
    focusOn("run");
  }

  /** The budget's meaning is worked out again when the answers that it depends on have changed. */
  function changed() {
    clearTimeout(timer);
    timer = setTimeout(plan, PAUSE_MS);
  }

  async function plan() {
    const turn = (planning += 1);
    const { answers } = state;
    const own = readNumber(answers.epsilon).value;
    const yours = own > 0 ? own : null;
    const epsilons = [...new Set(yours === null ? EPSILONS : [...EPSILONS, yours])].sort((a, b) => a - b);
    const options = planOptions(answers, page);
    if (options === null) state.plan = { value: null, busy: false, message: null };
    else if (JSON.stringify(options) !== state.plan.key) state.plan = { value: null, busy: true, message: null };
    draw();
    try {
      const intervals = await workplace.do("beliefs", { epsilons, priors: PRIORS });
      if (turn !== planning) return;
      state.beliefs = epsilons.map((epsilon, index) => ({ epsilon, yours: epsilon === yours, intervals: intervals[index] }));
      if (options !== null && state.plan.busy) {
        const value = await workplace.do("plan", options);
        if (turn !== planning) return;
        state.plan = { value, busy: false, message: null, key: JSON.stringify(options) };
      }
    } catch (fault) {
      if (turn !== planning) return;
      state.plan = { value: null, busy: false, message: fault.name === "AbortError" ? null : fault.message };
      // Cancelling ends the worker, and with it whatever else it had to do.
      if (fault.name === "AbortError") changed();
    }
    draw();
  }

  /** A name that exists once in the answers. */
  const set = (changes) => {
    state.answers = { ...state.answers, ...changes };
    changed();
    draw();
  };

  const actions = {
    make,
    suggest,
    answer: (key, value) => set({ [key]: value }),
    column(index, key, value) {
      set({ columns: state.answers.columns.map((column, at) => (at === index ? { ...column, [key]: value } : column)) });
    },
    dataFile: (file) => useSource(file, file.name),
    dataText(text) {
      if (text.trim() === "") refuse([{ id: "data-file", message: page.errors.pasteEmpty }]);
      else useSource(text, page.data.pasted);
    },
    studyFile: useStudy,
    cancel() {
      running?.abort(new DOMException("cancelled", "AbortError"));
    },
    saveStudy() {
      const { study } = studyFrom(state.answers, page);
      saveText(page.review.files.study, "application/json", documentText(study));
      if (state.phase !== "form") return;
      state.message = page.run.studySaved;
      draw();
    },
    saveReport() {
      if (!state.result.experiment) saveText(page.review.files.report, "application/json", state.result.text);
    },
    savePage() {
      if (!state.result.experiment)
        saveText(page.review.files.page, "text/html", bakePage(builtIn("check-sheet"), state.result.text));
    },
    saveElement: () => saveText(page.review.files.element, "text/javascript", builtIn("check-element")),
    saveFrame: () => saveText(page.review.files.frame, "text/html", bakeFrame(builtIn("check-frame"), builtIn("check-sheet"))),
    saveExperiment: () => saveText(page.review.files.experiment, "application/json", state.result.text),
    back() {
      Object.assign(state, { phase: "form", result: null, message: null });
      draw();
      focusOn("data-heading");
    },
  };

  takeDroppedFiles((file) => {
    if (state.phase !== "form") return;
    if (/\.json$/i.test(file.name)) useStudy(file);
    else useSource(file, file.name);
  });
  // A page that a browser keeps for the way back would keep the data with it.
  addEventListener("pagehide", () => {
    running?.abort(new DOMException("left", "AbortError"));
    readings.forget();
    clearTimeout(timer);
    planning += 1;
    Object.assign(state, nothingYet());
    const pasted = document.getElementById("data-text");
    if (pasted) pasted.value = "";
    draw();
  });

  document.documentElement.toggleAttribute("data-embedded", embedded);
  place.replaceChildren();
  draw();
  plan();
  if (embedded) {
    // The parent's origin can't be known from inside the sandbox; what is sent says nothing about
    // anyone.
    const post = (message) => window.parent.postMessage(message, "*");
    reportHeight(document.body, post);
    post({ type: "expost-ready" });
  }
}

/** A file that goes with a report, as the build put it here. */
const builtIn = (id) => JSON.parse(document.getElementById(id).textContent);

function view(state, { embedded }, language, actions) {
  const { page } = language;
  const drawn = controls(new Map(state.problems.map(({ id, message }) => [id, message])), page.errorPrefix);
  return html`
    ${pageHead(page, { embedded })}
    <div ?hidden=${state.phase !== "form"} id="form">
      ${state.problems.length ? errorSummary(state.problems, page.errorHeading) : nothing}
      ${dataSection(state, language, drawn, actions)} ${outcomeSection(state, language, drawn, actions)}
      ${columnsSection(state, language, drawn, actions)} ${budgetSection(state, language, drawn, actions)}
      ${aboutSection(state, language, drawn, actions)} ${runSection(state, language, drawn, actions)}
    </div>
    ${state.phase === "working" ? working(state, language, actions) : nothing}
    ${state.phase === "review" ? review(state, language, actions) : nothing}
  `;
}

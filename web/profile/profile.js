// The practitioner's page: one state, one way to draw it, and the few things she can do. What it
// shows is private: nothing of it is meant to be published.
import { html, nothing, render } from "lit-html";
import { documentText } from "../../intake/document-text.js";
import { exactText, withoutMark } from "../../intake/exact-text.js";
import { jsonFault } from "../../intake/json-fault.js";
import { notAStudy } from "../../intake/study-document.js";
import { applyLanguage } from "../controls/apply-language.js";
import { controls, errorSummary } from "../controls/controls.js";
import { takeDroppedFiles } from "../controls/dropped.js";
import { reportHeight } from "../controls/height.js";
import { pageHead } from "../controls/page-head.js";
import { Readings } from "../controls/readings.js";
import { saveText } from "../controls/save-text.js";
import { Workplace } from "../worker/workplace.js";
import { svgFile } from "./chart/svg-file.js";
import { documentOf, rowsCsv } from "./exports.js";
import { placedFault } from "./faults.js";
import { dataSection, madeUpSection, settingsSection, working } from "./inputs.js";
import { profileLanguage } from "./language.js";
import { madeUpRows } from "./made-up.js";
import { axesOf, firstTwo } from "./map-axes.js";
import { results } from "./results.js";
import { madeUpRowCount, newSettings, optionsFrom } from "./settings.js";
import { columnsOf, gapsIn } from "./study-columns.js";
import { work } from "./work.js";

/** Charts are drawn as wide as there is room, within these. */
const WIDTHS = { least: 240, most: 860 };

const nothingYet = () => ({
  phase: "form",
  settings: newSettings(),
  /** { data: File or text, name, columns, madeUp, rows } */
  source: null,
  reading: false,
  /** { document, name } */
  study: null,
  /** { data, name, columns } */
  heldOut: null,
  /** { text, name } */
  report: null,
  problems: [],
  message: null,
  progress: null,
  inPage: false,
  /**
   * { profile, audit, axes, classes, source, madeUp }: what was found (work.js); `classes` says
   * that the outcome has several, `unit` what it is measured in
   */
  result: null,
  /** chosen: keys of axes (map-axes.js); asked: by the reader, not drawn of its own accord. */
  map: { chosen: [], statistic: "largest", places: null, asked: false, message: null },
});

/**
 * Starts the page in a document whose #profile element is its place. `script` is the text of the
 * page's own script.
 */
export function startProfile(document, script) {
  const place = document.getElementById("profile");
  const language = profileLanguage();
  const { page } = language;
  applyLanguage(document.documentElement, language);
  const embedded = window.parent !== window;
  const workplace = new Workplace(script, work);
  const state = { ...nothingYet(), width: WIDTHS.most, em: 14 };
  let running = null;
  let mapping = 0;
  let refusals = 0;
  const readings = new Readings();

  const draw = () => render(view(state, { embedded }, page, actions), place);
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

  const withoutProblem = (field) => (state.problems = state.problems.filter(({ id }) => id !== field));

  /**
   * The header of a table, or null where it is none and the page says so, unless another was
   * handed over since.
   */
  async function headerOf(data, name, field, isLatest) {
    try {
      return await workplace.do("header", { source: data, file: field });
    } catch (fault) {
      if (fault.name !== "AbortError" && isLatest()) refuse([placedFault(fault, { data: name, heldOut: name }, page)]);
      return null;
    }
  }

  const useSource = (data, name, more = {}) =>
    readings.start("data-file", (isLatest) => readSource(data, name, more, isLatest));

  async function readSource(data, name, more, isLatest) {
    const source = { data, name, columns: null, madeUp: false, ...more };
    Object.assign(state, { source, reading: true, message: null });
    draw();
    const header = await headerOf(data, name, "data-file", isLatest);
    if (state.source !== source) return;
    if (header === null) state.source = null;
    else {
      source.columns = header.length;
      withoutProblem("data-file");
    }
    state.reading = false;
    draw();
  }

  const useHeldOut = (file) => readings.start("held-out-file", (isLatest) => readHeldOut(file, isLatest));

  async function readHeldOut(file, isLatest) {
    const header = await headerOf(file, file.name, "held-out-file", isLatest);
    if (header === null || !isLatest()) return;
    state.heldOut = { data: file, name: file.name, columns: header.length };
    withoutProblem("held-out-file");
    draw();
  }

  /**
   * The document in a JSON file: { document, text }, or null where it is none and the page says so
   * beside `field`, or where it is the latest no more.
   */
  async function readJson(file, field, isLatest) {
    const wrong = (message) => refuse([{ id: field, message: page.errors.file(file.name, message) }]);
    const text = exactText(await file.arrayBuffer().catch(() => new Uint8Array([0xff])));
    if (!isLatest()) return null;
    if (text === null) {
      wrong(page.errors.unreadable);
      return null;
    }
    try {
      return { document: JSON.parse(withoutMark(text)), text, wrong };
    } catch (error) {
      wrong(jsonFault(withoutMark(text), error));
      return null;
    }
  }

  const useStudy = (file) => readings.start("study-file", (isLatest) => readStudy(file, isLatest));

  async function readStudy(file, isLatest) {
    const read = await readJson(file, "study-file", isLatest);
    if (read === null) return;
    const reason = notAStudy(read.document);
    if (reason) {
      read.wrong(reason);
      return;
    }
    state.study = { document: read.document, name: file.name };
    withoutProblem("study-file");
    // Made-up rows are of the study: another one has others.
    if (state.source?.madeUp) useMadeUp(state.source.rows);
    draw();
  }

  const useReport = (file) => readings.start("report-file", (isLatest) => readReport(file, isLatest));

  async function readReport(file, isLatest) {
    const read = await readJson(file, "report-file", isLatest);
    if (read === null) return;
    if (read.document?.format !== "expost-report") {
      read.wrong(page.errors.notAReport);
      return;
    }
    state.report = { text: read.text, name: file.name };
    withoutProblem("report-file");
    draw();
  }

  /**
   * A dropped JSON file says itself what it is; a table is the data, unless it was dropped on the
   * other field.
   */
  async function useDropped(file, where) {
    if (state.phase !== "form") return;
    const on = (id) => where.closest?.(`#${id}-block`) !== null;
    if (!/\.json$/i.test(file.name)) {
      if (on("held-out-file")) useHeldOut(file);
      else useSource(file, file.name);
      return;
    }
    if (on("study-file")) useStudy(file);
    else if (on("report-file")) useReport(file);
    else if (/"format"\s*:\s*"expost-report"/.test(await file.text())) useReport(file);
    else useStudy(file);
  }

  /**
   * Ends once nothing is being read any more; says whether the page still waits for the person,
   * and nothing was refused meanwhile.
   */
  async function everythingRead() {
    if (!readings.underway) return true;
    const before = refusals;
    await readings.settled();
    return refusals === before && state.phase === "form";
  }

  async function makeUp() {
    if (!(await everythingRead())) return;
    const { value: rows, message } = madeUpRowCount(state.settings.madeUpRows, page);
    const problems = message ? [{ id: "made-up-rows", message }] : [];
    if (state.study === null) problems.push({ id: "study-file", message: page.errors.studyFirst });
    else {
      const gaps = gapsIn(columnsOf(state.study.document));
      if (gaps.length > 0) problems.push({ id: "study-file", message: page.errors.gaps(language.list(gaps)) });
    }
    if (problems.length > 0) {
      refuse(problems);
      return;
    }
    state.problems = [];
    useMadeUp(rows);
  }

  /** Takes no source where the study has gaps. */
  function useMadeUp(rows) {
    const columns = columnsOf(state.study.document);
    state.source = null;
    if (gapsIn(columns).length === 0) useSource(madeUpRows(columns, rows), page.madeUp.name, { madeUp: true, rows });
  }

  async function run() {
    if (!(await everythingRead())) return;
    const { options, problems } = optionsFrom(state.settings, state.study?.document ?? null, page);
    if (state.source === null) problems.push({ id: "data-file", message: page.errors.data });
    if (state.study === null) problems.push({ id: "study-file", message: page.errors.study });
    if (problems.length > 0) {
      refuse(problems);
      return;
    }
    const { source, study, heldOut, report } = state;
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
        "study",
        {
          source: source.data,
          study: study.document,
          heldOut: heldOut?.data ?? null,
          reportText: report?.text ?? null,
          options,
        },
        { onProgress, signal: controller.signal },
      );
      if (running !== controller) return;
      const columns = columnsOf(study.document);
      const axes = axesOf(columns, found.profile, page.charts.map);
      const classes = study.document.mechanism?.loss?.name === "softmax";
      const unit = study.document.label.unit ?? null;
      state.result = { ...found, axes, classes, unit, source: source.data, madeUp: source.madeUp };
      Object.assign(state, { phase: "result", map: { ...nothingYet().map, chosen: firstTwo(axes) } });
      draw();
      measure();
      focusOn("result-heading");
      placeRows();
    } catch (fault) {
      if (running !== controller) return;
      const files = { data: source.name, heldOut: heldOut?.name, study: study.name, report: report?.name };
      if (controller.signal.aborted) stopped();
      else refuse([placedFault(fault, files, page)]);
    } finally {
      if (running === controller) running = null;
    }
  }

  function stopped() {
    Object.assign(state, { phase: "form", message: page.run.cancelled });
    draw();
    focusOn("run");
  }

  /**
   * Where the rows lie on the two axes of the map. For columns the file is read again, because
   * nothing of it is kept.
   */
  async function placeRows() {
    const turn = (mapping += 1);
    const { axes, source } = state.result;
    const chosen = state.map.chosen.map((key) => axes.find((axis) => axis.key === key));
    const columns = chosen.flatMap(({ column }) => column ?? []);
    Object.assign(state.map, { places: null, message: null });
    draw();
    try {
      const read = columns.length > 0 ? await workplace.do("places", { source, columns }) : [];
      if (turn !== mapping) return;
      state.map.places = chosen.map(({ changes }) => changes ?? read.shift());
    } catch {
      if (turn !== mapping) return;
      state.map.message = page.charts.map.failed;
    }
    draw();
  }

  /** Charts keep the size of their text, so they are drawn for the room that there is. */
  function measure() {
    const room = document.getElementById("chart-place");
    if (room === null) return;
    const em = parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.875;
    const width = Math.min(Math.max(Math.floor(room.clientWidth), WIDTHS.least), Math.max(WIDTHS.most, 60 * em));
    if (width === state.width && em === state.em) return;
    Object.assign(state, { width, em });
    draw();
  }

  const actions = {
    run,
    makeUp,
    set(key, value) {
      state.settings = { ...state.settings, [key]: value };
      draw();
    },
    dataFile: (file) => useSource(file, file.name),
    dataText(text) {
      if (text.trim() === "") refuse([{ id: "data-file", message: page.errors.pasteEmpty }]);
      else useSource(text, page.inputs.pasted);
    },
    studyFile: useStudy,
    heldOutFile: useHeldOut,
    reportFile: useReport,
    dropHeldOut() {
      readings.forget("held-out-file");
      state.heldOut = null;
      draw();
      focusOn("held-out-file");
    },
    dropReport() {
      readings.forget("report-file");
      state.report = null;
      draw();
      focusOn("report-file");
    },
    cancel() {
      running?.abort(new DOMException("cancelled", "AbortError"));
    },
    chooseMap(side, key) {
      Object.assign(state.map, { chosen: state.map.chosen.with(side, key), asked: true });
      placeRows();
    },
    chooseStatistic(statistic) {
      Object.assign(state.map, { statistic, asked: true });
      draw();
    },
    saveMadeUp: () => saveText(page.madeUp.file, "text/csv", state.source.data),
    saveChart(id, file, name) {
      const text = svgFile(document.getElementById(id), { name, stamp: page.take.stamp });
      saveText(`${file}.svg`, "image/svg+xml", text);
    },
    saveJson: () => saveText(page.take.jsonFile, "application/json", documentText(documentOf(state.result, page.take.stamp))),
    saveCsv: () => saveText(page.take.csvFile, "text/csv", rowsCsv(state.result)),
    again() {
      mapping += 1;
      Object.assign(state, { phase: "form", result: null, message: null });
      draw();
      focusOn("data-heading");
    },
  };

  takeDroppedFiles((file, where) => readings.wait(useDropped(file, where)));
  // A page that a browser keeps for the way back would keep the data with it.
  addEventListener("pagehide", () => {
    running?.abort(new DOMException("left", "AbortError"));
    readings.forget();
    mapping += 1;
    Object.assign(state, nothingYet());
    const pasted = document.getElementById("data-text");
    if (pasted) pasted.value = "";
    draw();
  });

  document.documentElement.toggleAttribute("data-embedded", embedded);
  place.replaceChildren();
  draw();
  new ResizeObserver(measure).observe(place);
  if (embedded) {
    // The parent's origin can't be known from inside the sandbox; what is sent says nothing about
    // anyone.
    const post = (message) => window.parent.postMessage(message, "*");
    reportHeight(document.body, post);
    post({ type: "expost-ready" });
  }
}

function view(state, { embedded }, page, actions) {
  const drawn = controls(new Map(state.problems.map(({ id, message }) => [id, message])), page.errorPrefix);
  return html`
    ${embedded ? nothing : html`<p class="private-banner" id="banner">${page.banner}</p>`} ${pageHead(page, { embedded })}
    <div ?hidden=${state.phase !== "form"} id="form">
      ${state.problems.length ? errorSummary(state.problems, page.errorHeading) : nothing}
      ${dataSection(state, page, drawn, actions)} ${madeUpSection(state, page, drawn, actions)}
      ${settingsSection(state, page, drawn, actions)}
    </div>
    ${state.phase === "working" ? working(state, page, actions) : nothing}
    ${state.phase === "result" ? results(state, page, actions) : nothing}
  `;
}

// The practitioner's page: one state, one way to draw it, and the few things that can be done.
// What it shows is private: nothing of it is meant to be published.
import { html, nothing } from "lit-html";
import { documentText } from "../../intake/document-text.js";
import { applyLanguage } from "../controls/apply-language.js";
import { controls } from "../controls/controls.js";
import { DataPage } from "../controls/data-page.js";
import { isEmbedded } from "../controls/embedded-page.js";
import { pageHead } from "../controls/page-head.js";
import { errorSummary } from "../controls/problems.js";
import { saveText } from "../controls/save-text.js";
import { Workplace } from "../worker/workplace.js";
import { chartRoom, startingRoom } from "./chart-room.js";
import { svgFile } from "./chart/svg-file.js";
import { documentOf, rowsCsv } from "./exports.js";
import { dataSection, madeUpSection, settingsSection } from "./inputs.js";
import { profileLanguage } from "./language.js";
import { results } from "./results.js";
import { RowMap } from "./row-map.js";
import { sources } from "./sources.js";
import { nothingYet } from "./state.js";
import { studyRows } from "./studying.js";
import { studying } from "./study-progress.js";
import { tasks } from "./work.js";

/**
 * Starts the page in a document whose #profile element is its place. `script` is the text of the
 * page's own script.
 */
export function startProfile(document, script) {
  const place = document.getElementById("profile");
  const language = profileLanguage();
  const { page: words } = language;
  applyLanguage(document.documentElement, language);
  const workplace = new Workplace(script, tasks);
  let room = startingRoom;
  const page = new DataPage(place, { nothingYet, view: (state) => view(state, room, words, actions), workplace });
  const { state } = page;
  const { useRows, useStudy, useHeldOut, useReport, useDropped, makeUp, dropHeldOut, dropReport } = sources(
    page,
    workplace,
    language,
  );
  const map = new RowMap(page, workplace, words.charts.map);

  /** Draws the charts again where there is other room for them. */
  function measure() {
    const found = chartRoom();
    if (found === null || (found.width === room.width && found.em === room.em)) return;
    room = found;
    page.draw();
  }

  const actions = {
    run: () =>
      studyRows(page, workplace, words, () => {
        measure();
        page.focusOn("result-heading");
        map.placeRows();
      }),
    makeUp,
    set: (key, value) => page.show({ settings: { ...state.settings, [key]: value } }),
    dataFile: (file) => useRows(file, file.name),
    dataText(text) {
      if (text.trim() === "") page.refuse([{ id: "data-file", message: words.errors.pasteEmpty }]);
      else useRows(text, words.inputs.pasted);
    },
    studyFile: useStudy,
    heldOutFile: useHeldOut,
    reportFile: useReport,
    dropHeldOut,
    dropReport,
    cancel: () => page.cancel(),
    chooseMap: (side, key) => map.choose(side, key),
    chooseStatistic: (statistic) => map.chooseStatistic(statistic),
    saveMadeUp: () => saveText(words.madeUp.file, "text/csv", state.source.data),
    saveChart(id, file, name) {
      const text = svgFile(document.getElementById(id), { name, stamp: words.take.stamp });
      saveText(`${file}.svg`, "image/svg+xml", text);
    },
    saveJson: () => saveText(words.take.jsonFile, "application/json", documentText(documentOf(state.result, words.take.stamp))),
    saveCsv: () => saveText(words.take.csvFile, "text/csv", rowsCsv(state.result)),
    again() {
      map.forget();
      page.show({ phase: "form", result: null, message: null });
      page.focusOn("data-heading");
    },
  };

  page.start({ drop: useDropped, leave: () => map.forget() });
  new ResizeObserver(measure).observe(place);
}

function view(state, room, page, actions) {
  const embedded = isEmbedded();
  const drawn = controls(state.problems, page.errorPrefix);
  return html`
    ${embedded ? nothing : html`<p class="private-banner" id="banner">${page.banner}</p>`} ${pageHead(page, { embedded })}
    <div ?hidden=${state.phase !== "form"} id="form">
      ${state.problems.length ? errorSummary(state.problems, page.errorHeading) : nothing}
      ${dataSection(state, page, drawn, actions)} ${madeUpSection(state, page, drawn, actions)}
      ${settingsSection(state, page, drawn, actions)}
    </div>
    ${state.phase === "working" ? studying(state, page, actions) : nothing}
    ${state.phase === "result" ? results(state, room, page, actions) : nothing}
  `;
}

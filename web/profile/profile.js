// The practitioner's page: one state, one way to draw it, and the few things that can be done.
// What it shows is private: nothing of it is meant to be published.
import { html, nothing } from "lit-html";
import { applyLanguage } from "../controls/apply-language.js";
import { controls } from "../controls/controls.js";
import { withCores } from "../controls/core-sentence.js";
import { DataPage } from "../controls/data-page.js";
import { isEmbedded } from "../controls/embedded-page.js";
import { pageHead } from "../controls/page-head.js";
import { errorSummary } from "../controls/problems.js";
import { askForParquetReader } from "../parquet/ask.js";
import { NO_READER } from "../parquet/no-reader.js";
import { Workplace } from "../worker/workplace.js";
import { profileActions } from "./actions.js";
import { chartRoom, startingRoom } from "./chart-room.js";
import { dataSection, madeUpSection, settingsSection } from "./inputs.js";
import { profileLanguage } from "./language.js";
import { results } from "./results.js";
import { RowMap } from "./row-map.js";
import { sources } from "./sources.js";
import { nothingYet } from "./state.js";
import { studying } from "./study-progress.js";
import { tasks } from "./work.js";

/**
 * Starts the page in a document whose #profile element is its place. `script` is the text of the
 * page's own script.
 *
 * @param {Document} document
 * @param {string} script
 */
export function startProfile(document, script) {
  const place = /** @type {HTMLElement} */ (document.getElementById("profile"));
  const language = profileLanguage();
  const { page: words } = language;
  applyLanguage(document.documentElement, language);
  const workplace = new Workplace(script, tasks, { code: NO_READER, text: askForParquetReader });
  let room = startingRoom;
  const page = new DataPage(place, {
    nothingYet: () => nothingYet(words.decimals),
    view: (state) => view(state, room, words, actions),
    workplace,
  });
  const given = sources(page, workplace, language);
  const map = new RowMap(page, workplace, words.charts.map);

  /** Draws the charts again where the space for them has changed. */
  function measure() {
    const found = chartRoom();
    if (found === null || (found.width === room.width && found.em === room.em)) return;
    room = found;
    page.draw();
  }

  /** @type {import("./actions.js").Actions} */
  const actions = profileActions(page, workplace, words, given, map, measure);

  page.start({ drop: given.useDropped, leave: () => map.forget() });
  new ResizeObserver(measure).observe(place);
}

/**
 * @param {import("./state.js").State} state
 * @param {import("./chart-room.js").Room} room for charts
 * @param {import("#words/profile").ProfileWords} page
 * @param {import("./actions.js").Actions} actions
 */
function view(state, room, page, actions) {
  const embedded = isEmbedded();
  const drawn = controls(state.problems, page.errorPrefix);
  return html`
    ${embedded ? nothing : html`<p class="private-banner" id="banner">${page.banner}</p>`} ${pageHead(page, { embedded })}
    <div ?hidden=${state.phase !== "form"} id="form">
      ${state.problems.length ? errorSummary(withCores(state.problems), html`<h2 id="error-summary-heading">${page.errorHeading}</h2>`) : nothing}
      ${dataSection(state, page, drawn, actions)} ${madeUpSection(state, page, drawn, actions)}
      ${settingsSection(state, page, drawn, actions)}
    </div>
    ${state.phase === "working" ? studying(state, page, actions) : nothing}
    ${state.phase === "result" && state.result ? results(state.result, state.map, room, page, actions) : nothing}
  `;
}

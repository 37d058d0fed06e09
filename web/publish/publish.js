// The publisher's page: one state, one way to draw it, and the few things that can be done.
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
import { aboutSection } from "./about-section.js";
import { publishActions } from "./actions.js";
import { BudgetMeaning } from "./budget-meaning.js";
import { budgetSection } from "./budget-section.js";
import { columnsSection } from "./columns-section.js";
import { dataSection } from "./data-section.js";
import { publishLanguage } from "./language.js";
import { outcomeSection } from "./outcome-section.js";
import { reading } from "./reading.js";
import { review } from "./review.js";
import { makingSection, runSection } from "./run-section.js";
import { nothingYet } from "./state.js";
import { trainingSection } from "./training-section.js";
import { tasks } from "./work.js";

/**
 * Starts the page in a document whose #publish element is its place. `script` is the text of the
 * page's own script.
 *
 * @param {Document} document
 * @param {string} script
 */
export function startPublish(document, script) {
  const language = publishLanguage();
  const { page: words } = language;
  applyLanguage(document.documentElement, language);
  const workplace = new Workplace(script, tasks, { code: NO_READER, text: askForParquetReader });
  const page = new DataPage(/** @type {HTMLElement} */ (document.getElementById("publish")), {
    nothingYet: () => nothingYet(words.decimals),
    view: (state) => view(state, language, actions),
    workplace,
  });
  const meaning = new BudgetMeaning(page, workplace, words);
  const changed = () => meaning.changed();
  const read = reading(page, workplace, words, changed);
  /** @type {import("./actions.js").Actions} */
  const actions = publishActions(page, workplace, words, read, changed);

  page.start({
    drop: (file) => (/\.json$/i.test(file.name) ? read.useStudy(file) : read.useData(file, file.name)),
    leave: () => meaning.forget(),
  });
  meaning.workOut();
}

/**
 * @param {import("./state.js").State} state
 * @param {import("./language.js").PublishLanguage} language
 * @param {import("./actions.js").Actions} actions
 */
function view(state, language, actions) {
  const { page } = language;
  const drawn = controls(state.problems, page.errorPrefix);
  return html`
    ${pageHead(page, { embedded: isEmbedded() })}
    <div ?hidden=${state.phase !== "form"} id="form">
      ${state.problems.length ? errorSummary(withCores(state.problems), html`<h2 id="error-summary-heading">${page.errorHeading}</h2>`) : nothing}
      ${dataSection(state, language, drawn, actions)} ${outcomeSection(state, language, drawn, actions)}
      ${columnsSection(state, language, drawn, actions)} ${trainingSection(state, language, drawn, actions)}
      ${budgetSection(state, language, drawn, actions)} ${aboutSection(state, language, drawn, actions)}
      ${runSection(state, language, drawn, actions)}
    </div>
    ${state.phase === "working" ? makingSection(state, language, actions) : nothing}
    ${state.phase === "review" && state.result ? review(state.result, language, actions) : nothing}
  `;
}

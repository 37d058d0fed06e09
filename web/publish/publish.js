// The publisher's page: one state, one way to draw it, and the few things that can be done.
import { html, nothing } from "lit-html";
import { applyLanguage } from "../controls/apply-language.js";
import { controls } from "../controls/controls.js";
import { DataPage } from "../controls/data-page.js";
import { isEmbedded } from "../controls/embedded-page.js";
import { pageHead } from "../controls/page-head.js";
import { errorSummary } from "../controls/problems.js";
import { Workplace } from "../worker/workplace.js";
import { aboutSection } from "./about-section.js";
import { BudgetMeaning } from "./budget-meaning.js";
import { budgetSection } from "./budget-section.js";
import { columnsSection } from "./columns-section.js";
import { dataSection } from "./data-section.js";
import { files } from "./files.js";
import { publishLanguage } from "./language.js";
import { makeReport } from "./making.js";
import { outcomeSection } from "./outcome-section.js";
import { reading } from "./reading.js";
import { review } from "./review.js";
import { makingSection, runSection } from "./run-section.js";
import { nothingYet } from "./state.js";
import { tasks } from "./work.js";

/**
 * Starts the page in a document whose #publish element is its place. `script` is the text of the
 * page's own script.
 */
export function startPublish(document, script) {
  const language = publishLanguage(document.documentElement.lang);
  const { page: words } = language;
  applyLanguage(document.documentElement, language);
  const workplace = new Workplace(script, tasks);
  const page = new DataPage(document.getElementById("publish"), {
    nothingYet,
    view: (state) => view(state, language, actions),
    workplace,
  });
  const { state } = page;
  const meaning = new BudgetMeaning(page, workplace, words);
  const { useData, useStudy, suggest } = reading(page, workplace, words, () => meaning.changed());

  /** Changes some of the answers. */
  const answer = (changes) => {
    state.answers = { ...state.answers, ...changes };
    meaning.changed();
    page.draw();
  };

  const actions = {
    ...files(page, words),
    suggest,
    make: () => makeReport(page, workplace, words),
    answer: (key, value) => answer({ [key]: value }),
    column(index, key, value) {
      answer({ columns: state.answers.columns.map((column, at) => (at === index ? { ...column, [key]: value } : column)) });
    },
    dataFile: (file) => useData(file, file.name),
    dataText(text) {
      if (text.trim() === "") page.refuse([{ id: "data-file", message: words.errors.pasteEmpty }]);
      else useData(text, words.data.pasted);
    },
    studyFile: useStudy,
    cancel: () => page.cancel(),
    back() {
      page.show({ phase: "form", result: null, message: null });
      page.focusOn("data-heading");
    },
  };

  page.start({
    drop: (file) => (/\.json$/i.test(file.name) ? useStudy(file) : useData(file, file.name)),
    leave: () => meaning.forget(),
  });
  meaning.workOut();
}

function view(state, language, actions) {
  const { page } = language;
  const drawn = controls(state.problems, page.errorPrefix);
  return html`
    ${pageHead(page, { embedded: isEmbedded() })}
    <div ?hidden=${state.phase !== "form"} id="form">
      ${state.problems.length ? errorSummary(state.problems, page.errorHeading) : nothing}
      ${dataSection(state, language, drawn, actions)} ${outcomeSection(state, language, drawn, actions)}
      ${columnsSection(state, language, drawn, actions)} ${budgetSection(state, language, drawn, actions)}
      ${aboutSection(state, language, drawn, actions)} ${runSection(state, language, drawn, actions)}
    </div>
    ${state.phase === "working" ? makingSection(state, language, actions) : nothing}
    ${state.phase === "review" ? review(state, language, actions) : nothing}
  `;
}

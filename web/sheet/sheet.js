// The sheet: one state, one way to draw it, and the few things that can be done.
import { render } from "lit-html";
import { languageOf } from "../../wording/formats.js";
import { applyLanguage } from "../controls/apply-language.js";
import { takeDroppedFiles } from "../controls/dropped.js";
import { isEmbedded } from "../controls/embedded-page.js";
import { Workplace } from "../worker/workplace.js";
import { sheetActions } from "./actions.js";
import { beliefOf } from "./belief.js";
import { checking } from "./checking.js";
import { check as words } from "#words/check";
import { talkToPage } from "./embedded.js";
import { landOn } from "./landing.js";
import { reportLoading } from "./report-loading.js";
import { forgetPastedRow } from "./row-intake.js";
import { Tries } from "./several.js";
import { sheet } from "./sheet-view.js";
import { noRecord, noReport } from "./state.js";
import { tasks } from "./work.js";

/** The script with the module's bytes; "" where they are inside the page's own. */
const moduleScript = (/** @type {Document} */ { scripts }) =>
  Array.from(scripts, ({ textContent }) => textContent ?? "").find((text) => text.startsWith("expostModule(")) ?? "";

/**
 * The contents of a page: the report's text, and the file of its path; null where it has none.
 *
 * @param {Document} document
 */
function bakedIn(document) {
  const [text, path] = ["report", "path"].map((part) => document.getElementById(`expost-${part}`)?.textContent);
  if (!text) return null;
  const bytes = path && Uint8Array.from(atob(JSON.parse(path)), (letter) => letter.charCodeAt(0));
  return { text: /** @type {string} */ (JSON.parse(text)), path: bytes ? new Blob([bytes]) : undefined };
}

/**
 * Starts the sheet in the #sheet element of a document. `script` is the text of its script.
 *
 * @param {Document} document
 * @param {string} script
 */
export function startSheet(document, script) {
  const place = /** @type {HTMLElement} */ (document.getElementById("sheet"));
  const language = languageOf(words);
  applyLanguage(document.documentElement, language);

  const embedded = isEmbedded();
  const baked = bakedIn(document);
  let startingBelief = beliefOf(50);
  /** @type {import("./state.js").State} */
  const state = { ...noReport(), fromFile: false, belief: startingBelief, guides: null, ...noRecord() };
  const draw = () => render(sheet(state, { embedded, alone: !embedded && !baked }, language, actions), place);
  const page = {
    state,
    draw,
    focusOn: (/** @type {string} */ id) => document.getElementById(id)?.focus(),
    landOn: (/** @type {string} */ id) => landOn(id, { embedded }),
  };

  const tries = new Tries();
  const reports = reportLoading(page, tries, (refused) => around?.reportRead(refused));
  /** @type {import("./asking.js").SheetWorkplace | null} */
  let workplace = null;
  // The module's bytes come in a script after this one.
  const workplaceOf = () => (workplace ??= new Workplace([script, moduleScript(document)].join("\n"), tasks));
  const checks = checking(page, tries, workplaceOf, () => around?.resultShown());

  function forgetRecord() {
    checks.stop();
    tries.clear();
    Object.assign(state, noRecord(), { belief: startingBelief });
    forgetPastedRow();
  }
  function clear() {
    forgetRecord();
    state.cleared = state.phase === "ready";
    draw();
  }
  const actions = sheetActions(page, language, reports, checks, clear);

  /** @type {import("./embedded.js").FromPage} */
  const fromPage = {
    clear,
    prior(hundredths) {
      startingBelief = beliefOf(hundredths ?? 50);
      state.belief = startingBelief;
      checks.drawResult();
    },
    guides(guides) {
      state.guides = guides;
      draw();
    },
    // A page that says it again, about the report that is there, adds nothing.
    others: (found) => state.others.length === 0 && actions.addTexts(found),
    // A report that was put into the page stays.
    ...(!baked && {
      report: (text, pins, path) => reports.use(text, { pins, path }),
      noReport: () => reports.without({}),
      loading: () => reports.without({ phase: "reading" }),
      failed: (failure) => reports.without({ phase: "failed", failure }),
    }),
  };
  const around = embedded ? talkToPage(fromPage, document) : null;

  takeDroppedFiles((file) => (state.phase === "ready" ? actions.rowFile(file) : actions.reportFile(file)));
  // A page that a browser keeps for the way back would keep the record with it.
  addEventListener("pagehide", () => {
    forgetRecord();
    tries.forget();
    state.several = null;
    draw();
  });

  document.documentElement.toggleAttribute("data-embedded", embedded);
  place.replaceChildren();
  draw();
  if (baked) reports.use(baked.text, { path: baked.path });
  around?.ready();
}

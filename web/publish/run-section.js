// Making the report: the button, then how far it has come.
import { html, nothing } from "lit-html";
import { working } from "../controls/working.js";

/** @import { MakingProgress } from "./state.js" */
/** @import { PublishWords } from "#words/publish" */

/** @type {import("./actions.js").Section} */
export function runSection(state, { page }, controls, actions) {
  const words = page.run;
  const seeded = state.answers.seed.trim() !== "";
  return html`<section class="part" aria-labelledby="run-heading">
    <h2 id="run-heading" tabindex="-1">${words.heading}</h2>
    <p><strong>${page.once}</strong></p>
    ${state.made > 0 ? html`<p class="aside-note" id="made-before">${words.again}</p>` : nothing}
    ${seeded ? html`<p class="aside-note">${words.seeded}</p>` : nothing}
    <div id="run-block">
      ${controls.errorMessage("run")}
      <div class="buttons">
        <button type="button" id="run" class="button button-main" @click=${actions.make}>
          ${seeded ? words.experimentButton : words.button}
        </button>
        <button type="button" id="save-study" class="button" @click=${actions.saveStudy}>${words.saveStudy}</button>
      </div>
    </div>
    <p class="hint">${words.saveStudyHint}</p>
    <p role="status" id="run-status" class=${state.message ? "row-message" : nothing}>${state.message ?? nothing}</p>
  </section>`;
}

/**
 * In place of the form while the report is made. The bar follows the bytes read, then the steps of
 * a descent: their number is public, and nothing else of a step is shown.
 *
 * @param {import("./state.js").State} state
 * @param {import("./language.js").PublishLanguage} language
 * @param {import("./actions.js").Actions} actions
 */
export function makingSection({ progress, inPage }, { page, count }, actions) {
  const words = page.run;
  const phase = phaseWords(progress, words);
  const taken = progress?.phase === "training" && progress.ofSteps !== undefined;
  const bar = taken ? words.barSteps : words.bar;
  const share = taken ? progress.step / progress.ofSteps : progress?.phase === "reading" ? progress.share : undefined;
  return working({ ...words, bar }, { phase, detail: detailWords(progress, words, count), share, inPage }, actions.cancel);
}

/**
 * The words that are read out: once a phase.
 *
 * @param {MakingProgress | null} progress
 * @param {PublishWords["run"]} words
 */
function phaseWords(progress, words) {
  if (!progress) return words.starting;
  return progress.phase === "training" ? words.training : progress.phase === "releasing" ? words.releasing : words.bar;
}

/**
 * @param {MakingProgress | null} progress
 * @param {PublishWords["run"]} words
 * @param {(value: number) => string} count
 */
function detailWords(progress, words, count) {
  if (!progress) return words.starting;
  if (progress.phase === "reading") return words.reading(count(progress.rows));
  if (progress.phase === "releasing") return words.releasing;
  if (progress.phase !== "training" || progress.step === undefined) return words.training;
  const { step, ofSteps } = progress;
  return ofSteps === undefined ? words.trainingStep(count(step)) : words.trainingStepOf(count(step), count(ofSteps));
}

// Everything that becomes public, word for word, apart from what must not; then the files.
import { html, nothing } from "lit-html";
import { embedCode } from "./embed.js";
import { levels } from "./levels.js";
import { shortened } from "./shortened.js";

/** @import { Actions } from "./actions.js" */
/** @import { PublishLanguage } from "./language.js" */
/** @import { Result } from "./state.js" */

/** @typedef {import("#words/publish").PublishWords["review"]} Words */

/**
 * @param {Result} result
 * @param {PublishLanguage} language
 * @param {Actions} actions
 */
export function review(result, language, actions) {
  const words = language.page.review;
  return html`<section class="part" aria-labelledby="review-heading">
      <h2 id="review-heading" tabindex="-1">${result.experiment ? words.experimentHeading : words.heading}</h2>
      ${
        result.experiment
          ? html`<p class="aside-note" data-state="experiment">${words.experiment}</p>`
          : html`<p><strong>${language.page.once}</strong></p>`
      }
    </section>
    <section class="part" aria-labelledby="public-heading">
      <h3 id="public-heading">${result.experiment ? words.publicExperiment : words.public}</h3>
      ${result.experiment ? nothing : html`<p>${words.publicIntro}</p>`} ${levels(result, language)}
      ${reportText(result.text, words, language)}
    </section>
    <section class="part" aria-labelledby="private-heading">
      <h3 id="private-heading">${words.private}</h3>
      <p>${words.privateIntro}</p>
      ${notes(result, words, language)}
    </section>
    <section class="part" aria-labelledby="take-heading">
      <h3 id="take-heading">${words.take}</h3>
      ${result.experiment ? experimentFiles(result, words, actions) : files(result, words, actions)}
      <div class="buttons">
        <button type="button" class="button" id="save-study-again" @click=${actions.saveStudy}>${words.study}</button>
        <button type="button" class="button button-quiet" id="back" @click=${actions.back}>${words.back}</button>
      </div>
      <p class="hint">${words.studyHint} ${words.backHint}</p>
    </section>`;
}

/**
 * @param {string} text
 * @param {Words} words
 * @param {PublishLanguage} language
 */
function reportText(text, words, { count }) {
  const shown = shortened(text);
  return html`<div class="report-text" tabindex="0" role="region" aria-label=${words.text}>
      <pre translate="no" dir="ltr"><code>${shown.text}</code></pre>
    </div>
    ${shown.left === 0 ? nothing : html`<p class="hint" id="shortened">${words.shortened(count(shown.left))}</p>`}`;
}

/**
 * @param {Result} result
 * @param {Words} words
 * @param {PublishLanguage} language
 */
function notes({ notes, report, doubtful }, words, language) {
  const counted = (/** @type {Record<string, number>} */ counts) => {
    const entries = Object.entries(counts);
    return entries.length
      ? language.list(entries.map(([name, count]) => words.counted(name, language.count(count))))
      : words.none;
  };
  const rows = [
    [words.rows, language.count(notes.rows)],
    ...(notes.leftOut === undefined ? [] : [[words.leftOut, language.count(notes.leftOut)]]),
    [words.clamped, counted(notes.clamped)],
    [words.missing, counted(notes.missing)],
    [words.scaled, language.count(notes.scaled)],
    // A descent has no solver: its steps are those of the report.
    ...(report.model.mechanism.steps === undefined ? [[words.iterations, language.count(notes.iterations)]] : []),
  ];
  const poor =
    notes.rows === 0
      ? words.noRows
      : notes.onlyLabel === undefined
        ? null
        : words.onlyLabel(report.label.name, notes.onlyLabel);
  return html`${poor === null ? nothing : html`<p class="aside-note" id="poor-data">${poor}</p>`}
    ${doubtful.map((name) => html`<p class="aside-note" data-state="points">${words.points(name)}</p>`)}
    <dl class="facts" id="private-notes">
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>`;
}

/**
 * @param {Result} result
 * @param {Words} words
 * @param {Actions} actions
 */
function files(result, words, actions) {
  return html`<div class="file">
      <button type="button" class="button button-main" id="download-report" @click=${actions.saveReport}>
        ${words.report}
      </button>
      <p class="hint">${words.reportHint}</p>
    </div>
    ${pathFile(result, words, actions)}
    <div class="file">
      <button type="button" class="button" id="download-page" @click=${actions.savePage}>${words.page}</button>
      <p class="hint">${words.pageHint}</p>
    </div>
    <div class="field">
      <label class="field-label" for="embed-code">${words.embed}</label>
      <p class="hint" id="embed-hint">${words.embedHint}</p>
      <div class="buttons">
        <button type="button" class="button" id="download-element" @click=${actions.saveElement}>${words.element}</button>
        <button type="button" class="button" id="download-frame" @click=${actions.saveFrame}>${words.frame}</button>
      </div>
      <textarea
        id="embed-code"
        rows="9"
        readonly
        autocomplete="off"
        spellcheck="false"
        translate="no"
        dir="ltr"
        aria-describedby="embed-hint"
        .value=${embedCode(words, result.hash)}
        @focus=${(/** @type {Event} */ event) => /** @type {HTMLTextAreaElement} */ (event.target).select()}
      ></textarea>
    </div>`;
}

/**
 * @param {Result} result
 * @param {Words} words
 * @param {Actions} actions
 */
function pathFile({ path }, words, actions) {
  if (path === undefined) return nothing;
  return html`<div class="file">
    <button type="button" class="button" id="download-path" @click=${actions.savePath}>${words.path(path.name)}</button>
    <p class="hint">${words.pathHint}</p>
  </div>`;
}

/**
 * @param {Result} result
 * @param {Words} words
 * @param {Actions} actions
 */
function experimentFiles(result, words, actions) {
  return html`<div class="file">
      <button type="button" class="button" id="download-experiment" @click=${actions.saveExperiment}>
        ${words.experimentDownload}
      </button>
      <p class="hint">${words.experimentHint}</p>
    </div>
    ${pathFile(result, words, actions)}`;
}

// The subject of the study, and how: files, made-up rows, settings.
import { html, nothing } from "lit-html";
import { decimalMark } from "../controls/decimal-mark.js";
import { pasteRows } from "../controls/paste-rows.js";
import { count } from "./figures.js";

/** @import { Drawn } from "../controls/controls.js" */
/** @import { Settings } from "./settings.js" */
/** @import { State } from "./state.js" */
/** @import { ProfileWords } from "#words/profile" */

/** @type {import("./actions.js").Section} */
export function dataSection(state, page, controls, actions) {
  const words = page.inputs;
  const { source, study, heldOut, report } = state;
  /** @type {(id: string, text: string | null, file?: string, remove?: () => void) => Drawn} */
  const status = (id, text, file, remove) =>
    html`<div role="status" class=${text ? "row-message" : nothing} id="${id}-status">
      ${text ? html`<p translate="no">${text}</p>` : nothing}${
        text && file && remove
          ? html`<button type="button" class="button" id="${id}-remove" @click=${remove}>${words.remove(file)}</button>`
          : nothing
      }
    </div>`;
  const tables = ".csv,.tsv,.txt,.gz,.parquet,text/csv";
  return html`<section class="part" aria-labelledby="data-heading">
    <h2 id="data-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      ${controls.file({ id: "data-file", label: words.data, hint: words.dataHint, accept: tables, take: actions.dataFile, given: source?.name ?? null })}
      ${pasteRows(words, actions.dataText)} ${status("data", dataWords(state, page))}
      ${decimalMark(words.decimalMark, state.decimalComma, controls, actions.decimalComma)}
      ${controls.file({ id: "study-file", label: words.study, hint: words.studyHint, accept: ".json,application/json", take: actions.studyFile, given: study?.name ?? null })}
      ${status("study", study && words.studyRead(study.name, study.document.title || words.untitled))}
      ${controls.file({ id: "held-out-file", label: words.heldOut, hint: words.heldOutHint, accept: tables, take: actions.heldOutFile, given: heldOut?.name ?? null })}
      ${status("held-out", heldOut && words.chosen(heldOut.name, count(heldOut.columns), heldOut.columns), heldOut?.name, actions.dropHeldOut)}
      ${controls.file({ id: "report-file", label: words.report, hint: words.reportHint, accept: ".json,application/json", take: actions.reportFile, given: report?.name ?? null })}
      ${status("report", report && words.reportRead(report.name), report?.name, actions.dropReport)}
    </div>
  </section>`;
}

/**
 * @param {Pick<State, "source" | "reading">} state
 * @param {ProfileWords} page
 */
function dataWords({ source, reading }, page) {
  if (reading) return page.inputs.reading;
  if (source === null) return "";
  return source.madeUp
    ? page.madeUp.made(count(source.rows ?? 0))
    : page.inputs.chosen(source.name, count(source.columns ?? 0), source.columns ?? 0);
}

/** @type {import("./actions.js").Section} */
export function madeUpSection(state, page, controls, actions) {
  const words = page.madeUp;
  return html`<section class="part" aria-labelledby="made-up-heading">
    <h2 id="made-up-heading">${words.heading}</h2>
    <p class="aside-note" id="honest"><strong>${page.honest.cost}</strong> ${page.honest.instead}</p>
    <p>${words.text}</p>
    <div class="pair">
      ${controls.text({
        id: "made-up-rows",
        label: words.rows,
        hint: words.rowsHint,
        keys: "numeric",
        width: "number",
        value: state.settings.madeUpRows,
        set: (value) => actions.set("madeUpRows", value),
      })}
    </div>
    <div class="buttons">
      <button type="button" class="button" id="make-up" @click=${actions.makeUp}>${words.button}</button>
      ${
        state.source?.madeUp
          ? html`<button type="button" class="button" id="save-made-up" @click=${actions.saveMadeUp}>${words.save}</button>`
          : nothing
      }
    </div>
  </section>`;
}

/** @type {import("./actions.js").Section} */
export function settingsSection(state, page, controls, actions) {
  const words = page.settings;
  const { settings } = state;
  /** @type {(id: string, key: keyof Settings, label: string, hint?: string) => Drawn} */
  const text = (id, key, label, hint) =>
    controls.text({
      id,
      label,
      hint,
      keys: "decimal",
      width: "number",
      value: settings[key],
      set: (value) => actions.set(key, value),
    });
  return html`<section class="part" aria-labelledby="settings-heading">
    <h2 id="settings-heading">${words.heading}</h2>
    <div class="fields">
      ${text("lambda", "lambda", words.lambda, words.lambdaHint)}
      ${text("profile-epsilon", "profileEpsilon", words.profileEpsilon, words.profileEpsilonHint)}
      <details id="more-settings">
        <summary>${words.more}</summary>
        <div class="fields">
          ${controls.radios({
            id: "neighbours",
            legend: words.neighbours.legend,
            value: settings.neighbours,
            set: (value) => actions.set("neighbours", value),
            choices: [
              { value: "exact", text: words.neighbours.exact, hint: words.neighbours.exactHint },
              { value: "worst-case", text: words.neighbours.worst, hint: words.neighbours.worstHint },
            ],
          })}
          ${controls.group({
            id: "grid",
            legend: words.grid,
            hint: words.gridHint,
            content: html`<div class="pair">
              ${text("epsilon-from", "from", words.from)} ${text("epsilon-to", "to", words.to)}
              ${text("epsilon-count", "count", words.count)}
            </div>`,
          })}
          ${text("samples", "samples", words.samples, words.samplesHint)}
        </div>
      </details>
    </div>
    <div id="run-block">
      ${controls.errorMessage("run")}
      <div class="buttons">
        <button type="button" id="run" class="button button-main" @click=${actions.run}>${page.run.button}</button>
      </div>
    </div>
    <p role="status" id="run-status" class=${state.message ? "row-message" : nothing}>${state.message ?? nothing}</p>
  </section>`;
}

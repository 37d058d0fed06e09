// Which data, and whether a row is a person.
import { html, nothing } from "lit-html";
import { decimalMark } from "../controls/decimal-mark.js";
import { pasteRows } from "../controls/paste-rows.js";
import { isSeveral } from "./conditions.js";
import { fieldIn } from "./fields.js";

/** @type {import("./actions.js").Section} */
export function dataSection(state, { page, count }, controls, actions) {
  const words = page.data;
  const { answers, source, header } = state;
  const field = fieldIn(answers, actions.answer);
  return html`<section class="part" aria-labelledby="data-heading">
    <h2 id="data-heading" tabindex="-1">${words.heading}</h2>
    <div class="fields">
      ${controls.file({ id: "data-file", label: words.choose, hint: words.chooseHint, accept: ".csv,.tsv,.txt,.gz,.parquet,text/csv", take: actions.dataFile, given: source?.name ?? null })}
      ${pasteRows(words, actions.dataText)}
      ${decimalMark(words.decimalMark, state.decimalComma, controls, actions.decimalComma)}
      <div role="status" class=${source ? "row-message" : nothing} id="data-status">
        ${state.reading ? html`<p>${words.reading}</p>` : nothing}
        ${source && header && !state.reading ? html`<p translate="no">${words.chosen(source.name, count(header.length), header.length)}</p>` : nothing}
      </div>
      ${controls.file({ id: "study-file", label: words.import, hint: words.importHint, accept: ".json,application/json", take: actions.studyFile, given: state.studyName })}
      <div role="status" class=${state.studyName ? "row-message" : nothing} id="study-status">
        ${state.studyName ? html`<p>${words.imported(state.studyName)}</p>` : nothing}
      </div>
      ${controls.radios({
        ...field("person"),
        legend: words.person.legend,
        hint: words.person.hint,
        choices: [
          { value: "one", text: words.person.yes },
          { value: "several", text: words.person.no },
        ],
      })}
      ${isSeveral(answers) ? severalRows(state, words.person, controls, field) : nothing}
      ${controls.text({ ...field("unit"), label: words.unit, hint: words.unitHint, width: "wide" })}
    </div>
  </section>`;
}

/**
 * The column that says whose row it is, and how many rows of each person count.
 *
 * @param {import("./state.js").State} state
 * @param {import("#words/publish").PublishWords["data"]["person"]} words
 * @param {import("../controls/controls.js").Controls} controls
 * @param {import("./fields.js").Field} field
 */
function severalRows({ answers, header }, words, controls, field) {
  const { personColumn } = answers;
  const names = [...new Set([...(header ?? []), personColumn])].filter((name) => name !== "" && name !== answers.outcome);
  return html`<p class="aside-note" id="several-rows">${words.note}</p>
    ${controls.select({
      ...field("personColumn"),
      label: words.column,
      hint: words.columnHint,
      choices: [{ value: "", text: words.prompt }, ...names.map((name) => ({ value: name, text: name }))],
    })}
    ${controls.text({ ...field("personRows"), label: words.rows, hint: words.rowsHint, width: "number", keys: "decimal" })}`;
}

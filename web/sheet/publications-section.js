// One limit for several publications: their reports, and what they revealed together.
import { html, nothing } from "lit-html";
import { figureCounts, headlineWords, sureWords } from "../../wording/headline.js";
import { isAbort } from "../worker/plain-error.js";
import { folded } from "./folded.js";

/** @import { BoundOptions, Report, SeriesBound } from "expost" */
/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Answered } from "./sheet-view.js" */

/**
 * One limit for all publications, or why there is none: `title` is that of the report to blame.
 *
 * @typedef {{total: SeriesBound["total"], reason?: undefined} | {total?: undefined, reason:
 *   "twice" | "sameSeed" | "unfit", title: string, message: string}} Together
 */

/** @type {Record<string, "twice" | "sameSeed">} */
const REASONS = { duplicate: "twice", "same-seed": "sameSeed" };

/** Orders by the day of publication, as the format writes it; a report without one comes first. */
const byDay = (/** @type {Report} */ a, /** @type {Report} */ b) =>
  a.summary.published < b.summary.published ? -1 : Number(a.summary.published > b.summary.published);

/**
 * @param {Report[]} reports
 * @param {import("expost").PartlyKnownRecord} record
 * @param {BoundOptions} options
 * @param {import("./asking.js").Ask["series"]} series
 * @returns {Promise<Together | null>} null where there is one report alone; rejects once it is
 *   stopped
 */
export async function togetherOf(reports, record, options, series) {
  if (reports.length < 2) return null;
  const ordered = [...reports].sort(byDay);
  try {
    return { total: (await series(ordered, record, options)).total };
  } catch (/** @type {any} one of the library's has more than another */ error) {
    if (isAbort(error)) throw error;
    const { code, pointer = "", message } = error;
    const [, place] = /^\/re(?:cord|port)s\/(\d+)/.exec(pointer) ?? [];
    const { title } = (ordered[Number(place)] ?? ordered[0]).summary;
    return { reason: REASONS[code] ?? "unfit", title, message };
  }
}

/**
 * The limit for all of them together, in words.
 *
 * @param {Answered} state
 * @param {Language} language
 */
function togetherWords(state, language) {
  const { together, bound } = state;
  const { together: words } = language.words;
  if (!together) return nothing;
  if (!together.total) {
    return html`<p class="error-message" role="status">
      ${words[together.reason]} <bdi>${together.title}</bdi>
      ${together.reason === "unfit" ? html`<span lang="en" dir="ltr">${together.message}</span>` : nothing}
    </p>`;
  }
  const sure = sureWords({ total: /** @type {any} */ (together.total), uniform: bound.uniform }, language);
  return html`<p role="status"><strong>${togetherLine(state, language)}</strong></p>
    <p>${words.holds} ${sure}</p>`;
}

/**
 * The limit for all publications as one line; null where there is none.
 *
 * @param {Answered} state
 * @param {Language} language
 */
export function togetherLine({ together, after, others, belief }, language) {
  const { together: words } = language.words;
  if (!together?.total) return null;
  const beliefs = after?.together;
  const figure = beliefs && headlineWords(figureCounts(belief.parts, { ...after, yours: beliefs }), language).headline;
  return words.all(language.count(others.length + 1), figure ?? words.noLimit);
}

/**
 * Reports that are there, ways to add one and to take one away, and the limit for all.
 *
 * @param {Answered} state
 * @param {Language} language
 * @param {Actions} actions
 */
export function publicationsSection(state, language, actions) {
  const { together: words } = language.words;
  const { others, unusable } = state;
  return folded(
    words.heading,
    html`<p>${words.intro}</p>
      <ul class="points" ?hidden=${others.length === 0}>
        ${others.map(
          ({ summary }, index) =>
            html`<li>
              <bdi>${summary.title}</bdi>${summary.published ? html` (${language.date(summary.published)})` : nothing}
              <button type="button" class="button button-quiet not-kept" @click=${() => actions.removeReport(index)}>
                ${words.remove}<span class="visually-hidden"> ${summary.title}</span>
              </button>
            </li>`,
        )}
      </ul>
      ${unusable ? html`<p class="error-message" role="status">${words.unusable} <bdi>${unusable}</bdi></p>` : nothing}
      ${togetherWords(state, language)}
      <p class="not-kept">
        <label class="field-label" for="more-reports">${words.choose}</label>
        <input
          id="more-reports"
          type="file"
          multiple
          accept=".json,application/json,.gz"
          autocomplete="off"
          @change=${(/** @type {{target: HTMLInputElement}} */ { target }) => {
            actions.addReports(Array.from(target.files ?? []));
            target.value = "";
          }}
        />
      </p>`,
    others.length > 0 ? "" : "not-kept",
  );
}

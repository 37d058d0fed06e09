// Which report this is, who stands behind it, and what of it was checked.
import { html, nothing } from "lit-html";
import { personWords } from "../../wording/headline.js";
import { sharedOf } from "../../wording/mechanism.js";
import { stampsOf, warningsOf } from "../../wording/stamps.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */

/**
 * The weak spots that no stamp tells of.
 *
 * @param {import("expost").ReportSummary} summary
 * @param {Language} language
 */
function weak(summary, language) {
  const { report } = language.words;
  const found = warningsOf(summary, report);
  if (found.length === 0) return nothing;
  return html`<h4 id="weak-heading">${report.warnings}</h4>
    <ul class="points" aria-labelledby="weak-heading">
      ${found.map(([level, sentence]) => html`<li><strong>${report.warningLevels[level]}:</strong> ${sentence}</li>`)}
    </ul>`;
}

/**
 * @param {{report: import("expost").Report, hash: string | null, fromFile: boolean}} shown
 * @param {Language} language
 * @param {Actions} actions
 */
export function reportCard({ report: { summary, signer }, hash, fromFile }, language, actions) {
  const { report } = language.words;
  const { publisher, software } = summary;
  const stamps = stampsOf(summary, report);
  const person = personWords(summary.person, language);
  return html`<section class="part" aria-labelledby="report-heading" data-state=${summary.sample ? "sample" : nothing}>
    <h2 id="report-heading" tabindex="-1">${report.heading}</h2>
    <div class="card">
      <div class="card-head">
        <h3 class="card-title" dir="auto">${summary.title}</h3>
        ${stamps.map(([word]) => html`<p class="stamp">${word}</p>`)}
      </div>
      ${stamps.map(([, note]) => html`<p class="stamp-note">${note}</p>`)}
      <dl class="facts">
        <div>
          <dt>${report.publisher}</dt>
          <dd>${publisher?.name ? html`<bdi>${publisher.name}</bdi>` : report.publisherUnknown}</dd>
        </div>
        ${
          publisher?.contact
            ? html`<div>
                <dt>${report.contact}</dt>
                <dd><bdi>${publisher.contact}</bdi></dd>
              </div>`
            : nothing
        }
        ${
          signer
            ? html`<div>
                <dt>${report.signed}</dt>
                <dd><code translate="no" dir="ltr">${signer}</code> <span class="quiet">${report.signedNote}</span></dd>
              </div>`
            : nothing
        }
        ${
          summary.published
            ? html`<div>
                <dt>${report.published}</dt>
                <dd>${language.date(summary.published)}</dd>
              </div>`
            : nothing
        }
        ${
          summary.unit
            ? html`<div>
                <dt>${report.unit}</dt>
                <dd dir="auto">${summary.unit}</dd>
              </div>`
            : nothing
        }
        ${
          summary.membership
            ? html`<div>
                <dt>${report.membership}</dt>
                <dd dir="auto">${summary.membership}</dd>
              </div>`
            : nothing
        }
        ${
          summary.people
            ? html`<div>
                <dt>${report.people}</dt>
                <dd>${report.peopleRoughly(language.count(summary.people))}</dd>
              </div>`
            : nothing
        }
      </dl>
      ${weak(summary, language)} ${person ? html`<p>${person}</p>` : nothing}
      <details class="not-kept">
        <summary>${report.more}</summary>
        ${summary.description ? html`<p dir="auto">${summary.description}</p>` : nothing}
        <dl class="facts">
          <div>
            <dt>${report.shared}</dt>
            <dd>${sharedOf(summary, language)}</dd>
          </div>
          <div>
            <dt>${report.fingerprint}</dt>
            <dd><code translate="no" dir="ltr">${hash ?? report.fingerprintMissing}</code></dd>
          </div>
          ${
            software
              ? html`<div>
                  <dt>${report.software}</dt>
                  <dd><bdi>${software.name} ${software.version}</bdi></dd>
                </div>`
              : nothing
          }
        </dl>
        <p class="checked">${report.checked}</p>
      </details>

      ${fromFile ? html`<button type="button" class="button button-quiet not-kept" @click=${actions.forgetReport}>${report.another}</button>` : nothing}
    </div>
  </section>`;
}

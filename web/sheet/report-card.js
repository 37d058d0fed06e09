// Which report this is, who stands behind it, and what of it was checked.
import { html, nothing } from "lit-html";
import { inShort } from "../../wording/in-short.js";
import { sharedOf } from "../../wording/mechanism.js";
import { stampsOf } from "../../wording/stamps.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Actions } from "./actions.js" */

/**
 * @param {{report: import("expost").Report, even: import("expost").Interval | null,
 *   hash: string | null, fromFile: boolean}} shown
 * @param {Language} language
 * @param {Actions} actions
 */
export function reportCard({ report: { summary, signer }, even, hash, fromFile }, language, actions) {
  const { report } = language.words;
  const { publisher, software } = summary;
  const stamps = stampsOf(summary, report);
  const answers = inShort({ summary, signer, even }, language, language.isolated);
  return html`<section class="part" aria-labelledby="report-heading" data-state=${summary.sample ? "sample" : nothing}>
    <h2 id="report-heading" tabindex="-1">${report.heading}</h2>
    <div class="card">
      <div class="card-head">
        <h3 class="card-title" dir="auto">${summary.title}</h3>
        ${stamps.map(([word]) => html`<p class="stamp">${word}</p>`)}
      </div>
      ${stamps.map(([, note]) => html`<p class="stamp-note">${note}</p>`)}
      <dl class="facts facts-asked">
        ${answers.map(
          ([question, sentences], place) =>
            html`<div>
              <dt>${question}</dt>
              <dd>
                ${
                  sentences.length > 1 && place === answers.length - 1
                    ? html`<ul class="points">
                        ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
                      </ul>`
                    : sentences.join(" ")
                }
              </dd>
            </div>`,
        )}
        ${
          summary.membership
            ? html`<div>
                <dt>${report.membership}</dt>
                <dd dir="auto">${summary.membership}</dd>
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
      </dl>
      <details class="not-kept">
        <summary>${report.more}</summary>
        ${summary.description ? html`<p dir="auto">${summary.description}</p>` : nothing}
        <dl class="facts">
          ${
            publisher?.contact
              ? html`<div>
                  <dt>${report.contact}</dt>
                  <dd><bdi>${publisher.contact}</bdi></dd>
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

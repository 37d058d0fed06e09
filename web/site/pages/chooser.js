// Every way to a report: file, drop, sample, text, link. scripts/report-source.js makes it work.
import { markup } from "../../../wording/markup.js";

/**
 * `other`: a page that can show the same report, once it has an address.
 *
 * @param {import("../types.js").Context} context
 * @param {string} heading
 * @param {{href: string, text: string}} [other]
 */
export function chooser({ words }, heading, other) {
  const { chooser: own } = words;
  const passOn = other === undefined ? "" : markup`<p id="pass-on" hidden><a href="${other.href}">${other.text}</a></p>\n`;
  return markup`<section class="which ledger" aria-labelledby="which-heading">
<h2 id="which-heading" tabindex="-1">${heading}</h2>
<div class="stack">
<p>${own.intro}</p>
<div class="ways-in">
<div>
<label class="field-label" for="report-file">${own.choose}</label>
<input id="report-file" type="file" accept=".json,application/json,.gz" autocomplete="off">
</div>
<div>
<p class="field-label" id="sample-label">${own.noReport}</p>
<button id="sample" class="button" type="button" aria-describedby="sample-label">${own.sample}</button>
<span class="hint">${own.sampleHint}</span>
</div>
</div>
<details>
<summary>${own.paste}</summary>
<div class="stack">
<div>
<label class="field-label" for="report-text">${own.pasteLabel}</label>
<textarea id="report-text" rows="6" autocomplete="off" spellcheck="false" translate="no" dir="ltr"></textarea>
</div>
<button id="use-text" class="button" type="button">${own.pasteButton}</button>
</div>
</details>
<p id="chooser-message" class="message" role="status"></p>
${passOn}<details id="share" class="share" hidden>
<summary>${own.share}</summary>
<label class="field-label" for="share-link">${own.shareLabel}</label>
<p class="hint" id="share-hint">${own.shareHint}</p>
<input id="share-link" type="text" readonly autocomplete="off" spellcheck="false" translate="no" dir="ltr" aria-describedby="share-hint">
</details>
</div>
</section>`;
}

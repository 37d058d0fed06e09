// Check a file here: whether a saved form or check page is one of this site's, and who signed the
// list of their fingerprints. scripts/verify.js makes it work.
import { markup } from "../../../wording/markup.js";
import { inline } from "../inline.js";

/** @param {import("../types.js").PageContext} context */
export function fileCheck({ words, links, releaseKey }) {
  const { fileCheck: own } = words;
  return markup`<noscript><p>${own.noscript}</p></noscript>
<p>${inline(own.intro, links)}</p>
<div>
<label class="field-label" for="check-files">${own.files}</label>
<p class="hint" id="check-files-hint">${own.filesHint}</p>
<input id="check-files" type="file" multiple autocomplete="off" aria-describedby="check-files-hint">
</div>
<div>
<label class="field-label" for="check-key">${own.key}</label>
<p class="hint" id="check-key-hint">${own.keyHint}</p>
<input id="check-key" type="text" value="${releaseKey}" autocomplete="off" autocapitalize="none" spellcheck="false" translate="no" dir="ltr" aria-describedby="check-key-hint">
</div>
<div role="status">
<ul id="check-found" class="points"></ul>
<p id="check-list" class="message"></p>
</div>
<p class="quiet">${inline(own.offline, links)}</p>
`;
}

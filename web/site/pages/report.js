// The report in plain words: chosen here, read here, kept from here.
import { markup } from "../../../wording/markup.js";
import { inline } from "../inline.js";
import { chooser } from "./chooser.js";
import { layout, plainOpening } from "./layout.js";

/** @param {import("../types.js").PageContext} context */
export function report(context) {
  const { words, links } = context;
  const { report: own } = words;
  const { actions, compare } = own;
  const button = (/** @type {string} */ id, /** @type {string} */ label) =>
    markup`<button id="${id}" class="button" type="button">${label}</button>\n`;
  return layout(context, {
    name: "report",
    policy: {
      "script-src": "'self' 'wasm-unsafe-eval'",
      "style-src": "'self'",
      "img-src": "'self'",
      "connect-src": "'self' https:",
      "manifest-src": "'self'",
    },
    skip: "which-heading",
    opening: plainOpening(context, "report"),
    main: markup`${chooser(context, own.chooseHeading)}
<noscript><p class="lede">${own.noscript}</p></noscript>
<div id="reading" hidden>
<header class="reading-head">
<p class="kicker">${own.kicker}</p>
<h2 id="reading-title" tabindex="-1" dir="auto"></h2>
</header>
<nav class="contents ledger" aria-labelledby="contents-heading">
<h3 id="contents-heading">${own.contents}</h3>
<ul id="contents"></ul>
</nav>
<article id="statement" class="statement" aria-labelledby="reading-title"></article>
<section class="ledger after" aria-labelledby="own-heading">
<h3 id="own-heading">${own.own.heading}</h3>
<div class="stack">
<p>${own.own.text}</p>
<p id="own-linked" hidden>${inline(own.own.linked, { check: links.home })}</p>
<p id="own-by-hand" hidden>${inline(own.own.byHand, links)}</p>
</div>
</section>
<section class="ledger after" aria-labelledby="keep-heading">
<h3 id="keep-heading">${actions.heading}</h3>
<div class="stack">
<p>${actions.intro}</p>
<div class="buttons">
${button("save-json", actions.json)}${button("save-text", actions.text)}${button("save-html", actions.html)}${button("save-registry", actions.registry)}</div>
<p class="hint">${actions.registryHint}</p>
<p id="save-message" class="message" role="status"></p>
</div>
</section>
<section class="ledger after" aria-labelledby="compare-heading">
<h3 id="compare-heading">${compare.heading}</h3>
<div class="stack">
<p>${compare.intro}</p>
<p><span class="field-label">${compare.own}</span> <code id="own-hash" dir="ltr"></code></p>
<div>
<label class="field-label" for="given-hash">${compare.label}</label>
<p class="hint" id="given-hint">${compare.hint}</p>
<input id="given-hash" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" translate="no" dir="ltr" aria-describedby="given-hint">
</div>
<button id="compare" class="button" type="button">${compare.button}</button>
<p id="compare-message" class="message" role="status"></p>
</div>
</section>
</div>`,
    head: "report",
    script: "report.js",
  });
}

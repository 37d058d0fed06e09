// Check my record: what this is, for whom, an example, and the check itself.
import { Markup, markup } from "../../../wording/markup.js";
import { SANDBOX } from "../../controls/sandbox.js";
import { gridShapes } from "../../sheet/chart/dot-shapes.js";
import { EXAMPLE, exampleWords } from "../example.js";
import { anchor, inline } from "../inline.js";
import { chooser } from "./chooser.js";
import { layout } from "./layout.js";

/** @typedef {import("../../../words/types.js").SiteWords} Words */

/**
 * The same grid that an answer has.
 *
 * @param {number} added
 */
function grid(added) {
  const { kept, added: diamonds, rest } = gridShapes(100, EXAMPLE.before, added);
  return new Markup(
    `<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"><path class="dot-rest" d="${rest}"/><path class="dot-kept" d="${kept}"/><path class="dot-added" d="${diamonds}"/></svg>`,
  );
}

/**
 * @param {Words["home"]} words
 * @param {import("../../../words/en/check.js").CheckWords} sheetWords
 * @param {import("../types.js").Links} links
 */
function example({ example: own }, sheetWords, links) {
  const { headline, start, most } = exampleWords(sheetWords);
  return markup`<figure class="example">
<figcaption>
<span class="kicker">${own.label}</span>
<p class="example-number">${headline}</p>
</figcaption>
<div class="grids" role="img" aria-label="${own.grids}">
<div>${grid(0)}<p aria-hidden="true"><span>${own.before}</span> <strong>${start}</strong></p></div>
<div>${grid(EXAMPLE.after - EXAMPLE.before)}<p aria-hidden="true"><span>${own.after}</span> <strong>${most}</strong></p></div>
</div>
<p class="note">${own.note}</p>
<p class="note">${inline(own.why, links)}</p>
</figure>`;
}

const way =
  (/** @type {import("../types.js").Links} */ links) => (/** @type {Words["home"]["ways"][number]} */ own) => markup`<li>
<h2><span class="who">${own.who}</span> ${anchor(own.target === "check" ? "#which-heading" : links[own.target], own.link)}</h2>
<p>${own.text}</p>
</li>
`;

/** @param {import("../types.js").PageContext} context */
export function home(context) {
  const { words, links, sheet } = context;
  const { home: own } = words;
  return layout(context, {
    name: "home",
    // The frame's document is held by this policy as well, so it has to allow what the sheet does.
    policy: {
      "script-src": `'self' ${[sheet.scriptHash, ...sheet.moreScripts].join(" ")} 'wasm-unsafe-eval'`,
      "style-src": `'self' ${sheet.styleHash}`,
      "img-src": "'self' data:",
      "connect-src": "'self' https:",
      "manifest-src": "'self'",
      "worker-src": "blob:",
      "frame-src": "blob:",
    },
    skip: "which-heading",
    opening: markup`<div class="opening with-example">
<div class="stack">
<h1><span class="without-link">${own.title}</span><span id="linked-title" class="with-link">${words.says.tab}</span></h1>
<p id="linked-publisher" class="with-link" hidden></p>
<p class="lede">${own.lede}</p>
<p class="with-link">${inline(own.question, links)}</p>
<p class="device">${inline(own.device, links)}</p>
</div>
${example(own, sheet.words, links)}
</div>`,
    main: markup`<ul class="audiences" aria-label="${own.waysLabel}">
${own.ways.map(way(links))}</ul>
${chooser(context, own.checkHeading, { href: links.report, text: own.inWords })}
<noscript><p class="lede">${own.noscript}</p></noscript>
<iframe id="sheet-frame" title="${own.frameTitle}" sandbox="${SANDBOX}" height="320"></iframe>
${links.guides === undefined ? "" : markup`<p id="read-more">${inline(own.readMore, links)}</p>`}`,
    head: "home",
    script: "home.js",
  });
}

// The page that searches the guides: their text is in it, so that it works from a disk, too, and
// asks nothing of anybody.
import { createHash } from "node:crypto";
import { Markup, markup } from "../../wording/markup.js";
import { POLICY } from "./layout.js";

/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("../search/match.js").Section} Section */

export const SEARCH = "search.html";

/** Pages that are logs: nobody looks for anything in them. */
const LEFT_OUT = new Set(["changelog.html"]);

/** @type {Record<string, string>} */
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const textOf = (/** @type {string} */ html) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, /** @type {string} */ name) => ENTITIES[name])
    .replace(/\s+/g, " ")
    .trim();

/**
 * The sections of a page, each with the text up to the next heading.
 *
 * @param {string} html the page's own
 * @param {Page} page
 * @returns {Section[]}
 */
export function sectionsOf(html, { file, title, kind }) {
  if (kind === "measurement" || LEFT_OUT.has(file)) return [];
  const pieces = html.split(/<h[1-6][^>]*\bid="([^"]+)"[^>]*>(.*?)<\/h[1-6]>/s);
  const sections = [{ file, title, anchor: "", heading: "", text: textOf(pieces[0]) }];
  for (let at = 1; at < pieces.length; at += 3)
    sections.push({ file, title, anchor: pieces[at], heading: textOf(pieces[at + 1]), text: textOf(pieces[at + 2]) });
  return sections.filter(({ heading, text }) => heading !== "" || text !== "");
}

/**
 * The page's own HTML, its policy and what is at its end.
 *
 * @param {Section[]} sections
 * @param {string} script
 */
export function searchPage(sections, script) {
  if (/<\/script|<!--/i.test(script)) throw new Error("the script of the search holds </script or <!--");
  const hash = createHash("sha256").update(script).digest("base64");
  return {
    policy: POLICY.replace("default-src 'none';", `default-src 'none'; script-src 'sha256-${hash}';`),
    content: markup`<h1>Search the guides</h1>
<div id="search" role="search" hidden>
<label class="field-label" for="query">Words that a section has, all of them</label>
<input id="query" type="text" autocomplete="off" spellcheck="false" enterkeyhint="search">
<p class="hint">What you type stays on this page. The texts are in it: it works offline.</p>
</div>
<noscript><p>Searching needs JavaScript. All guides are on the <a href="index.html">front page</a>.</p></noscript>
<p id="said" role="status"></p>
<ul id="found" class="pages"></ul>
`.text,
    end: new Markup(
      `<script type="application/json" id="sections">${JSON.stringify(sections).replace(/</g, "\\u003c")}</script>\n<script>${script}</script>\n`,
    ),
  };
}

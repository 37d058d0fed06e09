// The frame of every guide: the site's band, the way back, the headings of a long page, and what
// else is there for the same need.
import { Markup, markup } from "../../wording/markup.js";
import { wayTo } from "./links.js";
import { KINDS } from "./pages.js";

/** @typedef {import("./types.js").Page} Page */
/** @typedef {import("./types.js").Kind} Kind */

const LOGO = new Markup(
  '<svg class="mark" viewBox="0 0 22 22" aria-hidden="true" focusable="false"><circle cx="5" cy="5" r="4"/><circle cx="17" cy="5" r="4"/><path class="mark-added" d="M5 12l5 5-5 5-5-5z"/><circle class="mark-rest" cx="17" cy="17" r="3.25"/></svg>',
);

/** Nothing is fetched but the site's own style and pictures; nothing runs. */
export const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; base-uri 'none'";

/** Pages of the site that guides link to, as seen from the folder of the guides. */
export const SITE_FILES = {
  check: "../index.html",
  publish: "../publish.html",
  icon: "../icon.svg",
  smallIcon: "../icon-32.png",
};

/** Every page of the site begins with it: it keeps servers from naming another encoding. */
const BYTE_ORDER_MARK = "\ufeff";

/** @type {Kind[]} */
const kinds = /** @type {Kind[]} */ (Object.keys(KINDS));

/**
 * @param {Page[]} pages
 * @param {Page} from
 */
const list = (pages, from) =>
  markup`<ul class="pages">
${pages.map(({ file, title, about }) => markup`<li><a href="${wayTo(from.file, file)}">${title}</a> <span class="quiet">${about}</span></li>\n`)}</ul>
`;

/**
 * All pages by need, for the front page.
 *
 * @param {Page[]} pages
 * @param {Page} front
 */
const byNeed = (pages, front) =>
  kinds.map(
    (kind) => markup`<h2 id="${kind}">${KINDS[kind].title}</h2>
<p>${KINDS[kind].about}</p>
${list(
  pages.filter((page) => page.kind === kind),
  front,
)}`,
  );

/** @param {string} html */
const plain = (html) => new Markup(html.replace(/<[^>]*>/g, "").trim());

/**
 * The sections of a page that has four or more, to jump to; of references those inside them too.
 *
 * @param {string} content
 * @param {Page} page
 */
function contents(content, { kind }) {
  const deep = kind === "reference";
  const found = Array.from(content.matchAll(/<h([23])[^>]*\bid="([^"]+)"[^>]*>(.*?)<\/h\1>/gs)).filter(
    ([, level]) => deep || level === "2",
  );
  if (found.length < 4) return "";
  return markup`<nav class="contents" aria-label="On this page">
<details>
<summary>On this page</summary>
<ul>
${found.map(([, level, id, words]) => markup`<li class="level-${level}"><a href="#${new Markup(id)}">${plain(words)}</a></li>\n`)}</ul>
</details>
</nav>
`;
}

/**
 * A whole page, from the HTML of its Markdown.
 *
 * @param {string} content
 * @param {Page} page
 * @param {{pages: Page[], version: string}} guides
 * @param {{policy?: string, end?: Markup | string}} [more] another policy, and the last lines
 */
export function layout(content, page, { pages, version }, { policy = POLICY, end = "" } = {}) {
  const way = (/** @type {string} */ to) => wayTo(page.file, to);
  const front = page.kind === null;
  const [, heading = "", rest = content] = /^\s*(<h1[^>]*>.*?<\/h1>)(.*)$/s.exec(content) ?? [];
  const others = pages.filter(({ kind, file }) => kind === page.kind && file !== page.file);
  const crumbs = front
    ? ""
    : markup`<p class="crumbs"><a href="${way("index.html")}">Guides</a> › <a href="${way("index.html")}#${page.kind ?? ""}">${KINDS[/** @type {Kind} */ (page.kind)].title}</a></p>
`;
  const more = front
    ? byNeed(pages, page)
    : markup`<nav class="more" aria-label="${KINDS[/** @type {Kind} */ (page.kind)].title}">
<details>
<summary>More: ${KINDS[/** @type {Kind} */ (page.kind)].title.toLowerCase()}</summary>
${list(others, page)}</details>
</nav>
`;
  const entry = (/** @type {Kind} */ kind) =>
    markup`<li><a href="${way("index.html")}#${kind}"${page.kind === kind ? new Markup(' aria-current="true"') : ""}>${KINDS[kind].title}</a></li>\n`;
  return (
    BYTE_ORDER_MARK +
    markup`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#113443">
<title>${page.title} – Expost</title>
<meta name="description" content="${page.about || "Guides and reference of Expost."}">
<link rel="icon" href="${way(SITE_FILES.smallIcon)}" sizes="32x32" type="image/png">
<link rel="icon" href="${way(SITE_FILES.icon)}" sizes="any" type="image/svg+xml">
<link rel="stylesheet" href="${way("guides.css")}">
</head>
<body>
<a class="skip" href="#guide">Skip to the page</a>
<header class="band">
<div class="top page">
<a class="wordmark" href="${way("index.html")}">${LOGO}<span>Expost: guides</span></a>
<nav aria-label="Guides">
<ul>
${kinds.map(entry)}<li><a href="${way("search.html")}">Search</a></li>
<li><a href="${way(SITE_FILES.check)}">Check my record</a></li>
</ul>
</nav>
</div>
</header>
<main class="page" id="guide">
${crumbs}${new Markup(heading)}
${front ? "" : contents(rest, page)}${new Markup(rest)}
${more}</main>
<footer class="bottom">
<div class="page">
<p>Expost ${version}, free software (Apache-2.0). <a href="${way("index.html")}">All guides</a>. <a href="${way(SITE_FILES.publish)}">Make a report</a>.</p>
</div>
</footer>
${end}</body>
</html>
`.text
  );
}

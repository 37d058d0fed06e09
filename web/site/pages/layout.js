// The frame of every page of the site.
import { Markup, markup } from "../../../wording/markup.js";
import { anchor, inline } from "../inline.js";

const LOGO = new Markup(
  '<svg class="mark" viewBox="0 0 22 22" aria-hidden="true" focusable="false"><circle cx="5" cy="5" r="4"/><circle cx="17" cy="5" r="4"/><path class="mark-added" d="M5 12l5 5-5 5-5-5z"/><circle class="mark-rest" cx="17" cy="17" r="3.25"/></svg>',
);

/** @typedef {import("../types.js").Context} Context */
/** @typedef {import("../types.js").PageContext} PageContext */
/** @typedef {import("../types.js").PageName} PageName */

/**
 * The site's pages by name, and the file of each.
 *
 * @type {Record<PageName, string>}
 */
export const files = {
  home: "index.html",
  report: "report.html",
  publish: "publish.html",
  profile: "profile.html",
  why: "why.html",
  verify: "verify.html",
};

/**
 * Returns a policy, from what a page needs in addition to showing itself.
 *
 * @param {Record<string, string>} directives
 */
const policyOf = (directives) =>
  Object.entries({ "default-src": "'none'", ...directives, "form-action": "'none'", "base-uri": "'none'" })
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");

/**
 * The first lines of every page, up to those of its own. The policy comes before all that it holds.
 *
 * @param {Pick<Context, "words">} context
 * @param {Record<string, string>} policy
 */
export const beginning = ({ words: { language } }, policy) => markup`<!doctype html>
<html lang="${language.code}" dir="${language.direction}">
<head>
<meta http-equiv="Content-Security-Policy" content="${policyOf(policy)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="x-dns-prefetch-control" content="off">`;

/**
 * @param {Context} context
 * @param {PageName} current
 */
function navigation({ words, links }, current) {
  const entry = (/** @type {[string, string]} */ [name, label]) => {
    const here = name === current ? new Markup(' aria-current="page"') : "";
    return markup`<li>${anchor(links[name], label, here)}</li>\n`;
  };
  return markup`<nav aria-label="${words.frame.pages}">
<ul>
${Object.entries(words.frame.nav).map(entry)}</ul>
</nav>`;
}

/**
 * @param {Context} context
 * @param {PageName} name
 */
function languageChoice({ words, others }, name) {
  if (others.length === 0) return "";
  const entry = (/** @type {Context["others"][number]} */ { language, folder }) =>
    markup`<li><a href="${folder}${files[name]}" hreflang="${language.code}" lang="${language.code}" dir="${language.direction}">${language.name}</a></li>\n`;
  return markup`<nav aria-label="${words.frame.languages}">
<ul class="languages">
${others.map(entry)}</ul>
</nav>`;
}

/**
 * The tags for links to this site on others. Their programs want whole addresses, which only a
 * build that is told one knows.
 *
 * @param {Context} context
 * @param {{title: string, description: string}} page
 * @param {PageName} name
 */
function card({ words, root, siteUrl, folder }, page, name) {
  const image = siteUrl === null ? `${root}social-card.png` : `${siteUrl}social-card.png`;
  const address =
    siteUrl === null
      ? ""
      : markup`<meta property="og:url" content="${siteUrl}${folder}${files[name]}">
<link rel="canonical" href="${siteUrl}${folder}${files[name]}">
`;
  return markup`<meta property="og:type" content="website">
<meta property="og:site_name" content="${words.frame.site}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:image" content="${image}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${words.home.cardAlt}">
${address}<meta name="twitter:card" content="summary_large_image">`;
}

/**
 * A whole page.
 *
 * @param {PageContext} context
 * @param {object} parts
 * @param {PageName} parts.name
 * @param {Record<string, string>} parts.policy
 * @param {Markup} parts.opening
 * @param {Markup} parts.main
 * @param {string} parts.skip
 * @param {keyof Context["heads"]} [parts.head] a script that runs before all else
 * @param {string} [parts.script]
 */
export function layout(context, { name, policy, opening, main, skip, head, script }) {
  const { words, root, links, version, commit, others, heads } = context;
  const page = words[name];
  const alternates = others.map(
    ({ language, folder }) => markup`<link rel="alternate" hreflang="${language.code}" href="${folder}${files[name]}">\n`,
  );
  const first = head && heads[head];
  const held = first ? { ...policy, "script-src": `${policy["script-src"]} ${first.hash}` } : policy;
  const run = script === undefined ? "" : markup`<script src="${script}"></script>\n`;
  return markup`${beginning(context, held)}
${
  first
    ? markup`<script>${new Markup(first.script)}</script>
`
    : ""
}<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#113443">
<title>${page.tab}</title>
<meta name="description" content="${page.description}">
${card(context, page, name)}
${alternates}<link rel="icon" href="${root}icon-32.png" sizes="32x32" type="image/png">
<link rel="icon" href="${root}icon.svg" sizes="any" type="image/svg+xml">
<link rel="apple-touch-icon" href="${root}apple-touch-icon.png">
<link rel="manifest" href="${root}site.webmanifest">
<link rel="stylesheet" href="${root}site.css">
</head>
<body class="on-${name}">
<a class="skip" href="#${skip}">${page.skip}</a>
<header class="band">
<div class="top page">
<a class="wordmark" href="${links.home}">${LOGO}<span>${words.frame.site}</span></a>
${navigation(context, name)}
</div>
</header>
<main>
<div class="band">
<div class="page">
${opening}
</div>
</div>
<div class="page">
${main}
</div>
</main>
<footer class="bottom">
<div class="page">
<p>${words.frame.free} ${words.frame.files}</p>
<p>${inline(words.frame.why, links)}${links.guides === undefined ? "" : markup` ${inline(words.frame.guides, links)}`}</p>
<p>${inline(words.frame.version(version, commit.short), links)}</p>
${languageChoice(context, name)}
</div>
</footer>
${run}</body>
</html>
`;
}

/**
 * The opening of a page without a picture.
 *
 * @param {PageContext} context
 * @param {PageName} name
 */
export function plainOpening({ words, links }, name) {
  /** @type {{title: string, lede: string, facts?: string[]}} */
  const { title, lede, facts = [] } = words[name];
  const list =
    facts.length === 0
      ? ""
      : markup`<ul class="facts">\n${facts.map((fact) => markup`<li>${inline(fact, links)}</li>\n`)}</ul>\n`;
  return markup`<div class="opening">
<h1>${title}</h1>
<p class="lede">${lede}</p>
${list}</div>`;
}

// See for yourself: what anyone can do to check what this site says of itself, and where that ends.
import { markup } from "../../../wording/markup.js";
import { inline } from "../inline.js";
import { fileCheck } from "./file-check.js";
import { layout, plainOpening } from "./layout.js";

/** @typedef {import("../types.js").PageContext} PageContext */
/** @typedef {import("../../../wording/markup.js").Markup} Markup */
/** @typedef {import("../types.js").Links} Links */
/** @typedef {import("../../../words/types.js").SiteWords["verify"]} VerifyWords */

/** @type {(texts: string[], links: Links) => Markup[]} */
const paragraphs = (texts, links) => texts.map((text) => markup`<p>${inline(text, links)}</p>\n`);
/** @type {(texts: string[], links: Links) => Markup[]} */
const items = (texts, links) => texts.map((text) => markup`<li>${inline(text, links)}</li>\n`);

/**
 * @param {string} id
 * @param {string} heading
 * @param {Markup} body
 */
const section = (id, heading, body) => markup`<section class="ledger" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<div class="stack">
${body}</div>
</section>
`;

/**
 * Names, and next to them what is typed or compared.
 *
 * @param {{caption: string, head: string[], rows: string[][]}} table
 */
function table({ caption, head, rows }) {
  const row = (/** @type {string[]} */ [name, text]) =>
    markup`<tr><th scope="row">${name}</th><td><code dir="ltr">${text}</code></td></tr>\n`;
  return markup`<table class="entries named">
<caption>${caption}</caption>
<thead><tr>${head.map((name) => (name === "" ? markup`<td></td>` : markup`<th scope="col">${name}</th>`))}</tr></thead>
<tbody>
${rows.map(row)}</tbody>
</table>
`;
}

/**
 * Words that name the commit; without one there is nothing to take, and the page says so instead.
 *
 * @param {VerifyWords} words
 * @param {PageContext} context
 * @param {Links} links
 */
function rebuild({ rebuild: own }, { commit }, links) {
  const { hash } = commit;
  const intro = paragraphs([own.intro, own.needs], links);
  if (hash === null) return markup`${paragraphs([own.unknown], links)}${intro}`;
  const command = (/** @type {string[]} */ [typed, what]) =>
    markup`<li><code dir="ltr">${typed.replace("{{commit}}", hash)}</code> <span class="quiet">${what}</span></li>
`;
  const commands = markup`<p>${own.steps.caption}</p>
<ol class="steps commands">
${own.steps.rows.map(command)}</ol>
`;
  return markup`${commit.modified ? paragraphs([own.modified], links) : ""}${intro}${commands}${paragraphs([own.same, own.differs], links)}`;
}

/** @param {PageContext} context */
export function verify(context) {
  const { words, links, version, commit, sheet, publishSheet, profileSheet } = context;
  const { verify: own } = words;
  const { copy, where } = own.compare;
  /** @param {{intro: string, steps: string[], notes?: string[]}} part */
  const steps = (part) => markup`<p>${inline(part.intro, links)}</p>
<ol class="steps">
${items(part.steps, links)}</ol>
${(part.notes ?? []).map((text) => markup`<p class="quiet">${inline(text, links)}</p>\n`)}`;
  const copyRows = [
    [copy.version, version],
    [copy.commit, commit.full],
    [copy.sheet, sheet.sha256],
    [copy.publish, publishSheet.sha256],
    [copy.profile, profileSheet.sha256],
  ];
  const parts = {
    offline: steps(own.offline),
    network: steps(own.network),
    rule: markup`<p>${inline(own.rule.intro, links)}</p>
<ul class="points">
${items(own.rule.parts, links)}</ul>
${paragraphs([own.rule.frame, own.rule.beyond, own.rule.publish], links)}`,
    compare: markup`${steps(own.compare)}${table(own.compare.commands)}<h3 id="made-of">${copy.heading}</h3>
${table({ ...copy, rows: copyRows })}<p>${inline(copy.files, links)}</p>
<h3>${where.heading}</h3>
${paragraphs(where.text, links)}`,
    check: fileCheck(context),
    rebuild: rebuild(own, context, links),
    limits: markup`<ul class="points">
${items(own.limits.points, links)}</ul>
`,
  };
  const headings = { ...own, check: words.fileCheck };
  const names = /** @type {(keyof typeof parts)[]} */ (Object.keys(parts));
  return layout(context, {
    name: "verify",
    policy: {
      "script-src": "'self'",
      "style-src": "'self'",
      "img-src": "'self'",
      "connect-src": "'self'",
      "manifest-src": "'self'",
    },
    skip: "offline",
    script: "verify.js",
    opening: plainOpening(context, "verify"),
    main: markup`<nav class="contents ledger" aria-labelledby="contents-heading">
<h2 id="contents-heading">${own.contents}</h2>
<ol>
${names.map((name) => markup`<li><a href="#${name}">${headings[name].heading}</a></li>\n`)}</ol>
</nav>
${names.map((name) => section(name, headings[name].heading, parts[name]))}`,
  });
}

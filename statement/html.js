// A statement as one HTML file: no script, no request, its style under a policy that names it by
// hash.

import { Markup, markup } from "../wording/markup.js";

/** @typedef {import("./sections.js").Statement} Statement */
/** @typedef {import("./sections.js").Block} Block */

/**
 * @param {"row" | "col"} scope
 * @param {string[]} cells
 */
const headings = (scope, cells) => cells.map((cell) => markup`<th scope="${scope}">${cell}</th>`);

/** @param {string[]} row */
function rowOf([name, ...cells]) {
  return markup`<tr>${headings("row", [name])}${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
}

/**
 * @param {import("./sections.js").TableBlock} table
 * @param {string} style
 */
function tableOf({ caption, head: [first, ...others], rows }, style) {
  const corner = first === "" ? markup`<td></td>` : headings("col", [first]);
  // Wider than a narrow screen it is scrolled by itself, which the keyboard must be able to do.
  return markup`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
<table class="${style}">
<caption>${caption}</caption>
<thead><tr>${corner}${headings("col", others)}</tr></thead>
<tbody>
${rows.map(rowOf)}</tbody>
</table>
</div>`;
}

/** @param {{items: string[]}} block */
const itemsOf = ({ items }) => items.map((item) => markup`<li>${item}</li>\n`);

/** @param {Block} block */
function blockOf(block) {
  switch (block.kind) {
    case "paragraph":
      return markup`<p>${block.text}</p>`;
    case "points":
      return markup`<ul>\n${itemsOf(block)}</ul>`;
    case "steps":
      return markup`<ol>\n${itemsOf(block)}</ol>`;
    case "table":
      return tableOf(block, "numbers");
    case "entries":
      return tableOf(block, "entries");
  }
}

/**
 * @param {Statement["sections"][number]} section
 * @param {{level: number, prefix: string}} place
 */
function sectionOf({ id, heading, blocks }, { level, prefix }) {
  const name = prefix + id;
  const title = new Markup(`h${level}`);
  return markup`<section aria-labelledby="${name}">
<${title} id="${name}">${heading}</${title}>
${blocks.map((block) => markup`${blockOf(block)}\n`)}</section>
`;
}

/** @param {Pick<Statement, "stamps">} model */
const stampsIn = ({ stamps }) =>
  stamps.map(([word, words]) => markup`<p class="stamp"><strong>${word}:</strong> ${words}</p>\n`);

/**
 * The sections alone, for a page that has a head of its own.
 *
 * @param {Statement} model
 * @param {{level?: number, prefix?: string}} [place] the level of their headings, and what the
 *   headings' ids begin with
 */
export function sectionsHtml(model, { level = 2, prefix = "" } = {}) {
  return markup`${stampsIn(model)}${model.sections.map((section) => sectionOf(section, { level, prefix }))}`.text;
}

/** @param {string} text */
async function hashSource(text) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `'sha256-${btoa(String.fromCharCode(...digest))}'`;
}

/**
 * Starts the file, as it starts the other pages: a server that names another encoding would change
 * the style, and its hash.
 */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * @param {Statement} model
 * @param {string} styles CSS, ours: look/tokens.css, ground.css, tables.css and statement.css
 */
export async function statementHtml(model, styles) {
  const style = `\n${styles.trim()}\n`;
  if (/<\/style/i.test(style)) throw new Error("the style holds </style");
  const policy = `default-src 'none'; style-src ${await hashSource(style)}; base-uri 'none'; form-action 'none'`;
  const page = markup`<!doctype html>
<html lang="${model.language}" dir="${model.direction}">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${model.marks}${model.heading} – ${model.subtitle}</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<header>
<p class="kicker">${model.subtitle}</p>
<h1>${model.heading}</h1>
${stampsIn(model)}</header>
${model.sections.map((section) => sectionOf(section, { level: 2, prefix: "" }))}</main>
</body>
</html>
`;
  return BYTE_ORDER_MARK + page.text;
}

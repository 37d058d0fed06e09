// Markdown as GitHub reads it, to HTML that a strict policy shows: no attribute "style", anchors
// that are GitHub's, links that lead to pages.
import { slug } from "github-slugger";
import MarkdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import { addressOf } from "./links.js";

/** @typedef {import("./links.js").Targets} Targets */
/** @typedef {{guide: import("./types.js").Page}} Data of Eleventy, for each page */

/**
 * Puts addresses into the links and pictures of a page.
 *
 * @param {import("markdown-it/lib/token.mjs").default[]} tokens
 * @param {(href: string) => string | null} address
 */
function rewrite(tokens, address) {
  /** @type {boolean[]} */
  const open = [];
  for (const token of tokens) {
    if (token.type === "link_open") {
      const href = address(token.attrGet("href") ?? "");
      open.push(href !== null);
      if (href === null) Object.assign(token, { type: "text", content: "", hidden: true });
      else token.attrSet("href", href);
    } else if (token.type === "link_close") {
      if (!open.pop()) Object.assign(token, { type: "text", content: "" });
    } else if (token.type === "image") {
      token.attrSet("src", address(token.attrGet("src") ?? "") ?? "");
    } else if (token.type === "html_block" || token.type === "html_inline") {
      token.content = token.content.replace(
        /\b(href|src|srcset)="([^"]+)"/g,
        (_, name, href) => `${name}="${address(href) ?? ""}"`,
      );
    }
    if (token.children) rewrite(token.children, address);
  }
}

/**
 * Returns a reader of Markdown for pages.
 *
 * @param {Targets} targets
 */
export function markdownFor(targets) {
  const reader = new MarkdownIt({ html: true });
  reader.use(anchor, { slugify: (text) => slug(text), tabIndex: false });
  // A heading of a table without words is no heading.
  reader.core.ruler.push("cells", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "th_open" || tokens[index + 1].content !== "") continue;
      token.tag = tokens[index + 2].tag = "td";
    }
  });
  reader.core.ruler.push("headings", ({ tokens }) => {
    const headings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
    // No level is left out.
    const levels = Array.from(new Set(headings.map(({ tag }) => tag))).sort();
    for (const heading of headings) heading.tag = `h${levels.indexOf(heading.tag) + 1}`;
    // A heading's own anchor is enough, where another with the same name is written before it.
    const ids = new Set(headings.map((heading) => heading.attrGet("id")));
    const once = (/** @type {string} */ tag, /** @type {string} */ id) => (ids.has(id) ? "<a>" : tag);
    for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])]))
      if (/^html_/.test(token.type)) token.content = token.content.replace(/<a id="([^"]+)">/g, once);
  });
  reader.core.ruler.push("addresses", ({ tokens, env }) => {
    const { guide } = /** @type {Data} */ (env);
    rewrite(tokens, (href) => addressOf(href, guide, targets));
  });
  const { rules } = reader.renderer;
  const cell = (/** @type {"th_open" | "td_open"} */ name) => {
    rules[name] = (tokens, index, options, env, self) => {
      const token = tokens[index];
      // The policy refuses styles of elements, so columns are aligned by class.
      const align = /text-align:(\w+)/.exec(String(token.attrGet("style")))?.[1];
      token.attrs = (token.attrs ?? []).filter(([attribute]) => attribute !== "style");
      if (align !== undefined) token.attrJoin("class", align);
      return self.renderToken(tokens, index, options);
    };
  };
  cell("th_open");
  cell("td_open");
  rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table">\n<table>\n';
  rules.table_close = () => "</table>\n</div>\n";
  const fence = rules.fence;
  rules.fence = (tokens, index, options, env, self) => {
    const shown = (fence?.(tokens, index, options, env, self) ?? "").replace("<pre>", '<pre tabindex="0">');
    // Drawing it would take a script.
    return tokens[index].info === "mermaid"
      ? `<details>\n<summary>The diagram, as text</summary>\n${shown}</details>\n`
      : shown;
  };
  return reader;
}

// The few marks that words for the site may hold: **strong**, `code` and [a link](where it leads,
// by name).
import { markup } from "../../wording/markup.js";

const MARKS = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<target>[\w-]+)\)/g;

/** @typedef {import("./types.js").Links} Links */
/** @typedef {import("../../wording/types.js").Inserted} Inserted */

/**
 * A link to an address, or to { href } with what is known of it: a name to save it under, its
 * language.
 *
 * @param {import("./types.js").Link} link
 * @param {Inserted} words
 * @param {Inserted} [more] attributes
 */
export function anchor(link, words, more = "") {
  /** @type {Exclude<import("./types.js").Link, string>} */
  const { href, download, language } = typeof link === "string" ? { href: link } : link;
  const saved = download === undefined ? "" : markup` download="${download}"`;
  const other = language === undefined ? "" : markup` hreflang="${language}"`;
  return markup`<a href="${href}"${saved}${other}${more}>${words}</a>`;
}

/**
 * @param {string} text
 * @param {Links} [links] a name that is missing stops the build
 * @returns {import("../../wording/markup.js").Markup}
 */
export function inline(text, links = {}) {
  /** @type {Inserted[]} */
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(MARKS)) {
    const { strong, code, text: linked, target } = /** @type {Record<string, string>} */ (found.groups);
    pieces.push(text.slice(end, found.index));
    end = found.index + found[0].length;
    if (strong !== undefined) pieces.push(markup`<strong>${inline(strong, links)}</strong>`);
    else if (code !== undefined) pieces.push(markup`<code dir="ltr">${code}</code>`);
    else {
      if (!Object.hasOwn(links, target)) throw new Error(`no page is called ${target}: ${text}`);
      pieces.push(anchor(links[target], inline(linked, links)));
    }
  }
  pieces.push(text.slice(end));
  return markup`${pieces}`;
}

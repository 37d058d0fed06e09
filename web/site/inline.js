// The few marks that words for the site may hold: **strong**, `code` and [a link](where it leads, by name).
import { markup } from "../../statement/markup.js";

const MARKS = /\*\*(?<strong>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<target>[\w-]+)\)/g;

/** @param links addresses by name; a name that is missing stops the build */
export function inline(text, links = {}) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(MARKS)) {
    const { strong, code, text: linked, target } = found.groups;
    pieces.push(text.slice(end, found.index));
    end = found.index + found[0].length;
    if (strong !== undefined) pieces.push(markup`<strong>${inline(strong, links)}</strong>`);
    else if (code !== undefined) pieces.push(markup`<code dir="ltr">${code}</code>`);
    else {
      if (!Object.hasOwn(links, target)) throw new Error(`no page is called ${target}: ${text}`);
      const { href, download } = typeof links[target] === "string" ? { href: links[target] } : links[target];
      const saved = download === undefined ? "" : markup` download="${download}"`;
      pieces.push(markup`<a href="${href}"${saved}>${inline(linked, links)}</a>`);
    }
  }
  pieces.push(text.slice(end));
  return markup`${pieces}`;
}

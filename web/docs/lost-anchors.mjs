// Links of built pages that lead nowhere: to a file that isn't there, or to an anchor that its page
// hasn't.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";

/** @param {string} folder */
export const pagesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".html"))
    .sort();

const attributes = (/** @type {string} */ html, /** @type {string} */ names) =>
  Array.from(html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, "g")), ([, value]) => value.replaceAll("&amp;", "&"));

/**
 * Returns a sentence for each link that leads nowhere, in the pages below a folder. Addresses of
 * other sites are not looked at.
 *
 * @param {string} folder
 * @param {string[]} outside addresses outside the folder that are there, as seen from it
 */
export function lostLinks(folder, outside = []) {
  const html = new Map(pagesIn(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  const anchors = new Map(Array.from(html, ([name, text]) => [name, new Set(attributes(text, "id"))]));
  /** @type {string[]} */
  const lost = [];
  for (const [name, text] of html) {
    const ids = attributes(text, "id");
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined) lost.push(`${name} has the anchor #${twice} twice.`);
    for (const href of attributes(text, "href|src|srcset")) {
      if (/^[a-z][a-z0-9+.-]*:/i.test(href)) continue;
      const [way, anchor = ""] = href.split("#");
      const path = way === "" ? name : posix.normalize(posix.join(posix.dirname(name), decodeURI(way)));
      if (outside.includes(path)) continue;
      if (path.startsWith("../") || !existsSync(join(folder, path))) lost.push(`${name} links to ${href}, which isn't there.`);
      else if (anchor !== "" && !anchors.get(path)?.has(decodeURIComponent(anchor)))
        lost.push(`${name} links to ${href}, but ${path} has no such anchor.`);
    }
  }
  return lost;
}

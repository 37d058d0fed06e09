// Where a link in a Markdown file leads once the file is a page.
import { posix } from "node:path";

/**
 * All that links are judged by.
 *
 * @typedef {object} Targets
 * @property {Map<string, string>} pages the file of a page, by its source
 * @property {(path: string) => boolean} isFile whether a file goes with the pages as it is
 * @property {(path: string) => boolean} exists whether the repository has a file or folder
 * @property {string | null} sourceUrl where the repository's files can be read; null if nowhere
 */

/**
 * The way from one page to a file next to the pages.
 *
 * @param {string} from
 * @param {string} to
 */
export const wayTo = (from, to) => posix.relative(posix.dirname(from), to) || posix.basename(to);

/**
 * Returns the address of a link in the page of a source; null where only the repository has what
 * it names. Throws where nothing has it.
 *
 * @param {string} href
 * @param {{source: string, file: string}} page
 * @param {Targets} targets
 * @returns {string | null}
 */
export function addressOf(href, { source, file }, { pages, isFile, exists, sourceUrl }) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("#")) return href;
  const [, way, anchor] = /** @type {RegExpExecArray} */ (/^([^#]*)(#.*)?$/.exec(href));
  const path = posix.normalize(posix.join(posix.dirname(source), decodeURI(way))).replace(/\/$/, "");
  const own = pages.get(path) ?? pages.get(`${path}/README.md`);
  if (own !== undefined) return `${own === file ? (anchor ? "" : posix.basename(own)) : wayTo(file, own)}${anchor ?? ""}`;
  if (isFile(path)) return wayTo(file, path.replace(/^docs\//, ""));
  if (!exists(path)) throw new Error(`${source} links to ${href}, which isn't there.`);
  return sourceUrl === null ? null : `${sourceUrl}${path}${anchor ?? ""}`;
}

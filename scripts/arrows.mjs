// Which folders of JavaScript and CSS may import from which, and with which packages.
//
// Imports go down four floors: the files and words that everything is made of, the package and the
// plain-language report, parts of pages, and the pages and the command line. ARCHITECTURE.md says
// what each folder is for. Tests may import everything, and are not read here.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import ts from "typescript";
import { root } from "./paths.mjs";
import { sourceFiles } from "./sources.mjs";

/** @typedef {{folders: string[], packages: string[] | null}} Line of the table */
/** @typedef {Record<string, Line>} Allowed */
/** @typedef {{path: string, text: string}} Source by its path, with slashes */

const page = [
  "intake",
  "words",
  "wording",
  "wasm/js",
  "web/bake",
  "web/clouds",
  "web/controls",
  "web/look",
  "web/parquet",
  "web/worker",
];
const site = [...page, "statement", "web/sheet"];
const build = [...site, "web/element", "web/profile", "web/publish", "web/quiet", "web/site"];

/**
 * A line for each folder: the folders that it may import from next to itself, and its packages.
 * "node" is Node itself; null allows every package.
 *
 * @type {Allowed}
 */
export const ALLOWED = {
  intake: { folders: [], packages: ["fzstd", "hyparquet", "hyparquet-compressors"] },
  words: { folders: [], packages: ["node"] },
  wording: { folders: [], packages: [] },
  wasm: { folders: [], packages: [] },
  "wasm/src": { folders: [], packages: [] },
  "wasm/js": { folders: ["intake"], packages: ["expost-glue", "expost-wasm"] },
  statement: { folders: ["words", "wording"], packages: ["yaml"] },
  "web/bake": { folders: [], packages: ["expost-wasm"] },
  "web/clouds": { folders: [], packages: [] },
  "web/controls": { folders: [], packages: ["lit-html"] },
  "web/look": { folders: [], packages: [] },
  "web/parquet": { folders: ["intake", "web/controls"], packages: [] },
  "web/quiet": { folders: [], packages: [] },
  "web/search": { folders: ["web/quiet"], packages: [] },
  "web/worker": { folders: [], packages: [] },
  // React's types alone, for those who use the element in JSX.
  "web/element": { folders: page, packages: ["react"] },
  "web/profile": { folders: page, packages: ["lit-html"] },
  "web/publish": { folders: page, packages: ["lit-html"] },
  "web/sheet": { folders: [...page, "web/clouds"], packages: ["lit-html"] },
  "web/site": {
    folders: site,
    packages: ["@noble/hashes", "node", "playwright-core"],
  },
  "web/docs": {
    folders: ["web/look", "web/search", "web/site", "wording"],
    packages: [
      ...["@11ty/eleventy", "@rgrove/parse-xml", "commander", "github-slugger", "markdown-it", "markdown-it-anchor"],
      ...["node", "typedoc"],
    ],
  },
  web: { folders: build, packages: ["esbuild", "node"] },
  cli: {
    folders: ["intake", "words", "wording", "statement", "wasm/js", "web/bake", "web/look"],
    packages: ["@noble/hashes", "cli-progress", "commander", "node", "sirv"],
  },
  examples: { folders: [], packages: ["node"] },
  types: { folders: [], packages: [] },
  scripts: { folders: [...build, "web/docs", "cli", "examples", "tests", "wasm", "web"], packages: null },
};

/**
 * Names that stand for folders: the package, and the words of a page in its language.
 *
 * @type {Record<string, string | undefined>}
 */
const NAMED = { expost: "wasm/js", "#words": "words" };

/** Folders whose folders have lines of their own. */
const DIVIDED = ["wasm", "web"];

const ENDINGS = [".js", ".mjs", ".cjs", ".ts", ".css"];

/**
 * Returns the folder whose line a file comes under, from its path with slashes; "" at the top.
 *
 * @param {string} path
 */
function folderOf(path) {
  const [top, ...inside] = path.split("/").slice(0, -1);
  return [top ?? "", ...(DIVIDED.includes(top) ? inside.slice(0, 1) : [])].join("/");
}

/**
 * Returns what a source imports, as it is written there.
 *
 * @param {Source} source
 * @returns {string[]}
 */
function importsOf({ path, text }) {
  if (path.endsWith(".css")) return Array.from(text.matchAll(/@import\s+(?:url\()?\s*["']?([^"')\s;]+)/g), ([, name]) => name);
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/**
 * A package's name without a path in it; "node" for Node's own modules.
 *
 * @param {string} name
 */
const packageOf = (name) =>
  name.startsWith("node:")
    ? "node"
    : name
        .split("/")
        .slice(0, name.startsWith("@") ? 2 : 1)
        .join("/");

/**
 * Says in a sentence why a source may not import that; null where it may.
 *
 * @param {string} from
 * @param {string} path
 * @param {string} name
 * @param {Line} line
 */
function whyNot(from, path, name, { folders, packages }) {
  const used = packageOf(name);
  const to = name.startsWith(".") ? folderOf(posix.join(posix.dirname(path), name)) : NAMED[used];
  if (to === undefined)
    return packages === null || packages.includes(used) ? null : `${path} imports "${name}": ${from} may not use ${used}.`;
  return to === from || folders.includes(to) ? null : `${path} imports "${name}": ${from} may not import from ${to}.`;
}

/**
 * Returns the first circle of a table's arrows, as folders in order; null without one.
 *
 * @param {Allowed} allowed
 */
function circleIn(allowed) {
  const done = new Set();
  /** @type {(folder: string, way: string[]) => string[] | null} */
  const from = (folder, way) => {
    if (way.includes(folder)) return [...way.slice(way.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of allowed[folder]?.folders ?? []) {
      const found = from(next, [...way, folder]);
      if (found) return found;
    }
    done.add(folder);
    return null;
  };
  for (const folder of Object.keys(allowed)) {
    const found = from(folder, []);
    if (found) return found;
  }
  return null;
}

/**
 * Returns what is wrong with the imports of some sources, a sentence each: an import that the table
 * doesn't allow, a folder that has no line in it, a line without sources, and a circle of allowed
 * arrows.
 *
 * @param {Source[]} sources paths below the project's folder, with slashes
 * @param {Allowed} allowed
 */
export function wrongArrows(sources, allowed) {
  /** @type {string[]} */
  const found = [];
  const seen = new Set();
  for (const { path, text } of sources) {
    const from = folderOf(path);
    const line = allowed[from];
    if (line !== undefined) for (const name of importsOf({ path, text })) found.push(whyNot(from, path, name, line) ?? "");
    else if (!seen.has(from)) found.push(`${path} is in ${from}, which has no line in the table of scripts/arrows.mjs.`);
    seen.add(from);
  }
  for (const folder of Object.keys(allowed))
    if (!seen.has(folder)) found.push(`${folder} has a line in the table of scripts/arrows.mjs, but no sources.`);
  const circle = circleIn(allowed);
  if (circle) found.push(`The table of scripts/arrows.mjs has a circle: ${circle.join(" → ")}.`);
  return found.filter((sentence) => sentence !== "");
}

/** The project's JavaScript and CSS, except tests and what is at the top of the repository. */
export const sources = () =>
  sourceFiles(ENDINGS)
    .filter((path) => path.includes("/") && !path.startsWith("tests/"))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

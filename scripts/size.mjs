// npm run size: what a visitor downloads, page by page, in bytes, as it is and compressed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { downloads, extras, limits } from "../web/site/downloads.mjs";
import { build } from "./build.mjs";
import { isMain, packageDir } from "./paths.mjs";
import { main, setUp } from "./setup.mjs";

const brotli = (/** @type {Buffer} */ bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_LGWIN]: 22,
    },
  });

const KINDS = ["raw", "gzip", "brotli"];
const add = (/** @type {number[]} */ one, /** @type {number[]} */ other) => one.map((value, index) => value + other[index]);
/**
 * @param {string} name
 * @param {(string | number)[]} sizes
 */
const line = (name, sizes, note = "") =>
  `${name.padEnd(38)}${sizes.map((size) => String(size).padStart(10)).join("")}${note && `  ${note}`}`;

/**
 * [raw, gzip, brotli] of a file, worked out once.
 *
 * @param {string} dir
 */
function weigher(dir) {
  /** @type {Map<string, number[]>} */
  const known = new Map();
  return (/** @type {string} */ name) => {
    let weighed = known.get(name);
    if (weighed === undefined) {
      const bytes = readFileSync(join(dir, name));
      weighed = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotli(bytes).length];
      known.set(name, weighed);
    }
    return weighed;
  };
}

/**
 * @param {string} name
 * @param {number[]} sizes
 */
function againstLimit(name, [, , size]) {
  const limit = new Map(Object.entries(limits)).get(name);
  if (limit === undefined) return "";
  const rest = limit - size;
  return `limit ${limit}: ${rest >= 0 ? `${rest} to spare` : `${-rest} too many`}`;
}

/**
 * The table, as text: of each page of a site what is fetched with it and what later, and of the
 * package its own files.
 *
 * @param {string} dir the package's folder
 */
function sizes(dir) {
  const lines = [line("", KINDS)];
  const site = weigher(join(dir, "site"));
  const files = (/** @type {string[]} */ names, /** @type {string} */ indent) =>
    names.map((name) => line(`${indent}${name}`, site(name), againstLimit(name, site(name))));
  for (const [page, { first, later }] of Object.entries(downloads)) {
    const all = [page, ...first];
    lines.push("", line(page, all.map(site).reduce(add), "with what it fetches at once"), ...files(all, "  "));
    for (const [what, names] of Object.entries(later)) {
      // A site that was built without a sample has none to try.
      const there = names.filter((name) => existsSync(join(dir, "site", name)));
      if (there.length > 0) lines.push(`  with ${what}`, ...files(there, "    "));
    }
  }
  lines.push("", "not needed by any page", ...files(extras, "  "));
  const own = weigher(dir);
  lines.push(
    "",
    "in the npm package",
    ...["index.js", "check.js", "posterior.js", "expost.wasm", "cli/expost.js"].map((name) =>
      line(`  ${name}`, own(name), againstLimit(name, own(name))),
    ),
  );
  return `${lines.join("\n")}\n`;
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUp();
    await build();
    process.stdout.write(sizes(packageDir));
  });
}

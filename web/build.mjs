// Builds the pages: sheet.html, publish-sheet.html and profile-sheet.html, self-contained files
// each under a policy of its own and one for each language, the last two once more for the site's
// frames, the custom element with its frame, and the site round them.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { folderOf, languages } from "../words/languages.mjs";
import { bakeFrame, dataBlock, place } from "./bake/bake.mjs";
import { lettersOf } from "./bake/letters.js";
import { frameName, sheetName } from "./bake/page-names.js";
import { buildSite, hashSource } from "./site/build.mjs";
import { writeFingerprints } from "./site/fingerprints.mjs";
import { sourceOf } from "./site/source.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/**
 * The words of the check page by language. One sheet is built for each: English is sheet.html,
 * others sheet.<language>.html.
 */
const sheetTexts = Object.fromEntries(Object.keys(languages).map((tag) => [tag, join(folderOf(tag), "check.js")]));

/** @typedef {typeof import("esbuild")} Esbuild */
/** @typedef {import("esbuild").BuildOptions} BuildOptions */
/** @typedef {import("./site/types.js").SelfContained} SelfContained */
/** @typedef {import("../words/en/check.js").CheckWords} SheetWords */
/** @typedef {import("./site/types.js").Sheet} Sheet */
/** @typedef {import("./site/types.js").DataPage} DataPage */

/**
 * The words of a page before its script runs.
 *
 * @typedef {object} PageWords
 * @property {string} title
 * @property {string} intro
 * @property {string} noscript
 * @property {string} notStarted
 * @property {string} language
 * @property {string} direction
 */

/**
 * Starts every page: a server that names another encoding in its header would otherwise change the
 * script, and its hash.
 */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Writes sheet.html, one for each further language, and site/ into `outDir`.
 *
 * `texts` are the files of words of the sheets, by language, English among them. `packageDir` is
 * the built npm package. The sheet holds the module that has a person's operations, `module`.mjs
 * and `module`.wasm; the curator's and the practitioner's page the one with every operation,
 * `whole`. With `module: null`, all hold the package's own index.js as it is.
 *
 * `source` is the commit that the pages name; `siteUrl` the address the site will have, where it
 * is known (EXPOST_SITE_URL); `releaseKey` the public key that will sign the list of fingerprints
 * (EXPOST_RELEASE_KEY), for the page that checks them.
 *
 * @param {object} options
 * @param {string} options.packageDir
 * @param {string} options.outDir
 * @param {string | null} [options.module] their path without an ending, as of the next one
 * @param {string | null} [options.whole]
 * @param {Record<string, string>} [options.texts]
 * @param {ReturnType<typeof sourceOf>} [options.source]
 * @param {string} [options.guides] the folder of the guides, if there is one
 * @param {string} [options.siteUrl]
 * @param {string} [options.releaseKey] the public key that will sign fingerprints.txt
 */
export async function buildWeb({
  packageDir,
  outDir,
  module = join(packageDir, "../wasm/wasm/expost-check"),
  whole = module && join(packageDir, "../wasm/wasm/expost"),
  texts = sheetTexts,
  source = sourceOf(join(here, "..")),
  siteUrl = process.env.EXPOST_SITE_URL,
  releaseKey = process.env.EXPOST_RELEASE_KEY,
  guides = join(packageDir, "../guides"),
}) {
  const esbuild = await import("esbuild");
  await mkdir(outDir, { recursive: true });
  const [forms, pages] = [await quiet(esbuild, "form"), await quiet(esbuild, "without-channels")];
  const moduleScript = module && `expostModule("${lettersOf(await readFile(`${module}.wasm`))}")`;
  const moduleParts = moduleScript && { moreScripts: [hashSource(moduleScript)], last: `<script>${moduleScript}</script>` };
  /** @type {Record<string, Sheet>} */
  const sheets = {};
  for (const [language, path] of Object.entries(texts)) {
    /** @type {{check: SheetWords}} */
    const { check: words } = await import(pathToFileURL(path).href);
    const sheet = await selfContained(esbuild, {
      folder: "sheet",
      quiet: forms,
      words,
      library: await library(packageDir, module, { alias: { "#words/check": path }, place: "after" }),
      after: [place("expost-report")],
      // A worker is made of the page's own scripts.
      directives: ["worker-src blob:"],
      ...moduleParts,
    });
    sheets[language] = { ...sheet, words };
    await writeFile(join(outDir, sheetName(language)), sheet.html);
  }
  const element = await customElement(esbuild, sheets, forms);
  const parquetReader = await parquetScript(esbuild);
  /**
   * A page for data holders: as a file, and as the site shows it in a frame.
   *
   * @param {"publish" | "profile"} folder
   * @param {string} language
   * @param {string[]} [after]
   * @returns {Promise<DataPage>}
   */
  const dataPage = async (folder, language, after) => {
    const words = languages[language][folder];
    const alias = { "#words": folderOf(language), "#words/check": texts[language] };
    const made = async (/** @type {import("esbuild").Plugin[]} */ plugins, /** @type {string[]} */ moreScripts) =>
      selfContained(esbuild, {
        folder,
        words,
        after,
        moreScripts,
        quiet: forms,
        library: await library(packageDir, whole, { entry: "index.js", alias, plugins }),
        // A worker is made of the page's own script.
        directives: ["worker-src blob:"],
      });
    return { file: await made([], []), frame: await made([parquetLater], [hashSource(parquetReader)]) };
  };
  /** @type {Record<string, {publish: DataPage, profile: DataPage}>} */
  const dataPages = {};
  for (const language of Object.keys(languages).filter((tag) => sheets[tag] !== undefined)) {
    // The check page that goes with a report, in the same language.
    const publish = await dataPage("publish", language, [
      dataBlock("check-sheet", sheets[language].html),
      dataBlock("check-frame", element.shells[language]),
      dataBlock("check-element", element.script),
    ]);
    dataPages[language] = { publish, profile: await dataPage("profile", language) };
  }
  await buildSite({
    outDir: join(outDir, "site"),
    sheets,
    dataPages,
    parquetReader,
    sample: join(packageDir, "../sample/report.json"),
    reader: await library(packageDir, module),
    bundled: (options) => bundled(esbuild, options),
    quiet: pages,
    source,
    siteUrl,
    guides: existsSync(join(guides, "index.html")) ? guides : null,
    releaseKey,
  });
  // For a site of one's own: everything that has to be side by side.
  await mkdir(join(outDir, "element"), { recursive: true });
  for (const [name, text] of Object.entries(element.files)) {
    await writeFile(join(outDir, "element", name), text);
    await writeFile(join(outDir, "site", name), text);
  }
  await writeFingerprints(join(outDir, "site"));
}

/** @type {BuildOptions} */
const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  // Said here, so that no tsconfig.json above the sources has a say in what is built.
  tsconfigRaw: { compilerOptions: { alwaysStrict: true } },
};

/**
 * An entry of quiet/ as text before everything else of a script. As an import it would come after
 * what a bundle with lazy parts defines first. Text in front ends the directive after it, so it
 * begins with one.
 *
 * @param {Esbuild} esbuild
 * @param {string} entry
 */
async function quiet(esbuild, entry) {
  /** @type {BuildOptions} */
  const options = { format: "iife", platform: "browser", target: ["es2022"], charset: "ascii" };
  const text = await bundled(esbuild, { ...options, entryPoints: [`quiet/${entry}.js`] });
  if (!text.startsWith('"use strict";')) throw new Error(`quiet/${entry}.js doesn't begin with "use strict"`);
  return text;
}

/**
 * The script that reads Parquet, for pages that get it later. It is ASCII: a policy's fingerprint
 * is of bytes, and some other texts would have the same bytes as one that isn't.
 *
 * @param {Esbuild} esbuild
 */
async function parquetScript(esbuild) {
  const text = await bundled(esbuild, {
    entryPoints: ["parquet/reader.js"],
    format: "iife",
    platform: "browser",
    target: ["es2022"],
    charset: "ascii",
  });
  // As a file it is checked by its fingerprint too, so both are of the same text.
  if (!/^"use strict";[\t\n\x20-\x7e]*$/.test(text)) throw new Error("the script that reads Parquet isn't all ASCII");
  return text;
}

/**
 * Leaves what reads Parquet out of a page, for esbuild: the page gets it later.
 *
 * @type {import("esbuild").Plugin}
 */
const parquetLater = {
  name: "parquet-later",
  setup(build) {
    build.onResolve({ filter: /^\.\/parquet-table\.js$/ }, () => ({ path: join(here, "parquet/later-table.js") }));
  },
};

/**
 * Has the module's bytes come from a script after the page's, or from inside it, for esbuild.
 *
 * @param {"after" | "inside"} place
 * @returns {import("esbuild").Plugin}
 */
const moduleFrom = (place) => ({
  name: "module",
  setup(build) {
    build.onResolve({ filter: /^\.\/module-bytes\.js$/ }, () => ({ path: join(here, `bake/module-${place}.js`) }));
    build.onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({ contents: lettersOf(await readFile(path)), loader: "text" }));
  },
});

/**
 * The parts of a page in one file.
 *
 * @typedef {object} PageParts
 * @property {"sheet" | "publish" | "profile"} folder
 * @property {string} quiet what its script begins with
 * @property {PageWords} words
 * @property {BuildOptions} library from `library`
 * @property {string[]} [moreScripts] sources of scripts that it may run besides its own
 * @property {string[]} [directives] more of its policy
 * @property {string[]} [after] lines of HTML between what is shown and the script
 * @property {string} [last] a line of HTML after the script
 */

/**
 * A page in one file, and what a page that shows it in a frame must allow.
 *
 * @param {Esbuild} esbuild
 * @param {PageParts} parts
 * @returns {Promise<SelfContained>}
 */
async function selfContained(esbuild, parts) {
  const { folder, quiet, words, library, moreScripts = [], directives = [], after = [], last = "" } = parts;
  const script = await bundled(esbuild, {
    entryPoints: [`${folder}/main.js`],
    banner: { js: quiet },
    format: "iife",
    platform: "browser",
    target: ["es2022"],
    ...library,
  });
  const style = await bundled(esbuild, { entryPoints: [`${folder}/${folder}.css`], target: ["es2022"] });
  // Either would end its element early, and the browser would refuse the rest by its hash.
  if (/<\/script|<!--/i.test(script)) throw new Error(`the script of ${folder} holds </script or <!--`);
  if (/<\/style/i.test(style)) throw new Error(`the style of ${folder} holds </style`);
  const scriptHash = hashSource(script);
  const styleHash = hashSource(style);
  const policy = [
    "default-src 'none'",
    `script-src ${[scriptHash, ...moreScripts].join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${styleHash}`,
    "img-src data:",
    ...directives,
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  const body = [
    `<main id="${folder}">`,
    `<header class="sheet-head"><h1>${words.title}</h1><p class="lede">${words.intro}</p></header>`,
    `<noscript><p class="notice">${words.noscript}</p></noscript>`,
    `<p class="not-started">${words.notStarted}</p>`,
    "</main>",
    ...after,
  ];
  const html = await page(words, { policy, style, script, title: words.title, body, last });
  return { html, scriptHash, styleHash, moreScripts };
}

/**
 * The custom element's files by their names, and the two frames without the sheet, by language.
 *
 * @param {Esbuild} esbuild
 * @param {Record<string, Sheet>} sheets
 * @param {string} quiet
 */
async function customElement(esbuild, sheets, quiet) {
  const words = Object.fromEntries(Object.entries(languages).map(([tag, { element }]) => [tag, element]));
  /** @type {BuildOptions} */
  const browser = {
    platform: "browser",
    target: ["es2022"],
    charset: "ascii",
    define: { ELEMENT_WORDS: JSON.stringify(words) },
  };
  const script = await bundled(esbuild, {
    ...browser,
    entryPoints: ["element/expost-check.js"],
    format: "iife",
    define: { ...browser.define, "import.meta.url": "scriptAddress" },
    inject: ["element/script-address.js"],
  });
  const module = (/** @type {string} */ entry) =>
    bundled(esbuild, { ...browser, entryPoints: [`element/${entry}`], format: "esm", external: ["./expost-check-element.js"] });
  /** @type {Record<string, string>} */
  const files = {
    "expost-check.js": `${script}\n`,
    "expost-check-element.js": `${await module("expost-check-element.js")}\n`,
    "expost-check-define.js": `${await module("expost-check-define.js")}\n`,
  };
  /** @type {Record<string, string>} */
  const shells = {};
  for (const [tag, { element }] of Object.entries(languages)) {
    if (sheets[tag] === undefined) continue;
    shells[tag] = await frame(esbuild, sheets[tag], element, quiet);
    files[frameName(tag)] = bakeFrame(shells[tag], sheets[tag].html);
  }
  return { files, shells, script: files["expost-check.js"] };
}

/**
 * The document around the sheet. What is inside is held by its policy too, so that one has to
 * allow what the sheet does.
 *
 * @param {Esbuild} esbuild
 * @param {Sheet} sheet
 * @param {import("../words/en/element.js").ElementWords} words
 * @param {string} quiet
 */
async function frame(esbuild, sheet, words, quiet) {
  const script = await bundled(esbuild, {
    entryPoints: ["element/frame.js"],
    banner: { js: quiet },
    format: "iife",
    platform: "browser",
    target: ["es2022"],
  });
  const style = await bundled(esbuild, { entryPoints: ["element/frame.css"], target: ["es2022"] });
  const policy = [
    "default-src 'none'",
    `script-src ${[hashSource(script), sheet.scriptHash, ...sheet.moreScripts].join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${hashSource(style)} ${sheet.styleHash}`,
    "img-src data:",
    "worker-src blob:",
    "connect-src 'none'",
    "frame-src blob:",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  const body = [`<p>${words.alone}</p>`, place("expost-sheet")];
  return page(sheet.words, { policy, style, script, title: words.frame, body, last: "" });
}

/**
 * Resolves "expost" in a page, for esbuild: an entry of the package, with a module.
 *
 * @param {string} packageDir
 * @param {string | null} module
 * @param {{entry?: string, alias?: Record<string, string>, plugins?: import("esbuild").Plugin[],
 *   place?: "after" | "inside"}} [options] place: where the module's bytes are
 * @returns {Promise<BuildOptions>}
 */
async function library(packageDir, module, { entry = "check.js", alias, plugins = [], place = "inside" } = {}) {
  if (module === null) return { alias: { ...alias, expost: join(packageDir, "index.js") }, plugins };
  const { version, formatVersion, limits } = await import(pathToFileURL(join(packageDir, "index.js")).href);
  return {
    alias: {
      ...alias,
      expost: join(here, "../wasm/js", entry),
      "expost-glue": `${module}.mjs`,
      "expost-wasm": `${module}.wasm`,
    },
    define: {
      EXPOST_VERSION: JSON.stringify(version),
      EXPOST_FORMAT_VERSION: JSON.stringify(formatVersion),
      EXPOST_LIMITS: JSON.stringify(limits),
      // The glue would look for its files next to itself; it is handed the bytes. What it has for
      // fetching them goes.
      "import.meta.url": '""',
      fetch: "undefined",
      importScripts: "undefined",
      process: "undefined",
    },
    plugins: [moduleFrom(place), ...plugins],
  };
}

/**
 * @param {Esbuild} esbuild
 * @param {BuildOptions} options
 */
async function bundled(esbuild, options) {
  const { outputFiles } = await esbuild.build({ ...common, ...options, write: false });
  return outputFiles[0].text.trim();
}

/**
 * A page: page.html with its values.
 *
 * @param {{language: string, direction: string}} words
 * @param {{policy: string, title: string, style: string, script: string, body: string[],
 *   last: string}} parts
 */
async function page({ language, direction }, { policy, body, ...parts }) {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  /** @type {Record<string, string>} */
  const values = { ...parts, language, direction, policy: meta, body: body.join("\n") };
  const template = await readFile(join(here, "page.html"), "utf8");
  // A function as the replacement, because "$&" and its like occur in minified scripts.
  const filled = template.replace(/\{\{(\w+)\}\}/g, (given, /** @type {string} */ name) => {
    if (!Object.hasOwn(values, name)) throw new Error(`page.html asks for ${given}, which no page has`);
    return values[name];
  });
  return BYTE_ORDER_MARK + filled;
}

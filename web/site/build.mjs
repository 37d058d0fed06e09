// Builds the site round the self-contained pages: its pages in every language, its scripts, style
// and pictures.
import { createHash } from "node:crypto";
import { copyFile, cp, mkdir, readdir, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { folderOf, languages } from "../../words/languages.mjs";
import { dataFrameName, dataSheetName, PARQUET_READER, sheetName, siteFolder } from "../bake/page-names.js";
import { LIST } from "./fingerprints.mjs";
import { home } from "./pages/home.js";
import { files } from "./pages/layout.js";
import { notFound } from "./pages/not-found.js";
import { profile } from "./pages/profile.js";
import { publish } from "./pages/publish.js";
import { report } from "./pages/report.js";
import { verify } from "./pages/verify.js";
import { why } from "./pages/why.js";

const here = dirname(fileURLToPath(import.meta.url));
/** @typedef {import("../../words/types.js").SiteWords} Words */
/** @typedef {import("./types.js").SelfContained} SelfContained */
/** @typedef {import("../../words/en/check.js").CheckWords} SheetWords */
/** @typedef {ReturnType<typeof import("./source.mjs").sourceOf>} Source */
/** @typedef {import("esbuild").BuildOptions} BuildOptions */
/** @typedef {import("./types.js").Sheet} Sheet */
/** @typedef {import("./types.js").DataPage} DataPage */
/** @typedef {import("./types.js").PageName} PageName */
/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").PageContext} PageContext */
/** @typedef {import("../../wording/markup.js").Markup} Markup */

/** @type {[PageName, (context: PageContext) => Markup][]} */
const pages = [
  ["home", home],
  ["report", report],
  ["publish", publish],
  ["profile", profile],
  ["why", why],
  ["verify", verify],
];
/**
 * Pages that have a script of the same name.
 *
 * @type {PageName[]}
 */
const scripted = ["home", "report", "publish", "profile", "why", "verify"];
/**
 * Starts every page: a server that names another encoding in its header would otherwise change
 * what it says.
 */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * A hash as a policy names it, of a text as it stands between its tags.
 *
 * @param {string} text
 */
export const hashSource = (text) => `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;

/** @param {string} text */
const fingerprint = (text) => createHash("sha256").update(text, "utf8").digest("hex");

/**
 * Where a site is told to stand, with a slash at its end; null where nobody said.
 *
 * @param {string} [siteUrl]
 */
function addressOf(siteUrl) {
  if (!siteUrl) return null;
  const { protocol, href } = new URL(siteUrl);
  if (!["http:", "https:"].includes(protocol)) throw new Error(`EXPOST_SITE_URL is no address of a site: ${siteUrl}`);
  return href.endsWith("/") ? href : `${href}/`;
}

/**
 * @param {Words} words
 * @param {Source} source
 */
function commitWords({ commit: own }, { commit, modified }) {
  if (commit === null) return { hash: null, modified, full: own.unknown, short: own.unknown };
  const named = (/** @type {string} */ name) => (modified ? own.modified(name) : name);
  return { hash: commit, modified, full: named(commit), short: named(commit.slice(0, 10)) };
}

/** @param {Words} words */
function manifest({ frame, home: { description } }) {
  const icons = [
    { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
    { src: "apple-touch-icon.png", sizes: "180x180", type: "image/png" },
  ];
  const look = { background_color: "#f8f6f1", theme_color: "#113443" };
  return { name: frame.site, short_name: frame.site, description, start_url: "./", display: "browser", ...look, icons };
}

/**
 * Why a report gives no statement, in the words of the check page.
 *
 * @param {SheetWords} words
 */
function refusalsIn({ states }) {
  const { notAReport, damagedReport, newerFormat, noFigure, pathMissing, selfTest, noWebAssembly } = states;
  const { signatureWrong, signatureMissing, signatureUnchecked } = states;
  /** @type {Record<string, {title: string, body: string, detail?: string}>} */
  const refusals = {
    ...{ notAReport, damagedReport, newerFormat, noFigure, pathMissing, selfTest, noWebAssembly },
    ...{ signatureWrong, signatureMissing, signatureUnchecked },
  };
  return Object.fromEntries(
    Object.entries(refusals).map(([state, { title, body, detail = "" }]) => [state, { title, body, detail }]),
  );
}

/**
 * @param {object} parts
 * @param {string} parts.outDir
 * @param {Record<string, Sheet>} parts.sheets the check page by language
 * @param {Record<string, {publish: DataPage, profile: DataPage}>} parts.dataPages the publisher's
 *   and the practitioner's page by language
 * @param {string} parts.parquetReader the script that reads Parquet
 * @param {string} parts.sample a report to try, if there is one
 * @param {BuildOptions} parts.reader what "expost" is in the script that reads reports
 * @param {string} parts.quiet what the script of each page begins with
 * @param {(options: BuildOptions) => Promise<string>} parts.bundled one bundle of the folder web/,
 *   minified
 * @param {Source} parts.source
 * @param {string | null} [parts.guides] the folder of the guides, which go into docs/
 * @param {string} [parts.siteUrl] where the site will stand
 * @param {string} [parts.releaseKey] the public key that will sign the list of fingerprints
 */
export async function buildSite({
  outDir,
  sheets,
  dataPages,
  parquetReader,
  sample,
  reader,
  bundled,
  quiet,
  source,
  guides = null,
  siteUrl,
  releaseKey = "",
}) {
  /**
   * @param {string} name
   * @param {string} text
   */
  const put = async (name, text) => {
    await mkdir(dirname(join(outDir, name)), { recursive: true });
    await writeFile(join(outDir, name), text);
  };
  /**
   * @param {string} name
   * @param {import("esbuild").BuildOptions} options
   */
  const script = (name, options) =>
    bundled({
      entryPoints: [`site/scripts/${name}.js`],
      platform: "browser",
      target: ["es2022"],
      charset: "ascii",
      ...options,
    });

  for (const [language, { html }] of Object.entries(sheets)) await put(sheetName(language), html);
  for (const [language, { publish, profile }] of Object.entries(dataPages)) {
    await put(dataSheetName("publish", language), publish.file.html);
    await put(dataFrameName("publish", language), publish.frame.html);
    await put(dataSheetName("profile", language), profile.file.html);
    await put(dataFrameName("profile", language), profile.frame.html);
  }
  // Byte for byte: the pages' policies have its fingerprint.
  await put(PARQUET_READER, parquetReader);
  await put("site.css", `${await bundled({ entryPoints: ["site/site.css"], target: ["es2022"] })}\n`);
  // As modules, for import() on demand.
  await put(
    "reader.js",
    `${await script("reader", { format: "esm", charset: "utf8", loader: { ".css": "text" }, ...reader })}\n`,
  );
  await put("registry-yaml.js", `${await script("registry-yaml", { format: "esm" })}\n`);
  await put("site.webmanifest", `${JSON.stringify(manifest(languages.en.site), null, 2)}\n`);
  for (const name of await readdir(join(here, "images"))) {
    if (/^(icon\.svg|.*\.png)$/.test(name)) await copyFile(join(here, "images", name), join(outDir, name));
  }
  if (existsSync(sample)) {
    await mkdir(join(outDir, "sample"), { recursive: true });
    await copyFile(sample, join(outDir, "sample/report.json"));
  }

  if (guides !== null) await cp(guides, join(outDir, "docs"), { recursive: true });

  const [style, search] = [
    await bundled({ entryPoints: ["site/not-found.css"], target: ["es2022"] }),
    await script("not-found", { format: "iife" }),
  ];
  const head = async (/** @type {string} */ name, /** @type {BuildOptions} */ options) => {
    const text = await script(name, { format: "iife", ...options });
    return { script: text, hash: hashSource(text) };
  };
  const shared = {
    siteUrl: addressOf(siteUrl),
    version: source.version,
    releaseKey,
    inlined: { style, styleHash: hashSource(style), script: search, scriptHash: hashSource(search) },
  };
  for (const [tag, { site: words }] of Object.entries(languages)) {
    const folder = siteFolder(tag);
    const root = folder === "" ? "" : "../";
    const own = { "#words": folderOf(tag) };
    const sheet = sheets[tag] ?? sheets.en;
    const sheetLanguage = sheets[tag] ? tag : "en";
    const sheetFile = sheetName(sheetLanguage);
    const dataLanguage = dataPages[tag] ? tag : "en";
    const data = dataPages[dataLanguage];
    const publishFile = dataSheetName("publish", dataLanguage);
    const profileFile = dataSheetName("profile", dataLanguage);
    const publishFrame = dataFrameName("publish", dataLanguage);
    const profileFrame = dataFrameName("profile", dataLanguage);
    const published = (/** @type {SelfContained} */ page) => ({ ...page, sha256: fingerprint(page.html) });
    const addresses = {
      SITE_ROOT: JSON.stringify(`./${root}`),
      SITE_SHEET: JSON.stringify(`./${root}${sheetFile}`),
      SITE_PUBLISH_FRAME: JSON.stringify(`./${root}${publishFrame}`),
      SITE_PROFILE_FRAME: JSON.stringify(`./${root}${profileFrame}`),
    };
    /** @type {Context} */
    const context = {
      ...shared,
      heads: { home: await head("head-home", { define: addresses }), report: await head("head", {}) },
      words,
      sheet: { ...sheet, ...published(sheet) },
      publishSheet: published(data.publish.file),
      profileSheet: published(data.profile.file),
      publishFrame: published(data.publish.frame),
      profileFrame: published(data.profile.frame),
      folder,
      root,
      commit: commitWords(words, source),
      // Addresses from one language to another, as seen from a page of this one.
      others: Object.entries(languages)
        .filter(([other]) => other !== tag)
        .map(([other, { site }]) => ({ language: site.language, folder: `${root}${siteFolder(other)}` })),
      links: {
        ...files,
        sheet: { href: `${root}${sheetFile}`, download: "expost-sheet.html" },
        "publish-sheet": { href: `${root}${publishFile}`, download: "expost-publish.html" },
        "profile-sheet": { href: `${root}${profileFile}`, download: "expost-profile.html" },
        "publish-frame": { href: `${root}${publishFrame}`, download: "expost-publish-frame.html" },
        "profile-frame": { href: `${root}${profileFrame}`, download: "expost-profile-frame.html" },
        "made-of": `${files.verify}#made-of`,
        limits: `${files.verify}#limits`,
        fingerprints: { href: `${root}${LIST}`, download: LIST },
        ...(guides !== null && {
          guides: `${root}docs/index.html`,
          "the-number": `${root}docs/the-number.html`,
          people: `${root}docs/people.html`,
        }),
      },
    };
    for (const [name, page] of pages) {
      await put(`${folder}${files[name]}`, BYTE_ORDER_MARK + page(/** @type {PageContext} */ (context)).text);
    }
    for (const name of scripted) {
      const text = await script(name, {
        format: "iife",
        banner: { js: quiet },
        alias: own,
        define: {
          ...addresses,
          REFUSALS: JSON.stringify(refusalsIn(sheet.words)),
        },
        // Fetched when they are needed.
        external: ["*/reader.js", "*/registry-yaml.js", "*/statement-words.js"],
      });
      await put(`${folder}${name}.js`, `${text}\n`);
    }
    // English is in the reader.
    if (folder !== "") {
      await put(
        `${folder}statement-words.js`,
        `${await script("statement-words", { format: "esm", charset: "utf8", alias: own })}\n`,
      );
    }
    // Hosts look for one, at the beginning of the site.
    if (folder === "") await put("404.html", BYTE_ORDER_MARK + notFound(/** @type {PageContext} */ (context)).text);
  }
}

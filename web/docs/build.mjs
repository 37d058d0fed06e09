// Builds the guides: the Markdown of the repository and what is generated from its sources, as
// pages that need nothing but each other.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { commandLinePage } from "./command-line.mjs";
import { cppPages } from "./cpp.mjs";
import { javascriptPages } from "./javascript.mjs";
import { layout } from "./layout.js";
import { markdownFor } from "./markdown.mjs";
import { FILES, FRONT, GUIDES, fileOf } from "./pages.js";
import { schemaPages } from "./schemas.mjs";
import { SEARCH, searchPage, sectionsOf } from "./search.mjs";

/** @typedef {import("./types.js").Page} Page */

/** @param {string} markdown */
const titleOf = (markdown) => /^# (.+)$/m.exec(markdown)?.[1].replace(/[`*]/g, "") ?? "";

/**
 * The pages that are written by hand.
 *
 * @param {string} root
 * @returns {Page[]}
 */
function written(root) {
  /** @type {[string, import("./types.js").Kind | null, string][]} */
  const sources = [[FRONT, null, ""], ...GUIDES];
  return sources.map(([source, kind, about]) => {
    const markdown = readFileSync(join(root, source), "utf8");
    return { source, file: fileOf(source), kind, title: titleOf(markdown), about, markdown };
  });
}

/**
 * Builds everything into a folder that is made anew. Returns the pages.
 *
 * @param {object} options
 * @param {string} options.root the repository's folder
 * @param {string} options.outDir
 * @param {import("commander").Command} options.program the command line
 * @param {string} options.style the guides' CSS
 * @param {string} options.search the script of the page that searches them
 * @param {string} options.version
 * @param {string | null} [options.sourceUrl] where the repository's files can be read
 */
export async function buildGuides({ root, outDir, program, style, search, version, sourceUrl = null }) {
  const pages = [
    ...written(root),
    commandLinePage(program),
    ...(await javascriptPages(root)),
    ...cppPages(join(root, "core/include")),
    ...schemaPages(root),
  ];
  const targets = {
    pages: new Map(pages.map(({ source, file }) => [source, file])),
    isFile: (/** @type {string} */ path) =>
      FILES.some((folder) => path.startsWith(`${folder}/`)) && existsSync(join(root, path)),
    exists: (/** @type {string} */ path) => !path.startsWith("..") && existsSync(join(root, path)),
    sourceUrl,
  };
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  for (const { file, content } of await rendered(pages, markdownFor(targets), version, search)) {
    const path = join(outDir, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  for (const folder of FILES)
    if (existsSync(join(root, folder)))
      cpSync(join(root, folder), join(outDir, folder.replace(/^docs\//, "")), { recursive: true });
  writeFileSync(join(outDir, "guides.css"), style);
  return pages;
}

/**
 * The pages' HTML, by Eleventy.
 *
 * @param {Page[]} pages
 * @param {import("markdown-it").default} reader
 * @param {string} version
 * @param {string} search the script of the page that searches them
 * @returns {Promise<{file: string, content: string}[]>}
 */
async function rendered(pages, reader, version, search) {
  const { default: Eleventy } = await import("@11ty/eleventy");
  // It reads no files of its own: all pages are handed in.
  const input = mkdtempSync(join(tmpdir(), "expost-guides-"));
  const before = process.cwd();
  try {
    process.chdir(input);
    const eleventy = new Eleventy(".", "out", {
      quietMode: true,
      config(settings) {
        settings.setTemplateFormats("md");
        settings.setLibrary("md", reader);
        for (const guide of pages)
          settings.addTemplate(guide.file.replace(/\.html$/, ".md"), guide.markdown, {
            guide,
            permalink: guide.file,
            // Braces in a text are braces.
            templateEngineOverride: "md",
          });
      },
    });
    // Errors are thrown as well.
    eleventy.disableLogger();
    const made = await eleventy.toJSON();
    const contents = made.map(({ outputPath, content }) => {
      const page = pages.find(({ file }) => `./out/${file}` === outputPath);
      if (page === undefined) throw new Error(`no guide is ${outputPath}`);
      return { page, content };
    });
    const { content, ...more } = searchPage(
      contents.flatMap(({ page, content }) => sectionsOf(content, page)),
      search,
    );
    /** @type {Page} */
    const searching = { source: SEARCH, file: SEARCH, kind: "reference", title: "Search the guides", about: "", markdown: "" };
    return [
      ...contents.map(({ page, content }) => ({ file: page.file, content: layout(content, page, { pages, version }) })),
      { file: SEARCH, content: layout(content, searching, { pages, version }, more) },
    ];
  } finally {
    process.chdir(before);
    rmSync(input, { recursive: true, force: true });
  }
}

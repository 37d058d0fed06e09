// Builds the pages: sheet.html, one self-contained file under a policy of its own, and the site round it.
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gridShapes } from "./sheet/chart/dot-shapes.js";
import { en } from "./sheet/text/en.js";

const here = dirname(fileURLToPath(import.meta.url));

/** Writes sheet.html and site/ into `outDir`, from the package in `packageDir` (index.js and expost.wasm). */
export async function buildWeb({ packageDir, outDir }) {
  const esbuild = await import("esbuild");
  const sheet = await sheetPage(esbuild, packageDir);
  await mkdir(join(outDir, "site"), { recursive: true });
  await writeFile(join(outDir, "sheet.html"), sheet);
  await site(esbuild, join(outDir, "site"), sheet);
  const sample = join(packageDir, "../sample/report.json");
  if (existsSync(sample)) {
    await mkdir(join(outDir, "site/sample"), { recursive: true });
    await copyFile(sample, join(outDir, "site/sample/report.json"));
  }
}

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  write: false,
  logLevel: "warning",
};

async function sheetPage(esbuild, packageDir) {
  const script = await bundled(esbuild, {
    entryPoints: ["sheet/main.js"],
    format: "iife",
    platform: "browser",
    target: ["es2022"],
    alias: { expost: join(packageDir, "index.js") },
    define: { "import.meta.url": '""' },
  });
  const style = await bundled(esbuild, { entryPoints: ["sheet/sheet.css"], target: ["es2022"] });
  // Either would end its element early, and the browser would refuse the rest by its hash.
  if (/<\/script|<!--/i.test(script)) throw new Error("the sheet's script holds </script or <!--");
  if (/<\/style/i.test(style)) throw new Error("the sheet's style holds </style");
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashSource(style)}`,
    "img-src data:",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  return filled(await readFile(join(here, "sheet/page.html"), "utf8"), {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    title: en.title,
    intro: en.intro,
    noscript: en.noscript,
    style,
    script,
  });
}

async function bundled(esbuild, options) {
  const { outputFiles } = await esbuild.build({ ...common, ...options });
  return outputFiles[0].text.trim();
}

/** A hash as a policy names it, of a text as it stands between its tags. */
function hashSource(text) {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

// A function as the replacement, because "$&" and its like occur in minified scripts.
function filled(template, values) {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

async function site(esbuild, outDir, sheet) {
  await writeFile(join(outDir, "sheet.html"), sheet);
  const script = await bundled(esbuild, {
    entryPoints: ["site/site.js"],
    format: "iife",
    platform: "browser",
    target: ["es2022"],
  });
  const style = await bundled(esbuild, { entryPoints: ["site/site.css"], target: ["es2022"] });
  await writeFile(join(outDir, "site.js"), `${script}\n`);
  await writeFile(join(outDir, "site.css"), `${style}\n`);
  const facts = { example: exampleGrids(), sheetHash: createHash("sha256").update(sheet, "utf8").digest("hex") };
  for (const name of await readdir(join(here, "site"))) {
    if (name.endsWith(".html"))
      await writeFile(join(outDir, name), filled(await readFile(join(here, "site", name), "utf8"), facts));
    if (name.endsWith(".svg")) await copyFile(join(here, "site", name), join(outDir, name));
  }
}

// The picture on the first screen: the same grids that an answer has, for 50 and at most 62 in 100.
function exampleGrids() {
  const grid = (added, from) => {
    const { kept, added: diamonds, rest } = gridShapes(100, 50, added);
    return `<g transform="translate(${from} 0)"><path class="dot-rest" d="${rest}"/><path class="dot-kept" d="${kept}"/><path class="dot-added" d="${diamonds}"/></g>`;
  };
  return `<svg viewBox="0 0 224 100" role="img" aria-label="Two grids of 100 dots. Before: 50 are filled. After, at most: 62 are filled.">${grid(0, 0)}${grid(12, 124)}</svg>`;
}

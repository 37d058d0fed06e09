// Builds the pages: sheet.html and publish-sheet.html, self-contained files each under a policy of its own, and the site round
// them.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { dataBlock } from "./bake.mjs";
import { textOf } from "./pack-bytes.mjs";
import { en as publishWords } from "./publish/text/en.js";
import { en } from "./sheet/text/en.js";
import { buildSite } from "./site/build.mjs";
import { sourceOf } from "./site/source.mjs";

const here = dirname(fileURLToPath(import.meta.url));

/** Starts every page: a server that names another encoding in its header would otherwise change the script, and its hash. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * Writes sheet.html and site/ into `outDir`.
 *
 * `packageDir` is the built npm package. The sheet holds the small module that has a person's operations only, `module`.mjs
 * and `module`.wasm, the curator's page the one with every operation, `whole`; with `module: null`, both hold the package's own
 * index.js as it is.
 *
 * `source` is the commit that the pages name; `siteUrl` the address the site will have, where it is known (EXPOST_SITE_URL).
 */
export async function buildWeb({
  packageDir,
  outDir,
  module = join(packageDir, "../wasm/wasm/expost-check"),
  whole = module && join(packageDir, "../wasm/wasm/expost"),
  source = sourceOf(join(here, "..")),
  siteUrl = process.env.EXPOST_SITE_URL,
  languages,
}) {
  const esbuild = await import("esbuild");
  const sheet = await selfContained(esbuild, {
    room: "sheet",
    words: en,
    library: await library(packageDir, module),
  });
  const publish = await selfContained(esbuild, {
    room: "publish",
    words: publishWords,
    library: await library(packageDir, whole),
    // A worker made of the page's own script, and the check page that goes with a report.
    directives: ["worker-src blob:"],
    values: { sheet: dataBlock("check-sheet", sheet.html) },
  });
  await mkdir(outDir, { recursive: true });
  await writeFile(join(outDir, "sheet.html"), sheet.html);
  await buildSite({
    outDir: join(outDir, "site"),
    sheet,
    publish,
    sample: join(packageDir, "../sample/report.json"),
    reader: await library(packageDir, module),
    bundled: (options) => bundled(esbuild, options),
    source,
    siteUrl,
    ...(languages && { languages }),
  });
}

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  write: false,
  logLevel: "warning",
  // Said here, so that no tsconfig.json above the sources has a say in what is built.
  tsconfigRaw: { compilerOptions: { alwaysStrict: true } },
};

/** A page in one file, and what a page that shows it in a frame must allow. */
async function selfContained(esbuild, { room, words, library, directives = [], values = {} }) {
  const script = await bundled(esbuild, {
    entryPoints: [`${room}/main.js`],
    format: "iife",
    platform: "browser",
    target: ["es2022"],
    ...library,
  });
  const style = await bundled(esbuild, { entryPoints: [`${room}/${room}.css`], target: ["es2022"] });
  // Either would end its element early, and the browser would refuse the rest by its hash.
  if (/<\/script|<!--/i.test(script)) throw new Error(`the script of ${room} holds </script or <!--`);
  if (/<\/style/i.test(style)) throw new Error(`the style of ${room} holds </style`);
  const scriptHash = hashSource(script);
  const styleHash = hashSource(style);
  const policy = [
    "default-src 'none'",
    `script-src ${scriptHash} 'wasm-unsafe-eval'`,
    `style-src ${styleHash}`,
    "img-src data:",
    ...directives,
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  const html = page(await readFile(join(here, room, "page.html"), "utf8"), {
    policy: `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    title: words.title,
    intro: words.intro,
    noscript: words.noscript,
    style,
    script,
    ...values,
  });
  return { html, scriptHash, styleHash };
}

/** What "expost" is in a page, as options for esbuild. */
async function library(packageDir, module) {
  if (module === null) return { alias: { expost: join(packageDir, "index.js") } };
  const { version, formatVersion } = await import(pathToFileURL(join(packageDir, "index.js")));
  return {
    alias: {
      expost: join(here, "../wasm/js/index.js"),
      "expost-glue": `${module}.mjs`,
      "expost-wasm": `${module}.wasm`,
    },
    define: {
      EXPOST_VERSION: JSON.stringify(version),
      EXPOST_FORMAT_VERSION: JSON.stringify(formatVersion),
      // The glue would look for its files beside itself; it is handed the bytes.
      "import.meta.url": '""',
    },
    plugins: [bytesAsText],
  };
}

/** Imports a .wasm file as a Uint8Array, written into the script as text that compresses well. */
const bytesAsText = {
  name: "bytes-as-text",
  setup(build) {
    build.onLoad({ filter: /\.wasm$/ }, async ({ path }) => ({
      contents: `import { bytesOf } from "./byte-text.js"; export default bytesOf(${JSON.stringify(textOf(await readFile(path)))});`,
      resolveDir: join(here, "sheet"),
    }));
  },
};

async function bundled(esbuild, options) {
  const { outputFiles } = await esbuild.build({ ...common, ...options });
  return outputFiles[0].text.trim();
}

/** A hash as a policy names it, of a text as it stands between its tags. */
function hashSource(text) {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

// A function as the replacement, because "$&" and its like occur in minified scripts.
function page(template, values) {
  return BYTE_ORDER_MARK + template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]);
}

// Builds the npm package into build/package: the folder is what gets published.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { sourceOf } from "../web/site/source.mjs";
import { buildPreset } from "./cmake.mjs";
import { commandLineBundle } from "./command-line.mjs";
import { buildDocs, guidesDir } from "./docs.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { packagesIn, thirdPartyLicences } from "./licences.mjs";
import { inBuild, inRoot, isMain, packageDir, pageFolders } from "./paths.mjs";
import { makeSample, sampleDir } from "./sample.mjs";
import { main, setUp } from "./setup.mjs";

const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));

/**
 * Writes only what changed, so that what depends on a file's time is left alone.
 *
 * @param {string} path
 * @param {string | Uint8Array} content
 */
function put(path, content) {
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

const putCopy = (/** @type {string} */ from, /** @type {string} */ to) => put(to, readFileSync(from));

/**
 * The format's version and limits, which the module knows.
 *
 * @returns {Promise<{formatVersion: number, limits: {textBytes: number, depth: number, dimension:
 *   number}}>}
 */
async function formatConstants() {
  const { default: start } = await import(pathToFileURL(inBuild("wasm/wasm/expost.mjs")).href);
  const module = await start({ wasmBinary: readFileSync(inBuild("wasm/wasm/expost.wasm")) });
  return module["format-constants"]();
}

/** The package's entries: each has its own module, with the operations that it needs. */
const ENTRIES = [
  { file: "index.js", source: "wasm/js/index.js", module: "expost" },
  { file: "check.js", source: "wasm/js/check.js", module: "expost-check" },
  { file: "posterior.js", source: "wasm/js/posterior.js", module: "expost-posterior" },
];

/**
 * An entry: the interface, the module's glue and the module itself in one file.
 *
 * @param {typeof import("esbuild")} esbuild
 * @param {(typeof ENTRIES)[number]} entry
 * @param {Awaited<ReturnType<typeof formatConstants>>} constants
 */
async function bundleEntry(esbuild, { file, source, module }, constants) {
  const result = await esbuild.build({
    absWorkingDir: inRoot(),
    entryPoints: [source],
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    mainFields: ["module", "main"],
    minify: true,
    charset: "utf8",
    legalComments: "none",
    loader: { ".wasm": "base64" },
    alias: {
      "expost-glue": inBuild(`wasm/wasm/${module}.mjs`),
      "expost-wasm": inBuild(`wasm/wasm/${module}.wasm`),
    },
    define: {
      EXPOST_VERSION: JSON.stringify(version),
      EXPOST_FORMAT_VERSION: JSON.stringify(constants.formatVersion),
      EXPOST_LIMITS: JSON.stringify(constants.limits),
      // The glue would look for its files next to itself. The bytes are handed to it, and without
      // this the bundle also runs as a classic script, as on a page that was opened from a file.
      "import.meta.url": '""',
    },
    banner: { js: `/*! expost ${version} | Apache-2.0 | others' licences: THIRD_PARTY_LICENSES */` },
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const [{ text }] = result.outputFiles;
  // A strict Content-Security-Policy refuses both.
  const dynamic = /\beval\s*\(|\bnew\s+Function\b|[^.\w]Function\s*\(/.exec(text);
  if (dynamic) throw new Error(`${file} would need 'unsafe-eval': it has ${dynamic[0]}`);
  put(join(packageDir, file), text);
  return result.metafile;
}

/**
 * cli/expost.js: the command line in one file, on the package's own index.js.
 *
 * @param {typeof import("esbuild")} esbuild
 */
async function bundleCommandLine(esbuild) {
  const result = await esbuild.build({
    ...commandLineBundle,
    entryPoints: ["cli/expost.js"],
    charset: "utf8",
    legalComments: "none",
    plugins: [
      {
        name: "package",
        setup(build) {
          build.onResolve({ filter: /^expost$/ }, () => ({ path: "../index.js", external: true }));
        },
      },
    ],
    metafile: true,
    write: false,
    logLevel: "warning",
  });
  const path = join(packageDir, "cli/expost.js");
  put(path, result.outputFiles[0].contents);
  chmodSync(path, 0o755);
  return result.metafile;
}

/** The package's modules and its command line; returns the packages that are in them. */
export async function bundleScripts() {
  const esbuild = await import("esbuild");
  const constants = await formatConstants();
  const entries = await Promise.all(ENTRIES.map((entry) => bundleEntry(esbuild, entry, constants)));
  return packagesIn([...entries, await bundleCommandLine(esbuild)]);
}

/** The pages: sheet.html, one file, and the site round it, with the sample and the guides. */
async function buildPages() {
  const outDir = inBuild("web");
  const stamp = inBuild("web.stamp");
  const source = sourceOf(inRoot());
  const siteUrl = process.env.EXPOST_SITE_URL;
  const made = () => {
    const sources = [...pageFolders, "package-lock.json"].map((name) => inRoot(name));
    const files = [inBuild("wasm/wasm"), join(packageDir, "index.js"), join(sampleDir, "report.json"), guidesDir, outDir];
    return `${JSON.stringify({ source, siteUrl })}\n${fingerprint(...sources, ...files)}\n`;
  };
  if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== made()) {
    const { buildWeb } = await import("../web/build.mjs");
    rmSync(outDir, { recursive: true, force: true });
    mkdirSync(outDir, { recursive: true });
    await buildWeb({ packageDir, outDir, source, siteUrl });
    writeFileSync(stamp, made());
  }
  // A build of before may have left sheets next to the site, which has them.
  const stale = readdirSync(packageDir).filter((name) => name.endsWith(".html"));
  for (const name of ["site", "element", ...stale]) rmSync(join(packageDir, name), { recursive: true, force: true });
  // The site holds the sheets and the element's files, because it is put on hosts as it is.
  cpSync(join(outDir, "site"), join(packageDir, "site"), { recursive: true, preserveTimestamps: true });
  for (const name of ["expost-check-element.d.ts", "expost-check-define.d.ts", "jsx.d.ts", "jsx.js"])
    putCopy(inRoot("web/element", name), join(packageDir, "element", name));
}

function writeManifest() {
  const manifest = JSON.parse(readFileSync(inRoot("wasm/package.json"), "utf8"));
  put(join(packageDir, "package.json"), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
}

/** Builds everything that changed. */
/** @param {Omit<Parameters<typeof buildPreset>[1], "targets">} options */
export async function build(options = {}) {
  await buildPreset("wasm", {
    ...options,
    targets: ["expost_wasm", "expost_check_wasm", "expost_posterior_wasm"],
  });
  mkdirSync(packageDir, { recursive: true });
  putCopy(inBuild("wasm/wasm/expost.wasm"), join(packageDir, "expost.wasm"));
  for (const name of ["index.d.ts", "documents.d.ts", "check.d.ts", "posterior.d.ts"])
    putCopy(inRoot("wasm", name), join(packageDir, name));
  putCopy(inRoot("wasm/README.md"), join(packageDir, "README.md"));
  for (const name of ["LICENSE", "CHANGELOG.md"]) {
    if (existsSync(inRoot(name))) putCopy(inRoot(name), join(packageDir, name));
  }
  const bundled = await bundleScripts();
  await makeSample();
  await buildDocs();
  await buildPages();
  // The tools that the pages are made with.
  bundled.push("lit-html", "yaml");
  put(join(packageDir, "THIRD_PARTY_LICENSES"), thirdPartyLicences(bundled));
  writeManifest();
}

if (isMain(import.meta)) {
  await main(async () => {
    await setUp();
    await build();
    console.log("build/package");
  });
}

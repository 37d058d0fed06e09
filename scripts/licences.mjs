// THIRD_PARTY_LICENSES: the licences of everything that is bundled.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./paths.mjs";

/**
 * The npm packages among the inputs of esbuild's bundles.
 *
 * @param {import("esbuild").Metafile[]} metafiles
 */
export function packagesIn(metafiles) {
  const found = new Set();
  for (const path of metafiles.flatMap((metafile) => Object.keys(metafile.inputs))) {
    const match = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    if (match) found.add(match[1]);
  }
  return [...found];
}

/**
 * Returns what a package says about its licence: its file, or, where it ships none, its manifest.
 *
 * @param {string} folder
 * @param {{name: string, license?: string, author: string | {name: string}}} manifest
 */
function licenceText(folder, { name, license, author }) {
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file !== undefined) return readFileSync(join(folder, file), "utf8").trim();
  if (license !== "MIT") throw new Error(`${name} is bundled, but has no licence file to pass on`);
  return `Copyright (c) ${typeof author === "string" ? author : author.name}. MIT License, text above.`;
}

/** @param {string[]} packages */
export function thirdPartyLicences(packages) {
  const sections = [readFileSync(inRoot("wasm/third-party-native.txt"), "utf8").trim()];
  for (const name of [...new Set(packages)].sort()) {
    const folder = inRoot("node_modules", name);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    // Some name their licence in its file only.
    const title = `${name} ${manifest.version}${manifest.license ? ` (${manifest.license})` : ""}`;
    sections.push(`${title}\n${"=".repeat(title.length)}\n\n${licenceText(folder, manifest)}`);
  }
  return `${sections.join("\n\n\n")}\n`;
}

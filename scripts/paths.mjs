// Where things are.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const inRoot = (/** @type {string[]} */ ...parts) => join(root, ...parts);
export const inBuild = (/** @type {string[]} */ ...parts) => join(root, "build", ...parts);

/** The npm package as it is published. */
export const packageDir = inBuild("package");

/**
 * Folders that pages are made of; the command line is made of these and cli. The package.json of
 * wasm is part of it: it says what a bundle may leave out.
 */
export const pageFolders = ["intake", "words", "wording", "wasm", "statement", "web"];

/**
 * Whether a script was started itself, rather than imported.
 *
 * @param {ImportMeta} meta
 */
export const isMain = (meta) => process.argv[1] === fileURLToPath(meta.url);

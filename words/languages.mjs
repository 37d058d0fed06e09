// The languages: each is a folder next to this file. A bundle gets the list from its build
// (EXPOST_LANGUAGES).
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @typedef {import("./types.js").Words} Words */

/** The folder of a language. */
export const folderOf = (/** @type {string} */ tag) => fileURLToPath(new URL(tag, import.meta.url));

const tags = readdirSync(folderOf("."), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** @type {[string, Words][]} */
const found = await Promise.all(tags.map(async (tag) => [tag, (await import(`./${tag}/index.js`)).words]));

/** @param {[string, Words]} language */
const place = ([tag, { site }]) => (tag === "en" ? "" : site.language.name);

/** The words of all languages by their tags: English first, the others by their names. */
export const languages = Object.fromEntries(found.sort((one, other) => (place(one) < place(other) ? -1 : 1)));

export const LANGUAGES = Object.keys(languages);

// The languages of the site, the first one at its root and each of the others in a folder of its
// own. A language whose words lack those of a page has no such page: links to it lead to the first
// language's, and the words of the link say so.
import { LANGUAGES } from "../../../wording/languages.js";

/** @typedef {import("../types.js").Words} Words */

/** @type {{words: Words, file: string, folder: string}[]} */
export const languages = await Promise.all(
  LANGUAGES.map(async (tag) => {
    const file = `${tag}.js`;
    /** @type {Words} */
    const words = await import(`./${file}`);
    return { words, file, folder: tag === LANGUAGES[0] ? "" : `${tag}/` };
  }),
);

// The languages of the site, the first one at its root and each of the others in a folder of its
// own.
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

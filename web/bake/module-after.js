// The module's bytes in a script of their own after the page's, for wasm/js/glue.js: the page's
// words are drawn while the module is on its way.
import { bytesOf } from "./letters.js";

/** @type {Promise<string>} */
const letters = new Promise((resolve) => Object.assign(globalThis, { expostModule: resolve }));

export const moduleBytes = async () => bytesOf(await letters);

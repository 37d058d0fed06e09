// Starts the module that an entry of the package is built with.
import createModule from "expost-glue";
import { internalError } from "./errors.js";
import { moduleBytes } from "./module-bytes.js";

/**
 * Returns the words of whatever was thrown.
 *
 * @param {unknown} error
 */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

export async function startedGlue() {
  try {
    // locateFile only keeps the glue from working out an address: it has the bytes, and fetches
    // nothing.
    return await createModule({ wasmBinary: await moduleBytes(), locateFile: (name) => name });
  } catch (error) {
    throw internalError("no-webassembly", `WebAssembly could not be started here: ${wordsOf(error)}.`, {
      cause: error,
    });
  }
}

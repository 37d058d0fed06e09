// Starts the module that an entry of the package is built with.
import createModule from "expost-glue";
import wasmBinary from "expost-wasm";
import { internalError } from "./errors.js";

/**
 * Returns the words of whatever was thrown.
 *
 * @param {unknown} error
 */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

export async function startedGlue() {
  try {
    // The bytes are text until now, so that a page draws its words before they are unpacked, and a
    // bundler may drop them. locateFile only keeps the glue from working out an address: it has
    // the bytes, and fetches nothing.
    return await createModule({ wasmBinary: wasmBinary(), locateFile: (name) => name });
  } catch (error) {
    throw internalError("no-webassembly", `WebAssembly could not be started here: ${wordsOf(error)}.`, {
      cause: error,
    });
  }
}

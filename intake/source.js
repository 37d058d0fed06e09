// The curator's data as text in pieces: a chosen file, or what was pasted.
import { tableText } from "./table-text.js";

export const NOT_READABLE = "can't be read: it was changed, moved or deleted since it was chosen; choose it again";

/**
 * The bytes of a File in chunks. `onBytes(read so far)` is called after each.
 *
 * @param {File} file
 * @param {(message: string) => Error} refusal
 * @param {(read: number) => void} [onBytes]
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
async function* bytesOf(file, refusal, onBytes) {
  const reader = file.stream().getReader();
  const next = async () => {
    try {
      return await reader.read();
    } catch {
      throw refusal(NOT_READABLE);
    }
  };
  let read = 0;
  try {
    for (let chunk = await next(); !chunk.done; chunk = await next()) {
      read += chunk.value.length;
      yield chunk.value;
      onBytes?.(read);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * Pieces of the text of a File or a string, as `tableText` gives them. `onBytes(read so
 * far)` is called after each; `refusal(message)` makes the error for a file that can't be read.
 *
 * @param {File | string} source
 * @param {(message: string) => Error} refusal
 * @param {(read: number) => void} [onBytes]
 * @returns {AsyncGenerator<string | Uint8Array, void>}
 */
export async function* textPieces(source, refusal, onBytes) {
  if (typeof source === "string") {
    yield source;
    onBytes?.(source.length);
    return;
  }
  yield* tableText(bytesOf(source, refusal, onBytes), refusal);
}

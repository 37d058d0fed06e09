// The curator's data as text in pieces: a chosen file, or what was pasted.

/** Text is UTF-8 and nothing else: a byte that isn't would silently become another character. */
const NOT_UTF8 = "is not UTF-8 text; save it as UTF-8";
export const NOT_READABLE = "can't be read: it was changed, moved or deleted since it was chosen; choose it again";

/**
 * Pieces of the text of a File or a string, none of which breaks a character. `onBytes(read so
 * far)` is called after each; `refusal(message)` makes the error for a file that can't be read.
 *
 * @param {File | string} source
 * @param {(message: string) => Error} refusal
 * @param {(read: number) => void} [onBytes]
 * @returns {AsyncGenerator<string, void>}
 */
export async function* textPieces(source, refusal, onBytes) {
  if (typeof source === "string") {
    yield source;
    onBytes?.(source.length);
    return;
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = source.stream().getReader();
  /**
   * @param {Uint8Array<ArrayBuffer>} [chunk]
   * @param {{stream?: boolean}} [options]
   */
  const decoded = (chunk, options) => {
    try {
      return decoder.decode(chunk, options);
    } catch {
      throw refusal(NOT_UTF8);
    }
  };
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
      const piece = decoded(chunk.value, { stream: true });
      read += chunk.value.length;
      if (piece !== "") yield piece;
      onBytes?.(read);
    }
    const last = decoded();
    if (last !== "") yield last;
  } finally {
    reader.cancel().catch(() => {});
  }
}

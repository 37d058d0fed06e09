// The bytes of a file that was chosen on a page.

export const NOT_READABLE = "can't be read: it was changed, moved or deleted since it was chosen; choose it again";

/**
 * The bytes of a File in chunks. `onBytes(read so far)` is called after each.
 *
 * @param {File} file
 * @param {(message: string) => Error} refusal
 * @param {(read: number) => void} [onBytes]
 * @returns {AsyncGenerator<Uint8Array, void>}
 */
export async function* bytesOf(file, refusal, onBytes) {
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

// Files and standard input as text. Text is UTF-8 and nothing else: a byte that isn't would
// silently become another character.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { codeOf, fileError, inputError, usageError } from "../errors.js";

export const STANDARD_INPUT = "-";

/**
 * A file's name in messages.
 *
 * @param {string} path
 */
export const nameOf = (path) => (path === STANDARD_INPUT ? "standard input" : path);

/**
 * Standard input can be read once.
 *
 * @param {(string | undefined)[]} paths
 */
export function onlyOnce(...paths) {
  if (paths.filter((path) => path === STANDARD_INPUT).length > 1) {
    throw usageError("standard input (-) can stand for one file only");
  }
}

/**
 * Bytes of a file in chunks.
 *
 * @param {string} path
 * @returns {AsyncGenerator<Uint8Array>}
 */
async function* bytesOf(path) {
  try {
    yield* path === STANDARD_INPUT ? process.stdin : createReadStream(path);
  } catch (error) {
    throw codeOf(error) === undefined ? error : fileError(nameOf(path), "can't be read", error);
  }
}

/**
 * The text of chunks of bytes in pieces, none of which breaks a character. `name`: the file's, in
 * messages.
 *
 * @param {string} name
 * @param {AsyncIterable<Uint8Array>} chunks
 * @param {{keepMark?: boolean}} [options]
 */
async function* textOf(name, chunks, { keepMark = false } = {}) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: keepMark });
  const decoded = (/** @type {Uint8Array | undefined} */ chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw inputError(`${name}: is not UTF-8 text; save it as UTF-8`);
    }
  };
  for await (const chunk of chunks) {
    const piece = decoded(chunk);
    if (piece !== "") yield piece;
  }
  const last = decoded(undefined);
  if (last !== "") yield last;
}

/**
 * The whole text of a file. `keepMark`: with its byte order mark, where a fingerprint of the text
 * must be the file's.
 *
 * @param {string} path
 * @param {{keepMark?: boolean}} [options]
 */
export async function readText(path, options) {
  const pieces = [];
  for await (const piece of textOf(nameOf(path), bytesOf(path), options)) pieces.push(piece);
  return pieces.join("");
}

/**
 * All bytes of a file of at most `most` bytes.
 *
 * @param {string} path
 * @param {number} most
 */
export async function readBytes(path, most) {
  const chunks = [];
  let size = 0;
  for await (const chunk of bytesOf(path)) {
    size += chunk.length;
    if (size > most) throw inputError(`${nameOf(path)}: has more than ${most} bytes, the most that is read`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks, size));
}

/**
 * Bytes in a file, or null where only reading tells.
 *
 * @param {string} path
 * @returns {Promise<number | null>}
 */
export async function sizeOf(path) {
  if (path === STANDARD_INPUT) return null;
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch (error) {
    throw fileError(path, "can't be read", error);
  }
}

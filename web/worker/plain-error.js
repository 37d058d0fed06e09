// A refusal on its way between threads: errors lose their class there.

/**
 * An error as plain data.
 *
 * @typedef {object} PlainError
 * @property {string} type as in ExpostError, or "table" for what is no table
 * @property {string} code
 * @property {string} pointer JSON pointer into what is at fault, "" where there is none
 * @property {string} message
 * @property {number | null} line of the file at fault, where it has lines
 * @property {string | null} file the field that the file at fault was given in, where that is known
 * @property {string} place goes between the file's name and the message
 */

/**
 * A plain object with what is known of an error; one that is plain already comes out the same.
 *
 * @param {unknown} error
 * @returns {PlainError}
 */
export function plainError(error) {
  const {
    type = "internal",
    code = "unexpected",
    pointer = "",
    message = code,
    line = null,
    file = null,
    place = "",
  } = /** @type {Partial<PlainError>} */ (error);
  return { type, code, pointer, message, line, file, place };
}

/**
 * Whether a task ended because its signal was aborted.
 *
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

// Errors by where they have to be fixed, with the exit code of each.
import { ExpostError } from "expost";
import { oneLine } from "./output/one-line.js";

const INPUT_AT_FAULT = 1;
export const WRONG_USAGE = 2;
export const INTERNAL_ERROR = 3;

/** An error that is told in one line, or in one for each of several, without a stack. */
class CommandError extends Error {
  /**
   * @param {number} exitCode
   * @param {string | string[]} lines
   * @param {ErrorOptions} [options]
   */
  constructor(exitCode, lines, options) {
    super([lines].flat().join("; "), options);
    this.exitCode = exitCode;
    this.lines = [lines].flat();
  }
}

/**
 * A file, or what is in it: "data.csv: line 7 has 3 fields, but the header has 4".
 *
 * @param {string | string[]} lines several where there are several faults
 * @param {ErrorOptions} [options]
 */
export const inputError = (lines, options) => new CommandError(INPUT_AT_FAULT, lines, options);
/**
 * The command line itself.
 *
 * @param {string} message
 * @param {ErrorOptions} [options]
 */
export const usageError = (message, options) => new CommandError(WRONG_USAGE, message, options);
/**
 * This copy of the program.
 *
 * @param {string} message
 * @param {ErrorOptions} [options]
 */
export const internalError = (message, options) => new CommandError(INTERNAL_ERROR, message, options);

/** @typedef {Partial<NodeJS.ErrnoException>} SystemError an error of the system or of Node */

/**
 * The code of an error of the operating system or of Node; undefined where it is another's.
 *
 * @param {unknown} error
 */
export const codeOf = (error) => /** @type {SystemError | null | undefined} */ (error)?.code;

/**
 * Errors of the operating system in words; others keep Node's.
 *
 * @type {Record<string, string>}
 */
const SYSTEM_WORDS = {
  ENOENT: "there is no such file",
  ENOTDIR: "a part of its path is not a folder",
  EISDIR: "it is a folder, not a file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EMFILE: "too many files are open",
  EPIPE: "the other end is closed",
  ECONNRESET: "the other end is closed",
};

/**
 * A system error as one of ours: `doing` is "can't be read" or "can't be written".
 *
 * @param {string} file
 * @param {string} doing
 * @param {unknown} error
 * @param {string} [end] of the sentence
 */
export function fileError(file, doing, error, end = "") {
  const reason = SYSTEM_WORDS[codeOf(error) ?? ""] ?? /** @type {Error} */ (error).message;
  return inputError(`${file}: ${doing}: ${reason}${end}`, { cause: error });
}

/**
 * Runs `work` and names the file in what the library refuses.
 *
 * @template Result
 * @param {Partial<Record<ExpostError["type"], string | ((error: ExpostError) => string)>>} files by
 *   ExpostError.type: the file's name, or a function that says the place more exactly
 * @param {() => Result | Promise<Result>} work
 */
export async function naming(files, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ExpostError)) throw error;
    const file = files[error.type];
    if (file === undefined) throw error;
    // A table's place is a function. Rows that were read with the option have another message.
    const isPointed =
      typeof file === "function" && error.code === "ambiguous-number" && error.message.includes("decimal point");
    // One comma and no point: what the option reads.
    const hasComma = / is "[^".,]*,[^".,]*", which is ambiguous/.test(error.message);
    const advice = isPointed && hasComma ? "; --decimal-comma reads a comma as the decimal mark" : "";
    throw inputError(`${typeof file === "function" ? file(error) : file}: ${error.message}${advice}`, { cause: error });
  }
}

/**
 * Exit code and the lines, nearly always one, for any error that reached the top.
 *
 * @param {unknown} error
 */
export function exitOf(error) {
  const { exitCode, lines } = inWords(error);
  return { exitCode, lines: lines.map(oneLine) };
}

/**
 * @param {unknown} error
 * @returns {{exitCode: number, lines: string[]}}
 */
function inWords(error) {
  if (error instanceof CommandError) return error;
  if (error instanceof ExpostError) {
    // Types that `naming` placed never come here.
    if (error.type === "argument") return { exitCode: WRONG_USAGE, lines: [error.message] };
    if (error.type !== "internal" && error.type !== "numerics") return { exitCode: INPUT_AT_FAULT, lines: [error.message] };
  }
  return {
    exitCode: INTERNAL_ERROR,
    lines: [`internal error: ${/** @type {Error | null | undefined} */ (error)?.message ?? error}`],
  };
}

// A record from a file: JSON, or the numbers of an image or of an array, whose outcome is given
// beside it.
import { FileRefusal } from "../../intake/file-refusal.js";
import { numbersInFile } from "../../intake/record-file.js";
import { check as words } from "../../words/en/check.js";
import { inputError } from "../errors.js";
import { nameOf, readBytes } from "./bytes.js";
import { readJson } from "./json.js";

/** @import { CodedRecord, RawRecord, ReportSummary } from "expost" */

/** No file with numbers of a record has more bytes. */
const MOST = 1 << 24;

/** True of a file that has no outcome: a bound needs it beside the file. */
export const hasNumbers = (/** @type {string} */ path) => /\.(png|pgm|ppm|npy)$/i.test(path);

/**
 * The sentence of a refusal; no full stop.
 *
 * @param {FileRefusal} refusal
 */
function sentence({ code, values }) {
  const said = words.file[code];
  return typeof said === "string" ? said : /** @type {(...parts: string[]) => string} */ (said)(...values.map(String));
}

/**
 * @param {string} path
 * @param {number | undefined} y the outcome of an image or array, as its code or as its level; none
 *   for a promise
 * @param {ReportSummary} summary
 * @returns {Promise<RawRecord | CodedRecord>}
 */
export async function readRecord(path, y, summary) {
  if (!hasNumbers(path)) return readJson(path);
  const { features, label, input } = summary;
  if (features && !input?.image)
    throw inputError(`${nameOf(path)}: this report takes records by the names of its fields; give them as JSON`);
  try {
    const x = /** @type {number[]} */ ((await numbersInFile(await readBytes(path, MOST), summary)) ?? refuse());
    const outcome = /** @type {number} */ (y);
    if (!features || !label) return { x, y: outcome };
    return Object.fromEntries([
      ...features.map(({ name }, at) => [name, x[at]]),
      ...(y === undefined ? [] : [[label.name, y]]),
    ]);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    throw inputError(`${nameOf(path)}: ${sentence(error)}`, { cause: error });
  }
}

/** @returns {never} */
function refuse() {
  throw new FileRefusal("notAnImage");
}

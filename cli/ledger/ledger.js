// A curator's ledger as a file: what was published about some data, one entry a publication. What
// may stand in it, and how it adds up, is the library's (core/operations/src/curator/ledger.hpp).
import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { checkLedger, enterLedger } from "expost";
import { jsonError } from "../../intake/json-error.js";
import { codeOf, fileError, inputError, naming } from "../errors.js";

/**
 * @typedef {import("expost").LedgerLimit} Limit
 * @typedef {import("expost").LedgerEntry} Entry
 */
/**
 * A ledger of any version.
 *
 * @typedef {object} Ledger
 * @property {string} format
 * @property {number} version
 * @property {string} [key] 32 random bytes in hexadecimal, for the fingerprints; none before the
 *   first one
 * @property {Limit} [limit]
 * @property {Entry[]} entries
 */

/**
 * The JSON document in a file; an empty ledger where there is no file yet, and may be none.
 *
 * @param {string} path
 * @param {{mustExist?: boolean}} options
 * @returns {Promise<Ledger>}
 */
async function documentIn(path, { mustExist = false }) {
  let text;
  try {
    // A device may never end.
    if (!(await stat(path)).isFile()) throw inputError(`${path}: is not a ledger: it is no regular file`);
    text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" && !mustExist) return { format: "expost-ledger", version: 4, entries: [] };
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") throw inputError(`${path}: is not UTF-8 text`, { cause: error });
    throw code === undefined ? error : fileError(path, "can't be read", error);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw inputError(`${path}: ${jsonError(text, /** @type {SyntaxError} */ (error))}`, { cause: error });
  }
}

/**
 * Asks the library about the ledger in a file, and names the file in what it refuses.
 *
 * @template Answer
 * @param {string} path
 * @param {() => Promise<Answer>} ask
 */
const aboutLedger = (path, ask) => naming({ ledger: path, argument: path }, ask);

/**
 * The ledger in a file, and what the library says of it.
 *
 * @param {string} path
 * @param {import("expost").LedgerQuestions} [questions]
 * @param {{mustExist?: boolean}} [options]
 */
export async function readLedger(path, questions = {}, options = {}) {
  const ledger = await documentIn(path, options);
  return { ledger, answer: await aboutLedger(path, () => checkLedger(ledger, questions)) };
}

/**
 * The ledger in a file with one more entry, in its present version and with a key; and the totals
 * before and after.
 *
 * @param {string} path
 * @param {Entry} entry
 * @param {{limit?: Limit, fingerprint: (key: string) => string}} options fingerprint: of the table
 */
export async function withEntry(path, entry, { limit, fingerprint }) {
  const { ledger } = await readLedger(path);
  const { key = randomBytes(32).toString("hex") } = ledger;
  const addition = { key, entry, data: fingerprint(key), limit };
  const { head, ...answer } = await aboutLedger(path, () => enterLedger(ledger, addition));
  const { entries, ...others } = { ...ledger, ...head };
  return { ...answer, hadKey: ledger.key !== undefined, ledger: { ...head, ...others, entries: [...entries, answer.entry] } };
}

// A curator's ledger: what was published about some data, one entry a publication. A JSON file,
// "expost-ledger" version 3. Version 2 has nothing that composes more tightly than ε and δ, version
// 1 besides no key, no limit and no fingerprints of data.
import { randomBytes } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { jsonError } from "../../intake/json-error.js";
import { isObject } from "../../intake/study-document.js";
import { codeOf, fileError, inputError } from "../errors.js";

const FORMAT = "expost-ledger";
const VERSION = 3;
/** Promises of one curve. */
const MOST_PROMISES = 100;

/**
 * @typedef {object} Entry one publication
 * @property {string} published
 * @property {string} title
 * @property {string} report
 * @property {string} study
 * @property {number | "Infinity"} epsilon
 * @property {number} delta
 * @property {string | null} accountant
 * @property {boolean} seeded
 * @property {string} [data] keyed fingerprint of the table; none in version 1
 * @property {{shift: number, slack: number}} [gaussian] the Gaussian pair that dominates it, where
 *   one is proved; this and the next since version 3
 * @property {import("expost").EpsilonDelta[]} [curve] promises that hold at once
 * @property {number} [rows] ε and δ are promised to a person with up to so many rows; none: to one
 *   row
 */

/**
 * A limit on all publications together; no delta: any δ.
 *
 * @typedef {{epsilon: number, delta?: number}} Limit
 */

/**
 * @typedef {object} Ledger
 * @property {string} format
 * @property {number} version
 * @property {string} [key] 32 random bytes in hexadecimal, for the fingerprints; none before the
 *   first one
 * @property {Limit} [limit]
 * @property {Entry[]} entries
 */
/** @typedef {(value: unknown) => boolean} Holds */

/** @type {Holds} */
const isText = (value) => typeof value === "string" && value.trim() !== "";
/** @type {Holds} */
const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
/** @type {(value: unknown) => value is number} */
const isFiniteNumber = (value) => Number.isFinite(value);
/**
 * A report without a guarantee has ε = ∞, written "Infinity", and δ = 1.
 *
 * @type {Holds}
 */
const isEpsilon = (value) => value === "Infinity" || (isFiniteNumber(value) && value > 0);

/**
 * Keys of an entry, with what each must be.
 *
 * @type {Record<string, [holds: Holds, expected: string]>}
 */
const ENTRY = {
  published: [(value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value), "a date like 2026-03-01"],
  title: [isText, "the report's title"],
  report: [isHash, "the SHA-256 of the report, 64 hexadecimal digits"],
  study: [isHash, "the SHA-256 of the study, 64 hexadecimal digits"],
  epsilon: [isEpsilon, 'a number above 0, or "Infinity"'],
  // 0: pure differential privacy
  delta: [(value) => isFiniteNumber(value) && value >= 0 && value <= 1, "a number from 0 to 1"],
  accountant: [(value) => value === null || isText(value), "the accountant's name, or null"],
  seeded: [(value) => typeof value === "boolean", "true or false"],
};
/** @type {[holds: Holds, expected: string]} */
const DATA = [(value) => value === undefined || isHash(value), "the data's fingerprint, 64 hexadecimal digits"];

/** @type {Holds} */
const isFromZero = (value) => isFiniteNumber(value) && value >= 0;
/** @type {Holds} */
const isPair = (value) =>
  isObject(value) && Object.keys(value).length === 2 && isFromZero(value.shift) && isFromZero(value.slack);
/** @type {Holds} */
const isPromise = (value) =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  isFromZero(value.epsilon) &&
  isFiniteNumber(value.delta) &&
  value.delta >= 0 &&
  value.delta <= 1;
/** @type {Holds} */
const isCurve = (value) => Array.isArray(value) && value.length > 0 && value.length <= MOST_PROMISES && value.every(isPromise);
/** @type {Record<string, [holds: Holds, expected: string]>} */
const TIGHT = {
  gaussian: [(value) => value === undefined || isPair(value), "shift and slack, numbers of 0 or more"],
  curve: [(value) => value === undefined || isCurve(value), "a list of 1 to 100 promises, each epsilon and delta"],
  rows: [
    (value) => value === undefined || (Number.isInteger(value) && Number(value) >= 1),
    "the rows of a person, a whole number of 1 or more",
  ],
};

/**
 * @param {string} path
 * @param {Record<string, unknown>} object
 * @param {string[]} known
 * @param {string} pointer
 */
function checkKeys(path, object, known, pointer) {
  const unknown = Object.keys(object).find((name) => !known.includes(name) && !name.startsWith("x-"));
  if (unknown === undefined) return;
  const segment = unknown.replaceAll("~", "~0").replaceAll("/", "~1");
  throw inputError(`${path}: ${pointer}/${segment} is not a key of a ledger of this version`);
}

/**
 * @param {string} path
 * @param {unknown} entry
 * @param {number} index
 * @param {number} version
 */
function checkEntry(path, entry, index, version) {
  const pointer = `/entries/${index}`;
  if (!isObject(entry)) throw inputError(`${path}: ${pointer} must be an object about one publication`);
  const keys = { ...ENTRY, ...(version > 1 ? { data: DATA } : {}), ...(version > 2 ? TIGHT : {}) };
  checkKeys(path, entry, Object.keys(keys), pointer);
  for (const [name, [holds, expected]] of Object.entries(keys)) {
    if (!holds(entry[name])) throw inputError(`${path}: ${pointer}/${name} must be ${expected}`);
  }
  if (entry.epsilon === "Infinity" && entry.delta !== 1)
    throw inputError(`${path}: ${pointer}/delta must be 1 where epsilon is "Infinity"`);
  if (entry.gaussian !== undefined && entry.curve !== undefined)
    throw inputError(`${path}: ${pointer}/curve must be left out beside gaussian`);
}

/**
 * @param {string} path
 * @param {unknown} limit
 */
function checkLimit(path, limit) {
  if (limit === undefined) return;
  if (!isObject(limit)) throw inputError(`${path}: /limit must be an object with epsilon, and delta where δ is limited`);
  checkKeys(path, limit, ["epsilon", "delta"], "/limit");
  if (!(isFiniteNumber(limit.epsilon) && limit.epsilon > 0))
    throw inputError(`${path}: /limit/epsilon must be a number above 0`);
  if (limit.delta !== undefined && !(isFiniteNumber(limit.delta) && limit.delta >= 0 && limit.delta < 1))
    throw inputError(`${path}: /limit/delta must be a number from 0 to 1, 1 excluded`);
}

/**
 * @param {string} path
 * @param {unknown} document
 * @returns {asserts document is Ledger}
 */
function checkLedger(path, document) {
  if (!isObject(document) || document.format !== FORMAT)
    throw inputError(`${path}: is not a ledger: a JSON object whose format is "${FORMAT}" was expected`);
  if (isFiniteNumber(document.version) && Number.isInteger(document.version) && document.version > VERSION)
    throw inputError(
      `${path}: is a ledger of version ${document.version}, newer than this version of Expost can add to (${VERSION})`,
    );
  const { version } = document;
  if (version !== 1 && version !== 2 && version !== VERSION) throw inputError(`${path}: /version must be 1, 2 or ${VERSION}`);
  const isFirst = version === 1;
  checkKeys(path, document, ["format", "version", ...(isFirst ? [] : ["key", "limit"]), "entries"], "");
  if (!isFirst) {
    if (document.key !== undefined && !isHash(document.key))
      throw inputError(`${path}: /key must be 32 random bytes, 64 hexadecimal digits`);
    checkLimit(path, document.limit);
  }
  if (!Array.isArray(document.entries)) throw inputError(`${path}: /entries must be a list of publications`);
  document.entries.forEach((entry, index) => {
    checkEntry(path, entry, index, version);
    if (!isFirst && entry.data !== undefined && document.key === undefined)
      throw inputError(`${path}: /key is missing: the fingerprints of data were made with it`);
  });
}

/**
 * The ledger in a file; an empty one where there is no file yet.
 *
 * @param {string} path
 * @returns {Promise<Ledger>}
 */
export async function readLedger(path) {
  let text;
  try {
    // A device may never end.
    if (!(await stat(path)).isFile()) throw inputError(`${path}: is not a ledger: it is no regular file`);
    text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return { format: FORMAT, version: VERSION, entries: [] };
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") throw inputError(`${path}: is not UTF-8 text`, { cause: error });
    throw code === undefined ? error : fileError(path, "can't be read", error);
  }
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw inputError(`${path}: ${jsonError(text, /** @type {SyntaxError} */ (error))}`, { cause: error });
  }
  checkLedger(path, document);
  return document;
}

/**
 * The publications in a ledger, with an infinite ε as a number.
 *
 * @param {Ledger} ledger
 */
export const entriesOf = ({ entries }) =>
  entries.map((entry) => ({ ...entry, epsilon: entry.epsilon === "Infinity" ? Infinity : entry.epsilon }));

/**
 * The ledger in its present version, with a key.
 *
 * @param {Ledger} ledger
 * @returns {Ledger & {key: string}}
 */
export function withKey({ format, version: _, key = randomBytes(32).toString("hex"), limit, entries, ...others }) {
  return { format, version: VERSION, key, ...(limit === undefined ? {} : { limit }), ...others, entries };
}

/**
 * The ledger with one more entry.
 *
 * @template {Ledger} Kept
 * @param {Kept} ledger
 * @param {Entry} entry
 * @returns {Kept}
 */
export const withEntry = (ledger, entry) => ({ ...ledger, entries: [...ledger.entries, entry] });

/**
 * The entry for a report that is about to be written.
 *
 * @param {import("../../types/documents.js").ReportDocument} report
 * @param {{report: string, study: string, data: string}} hashes SHA-256 in hexadecimal, of the
 *   data with the ledger's key
 * @param {import("expost").CompositionPart | null} part the report's
 * @returns {Entry}
 */
export function entryFor(report, hashes, part) {
  const { guarantee, person } = report;
  const { gaussian, curve } = part ?? {};
  // Nobody's loss is a row's where the promise is to a person.
  const promise = person ?? guarantee;
  return {
    published: report.published,
    title: report.title,
    report: hashes.report,
    study: hashes.study,
    epsilon: promise?.epsilon ?? "Infinity",
    delta: promise?.delta ?? 1,
    accountant: guarantee?.accountant ?? null,
    seeded: Boolean(report["x-insecure-seed"]),
    data: hashes.data,
    ...(gaussian === undefined ? {} : { gaussian }),
    ...(curve === undefined ? {} : { curve }),
    ...(person === undefined ? {} : { rows: person.rows }),
  };
}

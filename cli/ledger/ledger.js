// A curator's ledger: what was published about some data, one entry a publication. A JSON file,
// "expost-ledger" version 1.
import { readFile, stat } from "node:fs/promises";
import { jsonFault } from "../../intake/json-fault.js";
import { fileFault, inputFault } from "../faults.js";

const FORMAT = "expost-ledger";
const VERSION = 1;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" && value.trim() !== "";
const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
/** A report without a guarantee has ε = ∞, written "Infinity", and δ = 1. */
const isEpsilon = (value) => value === "Infinity" || (Number.isFinite(value) && value > 0);

/** Keys of an entry, with what each must be. */
const ENTRY = {
  published: [(value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value), "a date like 2026-03-01"],
  title: [isText, "the report's title"],
  report: [isHash, "the SHA-256 of the report, 64 hexadecimal digits"],
  study: [isHash, "the SHA-256 of the study, 64 hexadecimal digits"],
  epsilon: [isEpsilon, 'a number above 0, or "Infinity"'],
  // 0: pure differential privacy
  delta: [(value) => Number.isFinite(value) && value >= 0 && value <= 1, "a number from 0 to 1"],
  accountant: [(value) => value === null || isText(value), "the accountant's name, or null"],
  seeded: [(value) => typeof value === "boolean", "true or false"],
};

function checkKeys(path, object, known, pointer) {
  const unknown = Object.keys(object).find((name) => !known.includes(name) && !name.startsWith("x-"));
  if (unknown === undefined) return;
  const segment = unknown.replaceAll("~", "~0").replaceAll("/", "~1");
  throw inputFault(`${path}: ${pointer}/${segment} is not a key of a ledger of version ${VERSION}`);
}

function checkEntry(path, entry, index) {
  const pointer = `/entries/${index}`;
  if (!isObject(entry)) throw inputFault(`${path}: ${pointer} must be an object about one publication`);
  checkKeys(path, entry, Object.keys(ENTRY), pointer);
  for (const [name, [holds, expected]] of Object.entries(ENTRY)) {
    if (!holds(entry[name])) throw inputFault(`${path}: ${pointer}/${name} must be ${expected}`);
  }
  if (entry.epsilon === "Infinity" && entry.delta !== 1)
    throw inputFault(`${path}: ${pointer}/delta must be 1 where epsilon is "Infinity"`);
}

function checkLedger(path, document) {
  if (!isObject(document) || document.format !== FORMAT)
    throw inputFault(`${path}: is not a ledger: a JSON object whose format is "${FORMAT}" was expected`);
  if (Number.isInteger(document.version) && document.version > VERSION)
    throw inputFault(
      `${path}: is a ledger of version ${document.version}, newer than this version of Expost can add to (${VERSION})`,
    );
  if (document.version !== VERSION) throw inputFault(`${path}: /version must be ${VERSION}`);
  checkKeys(path, document, ["format", "version", "entries"], "");
  if (!Array.isArray(document.entries)) throw inputFault(`${path}: /entries must be a list of publications`);
  document.entries.forEach((entry, index) => checkEntry(path, entry, index));
}

/** The ledger in a file; an empty one where there is no file yet. */
export async function readLedger(path) {
  let text;
  try {
    // A device may never end.
    if (!(await stat(path)).isFile()) throw inputFault(`${path}: is not a ledger: it is no regular file`);
    text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
  } catch (error) {
    if (error.code === "ENOENT") return { format: FORMAT, version: VERSION, entries: [] };
    if (error.code === "ERR_ENCODING_INVALID_ENCODED_DATA") throw inputFault(`${path}: is not UTF-8 text`, { cause: error });
    throw error.code === undefined ? error : fileFault(path, "can't be read", error);
  }
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw inputFault(`${path}: ${jsonFault(text, error)}`, { cause: error });
  }
  checkLedger(path, document);
  return document;
}

/** The publications in a ledger, with an infinite ε as a number. */
export const entriesOf = ({ entries }) =>
  entries.map((entry) => ({ ...entry, epsilon: entry.epsilon === "Infinity" ? Infinity : entry.epsilon }));

/** The ledger with one more entry. */
export const withEntry = (ledger, entry) => ({ ...ledger, entries: [...ledger.entries, entry] });

/**
 * The entry for a report that is about to be written.
 *
 * @param report the document; hashes: {report, study}, SHA-256 in hexadecimal
 */
export function entryFor(report, hashes) {
  const { guarantee } = report;
  return {
    published: report.published,
    title: report.title,
    report: hashes.report,
    study: hashes.study,
    epsilon: guarantee?.epsilon ?? "Infinity",
    delta: guarantee?.delta ?? 1,
    accountant: guarantee?.accountant ?? null,
    seeded: Boolean(report["x-insecure-seed"]),
  };
}

// Puts a record to the core, which judges every value; here its errors only find their way back to
// the fields.
import { neverFails } from "../../wording/headline.js";
import { uniformOf } from "../../wording/records.js";
import { plainly, readTyped } from "../../wording/typed-number.js";
import { isAbort } from "../worker/plain-error.js";
import { toKey, unsureKey, withoutUnit } from "./fields.js";
import { numbersOf } from "./image-field.js";

/** @import { Bound, CodedRecord, PartlyKnownRecord, PersonalPromise, Report } from "expost" */
/** @import { Field } from "./fields.js" */
/** @import { Answers, State } from "./state.js" */

/**
 * A field's value that can't be used. `found` is how many numbers were there, `refusal` that of a
 * file.
 *
 * @typedef {{field: Field, code: string, message?: string, found?: number, refusal?:
 *   import("../../intake/file-refusal.js").FileRefusal}} Problem
 */
/**
 * The outcome of a check: one of the three.
 *
 * @typedef {object} Attempt
 * @property {Bound} [bound] with the promise to her
 * @property {PersonalPromise} [promise]
 * @property {import("./publications-section.js").Together | null} [together] for all publications
 * @property {Problem[]} [problems]
 * @property {string} [message]
 */
/**
 * @template Made
 * @typedef {{record: Made, bound: Bound, problems?: undefined} |
 *   {record?: undefined, bound?: undefined, problems: Problem[]}} Read
 */

/** @type {Pick<import("./asking.js").Ask, "check" | "bound">} */
export const atOnce = {
  check: (report, record) => report.check(record),
  bound: (report, record, options) => report.bound(record, options),
};

/**
 * Returns the { bound } of the record that the form's answers make and the { promise } to it, the
 * { problems } of the form, or the { message } of sums that failed. `tries` takes note of the
 * record; from the second one on the bound is one for all records, or for many, and the state says
 * so. Rejects with the reason of whoever stops it.
 *
 * @param {Pick<State, "report" | "others" | "fields" | "answers" | "several">} state
 * @param {import("./several.js").Tries} tries
 * @param {string[]} decimals
 * @param {typeof import("./publications-section.js").togetherOf} limitOfAll
 * @param {import("./asking.js").Ask} ask
 * @returns {Promise<Attempt>}
 */
export async function attempt(state, tries, decimals, limitOfAll, ask) {
  const { report, fields, answers } = state;
  try {
    const { record, bound, problems } = await readRecord(/** @type {Report} */ (report), fields, answers, decimals, ask);
    if (problems) return { problems };
    const exploring = state.several === "exploring";
    if (!exploring && tries.add(bound) && !neverFails(bound)) state.several ??= "noticed";
    const asked = /** @type {Report} */ (report);
    const promise = asked.promise(record);
    const uniform = uniformOf(asked.summary);
    // Records that she settled on beforehand are no values to explore by.
    const options = !state.several || (exploring && uniform !== "all") ? null : { uniform };
    const raw = /** @type {PartlyKnownRecord} */ (record);
    const together = await limitOfAll([asked, ...state.others], raw, options ?? {}, ask.series);
    return { bound: options ? await ask.bound(asked, record, options) : bound, promise, together };
  } catch (/** @type {any} any error has one */ error) {
    if (isAbort(error)) throw error;
    return { message: error.message };
  }
}

/**
 * Returns { record, bound } or { problems }, each { field, code, message } in the form's order.
 * Throws an error that is not about a field, because nothing that is entered could fix it.
 * `decimals` are the signs that the page's language writes before decimals.
 *
 * @param {Report} report
 * @param {Field[]} fields
 * @param {Answers} answers
 * @param {string[]} decimals
 * @param {typeof atOnce} [ask]
 * @returns {Promise<Read<PartlyKnownRecord> | Read<CodedRecord>>}
 */
export async function readRecord(report, fields, answers, decimals, ask = atOnce) {
  return fields.some((field) => field.coded && !hasColumns(field))
    ? readCoded(report, fields, answers, decimals, ask)
    : readRaw(report, fields, answers, decimals, ask);
}

/**
 * True of an image whose numbers are raw values, and not x.
 *
 * @param {Field} field
 */
const hasColumns = (field) => field.kind === "image" && field.columns !== null;

/**
 * A value that isn't known: of a number between two, where either is.
 *
 * @param {Field} field
 * @param {string} from
 * @param {string} to
 * @returns {import("expost").UnknownValue}
 */
function unsure(field, from, to) {
  if (field.kind !== "number" || (from === "" && to === "")) return { unknown: true };
  return { from: from || /** @type {number} */ (field.minimum), to: to || /** @type {number} */ (field.maximum) };
}

/**
 * @param {Report} report
 * @param {Field[]} fields
 * @param {Answers} answers
 * @param {string[]} decimals
 * @param {typeof atOnce} ask
 * @returns {Promise<Read<PartlyKnownRecord>>}
 */
async function readRaw(report, fields, answers, decimals, ask) {
  /** @type {PartlyKnownRecord} */
  const record = {};
  /** @type {Map<Field, Problem>} */
  const found = new Map();
  for (const field of fields) {
    if (field.kind === "image") {
      const numbers = numbersOf(answers[field.id] ?? "");
      numbers.forEach((number, place) => (record[/** @type {string[]} */ (field.columns)[place]] = number));
      continue;
    }
    const read = (/** @type {string} */ answer) => {
      const { text, ambiguous } = field.kind === "number" ? readTyped(withoutUnit(field, answer), decimals) : { text: answer };
      if (ambiguous) found.set(field, { field, code: "ambiguous-number" });
      return ambiguous ? answer : /** @type {string} */ (text);
    };
    const value = read(answers[field.id] ?? "");
    record[field.key] = answers[unsureKey(field)] ? unsure(field, value, read(answers[toKey(field)] ?? "")) : value;
  }
  const { bound, errors = [] } = await ask.check(report, record);
  for (const { code, message, pointer } of errors) {
    const field = fieldAt(fields, pointer);
    if (!field) throw new Error(message);
    if (!found.has(field)) found.set(field, { field, code, message });
  }
  const problems = fields.filter((field) => found.has(field)).map((field) => /** @type {Problem} */ (found.get(field)));
  return problems.length || bound === undefined ? { problems } : { record, bound };
}

// "/a~1b" is the key "a/b"; what follows a second slash is inside the value.
/**
 * @param {Field[]} fields
 * @param {string} pointer
 */
function fieldAt(fields, pointer) {
  const key = pointer.split("/")[1]?.replace(/~1/g, "/").replace(/~0/g, "~");
  return fields.find((field) => (field.kind === "image" ? (field.columns ?? ["x"]).includes(key) : field.key === key));
}

// Coded records never were raw text, so the core has no rule for reading them: here a number is
// what JavaScript takes for one.
/**
 * @param {Report} report
 * @param {Field[]} fields
 * @param {Answers} answers
 * @param {string[]} decimals
 * @param {typeof atOnce} ask
 * @returns {Promise<Read<CodedRecord>>}
 */
async function readCoded(report, fields, answers, decimals, ask) {
  const read = fields.map((field) => ({ field, ...numbersIn(field, answers[field.id] ?? "", decimals) }));
  const problems = /** @type {Problem[]} */ (read.filter(({ code }) => code));
  if (problems.length) return { problems };
  const record = /** @type {CodedRecord} */ (
    /** @type {unknown} */ (Object.fromEntries(read.map(({ field, value }) => [field.key, value])))
  );
  try {
    return { record, bound: await ask.bound(report, record) };
  } catch (/** @type {any} one of the library's has more than another */ error) {
    const field = error.type === "record" ? fieldAt(fields, error.pointer) : undefined;
    if (!field) throw error;
    return { problems: [{ field, code: error.code, message: error.message }] };
  }
}

/**
 * @param {{count?: number}} field
 * @param {string} answer
 * @param {string[]} decimals
 * @returns {{code?: string, found?: number, value?: number | number[]}}
 */
function numbersIn(field, answer, decimals) {
  // Where decimals are written with a comma, "0,1 0,2" would come apart into four numbers.
  if (!decimals.includes(".") && /\d,\d/.test(answer) && !answer.includes(".")) return { code: "not-a-number" };
  const pieces = answer.split(/[\s,;[\]]+/).filter(Boolean);
  const numbers = pieces.map((piece) => Number(plainly(piece)));
  if (pieces.length === 0) return { code: "missing" };
  if (!numbers.every(Number.isFinite)) return { code: "not-a-number" };
  if (field.count === undefined) return numbers.length === 1 ? { value: numbers[0] } : { code: "not-a-number" };
  return numbers.length === field.count ? { value: numbers } : { code: "wrong-length", found: numbers.length };
}

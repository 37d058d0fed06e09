// The library's refusals, as one sentence next to the field it belongs to.
import { asTyped } from "../../wording/typed-number.js";
import { upperFirst } from "../../words/upper-first.js";
import { explained, lineIn } from "../controls/data-refusal.js";
import { NO_READER } from "../parquet/no-reader.js";

/** @import { PlainError } from "../worker/plain-error.js" */
/** @import { ProfileWords } from "#words/profile" */

/**
 * The field of an error that no file is to blame for, by its pointer.
 *
 * @type {[place: RegExp, field: keyof ProfileWords["errors"]["fields"]][]}
 */
const FIELDS = [
  [/^\/(options\/)?lambda\b|\/mechanism\/lambda\b/, "lambda"],
  [/^\/(options\/)?profileEpsilon\b|\/budget\/epsilon\b/, "profile-epsilon"],
];

/**
 * The problem that an error of the library is, next to its field.
 *
 * @param {PlainError} error
 * @param {{data: string, heldOut?: string, study?: string, report?: string}} files the names of
 *   what was given
 * @param {Pick<ProfileWords, "language" | "names" | "errors" | "decimals">} words
 * @returns {import("../controls/problems.js").Problem}
 */
export function placedError(error, files, { language, names, errors, decimals }) {
  const { type, code, pointer, message, line, file, place } = error;
  if (type === "table" || type === "data") {
    const id = file ?? "data-file";
    const name = (id === "held-out-file" ? files.heldOut : files.data) ?? "";
    if (code === NO_READER) return { id, message: errors.noParquetReader(name) };
    const at = line ?? (language === "en" ? null : lineIn(error));
    const where = at === null ? errors.inFile(`${name}${place}`) : errors.located(name, asTyped(String(at), decimals));
    return { id, message: explained(where, error, { language, errors }), core: message };
  }
  if (type === "report" || file === "report-file")
    return { id: "report-file", message: errors.inFile(files.report ?? ""), core: message };
  if (pointer.endsWith("/epsilons/to") && code === "too-close") {
    return { id: "epsilon-to", message: errors.tooClose(names.to, names.from) };
  }
  const field = FIELDS.find(([place]) => place.test(pointer))?.[1];
  if (field) {
    const rest = /^(?:\/\S+|lambda|profileEpsilon) (.*)$/s.exec(message)?.[1];
    return { id: field, message: errors.placed(errors.fields[field]), core: rest ?? message };
  }
  if (type === "study") return { id: "study-file", message: errors.inFile(files.study ?? ""), core: message };
  return { id: "run", message: errors.ours, core: upperFirst(message) };
}

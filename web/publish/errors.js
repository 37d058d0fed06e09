// The library's refusals, each next to the field it belongs to: the page's words and, after them,
// the library's own.
import { asTyped } from "../../wording/typed-number.js";
import { upperFirst } from "../../words/upper-first.js";
import { columnIn, explained, lineIn } from "../controls/data-refusal.js";
import { NO_READER } from "../parquet/no-reader.js";

/** @import { PlainError } from "../worker/plain-error.js" */
/** @import { Place } from "./draft.js" */

/**
 * The field whose place in the study is the pointer, or the nearest around it.
 *
 * @param {Map<string, Place>} places
 * @param {string} pointer
 */
function placeOf(places, pointer) {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const place = places.get(at);
    if (place) return place;
  }
  return null;
}

/**
 * The problem that an error of the library is, next to its field.
 *
 * @param {PlainError} error
 * @param {{answers: import("./fields.js").Answers, places: Map<string, Place>, fileName: string}}
 *   made from what the study was made
 * @param {Pick<import("#words/publish").PublishWords, "language" | "errors" | "decimals">} words
 * @returns {import("../controls/problems.js").Problem}
 */
export function placedError(error, { answers, places, fileName }, { language, errors, decimals }) {
  const { type, pointer, message } = error;
  const line = error.line ?? (language === "en" ? null : lineIn(error));
  const inFile = () => {
    const place =
      line === null ? errors.inFile(`${fileName}${error.place}`) : errors.located(fileName, asTyped(String(line), decimals));
    return explained(place, error, { language, errors });
  };
  if (error.code === NO_READER) return { id: "data-file", message: errors.noParquetReader(fileName) };
  if (type === "table") return { id: "data-file", message: inFile(), core: message };
  if (type === "data") {
    const name = columnIn(error);
    const index = answers.columns.findIndex((column) => column.name === name);
    const isPerson = answers.person === "several" && name === answers.personColumn;
    const ofColumn = index < 0 ? "data-file" : `column-${index + 1}-kind`;
    const id = name === answers.outcome ? "outcome" : isPerson ? "person-column" : ofColumn;
    return { id, message: inFile(), core: message };
  }
  if (type === "study") {
    const place = placeOf(places, pointer);
    // A key that the page has no field for came with a study that was chosen.
    if (!place) return { id: "study-file", message: errors.study, core: message };
    const named = message.startsWith(`${pointer} `) && places.has(pointer) ? message.slice(pointer.length + 1) : null;
    // Another field that the sentence is about goes by its name, too.
    const rest = named?.replace(/\/[\w/]+/g, (other) => places.get(other)?.name ?? other) ?? null;
    return rest === null
      ? { id: place.id, message: errors.around(place.name), core: message }
      : { id: place.id, message: errors.placed(place.name), core: rest };
  }
  return { id: "run", message: errors.ours, core: upperFirst(message) };
}

// The library's refusals, as one sentence next to the field it belongs to.
import { upperFirst } from "../../wording/upper-first.js";

/** @import { PlainFault } from "../worker/plain-fault.js" */
/** @import { Place } from "./draft.js" */

const decoded = (/** @type {string} */ segment) => segment.replace(/~1/g, "/").replace(/~0/g, "~");

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
 * The column that a fault of the data is about: "/7/age" is in a row, "/age" in the header.
 *
 * @param {PlainFault} fault
 */
function columnIn({ code, pointer }) {
  if (["missing-column", "duplicate-column"].includes(code)) return decoded(pointer.slice(1));
  const cell = /^\/\d+\/(.*)$/s.exec(pointer);
  return cell ? decoded(cell[1]) : null;
}

/**
 * The problem that a fault of the library is, next to its field.
 *
 * @param {PlainFault} fault
 * @param {{answers: import("./answers.js").Answers, places: Map<string, Place>, fileName: string}}
 *   made from what the study was made
 * @param {Pick<import("./text/en.js").PublishWords, "errors">} words
 * @returns {import("../controls/problems.js").Problem}
 */
export function placedFault(fault, { answers, places, fileName }, { errors }) {
  const { type, pointer, message, line } = fault;
  if (type === "table") return { id: "data-file", message: errors.inFile(`${fileName}${fault.place}`, message) };
  if (type === "data") {
    const name = columnIn(fault);
    const index = answers.columns.findIndex((column) => column.name === name);
    const id = name === answers.outcome ? "outcome" : index < 0 ? "data-file" : `column-${index + 1}-kind`;
    return { id, message: line === null ? errors.inFile(fileName, message) : errors.located(fileName, line, message) };
  }
  if (type === "study") {
    const place = placeOf(places, pointer);
    // A key that the page has no field for came with a study that was chosen.
    if (!place) return { id: "study-file", message: errors.study(message) };
    const rest = message.startsWith(`${pointer} `) && places.has(pointer) ? message.slice(pointer.length + 1) : null;
    return { id: place.id, message: rest === null ? upperFirst(message) : errors.placed(place.name, rest) };
  }
  return { id: "run", message: errors.ours(upperFirst(message)) };
}

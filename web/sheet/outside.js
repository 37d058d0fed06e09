// Numbers outside their range, which count as the nearest end of it.
import { readTyped } from "../../wording/typed-number.js";
import { unsureKey, withoutUnit } from "./fields.js";

/** @import { Field } from "./fields.js" */
/** @import { Answers } from "./state.js" */

/**
 * True if the number that was entered in a field is outside its range.
 *
 * @param {Field} field
 * @param {Answers} answers
 * @param {string[]} decimals
 */
export function isOutside(field, answers, decimals) {
  const { id, kind, minimum, maximum } = field;
  const answer = answers[id] ?? "";
  if (kind !== "number" || minimum === undefined || answer === "" || answers[unsureKey(field)]) return false;
  const value = Number(readTyped(withoutUnit(field, answer), decimals).text);
  return value < minimum || value > /** @type {number} */ (maximum);
}

/**
 * The fields with such a number.
 *
 * @param {Field[]} fields
 * @param {Answers} answers
 * @param {string[]} decimals
 */
export const outsideOf = (fields, answers, decimals) => fields.filter((field) => isOutside(field, answers, decimals));

// Parts of a study that was opened, as texts in fields.
import { isObject } from "../../intake/study-document.js";
import { asTyped } from "../../wording/typed-number.js";

/** A member of what is an object, undefined of anything else. */
export const member = (/** @type {unknown} */ value, /** @type {string} */ key) => (isObject(value) ? value[key] : undefined);

/** @param {unknown} value */
export function asText(value) {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * A number of a study as the page's language types it; what is none stays as it is.
 *
 * @param {unknown} value
 * @param {string[]} decimals
 */
export const asNumber = (value, decimals) => (typeof value === "number" ? asTyped(String(value), decimals) : asText(value));

// Places in a study, by their JSON pointers.
import { isObject } from "../../intake/study-document.js";

/** @typedef {Record<string, unknown>} Part an object in a JSON document */

/** A member of what is an object, undefined of anything else. */
export const member = (/** @type {unknown} */ value, /** @type {string} */ key) => (isObject(value) ? value[key] : undefined);

const keysOf = (/** @type {string} */ pointer) => pointer.split("/").slice(1);

/** The pointer of the part around a place. */
export const around = (/** @type {string} */ pointer) => pointer.slice(0, pointer.lastIndexOf("/"));

/**
 * Returns a document's value at a place: undefined where nothing is, null where a list is too
 * short.
 *
 * @param {unknown} document
 * @param {string} pointer
 */
export const valueAt = (document, pointer) =>
  keysOf(pointer).reduce(
    (part, key) => (Array.isArray(part) && /^\d+$/.test(key) ? (part[Number(key)] ?? null) : member(part, key)),
    document,
  );

/**
 * Puts a value at a place, and objects around it where there are none; undefined takes out what is
 * there.
 *
 * @param {Part} document
 * @param {string} pointer
 * @param {unknown} value
 */
export function put(document, pointer, value) {
  const keys = keysOf(pointer);
  const last = /** @type {string} */ (keys.pop());
  let part = document;
  for (const key of keys) {
    const inner = part[key];
    if (!isObject(inner) && value === undefined) return;
    part = isObject(inner) ? inner : /** @type {Part} */ (part[key] = {});
  }
  if (value === undefined) delete part[last];
  else part[last] = value;
}

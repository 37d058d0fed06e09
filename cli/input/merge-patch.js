// JSON Merge Patch: how one study changes parts of another.
import { isObject } from "../../intake/study-document.js";

/**
 * RFC 7396: objects are merged, null takes a member away, anything else replaces.
 *
 * @param {unknown} target
 * @param {unknown} patch
 * @returns {unknown}
 */
export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  /** @type {Record<string, unknown>} */
  const merged = isObject(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  }
  return merged;
}

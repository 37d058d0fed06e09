// Tells what is plainly no study by its document. The core checks everything else.

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Says why a document can't be a study, as the end of a sentence; null where it may be one.
 *
 * @param {unknown} document
 */
export function notAStudy(document) {
  if (!isObject(document)) return "is not a study: it must be an object";
  if (document.format === "expost-report") return "is a report, not a study; a report can't be made again from itself";
  if (!Array.isArray(document.features) || !document.features.every(isObject)) {
    return "is not a study: it must have features, a list of objects";
  }
  return null;
}

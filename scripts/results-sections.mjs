// Sections of docs/results.md that commands of their own write, and their places there.

/** The last section of docs/results.md. */
export const APPENDIX = "## Appendix: commands";

/**
 * Text that is shown when it is asked for.
 *
 * @param {string} summary
 * @param {string} text
 */
export const folded = (summary, text) => `<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`;

/**
 * Where a section begins and ends, or null where there is none.
 *
 * @param {string} document
 * @param {string} heading
 */
function placeOf(document, heading) {
  const at = document.indexOf(`\n${heading}\n`);
  if (at < 0) return null;
  const next = document.indexOf("\n## ", at + 1);
  return { start: at + 1, end: next < 0 ? document.length : next + 1 };
}

/**
 * Puts a section in the place of its old one, else before the appendix, else at the end.
 *
 * @param {string} document
 * @param {string} section which begins with its heading
 */
export function withSection(document, section) {
  const [heading] = section.split("\n");
  const { start, end } = placeOf(document, heading) ??
    placeOf(document, APPENDIX) ?? { start: document.length, end: document.length };
  const after = document.slice(document.startsWith(APPENDIX, start) ? start : end);
  return `${[document.slice(0, start).trimEnd(), section, ...(after === "" ? [] : [after.trimEnd()])].join("\n\n")}\n`;
}

/**
 * A section as it stands in a document, or null.
 *
 * @param {string} document
 * @param {string} heading
 */
export function sectionOf(document, heading) {
  const place = placeOf(document, heading);
  return place === null ? null : document.slice(place.start, place.end).trimEnd();
}

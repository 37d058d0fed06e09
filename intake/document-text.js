// A report as a file: readable by people, so lists of numbers stay on one line.

/**
 * JSON text that reads back to the same doubles.
 *
 * @param {unknown} document
 */
export function documentText(document) {
  // A text in JSON holds no line end, so "[" at the end of a line opens a list.
  const text = JSON.stringify(document, null, 2).replace(/\[\n\s+[-\d][-+.\deE,\s]*\n\s+\]/g, (list) =>
    list.replace(/\n\s+/g, " ").replace("[ ", "[").replace(" ]", "]"),
  );
  return `${text}\n`;
}

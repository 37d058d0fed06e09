// Handing a text over to the clipboard.

/**
 * Selects the text of a field and copies it. Returns whether the browser did; the text stays
 * selected. Browsers keep their newer interface from pages in frames.
 *
 * @param {HTMLTextAreaElement} field
 */
export function copyFrom(field) {
  field.focus({ preventScroll: true });
  field.select();
  return document.execCommand("copy");
}

// The language of the whole document.

/**
 * Tells the document which language it is in.
 *
 * @param {HTMLElement} root
 * @param {{words: {language: string, direction: string}}} language
 */
export function applyLanguage(root, language) {
  root.lang = language.words.language;
  root.dir = language.words.direction;
}

// The language of the whole document.

/** Tells the document which language it is in. */
export function applyLanguage(root, language) {
  root.lang = language.words.language;
  root.dir = language.words.direction;
}

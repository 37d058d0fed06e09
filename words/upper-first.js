/**
 * The words as the beginning of a sentence. A Greek letter at the beginning stays as it is.
 *
 * @param {string} words
 */
export const upperFirst = (words) => words.replace(/^[a-z]/, (letter) => letter.toUpperCase());

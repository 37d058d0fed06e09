/**
 * Returns the language to use for a tag: "de-AT" falls back to "de", an unknown one to English.
 *
 * @param {string | undefined} tag
 * @param {string[]} known tags of languages
 */
export function knownLanguage(tag, known) {
  const asked = tag?.toLowerCase() ?? "";
  return [asked, asked.split("-")[0]].find((each) => known.includes(each)) ?? "en";
}

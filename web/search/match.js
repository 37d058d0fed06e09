// Finds sections of the guides by words. A pure function, for the page and its tests.

/**
 * A section of a guide: the guide's file and title, the section's anchor and heading ("" before the
 * first one), and its text.
 *
 * @typedef {{file: string, title: string, anchor: string, heading: string, text: string}} Section
 */
/**
 * A section that was found, with the part of its text that shows why.
 *
 * @typedef {Section & {excerpt: {before: string, word: string, after: string}}} Found
 */

/** Without accents and capitals, letter by letter, so that places stay the same. */
const plain = (/** @type {string} */ text) =>
  Array.from(text, (letter) => {
    const [first = letter] = letter.normalize("NFKD").toLowerCase();
    return first.length === letter.length ? first : letter;
  }).join("");

const MOST = 30;
/** Letters around the word that is shown. */
const AROUND = 90;

/** @param {string} text @param {string} word */
const times = (text, word) => text.split(word).length - 1;

/**
 * The sections that have every word of the query, those that are about it first.
 *
 * @param {Section[]} sections
 * @param {string} query
 * @returns {{all: number, shown: Found[]}}
 */
export function found(sections, query) {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { all: 0, shown: [] };
  const hits = sections.flatMap((section) => {
    const [title, heading, text] = [plain(section.title), plain(section.heading), plain(section.text)];
    if (!words.every((word) => title.includes(word) || heading.includes(word) || text.includes(word))) return [];
    const score = words.reduce(
      (sum, word) => sum + 8 * times(heading, word) + 3 * times(title, word) + Math.min(times(text, word), 4),
      0,
    );
    return [{ section, text, score }];
  });
  hits.sort((one, other) => other.score - one.score);
  const shown = hits.slice(0, MOST).map(({ section, text }) => {
    const word = words.find((one) => text.includes(one)) ?? "";
    const at = Math.max(text.indexOf(word), 0);
    const [from, to] = [Math.max(0, at - AROUND), at + word.length + AROUND];
    return {
      ...section,
      excerpt: {
        before: `${from > 0 ? "…" : ""}${section.text.slice(from, at)}`,
        word: section.text.slice(at, at + word.length),
        after: `${section.text.slice(at + word.length, to)}${to < section.text.length ? "…" : ""}`,
      },
    };
  });
  return { all: hits.length, shown };
}

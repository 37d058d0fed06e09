// The bounds of several reports on one person, and that for all together, in the words of one.
import { plain, upwardAsOnPage } from "../../wording/figures.js";
import { languageOf } from "../../wording/formats.js";
import { sureWords, tryingWords } from "../../wording/headline.js";
import { wrapped } from "../../wording/paragraph.js";
import { stampsOf } from "../../wording/stamps.js";
import { table } from "../../wording/text-table.js";
import { check } from "../../words/en/check.js";
import { opening, whatever } from "./bound-text.js";
import { oneLine } from "./one-line.js";

/** @typedef {import("expost").Bound} Bound */
/** @typedef {import("../commands/bound-several.js").One} One */

const language = languageOf(check);

/** The setting of the result, as that of one bound is told. */
const SETTING = "Picture someone who wants to know whether the record you entered was used to train these models.";

/**
 * The records that the limit is about.
 *
 * @type {Record<import("expost").Membership, string>}
 */
const MEMBERS = {
  unknown: "whether your record went into all of them, some or none",
  in: "for a record that went into all of them",
  out: "for a record that went into none of them",
};

/**
 * Several bounds and the one for all, for people.
 *
 * @param {One[]} found
 * @param {import("expost").SeriesBound["total"]} total
 */
export async function severalText(found, total) {
  const named = (/** @type {One} */ { path, summary }) => oneLine(`${path}: ${summary.title}`);
  const { uniform, member } = found[0].bound;
  const sum = { total: /** @type {Bound["total"]} */ (/** @type {unknown} */ (total)), uniform };
  const stamps = found.flatMap((one) =>
    stampsOf(one.summary, language.words.report).map(([word, note]) => wrapped(`${one.path}: ${word}: ${note}`)),
  );
  const rows = found.map((one) => [
    named(one),
    upwardAsOnPage(one.bound.total.upper),
    plain(one.bound.total.failureProbability),
  ]);
  const unknown = found.map(({ path, summary, bound }) => [path, whatever(bound, summary)]);
  const notes = found.flatMap(({ path, bound }) => bound.notes.map((note) => `  ${path}: ${note}`));
  const paragraphs = [
    ...stamps,
    await opening({ total }, SETTING),
    table([
      ["Ex-post privacy loss |L|, everything published, in nats", "at most", "failure probability"],
      ...rows,
      ["all together", upwardAsOnPage(total.upper), plain(total.failureProbability)],
    ]),
    ...unknown.filter(([, words]) => words !== null).map(([path, words]) => `${path}: ${words}`),
    ...(notes.length > 0 ? [["Notes:", ...notes].join("\n")] : []),
    wrapped(
      `The limit for all together is one limit with one probability, and not the sum of the others. It holds ${MEMBERS[member]}. It counts the ${language.number(found.length)} reports that were given, in the order of publication: leave none of them out up to the last.`,
    ),
    wrapped(`${sureWords(sum, language)} ${tryingWords(sum, language)}`),
  ];
  return paragraphs.map((paragraph) => `${paragraph.trimEnd()}\n`).join("\n");
}

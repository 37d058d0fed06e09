// Fields whose labels are the same but for a month, a year or a number, as one group: of 24 fields
// some eight things are left to read.
import { withoutBrackets } from "./fields.js";

/** @import { Language } from "../../wording/formats.js" */
/** @import { Field } from "./fields.js" */

/**
 * Fields under one heading, and what each is called there: "Bill in … 2005" and "September". A
 * field by itself has no heading.
 *
 * @typedef {{heading: string | null, fields: Field[], names: string[]}} Series
 */
/** @typedef {{field: Field, pieces: string[], form: string}} Read */

const WORDS = /(\p{Nd}+|\p{L}[\p{L}\p{M}]*)/u;

/**
 * The names of months, long and short, in small letters.
 *
 * @param {string} locale
 */
const monthsIn = (locale) =>
  /** @type {const} */ (["long", "short"]).flatMap((month) => {
    const format = new Intl.DateTimeFormat(locale, { month, timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2005, index)).toLowerCase().replace(/\.$/, ""));
  });

/**
 * The fields in their order, those together that form a series. Labels may be English in a page of
 * another language.
 *
 * @param {Field[]} fields
 * @param {string} locale
 * @returns {Series[]}
 */
export function seriesOf(fields, locale) {
  const months = new Set([...monthsIn(locale), ...monthsIn("en")]);
  const isCounter = (/** @type {string} */ piece) => /^\p{Nd}/u.test(piece) || months.has(piece.toLowerCase());
  /** @type {Read[][]} */
  const runs = [];
  for (const field of fields) {
    const pieces = field.label.split(WORDS);
    const form = JSON.stringify([field.kind, field.unit, field.outcome, pieces.map((piece) => (isCounter(piece) ? 0 : piece))]);
    const last = runs.at(-1);
    const isNext = last?.[0].form === form && pieces.some(isCounter);
    if (isNext) last.push({ field, pieces, form });
    else runs.push([{ field, pieces, form }]);
  }
  return runs.flatMap(asSeries);
}

/**
 * @param {Read[]} run
 * @returns {Series[]}
 */
function asSeries(run) {
  const fields = run.map(({ field }) => field);
  const [{ pieces: first }] = run;
  const differ = first.map((piece, place) => run.some(({ pieces }) => pieces[place] !== piece));
  // Nothing would tell them apart.
  if (new Set(run.map(({ pieces }) => pieces.join(""))).size < Math.max(2, run.length))
    return fields.map((field) => ({ heading: null, fields: [field], names: [field.label] }));
  const [from, to] = [differ.indexOf(true), differ.lastIndexOf(true) + 1];
  const heading = [...first.slice(0, from), "…", ...first.slice(to)].join("").trim();
  return [{ heading, fields, names: run.map(({ pieces }) => pieces.slice(from, to).join("")) }];
}

/**
 * The names of some fields for a sentence: those of a series together.
 *
 * @param {Field[]} fields all of them
 * @param {Field[]} some
 * @param {Language} language
 */
export function namesOf(fields, some, { words }) {
  return seriesOf(fields, words.locale).flatMap((series) => {
    const own = series.fields.filter((field) => some.includes(field));
    if (series.heading === null || own.length < 2) return own.map(({ short }) => short);
    const [{ label, short }] = own;
    const heading = label === short ? series.heading : withoutBrackets(series.heading);
    if (own.length === series.fields.length) return [heading];
    return [`${heading} (${own.map((field) => series.names[series.fields.indexOf(field)]).join(" · ")})`];
  });
}

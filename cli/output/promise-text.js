// The promise to one person in the words of the page.
import { posterior } from "expost";
import { plain, upwardAsOnPage } from "../../wording/figures.js";
import { languageOf } from "../../wording/formats.js";
import { figureCounts, headlineWords, promiseWords } from "../../wording/headline.js";
import { wrapped } from "../../wording/paragraph.js";
import { BELIEF_PARTS } from "../../wording/rounding.js";
import { check } from "../../words/en/check.js";

/** @typedef {import("expost").PersonalPromise} PersonalPromise */

const language = languageOf(check);
const { promise: words } = language.words;
const EVEN = BELIEF_PARTS / 2;

/** @param {PersonalPromise} promise */
async function headlineOf({ epsilon }) {
  if (epsilon === null) return "There is no promise to you";
  if (epsilon === 0) return "Nothing that is published depends on this record, but for outcomes that δ leaves aside";
  const { headline } = headlineWords(figureCounts(EVEN, { yours: await posterior(epsilon, EVEN / BELIEF_PARTS) }), language);
  return headline;
}

/**
 * The reason why it is what it is: by the record's length, or not.
 *
 * @param {PersonalPromise} promise
 */
function reason({ epsilon, delta, byLength, length, guarantee }) {
  if (epsilon === null || guarantee === null) return words.none;
  if (!byLength) {
    return "To you it is the promise to everyone: your record may be as long as any, or this mechanism promises nothing by a record's length.";
  }
  const { you } = words;
  return `${delta === 0 ? you.isAlone : you.is} ${you.stated(upwardAsOnPage(epsilon), upwardAsOnPage(length))}`;
}

/** @param {PersonalPromise} promise */
function everyone({ guarantee }) {
  if (guarantee === null) return null;
  return `${words.heading}. ${promiseWords(guarantee, language.words).stated(plain(guarantee.epsilon), plain(guarantee.delta))}`;
}

/** @param {PersonalPromise} promise */
function ofPerson({ person }) {
  if (person === null) return null;
  return `All your rows together, up to ${person.rows}: ε = ${upwardAsOnPage(person.epsilon)} at δ = ${plain(person.delta)}, where everyone with so many is promised ${plain(person.guarantee)}.`;
}

/**
 * A promise to one person, for people: upper bounds are rounded up.
 *
 * @param {PersonalPromise} promise
 */
export async function promiseText(promise) {
  const paragraphs = [`${words.you.name}\n${await headlineOf(promise)}`, reason(promise), ofPerson(promise), everyone(promise)];
  return paragraphs
    .filter((paragraph) => paragraph !== null)
    .map((paragraph) => `${paragraph.includes("\n") ? paragraph : wrapped(paragraph)}`.trimEnd())
    .map((paragraph) => `${paragraph}\n`)
    .join("\n");
}

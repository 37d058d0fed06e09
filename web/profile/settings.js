// The settings, as text in the fields, and how it becomes the library's options.
import { numberProblem, readNumber } from "../../wording/typed-decimal.js";
import { asTyped } from "../../wording/typed-number.js";

/**
 * The most values of ε, models and rows to make up: more would take minutes, and tell nothing new.
 */
const MOST = { epsilons: 200, samples: 10_000, rows: 1_000_000 };

/** @typedef {ReturnType<typeof newSettings>} Settings */
/** @typedef {import("#words/profile").ProfileWords} ProfileWords */

/**
 * A number, or why there is none.
 *
 * @typedef {{value: number, message?: undefined} | {value?: undefined, message: string}} Taken
 */

/** λ and ε are taken within these. */
const ENDS = { least: 1e-100, most: 1e100 };

/**
 * The settings before any was changed, written as the page's language types numbers.
 *
 * @param {string[]} decimals the language's signs before decimals
 */
export const newSettings = (decimals) => ({
  lambda: "",
  profileEpsilon: "",
  neighbours: "exact",
  from: asTyped("0.01", decimals),
  to: asTyped("10000", decimals),
  count: asTyped("25", decimals),
  samples: asTyped("0", decimals),
  madeUpRows: asTyped("1000", decimals),
});

/**
 * A number above 0.
 *
 * @param {string} text
 * @param {string} name
 * @param {ProfileWords} words
 * @returns {Taken}
 */
function above(text, name, words) {
  const { errors, decimals } = words;
  const { value, problem } = readNumber(text, decimals);
  if (problem !== undefined) return { message: numberProblem(problem, text, name, words) };
  if (!(value > 0)) return { message: errors.aboveZero(name) };
  return value >= ENDS.least && value <= ENDS.most ? { value } : { message: errors.beyond(name) };
}

/**
 * A whole number within a range.
 *
 * @param {string} text
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @param {ProfileWords} words
 * @returns {Taken}
 */
function wholeNumber(text, name, least, most, words) {
  const { errors, decimals } = words;
  const { value, problem } = readNumber(text, decimals);
  if (problem === "ambiguous") return { message: numberProblem(problem, text, name, words) };
  const fits = value !== undefined && Number.isInteger(value) && value >= least && value <= most;
  const typed = (/** @type {number} */ number) => asTyped(String(number), decimals);
  return fits ? { value } : { message: errors.whole(name, typed(least), typed(most)) };
}

/**
 * A number of models, 0 or at least 2: one has no standard error.
 *
 * @param {string} text
 * @param {string} name
 * @param {ProfileWords} words
 * @returns {Taken}
 */
function samplesIn(text, name, words) {
  const { errors, decimals } = words;
  const { value, problem } = readNumber(text, decimals);
  if (problem === "ambiguous") return { message: numberProblem(problem, text, name, words) };
  const fits = value !== undefined && Number.isInteger(value) && value >= 0 && value <= MOST.samples && value !== 1;
  return fits ? { value } : { message: errors.samples(name, asTyped(String(MOST.samples), decimals)) };
}

/** How many rows to make up. */
export const madeUpRowCount = (/** @type {string} */ text, /** @type {ProfileWords} */ words) =>
  wholeNumber(text, words.names.madeUpRows, 2, MOST.rows, words);

/**
 * The library's options, or what is wrong: { options, problems: [{ id, message }] }.
 *
 * @param {Settings} settings
 * @param {import("./study-columns.js").Study | null} study says what λ and ε are where their fields
 *   are blank
 * @param {ProfileWords} words
 */
export function optionsFrom(settings, study, words) {
  const { names, errors } = words;
  /** @type {import("../controls/problems.js").Problem[]} */
  const problems = [];
  const taken = (/** @type {string} */ id, /** @type {Taken} */ { value, message }) => {
    if (message !== undefined) problems.push({ id, message });
    return value;
  };
  /** A field that may stay blank where the study has the number. */
  const orStudys = (/** @type {keyof typeof fieldOf} */ id, /** @type {unknown} */ own) => {
    if (settings[id].trim() === "" && typeof own === "number") return undefined;
    if (settings[id].trim() === "" && study === null) return undefined;
    if (settings[id].trim() === "") return taken(fieldOf[id], { message: errors.notInStudy(names[id]) });
    return taken(fieldOf[id], above(settings[id], names[id], words));
  };
  const options = {
    lambda: orStudys("lambda", study?.mechanism?.lambda),
    profileEpsilon: orStudys("profileEpsilon", study?.budget?.epsilon),
    neighbours: settings.neighbours,
    samples: taken("samples", samplesIn(settings.samples, names.samples, words)),
  };
  const from = taken("epsilon-from", above(settings.from, names.from, words));
  const to = taken("epsilon-to", above(settings.to, names.to, words));
  const count = taken("epsilon-count", wholeNumber(settings.count, names.count, 2, MOST.epsilons, words));
  if (from !== undefined && to !== undefined && !(from < to))
    taken("epsilon-to", { message: errors.above(names.to, names.from) });
  return { options: { ...options, epsilons: { from, to, count } }, problems };
}

const fieldOf = { lambda: "lambda", profileEpsilon: "profile-epsilon" };

// The settings, as text in the fields, and how it becomes the library's options.
import { readNumber } from "../../wording/typed-decimal.js";

/**
 * The most values of ε, models and rows to make up: more would take minutes, and tell nothing new.
 */
const MOST = { epsilons: 200, samples: 10_000, rows: 1_000_000 };

/** @typedef {ReturnType<typeof newSettings>} Settings */
/** @typedef {import("./text/en.js").ProfileWords} ProfileWords */

/**
 * A number, or why there is none.
 *
 * @typedef {{value: number, message?: undefined} | {value?: undefined, message: string}} Taken
 */

/** λ and ε are taken within these. */
const ENDS = { least: 1e-100, most: 1e100 };

/** The settings before any was changed. */
export const newSettings = () => ({
  lambda: "",
  profileEpsilon: "",
  neighbours: "exact",
  from: "0.01",
  to: "10000",
  count: "25",
  samples: "0",
  madeUpRows: "1000",
});

/**
 * A number above 0.
 *
 * @param {string} text
 * @param {string} name
 * @param {ProfileWords["errors"]} errors
 * @returns {Taken}
 */
function above(text, name, errors) {
  const { value, problem } = readNumber(text);
  if (problem === "blank") return { message: errors.enter(name) };
  if (problem !== undefined) return { message: errors[problem](name) };
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
 * @param {ProfileWords["errors"]} errors
 * @returns {Taken}
 */
function wholeNumber(text, name, least, most, errors) {
  const { value } = readNumber(text);
  const fits = value !== undefined && Number.isInteger(value) && value >= least && value <= most;
  return fits ? { value } : { message: errors.whole(name, least, most) };
}

/**
 * A number of models, 0 or at least 2: one has no standard error.
 *
 * @param {string} text
 * @param {string} name
 * @param {ProfileWords["errors"]} errors
 * @returns {Taken}
 */
function samplesIn(text, name, errors) {
  const { value } = wholeNumber(text, name, 0, MOST.samples, errors);
  return value === undefined || value === 1 ? { message: errors.samples(name, MOST.samples) } : { value };
}

/** How many rows to make up. */
export const madeUpRowCount = (/** @type {string} */ text, /** @type {ProfileWords} */ { names, errors }) =>
  wholeNumber(text, names.madeUpRows, 2, MOST.rows, errors);

/**
 * The library's options, or what is wrong: { options, problems: [{ id, message }] }.
 *
 * @param {Settings} settings
 * @param {import("./study-columns.js").Study | null} study says what λ and ε are where their fields
 *   are blank
 * @param {ProfileWords} words
 */
export function optionsFrom(settings, study, { names, errors }) {
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
    return taken(fieldOf[id], above(settings[id], names[id], errors));
  };
  const options = {
    lambda: orStudys("lambda", study?.mechanism?.lambda),
    profileEpsilon: orStudys("profileEpsilon", study?.budget?.epsilon),
    neighbours: settings.neighbours,
    samples: taken("samples", samplesIn(settings.samples, names.samples, errors)),
  };
  const from = taken("epsilon-from", above(settings.from, names.from, errors));
  const to = taken("epsilon-to", above(settings.to, names.to, errors));
  const count = taken("epsilon-count", wholeNumber(settings.count, names.count, 2, MOST.epsilons, errors));
  if (from !== undefined && to !== undefined && !(from < to))
    taken("epsilon-to", { message: errors.above(names.to, names.from) });
  return { options: { ...options, epsilons: { from, to, count } }, problems };
}

const fieldOf = { lambda: "lambda", profileEpsilon: "profile-epsilon" };

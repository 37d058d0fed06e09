// Making the report, once everything that it takes is answered.
import { fingerprint } from "../../intake/fingerprint.js";
import { plainly } from "../../wording/typed-number.js";
import { plainError } from "../worker/plain-error.js";
import { placedError } from "./errors.js";
import { studyFrom } from "./study.js";

/** @import { Problem } from "../controls/problems.js" */
/** @import { Watching } from "../worker/tasks.js" */
/** @import { MakingProgress, PublishPage, State } from "./state.js" */
/** @import { PublishWords } from "#words/publish" */

/**
 * The study, the places of its parts and the seed that the answers make, with `problems`: all that
 * has to be answered before a report can be made, one sentence a field.
 *
 * @param {State} state
 * @param {PublishWords} words
 */
function answered({ answers, source, header }, words) {
  const made = studyFrom(answers, words);
  /** @type {Problem[]} */
  const problems = [];
  if (!source) problems.push({ id: "data-file", message: words.errors.data });
  if (answers.person === "") problems.push({ id: "person", message: words.errors.person });
  if (header && answers.outcome !== "" && !header.includes(answers.outcome)) {
    problems.push({ id: "outcome", message: words.errors.outcomeGone(answers.outcome) });
  }
  const seed = plainly(answers.seed);
  if (seed !== "" && !(/^\d+$/.test(seed) && Number.isSafeInteger(Number(seed)))) {
    problems.push({ id: "seed", message: words.errors.seed });
  }
  /** @type {Map<string, Problem>} */
  const all = new Map();
  for (const problem of [...problems, ...made.problems]) if (!all.has(problem.id)) all.set(problem.id, problem);
  return { ...made, seed: seed === "" ? undefined : Number(seed), problems: [...all.values()] };
}

/**
 * The errors that the library finds in the study, each next to its field, one for a field.
 *
 * @param {import("expost").DocumentError[]} errors
 * @param {Parameters<typeof placedError>[1]} made
 * @param {PublishWords} words
 */
function placedErrors(errors, made, words) {
  /** @type {Map<string, Problem>} */
  const all = new Map();
  for (const error of errors) {
    const problem = placedError({ ...plainError(error), type: "study" }, made, words);
    if (!all.has(problem.id)) all.set(problem.id, problem);
  }
  return [...all.values()];
}

/**
 * Makes the report from the page's state, or says what it still takes: what isn't answered, and
 * what the library finds wrong, all at once.
 *
 * @param {PublishPage} page
 * @param {import("./work.js").PublishWorkplace} workplace
 * @param {PublishWords} words
 */
export async function makeReport(page, workplace, words) {
  if (!(await page.everythingRead())) return;
  const { state } = page;
  const { answers, source, decimalComma } = state;
  const { study, places, seed, problems } = answered(state, words);
  const made = { answers, places, fileName: source?.name ?? "" };
  // Another click was first.
  if (state.phase !== "form") return;
  // Without a source there is a problem.
  if (problems.length > 0 || source === null) {
    // A library that can't be asked is told of when it is to make the report.
    const errors = await workplace.do("studyErrors", { study }).catch(() => []);
    if (page.state.answers !== answers || page.state.phase !== "form") return;
    const known = new Set(problems.map(({ id }) => id));
    page.refuse([...problems, ...placedErrors(errors, made, words).filter(({ id }) => !known.has(id))]);
    return;
  }
  /** @param {Watching<MakingProgress>} watching */
  const work = async (watching) => {
    const errors = await workplace.do("studyErrors", { study }, { signal: watching.signal });
    if (errors.length > 0) throw errors;
    const found = await workplace.do("publish", { source: source.data, decimalComma, study, seed }, watching);
    return { ...found, hash: await fingerprint(found.text) };
  };
  await page.run(work, {
    done(found) {
      // A seed that got lost on the way must not make an experiment look like a report, nor the
      // other way round.
      const experiment = found.report["x-insecure-seed"] !== undefined || seed !== undefined;
      page.show({ phase: "review", result: { ...found, experiment }, made: state.made + (experiment ? 0 : 1) });
      page.focusOn("review-heading");
    },
    problemsOf: (error) =>
      Array.isArray(error) ? placedErrors(error, made, words) : [placedError(plainError(error), made, words)],
    cancelled: words.run.cancelled,
  });
}

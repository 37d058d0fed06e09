// Making the report, once everything that it takes is answered.
import { fingerprint } from "../../intake/fingerprint.js";
import { plainFault } from "../worker/plain-fault.js";
import { placedFault } from "./faults.js";
import { studyFrom } from "./study.js";

/** @import { Problem } from "../controls/problems.js" */
/** @import { Watching } from "../worker/tasks.js" */
/** @import { MakingProgress, PublishPage, State } from "./state.js" */
/** @import { PublishWords } from "./text/en.js" */

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
  if (answers.person === "several") problems.push({ id: "person", message: words.errors.several });
  if (header && answers.outcome !== "" && !header.includes(answers.outcome)) {
    problems.push({ id: "outcome", message: words.errors.outcomeGone(answers.outcome) });
  }
  const seed = answers.seed.trim();
  if (seed !== "" && !(/^\d+$/.test(seed) && Number.isSafeInteger(Number(seed)))) {
    problems.push({ id: "seed", message: words.errors.seed });
  }
  /** @type {Map<string, Problem>} */
  const all = new Map();
  for (const problem of [...problems, ...made.problems]) if (!all.has(problem.id)) all.set(problem.id, problem);
  return { ...made, seed: seed === "" ? undefined : Number(seed), problems: [...all.values()] };
}

/**
 * Makes the report from the page's state, or says what it still takes.
 *
 * @param {PublishPage} page
 * @param {import("./work.js").PublishWorkplace} workplace
 * @param {PublishWords} words
 */
export async function makeReport(page, workplace, words) {
  if (!(await page.everythingRead())) return;
  const { state } = page;
  const { answers, source } = state;
  const { study, places, seed, problems } = answered(state, words);
  // Without a source there is a problem.
  if (problems.length > 0 || source === null) {
    page.refuse(problems);
    return;
  }
  /** @param {Watching<MakingProgress>} watching */
  const work = async (watching) => {
    const found = await workplace.do("publish", { source: source.data, study, seed }, watching);
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
    problemOf: (error) => placedFault(plainFault(error), { answers, places, fileName: source.name }, words),
    cancelled: words.run.cancelled,
  });
}

// The state of the publisher's page.
import { newAnswers } from "./answers.js";

/**
 * The noise that the budget takes: `value` once it is known for the options that `key` tells;
 * `message` where it can't be worked out.
 *
 * @typedef {{value: import("expost").Plan | import("expost").DescentPlan | null, busy: boolean,
 *   message: string | null, key?: string}} BudgetPlan
 */

/**
 * The beliefs that an ε allows, one for each of PRIORS. `yours`: it is the publisher's own.
 *
 * @typedef {{epsilon: number, yours: boolean, intervals: import("expost").Interval[]}} Beliefs
 */

/**
 * How far the report is: a step of the library's, with the share of the file that was read.
 *
 * @typedef {import("expost").Progress & {share: number}} MakingProgress
 */

/**
 * Constants of a descent that a report states.
 *
 * @typedef {object} MadeDescent
 * @property {number} sigma
 * @property {number} clip
 * @property {number} steps
 * @property {import("expost").DescentSampling} sampling
 * @property {{rate: number | number[], momentum: number, ridge: number, divisor: number}} update
 * @property {"last" | "average"} final
 */

/**
 * A report that was made, as the page needs it to show what is in it. Only that of a descent has
 * steps.
 *
 * @typedef {object} MadeReport
 * @property {{name: string}} label
 * @property {{theta: number[], mechanism: {sigma: number, lambda?: number, "x-rounding"?: number,
 *   "x-grid"?: number} & Partial<MadeDescent>}} model
 * @property {Partial<Record<import("./conditions.js").Release, {sigma: number}>> & {iterates?:
 *   {count: number, every?: number}}} [release]
 * @property {{epsilon: number, delta: number, accountant: string}} [guarantee]
 * @property {import("expost").PersonPromise} [person]
 * @property {unknown} [x-insecure-seed]
 */

/**
 * The outcome: the report, its text and fingerprint, and what is for the publisher alone.
 *
 * @typedef {object} Result
 * @property {string} text
 * @property {import("expost").PathFile} [path] the file that the report leaves its path to
 * @property {MadeReport} report
 * @property {import("expost").Published["notes"]} notes
 * @property {string[]} doubtful columns whose points may stand for thousands
 * @property {string | null} hash null where the browser can't work it out
 * @property {boolean} experiment the noise came from a seed
 */

/**
 * @typedef {object} State
 * @property {"form" | "working" | "review"} phase
 * @property {import("./fields.js").Answers} answers
 * @property {{data: File | string, name: string} | null} source
 * @property {boolean} decimalComma whether numbers in the data have a decimal comma
 * @property {string[] | null} header the names of the data's columns
 * @property {boolean} reading the header is being read
 * @property {string | null} studyName the name of the file that the form was filled in from
 * @property {import("../controls/problems.js").Problem[]} problems
 * @property {string | null} message
 * @property {number | null} suggested how many kinds of columns were suggested; null before that
 * @property {BudgetPlan} plan
 * @property {Beliefs[] | null} beliefs
 * @property {MakingProgress | null} progress
 * @property {boolean} inPage
 * @property {Result | null} result
 * @property {number} made how many reports were made on this page
 */

/** @typedef {import("../controls/data-page.js").DataPage<State>} PublishPage */

/**
 * The state of a page on which nothing was entered. `decimals` are the language's signs before
 * decimals.
 *
 * @param {string[]} decimals
 * @returns {State}
 */
export const nothingYet = (decimals) => ({
  phase: "form",
  answers: newAnswers(decimals),
  source: null,
  decimalComma: false,
  header: null,
  reading: false,
  studyName: null,
  problems: [],
  message: null,
  suggested: null,
  plan: { value: null, busy: false, message: null },
  beliefs: null,
  progress: null,
  inPage: false,
  result: null,
  made: 0,
});

// The state of the sheet, before anything was read or entered.

/** @import { Interval, Report } from "expost" */
/** @import { AnswerKind } from "../../wording/headline.js" */
/** @import { Belief } from "./belief.js" */
/** @import { Attempt, Problem } from "./check-record.js" */
/** @import { Field } from "./fields.js" */
/** @import { OpenRow, RefusedRow, TakenRow } from "./row-intake.js" */
/** @import { Several } from "./several.js" */
/** @import { Failure } from "./states.js" */

/** @typedef {Record<string, string | undefined>} Answers by the ids of their fields */
/**
 * Beliefs that a figure leads to, from a starting belief of `start` ten-thousandths.
 *
 * @typedef {object} After
 * @property {number} start
 * @property {Interval} yours
 * @property {Interval | null} promise
 * @property {Interval | null} toYou
 * @property {Interval | null} [together] of all publications
 */
/**
 * The outcome of a check. `recounted`: the same record was checked once more.
 *
 * @typedef {Attempt & {kind: AnswerKind, after: After | null, recounted?: boolean}} Outcome
 */

/**
 * A result that a changed value took away: its headline, null where there was none yet.
 *
 * @typedef {{headline: string | null}} Earlier
 */

/**
 * @typedef {object} State
 * @property {"waiting" | "reading" | "ready" | "failed"} phase
 * @property {Failure | null} failure
 * @property {Report | null} report
 * @property {Field[]} fields
 * @property {Interval | null} even what the promise lets a belief of one half become
 * @property {string | null} hash
 * @property {Report[]} others further publications, whose limit is one with this report's
 * @property {string} unusable names of files that were added and are no reports
 * @property {boolean} fromFile
 * @property {Belief} belief
 * @property {Several | null} several whether the figure is to hold for all records at once
 * @property {Answers} answers
 * @property {Problem[]} problems
 * @property {TakenRow | OpenRow | RefusedRow | null} rowMessage
 * @property {boolean} rowOpen
 * @property {boolean} formOpen whether the form is shown next to a result
 * @property {Outcome | null} outcome
 * @property {import("./asking.js").Asked | null} asked how far a check is that takes long
 * @property {boolean} stopped whether the last check was stopped
 * @property {Earlier | null} earlier the result of values that were changed since
 * @property {boolean} cleared
 * @property {{id: string, done: boolean} | null} copied the text that was copied last, if the
 *   browser did
 * @property {import("./more-to-read.js").Guides | null} guides
 */

/**
 * The part of the state that the form has.
 *
 * @typedef {Pick<State, "answers" | "problems" | "rowMessage" | "rowOpen">} Entered
 */

/**
 * The sheet as its parts see it: its state, what draws it, and what moves the focus to an element
 * by its id, which may not be there. `landOn` brings the element to the top of the window as well.
 *
 * @typedef {{state: State, draw: () => void, focusOn: (id: string) => void, landOn: (id: string) =>
 *   Promise<void>}} SheetPage
 */

/**
 * The state about the record, before there is one. Each call makes its own, because answers are
 * written into it.
 *
 * @returns {Entered & Pick<State, "formOpen" | "outcome" | "earlier" | "cleared" | "copied"> &
 *   Pick<State, "asked" | "stopped">}
 */
export const noRecord = () => ({
  ...{ answers: {}, problems: [], rowMessage: null, rowOpen: false, formOpen: false, outcome: null, earlier: null },
  ...{ cleared: false, copied: null, asked: null, stopped: false },
});

/**
 * The state about the report, before there is one.
 *
 * @returns {Pick<State, "phase" | "failure" | "report" | "fields" | "even" | "hash" | "several"> &
 *   Pick<State, "others" | "unusable">}
 */
export const noReport = () => ({
  phase: "waiting",
  failure: null,
  report: null,
  fields: [],
  even: null,
  hash: null,
  several: null,
  others: [],
  unusable: "",
});

// The state of the practitioner's page.
import { newSettings } from "./settings.js";

/** @import { Audit, Profile, ReportSummary } from "expost" */

/**
 * The rows: a file, or a text that was pasted or made up.
 *
 * @typedef {object} Source
 * @property {File | string} data
 * @property {string} name
 * @property {number | null} columns how many there are; null while the header is read
 * @property {boolean} madeUp
 * @property {number} [rows] how many were made up
 */

/**
 * How far the study is: a step of the library's, while reading with the share of the file read.
 *
 * @typedef {(import("expost").ProfileProgress | import("expost").Progress) & {share?: number}}
 *   StudyProgress
 */

/**
 * The library's audit of a report, with what the report says of itself.
 *
 * @typedef {Audit & Pick<ReportSummary, "guarantee" | "title" | "mechanism">} ReportAudit
 */

/**
 * The outcome of a study.
 *
 * @typedef {object} Result
 * @property {Profile} profile
 * @property {ReportAudit | null} audit null without a report
 * @property {import("./map-axes.js").Axis[]} axes the sides that a map can have
 * @property {boolean} classes the outcome has several
 * @property {string | null} unit what the outcome is measured in
 * @property {File | string} source
 * @property {boolean} decimalComma
 * @property {import("./study-columns.js").Study} study
 * @property {boolean} madeUp
 */

/**
 * The map of the rows.
 *
 * @typedef {object} MapState
 * @property {string[]} chosen the keys of two axes (map-axes.js)
 * @property {"largest" | "median"} statistic
 * @property {Float64Array[] | null} places where each row lies on the two; null while that is read
 * @property {boolean} asked it was asked for, not drawn of its own accord
 * @property {string | null} message
 */

/**
 * @typedef {object} State
 * @property {"form" | "working" | "result"} phase
 * @property {import("./settings.js").Settings} settings
 * @property {Source | null} source
 * @property {boolean} decimalComma whether numbers in the files have a decimal comma
 * @property {boolean} reading the header of the rows is being read
 * @property {{document: import("./study-columns.js").Study, name: string} | null} study
 * @property {{data: File, name: string, columns: number} | null} heldOut
 * @property {{text: string, name: string} | null} report
 * @property {import("../controls/problems.js").Problem[]} problems
 * @property {string | null} message
 * @property {StudyProgress | null} progress
 * @property {boolean} inPage
 * @property {Result | null} result
 * @property {MapState} map
 */

/** @typedef {import("../controls/data-page.js").DataPage<State>} ProfilePage */

/**
 * The map before its two sides were chosen.
 *
 * @returns {MapState}
 */
export const newMap = () => ({ chosen: [], statistic: "largest", places: null, asked: false, message: null });

/**
 * The state of a page on which nothing was entered. `decimals` are the language's signs before
 * decimals.
 *
 * @param {string[]} decimals
 * @returns {State}
 */
export const nothingYet = (decimals) => ({
  phase: "form",
  settings: newSettings(decimals),
  source: null,
  decimalComma: false,
  reading: false,
  study: null,
  heldOut: null,
  report: null,
  problems: [],
  message: null,
  progress: null,
  inPage: false,
  result: null,
  map: newMap(),
});

/**
 * Whether numbers in the rows have a decimal comma: those that are made up have none.
 *
 * @param {Pick<State, "decimalComma">} state
 * @param {Source} source
 */
export const isComma = ({ decimalComma }, { madeUp }) => decimalComma && !madeUp;

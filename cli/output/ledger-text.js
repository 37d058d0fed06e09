// A ledger and its running total as lines. The library has the words.
import { plain } from "../../wording/figures.js";
import { table } from "../../wording/text-table.js";
import { oneLine } from "./one-line.js";

/**
 * Lines behind the total, whose names are of one width.
 *
 * @param {import("expost").ComposedLedgerTotal} total
 * @param {string} [limitInWords]
 */
const totalLines = (total, limitInWords) => [
  ...(total.togetherInWords === null ? [] : [`          ${total.togetherInWords}`]),
  ...(total.isOfRow ? ["          for one row: some of them promise nothing to a person with several rows"] : []),
  ...(limitInWords === undefined ? [] : [`  limit:  ${limitInWords}; left: ${total.leftInWords}`]),
];

/**
 * @param {string} path
 * @param {Pick<import("expost").EnteredLedger, "before" | "total" | "limitInWords">} entered
 */
export function ledgerText(path, { before, total, limitInWords }) {
  const lines = [
    `ledger ${path}, losses added up`,
    `  before: ${before.words}`,
    `  now:    ${total.words}`,
    ...totalLines(total, limitInWords),
  ];
  return `${lines.join("\n")}\n`;
}

/** @param {import("expost").LedgerEntry} entry */
const told = ({ published, epsilon, delta, title, seeded, rows }) => [
  `${oneLine(title)}${rows === undefined ? "" : ` (to a person with up to ${rows} rows)`}${seeded ? " (experiment, not counted)" : ""}`,
  published,
  `ε = ${epsilon === "Infinity" ? "∞" : plain(epsilon)}`,
  `δ = ${plain(delta)}`,
];

/**
 * All of a ledger: its publications, their total, and when each report that was asked for was
 * entered.
 *
 * @param {string} path
 * @param {object} found
 * @param {import("expost").LedgerEntry[]} found.entries
 * @param {import("expost").ComposedLedgerTotal} found.total
 * @param {string} [found.limitInWords]
 * @param {{report: string, published: string}[]} found.entered
 */
export function ledgerTable(path, { entries, total, limitInWords, entered }) {
  const lines = [
    `ledger ${oneLine(path)}`,
    ...(entries.length === 0 ? [] : table(entries.map(told)).trimEnd().split("\n")).map((line) => `  ${line}`),
    `  total:  ${total.words}`,
    ...totalLines(total, limitInWords),
    ...entered.map(({ report, published }) => `${oneLine(report)}: entered on ${published}, with this promise`),
  ];
  return `${lines.join("\n")}\n`;
}

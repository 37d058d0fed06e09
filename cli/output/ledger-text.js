// The running total of a ledger as lines. The library has the words.

/**
 * @param {string} path
 * @param {Pick<import("expost").EnteredLedger, "before" | "total" | "limitInWords">} entered
 */
export function ledgerText(path, { before, total, limitInWords }) {
  const lines = [
    `ledger ${path}, losses added up`,
    `  before: ${before.words}`,
    `  now:    ${total.words}`,
    ...(total.togetherInWords === null ? [] : [`          ${total.togetherInWords}`]),
    ...(total.isOfRow ? ["          for one row: some of them promise nothing to a person with several rows"] : []),
    ...(limitInWords === undefined ? [] : [`  limit:  ${limitInWords}`]),
  ];
  return `${lines.join("\n")}\n`;
}

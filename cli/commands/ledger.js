// expost ledger FILE: what was published about some data, what it adds up to, and what is left.
import { ledgerEntry, ledgerTotal } from "expost";
import { signatureParts } from "../../intake/signature.js";
import { inputError } from "../errors.js";
import { nameOf, onlyOnce } from "../input/bytes.js";
import { openReport } from "../input/json.js";
import { readLedger } from "../ledger/ledger.js";
import { sha256 } from "../ledger/study-hash.js";
import { printDocument, spelled } from "../output/json.js";
import { ledgerTable } from "../output/ledger-text.js";
import { oneLine } from "../output/one-line.js";
import { print } from "../output/streams.js";

/** @param {import("commander").Command} program */
export function addLedger(program) {
  program
    .command("ledger")
    .summary("what a ledger's publications add up to, and what is left")
    .description(
      "Shows the publications of a ledger that publish or attach keep: what each promises, what they add up to, what they have together, and what the limit leaves. Of each report given it says when it was entered; one that isn't there, or promises something else there, is refused.",
    )
    .argument("<LEDGER.json>", "the ledger")
    .argument("[REPORT.json...]", "reports that must stand in it")
    .option("--json", "print the totals as JSON")
    .addHelpText(
      "after",
      `
Examples:
  expost ledger ledger.json
  expost ledger ledger.json report.json
  expost ledger ledger.json --json`,
    )
    .action(showLedger);
}

/**
 * The entry of a report, which has to promise the same there.
 *
 * @param {string} path
 * @param {{path: string, entries: import("expost").LedgerEntry[]}} ledger
 */
async function entryOf(path, { path: ledgerPath, entries }) {
  const { text, report } = await openReport(path);
  report.free();
  // It is entered before it is signed.
  const hash = sha256(signatureParts(text)?.message ?? text);
  const found = entries.find((entry) => entry.report === hash);
  if (!found) throw inputError(`${nameOf(path)}: is not in ${oneLine(ledgerPath)}`);
  const own = await ledgerEntry(JSON.parse(text), { report: hash, study: found.study });
  const promise = (/** @type {import("expost").LedgerEntry} */ { epsilon, delta, rows, seeded }) =>
    spelled([epsilon, delta, rows ?? null, seeded]);
  if (promise(own) !== promise(found))
    throw inputError(
      `${nameOf(path)}: promises ε = ${own.epsilon}, δ = ${own.delta}, but ${oneLine(ledgerPath)} has another promise of it`,
    );
  return found;
}

/**
 * @param {string} path
 * @param {string[]} reports
 * @param {{json?: boolean}} options
 */
async function showLedger(path, reports, { json }) {
  onlyOnce(path, ...reports);
  const { ledger, answer } = await readLedger(path, {}, { mustExist: true });
  const total = await ledgerTotal(ledger);
  const entered = [];
  for (const report of reports)
    entered.push({ report: nameOf(report), published: (await entryOf(report, { path, entries: ledger.entries })).published });
  const { limit, limitInWords } = answer;
  if (json) await printDocument({ publications: ledger.entries.length, total, limit, entered });
  else await print(ledgerTable(path, { entries: ledger.entries, total, limitInWords, entered }));
}

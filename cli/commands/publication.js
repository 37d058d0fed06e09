// The common part of `publish` and `attach`: data and study in; report, secrets and ledger out,
// all of them or none; but a ledger counts a report of which a part may have been read.
import { dirname, join } from "node:path";
import { ledgerEntry } from "expost";
import { documentText } from "../../intake/document-text.js";
import { usageError } from "../errors.js";
import { collectStudies, withStudy } from "../input/study-data.js";
import { DECIMAL_COMMA } from "../input/table.js";
import { readLedger, withEntry } from "../ledger/ledger.js";
import { withLockedLedger } from "../ledger/lock.js";
import { repeatInPlace } from "../ledger/repeat-in-place.js";
import { sha256, studyHash } from "../ledger/study-hash.js";
import { TableHash } from "../ledger/table-hash.js";
import { ledgerLimit, wholeNumber } from "../options.js";
import {
  OWNER_ONLY,
  REPLACE,
  STANDARD_OUTPUT,
  checkKept,
  checkOutputs,
  checkSecretOutput,
  keptUnless,
  writeFiles,
} from "../output/file.js";
import { ledgerText } from "../output/ledger-text.js";
import { poorData, publicationText } from "../output/publication-text.js";
import { print, remark, warn } from "../output/streams.js";

/** @typedef {import("../../wasm/documents.js").StudyDocument} StudyDocument */

/**
 * Options of both commands.
 *
 * @typedef {object} PublicationOptions
 * @property {string[]} study
 * @property {string} out
 * @property {string} [secrets]
 * @property {string} [ledger]
 * @property {import("expost").LedgerLimit} [limit]
 * @property {number} [seed]
 * @property {boolean} [replace]
 * @property {boolean} [decimalComma]
 */

/**
 * Argument and options that both commands have.
 *
 * @param {import("commander").Command} command
 */
export function addPublicationOptions(command) {
  return command
    .argument("<DATA.csv>", "the data: a header and rows, as CSV (- for standard input) or Parquet")
    .requiredOption(
      "--study <STUDY.json>",
      "what the model is trained for on which columns, and with which budget; given again, a file that changes parts of it",
      collectStudies,
    )
    .requiredOption("--out <REPORT.json>", "the report to write (- for standard output)")
    .option(
      "--secrets <FILE>",
      "also write the noise and what it hides, or the noisy sums and who took part in each step, readable by you alone: for your own audit, never to be published",
    )
    .option(...REPLACE)
    .option(
      "--ledger <FILE>",
      "keep the running total of what was published about this data in this file, made if it isn't there; as secret as the data",
    )
    .option(
      "--limit <EPSILON[,DELTA]>",
      "with --ledger: refuse, before the data are read, what would take the total beyond this; kept in the ledger, and can be lowered later",
      ledgerLimit,
    )
    .option(...DECIMAL_COMMA)
    .option("--seed <N>", "draw the noise from a seed: for experiments only, the report is marked", wholeNumber(0));
}

/**
 * Says that losses add up where the same was published before.
 *
 * @param {string} out
 * @param {StudyDocument} study
 * @param {string} [ledgerPath]
 * @param {number} [seed]
 */
async function warnOfRepeat(out, study, ledgerPath, seed) {
  // An experiment is not to be published.
  if (seed !== undefined) return;
  const sentence =
    ledgerPath === undefined
      ? await repeatInPlace(out, study)
      : (await readLedger(ledgerPath, { study: await studyHash(study) })).answer.repeat;
  if (sentence !== null) warn(sentence);
}

/**
 * Reads the data, has `make(data, study, options)` make a report, writes it with what goes with
 * it and tells the curator.
 *
 * @param {string} dataPath
 * @param {PublicationOptions} options of the command line
 * @param {object} words
 * @param {string} words.working what follows reading
 * @param {string[]} [words.inputs] other files that are read
 * @param {(study: StudyDocument) => Promise<import("expost").CompositionPart>} words.promise what a
 *   publication will promise, as the library's publicationPart says
 * @param {typeof import("expost").publish} make
 */
export async function writePublication(dataPath, options, { working, inputs = [], promise }, make) {
  const { study: studyPaths, out, secrets: secretsPath, ledger: ledgerPath, limit, seed, replace, decimalComma } = options;
  if (secretsPath === STANDARD_OUTPUT) throw usageError("--secrets must be a file, not standard output");
  if (ledgerPath === STANDARD_OUTPUT) throw usageError("--ledger must be a file, not standard output");
  if (limit !== undefined && ledgerPath === undefined) throw usageError("--limit belongs to --ledger, which keeps it");
  const given = (/** @type {string | undefined} */ path) => (path === undefined ? [] : [path]);
  await checkOutputs([out, ...given(secretsPath), ...given(ledgerPath)], [dataPath, ...studyPaths, ...inputs]);
  if (secretsPath !== undefined) await checkSecretOutput(secretsPath);
  const kept = { out: keptUnless("--out", replace), secrets: keptUnless("--secrets", replace) };
  await checkKept(out, kept.out);
  if (secretsPath !== undefined) await checkKept(secretsPath, kept.secrets);
  const found = ledgerPath === undefined ? null : (await readLedger(ledgerPath, { limit })).answer;
  const { usedStudy, made, table } = await withStudy(
    dataPath,
    studyPaths,
    {
      working,
      mayBeEmpty: true,
      decimalComma,
      async beforeData(study) {
        // An experiment is not to be published.
        if (ledgerPath === undefined || found?.limit === undefined || seed !== undefined) return;
        await readLedger(ledgerPath, { limit, adds: await promise(study) });
      },
    },
    async (data, study, onProgress) => {
      await warnOfRepeat(out, study, ledgerPath, seed);
      const hash = new TableHash(data.header);
      // The ledger knows a table by all of its columns.
      const taken = ledgerPath === undefined ? data : { ...data, rows: hash.passed(data.rows), select: data.selectAll };
      const wanted = { seed, secrets: secretsPath !== undefined, onProgress };
      return { usedStudy: study, made: await make(taken, study, wanted), table: hash };
    },
  );
  const { secrets, notes } = made;
  const report = /** @type {import("../../wasm/documents.js").ReportDocument} */ (made.report);
  const content = documentText(report);
  const counted = ledgerPath === undefined ? "" : `, but its entry is in ${ledgerPath}`;
  /** @type {Parameters<typeof writeFiles>[0]} */
  const files = [{ path: out, content, kept: kept.out, lost: `; the report did not get out whole${counted}` }];
  // Before the report, which is nothing without it. Its name is its content's.
  if (made.path !== undefined)
    files.unshift({ path: join(out === STANDARD_OUTPUT ? "." : dirname(out), made.path.name), content: [made.path.bytes] });
  // The secrets allow everybody to take the noise away.
  if (secretsPath !== undefined)
    files.unshift({
      path: secretsPath,
      content: documentText(secrets),
      mode: OWNER_ONLY,
      secret: true,
      kept: kept.secrets,
    });
  let ledgerLines = "";
  /** @type {string | null} */
  let doubt = null;
  if (ledgerPath === undefined) await writeFiles(files);
  else {
    const entry = await ledgerEntry(report, { report: sha256(content), study: await studyHash(usedStudy) });
    await withLockedLedger(ledgerPath, async () => {
      // Read again: training takes its time, and another publication may have been entered
      // meanwhile.
      const fingerprint = (/** @type {string} */ key) => table.fingerprint(key);
      const entered = await withEntry(ledgerPath, entry, { limit, fingerprint });
      // First in its place: an entry without its report counts too much, a report without its
      // entry nothing.
      // With a key in it, it is as secret as the data.
      const mode = entered.hadKey ? undefined : OWNER_ONLY;
      await writeFiles([{ path: ledgerPath, content: documentText(entered.ledger), mode, stays: true }, ...files]);
      doubt = entered.doubt === null ? null : `${ledgerPath}: ${entered.doubt}`;
      ledgerLines = ledgerText(ledgerPath, entered);
    });
  }
  const text = publicationText(report, notes, made.path?.name) + ledgerLines;
  if (out === STANDARD_OUTPUT) remark(text.trimEnd());
  else await print(text);
  if (doubt !== null) warn(doubt);
  const poor = poorData(usedStudy.label.name, notes);
  if (poor !== null) warn(poor);
  for (const doubt of notes.doubts) warn(`${doubt}. The report was made all the same: a refusal would give the data away`);
  if (seed !== undefined)
    warn('the noise came from a seed, so whoever knows it can take the noise away; the report is marked "x-insecure-seed"');
  else warn("publish once: making it again adds to everyone's loss");
}

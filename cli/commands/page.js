// expost page REPORT --out PAGE.html: the check page with a report inside.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Option } from "commander";
import { bakePage } from "../../web/bake/bake.mjs";
import { sheetName } from "../../web/bake/page-names.js";
import { internalError } from "../errors.js";
import { nameOf } from "../input/bytes.js";
import { openReport } from "../input/json.js";
import { EXPERIMENT, refuseSeeded } from "../input/publishable.js";
import { REPLACE, checkKept, checkOutputs, keptUnless, writeFiles } from "../output/file.js";
import { warn } from "../output/streams.js";

/**
 * The check page in a language, next to the bundled command line in the package.
 *
 * @param {string} language
 */
const sheetIn = (language) => new URL(`../site/${sheetName(language)}`, import.meta.url);

/** @param {import("commander").Command} program */
export function addPage(program) {
  program
    .command("page")
    .summary("one self-contained HTML file: the check page with a report inside")
    .description("Puts a report into the check page: one HTML file that opens from a disk, works offline and sends nothing.")
    .argument("<REPORT>", "the report (- for standard input)")
    .requiredOption("--out <PAGE.html>", "the file to write (- for standard output)")
    .option(...REPLACE)
    .addOption(new Option("--lang <LANGUAGE>", "the language of the page").choices(EXPOST_LANGUAGES).default("en"))
    .option(...EXPERIMENT)
    .addHelpText(
      "after",
      "\nExamples:\n  expost page report.json --out check.html\n  expost page report.json --lang de --out check.de.html",
    )
    .action(page);
}

/**
 * @param {string} reportPath
 * @param {{out: string, lang: string, replace?: boolean, experiment?: boolean}} options
 */
async function page(reportPath, { out, lang, replace, experiment }) {
  await checkOutputs([out], [reportPath]);
  const kept = keptUnless("--out", replace);
  await checkKept(out, kept);
  const { text, report, pathFile } = await openReport(reportPath);
  const { summary } = report;
  report.free();
  refuseSeeded(reportPath, summary, experiment);
  if (summary.insecureSeed) warn(`${nameOf(reportPath)} was made with a seed: the page says "Experiment"; don't publish it`);
  await writeFiles([{ path: out, content: bakePage(await sheet(lang), text, pathFile), kept }]);
}

/** @param {string} language */
async function sheet(language) {
  const address = sheetIn(language);
  try {
    return await readFile(address, "utf8");
  } catch (error) {
    throw internalError(`this copy of expost has no check page (${fileURLToPath(address)})`, { cause: error });
  }
}

// expost page REPORT --out PAGE.html: the check page with a report inside.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { bakePage } from "../../web/bake.mjs";
import { ourFault } from "../faults.js";
import { nameOf } from "../input/bytes.js";
import { openReport } from "../input/json.js";
import { EXPERIMENT, refuseSeeded } from "../input/publishable.js";
import { checkOutputs, writeFiles } from "../output/file.js";
import { warn } from "../output/streams.js";

/** Beside the bundled command line, in the package. */
const SHEET = new URL("../sheet.html", import.meta.url);

export function addPage(program) {
  program
    .command("page")
    .summary("one self-contained HTML file: the check page with a report inside")
    .description("Puts a report into the check page: one HTML file that opens from a disk, works offline and sends nothing.")
    .argument("<REPORT>", "the report (- for standard input)")
    .requiredOption("--out <PAGE.html>", "the file to write (- for standard output)")
    .option(...EXPERIMENT)
    .addHelpText("after", "\nExample:\n  expost page report.json --out check.html")
    .action(page);
}

async function page(reportPath, { out, experiment }) {
  await checkOutputs([out], [reportPath]);
  const { text, report } = await openReport(reportPath);
  const { summary } = report;
  report.free();
  refuseSeeded(reportPath, summary, experiment);
  if (summary.insecureSeed) warn(`${nameOf(reportPath)} was made with a seed: the page says "Experiment"; don't publish it`);
  await writeFiles([{ path: out, content: bakePage(await sheet(), text) }]);
}

async function sheet() {
  try {
    return await readFile(SHEET, "utf8");
  } catch (error) {
    throw ourFault(`this copy of expost has no check page (${fileURLToPath(SHEET)})`, { cause: error });
  }
}

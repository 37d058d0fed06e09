// expost statement REPORT: the report in plain words, or as an entry for the deployments registry.
// Made from its JSON alone.
import { createHash } from "node:crypto";
import { posterior } from "expost";
import { Option } from "commander";
import { factsOf } from "../../statement/facts.js";
import { statementHtml } from "../../statement/html.js";
import { statementLanguage } from "../../statement/language.js";
import { registryYaml } from "../../statement/registry-yaml.js";
import { registryEntry } from "../../statement/registry.js";
import { statement as statementOf } from "../../statement/sections.js";
import styles from "../../statement/statement.css";
import { statementText } from "../../statement/text.js";
import { parseReportText } from "../../wasm/js/report-text.js";
import ground from "../../web/look/ground.css";
import tables from "../../web/look/tables.css";
import tokens from "../../web/look/tokens.css";
import { openReport } from "../input/json.js";
import { EXPERIMENT, refuseSeeded } from "../input/publishable.js";
import { REPLACE, STANDARD_OUTPUT, checkKept, checkOutputs, keptUnless, writeFiles } from "../output/file.js";
import { warn } from "../output/streams.js";

/** @param {import("commander").Command} program */
export function addStatement(program) {
  program
    .command("statement")
    .summary("the report in plain words, or as an entry for the deployments registry")
    .description(
      "Says in plain words what a report releases, what it promises and what it costs a person, from the report's JSON alone; or writes the draft of an entry for the Differential Privacy Deployments Registry.",
    )
    .argument("<REPORT>", "the report (- for standard input)")
    .addOption(
      new Option("--format <FORMAT>", "text, html: one file without scripts; registry-yaml")
        .choices(["text", "html", "registry-yaml"])
        .default("text"),
    )
    .addOption(
      new Option("--language <LANGUAGE>", "the language of the words; a registry entry is in English")
        .choices(EXPOST_LANGUAGES)
        .default("en"),
    )
    .option("--out <FILE>", "the file to write (- for standard output)", STANDARD_OUTPUT)
    .option(...REPLACE)
    .option(...EXPERIMENT)
    .addHelpText(
      "after",
      `
Examples:
  expost statement report.json
  expost statement report.json --format html --out statement.html
  expost statement report.json --language de
  expost statement report.json --format registry-yaml --out entry.yaml`,
    )
    .action(statement);
}

/**
 * Reads a language's words; a bundle has those of every language.
 *
 * @param {string} tag
 */
async function languageOf(tag) {
  /** @type {Pick<import("../../words/types.js").Words, "check">} */
  const { check } = await import(`../../words/${tag}/check.js`);
  /** @type {Pick<import("../../words/types.js").Words, "statement">} */
  const { statement } = await import(`../../words/${tag}/statement.js`);
  return statementLanguage(statement, check);
}

/**
 * @param {string} reportPath
 * @param {{format: string, language: string, out: string, replace?: boolean,
 *   experiment?: boolean}} options
 */
async function statement(reportPath, { format, language, out, replace, experiment }) {
  await checkOutputs([out], [reportPath]);
  const kept = keptUnless("--out", replace);
  await checkKept(out, kept);
  const { text, report } = await openReport(reportPath);
  let facts;
  try {
    refuseSeeded(reportPath, report.summary, experiment);
    const sha256 = createHash("sha256").update(text, "utf8").digest("hex");
    // The library has just accepted it.
    const document = /** @type {import("../../wasm/documents.js").ReportDocument} */ (parseReportText(text));
    facts = await factsOf({ document, report, library: { posterior }, sha256 });
  } finally {
    report.free();
  }
  if (format === "registry-yaml") {
    const made = registryEntry(facts);
    await writeFiles([{ path: out, content: registryYaml(made), kept }]);
    warn(`to be filled in by the publisher, as the report can't know it: ${made.unfilled.join(", ")}`);
    if (language !== "en") warn("the entry is in English, as the registry is");
    return;
  }
  const model = statementOf(facts, await languageOf(language));
  const content =
    format === "html" ? await statementHtml(model, `${tokens}\n${ground}\n${tables}\n${styles}`) : statementText(model);
  await writeFiles([{ path: out, content, kept }]);
}

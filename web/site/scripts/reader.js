// The reader of reports on report.html: the library with a person's operations, and the statement.
// Loaded when the first report comes, so that the page is there before it.
import { posterior } from "expost";
import { withoutMark } from "../../../intake/exact-text.js";
import { factsOf } from "../../../statement/facts.js";
import { sectionsHtml, statementHtml } from "../../../statement/html.js";
import { registryEntry } from "../../../statement/registry.js";
import { statement } from "../../../statement/sections.js";
import styles from "../../../statement/statement.css";
import { english } from "../../../statement/english.js";
import { statementText } from "../../../statement/text.js";
import { parseReportText } from "../../../wasm/js/report-text.js";
import ground from "../../look/ground.css";
import tables from "../../look/tables.css";
import tokens from "../../look/tokens.css";
import { openReport } from "../../sheet/engine.js";

/** @typedef {import("../../../statement/language.js").StatementLanguage} StatementLanguage */

/**
 * @param {string} text the report's
 * @param {{sha256: string | null, key?: string, path?: Blob}} known its fingerprint, the key that
 *   must have signed it, and the file that it leaves its path to
 * @param {StatementLanguage} [say] the language of the words; a registry entry is in English
 * @returns what a page shows of it: title, language and direction, sections (markup in which every
 *   word of the report is escaped), contents ({id, heading}) and what can be kept: text(), html(),
 *   registry(); or { refused }: the check page's state for such a report, with the library's own
 *   sentence: { state, message }
 */
export async function readReport(text, { sha256, key, path }, say = english) {
  const opened = await openReport(text, key, path);
  if (!opened.report) return { refused: { state: opened.state, message: opened.message } };
  let facts;
  try {
    const document = /** @type {import("../../../wasm/documents.js").ReportDocument} */ (parseReportText(withoutMark(text)));
    facts = await factsOf({ document, report: opened.report, library: { posterior }, sha256 });
  } finally {
    opened.report.free();
  }
  const model = statement(facts, say);
  const prefix = "statement-";
  return {
    title: model.title,
    language: model.language,
    direction: model.direction,
    sections: sectionsHtml(model, { level: 3, prefix }),
    contents: model.sections.map(({ id, heading }) => ({ id: prefix + id, heading })),
    text: () => statementText(model),
    html: () => statementHtml(model, `${tokens}\n${ground}\n${tables}\n${styles}`),
    registry: () => registryEntry(facts),
  };
}

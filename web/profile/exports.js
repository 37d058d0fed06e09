// The files that the page hands over. Each says that it is private, in its name and inside.

/** @import { Profile } from "expost" */
/** @import { ReportAudit, Result } from "./state.js" */

/**
 * JSON has no infinity, and no typed arrays.
 *
 * @param {unknown} value
 * @returns {unknown}
 */
function asDocument(value) {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Float64Array) return Array.from(value, asDocument);
  if (Array.isArray(value)) return value.map(asDocument);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, asDocument(entry)]));
}

/**
 * Everything that was found, as a JSON document.
 *
 * @param {Pick<Result, "profile" | "audit" | "madeUp">} result
 * @param {string} stamp
 */
export const documentOf = ({ profile, audit, madeUp }, stamp) => ({
  private: true,
  stamp,
  madeUp,
  profile: asDocument(profile),
  ...(audit && { audit: asDocument({ title: audit.title, summary: audit.summary, rows: audit.rows }) }),
});

/**
 * One line a row, under the names that `expost profile --out` gives: its number among the rows that
 * the study's `person` keeps (all without it), how far it moves the model, its typical loss and,
 * with a report, its exact loss (signed, as a member) and its bound. The first name is the stamp:
 * most readers of CSV know no comments.
 *
 * @param {Pick<Result, "profile" | "audit">} result
 */
export function rowsCsv({ profile, audit }) {
  /** @type {Record<string, (index: number) => number>} */
  const columns = {
    privateRow: (index) => index + 1,
    displacement: (index) => profile.displacement[index],
    typicalLoss: (index) => profile.profile.typical[index],
    ...(audit && { exactLoss: (index) => audit.rows.exact[index], bound: (index) => audit.rows.upper[index] }),
  };
  const lines = [Object.keys(columns).join(",")];
  for (let index = 0; index < profile.rows; index += 1)
    lines.push(
      Object.values(columns)
        .map((of) => of(index))
        .join(","),
    );
  return `${lines.join("\n")}\n`;
}

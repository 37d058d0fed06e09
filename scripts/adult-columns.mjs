// The adult data as LeBlond et al. (2023) code them: chosen columns with mean 0 and variance 1,
// then all rows divided by the longest.
//
// The training and the test file together, 48,842 rows. Scaling by the data's own mean and
// variance is what the paper does; a study for publication takes its ranges from public knowledge
// instead.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Rows for the library, and a study of them.
 *
 * @typedef {object} Columns
 * @property {string[]} header
 * @property {(number | string)[][]} rows
 * @property {import("../wasm/documents.js").StudyDocument & {mechanism: {lambda: number}}} study
 */

const FILES = ["adult_train.csv", "adult_test.csv"];

/**
 * One sentence about data that are not there, or null.
 *
 * @param {string} folder
 */
export function missingAdult(folder) {
  const missing = FILES.map((name) => join(folder, name)).filter((file) => !existsSync(file));
  return missing.length === 0 ? null : `the UCI data are not there (${missing.join(", ")})`;
}

/** @param {string} folder */
function table(folder) {
  const [first, ...others] = FILES.map((name) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n"));
  const header = first[0].split(",");
  const rows = [first, ...others].flatMap((lines) => lines.slice(1)).map((line) => line.split(",").map((cell) => cell.trim()));
  return { header, rows };
}

/** @param {number[]} values */
function standardised(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return values.map((value) => (value - mean) / Math.sqrt(variance));
}

/**
 * @param {string[]} names
 * @param {string} folder
 * @returns {Columns} λ = n, which is Λ = 1 as in the paper
 */
export function adultColumns(names, folder) {
  const { header, rows } = table(folder);
  const place = (/** @type {string} */ name) => {
    if (!header.includes(name)) throw new Error(`the adult data have no column ${name}`);
    return header.indexOf(name);
  };
  const columns = names.map(place).map((at) => standardised(rows.map((row) => Number(row[at]))));
  const label = place("income");
  const lengths = rows.map((_, i) => Math.hypot(...columns.map((column) => column[i])));
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  return {
    header: [...names, "income"],
    // The test file writes ">50K." for ">50K".
    rows: rows.map((row, i) => [...columns.map((column) => column[i] / longest), row[label].replace(/\.$/, "")]),
    study: {
      title: `Adult, ${names.length} columns as in LeBlond et al. (2023)`,
      unit: "one person, one row",
      features: names.map((name) => ({ name, kind: "number", minimum: -1, maximum: 1 })),
      scaling: { range: [-1, 1], norm: 1 },
      label: { name: "income", kind: "binary", negative: "<=50K", positive: ">50K" },
      mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: rows.length },
      budget: { epsilon: 1, delta: 1e-6, release: "none" },
    },
  };
}

/** @param {Pick<Columns, "header" | "rows">} columns */
export const csvText = ({ header, rows }) => [header, ...rows].map((cells) => `${cells.join(",")}\n`).join("");

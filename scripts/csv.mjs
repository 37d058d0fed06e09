// A small file of CSV as a whole, for scripts that work on its rows.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packageDir } from "./paths.mjs";

/**
 * Its header and rows, read by the package that was built.
 *
 * @param {string} path
 */
export async function readCsv(path) {
  /** @type {typeof import("expost")} */
  const { openCsv } = await import(pathToFileURL(join(packageDir, "index.js")).href);
  const table = await openCsv([readFileSync(path)]);
  /** @type {string[][]} */
  const rows = [];
  for await (const block of table.rows) rows.push(...block.rows());
  await table.close();
  return { header: table.header, rows };
}

// Texts made to take long (intake/csv-table.js): a table of some megabytes is read or refused in
// seconds, where each took many minutes.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

/** Reads a text, given as an expression of JavaScript, in pieces: the cells, or the refusal. */
function readIn(text) {
  const from = (path) => JSON.stringify(new URL(`../../intake/${path}`, import.meta.url).href);
  const script = `
    import { CsvTable } from ${from("csv-table.js")};
    import { singleRows } from ${from("row-block.js")};
    const text = ${text};
    async function* pieces() {
      for (let from = 0; from < text.length; from += 65536) yield text.slice(from, from + 65536);
    }
    let rows = 0;
    try {
      const table = await CsvTable.open(pieces(), (message) => new RangeError(message));
      for await (const row of singleRows(table.rows)) rows += row.length;
      console.log(rows);
    } catch (error) {
      console.log(error.message);
    }
  `;
  const { stdout, error } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 90_000,
  });
  assert.equal(error, undefined, "it takes too long");
  return stdout.trim();
}

const FAULT = "line 3 has a quotation mark that is not closed, or not doubled";
const long = '"q".repeat(70_000)';
for (const [what, text, result] of [
  ["quotation marks out of place, then blanks", `'a,b\\n1,2\\n"' + 'x"'.repeat(3e6) + "y" + " ".repeat(6e6) + ",1\\n"`, FAULT],
  ["the same with tabs", `'a,b\\n1,2\\n"' + 'x"'.repeat(3e6) + "y" + "\\t".repeat(6e6) + ",1\\n"`, FAULT],
  ["the same after the beginning", `"a,b\\n" + ${long} + ',2\\n"' + 'x"'.repeat(3e6) + "y" + " ".repeat(6e6) + ",1\\n"`, FAULT],
  ["a long field of doubled quotation marks", `"a,b\\n1,2\\n" + '"' + '""'.repeat(7e6) + '",1\\n'`, "4"],
  [
    "a long row of quoted fields",
    `"a,b\\n1,2\\n" + '"x",'.repeat(3e6) + "1\\n"`,
    "line 3 has 3000001 fields, but the header has 2",
  ],
]) {
  test(`${what}: no more than seconds`, () => assert.equal(readIn(text), result));
}

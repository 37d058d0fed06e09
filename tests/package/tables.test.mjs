// Every table of tests/tables in Node: the package's openCsv in pieces of many sizes, and the files
// of the command line. The pages: tests/browser/tables.test.mjs; Python: python/tests/test_csv.py.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openCsv } from "../../build/package/index.js";
import { bundledFiles } from "../cli/bundled-file.mjs";
import { folder } from "../cli/run-expost.mjs";
import { readAs, tables } from "../tables/tables.mjs";

const all = tables();

/** Pieces of a size. */
function* pieces(bytes, size) {
  for (let from = 0; from < bytes.length; from += size) yield new Uint8Array(bytes.subarray(from, from + size));
}

test("there are hundreds by hand, and 10,000 made up, of which many are read and many refused", () => {
  assert.ok(all.length > 10_400, `${all.length} tables`);
  const refused = all.filter(({ expected }) => expected.refused !== undefined);
  assert.ok(refused.length > 1000 && all.length - refused.length > 5000, `${refused.length} refused`);
  for (const code of ["empty", "wrong-length", "unclosed-quote"])
    assert.ok(refused.some(({ expected }) => expected.refused[0] === code), code); // prettier-ignore
});

test("the package reads each as the rules say, in pieces of any size", async () => {
  for (const [i, { name, bytes, expected }] of all.entries())
    for (const size of [1 << 20, 1 + (i % 11)]) {
      const read = () => openCsv(pieces(bytes, size));
      assert.deepEqual(await readAs(read, ({ code, pointer }) => [code, pointer]), expected, `${name}, pieces of ${size}`);
    }
});

test("the command line reads each file alike", async () => {
  const dir = folder();
  const { withTable } = await import(await bundledFiles(["input/table.js", "errors.js"], dir));
  for (const { name, bytes, expected } of all) {
    const path = dir.write("table.csv", bytes);
    const open = async () => {
      let done;
      const used = new Promise((resolve) => (done = resolve));
      const table = await new Promise((resolve, reject) => {
        const opened = async (found) => {
          resolve(found);
          await used;
        };
        withTable(path, { mayBeEmpty: true }, opened).catch(reject);
      });
      const lineOf = (pointer) => Number(/, line (\d+)$/.exec(table.placeOf({ pointer }))?.[1]);
      return { ...table, lineOf, close: done };
    };
    const found = await readAs(open, ({ message }) => [message, ""]);
    assert.deepEqual([found.header, found.rows, found.refused === undefined], [expected.header, expected.rows, expected.refused === undefined], name); // prettier-ignore
    const line = /\/line\/(\d+)/.exec(expected.refused?.[1] ?? "")?.[1];
    if (line !== undefined) assert.match(found.refused[0], new RegExp(`table\\.csv: line ${line} `), name);
  }
});

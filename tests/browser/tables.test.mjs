// In Firefox as well: what a page hands over is the browser's own decoding and unpacking.
// Every table of tests/tables as the pages read it: a file that was chosen.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { build } from "esbuild";
import { readAs, tables } from "../tables/tables.mjs";
import { browserNames, closeBrowsers, withPage } from "./browsers.mjs";
import { root } from "../cli/run-expost.mjs";

after(closeBrowsers);

const script = async () => {
  const source = `
    import { openCsv } from "./build/package/index.js";
    import { openTable } from "./intake/table.js";
    ${readAs.toString().replace("export ", "")}
    window.readTables = async (base64, sizes) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const found = [];
      let from = 0;
      for (const size of sizes) {
        const file = new File([bytes.subarray(from, (from += size))], "table.csv");
        const refusal = (message) => Object.assign(new Error(message), { refusal: true });
        const open = () => openTable(file, refusal, { openCsv, mayBeEmpty: true });
        found.push(await readAs(open, (error) => [error.refusal ? error.message : "no refusal", ""]));
      }
      return found;
    };`;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: root, sourcefile: "tables.js" },
    absWorkingDir: root,
    bundle: true,
    format: "iife",
    write: false,
    logLevel: "silent",
    external: [join(root, "intake/parquet-table.js")],
  });
  return outputFiles[0].text;
};

for (const name of browserNames) {
  describe(name, () => {
    test("a page reads each table as the rules say", async () => {
      const all = tables();
      const content = await script();
      await withPage(name, async (page) => {
        await page.goto("about:blank");
        await page.addScriptTag({ content });
        const bytes = Buffer.concat(all.map((table) => table.bytes)).toString("base64");
        const found = await page.evaluate(
          ([text, sizes]) => window.readTables(text, sizes),
          [bytes, all.map((table) => table.bytes.length)],
        );
        for (const [i, { name, expected }] of all.entries()) {
          const { header, rows, refused } = found[i];
          assert.deepEqual(
            [header, rows, refused === undefined],
            [expected.header, expected.rows, expected.refused === undefined],
            name,
          );
          const line = /\/line\/(\d+)/.exec(expected.refused?.[1] ?? "")?.[1];
          if (line !== undefined) assert.match(refused[0], new RegExp(`^line ${line} `), name);
        }
      });
    });
  });
}

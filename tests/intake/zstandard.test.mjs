// Zstandard of pages that are damaged: refused, in bounded time. What is tried runs in a process of
// its own, because what never ends can't be waited for in this one.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decompressZstandard } from "../../intake/zstandard.js";

/** "north7 yes12 …" as libzstd writes it, with a Huffman tree whose weights are coded. */
const FRAME = Buffer.from(
  "KLUv/WCTAEUGAKLJGRWQJckDdqF1AbAg/z8AK0tKCUZjJ3JIpHW4ZZ7ltJbT8N6KrLUc84LivTirIHl/aNhaPmhY1hi8v9FabkNahyOJmROJreUoRtrwXhDmCSId0GMFQ0MgAdxPEwgA7/F4X8l7K94PtZYpIDBCRpl19QQgJF/1CFj5VhtstizmZKecGN/VtnquABUlFNqJHQODBfEx8sXxhO6aUoPjhPgeAuLwtTfwB1ZIwhpNZvlkcBiMuzykIF00DFaQX2S0dJp45RyNMxgy",
  "base64",
);

/** A block with a tree whose weights are coded by a table with one symbol: fzstd never ends. */
const ENDLESS = [
  ...[0x28, 0xb5, 0x2f, 0xfd, 0x20, 10],
  ...[5 | ((12 << 3) & 0xff), 12 >> 5, 0],
  ...[2 | ((10 << 4) & 0xff), (7 << 6) & 0xff, 7 >> 2],
  ...[4, 0xf0, 3, 0, 4, 2, 3, 1, 0],
];

/** Runs a program with the decoder, for so many milliseconds at most. */
function run(program, timeout) {
  const address = JSON.stringify(new URL("../../intake/zstandard.js", import.meta.url).href);
  const found = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", `const { decompressZstandard } = await import(${address});\n${program}`],
    { timeout, encoding: "utf8" },
  );
  assert.equal(found.error, undefined);
  assert.equal(found.status, 0, found.stderr);
  return found.stdout;
}

test("whole frames are read", () => {
  const text = Buffer.from(decompressZstandard(new Uint8Array(FRAME), 403)).toString();
  assert.match(text, /^(north|south|west|east|yes|no)\d+ /);
  assert.equal(text.length, 403);
  const twice = decompressZstandard(new Uint8Array(Buffer.concat([FRAME, FRAME])), 806);
  assert.equal(Buffer.from(twice).toString(), text + text);
});

test("a table with a single symbol is refused, and not decoded for ever", () => {
  const said = run(
    `try { decompressZstandard(Uint8Array.from(${JSON.stringify(ENDLESS)}), 10); } catch (error) { console.log(error.message); }`,
    20_000,
  );
  assert.equal(said, "its Zstandard data are damaged\n");
});

test("more than a page may hold is refused before it is unpacked", () => {
  assert.throws(() => decompressZstandard(new Uint8Array(FRAME), 402), /damaged/);
  // Blocks of one repeated byte, 1 MiB each as they say, without a size of the frame.
  const blocks = Array.from({ length: 20 }, (_, i) => [i === 19 ? 3 : 2, 0, 0x7f, 1]).flat();
  const bomb = [0x28, 0xb5, 0x2f, 0xfd, 0, 0x50, ...blocks];
  assert.throws(() => decompressZstandard(Uint8Array.from(bomb), 1 << 20), /damaged/);
  assert.throws(() => decompressZstandard(Uint8Array.of(1, 2, 3, 4, 5), 10), /damaged/);
});

test("spoiled frames end, whatever is spoiled", () => {
  const file = readFileSync(new URL("../cli/parquet/kinds-zstd.parquet", import.meta.url));
  const program = `
    let seed = 7;
    const next = (below) => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % below;
    const frame = Buffer.from(${JSON.stringify(FRAME.toString("base64"))}, "base64");
    const page = Buffer.from(${JSON.stringify(file.subarray(4, 600).toString("base64"))}, "base64");
    let count = 0;
    for (const whole of [frame, page.subarray(page.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd])))])
      for (let i = 0; i < 20000; i += 1) {
        const bytes = new Uint8Array(whole);
        for (let k = 0; k <= next(3); k += 1) bytes[4 + next(next(2) ? 40 : bytes.length - 4)] = next(256);
        if (next(3) === 0) bytes.set([0xf0, 3], 4 + next(20));
        try { decompressZstandard(bytes, 1000); } catch {}
        count += 1;
      }
    console.log(count);`;
  assert.equal(run(program, 100_000), "40000\n");
});

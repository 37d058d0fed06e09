// Parquet as data: the same values, bounds and reports as from CSV, and one sentence for what
// can't be read.
//
// The files of tests/cli/parquet were made by another library (make.mjs there); others are written
// here.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { parquetWriteBuffer } from "hyparquet-writer";
import { bundledFile } from "./bundled-file.mjs";
import { brokenParquet, made, parquet } from "./small-parquet.mjs";
import { singleRows } from "../../intake/row-block.js";
import { command, expost, folder, inThread, isOneLine } from "./run-expost.mjs";
import { csv, header, quickStudy, rows } from "./small-study.mjs";

const dir = folder();
const module = await bundledFile("input/table.js", dir);
const { withTable } = await import(module);

async function table(path, options = {}) {
  return withTable(path, options, async ({ header: names, rows: streamed, expectedRows }) => {
    const read = [];
    for await (const row of singleRows(streamed)) read.push(row);
    return { header: names, rows: read, expectedRows };
  });
}

const people = rows(60);
const text = dir.write("data.csv", csv([header, ...people]));
const file = dir.write("data.parquet", parquet(people));
const plan = dir.write("study.json", quickStudy());
const report = dir.file("report.json");

before(async () => {
  const { code, stderr } = await command(["publish", text, "--study", plan, "--out", report, "--seed", "3"]);
  assert.equal(code, 0, stderr);
});

const expectedKinds = {
  row: [1, 2, 3],
  int8: [-128, null, 127],
  uint8: [0, null, 255],
  int16: [-32768, null, 32767],
  uint32: [0, null, 4294967295],
  // Beyond 2⁵³ as text: not a digit is lost.
  int64: ["-9007199254740993", null, 42],
  uint64: ["18446744073709551615", null, 7],
  float32: [0.5, null, -1.25],
  float64: [0.1, null, 1e300],
  boolean: [true, null, false],
  text: ['é, "quoted"', null, ""],
  "large text": ["a", null, "b"],
  level: ["north", null, "north"],
  day: ["2026-03-01", null, "1969-12-31"],
  "second milli": ["2026-03-01T12:30:00.25", null, "1969-12-31T23:59:59.999"],
  "second nano": ["2026-03-01T00:00:00", null, "1970-01-01T00:00:00.001"],
};

for (const codec of ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]) {
  test(`every kind of column, compressed with ${codec}`, async () => {
    const read = await table(made(`kinds-${codec}.parquet`));
    assert.equal(read.expectedRows, 3);
    const columns = Object.fromEntries(read.header.map((name, i) => [name, read.rows.map((row) => row[i])]));
    assert.deepEqual(columns, expectedKinds);
  });
}

test("several row groups and pages, with blanks, and how far reading has got", async () => {
  const path = made("many.parquet");
  const progress = [];
  const read = await table(path, { onBytes: (bytes) => progress.push(bytes) });
  assert.equal(read.rows.length, 1000);
  read.rows.forEach((row, i) => assert.deepEqual(row, [i / 8, i % 7 === 0 ? null : i, `t${i % 5}`]));
  assert.ok(progress.length >= 4, String(progress));
  assert.deepEqual(
    [...progress].sort((a, b) => a - b),
    progress,
  );
  assert.equal(progress.at(-1), readFileSync(path).length);
});

/** How many rows a file has, and those that are not as they were written below. */
async function rowsOfLarge(address, blocks, path) {
  const { withTable } = await import(address);
  const { singleRows } = await import(blocks);
  return withTable(path, {}, async ({ rows: streamed }) => {
    const found = { seen: 0, wrong: [] };
    for await (const [a, b] of singleRows(streamed)) {
      const i = found.seen;
      if (a !== i / 4 || b !== (i % 3 === 0 ? null : `t${i % 11}`)) found.wrong.push(`row ${i + 1}: ${a}, ${b}`);
      found.seen += 1;
    }
    return found;
  });
}

test("a row group larger than what is read at once", async () => {
  const count = 140_000;
  const numbers = Float64Array.from({ length: count }, (_, i) => i / 4);
  const sparse = Array.from({ length: count }, (_, i) => (i % 3 === 0 ? null : `t${i % 11}`));
  for (const offsetIndex of [true, false]) {
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: "a", data: numbers, type: "DOUBLE", offsetIndex },
        { name: "b", data: sparse, type: "STRING", offsetIndex },
      ],
      rowGroupSize: count,
      pageSize: 100_000,
    });
    const path = dir.write("large.parquet", Buffer.from(bytes));
    const read = await inThread(rowsOfLarge, module, new URL("../../intake/row-block.js", import.meta.url).href, path);
    assert.deepEqual(read, { seen: count, wrong: [] }, path);
  }
});

test("decimals keep their digits", async () => {
  const schema = [
    { name: "root", num_children: 2 },
    { name: "price", type: "INT32", converted_type: "DECIMAL", scale: 2, precision: 9, repetition_type: "OPTIONAL" },
    { name: "whole", type: "INT64", converted_type: "DECIMAL", scale: 0, precision: 18, repetition_type: "REQUIRED" },
  ];
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: "price", data: [1.15, null, -0.07, 1234567.89] },
      { name: "whole", data: [1n, -2n, 3n, 4n] },
    ],
    schema,
  });
  const read = await table(dir.write("decimal.parquet", Buffer.from(bytes)));
  assert.deepEqual(
    read.rows.map(([price]) => price),
    ["1.15", null, "-0.07", "1234567.89"],
  );
  assert.deepEqual(
    read.rows.map(([, whole]) => whole),
    ["1", "-2", "3", "4"],
  );
});

test("bound: the same bytes from Parquet as from CSV", async () => {
  const [fromText, fromParquet] = await Promise.all([text, file].map((data) => command(["bound", report, "--csv", data])));
  assert.equal(fromParquet.code, 0, fromParquet.stderr);
  assert.equal(fromParquet.stdout, fromText.stdout);
});

test("publish and audit: the same report from the same seed, whatever the file is called", async () => {
  const own = folder();
  own.write("data.dat", parquet(people, { rowGroupSize: 7 }));
  const made = await command([
    ...["publish", own.file("data.dat"), "--study", plan],
    ...["--out", own.file("report.json"), "--seed", "3"],
  ]);
  assert.equal(made.code, 0, made.stderr);
  assert.deepEqual(own.json("report.json"), dir.json("report.json"));
  const audits = await Promise.all(
    [text, own.file("data.dat")].map((data) => command(["audit", data, "--study", plan, "--report", report, "--json"])),
  );
  assert.equal(audits[1].code, 0, audits[1].stderr);
  assert.equal(audits[1].stdout, audits[0].stdout);
});

test("init: names, and no kinds", async () => {
  const { code, stdout, stderr } = await command(["init", file, "--label", "paid"]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    JSON.parse(stdout).features.map(({ name, kind }) => [name, kind]),
    [
      ["intercept", "constant"],
      ["town", null],
      ["age", null],
      ["member", null],
    ],
  );
});

test("a blank takes the fill-in value", async () => {
  const own = folder();
  const lines = rows(60);
  lines[7][0] = "";
  const changed = quickStudy();
  changed.features[1].missing = 50;
  const { code, stdout, stderr } = await command([
    ...["publish", own.write("data.parquet", parquet(lines)), "--study", own.write("study.json", changed)],
    ...["--out", own.file("report.json")],
  ]);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^blanks filled in: age 1$/m);
});

test("no rows: an error, except for what is published", async () => {
  const path = dir.write("none.parquet", parquet([]));
  await assert.rejects(table(path), /none\.parquet: has columns, but no rows/);
  assert.deepEqual((await table(path, { mayBeEmpty: true })).rows, []);
});

for (const [what, { content, message }] of Object.entries(brokenParquet)) {
  test(`${what}: exit 1, one line, nothing written`, async () => {
    const own = folder();
    const result = await command([
      ...["publish", own.write("bad.parquet", Buffer.from(content)), "--study", plan],
      ...["--out", own.file("report.json")],
    ]);
    isOneLine(assert, result);
    assert.match(result.stderr, new RegExp(`bad\\.parquet${message.source}`));
    assert.equal(result.code, 1, result.stderr);
    assert.deepEqual(own.names(), ["bad.parquet"]);
  });
}

test("from a pipe: it has to be a file", async () => {
  const result = await expost(["publish", "-", "--study", plan, "--out", dir.file("piped.json")], { input: parquet(people) });
  isOneLine(assert, result);
  assert.match(result.stderr, /standard input: is Parquet, which can't be read from a pipe; give it as a file/);
  assert.equal(result.code, 1);
});

test("columns that nobody asks for are not decoded, whatever they hold", async () => {
  const expected = await command(["bound", report, "--csv", text]);
  assert.equal(expected.code, 0, expected.stderr);
  const found = await command(["bound", report, "--csv", made("odd.parquet")]);
  assert.equal(found.code, 0, found.stderr);
  assert.equal(found.stdout, expected.stdout);
  const predicted = await command(["predict", report, made("odd.parquet")]);
  assert.equal(predicted.stdout, (await command(["predict", report, text])).stdout);
  const scored = await command(["score", report, made("odd.parquet")]);
  assert.equal(scored.stdout, (await command(["score", report, text])).stdout);
  const out = dir.file("odd.json");
  const published = await command(["publish", made("odd.parquet"), "--study", plan, "--out", out, "--seed", "3"]);
  assert.equal(published.code, 0, published.stderr);
  assert.deepEqual(JSON.parse(dir.read("odd.json")).model, JSON.parse(dir.read("report.json")).model);
});

test("with a ledger, what can't be read counts as (unread) in the table's fingerprint", async () => {
  const ledger = dir.file("odd-ledger.json");
  const publish = async (path, out) => {
    const args = ["publish", path, "--study", plan, "--out", dir.file(out), "--ledger", ledger];
    return command(args);
  };
  const first = await publish(made("odd.parquet"), "odd-1.json");
  assert.equal(first.code, 0, first.stderr);
  // The same table as text: the first columns are those that can't be read, or hold what can't.
  const { header: names, rows: all } = await withTable(made("odd.parquet"), {}, async (opened) => {
    opened.selectAll([13, 14, 15, 16], [0, 1, 2, 3, 6, 7, 8]);
    const found = [];
    for await (const row of singleRows(opened.rows)) found.push(row);
    return { header: opened.header, rows: found };
  });
  assert.deepEqual(all[0].slice(0, 9), [
    ...["(unread)", "(unread)", "(unread)", "(unread)", "00010203-0405-0607-0809-0a0b0c0d0e0f", "text"],
    ...["(unread)", "(unread)", "(unread)"],
  ]);
  assert.deepEqual(all[1].slice(5, 6), ["(unread)"]);
  assert.deepEqual(all[0].slice(9, 13), ["(unread)", "(unread)", "1234567890123456789012345678901234567890.50", "(unread)"]);
  const asText = dir.write("odd.csv", csv([names, ...all.map((row) => row.map((value) => String(value ?? "")))]));
  const second = await publish(asText, "odd-2.json");
  assert.equal(second.code, 0, second.stderr);
  assert.doesNotMatch(second.stderr, /other data|other rows|another table/);
  const { entries } = JSON.parse(dir.read("odd-ledger.json"));
  assert.equal(entries.length, 2);
  assert.equal(entries[0].data, entries[1].data);
});

test("init leaves out what is no number, text or boolean, by name", async () => {
  const { code, stdout, stderr } = await command(["init", made("odd.parquet"), "--label", "paid"]);
  assert.equal(code, 0, stderr);
  const { features } = JSON.parse(stdout);
  assert.deepEqual(
    features.map(({ name }) => name),
    ["intercept", "uuid", "bytes", "far day", "far moment", "decimal", "age.x", "town", "age", "member"],
  );
  assert.match(
    stderr.replaceAll("\n", " "),
    /Left out: the column "duration", which is of the kind duration, which is no number/,
  );
});

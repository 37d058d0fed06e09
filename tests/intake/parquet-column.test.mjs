// The pages of a column, put together: numbers as doubles, and no value where the file has none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parquetMetadata, parquetSchema } from "hyparquet";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { compressors } from "hyparquet-compressors";
import { parquetWriteBuffer } from "hyparquet-writer";
import { columnValues } from "../../intake/parquet-column.js";

/** The bytes of a file's first column, its pages' places in it and how it is read. */
function columnOf(data, type, options = {}) {
  const file = parquetWriteBuffer({
    columnData: [options.schema ? { name: "a", data } : { name: "a", data, type }],
    codec: "UNCOMPRESSED",
    rowGroupSize: 5000,
    ...options,
  });
  const metadata = parquetMetadata(file);
  const root = parquetSchema(metadata);
  const { meta_data: meta } = metadata.row_groups[0].columns[0];
  const start = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const bytes = file.slice(start, start + Number(meta.total_compressed_size));
  const decoder = {
    ...{ compressors, parsers: DEFAULT_PARSERS, utf8: false },
    ...meta,
    pathInSchema: ["a"],
    element: root.children[0].element,
    schemaPath: [root, root.children[0]],
  };
  return { bytes, decoder, firstPage: Number(meta.data_page_offset) - start };
}

/** A schema without levels. */
const REQUIRED = [
  { name: "root", num_children: 1 },
  { name: "a", type: "DOUBLE", repetition_type: "REQUIRED" },
];

const numbers = Array.from({ length: 5000 }, (_, i) => i / 8 - 100);

test("numbers are doubles, whatever pages and windows they are in", () => {
  for (const [type, data] of [
    ["DOUBLE", numbers],
    ["FLOAT", numbers],
    ["INT32", numbers.map((value) => Math.round(value) + 0)],
    ["DOUBLE", numbers.map((_, i) => i % 3)],
  ]) {
    for (const options of [{}, { pageSize: 1000 }, { pageSize: 1000, codec: "SNAPPY" }]) {
      const { bytes, decoder } = columnOf(data, type, options);
      for (const [start, end] of [
        [0, 5000],
        [0, 1],
        [124, 126],
        [4999, 5000],
        [1000, 3333],
      ]) {
        const found = columnValues(bytes, decoder, { start, end, rows: 5000 });
        assert.ok(found instanceof Float64Array, type);
        assert.deepEqual(Array.from(found), data.slice(start, end));
      }
    }
  }
});

test("what is missing is null, and where something is missing there is no array of doubles", () => {
  const data = numbers.map((value, i) => (i % 7 === 5 && i > 2000 ? null : value));
  for (const pageSize of [1000, 1 << 20]) {
    const { bytes, decoder } = columnOf(data, "DOUBLE", { pageSize });
    for (const [start, end] of [
      [0, 5000],
      [1999, 2014],
      [2001, 2003],
      [4990, 5000],
    ])
      assert.deepEqual(Array.from(columnValues(bytes, decoder, { start, end, rows: 5000 })), data.slice(start, end));
  }
});

test("a column that ends too early gives the rows that it has", () => {
  const { bytes, decoder } = columnOf(numbers, "DOUBLE");
  assert.equal(columnValues(bytes, decoder, { start: 4000, end: 5500, rows: 5500 }).length, 1000);
  assert.equal(columnValues(bytes, decoder, { start: 5000, end: 5500, rows: 5500 }).length, 0);
});

test("codes without their dictionary, or outside it, are no values", () => {
  const few = columnOf(
    numbers.map((_, i) => 0.5 + (i % 2)),
    "DOUBLE",
  );
  const more = columnOf(
    numbers.map((_, i) => 0.5 + (i % 16)),
    "DOUBLE",
  );
  assert.ok(few.firstPage > 0 && more.firstPage > few.firstPage, "both have dictionaries");
  const pages = more.bytes.slice(more.firstPage);
  assert.throws(
    () => columnValues(pages, more.decoder, { start: 0, end: 5000, rows: 5000 }),
    /^Error: its dictionary is missing$/,
  );
  const shorter = new Uint8Array([...new Uint8Array(few.bytes.slice(0, few.firstPage)), ...new Uint8Array(pages)]);
  assert.throws(
    () => columnValues(shorter.buffer, more.decoder, { start: 0, end: 5000, rows: 5000 }),
    /^Error: a value is not in its dictionary$/,
  );
});

test("a spoiled page header is an error, or other numbers of the same count, and never hangs", () => {
  // One page without a dictionary and without levels: behind its header there are only numbers.
  const { bytes, decoder } = columnOf(numbers, "DOUBLE", { schema: REQUIRED });
  let refused = 0;
  for (let at = 0; at < bytes.byteLength - 8 * numbers.length; at += 1) {
    for (let byte = 0; byte < 256; byte += 1) {
      const spoiled = bytes.slice(0);
      new Uint8Array(spoiled)[at] = byte;
      try {
        assert.ok(columnValues(spoiled, decoder, { start: 4000, end: 5000, rows: 5000 }).length <= 1000);
      } catch (error) {
        assert.notEqual(error.code, "ERR_ASSERTION");
        refused += 1;
      }
    }
  }
  assert.ok(refused > 1000, String(refused));
});

// The pages of a column, put together: numbers as doubles, and no value where the file has none.
import assert from "node:assert/strict";
import { test } from "node:test";
import { parquetMetadata, parquetSchema } from "hyparquet";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { compressors } from "hyparquet-compressors";
import { parquetWriteBuffer } from "hyparquet-writer";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { PagePlaces, columnValues } from "../../intake/parquet-column.js";

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
        const found = columnValues([bytes], decoder, { start, end, rows: 5000 });
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
      assert.deepEqual(Array.from(columnValues([bytes], decoder, { start, end, rows: 5000 })), data.slice(start, end));
  }
});

/**
 * Pages of the first version, which the writer above doesn't write: doubles, and levels as runs of
 * [how many, whether they are there] or as bits.
 */
function firstVersion(pages, stated = {}) {
  const writer = new ByteWriter();
  for (const { levels, values, rows } of pages) {
    const content = new ByteWriter();
    const coded = new ByteWriter();
    for (const [count, level] of levels.runs ?? []) {
      coded.appendVarInt(2 * count);
      coded.appendUint8(level);
    }
    for (const byte of levels.bytes ?? []) coded.appendUint8(byte);
    content.appendUint32(coded.offset);
    content.appendBytes(coded.getBytes());
    for (const value of values) content.appendFloat64(value);
    const size = content.offset;
    writePageHeader(writer, {
      ...{ type: "DATA_PAGE", uncompressed_page_size: size, compressed_page_size: stated.size ?? size },
      data_page_header: {
        num_values: stated.rows ?? rows,
        ...{ encoding: "PLAIN", definition_level_encoding: "RLE", repetition_level_encoding: "RLE" },
      },
    });
    writer.appendBytes(content.getBytes());
  }
  const { decoder } = columnOf(numbers, "DOUBLE");
  return { bytes: writer.getBuffer(), decoder };
}

test("levels of pages of the first version: one run, several, bits, nothing there at all", () => {
  const some = [1.5, -2.5, 3.5, 4.5];
  /** @type {[levels: object, values: number[], expected: (number | null)[]][]} */
  const cases = [
    [{ runs: [[4, 1]] }, some, some],
    // A run may be longer than its page.
    [{ runs: [[8, 1]] }, some, some],
    [{ runs: [[4, 0]] }, [], [null, null, null, null]],
    [
      {
        runs: [
          [2, 1],
          [2, 0],
        ],
      },
      [1.5, -2.5],
      [1.5, -2.5, null, null],
    ],
    [
      {
        runs: [
          [3, 1],
          [1, 1],
        ],
      },
      some,
      some,
    ],
    [
      {
        runs: [
          [3, 1],
          [1, 0],
        ],
      },
      [1.5, -2.5, 3.5],
      [1.5, -2.5, 3.5, null],
    ],
    [{ bytes: [3, 0b1111] }, some, some],
    [{ bytes: [3, 0b0101] }, [7, 8], [7, null, 8, null]],
    // Read as a run, these bits would be one of four levels that are there.
    [{ bytes: [9, 0b0001, 0, 0, 0] }, [7], [7, null, null, null]],
  ];
  for (const [levels, values, expected] of cases) {
    const page = { levels, values, rows: 4 };
    const { bytes, decoder } = firstVersion([page, page]);
    assert.deepEqual(Array.from(columnValues([bytes], decoder, { start: 0, end: 8, rows: 8 })), [...expected, ...expected]);
    assert.deepEqual(Array.from(columnValues([bytes], decoder, { start: 3, end: 6, rows: 8 })), [
      expected[3],
      ...expected.slice(0, 2),
    ]);
  }
});

test("levels that are cut, or say that there are more values than there are, are an error", () => {
  for (const [levels, values] of [
    [{ runs: [[4, 1]] }, [1, 2, 3]],
    [{ runs: [[3, 1]] }, [1, 2, 3, 4]],
    [{ bytes: [] }, []],
  ]) {
    const { bytes, decoder } = firstVersion([{ levels, values, rows: 4 }]);
    assert.throws(() => columnValues([bytes], decoder, { start: 0, end: 4, rows: 4 }), JSON.stringify(levels));
  }
});

test("pages that say they are longer than their column, or have more rows, are refused before they are read", () => {
  const page = { levels: { runs: [[4, 1]] }, values: [1, 2, 3, 4], rows: 4 };
  for (const [stated, message] of [
    [{ rows: 5 }, /^Error: a page has more rows than the row group$/],
    [{ rows: 2 ** 31 - 1 }, /^Error: a page has more rows than the row group$/],
    [{ rows: -1 }, /^Error: a page has more rows than the row group$/],
    [{ size: 1000 }, /^Error: a page is longer than the column$/],
    [{ size: -20 }, /^Error: a page is longer than the column$/],
  ]) {
    const { bytes, decoder } = firstVersion([page], stated);
    assert.throws(() => columnValues([bytes], decoder, { start: 0, end: 4, rows: 4 }), message);
  }
});

/** A varint of 32 bits, all of them set but the last: a run of 2^31 − 1 times one value. */
const ENDLESS_RUN = [0xfe, 0xff, 0xff, 0xff, 0x0f];
/** The same as groups of eight values in bits: no number of 32 bits counts them. */
const ENDLESS_BITS = [0xff, 0xff, 0xff, 0xff, 0x0f];

/**
 * A page of four rows, or `rows`, with a dictionary of 1.5 and 2.5, or of truth values where
 * `type` says so, in either version; `levels` and `values` are the bytes of their runs,
 * `length` those of the levels as the first version says it, `stated` more of the header of the
 * second.
 */
function runsPage({ version, type = "DOUBLE", rows = 4, levels = null, values, length = levels?.length, stated = {} }) {
  const schema = levels ? undefined : [REQUIRED[0], { ...REQUIRED[1], type }];
  const { decoder } = columnOf(type === "DOUBLE" ? numbers : [true, false], type, { schema });
  const writer = new ByteWriter();
  if (type === "DOUBLE") {
    writePageHeader(writer, {
      ...{ type: "DICTIONARY_PAGE", uncompressed_page_size: 16, compressed_page_size: 16 },
      dictionary_page_header: { num_values: 2, encoding: "PLAIN" },
    });
    for (const value of [1.5, 2.5]) writer.appendFloat64(value);
  }
  const content = new ByteWriter();
  if (levels && version === 1) content.appendUint32(length);
  content.appendBytes(new Uint8Array(levels ?? []));
  if (type === "BOOLEAN") content.appendUint32(values.length);
  content.appendBytes(new Uint8Array(values));
  const size = content.offset;
  const encoding = type === "DOUBLE" ? "RLE_DICTIONARY" : "RLE";
  const first = { num_values: rows, encoding, definition_level_encoding: "RLE", repetition_level_encoding: "RLE" };
  const second = {
    ...{ num_values: rows, num_nulls: 0, num_rows: rows, encoding, is_compressed: false },
    ...{ definition_levels_byte_length: levels?.length ?? 0, repetition_levels_byte_length: 0 },
    ...stated,
  };
  writePageHeader(writer, {
    ...{ uncompressed_page_size: size, compressed_page_size: size },
    ...(version === 1 ? { type: "DATA_PAGE", data_page_header: first } : { type: "DATA_PAGE_V2", data_page_header_v2: second }),
  });
  writer.appendBytes(content.getBytes());
  return Array.from(columnValues([writer.getBuffer()], decoder, { start: 0, end: rows, rows }));
}

for (const version of [1, 2]) {
  test(`pages of version ${version}: runs of codes, levels and truth values that fit, and endless ones, which are refused`, () => {
    // Codes are behind their number of bits.
    assert.deepEqual(runsPage({ version, values: [1, 3, 0b0110] }), [1.5, 2.5, 2.5, 1.5]);
    assert.deepEqual(runsPage({ version, values: [1, 8, 1] }), [2.5, 2.5, 2.5, 2.5]);
    // Eight codes of two bits, one run of two, eight more.
    const mixed = [2, 3, 0b01000100, 0b00010001, 4, 1, 3, 0b01010101, 0b00000001];
    const eight = [1.5, 2.5, 1.5, 2.5, 2.5, 1.5, 2.5, 1.5];
    assert.deepEqual(
      runsPage({ version, rows: 15, values: mixed }),
      [...eight, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5].slice(0, 15),
    );
    assert.deepEqual(runsPage({ version, levels: [3, 0b1011], values: [1, 3, 0b110] }), [1.5, 2.5, null, 2.5]);
    assert.deepEqual(runsPage({ version, levels: [8, 0], values: [] }), [null, null, null, null]);
    assert.deepEqual(runsPage({ version, levels: [...ENDLESS_RUN, 1], values: [1, 8, 0] }), [1.5, 1.5, 1.5, 1.5]);
    // Bits may go on after their page, as groups are filled up: 1,024 values, not 1,032.
    const groups = (/** @type {number[]} */ header, count) => [
      1,
      ...header,
      0b0110,
      ...Array.from({ length: count }, () => 255),
    ];
    assert.deepEqual(runsPage({ version, values: groups([0x81, 0x02], 127) }), [1.5, 2.5, 2.5, 1.5]);
    const goesOn = /^Error: a page goes on after its values$/;
    assert.throws(() => runsPage({ version, values: groups([0x83, 0x02], 128) }), goesOn);
    assert.throws(() => runsPage({ version, values: [1, 10, 1] }), goesOn);
    // Codes of no bits are all 0, whatever follows.
    for (const rest of [[], ENDLESS_RUN, ENDLESS_BITS])
      assert.deepEqual(runsPage({ version, values: [0, ...rest] }), [1.5, 1.5, 1.5, 1.5]);
    assert.deepEqual(runsPage({ version, type: "BOOLEAN", values: [3, 0b0101] }), [true, false, true, false]);
    for (const endless of [[...ENDLESS_RUN, 0], [2, 1, ...ENDLESS_RUN, 0], ENDLESS_BITS, [2, 0, ...ENDLESS_BITS, 0]]) {
      assert.throws(() => runsPage({ version, values: [1, ...endless] }), goesOn, `codes ${endless}`);
      assert.throws(() => runsPage({ version, levels: endless, values: [1, 8, 1] }), goesOn, `levels ${endless}`);
      assert.throws(() => runsPage({ version, type: "BOOLEAN", values: endless }), goesOn, `truth values ${endless}`);
    }
    const ends = /^Error: a page ends before its values$/;
    assert.throws(() => runsPage({ version, values: [1, 6, 1] }), ends);
    assert.throws(() => runsPage({ version, levels: [6, 0], values: [1, 8, 1] }), ends);
    assert.throws(() => runsPage({ version, values: [33, 8, 1, 0, 0, 0, 0] }), /^Error: codes are longer than 32 bits$/);
  });
}

test("levels of a page of the first version that are not in it are refused", () => {
  const none = { version: 1, levels: [8, 0], values: [] };
  assert.deepEqual(runsPage(none), [null, null, null, null]);
  for (const length of [3, 2 ** 31, 2 ** 32 - 1])
    assert.throws(() => runsPage({ ...none, length }), /^Error: a page ends before its values$/, String(length));
});

test("levels of repetition, which a flat column doesn't need, are passed by", () => {
  const stated = { repetition_levels_byte_length: 3, definition_levels_byte_length: 2 };
  const levels = [8, 0, 0, 3, 0b1011];
  assert.deepEqual(runsPage({ version: 2, levels, values: [1, 3, 0b110], stated }), [1.5, 2.5, null, 2.5]);
});

test("levels of a page of the second version that are not in it are refused", () => {
  const page = { version: 2, levels: [8, 1], values: [1, 8, 1] };
  assert.deepEqual(runsPage(page), [2.5, 2.5, 2.5, 2.5]);
  for (const stated of [
    { definition_levels_byte_length: 6 },
    { definition_levels_byte_length: -3 },
    { repetition_levels_byte_length: 4 },
    { repetition_levels_byte_length: -5, definition_levels_byte_length: 7 },
  ])
    assert.throws(() => runsPage({ ...page, stated }), /^Error: a page ends before its values$/, JSON.stringify(stated));
  const none = { version: 2, levels: [8, 0], values: [] };
  assert.deepEqual(runsPage(none), [null, null, null, null]);
  assert.throws(() => runsPage({ ...none, stated: { definition_levels_byte_length: 3 } }), /^Error: a page ends before/);
});

/** Bytes of several columns' pages, one after the other. */
function joined(...pieces) {
  return new Uint8Array(pieces.flatMap((piece) => Array.from(new Uint8Array(piece)))).buffer;
}

/** The rows of a column by the places of its pages, with how many bytes that took. */
function byPlaces(bytes, decoder, { start, end, rows }) {
  const { row, parts } = new PagePlaces(bytes).partsWith(start, end);
  const cut = parts.map(([from, to]) => bytes.slice(from, to));
  return {
    values: Array.from(columnValues(cut, decoder, { start, end, rows, first: row })),
    size: cut.reduce((sum, part) => sum + part.byteLength, 0),
    parts,
  };
}

test("rows are the same when only their pages are read, and those are not many more", () => {
  const long = Array.from({ length: 12_000 }, (_, i) => i / 8 - 100);
  const few = long.map((_, i) => 0.5 + (i % 300));
  const other = long.map((_, i) => 0.25 + (i % 16));
  const options = { pageSize: 4000, rowGroupSize: 12_000 };
  const plain = columnOf(long, "DOUBLE", options);
  const coded = columnOf(few, "DOUBLE", options);
  const recoded = columnOf(other, "DOUBLE", options);
  const missing = columnOf(
    long.map((value, i) => (i % 3 === 0 ? null : value)),
    "DOUBLE",
    options,
  );
  assert.ok(plain.firstPage === 0 && coded.firstPage > 2000 && recoded.firstPage > 0, "some have dictionaries");
  const absent = long.map((value, i) => (i % 3 === 0 ? null : value));
  /** @type {[name: string, bytes: ArrayBuffer, expected: (number | null)[]][]} */
  const columns = [
    ["plain", plain.bytes, long],
    ["dictionary", coded.bytes, few],
    ["a dictionary that is full after some pages", joined(coded.bytes, plain.bytes), [...few, ...long]],
    [
      "plain pages first",
      joined(coded.bytes.slice(0, coded.firstPage), plain.bytes, coded.bytes.slice(coded.firstPage)),
      [...long, ...few],
    ],
    ["two dictionaries", joined(coded.bytes, recoded.bytes, plain.bytes), [...few, ...other, ...long]],
    ["missing values", joined(missing.bytes, plain.bytes), [...absent, ...long]],
  ];
  for (const [name, bytes, expected] of columns) {
    const rows = expected.length;
    const places = new PagePlaces(bytes);
    const begun = new Set([5000, 10_000, 15_000, 23_000].map((row) => places.partsWith(row, row + 1).row));
    // A row before a place is not behind it.
    const edges = [...begun].flatMap((row) => [row - 1, row]);
    for (const start of [0, 1, 4095, 4096, ...edges, 11_999, 12_000, 12_001, 18_000, 30_000]) {
      if (start < 0) continue;
      for (const end of [start + 1, start + 500, start + 4096, start + 13_000, rows]) {
        if (!(start < end && end <= rows)) continue;
        const found = byPlaces(bytes, plain.decoder, { start, end, rows });
        assert.deepEqual(found.values, expected.slice(start, end), `${name}, ${start} to ${end}`);
      }
    }
  }
  const [, both] = columns[2];
  const dictionary = [0, coded.firstPage];
  const [first, second] = [
    [6000, 6001],
    [18_000, 18_001],
  ].map(([start, end]) => byPlaces(both, plain.decoder, { start, end, rows: 24_000 }));
  assert.deepEqual(first.parts[0], dictionary);
  assert.equal(second.parts.length, 1, "plain pages need no dictionary");
  for (const { size } of [first, second]) assert.ok(size < both.byteLength / 3, `${size} of ${both.byteLength}`);
});

test("pages are found up to what is no page, and what follows is told when its rows are read", () => {
  const long = Array.from({ length: 12_000 }, (_, i) => i / 8 - 100);
  const { bytes, decoder } = columnOf(long, "DOUBLE", { pageSize: 4000, rowGroupSize: 12_000 });
  const broken = joined(bytes, [0xff, 0xff, 0xff]);
  assert.deepEqual(byPlaces(broken, decoder, { start: 5000, end: 6000, rows: 13_000 }).values, long.slice(5000, 6000));
  assert.throws(() => byPlaces(broken, decoder, { start: 11_000, end: 12_500, rows: 13_000 }));
  // A page of fewer than no rows is no page: rows behind it are not taken for others.
  const odd = firstVersion([{ levels: { runs: [[4, 1]] }, values: [1, 2, 3, 4], rows: 4 }], { rows: -600 });
  const around = joined(bytes, odd.bytes, bytes);
  assert.deepEqual(byPlaces(around, decoder, { start: 5000, end: 6000, rows: 24_000 }).values, long.slice(5000, 6000));
  for (const start of [11_000, 13_000, 20_000])
    assert.throws(() => byPlaces(around, decoder, { start, end: start + 2000, rows: 24_000 }));
  const empty = new PagePlaces(new ArrayBuffer(0));
  assert.deepEqual(empty.partsWith(0, 10), { row: 0, parts: [[0, 0]] });
});

test("a column that ends too early gives the rows that it has", () => {
  const { bytes, decoder } = columnOf(numbers, "DOUBLE");
  assert.equal(columnValues([bytes], decoder, { start: 4000, end: 5500, rows: 5500 }).length, 1000);
  assert.equal(columnValues([bytes], decoder, { start: 5000, end: 5500, rows: 5500 }).length, 0);
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
    () => columnValues([pages], more.decoder, { start: 0, end: 5000, rows: 5000 }),
    /^Error: its dictionary is missing$/,
  );
  const shorter = new Uint8Array([...new Uint8Array(few.bytes.slice(0, few.firstPage)), ...new Uint8Array(pages)]);
  assert.throws(
    () => columnValues([shorter.buffer], more.decoder, { start: 0, end: 5000, rows: 5000 }),
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
        assert.ok(columnValues([spoiled], decoder, { start: 4000, end: 5000, rows: 5000 }).length <= 1000);
      } catch (error) {
        assert.notEqual(error.code, "ERR_ASSERTION");
        refused += 1;
      }
    }
  }
  assert.ok(refused > 1000, String(refused));
});

test("a spoiled byte of levels, codes or a dictionary is an error, or other values, and never hangs", () => {
  const few = numbers.slice(0, 200).map((value, i) => (i % 7 === 5 || i > 150 ? null : value % 3));
  const { bytes, decoder, firstPage } = columnOf(few, "DOUBLE");
  assert.ok(firstPage > 0, "it has a dictionary");
  let refused = 0;
  for (let at = 0; at < bytes.byteLength; at += 1) {
    for (let byte = 0; byte < 256; byte += 1) {
      const spoiled = bytes.slice(0);
      new Uint8Array(spoiled)[at] = byte;
      try {
        assert.ok(columnValues([spoiled], decoder, { start: 0, end: 200, rows: 200 }).length <= 200);
      } catch (error) {
        assert.notEqual(error.code, "ERR_ASSERTION");
        refused += 1;
      }
    }
  }
  assert.ok(refused > 1000, String(refused));
});

test("a page of more rows than any writer's row group is refused", () => {
  const page = { levels: { runs: [[4, 1]] }, values: [1, 2, 3, 4], rows: 4 };
  const { bytes, decoder } = firstVersion([page], { rows: 2 ** 31 - 1 });
  assert.throws(
    () => columnValues([bytes], decoder, { start: 0, end: 4, rows: 2 ** 31 - 1 }),
    /^Error: a page has more than 67108864 rows$/,
  );
});

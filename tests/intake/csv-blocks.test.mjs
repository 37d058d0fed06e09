// Long tables (intake/csv-table.js): the lines that the library takes apart itself are the rows
// that a reader of CSV finds, each on its line, whatever stands between them.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { CsvTable } from "../../intake/csv-table.js";

class Refused extends Error {}

/** As much text as the reader finds from how the lines are laid out. */
const LONG = 70_000;

/**
 * The text in pieces, the first of them LONG, the others of the given sizes, over and over; as
 * bytes where they are ASCII, as tableText gives them.
 *
 * @param {string} text
 * @param {number[]} sizes
 */
async function* pieces(text, sizes) {
  for (let start = 0, i = 0; start < text.length; i += 1) {
    const piece = text.slice(start, start + (i === 0 ? LONG : sizes[(i - 1) % sizes.length]));
    start += piece.length;
    const bytes = Buffer.from(piece);
    yield i > 0 && bytes.length === piece.length ? new Uint8Array(bytes) : piece;
  }
}

/** A block's rows as the library takes them apart (core/report/text_rows.hpp). */
function split({ text, separator }) {
  assert.equal(separator.length, 1, "the library knows separators of one character");
  const lines = (typeof text === "string" ? text : Buffer.from(text).toString()).split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => line.split(separator));
}

const isRow = (fields) => fields.length > 1 || fields[0].trim() !== "";

/**
 * The table, each block either split as the library does or asked for its rows.
 *
 * @param {string} text
 * @param {number[]} sizes
 * @param {(block: number) => boolean} isSplit
 */
async function read(text, sizes, isSplit) {
  const table = await CsvTable.open(pieces(text, sizes), (message) => new Refused(message));
  const { length } = table.header;
  const rows = [];
  let blocks = 0;
  for await (const item of table.rows) {
    if (Array.isArray(item)) {
      rows.push(item);
      continue;
    }
    blocks += 1;
    const found = split(item);
    // The library refuses a block with other lines, and its rows are asked for.
    const regular = found.every((fields) => fields.length === length);
    if (regular && isSplit(blocks)) rows.push(...found);
    else {
      const asked = item.rows();
      if (regular) assert.deepEqual(asked, found);
      rows.push(...asked);
    }
  }
  const trimmed = rows.map((fields) => fields.map((field) => field.trim()));
  return { rows: trimmed, lines: rows.map((_, row) => table.lineOf(`/${row + 1}/x`)), blocks };
}

test("every row of a long table is found once, on its line", async () => {
  let blocks = 0;
  const plain = fc.stringMatching(/^[a-z0-9.]{1,6}$/);
  const more = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("plain"), cells: fc.tuple(plain, plain), times: fc.nat(100) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("quoted"), cells: fc.tuple(plain, fc.constant('a "b"\nc')) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("letters"), cells: fc.tuple(plain, fc.constant("é")) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("blank") }) },
  );
  const shape = fc.record({
    separator: fc.constantFrom(",", ";", "\t", "|", ", "),
    newline: fc.constantFrom("\n", "\r\n"),
    rows: fc.array(more, { minLength: 5, maxLength: 40 }),
    sizes: fc.array(fc.integer({ min: 20, max: 2000 }), { minLength: 1, maxLength: 4 }),
    splits: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(shape, async ({ separator, newline, rows: some, sizes, splits }) => {
      const written = (value) => (value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value);
      // A blank before a quotation mark tells that fields are set apart by two characters.
      let text = separator === "|" ? `sep=|${newline}` : "";
      text += `x${separator}${separator === ", " ? '"y"' : "y"}${newline}`;
      const expected = { rows: [], lines: [] };
      let line = text.split("\n").length;
      const add = (cells) => {
        expected.rows.push(cells);
        expected.lines.push(line);
        const row = cells.map(written).join(separator);
        text += row + newline;
        line += row.split("\n").length;
      };
      while (text.length < LONG) add([`${text.length}`, "x".repeat(500)]);
      for (const { kind, cells, times = 1 } of [...some, ...some, ...some]) {
        if (kind === "blank") {
          text += newline;
          line += 1;
        } else for (let i = 0; i < times; i += 1) add(cells);
      }
      const found = await read(text, sizes, (block) => splits[block % splits.length]);
      blocks += found.blocks;
      assert.ok(separator !== ", " || found.blocks === 0, "only one character separates what the library takes apart");
      assert.deepEqual(found.rows, expected.rows.filter(isRow));
      assert.deepEqual(found.lines, expected.lines);
    }),
    { numRuns: 200 },
  );
  assert.ok(blocks > 100, `${blocks} blocks`);
});

test("a row of a wrong length is told with its line, after blocks that were taken apart", async () => {
  const rows = Array.from({ length: 20_000 }, (_, i) => `${i},1\n`).join("");
  for (const [wrong, line] of [
    ["5\n", 20_002],
    ['"a\nb",1\n5,6,7\n', 20_004],
    ["\n\n\n8,9,10\n", 20_005],
  ]) {
    for (const sizes of [[1_000_000], [100, 7]]) {
      const failure = await read(`a,b\n${rows}${wrong}${rows}`, sizes, () => true).then(assert.fail, (error) => error);
      assert.ok(failure instanceof Refused, failure.stack);
      assert.match(failure.message, new RegExp(`^line ${line} has (1 field|3 fields), but the header has 2$`));
    }
  }
});

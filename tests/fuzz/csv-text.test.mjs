// Any text as a table (intake/csv-table.js): every way to write a table reads back as the same
// cells, and what is no table is refused in one line.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import Papa from "papaparse";
import { CsvTable } from "../../intake/csv-table.js";
import { RowEnds } from "../../intake/row-ends.js";
import { singleRows } from "../../intake/row-block.js";
import { runs } from "./property-runs.mjs";

class Refused extends Error {}

/** The text in pieces of the given lengths, over and over. */
function* pieces(text, lengths) {
  let start = 0;
  for (let i = 0; start < text.length; i += 1) {
    const end = start + (lengths[i % lengths.length] ?? text.length);
    yield text.slice(start, end);
    start = end;
  }
}

/** The same pieces, as bytes where they are ASCII: anywhere in memory, with others around them. */
function* asBytes(parts) {
  let before = 0;
  for (const part of parts) {
    const bytes = Buffer.from(part);
    before = (before + 1) % 4;
    const around = new Uint8Array(bytes.length + before + 3).fill(0x22);
    around.set(bytes, before);
    yield bytes.length === part.length ? around.subarray(before, before + bytes.length) : part;
  }
}

async function read(text, lengths = [], given = (parts) => parts) {
  const table = await CsvTable.open(given(pieces(text, lengths)), (message) => new Refused(message));
  const rows = [];
  for await (const row of singleRows(table.rows)) rows.push(row);
  return { header: table.header, rows };
}

const refusal = (error) => {
  if (!(error instanceof Refused)) throw error;
  assert.ok(error.message.length > 0 && error.message.length < 500 && !/[\n\r]/.test(error.message), error.message);
  return { refused: error.message };
};

/** A field as it is written: quoted where it has to be, or always. */
const written = (field, delimiter, always) =>
  always || field.includes('"') || field.includes(delimiter) || /[\n\r]/.test(field)
    ? `"${field.replaceAll('"', '""')}"`
    : field;

const lengths = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 });

test("a table reads back as the cells that were written, however it comes in pieces", async () => {
  // Names without separators, so that there is no doubt which one is meant.
  const name = fc.stringMatching(/^[a-zA-ZäöüéПж中]{1,8}$/);
  const cell = fc.oneof(fc.stringMatching(/^[a-z0-9.+-]{0,6}$/), fc.constantFrom('a "b" c', "1,5", "two\nlines", "é;ü", "?"));
  const shape = fc.record({
    delimiter: fc.constantFrom(",", ";", "\t"),
    newline: fc.constantFrom("\n", "\r\n"),
    header: fc.uniqueArray(name, { minLength: 2, maxLength: 5 }),
    always: fc.boolean(),
    end: fc.boolean(),
  });
  const table = shape.chain((how) =>
    fc.record({
      how: fc.constant(how),
      rows: fc.array(fc.array(cell, { minLength: how.header.length, maxLength: how.header.length }), {
        minLength: 1,
        maxLength: 6,
      }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(table, lengths, async ({ how, rows }, sizes) => {
      // A separator inside a quoted cell may be taken for the table's where cells with it are
      // many: not the subject here.
      const plain = rows.map((row) => row.map((value) => (/[,;\t]/.test(value) ? "x" : value)));
      const line = (cells) => cells.map((value) => written(value, how.delimiter, how.always)).join(how.delimiter);
      const text = [how.header, ...plain].map(line).join(how.newline) + (how.end ? how.newline : "");
      const whole = await read(text);
      assert.deepEqual(whole.header, how.header);
      // A "\r" at a line's end is a blank of its last field.
      const trimmed = whole.rows.map((row) => row.map((value) => value.replace(/\r$/, "")));
      assert.deepEqual(trimmed, plain);
      assert.deepEqual(await read(text, sizes), whole);
      assert.deepEqual(await read(text, sizes, asBytes), whole);
    }),
    runs,
  );
});

test("any text is a table whose rows have the header's length, or is refused in one line; in pieces the same", async () => {
  const letters = fc.constantFrom(...'ab1,;\t"\n\r .{["\uFEFF\u2028é\0');
  const text = fc.oneof(
    fc.string(),
    fc.array(letters, { maxLength: 60 }).map((all) => all.join("")),
  );
  await fc.assert(
    fc.asyncProperty(text, lengths, async (input, sizes) => {
      const whole = await read(input).catch(refusal);
      if (!whole.refused) for (const row of whole.rows) assert.equal(row.length, whole.header.length);
      assert.deepEqual(await read(input, sizes).catch(refusal), whole);
      assert.deepEqual(await read(input, sizes, asBytes).catch(refusal), whole);
    }),
    runs,
  );
});

test("after its beginning a table comes in blocks of lines, with the rows and lines that it has when read whole", async () => {
  // The beginning is 64 KB of text; few rows, as each is read four times in every run.
  const paddingRows = 60;
  const first = `name,b,c\n${`${"1".repeat(1_200)},2,3\n`.repeat(paddingRows)}`;
  const letters = fc.constantFrom(...'ab1,,,,\n\n\n"\r .é\0');
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("1,2,3\n", " a , b,c \r\n", ",,\n", "é,1.5,x\n") },
    { weight: 1, arbitrary: fc.constantFrom("\n", " \n", "1,2\n", "1,2,3,4\n", '"a ""b""",2,3\n', '1,"two\nlines",3\n') },
    { weight: 1, arbitrary: fc.array(letters, { maxLength: 12 }).map((all) => all.join("")) },
  );
  const rest = fc.array(line, { maxLength: 40 }).map((all) => all.join(""));
  /** Rows after the padding, with their lines; `taken`: how the rows of a block are found. */
  const linedRows = async (parts, taken) => {
    const table = await CsvTable.open(parts, (message) => new Refused(message));
    const rows = [];
    let read = 0;
    let blocks = 0;
    for await (const item of table.rows) {
      const found = Array.isArray(item) ? [item] : taken(item, table.header.length);
      if (!Array.isArray(item)) blocks += 1;
      for (const row of found) {
        read += 1;
        if (read > paddingRows) rows.push([table.lineOf(`/${read}/name`), row.map((cell) => cell.trim())]);
      }
    }
    return { rows, blocks };
  };
  /** As the core takes a text apart, or refuses to. */
  const split = ({ text, separator, rows }, cells) => {
    const lines = (typeof text === "string" ? text : Buffer.from(text).toString()).split("\n").slice(0, -1);
    const found = lines.map((each) => each.split(separator));
    return found.every((row) => row.length === cells) ? found : rows();
  };
  let blocks = 0;
  let ofBytes = 0;
  await fc.assert(
    fc.asyncProperty(rest, lengths, async (input, sizes) => {
      const whole = await linedRows([first + input], () => assert.fail("one piece is read whole")).catch(refusal);
      const inBlocks = await linedRows([first, ...pieces(input, sizes)], split).catch(refusal);
      assert.deepEqual(inBlocks.refused ?? inBlocks.rows, whole.refused ?? whole.rows);
      const fromBytes = (block, cells) => {
        ofBytes += typeof block.text === "string" ? 0 : 1;
        return split(block, cells);
      };
      const inBytes = await linedRows([first, ...asBytes(pieces(input, sizes))], fromBytes).catch(refusal);
      assert.deepEqual(inBytes, inBlocks);
      const parsed = await linedRows([first, ...pieces(input, sizes)], (block) => block.rows()).catch(refusal);
      assert.deepEqual(parsed.refused ?? parsed.rows, whole.refused ?? whole.rows);
      blocks += inBlocks.blocks ?? 0;
    }),
    // Two faults: the first line's is told, though the second is seen where all is read at once.
    { numRuns: Math.ceil(runs.numRuns / 10), examples: [['a\n""a ""b""",2,3\n', [1]]] },
  );
  assert.ok(blocks > 0, "no block came");
  assert.ok(ofBytes > 0, "no block of bytes came");
});

/** Texts of quotation marks, blanks, separators and line ends, of which not all are broken. */
const quoted = (delimiter) =>
  fc
    .array(
      fc.oneof(
        { weight: 2, arbitrary: fc.constantFrom(...'ab1,;\t"""\n\r  \u00a0\u2028', delimiter) },
        { weight: 3, arbitrary: fc.constantFrom('"a"', '"a""b"', '""', '"\n"', `"${delimiter}" `, "c", 'd"', "") },
        { weight: 3, arbitrary: fc.constantFrom(delimiter, " " + delimiter, "\n", "\r\n", " \n") },
        { weight: 1, arbitrary: fc.constantFrom(" ".repeat(70), "\t".repeat(70), " \t".repeat(40), `${delimiter} `) },
      ),
      { maxLength: 25 },
    )
    .map((all) => all.join(""));

test("rows end where Papa Parse ends them, and only what it calls broken is broken, in pieces of any length", async () => {
  const shape = fc
    .record({ delimiter: fc.constantFrom(",", ";", "\t", "|", ", ", "\t "), newline: fc.constantFrom("\n", "\r") })
    .chain((dialect) => fc.tuple(fc.constant(dialect), quoted(dialect.delimiter), lengths));
  const seen = { whole: 0, broken: 0 };
  fc.assert(
    fc.property(shape, ([dialect, text, sizes]) => {
      const papa = (input) => new Papa.Parser(dialect).parse(input, 0, true);
      const ends = new RowEnds(dialect);
      let taken = 0;
      for (const piece of pieces(text, sizes)) {
        ends.read(piece);
        const { end } = ends;
        const before = text.slice(0, taken);
        assert.equal(papa(before + text.slice(taken, taken + end)).meta.cursor, taken + end);
        taken += end;
        ends.take();
      }
      const { data, errors, meta } = papa(text);
      assert.deepEqual(papa(text.slice(0, taken)).errors, []);
      assert.deepEqual(papa(text.slice(0, taken)).data, data.slice(0, errors[0]?.row));
      if (errors.length === 0) assert.equal(taken, meta.cursor);
      // However the text goes on, a row is broken; or it isn't, if it goes on like this.
      const goesOn = ["\n", "\r", `"\n`, `"\r`, `"${dialect.delimiter}\n`, ...(dialect.delimiter[1] ? [" \n", " \r"] : [])];
      assert.equal(
        goesOn.every((rest) => papa(text + rest).errors.length > 0),
        ends.isBroken,
      );
      if (!ends.isBroken) assert.equal(ends.isQuoted, text.slice(taken).includes('"'));
      seen.whole += taken > 0 ? 1 : 0;
      seen.broken += ends.isBroken ? 1 : 0;
    }),
    { numRuns: 10 * runs.numRuns },
  );
  assert.ok(seen.whole > runs.numRuns && seen.broken > runs.numRuns, JSON.stringify(seen));
});

test("a table is Papa Parse's reading of the whole text, or the refusal of a line that it calls broken", async () => {
  // Without a separator it is guessed.
  const stated = fc.constantFrom(",", ";", "");
  const text = stated.chain((separator) => fc.tuple(fc.constant(separator), quoted(separator || ",")));
  const seen = { read: 0, broken: 0 };
  await fc.assert(
    fc.asyncProperty(text, lengths, async ([separator, input], sizes) => {
      const newline = input.includes("\n") || !input.includes("\r") ? "\n" : "\r";
      const guessed = [...(/[,;\t] "/.test(input) ? [", ", "; ", "\t "] : []), ",", ";", "\t"];
      const guess = () => Papa.parse(input, { preview: 10, newline, skipEmptyLines: true, delimitersToGuess: guessed });
      const delimiter =
        separator === "" ? guess().meta.delimiter : input.includes(`${separator} "`) ? `${separator} ` : separator;
      const { data, errors } = new Papa.Parser({ delimiter, newline }).parse(input, 0, false);
      const rows = data.slice(0, errors[0]?.row).filter((fields) => fields.length > 1 || fields[0].trim() !== "");
      const found = await read(separator === "" ? input : `sep=${separator}\n${input}`, sizes).catch(refusal);
      if (rows.some((fields) => fields.length !== rows[0].length)) assert.match(found.refused, /, but the header has /);
      else if (errors.length > 0)
        assert.match(found.refused, /^line \d+ has a quotation mark that is not closed, or not doubled$/);
      else if (rows.length === 0) assert.match(found.refused, /^is empty/);
      else assert.deepEqual([found.header, ...found.rows], [rows[0].map((name) => name.trim()), ...rows.slice(1)]);
      seen.read += found.refused ? 0 : 1;
      seen.broken += /quotation/.test(found.refused) ? 1 : 0;
    }),
    { numRuns: 10 * runs.numRuns },
  );
  assert.ok(seen.read > runs.numRuns && seen.broken > runs.numRuns, JSON.stringify(seen));
});

// Found by the first property above: short tables of two columns were taken for one column.
for (const [name, delimiter] of Object.entries({ comma: ",", semicolon: ";", tab: "\t" })) {
  test(`two columns and one row, divided by a ${name}`, async () => {
    const { header, rows } = await read(`a${delimiter}b\n1${delimiter}2\n`);
    assert.deepEqual({ header, rows }, { header: ["a", "b"], rows: [["1", "2"]] });
  });
}

// Tables of CSV with what they are read as, for a test in every host: some hundred by hand, and
// 10,000 made up. What they are read as comes from the rules, a character at a time, or from how
// they were made; nothing of it from the code that reads them.
//
//   node tests/tables/tables.mjs FOLDER     files.bin and expected.json, for hosts that are not Node
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/**
 * What a table is read as: its header, its rows and the lines they start on; or, behind the rows
 * before it, the code and the place of what is wrong.
 *
 * @typedef {{header: string[] | null, rows: string[][], refused?: [code: string, pointer: string]}} Expected
 * @typedef {{name: string, bytes: Buffer, expected: Expected}} Example
 */

const EMPTY = /** @type {[string, string]} */ (["empty", ""]);
const BLANKS = " \t\v\f";

/**
 * The rules once more: fields are divided by `separator`, lines by LF, CR LF or CR.
 *
 * @param {string} text
 * @param {string} separator
 * @param {number} above lines above the text
 * @returns {Expected}
 */
function told(text, separator, above = 0) {
  /** @type {Expected} */
  const found = { header: null, rows: [] };
  let line = 1 + above;
  let at = 0;
  const isBlank = (/** @type {string} */ cell) => cell.trim() === "";
  const skipBlanks = () => {
    while (at < text.length && text[at] !== separator && BLANKS.includes(text[at])) at += 1;
  };
  while (at < text.length) {
    const start = line;
    /** @type {string[]} */
    const row = [];
    for (let inRow = true; inRow; ) {
      const from = at;
      skipBlanks();
      let cell = "";
      const broken = () => {
        found.refused = ["unclosed-quote", `/line/${start}/column/${row.length + 1}`];
        return found;
      };
      if (text[at] === '"') {
        at += 1;
        for (;;) {
          if (at >= text.length) return broken();
          if (text[at] === '"') {
            if (text[at + 1] !== '"') break;
            at += 1;
          } else if (text[at] === "\n" || (text[at] === "\r" && text[at + 1] !== "\n")) line += 1;
          cell += text[at];
          at += 1;
        }
        at += 1;
        skipBlanks();
        if (at < text.length && ![separator, "\n", "\r"].includes(text[at])) return broken();
      } else {
        while (at < text.length && ![separator, "\n", "\r"].includes(text[at])) at += 1;
        cell = text.slice(from, at);
      }
      row.push(cell);
      if (text[at] === separator) at += 1;
      else inRow = false;
    }
    if (at < text.length) {
      at += text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1;
      line += 1;
    }
    if (row.every(isBlank) && (row.length === 1 || found.header === null)) continue;
    if (found.header === null) found.header = row.map((name) => name.trim());
    else if (row.length !== found.header.length) {
      found.refused = ["wrong-length", `/line/${start}`];
      return found;
    } else found.rows.push([...row, String(start)]);
  }
  if (found.header === null) found.refused = EMPTY;
  return found;
}

const HEADER = ["age", "member", "town"];
const ROWS = [
  ["45", "yes", "north"],
  ["-0.5", "no", "south, east"],
  ["", " ?", 'the "old" one'],
  ["1e3", "no", "two\nlines"],
  ["7", "yes", "Zürich; 東京 😀"],
];

/** Tables that are one table, written in every way. */
function* written() {
  const ends = { LF: "\n", CRLF: "\r\n", CR: "\r" };
  const quotings = {
    "where needed": (/** @type {string} */ cell, /** @type {string} */ separator) =>
      cell.includes(separator) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
    everywhere: (/** @type {string} */ cell) => `"${cell.replaceAll('"', '""')}"`,
    "everywhere, with blanks": (/** @type {string} */ cell) => ` "${cell.replaceAll('"', '""')}"\t`,
  };
  const befores = { nothing: "", "a mark": "\ufeff", "two marks": "\ufeff\ufeff", "a blank line": "~", "a line of blanks": " \t~~" };
  const encodings = {
    "UTF-8": (/** @type {string} */ text) => Buffer.from(text),
    "UTF-16": (/** @type {string} */ text) => Buffer.from(`\ufeff${text}`, "utf16le"),
    "UTF-16, big-endian": (/** @type {string} */ text) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
    gzip: (/** @type {string} */ text) => gzipSync(text),
  };
  for (const separator of [",", ";", "\t", "|"])
    for (const [endName, end] of Object.entries(ends))
      for (const [quoting, quoted] of Object.entries(quotings)) {
        if (separator === "\t" && quoting.endsWith("blanks")) continue;
        for (const [before, start] of Object.entries(befores))
          for (const last of [end, ""])
            for (const [encoding, encoded] of Object.entries(encodings)) {
              if (encoding !== "UTF-8" && (last === "" || before === "two marks")) continue;
              // A stated separator is on the first line.
              if (separator === "|" && before !== "nothing" && before !== "a mark") continue;
              const stated = separator === "|" ? `sep=|${end}` : "";
              const lines = [HEADER, ...ROWS].map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator));
              const text = start.replaceAll("~", end) + stated + lines.join(end) + last;
              const above = (separator === "|" ? 1 : 0) + (start.match(/~/g)?.length ?? 0);
              let line = 1 + above;
              const rows = ROWS.map((cells) => [...cells, String((line += 1) + (cells === ROWS[4] ? 1 : 0))]);
              yield {
                name: `${JSON.stringify(separator)}, ${endName}, quoted ${quoting}, after ${before}, ${encoding}, ends ${JSON.stringify(last)}`,
                bytes: encoded(text),
                expected: { header: HEADER, rows },
              };
            }
      }
}

const ROW = ["1", "2", "2"];
/** @type {[text: string | Buffer, expected: Expected][]} */
const BY_HAND = [
  ["", { header: null, rows: [], refused: EMPTY }],
  ["\n \r\n\t\n", { header: null, rows: [], refused: EMPTY }],
  ["a,b\n", { header: ["a", "b"], rows: [] }],
  ["a,b", { header: ["a", "b"], rows: [] }],
  ["a,b\n1,2\n", { header: ["a", "b"], rows: [ROW] }],
  [" a ,\tb\n1,2\n", { header: ["a", "b"], rows: [ROW] }],
  ["a,b\r\r\n1,2\r\r\n", { header: ["a", "b"], rows: [["1", "2", "3"]] }],
  ["a,b\n\r1,2\n\r", { header: ["a", "b"], rows: [["1", "2", "3"]] }],
  ["a,b\r\n1,2\r3,4\n", { header: ["a", "b"], rows: [ROW, ["3", "4", "3"]] }],
  [",,\n,\na,b\n1,2\n", { header: ["a", "b"], rows: [["1", "2", "4"]] }],
  ["a,b\n,\n", { header: ["a", "b"], rows: [["", "", "2"]] }],
  ["sep=;\na;b\n1;2\n", { header: ["a", "b"], rows: [["1", "2", "3"]] }],
  ["sep=;,,,\na;b\n1;2\n", { header: ["a", "b"], rows: [["1", "2", "3"]] }],
  ['\ufeff"sep=;"\r\na;b\r\n1;2\r\n', { header: ["a", "b"], rows: [["1", "2", "3"]] }],
  ["sep =;\na;b\n1;2\n", { header: ["a", "b"], rows: [["1", "2", "3"]] }],
  ["sep=x\na,b\n", { header: null, rows: [], refused: ["not-a-table", "/line/1"] }],
  ["sep=;\n", { header: null, rows: [], refused: EMPTY }],
  ["sep=,b\n1,2\n", { header: ["sep=", "b"], rows: [ROW] }],
  ['a;"b, c, d";e\n1;2, 3;4\n', { header: ["a", "b, c, d", "e"], rows: [["1", "2, 3", "4", "2"]] }],
  ["b,c,d,e;a\n1,2,3,4;1\n1,2, 3,4,5;2\n", { header: ["b,c,d,e", "a"], rows: [["1,2,3,4", "1", "2"], ["1,2, 3,4,5", "2", "3"]] }], // prettier-ignore
  ["a;b\n1,5;2,5\n", { header: ["a", "b"], rows: [["1,5", "2,5", "2"]] }],
  ["Age, in years\tIncome, EUR\n4,5\t1,5\n", { header: ["Age, in years", "Income, EUR"], rows: [["4,5", "1,5", "2"]] }],
  ['"a\n(years)",b\n1,2\n', { header: ["a\n(years)", "b"], rows: [["1", "2", "3"]] }],
  ['a,b\n5" pipe,we"st\n', { header: ["a", "b"], rows: [['5" pipe', 'we"st', "2"]] }],
  ['a,b\n"we"st,2\n', { header: ["a", "b"], rows: [], refused: ["unclosed-quote", "/line/2/column/1"] }],
  ['a,b\n1,"a\\"b"\n', { header: ["a", "b"], rows: [], refused: ["unclosed-quote", "/line/2/column/2"] }],
  ['a,b\n1,2\n"3,4\n5,6\n', { header: ["a", "b"], rows: [ROW], refused: ["unclosed-quote", "/line/3/column/1"] }],
  ['a,"b\n1,2\n', { header: null, rows: [], refused: ["unclosed-quote", "/line/1/column/2"] }],
  ["a,b\n1,2\n3\n", { header: ["a", "b"], rows: [ROW], refused: ["wrong-length", "/line/3"] }],
  ["a,b\n1,2,\n", { header: ["a", "b"], rows: [], refused: ["wrong-length", "/line/2"] }],
  ["# made by a program\na,b\n1,2\n", { header: ["# made by a program"], rows: [], refused: ["wrong-length", "/line/2"] }],
  ['{"a": 1}', { header: null, rows: [], refused: ["not-a-table", ""] }],
  ['[\n  {"a": 1}\n]', { header: null, rows: [], refused: ["not-a-table", ""] }],
  ["a|b\n1|2\n", { header: null, rows: [], refused: ["not-a-table", ""] }],
  ["a,b\u20281,2\u2028", { header: ["a", "b\u20281", "2"], rows: [], refused: ["not-a-table", "/line/1"] }],
  [Buffer.from("PK\x03\x04\x14\0", "latin1"), { header: null, rows: [], refused: ["not-a-table", ""] }],
  [gzipSync(gzipSync("a,b\n")), { header: null, rows: [], refused: ["not-a-table", ""] }],
  [gzipSync("a,b\n1,2\n").subarray(0, -5), { header: null, rows: [], refused: ["not-a-table", ""] }],
  [Buffer.concat([gzipSync("a,b\n"), gzipSync("1,2\n")]), { header: null, rows: [], refused: ["not-a-table", ""] }],
  [Buffer.from("a,b\n1,2\n", "utf16le"), { header: null, rows: [], refused: ["not-a-table", ""] }],
  [Buffer.from("\ufeffa,b\n1,\ud83d", "utf16le"), { header: ["a", "b"], rows: [], refused: ["not-utf8", "/line/2"] }],
];

/** Numbers below 2³², the same ones each time. */
function random(/** @type {number} */ seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PARTS = [
  ...["a", "b1", '"x"', '"y, z"', '"u""v"', '"two\nlines"', '" "', " ", "\t", '"', ",", ";", "\n", "\r", "", "é", "?", "1,5"],
  ...['""', "\u00a0", "\u200b", "5 %", '"\r\n"', "x y", "-7"],
];

/** A table of parts, of which some break it, under a line that states the separator. */
function madeUp(/** @type {number} */ number) {
  const next = random(number);
  const separator = ",;\t|"[next(4)];
  const end = ["\n", "\r\n", "\r"][next(3)];
  const columns = 1 + next(4);
  const wild = next(3) === 0;
  let text = "";
  for (let row = 0, count = next(14); row < count; row += 1) {
    const cells = Array.from({ length: wild && next(9) === 0 ? columns + 1 : columns }, () => PARTS[next(wild ? PARTS.length : 7)]);
    text += cells.join(separator) + end;
  }
  // Behind CR a first LF is the rest of a line end.
  if (end === "\r") text = text.replace(/^\n/, "");
  return { name: `made up, number ${number}`, bytes: Buffer.from(`sep=${separator}${end}${text}`), expected: told(text, separator, 1) };
}

/** @returns {Example[]} */
export const tables = () => [
  ...written(),
  ...BY_HAND.map(([text, expected], i) => ({ name: `by hand, number ${i}`, bytes: Buffer.from(text), expected })),
  ...Array.from({ length: 10_000 }, (_, i) => madeUp(i + 1)),
];

/**
 * Reads a table in the shape of `Expected`.
 *
 * @param {() => Promise<{header: string[], rows: AsyncIterable<{rows: () => unknown[][]}>, lineOf: (pointer: string) =>
 *   number | null, close: () => unknown}>} open
 * @param {(error: any) => [string, string]} placeOf
 */
export async function readAs(open, placeOf) {
  /** @type {Expected} */
  const found = { header: null, rows: [] };
  let table = null;
  try {
    table = await open();
    found.header = table.header;
    for await (const block of table.rows)
      for (const row of block.rows())
        found.rows.push([...row.map(String), String(table.lineOf(`/${found.rows.length + 1}`))]);
  } catch (error) {
    found.refused = placeOf(error);
  } finally {
    await table?.close();
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  mkdirSync(folder, { recursive: true });
  const all = tables();
  const sizes = all.map(({ bytes }) => bytes.length);
  writeFileSync(join(folder, "files.bin"), Buffer.concat(all.map(({ bytes }) => bytes)));
  writeFileSync(join(folder, "expected.json"), JSON.stringify(all.map(({ name, expected }, i) => ({ name, size: sizes[i], expected }))));
}

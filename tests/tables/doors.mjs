// Files of one table, however they are written, and files that are refused, each with what is said
// of it: for every host that takes a file. Rows, header and study are those of tests/cli.
//
//   node tests/tables/doors.mjs FOLDER     the files, and doors.json with what to expect
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { csv, header, quickStudy, rows } from "../cli/small-study.mjs";

const lines = [header, ...rows(60)];

const quoteAll = (delimiter) => lines.map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter)).join("\n");

/**
 * Files that are the table of `lines`.
 *
 * @type {[what: string, content: string | Buffer][]}
 */
export const same = [
  ["semicolons", csv(lines, { delimiter: ";" })],
  ["tabs", csv(lines, { delimiter: "\t" })],
  ["CRLF", csv(lines, { newline: "\r\n" })],
  ["CR alone", csv(lines, { newline: "\r" })],
  ["CRLF and LF mixed", csv(lines.slice(0, 20), { newline: "\r\n" }) + csv(lines.slice(20))],
  ["a byte order mark", `\ufeff${csv(lines)}`],
  ["no line end at the end", csv(lines).trimEnd()],
  ["empty lines", csv(lines).replaceAll("\n", "\n\n")],
  ["every field quoted", quoteAll(",")],
  ["every field quoted, semicolons, CRLF", quoteAll(";").replaceAll("\n", "\r\n")],
  [
    "blanks after separators",
    lines.map((cells) => cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(", ")).join("\n"),
  ],
  ["blanks after separators, every field quoted", quoteAll(", ")],
  ["blanks round fields", lines.map((cells) => cells.map((cell) => ` ${cell}  `).join(";")).join("\n")],
  ["blanks after quoted fields", quoteAll(" ,")],
  // Long enough to be read in several pieces, each of which begins like that.
  ["values that look like JSON", csv([["note", ...header], ...rows(60).map((row) => [`[[${"1".repeat(5000)}]]`, ...row])])],
  [
    "other columns, another order",
    csv([
      ["id", "paid", "town", "note", "member", "age"],
      ...rows(60).map(([age, member, town, paid], i) => [String(i), paid, town, 'a "quoted", note\nin two lines', member, age]),
    ]),
  ],
  [
    "a header whose names have blanks at their ends, and one of a column that is not used in quotation marks",
    csv([[" age ", "member", "town ", "\tpaid", 'last visit, "d.m.y"'], ...rows(60).map((cells) => [...cells, "1.2.2026"])]),
  ],
  ["tabs, blanks after them, CRLF, a byte order mark", `\ufeff${csv(lines, { delimiter: "\t ", newline: "\r\n" })}`],
  ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${csv(lines)}`, "utf16le")],
  ["gzip", gzipSync(csv(lines))],
  ["a first line that names the separator", `sep=;\r\n${csv(lines, { delimiter: ";", newline: "\r\n" })}`],
  ["a first line that names | as the separator", `"sep=|"\n${csv(lines, { delimiter: "|" })}`],
  ["a constant's own column", csv([["intercept", ...header], ...rows(60).map((cells) => ["1", ...cells])])],
  ["two byte order marks", `\ufeff\ufeff${csv(lines)}`],
  ["byte order marks before a name and a number", csv(lines).replace("paid", "\ufeffpaid").replace("\n18", "\n\ufeff18")],
  // Brought onto its range, as any number below it is.
  ["U+2212 for a minus", csv(lines).replace("\n18", "\n\u22125")],
  ["blank lines first", `\n\n${csv(lines)}`],
  ["a line of blanks first", `  \n${csv(lines)}`],
  ["lines of separators first", `,,,\n,,,\n${csv(lines)}`],
  ["a line sep=; filled up", `sep=;,,,\r\n${csv(lines, { delimiter: ";", newline: "\r\n" })}`],
  ["a byte order mark and a line sep=;", `\ufeffsep=;\r\n${csv(lines, { delimiter: ";", newline: "\r\n" })}`],
  ["blanks before quotation marks", lines.map((cells) => cells.map((cell) => ` "${cell}"`).join(",")).join("\n")],
  ["a name of two lines", csv(lines).replace("age,", '"age\n",')],
  ["a name of two lines that is not used", csv(lines.map((cells, i) => [...cells, i === 0 ? "a\nb" : "1"]))],
  [
    "semicolons, a quoted name with more commas",
    csv(
      lines.map((cells, i) => [...cells, i === 0 ? "a,b,c,d,e,f,g" : "1"]),
      { delimiter: ";" },
    ),
  ],
  [
    "semicolons, more commas in every row",
    csv(
      lines.map((cells, i) => [i === 0 ? "a,b,c,d,e,f" : "1,2,3,4,5,6", ...cells]),
      { delimiter: ";" },
    ),
  ],
  [
    "a header of 100 kB",
    csv(
      lines.map((cells, i) => [
        ...cells,
        ...Array.from({ length: 3000 }, (_, j) => (i === 0 ? `a column that is not used ${j}` : "")),
      ]),
    ),
  ],
  ["CRLF and CR mixed", csv(lines.slice(0, 20), { newline: "\r\n" }) + csv(lines.slice(20), { newline: "\r" })],
  [
    "a byte that is not UTF-8 in a column that is not used",
    Buffer.from(csv(lines.map((cells, i) => [...cells, i === 0 ? "caf\xe9" : "M\xfcller"])), "latin1"),
  ],
];

/**
 * Files that are refused, with a message that names the place.
 *
 * @type {[what: string, content: string | Buffer, message: RegExp][]}
 */
export const refused = [
  ["an empty file", "", /table\.csv: is empty/],
  ["a file of line ends", "\n\r\n\n", /table\.csv: is empty/],
  ["a header only", "age,member,town,paid\n", /table\.csv: has a header, but no rows/],
  [
    "a field too few",
    "age,member,town,paid\n20,no,west,no\n20,no,west\n",
    /table\.csv: line 3 has 3 fields, but the header has 4/,
  ],
  ["a field too many", "age,member,town,paid\n20,no,west,no,\n", /table\.csv: line 2 has 5 fields, but the header has 4/],
  ["one field", "age;member;town;paid\n20;no;west;no\n20\n", /table\.csv: line 3 has 1 field, but the header has 4/],
  [
    "a field too few after a field of two lines",
    'age,member,town,paid,x\n20,no,west,no,"a\nb"\n\n20,no,west,no\n',
    /table\.csv: line 5 has 4 fields/,
  ],
  [
    "a quotation mark that is never closed",
    'age,member,town,paid\n20,no,west,no\n20,no,"west,no\n20,no,west,no\n',
    /table\.csv: line 3 has a quotation mark that is not closed/,
  ],
  ["a quotation mark in the middle", 'age,member,town,paid\n20,no,"we"st,no\n', /table\.csv: line 2 has a quotation mark/],
  [
    "text for a number, after an empty line",
    "age,member,town,paid\n20,no,west,no\n\nold,no,west,no\n",
    /table\.csv, line 4: row 2, column "age" must be a number/,
  ],
  [
    "a decimal comma",
    "age;member;town;paid\n20,5;no;west;no\n",
    /table\.csv, line 2: row 1, column "age" is "20,5", which is ambiguous/,
  ],
  [
    "a decimal comma, quoted between commas",
    'age,member,town,paid\n20,no,west,no\n"1,5",no,west,no\n',
    /table\.csv, line 3: row 2, column "age" is "1,5", which is ambiguous/,
  ],
  [
    "a bad value after a field of two lines and CRLF",
    'age,note,member,town,paid\r\n20,"a\r\nb",no,west,no\r\nx,"c",no,west,no\r\n',
    /table\.csv, line 4: row 2, column "age" must be a number/,
  ],
  [
    "a bad value, lines ended by CR",
    "age,member,town,paid\r20,no,west,no\r20,perhaps,west,no\r",
    /table\.csv, line 3: row 2, column "member" must be yes or no/,
  ],
  [
    "a number beyond doubles",
    "age,member,town,paid\n1e309,no,west,no\n",
    /table\.csv, line 2: row 1, column "age" must be a finite number/,
  ],
  ["NaN", "age,member,town,paid\nNaN,no,west,no\n", /table\.csv, line 2: row 1, column "age"/],
  [
    "a blank where none is allowed",
    "age,member,town,paid\n,no,west,no\n",
    /table\.csv, line 2: row 1, column "age" is missing/,
  ],
  [
    "a question mark for a blank",
    "age,member,town,paid\n20,?,west,no\n",
    /table\.csv, line 2: row 1, column "member" is missing/,
  ],
  ["an unknown level", "age,member,town,paid\n20,no,West,no\n", /table\.csv, line 2: row 1, column "town" must be one of/],
  ["an unknown label", "age,member,town,paid\n20,no,west,maybe\n", /table\.csv, line 2: row 1, column "paid" must be one of/],
  ["a column twice", "age,member,town,paid,age\n20,no,west,no,21\n", /table\.csv: the header has the column "age" twice/],
  ["a missing column", "age,member,paid\n20,no,no\n", /table\.csv: the header must have a column "town"/],
  [
    "a JSON object",
    '{"age": 20,\n"member": "no"}\n',
    /table\.csv: is JSON; rows as CSV, with a header line, or as Parquet were expected/,
  ],
  ["JSON over lines", '{\n  "age": 20\n}\n', /table\.csv: is JSON/],
  ["an array of arrays", '[["age", "paid"],\n["20", "no"]]\n', /table\.csv: is JSON/],
  ["JSON lines", '{"age": 20}\n{"age": 21}\n', /table\.csv: is JSON/],
  ["an array of objects", '[\n  {"age": 20}\n]\n', /table\.csv: is JSON/],
  [
    "names in brackets, which are no JSON",
    "[age],member,town\n20,no,west\n",
    /table\.csv: the header must have columns "age", "paid", but has "\[age\]", "member" and "town"\n/,
  ],
  [
    "bytes that aren't UTF-8",
    Buffer.from("age,member,town,paid\n20,no,w\xe9st,no\n", "latin1"),
    /table\.csv, line 2: row 1, column "town" has a byte that is not UTF-8; the file may be Latin-1/,
  ],
  ["UTF-16 of a header only", Buffer.from("\ufeffage,member,town,paid\n", "utf16le"), /table\.csv: has a header, but no rows/],
  [
    "UTF-16 without a mark",
    Buffer.from("age,member,town,paid\n", "utf16le"),
    /table\.csv: is UTF-16 text without a byte order mark/,
  ],
  ["a zip archive", Buffer.from("PK\x03\x04\x14\0", "latin1"), /table\.csv: is a zip archive; unpack it/],
  ["columns separated by |", csv(lines, { delimiter: "|" }), /table\.csv: has columns that are separated by "\|"/],
  [
    "a row in quotation marks that are never closed, among a thousand",
    csv([header, ...rows(1000)]).replace("\n", '\n"'),
    /table\.csv: line \d+ has a quotation mark that is not closed/,
  ],
  [
    "a comment first",
    `# export 2024\n${csv(lines)}`,
    /table\.csv: line 2 has 4 fields, but the header has 1: the first line must have the columns' names/,
  ],
  [
    "blanks between columns",
    lines.map((cells) => cells.map((cell) => (cell.includes(",") ? `"${cell}"` : cell)).join(" ")).join("\n"),
    /table\.csv: (line 4 has 2 fields, but the header has 1: the first line must have the columns' names, separated|the header must have columns)/,
  ],
  [
    "typographic quotation marks",
    lines
      .map((cells) => cells.map((cell) => `\u201c${cell}\u201d`).join(";"))
      .join("\n")
      .replace(/^.*\n/, "age,member,town,paid\n"),
    /table\.csv: line 2 has 4 fields, but the header has 1: the first line must have the columns' names/,
  ],
  [
    "lines ended by U+2028",
    csv(lines).replaceAll("\n", "\u2028"),
    /table\.csv: line 1 has the character U\+2028, which ends no line/,
  ],
  [
    "a zero-width space in a name",
    csv(lines).replace("age", "age\u200b"),
    /table\.csv: the header must have a column "age", but has "age\[U\+200B\]"/,
  ],
  [
    "a zero-width space in a number",
    csv(lines).replace("\n18", "\n18\u200b"),
    /table\.csv, line 2: row 1, column "age" must be a number, like 45 or 0\.5, but is "18\[U\+200B\]"/,
  ],
  ...["'18", "1\u00a08"].map((age) => [
    `${age} for a number, with no word on commas`,
    csv(lines).replace("\n18", `\n${age}`),
    /table\.csv, line 2: row 1, column "age" is "('18|1\[U\+00A0\]8)", which is ambiguous: it must be a number with a decimal point and no separators, like 1234\.5\n$/,
  ]),
  [
    "gzip in two parts",
    Buffer.concat([gzipSync("age,member,town,paid\n"), gzipSync("20,no,west,no\n")]),
    /table\.csv: is a gzip file that is damaged, cut off, or in several parts/,
  ],
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "study.json"), JSON.stringify(quickStudy()));
  writeFileSync(join(folder, "data.csv"), csv(lines));
  const put = (/** @type {string} */ name, /** @type {string | Buffer} */ content) => {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "table.csv"), content);
    return `${name}/table.csv`;
  };
  const doors = {
    same: same.map(([what, content], i) => ({ what, file: put(`same-${i}`, content) })),
    refused: refused.map(([what, content, message], i) => ({
      what,
      file: put(`refused-${i}`, content),
      message: message.source,
    })),
  };
  writeFileSync(join(folder, "doors.json"), JSON.stringify(doors));
}

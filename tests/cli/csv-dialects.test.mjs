// Texts that count as CSV, tried on expost bound --csv: all of these say the same, or are refused
// with the line.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { command, folder } from "./run-expost.mjs";
import { csv, header, quickStudy, rows } from "./small-study.mjs";

const dir = folder();
const report = dir.file("report.json");
const lines = [header, ...rows(60)];
let expected;

const bounds = (file) => command(["bound", report, "--csv", file]);

before(async () => {
  const data = dir.write("data.csv", csv(lines));
  dir.write("study.json", quickStudy());
  const made = await command(["publish", data, "--study", dir.file("study.json"), "--out", report]);
  assert.equal(made.code, 0, made.stderr);
  const found = await bounds(data);
  assert.equal(found.code, 0, found.stderr);
  expected = found.stdout;
});

const quoteAll = (delimiter) => lines.map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter)).join("\n");

for (const [what, text] of [
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
  ["a constant's own column", csv([["intercept", ...header], ...rows(60).map((cells) => ["1", ...cells])])],
]) {
  test(what, async () => {
    const { code, stdout, stderr } = await bounds(dir.write("dialect.csv", text));
    assert.equal(code, 0, stderr);
    assert.equal(stdout, expected);
  });
}

for (const [what, text, message] of [
  ["an empty file", "", /bad\.csv: is empty/],
  ["a file of line ends", "\n\r\n\n", /bad\.csv: is empty/],
  ["a header only", "age,member,town,paid\n", /bad\.csv: has a header, but no rows/],
  [
    "a field too few",
    "age,member,town,paid\n20,no,west,no\n20,no,west\n",
    /bad\.csv: line 3 has 3 fields, but the header has 4/,
  ],
  ["a field too many", "age,member,town,paid\n20,no,west,no,\n", /bad\.csv: line 2 has 5 fields, but the header has 4/],
  ["one field", "age;member;town;paid\n20;no;west;no\n20\n", /bad\.csv: line 3 has 1 field, but the header has 4/],
  [
    "a field too few after a field of two lines",
    'age,member,town,paid,x\n20,no,west,no,"a\nb"\n\n20,no,west,no\n',
    /bad\.csv: line 5 has 4 fields/,
  ],
  [
    "a quotation mark that is never closed",
    'age,member,town,paid\n20,no,west,no\n20,no,"west,no\n20,no,west,no\n',
    /bad\.csv: line 3 has a quotation mark that is not closed/,
  ],
  ["a quotation mark in the middle", 'age,member,town,paid\n20,no,"we"st,no\n', /bad\.csv: line 2 has a quotation mark/],
  [
    "text for a number, after an empty line",
    "age,member,town,paid\n20,no,west,no\n\nold,no,west,no\n",
    /bad\.csv, line 4: row 2, column "age" must be a number/,
  ],
  [
    "a decimal comma",
    "age;member;town;paid\n20,5;no;west;no\n",
    /bad\.csv, line 2: row 1, column "age" is "20,5", which is ambiguous/,
  ],
  [
    "a decimal comma, quoted between commas",
    'age,member,town,paid\n20,no,west,no\n"1,5",no,west,no\n',
    /bad\.csv, line 3: row 2, column "age" is "1,5", which is ambiguous/,
  ],
  [
    "a bad value after a field of two lines and CRLF",
    'age,note,member,town,paid\r\n20,"a\r\nb",no,west,no\r\nx,"c",no,west,no\r\n',
    /bad\.csv, line 4: row 2, column "age" must be a number/,
  ],
  [
    "a bad value, lines ended by CR",
    "age,member,town,paid\r20,no,west,no\r20,perhaps,west,no\r",
    /bad\.csv, line 3: row 2, column "member" must be yes or no/,
  ],
  [
    "a number beyond doubles",
    "age,member,town,paid\n1e309,no,west,no\n",
    /bad\.csv, line 2: row 1, column "age" must be a finite number/,
  ],
  ["NaN", "age,member,town,paid\nNaN,no,west,no\n", /bad\.csv, line 2: row 1, column "age"/],
  ["a blank where none is allowed", "age,member,town,paid\n,no,west,no\n", /bad\.csv, line 2: row 1, column "age" is missing/],
  [
    "a question mark for a blank",
    "age,member,town,paid\n20,?,west,no\n",
    /bad\.csv, line 2: row 1, column "member" is missing/,
  ],
  ["an unknown level", "age,member,town,paid\n20,no,West,no\n", /bad\.csv, line 2: row 1, column "town" must be one of/],
  ["an unknown label", "age,member,town,paid\n20,no,west,maybe\n", /bad\.csv, line 2: row 1, column "paid" must be one of/],
  ["a column twice", "age,member,town,paid,age\n20,no,west,no,21\n", /bad\.csv: the header has the column "age" twice/],
  ["a missing column", "age,member,paid\n20,no,no\n", /bad\.csv: the header must have a column "town"/],
  [
    "a JSON object",
    '{"age": 20,\n"member": "no"}\n',
    /bad\.csv: is JSON; rows as CSV, with a header line, or as Parquet were expected/,
  ],
  ["JSON over lines", '{\n  "age": 20\n}\n', /bad\.csv: is JSON/],
  ["an array of arrays", '[["age", "paid"],\n["20", "no"]]\n', /bad\.csv: is JSON/],
  ["JSON lines", '{"age": 20}\n{"age": 21}\n', /bad\.csv: is JSON/],
  ["an array of objects", '[\n  {"age": 20}\n]\n', /bad\.csv: is JSON/],
  [
    "names in brackets, which are no JSON",
    "[age],member,town\n20,no,west\n",
    /bad\.csv: the header must have columns "age", "paid", but lacks them/,
  ],
  ["bytes that aren't UTF-8", Buffer.from("age,member,town,paid\n20,no,w\xe9st,no\n", "latin1"), /bad\.csv: is not UTF-8 text/],
  ["UTF-16", Buffer.from("\ufeffage,member,town,paid\n", "utf16le"), /bad\.csv: is not UTF-8 text/],
]) {
  test(`${what}: exit 1, one line`, async () => {
    const { code, stdout, stderr } = await bounds(dir.write("bad.csv", text));
    assert.equal(stdout, "");
    assert.match(stderr, /^expost: [^\n]+\n$/);
    assert.match(stderr, message);
    assert.equal(code, 1);
  });
}

test("fields and characters that lie across the reader's pieces", async () => {
  // The file is read in pieces of 256 KiB; a note of two-byte characters and quotation marks
  // shifts every row against them.
  const long = rows(6000).map((cells, i) => [...cells, `é"${"é,\n".repeat(i % 97)}`]);
  const file = dir.write("long.csv", csv([[...header, "note"], ...long]));
  const { code, stdout, stderr } = await bounds(file);
  assert.equal(code, 0, stderr);
  const plain = await bounds(dir.write("plain.csv", csv([header, ...rows(6000)])));
  assert.equal(stdout, plain.stdout);
  const spoiled = dir.read("long.csv").trimEnd().split("\n");
  const { stderr: error } = await bounds(dir.write("spoiled.csv", `${spoiled.join("\n")}\n1,2\n`));
  assert.match(error, new RegExp(`spoiled\\.csv: line ${spoiled.length + 1} has 2 fields`));
});

test("a blank and a question mark take the fill-in value where the study gives one, and only there", async () => {
  const changed = quickStudy();
  changed.features[1].missing = 50;
  changed.features[3].missing = "west";
  changed.features[1].name = "age in years";
  const names = ["age in years", ...header.slice(1)];
  const filled = rows(60);
  const blank = rows(60);
  for (const [i, mark] of ["", "?", " ", " ? "].entries()) {
    blank[i][0] = mark;
    filled[i][0] = "50";
    blank[i + 10][2] = mark;
    filled[i + 10][2] = "west";
  }
  const own = folder();
  const publish = async (name, lines) => {
    const paths = [own.write(`${name}.csv`, csv([names, ...lines])), "--study", own.write("study.json", changed)];
    return command(["publish", ...paths, "--out", own.file(`${name}.json`), "--seed", "1"]);
  };
  const made = await publish("blank", blank);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^blanks filled in: age in years 4, town 4$/m);
  await publish("filled", filled);
  assert.deepEqual(own.json("blank.json"), own.json("filled.json"));
  blank[20][1] = "?";
  const refused = await publish("none", blank);
  assert.match(refused.stderr, /none\.csv, line 22: row 21, column "member" is missing: it must be yes or no\n$/);
  assert.equal(refused.code, 1);
});

// Texts that count as CSV, tried on expost bound --csv: all of these say the same, or are refused
// with the line.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
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
  ["UTF-16 with a byte order mark", Buffer.from(`\ufeff${csv(lines)}`, "utf16le")],
  ["gzip", gzipSync(csv(lines))],
  ["a first line that names the separator", `sep=;\r\n${csv(lines, { delimiter: ";", newline: "\r\n" })}`],
  ["a first line that names | as the separator", `"sep=|"\n${csv(lines, { delimiter: "|" })}`],
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
    /bad\.csv: the header must have columns "age", "paid", but has "\[age\]", "member" and "town"\n/,
  ],
  [
    "bytes that aren't UTF-8",
    Buffer.from("age,member,town,paid\n20,no,w\xe9st,no\n", "latin1"),
    /bad\.csv, line 2: row 1, column "town" has a byte that is not UTF-8; the file may be Latin-1/,
  ],
  ["UTF-16 of a header only", Buffer.from("\ufeffage,member,town,paid\n", "utf16le"), /bad\.csv: has a header, but no rows/],
  [
    "UTF-16 without a mark",
    Buffer.from("age,member,town,paid\n", "utf16le"),
    /bad\.csv: is UTF-16 text without a byte order mark/,
  ],
  ["a zip archive", Buffer.from("PK\x03\x04\x14\0", "latin1"), /bad\.csv: is a zip archive; unpack it/],
  ["columns separated by |", csv(lines, { delimiter: "|" }), /bad\.csv: has columns that are separated by "\|"/],
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

/** Rows whose ages have a half, with the mark between, and a town that looks like a number. */
const halves = (mark, cells = rows(60)) =>
  csv([header, ...cells.map(([age, ...rest], i) => [`${age}${mark}${i % 2 === 0 ? "5" : "25"}`, ...rest])], { delimiter: ";" });

test("--decimal-comma reads the numbers of every command that reads a table, and nothing else", async () => {
  const own = folder();
  const towns = ["1,5", "2,5", "3.5"];
  const cells = rows(60).map((row) => row.with(2, towns[["north", "south, east", "west"].indexOf(row[2])]));
  const changed = quickStudy();
  changed.features[3].levels = towns;
  const study = own.write("study.json", changed);
  const pointed = own.write("pointed.csv", halves(".", cells));
  const comma = own.write("comma.csv", halves(",", cells));
  const both = async (args) => {
    const results = [];
    for (const file of [pointed, comma]) {
      const option = file === comma ? ["--decimal-comma"] : [];
      const { code, stdout, stderr } = await command(args(file).concat(option));
      assert.equal(code, 0, stderr);
      results.push(stdout);
    }
    assert.equal(results[0], results[1]);
  };
  const named = (file) => own.file(file === comma ? "comma.json" : "pointed.json");
  await both((file) => ["publish", file, "--study", study, "--out", named(file), "--seed", "1"]);
  assert.deepEqual(own.json("comma.json"), own.json("pointed.json"));
  await both((file) => ["bound", named(file), "--csv", file]);
  await both((file) => ["audit", file, "--study", study, "--report", named(file), "--json"]);
  await both((file) => ["profile", file, "--study", study, "--held-out", file, "--epsilon", "1:2:2", "--json", "--seed", "1"]);
  await both((file) => ["init", file, "--label", "paid"]);
  const { model } = own.json("pointed.json");
  const theta = own.write("theta.json", { theta: model.theta, sigma: model.mechanism.sigma, lambda: 2 });
  const elsewhere = own.write("elsewhere.json", { mechanism: { elsewhere: { rowsAtMost: 1000, residual: 10 } } });
  const studies = ["--study", study, "--study", elsewhere];
  await both((file) => [
    "attach",
    file,
    ...studies,
    "--model",
    theta,
    "--out",
    own.file("attached.json"),
    "--replace",
    "--seed",
    "1",
  ]);

  const refused = async (args, message) => {
    const { code, stdout, stderr } = await command(args);
    assert.equal(stdout, "");
    assert.match(stderr, message);
    assert.equal(code, /^expost: --/.test(stderr) ? 2 : 1);
  };
  const report = own.file("comma.json");
  await refused(["bound", report, "--csv", comma], /line 2: row 1, column "age" is "18,5", which is ambiguous.*; --decimal-comma reads a comma as the decimal mark\n$/); // prettier-ignore
  const commas = /has columns that are separated by commas, so that a decimal comma can't be told from them\n$/;
  await refused(["bound", report, "--csv", own.write("a.csv", csv([header, ...cells])), "--decimal-comma"], commas);
  await refused(["bound", report, "--csv", own.write("b.csv", `sep=,\n${csv([header, ...cells])}`), "--decimal-comma"], commas);
  for (const thousands of ["1.234,5", "1.234", "1,234.5"])
    await refused(
      ["bound", report, "--csv", own.write("c.csv", `age;member;town;paid\n${thousands};no;1,5;no\n`), "--decimal-comma"],
      /line 2: row 1, column "age" is "[^"]+", which is ambiguous: it must be a number with a decimal comma and no separators, like 1234,5\n$/,
    );
  await refused(["bound", report, "--csv", own.write("d.csv", "age;member;town;paid\n20,5;no;1.5;no\n"), "--decimal-comma"], /"town" must be one of "1,5", "2,5" or "3.5", but is "1.5"\n$/); // prettier-ignore
  await refused(
    ["bound", report, "--record", own.write("me.json", {}), "--decimal-comma"],
    /--decimal-comma works with --csv only/,
  );
});

test("names with commas are no columns where numbers have a comma", async () => {
  const own = folder();
  const { code, stdout, stderr } = await command([
    "init",
    own.write("a.csv", '"size, in m";paid\n1,5;2,5\n0,25;3,5\n'),
    "--label",
    "paid",
    "--decimal-comma",
  ]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(JSON.parse(stdout).features.map(({ name }) => name), ["intercept", "size, in m"]); // prettier-ignore
});

test("aliases read other spellings of levels, in training and in checking, and stand in the report", async () => {
  const own = folder();
  const spelt = quickStudy();
  spelt.features[3].aliases = { W: "west", "north.": "north" };
  spelt.label.aliases = { "yes.": "yes", "no.": "no" };
  const study = own.write("study.json", spelt);
  const others = rows(60).map(([age, member, town, paid], i) => [
    age,
    member,
    i % 2 ? town : town.replace("west", "W").replace("north", "north."),
    i % 3 ? paid : `${paid}.`,
  ]);
  for (const [name, cells] of Object.entries({ levels: rows(60), others })) {
    const data = own.write(`${name}.csv`, csv([header, ...cells]));
    const made = await command(["publish", data, "--study", study, "--out", own.file(`${name}.json`), "--seed", "1"]);
    assert.equal(made.code, 0, made.stderr);
  }
  assert.deepEqual(own.json("others.json"), own.json("levels.json"));
  const { features, label } = own.json("others.json");
  assert.deepEqual(features[3].aliases, spelt.features[3].aliases);
  assert.deepEqual(label.aliases, spelt.label.aliases);
  const found = [];
  for (const [town, paid] of [
    ["west", "yes"],
    ["W", "yes."],
  ]) {
    const record = own.write("me.json", { age: 30, member: "no", town, paid });
    found.push(await command(["bound", own.file("others.json"), "--record", record, "--json"]));
  }
  assert.equal(found[0].code, 0, found[0].stderr);
  assert.equal(found[1].stdout, found[0].stdout);
  // Without them the same file is refused.
  const plain = own.write("plain.json", quickStudy());
  const refused = await command(["publish", own.file("others.csv"), "--study", plain, "--out", own.file("none.json")]);
  assert.match(refused.stderr, /must be one of/);
  assert.equal(refused.code, 1);
});

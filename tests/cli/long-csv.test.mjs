// Files of several pieces, of which those without quotation marks go to the library as lines: the
// numbers and the places of errors are those of rows read one by one.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { command, folder } from "./run-expost.mjs";
import { csv, header, quickStudy, rows, study } from "./small-study.mjs";

const COUNT = 40_000;
const dir = folder();
const report = dir.file("report.json");
const lines = rows(COUNT).map((cells) => cells.map((cell) => cell.replace("south, east", "south")));
const levels = ["north", "south", "west"];
const features = study().features.map((feature) => (feature.name === "town" ? { ...feature, levels } : feature));
const plain = csv([header, ...lines]);
const quoted = [header, ...lines].map((cells) => `${cells.map((cell) => `"${cell}"`).join(",")}\n`).join("");

const published = async (name, content) => {
  const out = dir.file(`${name}.json`);
  const args = ["--study", dir.file("study.json"), "--out", out, "--seed", "2", "--replace"];
  const { code, stderr } = await command(["publish", dir.write(name, content), ...args]);
  return { code, stderr, report: code === 0 ? dir.read(`${name}.json`) : null };
};
const bounds = async (name, content) => command(["bound", report, "--csv", dir.write(name, content)]);

/** All quoted, so that every row was read by itself. */
let expected;
let expectedBounds;

before(async () => {
  dir.write("study.json", quickStudy({ features }));
  expected = await published("report", quoted);
  assert.equal(expected.code, 0, expected.stderr);
  expectedBounds = await bounds("quoted.csv", quoted);
  assert.equal(expectedBounds.code, 0, expectedBounds.stderr);
  assert.equal(expectedBounds.stdout.trimEnd().split("\n").length, COUNT + 1);
});

const some = (text, from, to, change) => {
  const all = text.split("\n");
  for (let i = from; i < to; i += 1) all[i] = change(all[i], i);
  return all.join("\n");
};

for (const [what, content] of [
  ["no quotation mark", plain],
  ["CRLF", plain.replaceAll("\n", "\r\n")],
  ["no line end at the end", plain.trimEnd()],
  ["semicolons", plain.replaceAll(",", ";")],
  ["a stated separator", `sep=|\n${plain.replaceAll(",", "|")}`],
  ["quotation marks in the middle", some(plain, 20_000, 20_010, (line) => line.replace(/(yes|no)$/, '"$1"'))],
  ["blank lines in the middle", some(plain, 20_000, 20_010, (line) => `${line}\n \n`)],
  [
    "a column more, with characters of several bytes here and there",
    some(plain, 0, COUNT + 1, (line, i) => `${line},${i === 0 ? "note" : i % 4999 < 5 ? "é" : "e"}`),
  ],
  ["blanks round values", some(plain, 15_000, 25_000, (line) => line.replaceAll(",", " , "))],
  ["gzip", gzipSync(plain)],
  ["UTF-16", Buffer.from(`\ufeff${plain}`, "utf16le")],
]) {
  test(`${what}: the same report and bounds`, async () => {
    const found = await published("same", content);
    assert.equal(found.code, 0, found.stderr);
    assert.equal(found.report, expected.report);
    const { code, stdout } = await bounds("same.csv", content);
    assert.equal(code, 0);
    assert.equal(stdout, expectedBounds.stdout);
  });
}

for (const [what, content, sentence] of [
  [
    "a value",
    some(plain, 30_000, 30_001, (line) => line.replace(/^\d+/, "old")),
    /line 30001: row 30000, column "age" must be a number/,
  ],
  [
    "a value after blank lines",
    some(plain, 20_000, 30_001, (line, i) => (i === 20_000 ? `${line}\n\n` : i < 30_000 ? line : line.replace(/^\d+/, "old"))),
    /line 30003: row 30000, column "age" must be a number/,
  ],
  [
    "a value after a cell of two lines",
    some(plain, 20_000, 30_001, (line, i) =>
      i === 20_000 ? line.replace(/(north|south|west)/, '"\n$1"') : i < 30_000 ? line : line.replace(/^\d+/, "old"),
    ),
    /line 30002: row 30000, column "age" must be a number/,
  ],
  [
    "a line with a field too many",
    some(plain, 30_000, 30_001, (line) => `${line},`),
    /line 30001 has 5 fields, but the header has 4/,
  ],
  [
    "a line with a field too few",
    some(plain, 39_999, 40_000, (line) => line.replace(",", "")),
    /line 40000 has 3 fields, but the header has 4/,
  ],
  [
    "a byte that is not UTF-8",
    Buffer.from(
      some(plain, 30_000, 30_001, (line) => `${line}\xe9`),
      "latin1",
    ),
    /line 30001: row 30000, column "paid" has a byte that is not UTF-8/,
  ],
  [
    "half a character before bytes of ASCII",
    Buffer.from(
      some(plain, 25_000, 30_001, (line, i) => (i < 30_000 ? `${line}\xc2\xa0` : `${line}\xc2`)),
      "latin1",
    ),
    /line 30001: row 30000, column "paid" has a byte that is not UTF-8/,
  ],
]) {
  test(`${what} is told with its line`, async () => {
    for (const { code, stderr, stdout } of [await published("wrong", content), await bounds("wrong.csv", content)]) {
      assert.equal(code, 1, stderr);
      assert.match(stderr, sentence);
      assert.equal(stdout ?? "", "");
    }
  });
}

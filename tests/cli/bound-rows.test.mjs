// expost bound --csv: one bound a row.
import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { command, expost, folder, isOneLine, packageDir, startExpost } from "./run-expost.mjs";
import { matches, shapes } from "./shapes.mjs";
import { csv, header, quickStudy, rows } from "./small-study.mjs";

const { loadReport } = await import(pathToFileURL(join(packageDir, "index.js")));
const dir = folder();
const report = dir.file("report.json");
const data = dir.write("data.csv", csv([header, ...rows(5000)]));
const COLUMNS = "row,lower,upper,total,in_lower,in_upper,out_lower,out_upper";

before(async () => {
  dir.write("study.json", quickStudy());
  const { code, stderr } = await command(["publish", data, "--study", dir.file("study.json"), "--out", report, "--seed", "2"]);
  assert.equal(code, 0, stderr);
});

const bounds = (file, ...args) => command(["bound", report, "--csv", file, ...args]);
const parsed = (text) =>
  text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").map(Number));

test("every row has the bound it has on its own, to the last bit", async () => {
  const { code, stdout } = await bounds(data);
  assert.equal(code, 0);
  assert.equal(stdout.split("\n")[0], COLUMNS);
  const lines = parsed(stdout);
  assert.equal(lines.length, 5000);
  const loaded = await loadReport(dir.read("report.json"));
  for (const i of [0, 1, 2047, 2048, 2049, 4095, 4096, 4999]) {
    const one = Object.fromEntries(header.map((name, column) => [name, rows(5000)[i][column]]));
    const { epsilon, total, loss } = loaded.bound(one);
    assert.deepEqual(lines[i], [i + 1, epsilon.lower, epsilon.upper, total.upper, ...loss.in, ...loss.out]);
  }
  loaded.free();
});

test("--json: rows and summary in one document", async () => {
  const { code, stdout } = await bounds(data, "--json");
  assert.equal(code, 0);
  const document = JSON.parse(stdout);
  matches(shapes.boundRows, document);
  const lines = parsed((await bounds(data)).stdout);
  assert.deepEqual(
    document.rows.map(({ row, lower, upper, total, in: inside, out }) => [row, lower, upper, total, ...inside, ...out]),
    lines,
  );
  const sorted = lines.map(([, , , total]) => total).sort((a, b) => a - b);
  assert.deepEqual(document.summary.total, { median: sorted[2499], p99: sorted[4949], max: sorted[4999] });
  assert.equal(document.summary.rows, 5000);
});

test("the summary is one line on standard error", async () => {
  const file = dir.write("clamped.csv", csv([header, ...rows(3), ["17", "no", "west", "no"], ["200", "yes", "north", "yes"]]));
  const { stderr, stdout } = await bounds(file);
  const [warning, line, ...rest] = stderr.trimEnd().split("\n");
  assert.match(warning, /seed/);
  assert.match(line, /^5 rows; .*median .*99th percentile .*maximum .*; 2 rows clamped, 0 scaled$/);
  assert.deepEqual(rest, []);
  const largest = Math.max(...parsed(stdout).map(([, , , total]) => total));
  const shown = Number(/everything published: .*?maximum ([\d.]+)/.exec(line)[1]);
  assert.ok(shown >= largest && shown < largest * 1.001);
});

test("options apply to every row; Infinity is written as such", async () => {
  const file = dir.write("few.csv", csv([header, ...rows(4)]));
  const plain = parsed((await bounds(file)).stdout);
  const rare = parsed((await bounds(file, "--failure-probability", "1e-9", "--member", "in")).stdout);
  rare.forEach((line, i) => assert.ok(line[5] > plain[i][5]));
  const paper = await bounds(file, "--method", "redberg2021");
  assert.equal(paper.code, 0);
  assert.match(paper.stdout.split("\n")[1], /^1,0,Infinity,Infinity,-Infinity,Infinity,-Infinity,Infinity$/);
  const { summary } = JSON.parse((await bounds(file, "--method", "redberg2021", "--json")).stdout);
  assert.equal(summary.upper.max, "Infinity");
});

test("--unknown: ranges and the text for any value, only where it is given", async () => {
  const [one, two] = rows(2);
  const partly = [
    ["20..30", "?", one[2], one[3]],
    ["?", two[1], "?", "?"],
  ];
  const file = dir.write("partly.csv", csv([header, one, ...partly]));
  const { code, stdout, stderr } = await bounds(file, "--unknown", "?");
  assert.equal(code, 0, stderr);
  assert.equal(stdout.split("\n")[0], `${COLUMNS},gap`);
  const lines = parsed(stdout);
  const loaded = await loadReport(dir.read("report.json"));
  const any = { unknown: true };
  const records = [
    Object.fromEntries(header.map((name, column) => [name, one[column]])),
    { age: { from: 20, to: 30 }, member: any, town: one[2], paid: one[3] },
    { age: any, member: two[1], town: any, paid: any },
  ];
  for (const [i, one] of records.entries()) {
    const { epsilon, total, loss, gap = 0 } = loaded.bound(one);
    assert.deepEqual(lines[i], [i + 1, epsilon.lower, epsilon.upper, total.upper, ...loss.in, ...loss.out, gap]);
  }
  const { rows: documents } = JSON.parse((await bounds(file, "--unknown", "?", "--json")).stdout);
  assert.deepEqual(
    documents.map(({ gap }) => gap),
    lines.map((line) => line[8]),
  );
  const known = dir.write("known.csv", csv([header, one]));
  assert.ok(!("gap" in JSON.parse((await bounds(known, "--json")).stdout).rows[0]));
  const ends = loaded.predictRows(header, partly, { unknown: "?" });
  assert.ok(ends.probabilityLower[0] < ends.probabilityUpper[0] && ends.score === undefined);
  loaded.free();
  const predicted = (await command(["predict", report, file, "--unknown", "?"])).stdout.trim().split("\n");
  assert.equal(predicted[0], "row,score_lower,score_upper,probability_lower,probability_upper,class");
  const [first, either] = predicted.slice(1).map((line) => line.split(","));
  assert.equal(first[1], first[2]);
  assert.deepEqual([Number(either[3]), Number(either[4])], [ends.probabilityLower[0], ends.probabilityUpper[0]]);
  assert.equal(
    predicted[3].split(",")[5],
    ends.class[1] === -1 ? "" : loaded.summary.label[ends.class[1] ? "positive" : "negative"],
  );
});

test("--unknown: one refusal with the line, and never of a record or without a table", async () => {
  const refused = async (cells, message, ...args) => {
    const file = dir.write("bad.csv", csv([header, rows(1)[0], cells]));
    const { code, stdout, stderr } = await bounds(file, ...args);
    assert.notEqual(code, 0);
    assert.equal(stdout, "");
    const [line] = stderr.split("\n").filter((text) => !text.includes("seed"));
    assert.match(line, message);
  };
  const [, ...rest] = rows(1)[0];
  const place = (words) => new RegExp(`bad\\.csv, line 3: .*column "age" ${words}`);
  await refused(["30..20", ...rest], place("must go from a number to one that is not below it"), "--unknown", "?");
  await refused(
    ["20..", ...rest],
    place('must be a number, or a range of two like 20\\.\\.30, but is "20\\.\\."'),
    "--unknown",
    "?",
  );
  await refused(["20..30", ...rest], place("is .*ambiguous"));
  await refused(["?", ...rest], place("is missing"));
  await refused(["40", ...rest], /unknown must be a text that stands for no value/, "--unknown", "yes");
  await refused(
    ["40", ...rest],
    /unknown must be another text than "west", which is a value of the column "town"/,
    "--unknown",
    "west",
  );
  const { stderr } = await command(["bound", report, "--record", "me.json", "--unknown", "?"]);
  assert.match(stderr, /--unknown works with --csv only; in a record write/);
});

test("- is standard input", async () => {
  const { code, stdout } = await expost(["bound", report, "--csv", "-"], { input: dir.read("data.csv") });
  assert.equal(code, 0);
  assert.equal(stdout, (await bounds(data)).stdout);
});

test("a bad row at the end: nothing is printed but the error", async () => {
  const file = dir.write("late.csv", csv([header, ...rows(4000), ["old", "no", "west", "no"]]));
  const result = await bounds(file);
  isOneLine(assert, { ...result, stderr: result.stderr.replace(/^expost: warning.*\n/, "") });
  assert.match(result.stderr, /late\.csv, line 4002: row 4001, column "age" must be a number/);
  assert.equal(result.code, 1);
});

test("a column is missing: exit 1, naming it", async () => {
  const { code, stderr } = await bounds(dir.write("narrow.csv", "age,member,paid\n20,no,no\n"));
  assert.match(stderr, /narrow\.csv: the header must have a column "town"/);
  assert.equal(code, 1);
});

test("a reader that stops early is no error", async () => {
  const child = startExpost(["bound", report, "--csv", data]);
  child.stdin.end();
  let stderr = "";
  child.stderr.on("data", (piece) => (stderr += piece));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdout.destroy();
  const [code] = await new Promise((resolve) => child.once("close", (...how) => resolve(how)));
  assert.equal(code, 0);
  assert.doesNotMatch(stderr, /EPIPE|at /);
});

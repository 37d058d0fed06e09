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

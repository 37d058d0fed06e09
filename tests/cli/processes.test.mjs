// Each command once as a person runs it: the built package in a process of its own. It says and
// writes what the same command does in this process (run-expost.mjs), where other files run it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, expost, folder } from "./run-expost.mjs";
import { csv, header, quickStudy, record, rows } from "./small-study.mjs";

const dir = folder();
const data = dir.write("data.csv", csv([header, ...rows(60)]));
const study = dir.write("study.json", quickStudy());
const report = dir.file("report.json");
const secrets = dir.file("secrets.json");
const seeded = ["--seed", "5", "--secrets", secrets];
const target = ["--epsilon", "1", "--delta", "1e-6"];

for (const [args, ...outputs] of [
  [["init", data, "--label", "paid", "--out", dir.file("scaffold.json"), "--replace"], "scaffold.json"],
  [["publish", data, "--study", study, "--out", report, "--replace", ...seeded], "report.json", "secrets.json"],
  [["audit", data, "--study", study, "--report", report, "--json", "--out", dir.file("rows.csv"), "--replace"], "rows.csv"],
  [["bound", report, "--record", dir.write("record.json", record)]],
  [["bound", report, "--csv", data]],
  [["profile", data, "--study", study, "--json", "--out", dir.file("profile.csv"), "--replace"], "profile.csv"],
  [["page", report, "--experiment", "--out", dir.file("page.html"), "--replace"], "page.html"],
  [["statement", report, "--experiment", "--format", "html", "--out", dir.file("statement.html"), "--replace"], "statement.html"],
  [["plan", ...target, "--accountant", "shift"]],
  [["goe", "--dimension", "5", "--tail", "0.1"]],
  [["gaussian", ...target, "--sensitivity", "1"]],
  [["--help"]],
  [["serve", "--help"]],
  [["frobnicate"]],
  [["bound", dir.file("absent.json"), "--csv", data]],
]) {
  test(`expost ${args.slice(0, 1)}: the same as a process and in this one`, async () => {
    const whole = (result) => ({ ...result, files: outputs.map((name) => dir.read(name)) });
    const asProcess = whole(await expost(args));
    assert.deepEqual(whole(await command(args)), asProcess);
    assert.equal(asProcess.code, { frobnicate: 2, bound: args[1] === report ? 0 : 1 }[args[0]] ?? 0, asProcess.stderr);
  });
}

test("expost attach: the same as a process and in this one, except for the noise", async () => {
  const { b } = dir.json("secrets.json");
  const { theta, mechanism } = dir.json("report.json").model;
  const elsewhere = { rowsAtMost: 1000, residual: 1e-6 };
  const fixed = quickStudy({ mechanism: { ...quickStudy().mechanism, scales: { model: mechanism.sigma }, elsewhere } });
  const model = dir.write("model.json", { theta, sigma: mechanism.sigma, lambda: mechanism.lambda, b });
  const args = [
    "attach",
    data,
    "--study",
    dir.write("fixed.json", fixed),
    "--model",
    model,
    "--out",
    dir.file("attached.json"),
    "--replace",
  ];
  const [asProcess, here] = [await expost(args), await command(args)];
  assert.equal(asProcess.code, 0, asProcess.stderr);
  assert.deepEqual([here.code, here.stdout], [0, asProcess.stdout]);
  const attached = dir.json("attached.json").model;
  const step = attached.mechanism["x-rounding"];
  attached.theta.forEach((value, i) => assert.ok(Math.abs(value - theta[i]) < step, `${value} for ${theta[i]}`));
});

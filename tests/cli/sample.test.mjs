// The sample study: the same rows every time, and a report that is marked as made up.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { test } from "node:test";
import { command, folder, root } from "./run-expost.mjs";

const dir = folder();

function make(name) {
  const made = spawnSync(process.execPath, [join(root, "examples/sample/make.mjs"), dir.file(name)], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
}

test("made twice, the data are the same", () => {
  make("one");
  make("two");
  const hashes = ["one", "two"].map((name) =>
    createHash("sha256")
      .update(dir.read(`${name}/data.csv`))
      .digest("hex"),
  );
  assert.equal(hashes[0], hashes[1]);
  assert.equal(dir.read("one/data.csv").split("\n").length, 802);
});

test("its report has every part, is marked as a sample, and gives a bound below the promise", async () => {
  make("sample");
  const report = dir.file("sample/report.json");
  const made = await command([
    "publish",
    dir.file("sample/data.csv"),
    "--study",
    dir.file("sample/study.json"),
    "--out",
    report,
  ]);
  assert.equal(made.code, 0, made.stderr);
  const document = dir.json("sample/report.json");
  assert.deepEqual(Object.keys(document.release), ["gradient", "hessian", "smallestEigenvalue"]);
  assert.ok(document["x-sample"]);
  const text = await command(["bound", report, "--record", dir.file("sample/record.json")]);
  assert.match(text.stdout, /^Sample: Made-up data/);
  const bound = JSON.parse((await command(["bound", report, "--record", dir.file("sample/record.json"), "--json"])).stdout);
  assert.ok(bound.total.upper < 1);
  assert.deepEqual(bound.notes, []);
  for (const part of ["leverage", "gradientNorm", "gradient", "release"]) assert.notEqual(bound.components[part], 0);
});

test("without a folder: usage, exit 2", () => {
  const made = spawnSync(process.execPath, [join(root, "examples/sample/make.mjs")], { encoding: "utf8" });
  assert.equal(made.status, 2);
  assert.match(made.stderr, /usage/);
});

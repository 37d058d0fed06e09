// The examples on real data: studies that are valid, reports without a miss, and READMEs whose
// commands exist.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { mergePatch } from "../../cli/input/merge-patch.js";
import { examples, mechanisms, missingData } from "../../examples/real-data.mjs";
import { command, folder, packageDir, root } from "../cli/run-expost.mjs";

const { publish } = await import(join(packageDir, "index.js"));
const study = ({ studies }) => studies.map((path) => JSON.parse(readFileSync(join(root, path), "utf8"))).reduce(mergePatch);

for (const { name, folder: place, variants } of examples) {
  test(`${name}: the studies are valid, and nobody's record is ever scaled down`, async () => {
    for (const variant of variants) {
      const document = study(variant);
      const columns = document.features.filter(({ kind }) => kind !== "constant").map((feature) => feature.name);
      const { notes } = await publish({ header: [...columns, document.label.name], rows: [] }, document);
      assert.equal(notes.rows, 0);
      const { range, norm } = document.scaling;
      assert.deepEqual(range, [0, 1]);
      assert.ok(Math.abs(norm ** 2 - document.features.length) < 1e-12 * norm ** 2, `${place}: ${norm}`);
    }
  });

  test(`${name}: every fill-in value lies in its range`, () => {
    for (const { minimum, maximum, levels, missing } of study(variants[0]).features) {
      if (missing !== undefined) assert.ok(levels?.includes(missing) ?? (minimum <= missing && missing <= maximum));
    }
  });
}

// The credit-default data have a test of their own.
for (const { name, data, variants } of examples.filter((one) => one.name !== "credit")) {
  describe(name, { skip: missingData([{ data }]) ?? false }, () => {
    const dir = folder();
    for (const { variant, kind, studies } of variants) {
      test(variant, async () => {
        const own = studies.flatMap((path) => ["--study", join(root, path)]);
        const file = join(root, data);
        const report = dir.file(`${variant}.json`);
        const made = await command(["publish", file, ...own, "--out", report]);
        assert.equal(made.code, 0, made.stderr);
        assert.match(made.stdout, /^records scaled down to length 1: 0$/m);
        const { release = {}, failureProbability } = dir.json(`${variant}.json`);
        assert.equal(
          Object.keys(release).length,
          { "data-independent": 0, hessian: 1, "data-dependent": 2, adaptive: 3 }[kind],
        );
        assert.equal(failureProbability, 1e-6);
        const audited = await command(["audit", file, ...own, "--report", report, "--json"]);
        assert.equal(audited.code, 0, audited.stderr);
        const { rows, misses, missesRedberg2021, bound } = JSON.parse(audited.stdout);
        const lines = readFileSync(file, "utf8").trimEnd().split("\n").length;
        assert.deepEqual({ rows, misses, missesRedberg2021 }, { rows: lines - 1, misses: 0, missesRedberg2021: 0 });
        assert.ok(bound.sharp.median > 0 && bound.sharp.max < Infinity);
      });
    }
  });
}

for (const { name, data, from = data, made, ...own } of mechanisms) {
  test(`${name}: the study is valid`, async () => {
    const document = study(own);
    const columns = document.features.filter(({ kind }) => kind !== "constant").map((feature) => feature.name);
    const { notes } = await publish({ header: [...columns, document.label.name], rows: [] }, document);
    assert.equal(notes.rows, 0);
  });

  // 30,000 rows take their time: npm run results.
  const skip = data.includes("credit") || (missingData([{ data: from }]) ?? false);
  test(`${name}: published and audited without a miss`, { skip }, async () => {
    const dir = folder();
    const studies = own.studies.flatMap((path) => ["--study", join(root, path)]);
    const file = made
      ? dir.write("made.csv", execFileSync(process.execPath, made, { cwd: root, encoding: "utf8" }))
      : join(root, data);
    const published = await command(["publish", file, ...studies, "--out", dir.file("report.json")]);
    assert.equal(published.code, 0, published.stderr);
    assert.match(published.stdout, /^records scaled down to length 1: 0$/m);
    const audited = await command(["audit", file, ...studies, "--report", dir.file("report.json"), "--json"]);
    assert.equal(audited.code, 0, audited.stderr);
    const { rows, misses, bound } = JSON.parse(audited.stdout);
    assert.equal(misses, 0);
    assert.ok(rows >= 400 && bound.sharp.median > 0 && bound.sharp.max < Infinity);
  });
}

/** Lines that a reader is meant to type, from the console blocks of a document. */
function commandsIn(path) {
  const blocks = readFileSync(join(root, path), "utf8").matchAll(/^```console\n([\s\S]*?)^```/gm);
  return [...blocks].flatMap(([, text]) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("$ "))
      .map((line) => line.slice(2)),
  );
}

const documents = [
  ...readdirSync(join(root, "examples"))
    .map((name) => `examples/${name}/README.md`)
    .filter((path) => existsSync(join(root, path))),
  "docs/python.md",
  "docs/results.md",
].filter((path) => existsSync(join(root, path)));

for (const path of documents) {
  test(`${path}: its commands, options and files exist`, async () => {
    const commands = commandsIn(path);
    assert.ok(commands.length > 0);
    const help = new Map();
    for (const line of commands) {
      // Files elsewhere, and those that an earlier line makes, aren't looked for.
      const words = line.split(/\s+/);
      for (const word of words.filter((one) => /^(examples|scripts|tests|docs)\//.test(one))) {
        assert.ok(existsSync(join(root, word)), `${line}: there is no ${word}`);
      }
      if (words[0] !== "expost") continue;
      if (!help.has(words[1])) {
        const { code, stdout } = await command([words[1], "--help"]);
        assert.equal(code, 0, line);
        help.set(words[1], stdout);
      }
      assert.match(help.get(words[1]), new RegExp(`^Usage: expost ${words[1]} `), `${line}: there is no such line`);
      for (const option of words.filter((one) => one.startsWith("--"))) {
        assert.ok(help.get(words[1]).includes(`${option} `), `${line}: there is no ${option}`);
      }
    }
  });
}

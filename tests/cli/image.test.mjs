// Records that are images on the command line: a study that says so, its report, and a person's
// bound from a file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { npy, png, pnm } from "../intake/small-images.mjs";
import { command, folder, isOneLine } from "./run-expost.mjs";

const examples = new URL("../../examples/digits/", import.meta.url);
const study = JSON.parse(readFileSync(new URL("study.json", examples), "utf8"));
const names = study.features.map(({ name }) => name);
const dir = folder();
const pixels = (row) => names.map((_, at) => Math.round(8 + 8 * Math.sin(1 + row + 0.37 * at)));
const rows = Array.from({ length: 12 }, (_, row) => [...pixels(row), row % 10]);
const data = dir.write("data.csv", [[...names, "digit"], ...rows].map((row) => row.join(",")).join("\n"));
const report = dir.file("report.json");
const published = command([
  ...["publish", data, "--study", new URL("study.json", examples).pathname, "--out", report],
  ...["--secrets", dir.file("secrets.json")],
]);
const INK = pixels(3);

test("the report says that records are images, and every model of the example can be published", async () => {
  const said = await published;
  assert.equal(said.code, 0, said.stderr);
  assert.deepEqual(dir.json("report.json")["x-input"], { kind: "image", range: [16, 0], shades: 17 });
  for (const change of ["linear.json", "cnn.json"]) {
    const changed = ["--study", new URL("study.json", examples).pathname, "--study", new URL(change, examples).pathname];
    const out = dir.file(change);
    const made = await command(["publish", data, ...changed, "--out", out, "--secrets", dir.file(`secrets-${change}`)]);
    assert.equal(made.code, 0, made.stderr);
    assert.equal("x-input" in dir.json(change), change === "cnn.json");
  }
});

test("an image, an array and the record in JSON have one bound", async () => {
  await published;
  const upper = async (...args) => {
    const said = await command(["bound", report, ...args, "--json"]);
    assert.equal(said.code, 0, said.stderr);
    return JSON.parse(said.stdout).total.upper;
  };
  const record = Object.fromEntries([...names.map((name, at) => [name, INK[at]]), ["digit", "3"]]);
  const expected = await upper("--record", dir.write("me.json", JSON.stringify(record)));
  for (const [file, bytes] of [
    [
      "me.png",
      png(
        8,
        8,
        INK.map((ink) => Math.round(((16 - ink) * 255) / 16)),
      ),
    ],
    [
      "me.pgm",
      pnm(
        8,
        8,
        INK.map((ink) => 16 - ink),
        { most: 16 },
      ),
    ],
    ["me.npy", npy("|u1", [8, 8], Buffer.from(INK))],
  ])
    assert.equal(await upper("--record", dir.write(file, Buffer.from(bytes)), "--y", "3"), expected, file);
});

test("a promise is the same by an image without its outcome as by the record in JSON", async () => {
  await published;
  const promised = async (record) => {
    const said = await command(["promise", report, "--record", record, "--json"]);
    assert.equal(said.code, 0, said.stderr);
    return JSON.parse(said.stdout);
  };
  const record = Object.fromEntries(names.map((name, at) => [name, INK[at]]));
  const expected = await promised(dir.write("promised.json", JSON.stringify(record)));
  assert.ok(expected.epsilon > 0 && expected.epsilon < Infinity, JSON.stringify(expected));
  assert.deepEqual(await promised(dir.write("promised.npy", Buffer.from(npy("|u1", [8, 8], Buffer.from(INK))))), expected);
  const wide = await command(["promise", report, "--record", dir.write("wide.pgm", Buffer.from(pnm(9, 8, Array(72).fill(0))))]);
  assert.equal(wide.code, 1);
  isOneLine(assert, wide);
  assert.match(wide.stderr, /wide\.pgm: The image has 9 × 8 pixels; this report takes images of 8 × 8/);
});

test("a file that doesn't fit, or has no outcome, is refused in one line", async () => {
  await published;
  const refused = async (args, code, words) => {
    const said = await command(["bound", report, ...args]);
    assert.equal(said.code, code, said.stderr);
    isOneLine(assert, said);
    assert.match(said.stderr, words);
  };
  const wide = dir.write("wide.png", Buffer.from(png(9, 8, Array(72).fill(0))));
  await refused(["--record", wide, "--y", "3"], 1, /wide\.png: The image has 9 × 8 pixels; this report takes images of 8 × 8/);
  await refused(["--record", wide], 2, /has no outcome: give it as --y N/);
  // Several reports never take it, so nobody is sent for an outcome first.
  await refused([report, "--record", wide], 2, /several reports take one record in raw values/);
  await refused(["--record", dir.write("a.json", "{}"), "--y", "3"], 2, /--x and --y belong together/);
  await refused(["--y", "3"], 2, /bound needs a record/);
  await refused(["--record", dir.write("text.png", "no image"), "--y", "3"], 1, /neither PNG, PGM or PPM nor/);
});

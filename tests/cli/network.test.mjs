// Networks on the command line: publish, bound, audit, predict, and what isn't offered of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, folder, isOneLine } from "./run-expost.mjs";
import { csv, header, record, rows, study } from "./small-study.mjs";

const dir = folder();
const COUNT = 60;
const DIMENSION = 6;
const data = dir.write("data.csv", csv([header, ...rows(COUNT)]));
const network = {
  input: [DIMENSION],
  layers: [{ kind: "dense", out: 5 }, { kind: "tanh" }, { kind: "dense", out: 1, bias: false }],
};
const PARAMETERS = 6 * 5 + 5 + 5;
const mechanism = {
  name: "noisy-gradient-descent",
  loss: { name: "logistic" },
  network,
  start: { seed: 7 },
  ...{ clip: 1, steps: 20, sampling: { kind: "full" } },
  update: { rate: 2, momentum: 0.5, divisor: 50 },
};
const budget = { epsilon: 1, delta: 1e-6 };
const own = dir.write("study.json", study({ mechanism, budget }));
const [report, secrets] = [dir.file("report.json"), dir.file("secrets.json")];

const published = command(["publish", data, "--study", own, "--out", report, "--secrets", secrets]);

test("a network is published with its path and audited without a miss", async () => {
  const said = await published;
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, new RegExp(`parameters of the network: ${PARAMETERS}\n`));
  assert.match(said.stdout, new RegExp(`path: 20 iterates of ${PARAMETERS} numbers, published with the model`));
  assert.doesNotMatch(said.stdout, /undefined|NaN|dimension/);
  const document = dir.json("report.json");
  assert.equal(document.model.network.layers.length, 3);
  assert.deepEqual(document.model.mechanism.start, { seed: 7 });
  const printed = await command(["audit", data, "--study", own, "--report", report, "--secrets", secrets, "--json"]);
  assert.equal(printed.code, 0, printed.stderr);
  const summary = JSON.parse(printed.stdout);
  assert.deepEqual([summary.rows, summary.misses], [COUNT, 0]);
});

test("a person's bound, with values that she doesn't know too, and her promise", async () => {
  await published;
  const bound = async (/** @type {object} */ of) => {
    const printed = await command(["bound", report, "--record", dir.write("record.json", of), "--json"]);
    assert.equal(printed.code, 0, printed.stderr);
    return JSON.parse(printed.stdout).total.upper;
  };
  const [field] = Object.keys(record);
  const known = await bound(record);
  assert.ok(known > 0 && known <= (await bound({ ...record, [field]: { unknown: true } })));
  const promise = await command(["promise", report, "--record", dir.write("record.json", record), "--json"]);
  assert.equal(promise.code, 0, promise.stderr);
  assert.equal(JSON.parse(promise.stdout).epsilon, 1);
});

test("predictions and scores are the network's, and coefficients and profiles are refused", async () => {
  await published;
  for (const args of [
    ["predict", report, data],
    ["score", report, data],
    ["statement", report],
  ]) {
    const printed = await command(args);
    assert.equal(printed.code, 0, printed.stderr);
    assert.doesNotMatch(printed.stdout, /undefined|NaN/);
  }
  assert.match((await command(["statement", report])).stdout, /It is a neural network\./);
  for (const [args, words] of [
    [["model", report], /a network has no coefficients/],
    [["profile", data, "--study", own, "--lambda", "1"], /\/mechanism\/network must be left out for a profile/],
  ]) {
    const refused = await command(args);
    assert.notEqual(refused.code, 0);
    isOneLine(assert, refused);
    assert.match(refused.stderr, words);
  }
});

test("a layer that doesn't fit is named with its place", async () => {
  for (const [layers, words] of [
    [[{ kind: "dense", out: 2 }], /\/mechanism\/network\/layers must end with 1 number/],
    [[{ kind: "dropout" }, { kind: "dense", out: 1 }], /layers\/0\/kind must be "dense"/],
    [
      [
        { kind: "max-pool", kernel: 2 },
        { kind: "dense", out: 1 },
      ],
      /layers\/0 must be about an image/,
    ],
    [
      [
        { kind: "reshape", shape: [1, 2, 2] },
        { kind: "dense", out: 1 },
      ],
      /layers\/0\/shape must have as many numbers/,
    ],
  ]) {
    const wrong = dir.write("wrong.json", study({ mechanism: { ...mechanism, network: { input: [6], layers } }, budget }));
    const refused = await command(["publish", data, "--study", wrong, "--out", dir.file("never.json")]);
    assert.equal(refused.code, 1);
    isOneLine(assert, refused);
    assert.match(refused.stderr, words);
  }
});

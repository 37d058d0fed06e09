// Networks on the command line: publish, bound, audit, predict, and what isn't offered of them.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { command, folder, isOneLine, packageDir } from "./run-expost.mjs";
import { csv, header, record, rows, study } from "./small-study.mjs";

const { loadReport } = await import(pathToFileURL(join(packageDir, "index.js")));

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

test("a long path is in a file beside the report, and no figure is computed without that very file", async () => {
  const layers = [{ kind: "dense", out: 1500 }, { kind: "tanh" }, { kind: "dense", out: 1, bias: false }];
  const long = { ...mechanism, network: { input: [DIMENSION], layers }, steps: 42 };
  const many = dir.write("long-study.json", study({ mechanism: long, budget }));
  const [out, kept] = [dir.file("long.json"), dir.file("long-secrets.json")];
  const few = dir.write("few.csv", csv([header, ...rows(6)]));
  const made = await command(["publish", few, "--study", many, "--out", out, "--secrets", kept]);
  assert.equal(made.code, 0, made.stderr);
  const { sha256, data: inside } = dir.json("long.json").release.iterates;
  assert.equal(inside, undefined);
  const name = `path-${sha256.slice(0, 16)}.bin.gz`;
  assert.match(made.stdout, new RegExp(`path: 42 iterates of 12000 numbers, in ${name}, to be published beside the report`));
  const file = dir.file(name);
  const packed = readFileSync(file);
  const bytes = gunzipSync(packed);
  assert.equal(createHash("sha256").update(bytes).digest("hex"), sha256);
  assert.equal(bytes.length, 8 * 42 * 12000);

  const bound = ["bound", out, "--record", dir.write("record.json", record), "--json"];
  const answer = await command(bound);
  assert.equal(answer.code, 0, answer.stderr);
  const audited = await command(["audit", few, "--study", many, "--report", out, "--secrets", kept, "--json"]);
  assert.equal(JSON.parse(audited.stdout).misses, 0, audited.stderr);
  // Uncompressed, as some servers hand it over.
  writeFileSync(file, bytes);
  assert.equal((await command(bound)).stdout, answer.stdout);

  const refused = async (/** @type {Uint8Array | null} */ content, /** @type {RegExp} */ words) => {
    if (content === null) unlinkSync(file);
    else writeFileSync(file, content);
    const said = await command(bound);
    assert.equal(said.code, 1);
    isOneLine(assert, said);
    assert.match(said.stderr, words);
    assert.equal(said.stdout, "");
  };
  for (const place of [0, 8 * 12000, bytes.length - 1]) {
    const spoiled = Uint8Array.from(bytes);
    spoiled[place] ^= 4;
    await refused(gzipSync(spoiled), /the file isn't the one of this report, or was damaged/);
  }
  await refused(packed.subarray(0, packed.length / 2), /path-[0-9a-f]{16}\.bin\.gz is damaged/);
  await refused(
    gzipSync(bytes.subarray(1)),
    new RegExp(`has ${bytes.length} bytes uncompressed, but these are ${bytes.length - 1}`),
  );
  await refused(gzipSync(Buffer.concat([bytes, bytes])), /but there are more/);
  await refused(gzipSync(Buffer.alloc(2 ** 28)), /but there are more/);
  await refused(new Uint8Array(0), /but these are 0/);
  await refused(null, new RegExp(`${name}: can't be read`));

  const text = readFileSync(out, "utf8");
  await assert.rejects(loadReport(text), { code: "path-missing", message: new RegExp(`the file ${name}`) });
  const figures = [];
  for (const path of [
    new Uint8Array(packed),
    new Blob([packed]),
    new Blob([bytes]).stream(),
    async (/** @type {string} */ asked) => (assert.equal(asked, name), new Uint8Array(packed)),
  ]) {
    const loaded = await loadReport(text, { path });
    figures.push(loaded.bound(record).total.upper);
    loaded.free();
  }
  assert.deepEqual(new Set(figures), new Set([JSON.parse(answer.stdout).total.upper]));
  writeFileSync(file, packed);
  const paged = await command(["page", out, "--out", dir.file("page.html")]);
  assert.equal(paged.code, 0, paged.stderr);
  const [, within] = /<script type="application\/json" id="expost-path">"([^"<]*)"<\/script>/.exec(dir.read("page.html"));
  assert.deepEqual(Buffer.from(within, "base64"), packed);
});

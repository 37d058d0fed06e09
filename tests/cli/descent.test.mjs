// Noisy gradient descent on the command line: publish, bound, audit, attach with iterates from a
// file, plan, statement; and all that is refused before the library is asked.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, folder, isOneLine } from "./run-expost.mjs";
import { csv, header, record, rows, study } from "./small-study.mjs";

const dir = folder();
const COUNT = 60;
const DIMENSION = 6;
const data = dir.write("data.csv", csv([header, ...rows(COUNT)]));
const full = {
  name: "noisy-gradient-descent",
  loss: { name: "logistic" },
  ...{ clip: 1, steps: 20, sampling: { kind: "full" } },
  update: { rate: 2, momentum: 0.5, divisor: 50 },
  final: "last",
};
const budget = { epsilon: 1, delta: 1e-6 };
const poisson = { ...full, sampling: { kind: "poisson", rate: 0.25 } };
const shuffle = { ...full, sampling: { kind: "shuffle", batches: 5 } };
const studyOf = (name, mechanism, change = {}) => dir.write(`${name}.json`, study({ mechanism, budget, ...change }));

/** [path of the report, path of the secrets], published. */
async function published(name, mechanism) {
  const [report, secrets] = [dir.file(`${name}-report.json`), dir.file(`${name}-secrets.json`)];
  const own = studyOf(name, mechanism);
  const result = await command(["publish", data, "--study", own, "--out", report, "--secrets", secrets, "--replace"]);
  assert.equal(result.code, 0, result.stderr);
  return { own, report, secrets, said: result.stdout };
}

for (const [name, mechanism, accountant, says] of [
  ["full", full, "gaussian", /sampling: full\n/],
  ["poisson", poisson, "pld", /sampling: poisson, rate 0\.25\n/],
  ["shuffle", shuffle, "gaussian", /sampling: shuffle, 5 batches an epoch\n/],
]) {
  test(`${name}: published with its path, bounded and audited without a miss`, async () => {
    const { own, report, secrets, said } = await published(name, mechanism);
    assert.match(said, says);
    assert.match(said, /steps: 20\nclip norm C: 1\n/);
    assert.match(said, /path: 20 iterates of 6 numbers, published with the model/);
    assert.match(said, new RegExp(`promise: ε = 1, δ = 0\\.000001, accountant ${accountant}\\n`));
    assert.match(said, /each step's sum \(σ\)/);
    assert.doesNotMatch(said, /undefined|NaN|λ:|residual/);
    const document = dir.json(`${name}-report.json`);
    assert.equal(document.release.iterates.count, 20);
    assert.equal(Buffer.from(document.release.iterates.data, "base64").length, 8 * 20 * DIMENSION);
    assert.ok(document.model.mechanism["x-grid"] > 0);
    assert.deepEqual(Object.keys(dir.json(`${name}-secrets.json`)), [
      "noisySums",
      ...{ full: [], poisson: ["samples"], shuffle: ["order"] }[name],
    ]);

    const audit = ["audit", data, "--study", own, "--report", report];
    const printed = await command([...audit, "--secrets", secrets, "--json"]);
    assert.equal(printed.code, 0, printed.stderr);
    const summary = JSON.parse(printed.stdout);
    assert.deepEqual([summary.rows, summary.misses], [COUNT, 0]);

    const without = await command(audit);
    assert.equal(without.code, 2);
    isOneLine(assert, without);
    assert.match(without.stderr, /--secrets must be given: exact losses of noisy gradient descent/);
    const wrong = dir.write("wrong-secrets.json", { noisySums: "AAAA" });
    const refused = await command([...audit, "--secrets", wrong]);
    assert.equal(refused.code, 1);
    isOneLine(assert, refused);
    assert.match(refused.stderr, /wrong-secrets\.json: .*noisySums/);

    const person = dir.write("record.json", record);
    const bound = await command(["bound", report, "--record", person, "--json"]);
    assert.equal(bound.code, 0, bound.stderr);
    const { terms, total, releaseCost, components } = JSON.parse(bound.stdout);
    assert.deepEqual(Object.keys(terms), ["energy", "energyCap", "largestStep", "steps"]);
    assert.ok(terms.energy > 0 && terms.energy <= terms.energyCap && terms.steps === 20);
    assert.ok(total.upper > 0);
    assert.equal(releaseCost.expost, 0);
    assert.equal(components, null);

    const text = await command(["bound", report, "--record", person]);
    assert.equal(text.code, 0, text.stderr);
    assert.doesNotMatch(text.stdout, /undefined|NaN/);
    const several = await command(["bound", report, "--record", person, "--uniform", "1000"]);
    assert.match(several.stdout.replace(/\s+/g, " "), /For 1,000 records that you had settled on before seeing the report/);
    const all = await command(["bound", report, "--record", person, "--uniform", "all"]);
    assert.equal(all.code, name === "full" ? 0 : 2, all.stderr);

    const statement = await command(["statement", report]);
    assert.equal(statement.code, 0, statement.stderr);
    assert.match(statement.stdout.replace(/\s+/g, " "), /All intermediate models are published too/);
    assert.doesNotMatch(statement.stdout, /undefined|NaN/);
    const registry = await command(["statement", report, "--format", "registry-yaml"]);
    assert.match(registry.stdout.replace(/\s+/g, " "), /Noisy gradient descent/);
  });
}

/** A file of NumPy with doubles of these iterates. */
function npy(count, bytes, { order = "False", descr = "<f8", each = `${DIMENSION}` } = {}) {
  const text = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (${count}, ${each}), }`.padEnd(117);
  const start = Buffer.from([0x93, ...Buffer.from("NUMPY"), 1, 0, 118, 0]);
  return Buffer.concat([start, Buffer.from(`${text}\n`), bytes]);
}

/** A model of another program: that of a report, with σ. */
async function trainedElsewhere(how = full) {
  const { report } = await published("theirs", how);
  const { model, release } = JSON.parse(dir.read(report.split("/").at(-1)));
  const theta = dir.write("theta.json", { theta: model.theta, sigma: model.mechanism.sigma });
  const own = studyOf("elsewhere", { ...how, elsewhere: true });
  return { own, theta, model, iterates: Buffer.from(release.iterates.data, "base64") };
}

/** Attaches a model of another program with the iterates of a file. */
const attached = ({ own, theta }, iterates, out, ...more) =>
  command(["attach", data, "--study", own, "--model", theta, "--iterates", iterates, "--out", out, ...more]);

// The native tests have the same question; in WebAssembly it once ended the module.
test("attach: a path of which nobody says who took part in its steps", async () => {
  for (const how of [poisson, shuffle]) {
    const { own, theta, iterates } = await trainedElsewhere(how);
    const [file, out] = [dir.write("unknown.npy", npy(20, iterates)), dir.file("unknown-report.json")];
    const result = await attached({ own, theta }, file, out, "--replace");
    assert.equal(result.code, 0, result.stderr);
    assert.doesNotMatch(result.stderr, /all the same/);
    assert.equal(dir.json("unknown-report.json").model.mechanism.sampling.kind, how.sampling.kind);
  }
});

test("attach: iterates from a .npy file or raw doubles make the same path, and the noise is another program's", async () => {
  const { own, theta, iterates } = await trainedElsewhere();
  for (const [name, bytes] of [
    ["iterates.npy", npy(20, iterates)],
    ["iterates.bin", iterates],
  ]) {
    const file = dir.write(name, bytes);
    const out = dir.file(`${name}-report.json`);
    const result = await attached({ own, theta }, file, out);
    assert.equal(result.code, 0, result.stderr);
    assert.doesNotMatch(result.stderr, /all the same/);
    const document = dir.json(`${name}-report.json`);
    assert.equal(document.release.iterates.data, iterates.toString("base64"));
    assert.equal(document.model.mechanism["x-noise"], "elsewhere");
    assert.ok(!("x-grid" in document.model.mechanism));
    const statement = await command(["statement", out]);
    assert.match(statement.stdout.replace(/\s+/g, " "), /Another program drew the noise, not this software/);
  }
});

test("attach: a row for each class, and what is transposed is refused by its own file", async () => {
  const { own, model, iterates } = await trainedElsewhere();
  let count = 0;
  const attach = (theta, each) =>
    command([
      ...["attach", data, "--study", own, "--iterates", dir.write("shaped.npy", npy(20, iterates, { each }))],
      ...["--model", dir.write("shaped.json", { theta, sigma: model.mechanism.sigma })],
      ...["--out", dir.file(`shaped-${(count += 1)}.report.json`)],
    ]);
  const column = model.theta.map((value) => [value]);
  for (const [theta, each] of [
    [[model.theta], `${DIMENSION}`],
    [model.theta, `1, ${DIMENSION}`],
    [[model.theta], `1, ${DIMENSION}`],
  ]) {
    const { code, stderr } = await attach(theta, each);
    assert.equal(code, 0, stderr);
    assert.deepEqual(dir.json(`shaped-${count}.report.json`).model.theta, model.theta);
  }
  const turned = `has the shape \\(${DIMENSION}, 1\\): rows are classes, \\(1, ${DIMENSION}\\); transpose it`;
  for (const [theta, each, says] of [
    [column, `${DIMENSION}`, `shaped\\.json: theta ${turned}`],
    [model.theta, `${DIMENSION}, 1`, `shaped\\.npy: iterates ${turned}`],
    [
      [model.theta.slice(0, 3), model.theta.slice(3)],
      `${DIMENSION}`,
      "shaped\\.json: theta has the shape \\(2, 3\\), but must",
    ],
    [[model.theta, 1], `${DIMENSION}`, "shaped\\.npy: has the shape|shaped\\.json: theta must be an array"],
  ]) {
    const refused = await attach(theta, each);
    assert.equal(refused.code, 1, says);
    isOneLine(assert, refused);
    assert.match(refused.stderr, new RegExp(says));
  }
});

test("attach: iterates that were taken after the steps are refused, by their file", async () => {
  const { own, theta, model, iterates } = await trainedElsewhere();
  const last = new Uint8Array(new Float64Array(model.theta).buffer);
  const file = dir.write("after.npy", npy(20, Buffer.concat([iterates.subarray(8 * DIMENSION), last])));
  const result = await attached({ own, theta }, file, dir.file("no.json"));
  assert.equal(result.code, 1);
  isOneLine(assert, result);
  assert.match(result.stderr, /after\.npy: .*store the iterates before each step/);
});

// All that follows is refused before the library is asked.
const zeros = Buffer.alloc(8 * DIMENSION * 20);
const thetaFile = dir.write("zeros.json", { theta: Array(DIMENSION).fill(0), sigma: 10 });
for (const [what, file, says, model = thetaFile] of [
  ["Fortran order", npy(20, zeros, { order: "True" }), /bad\.npy: is in Fortran order; C order was expected/],
  ["whole numbers", npy(20, zeros, { descr: "<i8" }), /bad\.npy: holds numbers of the type <i8; .*float64.*float32/],
  ["a file that was cut", npy(20, zeros.subarray(8)), /bad\.npy: ends too early: its header promises 960 bytes/],
  ["raw doubles of another length", zeros.subarray(8), /bad\.npy: is no \.npy file, and its 952 bytes are no whole number/],
  ["a model without theta", zeros, /sigma\.json: theta must be an array of numbers/, dir.write("sigma.json", { sigma: 1 })],
  [
    "iterates in the model too",
    zeros,
    /twice\.json: iterates must be left out with --iterates/,
    dir.write("twice.json", { theta: Array(DIMENSION).fill(0), iterates: {} }),
  ],
])
  test(`attach refuses ${what}: exit 1, one line, the file named`, async () => {
    const own = studyOf("refused", { ...full, elsewhere: true });
    const iterates = dir.write("bad.npy", file);
    const result = await attached({ own, theta: model }, iterates, dir.file("never.json"));
    assert.equal(result.code, 1, result.stderr);
    isOneLine(assert, result);
    assert.match(result.stderr, says);
    assert.ok(!dir.names().includes("never.json"));
  });

test("attach names a file of iterates that isn't there", async () => {
  const own = studyOf("refused", { ...full, elsewhere: true });
  const result = await attached({ own, theta: thetaFile }, dir.file("nowhere.npy"), dir.file("never.json"));
  assert.equal(result.code, 1);
  assert.match(result.stderr, /nowhere\.npy: can't be read: there is no such file/);
});

const plan = ["plan", "--mechanism", "noisy-gradient-descent", "--epsilon", "1", "--delta", "1e-6"];
for (const [options, says] of [
  [
    ["--clip", "1", "--steps", "100"],
    /noisy gradient descent, ε = 1.*\n\nWhat to use \(gaussian\): 100 steps, every record in every step\n/,
  ],
  [
    ["--clip", "1", "--steps", "400", "--rate", "0.05"],
    /What to use \(pld\): 400 steps, a record in a step with probability 0\.05\n/,
  ],
  [["--clip", "1", "--steps", "400", "--rate", "0.05", "--accountant", "rdp"], /What to use \(rdp\)/],
  [
    ["--clip", "2", "--steps", "40", "--batches", "20"],
    /What to use \(gaussian\): 40 steps, a record once in an epoch of 20 steps\n/,
  ],
])
  test(`plan ${options.join(" ")}`, async () => {
    const { code, stdout, stderr } = await command([...plan, ...options]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, says);
    assert.match(stdout, /each step +[12] +\d/);
    assert.match(stdout, /Nobody's is above \d/);
    assert.doesNotMatch(stdout, /undefined|NaN/);
    const { model } = JSON.parse((await command([...plan, ...options, "--json"])).stdout);
    assert.ok(model.sigma > 0 && Math.abs(model.multiplier * model.clip - model.sigma) < 1e-12 * model.sigma);
  });

for (const [options, says] of [
  [["--steps", "100"], /--clip must be given with --mechanism noisy-gradient-descent/],
  [["--clip", "1"], /--steps must be given with --mechanism noisy-gradient-descent/],
  [["--clip", "1", "--steps", "100", "--rate", "0.1", "--batches", "5"], /--rate and --batches exclude each other/],
  [["--clip", "0", "--steps", "100"], /above 0/],
  [["--clip", "1", "--steps", "1.5"], /whole number/],
  [["--clip", "1", "--steps", "100", "--rate", "1"], /between 0 and 1/],
])
  test(`plan refuses ${options.join(" ")}`, async () => {
    const result = await command([...plan, ...options]);
    assert.equal(result.code, 2);
    isOneLine(assert, result);
    assert.match(result.stderr, says);
  });

test("plan of another mechanism refuses the options of this one", async () => {
  const result = await command(["plan", "--epsilon", "1", "--delta", "1e-6", "--clip", "1"]);
  assert.equal(result.code, 2);
  assert.match(result.stderr, /--clip belongs to --mechanism noisy-gradient-descent/);
});

// expost plan --public: which release is worth its cost, on people who are public or made up.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledFile } from "./bundled-file.mjs";
import { command, folder, isOneLine } from "./run-expost.mjs";
import { csv, header, rows, study } from "./small-study.mjs";

const dir = folder();
const data = dir.write("public.csv", csv([header, ...rows(300)]));
dir.write("study.json", study());
const path = (name) => dir.file(name);
const advise = (...args) => command(["plan", "--public", data, "--study", path("study.json"), ...args]);

const { bestOf } = await import(await bundledFile("commands/plan-advice.js", dir));

const advice = await advise("--draws", "2", "--json");
const found = JSON.parse(advice.stdout);

test("every kind of release is tried with several splits, the study's own among them, and the least median is named", () => {
  assert.equal(advice.code, 0, advice.stderr);
  assert.equal(found.rows, 300);
  assert.equal(found.draws, 2);
  assert.deepEqual(
    found.candidates.map(({ release }) => release),
    ["none", ...Array(4).fill("hessian"), ...Array(5).fill("gradient+hessian"), ...Array(4).fill("adaptive")],
  );
  assert.deepEqual(found.candidates[1].shares, { model: 0.5, hessian: 0.5 });
  assert.deepEqual(found.candidates[5].shares, study().budget.shares);
  for (const { release, shares, median, p99 } of found.candidates) {
    assert.ok(median > 0 && p99 >= median, `${release}: ${median}, ${p99}`);
    if (release === "none") assert.equal(shares, null);
    else assert.ok(Math.abs(Object.values(shares).reduce((sum, share) => sum + share, 0) - 1) < 1e-12);
  }
  const least = Math.min(...found.candidates.map(({ median }) => median));
  const { median, medianError } = found.candidates[found.best];
  assert.ok(median - least <= 4 * Math.max(...found.candidates.map((one) => one.medianError)));
  assert.ok(medianError > 0 && medianError < median);
  assert.match(advice.stderr, /only as harmless as the data are/);
});

test("of candidates that draws can't tell apart the one that releases least is named", () => {
  const of = (...medians) => medians.map(([median, medianError]) => ({ median, medianError }));
  assert.equal(bestOf(of([3, 0], [2, 0], [1, 0], [1, 0])), 2);
  assert.equal(bestOf(of([3, 0.1], [1.02, 0.01], [1, 0.01])), 1);
  assert.equal(bestOf(of([3, 0.1], [1.03, 0.01], [1, 0.01])), 2);
  assert.equal(bestOf(of([1.2, 0.1], [1, 0.01], [1, 0.01])), 0);
  assert.equal(bestOf(of([Infinity, 0], [5, 0.1])), 1);
  assert.equal(bestOf(of([Infinity, 0], [Infinity, 0])), 0);
});

test("its medians are those of publications that are made and checked one by one", async () => {
  for (const [release, candidate] of [
    ["none", found.candidates[0]],
    ["hessian", found.candidates[1]],
    ["gradient+hessian", found.candidates[5]],
  ]) {
    const { shares: _, ...budget } = study().budget;
    dir.write(
      "one.json",
      study({ budget: { ...budget, release, ...(release === "none" ? {} : { shares: candidate.shares }) } }),
    );
    const made = await command(["publish", data, "--study", path("one.json"), "--out", path(`${release.slice(0, 4)}.json`)]);
    assert.equal(made.code, 0, made.stderr);
    const { stdout } = await command(["bound", path(`${release.slice(0, 4)}.json`), "--csv", data, "--json"]);
    const { summary } = JSON.parse(stdout);
    // Other noise: θ̂ moves, and with it every margin.
    assert.ok(
      Math.abs(Math.log(summary.total.median / candidate.median)) < 0.7,
      `${summary.total.median}, ${candidate.median}`,
    );
  }
});

test("at a small budget nothing is the best release, and the sentence says so", async () => {
  // A large λ keeps θ next to 0, so that every margin is, whatever the noise does: medians hardly
  // differ between draws.
  const budget = { ...study().budget, epsilon: 0.1 };
  dir.write("small-budget.json", study({ mechanism: { ...study().mechanism, lambda: 4000 }, budget }));
  const few = dir.write("few.csv", csv([header, ...rows(30)]));
  const { code, stdout } = await command(["plan", "--public", few, "--study", path("small-budget.json"), "--draws", "1"]);
  assert.equal(code, 0);
  assert.match(stdout, /^nothing \* +100 /m);
  assert.match(stdout, /Release nothing beside the model/);
});

test("what can't be advised on is refused in one line", async () => {
  const refused = async (expected, ...args) => {
    const { code, stdout, stderr } = await command(["plan", ...args]);
    assert.notEqual(code, 0);
    assert.match(stderr, expected);
    isOneLine(assert, { stdout, stderr });
  };
  const given = ["--public", data, "--study"];
  await refused(/--public and --study need each other/, "--public", data);
  await refused(/--public and --study need each other/, "--study", path("study.json"));
  await refused(/--epsilon must be given/, "--loss", "logistic");
  await refused(/--draws belongs to --public/, "--draws", "2", "--epsilon", "1", "--delta", "1e-6");
  await refused(/--epsilon must be left out with --study/, ...given, path("study.json"), "--epsilon", "1");
  await refused(/--loss must be left out with --study/, ...given, path("study.json"), "--loss", "squared");
  const mechanism = study().mechanism;
  dir.write("laplace.json", study({ mechanism: { ...mechanism, noise: "laplace" }, budget: { epsilon: 1 } }));
  await refused(/objective perturbation with normal noise/, ...given, path("laplace.json"));
  const scales = { model: 4, gradient: 4, hessian: 1 };
  dir.write("scales.json", study({ mechanism: { ...mechanism, scales } }));
  await refused(/without \/mechanism\/scales/, ...given, path("scales.json"));
});

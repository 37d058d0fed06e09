// expost check: a study tried before anything is published.
import assert from "node:assert/strict";
import { test } from "node:test";
import { command, folder } from "./run-expost.mjs";
import { csv, header, quickStudy, rows, study } from "./small-study.mjs";

const dir = folder();
const data = dir.write("data.csv", csv([header, ...rows(120)]));
const check = (document, ...more) => command(["check", dir.write("study.json", document), ...more]);

test("a study without data: all its problems at once, or its promise and how it composes", async () => {
  const broken = { ...study(), title: null, budget: { ...study().budget, epsilon: -1 } };
  const { code, stdout, stderr } = await check(broken);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /study\.json: \/title .*\n.*study\.json: \/budget\/epsilon must be a number above 0/);
  const none = { epsilon: 1, delta: 1e-6, release: "none" };
  for (const [mechanism, words] of [
    [{ ...study().mechanism, lambda: 2 }, "by its promises at 33 values of ε"],
    [{ ...study().mechanism, lambda: 100 }, "as a Gaussian mechanism"],
  ]) {
    const found = await check({ ...study(), mechanism, budget: none });
    assert.match(
      found.stdout,
      new RegExp(`: complete\\npromise: ε = 1, δ = 0\\.000001\\nbeside other publications: ${words}\\n$`),
    );
  }
  const sampled = {
    name: "noisy-gradient-descent",
    loss: { name: "logistic" },
    clip: 1,
    steps: 50,
    sampling: { kind: "poisson", rate: 0.1 },
    update: { rate: 0.5, divisor: 12 },
  };
  const descent = { ...study(), mechanism: sampled, budget: { epsilon: 1, delta: 1e-6 } };
  assert.match((await check(descent)).stdout, /by the loss distributions of its 50 steps/);
  const elsewhere = { ...descent, mechanism: { ...sampled, elsewhere: true } };
  assert.match((await check(elsewhere)).stdout, /: complete\ntrained elsewhere: expost attach compares/);
  const laplace = {
    ...study(),
    mechanism: { ...study().mechanism, noise: "laplace" },
    budget: { epsilon: 1, delta: 0 },
  };
  assert.match((await check(laplace)).stdout, /by ε and δ alone/);
  const squared = {
    ...study(),
    features: study().features.filter(({ name }) => name !== "age"),
    label: { name: "age", kind: "number", minimum: 18, maximum: 90 },
    mechanism: { name: "objective-perturbation", loss: { name: "squared" }, lambda: 2, scales: { model: 5 } },
    budget: none,
  };
  assert.match((await check(squared)).stdout, /\npromise: none\n$/);
});

test("with data: what publishing would print, and nothing else happens", async () => {
  const before = dir.names();
  const { code, stdout, stderr } = await check(quickStudy(), data);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^.*: complete\nrows: 120\nvalues clamped to their range: none\n/);
  assert.match(stdout, /\npromise: ε = 1, δ = 0\.000001, accountant shift\n/);
  assert.match(stdout, /\ntried with noise from a seed; nothing was written or published\n$/);
  assert.deepEqual(dir.names(), before.includes("study.json") ? before : [...before, "study.json"].sort());
  const { promise, notes } = JSON.parse((await check(quickStudy(), data, "--json")).stdout);
  assert.equal(promise.epsilon, 1);
  assert.equal(notes.rows, 120);
});

test("data at fault are refused as publishing refuses them, and empty ones are told", async () => {
  const wrong = dir.write("wrong.csv", csv([header, ...rows(3), ["old", "yes", "north", "no"]]));
  const refused = await check(quickStudy(), wrong);
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /wrong\.csv, line 5: row 4, column "age" must be a number, .* but is "old"/);
  const published = ["publish", wrong, "--study", dir.file("study.json"), "--out", dir.file("r.json")];
  assert.equal(refused.stderr, (await command(published)).stderr);
  const empty = await check(quickStudy(), dir.write("empty.csv", csv([header])));
  assert.equal(empty.code, 0);
  assert.match(empty.stderr, /the data has no rows below its header; they would be published all the same/);
});

// A path that a script with Opacus' update, clipping and noise wrote is attached, checked against
// its data and bounded; the real package's where EXPOST_OPACUS_PYTHON names a Python that has it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pythonWithNumpy } from "../../scripts/requirements.mjs";
import { command, folder, isOneLine, root } from "./run-expost.mjs";
import { csv, header, record, rows, study } from "./small-study.mjs";

const python = pythonWithNumpy();
const skip = python === null && "there is no python3 with numpy here";
const withOpacus = process.env.EXPOST_OPACUS_PYTHON ?? null;
const dir = folder();
// Enough rows that their gradients tell a wrong noise level or divisor.
const data = dir.write("data.csv", csv([header, ...rows(400)]));
const budget = { epsilon: 4, delta: 1e-6 };
const mechanismOf = (sampling) => ({
  name: "noisy-gradient-descent",
  loss: { name: "logistic" },
  ...{ clip: 1, steps: 50, sampling, elsewhere: true },
  update: { rate: 1, momentum: 0.5, divisor: 200 },
  final: "last",
});

/** Runs a script of examples/python on a study. */
function trained(program, script, name, ...more) {
  const [studyFile, planFile] = [dir.file(`${name}.json`), dir.file(`${name}-plan.json`)];
  const [model, iterates] = [dir.file(`${name}-theta.json`), dir.file(`${name}-iterates.npy`)];
  const words = [join(root, "examples/python", script), data, "--study", studyFile, "--plan", planFile];
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", OPENBLAS_NUM_THREADS: "1" };
  const { status, stderr } = spawnSync(program, [...words, "--model", model, "--iterates", iterates, ...more], {
    encoding: "utf8",
    env,
  });
  assert.equal(status, 0, stderr);
  return { study: studyFile, model, iterates };
}

async function planned(name, sampling) {
  dir.write(`${name}.json`, study({ mechanism: mechanismOf(sampling), budget }));
  const rate = sampling.kind === "poisson" ? ["--rate", String(sampling.rate)] : [];
  const words = ["plan", "--mechanism", "noisy-gradient-descent", "--clip", "1", "--steps", "50", ...rate];
  const { code, stdout, stderr } = await command([...words, "--epsilon", "4", "--delta", "1e-6", "--dimension", "6", "--json"]);
  assert.equal(code, 0, stderr);
  dir.write(`${name}-plan.json`, stdout);
}

async function attached({ study: own, model, iterates }, name) {
  const out = dir.file(`${name}-report.json`);
  const result = await command([
    "attach",
    data,
    "--study",
    own,
    "--model",
    model,
    "--iterates",
    iterates,
    "--out",
    out,
    "--replace",
  ]);
  return { ...result, out };
}

const DOUBT = /what the rows leave of the noisy sums/;

for (const sampling of [{ kind: "full" }, { kind: "poisson", rate: 0.2 }]) {
  describe(`with Opacus' conventions, ${sampling.kind}`, { skip }, () => {
    test("the path is attached without a doubt, bounded, and is that of the file", async () => {
      const name = `path-${sampling.kind}`;
      await planned(name, sampling);
      const path = trained(python, "opacus_path.py", name, "--samples");
      const { code, stderr, out } = await attached(path, name);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, DOUBT);
      const report = JSON.parse(readFileSync(out, "utf8"));
      assert.equal(report.model.mechanism["x-noise"], "elsewhere");
      assert.equal(report.release.iterates.count, 50);
      const numbers = Buffer.from(report.release.iterates.data, "base64");
      assert.equal(numbers.length, 4 * 50 * 6);
      // Single precision, and nothing lost or made.
      assert.equal(report.release.iterates.encoding, "base64-f32le");
      assert.deepEqual(numbers, readFileSync(path.iterates).subarray(-numbers.length));
      assert.ok(Math.abs(report.guarantee.epsilon - 4) < 0.01);
      const person = dir.write("person.json", record);
      const bound = await command(["bound", out, "--record", person, "--json"]);
      assert.equal(bound.code, 0, bound.stderr);
      assert.ok(JSON.parse(bound.stdout).total.upper > 0);
    });

    test("half the noise, a divisor that isn't the one, iterates after the steps", async () => {
      const name = `path-${sampling.kind}`;
      const path = {
        study: dir.file(`${name}.json`),
        model: dir.file(`${name}-theta.json`),
        iterates: dir.file(`${name}-iterates.npy`),
      };
      const model = dir.json(`${name}-theta.json`);
      const louder = dir.write("louder.json", { ...model, sigma: 2 * model.sigma });
      const doubted = await attached({ ...path, model: louder }, "louder");
      assert.equal(doubted.code, 0, doubted.stderr);
      assert.match(doubted.stderr, DOUBT);
      const mechanism = { ...mechanismOf(sampling), update: { rate: 1, momentum: 0.5, divisor: 400 } };
      const other = dir.write("other.json", study({ mechanism, budget }));
      assert.match((await attached({ ...path, study: other }, "other")).stderr, DOUBT);

      // The last iterate is θ: taken after the steps.
      const npy = readFileSync(path.iterates);
      const raw = new Float64Array(50 * 6);
      const first = npy.length - 4 * 50 * 6;
      for (let i = 0; i < 49 * 6; i += 1) raw[i] = npy.readFloatLE(first + 4 * (i + 6));
      raw.set(model.theta, 49 * 6);
      const after = dir.write("after.bin", Buffer.from(raw.buffer));
      const refused = await attached({ ...path, iterates: after }, "after");
      assert.equal(refused.code, 1);
      isOneLine(assert, refused);
      assert.match(refused.stderr, /before each step/);
    });

    test(
      "by the package itself",
      { skip: withOpacus === null && "EXPOST_OPACUS_PYTHON names no Python with Opacus" },
      async () => {
        const name = `package-${sampling.kind}`;
        await planned(name, sampling);
        const path = trained(withOpacus, "opacus_train.py", name);
        const { code, stderr } = await attached(path, name);
        assert.equal(code, 0, stderr);
        assert.doesNotMatch(stderr, DOUBT);
      },
    );
  });
}

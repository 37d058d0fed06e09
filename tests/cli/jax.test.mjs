// examples/python/jax_network.py: a path of JAX is attached and bounds what its gradients are,
// where EXPOST_JAX_PYTHON names a Python that has JAX.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { command, folder, root } from "./run-expost.mjs";
import { csv, header, rows, study as smallStudy } from "./small-study.mjs";

const python = process.env.EXPOST_JAX_PYTHON;
const dir = folder();
const people = rows(400);
const data = dir.write("data.csv", csv([header, ...people]));
const network = { input: [6], layers: [{ kind: "dense", out: 5 }, { kind: "tanh" }, { kind: "dense", out: 1 }] };
const [steps, parameters] = [50, 6 * 5 + 5 + 5 + 1];
const study = smallStudy({
  mechanism: {
    name: "noisy-gradient-descent",
    loss: { name: "logistic" },
    ...{ network, clip: 0.5, steps, elsewhere: true, arithmetic: "float64" },
    sampling: { kind: "poisson", rate: 0.25 },
    update: { rate: 0.5, momentum: 0.5, divisor: 100 },
    start: { words: "uniform in ±1/√fan-in, by numpy from the seed 1" },
    final: "last",
  },
  budget: { epsilon: 4, delta: 1e-6 },
});
const studyFile = dir.write("study.json", study);

/** Runs Python beside the examples. */
function run(...args) {
  const env = { ...process.env, PYTHONPATH: join(root, "examples/python"), PYTHONDONTWRITEBYTECODE: "1" };
  const { status, stdout, stderr } = spawnSync(python, args, { encoding: "utf8", env });
  assert.equal(status, 0, stderr);
  return stdout;
}

async function json(...args) {
  const { code, stdout, stderr } = await command([...args, "--json"]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Attaches a path, and returns the report's place and what was doubted. */
async function attached(name, model, iterates) {
  const out = dir.file(`${name}-report.json`);
  const args = ["attach", data, "--study", studyFile, "--model", model, "--iterates", iterates, "--out", out];
  const { code, stderr } = await command([...args, "--replace"]);
  assert.equal(code, 0, stderr);
  return { out, doubts: stderr.split("\n").filter((line) => /noisy sums|doubt/.test(line)) };
}

describe("JAX", { skip: python === undefined && "EXPOST_JAX_PYTHON names no Python with JAX" }, () => {
  const [model, iterates] = [dir.file("theta.json"), dir.file("iterates.npy")];
  test("a path is attached without a doubt, and no gradient of JAX is longer than what the report allows", async () => {
    const words = ["--mechanism", "noisy-gradient-descent", "--clip", "0.5", "--steps", String(steps), "--rate", "0.25"];
    dir.write(
      "plan.json",
      await json("plan", ...words, "--epsilon", "4", "--delta", "1e-6", "--dimension", String(parameters)),
    );
    const files = ["--study", studyFile, "--plan", dir.file("plan.json"), "--model", model, "--iterates", iterates];
    run(join(root, "examples/python/jax_network.py"), data, ...files, "--samples");
    const { out, doubts } = await attached("path", model, iterates);
    assert.deepEqual(doubts, []);

    const program = `
import json, sys
import numpy as np
import jax.numpy as jnp
from jax_network import gradients_of, rows_of
from publish import read_json
study = read_json(sys.argv[1])
x, y = rows_of(sys.argv[2], study)
gradients = gradients_of(study["mechanism"])
norms = []
for theta in np.load(sys.argv[3]):
    first, second = theta[:35], theta[35:]
    params = [(jnp.array(first[:30].reshape(5, 6).T), jnp.array(first[30:])), (), (jnp.array(second[:5].reshape(1, 5).T), jnp.array(second[5:]))]
    norms.append(np.minimum(gradients(params, x, y)[1], study["mechanism"]["clip"]).tolist())
print(json.dumps(norms))`;
    const norms = JSON.parse(run("-c", program, studyFile, data, iterates));
    const { sigma } = JSON.parse(readFileSync(out, "utf8")).model.mechanism;
    for (let row = 0; row < people.length; row += 40) {
      const record = Object.fromEntries(header.map((name, column) => [name, people[row][column]]));
      const { terms } = await json("bound", out, "--record", dir.write("person.json", record));
      const energy = norms.reduce((sum, each) => sum + (each[row] / sigma) ** 2, 0);
      assert.ok(terms.energy >= energy && terms.energy < energy * 1.0001, `row ${row}: ${terms.energy}, ${energy}`);
    }
  });

  test("kernels that were not turned are doubted", async () => {
    const npy = readFileSync(iterates);
    const first = npy.length - 8 * steps * parameters;
    const turned = Buffer.from(npy);
    for (let step = 0; step < steps; step += 1)
      for (let i = 0; i < 6; i += 1)
        for (let j = 0; j < 5; j += 1) {
          const at = (/** @type {number} */ index) => first + 8 * (step * parameters + index);
          npy.copy(turned, at(i * 5 + j), at(j * 6 + i), at(j * 6 + i) + 8);
        }
    const whole = dir.json("theta.json");
    const theta = whole.theta.map((value, index) =>
      index < 30 ? whole.theta[(index % 5) * 6 + Math.floor(index / 5)] : value,
    );
    const { doubts } = await attached("turned", dir.write("turned.json", { ...whole, theta }), dir.write("turned.npy", turned));
    assert.notDeepEqual(doubts, []);
  });
});

// examples/python: a report that Python wrote is read by expost, and Python reads reports to the
// same bounds.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pythonWithNumpy } from "../../scripts/requirements.mjs";
import { command, folder, root } from "./run-expost.mjs";
import { csv, header, record, rows, study } from "./small-study.mjs";

const python = pythonWithNumpy();
const skip = python === null && "there is no python3 with numpy here";
const example = join(root, "examples/python");

/** Runs a script of the example, or with -c some lines that import its modules. */
function runPython(args) {
  // Threads cost more than matrices of this size.
  const env = { ...process.env, PYTHONPATH: example, PYTHONDONTWRITEBYTECODE: "1", OPENBLAS_NUM_THREADS: "1" };
  const { status, stdout, stderr } = spawnSync(python, args, { encoding: "utf8", env });
  return { code: status, stdout, stderr };
}
const script = (name, ...args) => runPython([join(example, name), ...args]);

/**
 * Output of a script of the example for each list of arguments, one after the other in one
 * process.
 */
function printedForEach(name, lists) {
  const program = `
import contextlib, io, json, runpy, sys
path, lists = sys.argv[1], json.loads(sys.argv[2])
printed = []
for sys.argv in [[path, *arguments] for arguments in lists]:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        runpy.run_path(path, run_name="__main__")
    printed.append(output.getvalue())
print(json.dumps(printed))`;
  const { code, stdout, stderr } = runPython(["-c", program, join(example, name), JSON.stringify(lists)]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

async function json(...args) {
  const { code, stdout, stderr } = await command([...args, "--json"]);
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** Numbers to 1e-9, relative where they are large; everything else the same. */
function assertClose(found, expected, path = "") {
  if (typeof expected === "number") {
    assert.ok(Math.abs(found - expected) <= 1e-9 * Math.max(1e-3, Math.abs(expected)), `${path}: ${found}, not ${expected}`);
  } else if (typeof expected === "object" && expected !== null) {
    for (const key of Object.keys(expected)) assertClose(found[key], expected[key], `${path}/${key}`);
  } else assert.equal(found, expected, path);
}

/**
 * Shares of model, gradient, Hessian, smallest eigenvalue as `plan` takes them, and as a study
 * states them.
 */
const KINDS = {
  independent: { plan: "1", budget: { release: "none" } },
  hessian: { plan: "0.6,0,0.4", budget: { release: "hessian", shares: { model: 0.6, hessian: 0.4 } } },
  dependent: {
    plan: "0.4,0.3,0.3",
    budget: { release: "gradient+hessian", shares: { model: 0.4, gradient: 0.3, hessian: 0.3 } },
  },
  adaptive: {
    plan: "0.4,0.3,0.2,0.1",
    budget: { release: "adaptive", shares: { model: 0.4, gradient: 0.3, hessian: 0.2, smallestEigenvalue: 0.1 } },
  },
};
const PEOPLE = [
  record,
  { age: 18, member: "no", town: "north", paid: "yes" },
  { age: 200, member: true, town: "south, east", paid: "no" },
];

describe("python", { skip }, () => {
  const dir = folder();
  const data = dir.write("data.csv", csv([header, ...rows(400)]));

  const plans = {};

  /** publish.py for a kind; returns the report's path. */
  async function published(kind, name = `${kind}.json`) {
    const planned = ["--loss", "logistic", "--epsilon", "1", "--delta", "1e-6", "--shares", KINDS[kind].plan];
    const plan = (plans[kind] ??= await json("plan", ...planned));
    const planPath = dir.write(`plan-${kind}.json`, plan);
    const studyPath = dir.write(`study-${kind}.json`, study({ budget: { epsilon: 1, delta: 1e-6, ...KINDS[kind].budget } }));
    const { code, stderr } = script("publish.py", ...[data, "--study", studyPath, "--plan", planPath, "--out", dir.file(name)]);
    assert.equal(code, 0, stderr);
    return { report: dir.file(name), document: dir.json(name), plan, studyPath };
  }

  /** Returns the quantile that `expost goe` prints for a dimension and a tail, worked out once. */
  const quantiles = new Map();
  async function goe(dimension, tail) {
    const key = `${dimension}, ${tail}`;
    if (!quantiles.has(key)) quantiles.set(key, await json("goe", "--dimension", String(dimension), "--tail", tail));
    return String(quantiles.get(key).quantile);
  }

  /** How bound.py is run for a report and people, and what expost bound prints. */
  async function runsFor(report, people) {
    const { model, release = {}, failureProbability: stated = 1e-6 } = dir.json(report.slice(dir.path.length + 1));
    const runs = [];
    for (const [index, who] of people.entries()) {
      const recordPath = dir.write(`record-${index}.json`, who);
      for (const rho of [undefined, 0.05]) {
        for (const member of index === 0 ? ["unknown", "in", "out"] : ["unknown"]) {
          const options = ["--member", member, ...(rho === undefined ? [] : ["--failure-probability", String(rho)])];
          const expected = await json("bound", report, "--record", recordPath, ...options);
          if (release.hessian !== undefined) {
            const tail = String(0.1 * (rho ?? stated));
            options.push("--goe", await goe(model.theta.length, tail));
          }
          runs.push({ args: [report, recordPath, ...options], expected, what: `${report}, record ${index}, ${member}` });
        }
      }
    }
    return runs;
  }

  /** bound.py agrees with expost bound in all that it prints. */
  function agrees(runs) {
    const lists = runs.map(({ args }) => args);
    const printed = printedForEach("bound.py", lists);
    // As a program, too.
    const { code, stdout, stderr } = script("bound.py", ...lists[0]);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, printed[0]);
    for (const [i, { expected, what }] of runs.entries()) {
      const found = JSON.parse(printed[i]);
      for (const key of ["epsilon", "loss", "total", "terms", "method", "member", "failureProbability", "x", "y"]) {
        // expost says more in some of them.
        const wanted =
          key === "terms" || key === "total"
            ? Object.fromEntries(Object.keys(found[key]).map((part) => [part, expected[key][part]]))
            : expected[key];
        assert.ok(wanted !== undefined, key);
        assertClose(found[key], wanted, `${what}, ${key}`);
      }
    }
  }

  for (const kind of Object.keys(KINDS)) {
    test(`publish.py, ${kind}: expost takes the report, and no row's loss is above its bound`, async () => {
      const { report, document, plan, studyPath } = await published(kind);
      assert.equal(document.model.mechanism.sigma, plan.model.sigma);
      assert.equal(document.model.mechanism.lambda, plan.model.lambda);
      assert.ok(document.model.mechanism["x-residual"] > 0 && document.model.mechanism["x-residual"] < 1e-8);
      assert.deepEqual(document.guarantee, { epsilon: 1, delta: 1e-6, accountant: "joint" });
      assert.deepEqual(
        Object.fromEntries(Object.entries(document.release).map(([part, { sigma }]) => [part, sigma])),
        Object.fromEntries(Object.entries(plan.release).map(([part, { sigma }]) => [part, sigma])),
      );
      const bound = await json("bound", report, "--record", dir.write("record.json", record));
      assert.ok(bound.total.upper > 0 && bound.total.upper < 5);
      const audit = await json("audit", data, "--study", studyPath, "--report", report);
      assert.deepEqual(
        { rows: audit.rows, misses: audit.misses, failureProbability: audit.failureProbability },
        { rows: 400, misses: 0, failureProbability: 1e-6 },
      );
      agrees(await runsFor(report, PEOPLE));
    });
  }

  test("bound.py reads reports of expost: other losses, each kind", async () => {
    const numberLabel = { name: "paid", kind: "number", minimum: 0, maximum: 10 };
    const marks = dir.write("marks.csv", csv([header, ...rows(300).map((cells, i) => [...cells.slice(0, 3), String(i % 11)])]));
    const runs = [];
    for (const loss of [{ name: "pseudo-huber", width: 0.5 }, { name: "squared" }]) {
      for (const [kind, { budget }] of Object.entries(KINDS)) {
        const levels = { gradient: 3, hessian: 2, smallestEigenvalue: 9 };
        const parts = Object.keys(budget.shares ?? {}).filter((part) => part !== "model");
        const scales = { model: 2, ...Object.fromEntries(parts.map((part) => [part, levels[part]])) };
        const mechanism = { name: "objective-perturbation", loss, lambda: 2, scales };
        const studyPath = dir.write(
          "other-study.json",
          study({ label: numberLabel, mechanism, budget: { epsilon: 1, delta: 1e-6, accountant: "shift", ...budget } }),
        );
        const report = dir.file(`${loss.name}-${kind}.json`);
        const { code, stderr } = await command(["publish", marks, "--study", studyPath, "--out", report]);
        assert.equal(code, 0, stderr);
        runs.push(...(await runsFor(report, [{ ...record, paid: 3.5 }])));
      }
    }
    agrees(runs);
  });

  test("the noise: fresh whatever is seeded, normal, with the variances of the format", () => {
    const drawn = [0, 1].map(() => {
      const { code, stdout, stderr } = runPython([
        "-c",
        "import random, numpy; random.seed(1); numpy.random.seed(1)\nfrom noise import normal_vector\nprint(normal_vector(3, 1.0))",
      ]);
      assert.equal(code, 0, stderr);
      return stdout;
    });
    assert.notEqual(drawn[0], drawn[1]);
    const { code, stdout, stderr } = runPython([
      "-c",
      `import json, numpy as np
from statistics import NormalDist
from noise import normal_vector, symmetric_noise
matrices = np.array([symmetric_noise(3, 2.0) for _ in range(20000)])
z = np.sort(normal_vector(100000, 1.0))
steps = np.arange(len(z) + 1) / len(z)
below = np.array([NormalDist().cdf(value) for value in z])
print(json.dumps({
  "symmetric": bool((matrices == matrices.transpose(0, 2, 1)).all()),
  "mean": float(np.abs(matrices.mean(axis=0)).max()),
  "variance": matrices.var(axis=0).tolist(),
  "correlation": float(np.corrcoef(matrices[:, 0, 1], matrices[:, 0, 2])[0, 1]),
  "distance": float(max(abs(below - steps[1:]).max(), abs(below - steps[:-1]).max())),
}))`,
    ]);
    assert.equal(code, 0, stderr);
    const { symmetric, mean, variance, correlation, distance } = JSON.parse(stdout);
    assert.ok(symmetric);
    // Six standard errors each: about one run in a hundred million fails for no reason.
    assert.ok(mean < (6 * Math.sqrt(8)) / Math.sqrt(20000), String(mean));
    for (let i = 0; i < 3; i += 1) {
      for (let j = 0; j < 3; j += 1) {
        const expected = i === j ? 8 : 4;
        assert.ok(Math.abs(variance[i][j] / expected - 1) < 6 * Math.sqrt(2 / 20000), `${i}, ${j}: ${variance[i][j]}`);
      }
    }
    assert.ok(Math.abs(correlation) < 6 / Math.sqrt(20000));
    // Kolmogorov–Smirnov: P(√n D > 3.2) = 2e-9.
    assert.ok(Math.sqrt(100000) * distance < 3.2, String(distance));
  });

  test("the certified residual is not below the true one, worked out with 60 digits", () => {
    const { code, stdout, stderr } = runPython([
      "-c",
      `import json
from decimal import Decimal, getcontext
import numpy as np
from noise import normal_vector
from objective import LogisticObjective, minimise
getcontext().prec = 60
found = []
for trial in range(5):
    x = np.array([normal_vector(4, 1.0) for _ in range(300)])
    x /= np.maximum(1, np.linalg.norm(x, axis=1))[:, None]
    y = np.where(normal_vector(300, 1.0) > 0, 1.0, -1.0)
    b = normal_vector(4, 3.0)
    objective = LogisticObjective(x, y, 0.7)
    theta, certified = minimise(objective, b)
    total = [Decimal(0.7) * Decimal(t) + Decimal(c) for t, c in zip(theta, b)]
    for row, label in zip(x, y):
        row, label = [Decimal(v) for v in row], Decimal(label)
        t = sum(v * Decimal(c) for v, c in zip(row, theta))
        first = -label / (1 + (label * t).exp())
        total = [s + first * v for s, v in zip(total, row)]
    true = sum(s * s for s in total).sqrt()
    # The certificate's allowance for rounding must do: a point next to the minimum, too.
    moved = theta * (1 + 2.0**-30)
    found.append([float(true), certified, objective.certified_residual(moved, b)])
print(json.dumps(found))`,
    ]);
    assert.equal(code, 0, stderr);
    for (const [exact, certified, ofMoved] of JSON.parse(stdout)) {
      assert.ok(exact <= certified && certified < 1e-10, `${exact}, ${certified}`);
      assert.ok(ofMoved > 10 * certified);
    }
  });

  test("what is released is what expost would release, and noise of the planned size is on each part", async () => {
    // With noise of 1e-9: gradient, Hessian and smallest eigenvalue of the same model on the same
    // rows.
    const { plan, studyPath } = await published("adaptive", "released.json");
    const quick = dir.json("study-adaptive.json");
    quick.budget.accountant = "shift";
    const seeded = ["--secrets", dir.file("secrets.json"), "--seed", "5"];
    const made = await command([
      "publish",
      data,
      "--study",
      dir.write("quick.json", quick),
      "--out",
      dir.file("seeded.json"),
      ...seeded,
    ]);
    assert.equal(made.code, 0, made.stderr);
    const { model } = dir.json("seeded.json");
    const { code, stdout, stderr } = runPython([
      "-c",
      `import json, sys
import numpy as np
from coding import Coding
from objective import LogisticObjective
from publish import read_rows, release, report_of
study, plan, model = (json.load(open(path)) for path in sys.argv[1:4])
x, y = read_rows(sys.argv[4], Coding(study), ",")
quiet = {part: {"sigma": 1e-9} for part in ("gradient", "hessian", "smallestEigenvalue")}
exact = release(LogisticObjective(x, y, model["model"]["mechanism"]["lambda"]), np.array(model["model"]["theta"]), quiet)
x, y = x[:50], y[:50]
objective = LogisticObjective(x, y, plan["model"]["lambda"])
scale = np.where(np.eye(x.shape[1]) == 1, np.sqrt(2), 1)[np.triu_indices(x.shape[1])]
noise = {"b": [], "gradient": [], "hessian": [], "smallestEigenvalue": []}
for _ in range(200):
    report = report_of(study, plan, x, y)
    theta, parts = np.array(report["model"]["theta"]), report["release"]
    gradient, hessian = objective.gradient(theta), objective.hessian(theta)
    noise["b"] += list(gradient / plan["model"]["sigma"])
    noise["gradient"] += list((np.array(parts["gradient"]["values"]) - gradient) / plan["release"]["gradient"]["sigma"])
    upper = np.array(parts["hessian"]["upper"]) - hessian[np.triu_indices(x.shape[1])]
    noise["hessian"] += list(upper / scale / plan["release"]["hessian"]["sigma"])
    smallest = parts["smallestEigenvalue"]["value"] - np.linalg.eigvalsh(hessian)[0]
    noise["smallestEigenvalue"].append(smallest / plan["release"]["smallestEigenvalue"]["sigma"])
moments = {part: [len(values), np.mean(values), np.var(values)] for part, values in noise.items()}
print(json.dumps({"exact": exact, "moments": moments}))`,
      ...[studyPath, dir.write("plan.json", plan), dir.file("seeded.json"), data],
    ]);
    assert.equal(code, 0, stderr);
    const { exact, moments } = JSON.parse(stdout);
    const { gradient, hessian, smallestEigenvalue } = dir.json("secrets.json");
    const near = (found, expected) => assert.ok(Math.abs(found - expected) < 1e-7, `${found}, not ${expected}`);
    assert.equal(exact.gradient.values.length, model.theta.length);
    exact.gradient.values.forEach((value, i) => near(value, gradient[i]));
    assert.equal(exact.hessian.upper.length, hessian.upper.length);
    exact.hessian.upper.forEach((value, i) => near(value, hessian.upper[i]));
    near(exact.smallestEigenvalue.value, smallestEigenvalue);
    // Six standard errors each.
    for (const [part, [count, mean, variance]] of Object.entries(moments)) {
      assert.ok(Math.abs(mean) < 6 / Math.sqrt(count), `${part}: ${mean}`);
      assert.ok(Math.abs(variance - 1) < 6 * Math.sqrt(2 / count), `${part}: ${variance}`);
    }
  });

  test("bad input: one sentence with its place, and nothing written", async () => {
    const { plan, studyPath } = await published("dependent");
    const planPath = dir.write("plan.json", plan);
    const bad = [
      { lines: [header, ...rows(3), ["41", "yes", "elsewhere", "no"]], says: /line 5: town must be one of .* 'elsewhere'/ },
      { lines: [header, ...rows(3), ["41", "yes", "north"]], says: /line 5: has 3 fields, but the header has 4/ },
      { lines: [header, ...rows(3), ["nan", "yes", "north", "no"]], says: /line 5: age must be a finite number/ },
      { lines: [header.slice(1), ...rows(3).map((cells) => cells.slice(1))], says: /the header must have the column age once/ },
      { lines: [header, ["41", "yes", "north", "no"]], says: /a model needs rows of both kinds of paid/ },
    ];
    for (const { lines, says } of bad) {
      const own = [dir.write("bad.csv", csv(lines)), "--study", studyPath, "--plan", planPath];
      const { code, stdout, stderr } = script("publish.py", ...own, "--out", dir.file("bad.json"));
      assert.equal(code, 1);
      assert.equal(stdout, "");
      assert.match(stderr, /^publish\.py: [^\n]+\n$/);
      assert.match(stderr, says);
      assert.ok(!dir.names().some((name) => name.startsWith("bad.json")));
    }
    const without = script("bound.py", dir.file("dependent.json"), dir.write("record.json", record));
    assert.equal(without.code, 1);
    assert.match(
      without.stderr,
      /^bound\.py: this report needs --goe, as printed by: expost goe --dimension 6 --tail 1e-07\n$/,
    );
  });
});

// The credit-default data end to end, as in examples/credit/README.md: 30,000 rows, ε = 1, δ =
// 1e-6, each kind of report.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { expost, folder, root } from "../cli/run-expost.mjs";

const data = join(root, "../shared/data/credit_default.csv");
const example = (name) => join(root, "examples/credit", name);
const skip = !existsSync(data) && "the UCI data are not there (../shared/data/credit_default.csv)";

const VARIANTS = [
  { name: "none", kind: "data-independent", changes: [] },
  { name: "hessian", kind: "hessian", changes: ["hessian.json"] },
  { name: "gradient-hessian", kind: "data-dependent", changes: ["gradient-hessian.json"] },
  { name: "adaptive", kind: "adaptive", changes: ["adaptive.json"] },
];

describe("credit default", { skip }, () => {
  for (const { name, kind, changes } of VARIANTS) {
    test(name, async (t) => {
      const dir = folder();
      const studies = ["study.json", ...changes].flatMap((file) => ["--study", example(file)]);
      const report = dir.file("report.json");

      await t.test("publish", async () => {
        const { code, stdout, stderr } = await expost(["publish", data, ...studies, "--out", report]);
        assert.equal(code, 0, stderr);
        assert.match(stdout, /^rows: 30000$/m);
        assert.match(stdout, /^records scaled down to length 1: 0$/m);
        const { model, release = {}, guarantee } = dir.json("report.json");
        assert.equal(model.theta.length, 34);
        assert.deepEqual(guarantee, { epsilon: 1, delta: 1e-6, accountant: "joint" });
        const released = {
          "data-independent": [],
          hessian: ["hessian"],
          "data-dependent": ["gradient", "hessian"],
          adaptive: ["gradient", "hessian", "smallestEigenvalue"],
        };
        assert.deepEqual(Object.keys(release), released[kind]);
      });

      await t.test("bound --csv: every row", async () => {
        const { code, stdout, stderr } = await expost(["bound", report, "--csv", data]);
        assert.equal(code, 0, stderr);
        const lines = stdout.trimEnd().split("\n").slice(1);
        assert.equal(lines.length, 30000);
        for (const line of lines) {
          const [, lower, upper, total] = line.split(",").map(Number);
          assert.ok(lower >= 0 && upper >= lower && total >= upper && total < Infinity, line);
        }
        assert.match(stderr, /^30000 rows; .* 0 scaled$/m);
      });

      await t.test("audit: no miss, and sharp is never looser than paper where both are the same kind of bound", async () => {
        const { code, stdout, stderr } = await expost(["audit", data, ...studies, "--report", report, "--json"]);
        assert.equal(code, 0, stderr);
        const { rows, misses, failureProbability, ratio, bound } = JSON.parse(stdout);
        assert.deepEqual({ rows, misses, failureProbability }, { rows: 30000, misses: 0, failureProbability: 1e-6 });
        assert.ok(ratio.sharp.median >= 1 && ratio.sharp.median < 100);
        if (kind === "data-independent") assert.ok(bound.sharp.max <= bound.redberg2021.max);
        // λ is below what the papers' data-dependent bound asks for.
        if (kind === "data-dependent") assert.equal(bound.redberg2021.median, "Infinity");
        if (kind === "adaptive") assert.ok(bound.sharp.median < bound.redberg2021.median);
      });

      await t.test("one row as a record: the row's bound to the last bit", async () => {
        const record = {
          ...{ LIMIT_BAL: 20000, SEX: 2, EDUCATION: 2, MARRIAGE: 1, AGE: 24 },
          ...{ PAY_0: 2, PAY_2: 2, PAY_3: -1, PAY_4: -1, PAY_5: -2, PAY_6: -2 },
          ...{ BILL_AMT1: 3913, BILL_AMT2: 3102, BILL_AMT3: 689, BILL_AMT4: 0, BILL_AMT5: 0, BILL_AMT6: 0 },
          ...{ PAY_AMT1: 0, PAY_AMT2: 689, PAY_AMT3: 0, PAY_AMT4: 0, PAY_AMT5: 0, PAY_AMT6: 0 },
          "default payment next month": 1,
        };
        const one = JSON.parse(
          (await expost(["bound", report, "--record", dir.write("record.json", record), "--json"])).stdout,
        );
        const { stdout } = await expost(["bound", report, "--csv", data]);
        const first = stdout.split("\n")[1].split(",").map(Number);
        assert.deepEqual(first, [1, one.epsilon.lower, one.epsilon.upper, one.total.upper, ...one.loss.in, ...one.loss.out]);
      });

      await t.test("page", async () => {
        const { code, stderr } = await expost(["page", report, "--out", dir.file("page.html")]);
        assert.equal(code, 0, stderr);
        assert.ok(dir.read("page.html").includes("Credit card default"));
      });
    });
  }
});

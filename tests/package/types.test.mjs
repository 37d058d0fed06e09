// The hand-written types against the package and against a strict compiler.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { install, root } from "./installed.mjs";

const installed = install();

/** What tsc says about a consumer under --strict, and whether it accepts it. */
function compiled(source, lib = "es2022") {
  writeFileSync(join(installed.folder, "consumer.ts"), source);
  const options = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--lib", lib];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const result = spawnSync(process.execPath, [tsc, ...options, "consumer.ts"], { cwd: installed.folder, encoding: "utf8" });
  return { accepted: result.status === 0, said: result.stdout };
}

test("a small consumer compiles under --strict", () => {
  const { accepted, said } = compiled(`
    import { loadReport, plan, posterior, ReportError, type Bound, type Report } from "expost";
    export async function check(text: string): Promise<number> {
      const report: Report = await loadReport(text);
      const bound: Bound = report.bound({ age: 37, sex: "female", default: "no" }, { member: "unknown" });
      const rows = report.boundRows(["age", "sex"], [[37, "female"]], { method: "paper" });
      const { upper } = await posterior(bound.epsilon.upper, 0.5);
      const sigma = (await plan({ epsilon: 1, delta: 1e-6 })).accountants.joint.sigma;
      report.free();
      return upper + rows.upper[0] + sigma;
    }
    export const place = (error: unknown): string => (error instanceof ReportError ? error.pointer : "");
  `);
  assert.ok(accepted, said);
});

test("what is wrong is refused by the compiler", () => {
  for (const line of [
    "loadReport(7);",
    'loadReport("").then((report) => report.bound({}, { member: "maybe" }));',
    'posterior("1", 0.5);',
    "plan({ epsilon: 1 });",
  ]) {
    const { accepted } = compiled(`import { loadReport, plan, posterior } from "expost"; ${line}`);
    assert.ok(!accepted, line);
  }
});

test("the element, its events and its tag are typed", () => {
  const element = `
    import { ExpostCheckElement, type ExpostCheckErrorCode } from "expost/element";
    import "expost/element/define";
    const check = document.querySelector("expost-check")!;
    check.report = { format: "expost-report" };
    check.prior = 10;
    check.addEventListener("expost-error", ({ detail }) => { const code: ExpostCheckErrorCode = detail.code; void code; });
    const made: ExpostCheckElement = document.createElement("expost-check");
    made.clear();
  `;
  const { accepted, said } = compiled(element, "es2022,dom");
  assert.ok(accepted, said);
  // One compilation for all of them: each has to be a fault in its own line.
  const wrong = ["check.report = 7;", "check.sha = '';", 'check.addEventListener("expost-result", (e) => e.detail.figure);'];
  const before = element.split("\n").length;
  const faults = compiled([element, ...wrong].join("\n"), "es2022,dom").said.matchAll(/^consumer\.ts\((\d+),/gm);
  assert.deepEqual([...new Set(Array.from(faults, ([, line]) => Number(line) - before - 1))], [0, 1, 2]);
});

test("the types name exactly what the package exports", () => {
  const types = readFileSync(installed.inPackage("index.d.ts"), "utf8");
  // A function may be declared once for each way of calling it.
  const named = [
    ...new Set(Array.from(types.matchAll(/^export (?:declare )?(?:class|const|function) (\w+)/gm), ([, name]) => name)),
  ];
  const exported = installed.run('import * as expost from "expost"; console.log(JSON.stringify(Object.keys(expost)));');
  assert.deepEqual(named.sort(), exported.sort());
});

test("a loaded report has exactly the members that the types name", () => {
  const types = readFileSync(installed.inPackage("index.d.ts"), "utf8");
  const [, body] = /^export interface Report \{([\s\S]*?)^\}/m.exec(types);
  const named = [...body.matchAll(/^ {2}(?:readonly )?(\w+|\[Symbol\.dispose\])[(:]/gm)].map(([, name]) => name);
  writeFileSync(join(installed.folder, "report.json"), readFileSync(join(root, "tests/reports/good/dependent.json")));
  const members = installed.run(`
    import { loadReport } from "expost";
    import { readFileSync } from "node:fs";
    const report = await loadReport(readFileSync("report.json", "utf8"));
    const own = [...Reflect.ownKeys(report), ...Reflect.ownKeys(Object.getPrototypeOf(report))].filter((key) => key !== "constructor");
    console.log(JSON.stringify(own.map((key) => (key === Symbol.dispose ? "[Symbol.dispose]" : key))));
  `);
  assert.deepEqual(named.sort(), members.sort());
});

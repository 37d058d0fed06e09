// The hand-written types against the package and against a strict compiler.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import ts from "typescript";
import { install, root } from "./installed.mjs";

const installed = install();

// TypeScript's own files of types, read once for all compilations.
const sources = new Map();

/**
 * Compiles consumers under --strict, each a module of its own, and returns a list of errors for
 * each, with line and text.
 *
 * @param {string[]} consumers
 */
function errors(consumers, lib = ["es2022"], ending = "ts") {
  const options = {
    ...{ strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, jsx: ts.JsxEmit.ReactJSX },
    ...{ module: ts.ModuleKind.NodeNext, lib: lib.map((name) => `lib.${name}.d.ts`) },
  };
  const paths = consumers.map((_, i) => join(installed.folder, `consumer-${i}.${ending}`));
  paths.forEach((path, i) => writeFileSync(path, consumers[i]));
  const host = ts.createCompilerHost(options);
  host.getCurrentDirectory = () => installed.folder;
  const { getSourceFile } = host;
  host.getSourceFile = (path, ...given) => {
    if (!path.includes("/typescript/lib/")) return getSourceFile(path, ...given);
    if (!sources.has(path)) sources.set(path, getSourceFile(path, ...given));
    return sources.get(path);
  };
  const found = consumers.map(() => []);
  for (const { file, start, messageText } of ts.getPreEmitDiagnostics(ts.createProgram(paths, options, host))) {
    const text = ts.flattenDiagnosticMessageText(messageText, "\n");
    const at = paths.indexOf(file?.fileName);
    // In the package's own types, or nowhere: an error of every consumer.
    if (at < 0) found.forEach((list) => list.push({ text: `${file?.fileName}: ${text}` }));
    else found[at].push({ line: file.getLineAndCharacterOfPosition(start).line, text });
  }
  return found;
}

test("a small consumer compiles under --strict, and what is wrong is refused by the compiler", () => {
  const good = `
    import { loadReport, plan, posterior, ReportError, type Bound, type Report } from "expost";
    export async function check(text: string): Promise<number> {
      const report: Report = await loadReport(text);
      const bound: Bound = report.bound({ age: 37, sex: "female", default: "no" }, { member: "unknown" });
      const rows = report.boundRows(["age", "sex"], [[37, "female"]], { method: "redberg2021" });
      const predicted: Float64Array | undefined = report.predictRows(["age", "sex"], [[37, "female"]], { labels: false }).probability;
      const { outputs, terms } = report.coefficients();
      const { sums, scores } = report.scoreRows(["age", "sex", "default"], [[37, "female", "no"]], {});
      if (scores !== null && "accuracy" in scores) void [scores.calibration[0].mean, sums];
      void [predicted, outputs[0].coefficients[0], terms[0].level];
      const { upper } = await posterior(bound.epsilon.upper, 0.5);
      const sigma = (await plan({ epsilon: 1, delta: 1e-6 })).accountants.joint.sigma;
      report.free();
      return upper + rows.upper[0] + sigma;
    }
    export const place = (error: unknown): string => (error instanceof ReportError ? error.pointer : "");
  `;
  const wrong = [
    "loadReport(7);",
    'loadReport("").then((report) => report.bound({}, { member: "maybe" }));',
    'posterior("1", 0.5);',
    "plan({ epsilon: 1 });",
  ];
  const names = 'import { loadReport, plan, posterior } from "expost";';
  const [accepted, ...refused] = errors([good, ...wrong.map((line) => `${names}\n${line}`)]);
  assert.deepEqual(accepted, []);
  // Each for its own line, not for the import.
  for (const [i, found] of refused.entries()) assert.ok(found.length > 0 && found.every(({ line }) => line === 1), wrong[i]);
});

test("the person's side alone is typed, without many rows at once", () => {
  const good = `
    import { loadReport, posterior, ReportError, type Bound, type Report } from "expost/check";
    import { posterior as alone } from "expost/posterior";
    export async function check(text: string): Promise<number> {
      const report: Report = await loadReport(text);
      const bound: Bound = report.bound({ age: 37 });
      report[Symbol.dispose]();
      const belief: number = (await alone(1, 0.5)).upper;
      void belief;
      return (await posterior(bound.total.upper, 0.5)).upper;
    }
    export const isOurs = (error: unknown) => error instanceof ReportError;
  `;
  const wrong = 'import { loadReport } from "expost/check";\nloadReport("").then((report) => report.boundRows([], []));';
  const [accepted, refused] = errors([good, wrong]);
  assert.deepEqual(accepted, []);
  assert.deepEqual(
    refused.map(({ line }) => line),
    [1],
  );
});

test("the types ask for no library that TypeScript 5.1 doesn't have", () => {
  for (const name of ["index.d.ts", "documents.d.ts", "check.d.ts", "posterior.d.ts"])
    assert.doesNotMatch(readFileSync(installed.inPackage(name), "utf8"), /reference lib/);
});

test("the tag is typed in JSX for those who ask for it", () => {
  // As much of React's types as is used.
  const react = join(installed.folder, "node_modules/react");
  mkdirSync(react, { recursive: true });
  writeFileSync(
    join(react, "package.json"),
    JSON.stringify({ name: "react", exports: { ".": "./index.js", "./jsx-runtime": "./jsx-runtime.js" } }),
  );
  writeFileSync(
    join(react, "index.d.ts"),
    `export interface HTMLAttributes<T> { className?: string; children?: unknown; onClick?: (event: { currentTarget: T }) => void }
    export type DetailedHTMLProps<E, T> = E & { ref?: { current: T | null }; key?: string };
    export namespace JSX { interface Element {} interface IntrinsicElements { p: HTMLAttributes<object> } }`,
  );
  writeFileSync(
    join(react, "jsx-runtime.d.ts"),
    `import type { JSX as Own } from "./index.js";
    export namespace JSX { interface Element {} interface IntrinsicElements extends Own.IntrinsicElements {} }`,
  );
  const asked = 'import type {} from "expost/element/jsx";\n';
  const tag = (attributes) => `export const check = <expost-check ${attributes}><p>…</p></expost-check>;`;
  const right = tag('src="report.json" prior={10} className="wide"');
  const [accepted, refused] = errors([asked + right, asked + tag("src={7}")], ["es2022", "dom"], "tsx");
  assert.deepEqual(accepted, []);
  assert.equal(refused.length, 1);
  assert.match(refused[0].text, /number/);
  // Asking counts for the whole program.
  const [[notAsked]] = errors([right], ["es2022", "dom"], "tsx");
  assert.match(notAsked.text, /JSX\.IntrinsicElements/);
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
  const wrong = ["check.report = 7;", "check.sha = '';", 'check.addEventListener("expost-result", (e) => e.detail.figure);'];
  const before = element.split("\n").length;
  const [accepted, refused] = errors([element, [element, ...wrong].join("\n")], ["es2022", "dom"]);
  assert.deepEqual(accepted, []);
  // One compilation for all of them: each has to be an error in its own line.
  assert.deepEqual([...new Set(refused.map(({ line }) => line - before))], [0, 1, 2]);
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
    const rows = Object.getPrototypeOf(report);
    const own = [report, rows, Object.getPrototypeOf(rows)].flatMap((one) => Reflect.ownKeys(one)).filter((key) => key !== "constructor");
    console.log(JSON.stringify(own.map((key) => (key === Symbol.dispose ? "[Symbol.dispose]" : key))));
  `);
  assert.deepEqual(named.sort(), members.sort());
});

// npm run bench: the same work side by side in one run, as ratios.
//
// Contestants: the core natively; the same source as WebAssembly in Node; the npm package in Node
// and in Chromium (from JSON text, so parsing, validation, the boundary and the overhead's root
// are in it); ml-matrix in Node. Medians; one process after the other, so that nothing competes.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import sirv from "sirv";
import { goeQuantile, loadReport, publish } from "../../build/package/index.js";
import { readCsv } from "../../scripts/csv.mjs";
import { LibraryReport } from "./library.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const { values: arguments_ } = parseArgs({ options: { dimensions: { type: "string", default: "24,200,500,1000" } } });
const dimensions = arguments_.dimensions.split(",").map(Number);
const native = join(root, "build/native/tests/expost_bench");
const wasmProgram = join(root, "build/wasm/tests/expost_bench.cjs");

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const repeatsFor = (d) => (d <= 200 ? 15 : d <= 500 ? 7 : 3);
const shown = (ms) => (ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toPrecision(2));

/**
 * Bounds timed in one go: enough for the clock, and for the engine to have optimised what it runs.
 */
const peopleFor = (d) => Math.max(20, Math.round(20000 / d));

/** Reports prepared in one go, for the same reasons. */
const reportsFor = (d) => Math.max(1, Math.floor(4e6 / d ** 3));

/** Unit vectors, the same for everybody. */
function person(d, k) {
  const x = Array.from({ length: d }, (_, i) => Math.sin(1 + i * (k + 1)));
  const length = Math.sqrt(x.reduce((sum, value) => sum + value * value, 0)) * (1 + 1e-12);
  return x.map((value) => value / length);
}

function core(command, d) {
  const output = execFileSync(command[0], [...command.slice(1), "time", String(d), String(repeatsFor(d))], {
    encoding: "utf8",
  });
  return JSON.parse(output);
}

async function packageInNode(text, d) {
  const prepare = [];
  const bound = [];
  let upper = 0;
  for (let r = 0; r < repeatsFor(d); r += 1) {
    let start = performance.now();
    for (let i = 1; i < reportsFor(d); i += 1) (await loadReport(text)).free();
    const report = await loadReport(text);
    prepare.push((performance.now() - start) / reportsFor(d));
    upper = report.bound({ x: person(d, 0), y: 1 }).loss.in[1];
    const people = Array.from({ length: peopleFor(d) }, (_, k) => person(d, k + 1));
    for (const x of people.slice(0, people.length / 4)) report.bound({ x, y: 1 });
    start = performance.now();
    for (const x of people) report.bound({ x, y: 1 });
    bound.push((performance.now() - start) / people.length);
    report.free();
  }
  return { prepare: median(prepare), bound: median(bound), upper };
}

async function packageInChromium(text, d) {
  const files = sirv(join(root, "build/package"), { dev: true });
  const server = createServer((request, response) => {
    if (request.url === "/report.json") {
      response.setHeader("content-type", "application/json");
      response.end(text);
    } else if (request.url === "/") {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>bench</title>");
    } else {
      files(request, response);
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return await page.evaluate(
      async ({ d, repeats, reports, people }) => {
        // @ts-ignore -- an address of the server's
        const { loadReport } = await import("/index.js");
        const text = await (await fetch("/report.json")).text();
        const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
        const prepare = [];
        const bound = [];
        const before = performance.now();
        (await loadReport(text)).free();
        const first = performance.now() - before;
        for (let r = 0; r < repeats; r += 1) {
          let start = performance.now();
          for (let i = 1; i < reports; i += 1) (await loadReport(text)).free();
          const report = await loadReport(text);
          prepare.push((performance.now() - start) / reports);
          for (const x of people.slice(0, people.length / 4)) report.bound({ x, y: 1 });
          start = performance.now();
          for (const x of people) report.bound({ x, y: 1 });
          bound.push((performance.now() - start) / people.length);
          report.free();
        }
        return { first, prepare: middle(prepare), bound: middle(bound), d };
      },
      {
        d,
        repeats: repeatsFor(d),
        reports: reportsFor(d),
        people: Array.from({ length: peopleFor(d) }, (_, k) => person(d, k + 1)),
      },
    );
  } finally {
    await browser.close();
    server.close();
  }
}

async function library(text, d, expected) {
  // z_p at p = 0.4e-6 (mpmath); the quantile of the largest eigenvalue is the library of nobody
  // else.
  const quantiles = { z: 4.935367444719424, t: await goeQuantile(d, 1e-7) };

  const document = JSON.parse(text);
  const prepare = [];
  const bound = [];
  const repeats = d <= 200 ? 7 : d <= 500 ? 3 : 1;
  let report;
  for (let r = 0; r < repeats; r += 1) {
    let start = performance.now();
    for (let i = 0; i < reportsFor(d); i += 1) report = new LibraryReport(document, quantiles);
    prepare.push((performance.now() - start) / reportsFor(d));
    const people = Array.from({ length: peopleFor(d) }, (_, k) => person(d, k + 1));
    for (const x of people.slice(0, people.length / 4)) report.bound(x, 1);
    start = performance.now();
    for (const x of people) report.bound(x, 1);
    bound.push((performance.now() - start) / people.length);
  }
  const upper = report.bound(person(d, 0), 1);
  // It must be doing the same work.
  if (!(Math.abs(upper - expected) <= 1e-9 * Math.abs(expected))) {
    throw new Error(`d = ${d}: the library's bound is ${upper}, ours ${expected}`);
  }
  return { prepare: median(prepare), bound: median(bound) };
}

const rows = [];
for (const d of dimensions) {
  process.stderr.write(`d = ${d} …\n`);
  const text = execFileSync(native, ["report", String(d)], { encoding: "utf8", maxBuffer: 2 ** 30 });
  const ofNative = core([native], d);
  const ofWasm = core([process.execPath, wasmProgram], d);
  const ofNode = await packageInNode(text, d);
  const ofChromium = await packageInChromium(text, d);
  const ofLibrary = await library(text, d, ofNode.upper);
  rows.push({ d, megabytes: text.length / 1e6, ofNative, ofWasm, ofNode, ofChromium, ofLibrary });
}

const check = ({ prepare, bound }) => prepare + bound;
const works = [
  ["One check: prepare a report and bound one person", check],
  ["Prepare", ({ prepare }) => prepare],
  ["Bound", ({ bound }) => bound],
];
for (const [title, of] of works) {
  console.log(`\n${title}, milliseconds (medians)\n`);
  console.log(
    "| d | native core | wasm core, Node | wasm / native | ml-matrix, Node | ml-matrix / wasm | package, Node | package, Chromium |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  for (const { d, ofNative, ofWasm, ofNode, ofChromium, ofLibrary } of rows) {
    const cells = [
      d,
      shown(of(ofNative)),
      shown(of(ofWasm)),
      `${(of(ofWasm) / of(ofNative)).toFixed(2)}×`,
      shown(of(ofLibrary)),
      `${(of(ofLibrary) / of(ofWasm)).toFixed(1)}×`,
      shown(of(ofNode)),
      shown(of(ofChromium)),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
console.log("\npackage: from JSON text of", rows.map(({ d, megabytes }) => `${megabytes.toFixed(2)} MB (d = ${d})`).join(", "));
console.log(
  "first load in Chromium, compiling included:",
  rows.map(({ d, ofChromium }) => `${ofChromium.first.toFixed(0)} ms (d = ${d})`).join(", "),
);

const large = execFileSync(process.execPath, [join(root, "tests/bench/large.mjs")], {
  encoding: "utf8",
  input: execFileSync(native, ["report", "2000"], { encoding: "utf8", maxBuffer: 2 ** 30 }),
});
const { dimension, megabytes, seconds: loading, peakMegabytes } = JSON.parse(large);
console.log(
  `a large report, package in Node: d = ${dimension}, ${megabytes.toFixed(0)} MB of JSON, loaded in ${loading.toFixed(1)} s, ` +
    `at most ${peakMegabytes.toFixed(0)} MiB of memory`,
);

const MODELS = 1000;
console.log(`\nTypical privacy losses of 48,842 rows, d = 6, at one ε: exact, and as means over ${MODELS} models\n`);
console.log(
  "|  | all neighbours, s | table of Ψ, s | exact losses, s | models, s | models / exact | rows within 3 standard errors |",
);
console.log("|---|---|---|---|---|---|---|");
for (const [name, command] of [
  ["native core", [native]],
  ["wasm core, Node", [process.execPath, wasmProgram]],
]) {
  const output = execFileSync(command[0], [...command.slice(1), "profile", "48842", "6", String(MODELS)], { encoding: "utf8" });
  const { neighbours, table, exact, sampled, within3 } = JSON.parse(output);
  const seconds = (ms) => (ms / 1000).toPrecision(2);
  const ratio = `${Math.round(sampled / (table + exact))}×`;
  const share = `${(100 * within3).toFixed(1)} in 100`;
  console.log(`| ${[name, ...[neighbours, table, exact, sampled].map(seconds), ratio, share].join(" | ")} |`);
}

const credit = join(root, "../shared/data/credit_default.csv");
const creditStudy = join(root, "examples/credit/study.json");
if (existsSync(credit) && existsSync(creditStudy)) {
  const { header, rows: people } = await readCsv(credit);
  const { report: document } = await publish({ header, rows: people }, JSON.parse(readFileSync(creditStudy, "utf8")), {
    seed: 1,
  });
  const report = await loadReport(document);
  report.boundRows(header, people.slice(0, 100));
  const start = performance.now();
  const bounds = report.boundRows(header, people);
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `\ncredit data: ${bounds.rows} rows bounded in ${seconds.toFixed(2)} s, ${Math.round(bounds.rows / seconds)} rows a second (package, Node)`,
  );
} else {
  console.log("\ncredit data: skipped, ../shared/data/credit_default.csv is not there");
}

const paths = execFileSync(process.execPath, [join(root, "tests/bench/descents.mjs")], { encoding: "utf8" });
console.log("\nA path of 1,000 steps of 1,000 parameters, package in Node, milliseconds (medians)\n");
console.log("|  | load | decode alone | first bound | bound | bound, slowest | products in a loop |");
console.log("|---|---|---|---|---|---|---|");
for (const line of paths.trim().split("\n")) {
  const { name, loading, decoding, first, later, slowest, products } = JSON.parse(line);
  console.log(`| ${[name, ...[loading, decoding, first, later, slowest, products].map(shown)].join(" | ")} |`);
}

const pages = execFileSync(process.execPath, [join(root, "tests/bench/descent-page.mjs"), "--json"], { encoding: "utf8" });
console.log(
  "\nThe same reports in the check page, Chromium, milliseconds (medians): from the file to the form, from the button to the answer\n",
);
console.log("|  | form | first answer | answer | answer, slowest |");
console.log("|---|---|---|---|---|");
for (const line of pages.trim().split("\n")) {
  const { name, form, first, later, slowest } = JSON.parse(line);
  console.log(`| ${[name, ...[form, first, later, slowest].map(shown)].join(" | ")} |`);
}

const networks = JSON.parse(
  execFileSync(process.execPath, [join(root, "tests/bench/networks.mjs"), join(root, "build/python-env/bin/python")], {
    encoding: "utf8",
    cwd: root,
  }),
);
console.log("\nNetworks, package in Node, milliseconds (docs/networks.md)\n");
console.log("| work | time | beside it |");
console.log("|---|---|---|");
const { training, small, tutorial } = networks;
console.log(
  `| train 64-32-10 on 1,500 rows, 100 steps | ${shown(training.package)} | numpy ${shown(training.numpy)}, ${(training.package / training.numpy).toFixed(2)}× |`,
);
console.log(`| check 64-32-10, 200 steps | ${shown(small.bound)} | ${small.bits.toFixed(1)} bits a parameter and step |`);
console.log(
  `| check the tutorials' network, 26,010 parameters, 1,000 steps | ${shown(tutorial.bound)} | loaded in ${shown(tutorial.loading)}; a path of ${tutorial.megabytes.toFixed(1)} MB, ${tutorial.bits.toFixed(1)} bits a parameter and step; at most ${tutorial.mebibytes.toFixed(0)} MiB of memory |`,
);

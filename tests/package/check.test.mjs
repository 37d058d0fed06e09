// expost/check: the person's side, with the digits of the whole package.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { limits } from "../../web/site/downloads.mjs";
import { install, root } from "./installed.mjs";

const installed = install();
const entry = (name) => import(installed.inPackage(name));
const [whole, check] = await Promise.all(["index.js", "check.js"].map(entry));

const good = readdirSync(join(root, "tests/reports/good"))
  .filter((name) => name.endsWith(".json"))
  .map((name) => ({ name, text: readFileSync(join(root, "tests/reports/good", name), "utf8") }));

/** Coded records of a report: short, long and on the axes, with all that their label may be. */
function recordsOf({ dimension, loss }) {
  const labels = loss.name === "softmax" ? Array.from({ length: loss.classes }, (_, y) => y) : [-1, 1];
  const even = Array.from({ length: dimension }, (_, i) => (i % 2 ? -1 : 1) / (dimension + 1));
  const axis = even.map((_, i) => (i === dimension - 1 ? 0.999 : 0));
  return [even, axis, even.map(() => 0)].flatMap((x) => labels.map((y) => ({ x, y })));
}

const answerOf = (call) => {
  try {
    return call();
  } catch ({ type, code, pointer, message }) {
    return { type, code, pointer, message };
  }
};

async function bounds({ loadReport }, text) {
  const report = await loadReport(text);
  try {
    const options = [{}, { member: "in" }, { uniform: "all" }, { method: "redberg2021" }];
    const all = recordsOf(report.summary).flatMap((record) =>
      options.map((option) => answerOf(() => report.bound(record, option))),
    );
    // A promise takes half a second where releases are in it.
    const records = recordsOf(report.summary).slice(0, process.env.EXPOST_DEEP ? undefined : 1);
    const promises = [0, 0.3, ...records].map((who) => report.promise(who));
    return { summary: report.summary, all, promises, errors: report.check({ nothing: 1 }).errors };
  } finally {
    report.free();
  }
}

test("expost/check gives every bound of the whole package, bit for bit", async () => {
  let finite = 0;
  for (const { name, text } of good) {
    const expected = await answers(whole, text);
    assert.deepEqual(await answers(check, text), expected, name);
    finite += expected.all?.filter((bound) => Number.isFinite(bound.total?.upper)).length ?? 0;
  }
  assert.ok(finite > 300, String(finite));
});

/** The bounds, or why there are none. */
async function answers(library, text) {
  try {
    return await bounds(library, text);
  } catch (error) {
    if (!(error instanceof library.ExpostError)) throw error;
    return { code: error.code, message: error.message, type: error.type };
  }
}

test("beliefs, names and errors are those of the whole package", async () => {
  for (const [epsilon, prior] of [
    [0, 0.5],
    [0.3, 0.1],
    [800, 0.5],
    [Infinity, 0.01],
  ])
    assert.deepEqual(await check.posterior(epsilon, prior), await whole.posterior(epsilon, prior));
  assert.deepEqual(Object.keys(check).sort(), [
    "ExpostError",
    "ReportError",
    "boundSeries",
    "formatVersion",
    "limits",
    "loadReport",
    "posterior",
    "readRecords",
    "version",
  ]);
  assert.equal(check.version, whole.version);
  assert.equal(check.formatVersion, whole.formatVersion);
  await assert.rejects(check.loadReport("{"), { name: "ReportError", code: "not-json" });
  const report = await check.loadReport(good.find(({ name }) => name === "dependent.json").text);
  assert.equal(report.boundRows, undefined);
  report.free();
});

test("expost/posterior has the beliefs of the whole package, bit for bit, and its refusals", async () => {
  const { posterior } = await entry("posterior.js");
  const told = (call) =>
    call.then(
      (value) => value,
      ({ name, type, code, pointer, message }) => ({ name, type, code, pointer, message }),
    );
  const both = async (...given) =>
    assert.deepEqual(await told(posterior(...given)), await told(whole.posterior(...given)), given.map(String).join(" "));
  const edges = [0, 5e-324, 2 ** -1022, 1e-17, 2 ** -53, 0.3466, 1, 36.7, 708.4, 709.8, 745.1, 745.2, 746, 1e308, Infinity];
  const priors = [5e-324, 2 ** -1022, 1e-17, 0.1, 1 / 3, 0.5, 0.99, 1 - 2 ** -53];
  for (const epsilon of edges) for (const prior of priors) await both(epsilon, prior);
  // The multiplier is that of a known generator; any spread would do.
  let state = 1;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let i = 0; i < 5000; i += 1) await both(random() * 10 ** (random() * 6 - 3), random());
  const strange = [undefined, null, NaN, "1", {}, true, -1, 2, 0];
  for (const one of strange) for (const other of [0.5, ...strange]) await both(one, other);
});

/** Bytes of brotli of a page's script that uses this. */
async function weight(source) {
  const stdin = { contents: source, resolveDir: installed.folder };
  const { outputFiles, warnings } = await build({ stdin, bundle: true, minify: true, format: "esm", write: false });
  assert.deepEqual(warnings, []);
  return brotliCompressSync(outputFiles[0].contents).length;
}

test("bundled, each entry weighs what was promised, and only where it is used", async () => {
  const using = (name) => `import { loadReport } from "expost/${name}"; globalThis.loadReport = loadReport;`;
  for (const name of ["check", "posterior"]) {
    const size = await weight(name === "posterior" ? using(name).replaceAll("loadReport", "posterior") : using(name));
    assert.ok(size <= limits[`${name}.js`], `${name}: ${size}`);
  }
  for (const name of ["expost", "expost/check"]) {
    const size = await weight(`import { formatVersion, ReportError } from "${name}"; console.log(formatVersion, ReportError);`);
    assert.ok(size <= 4_000, `${name} without its module: ${size}`);
  }
});

// The installed package at work: good calls, bad calls, lifetimes.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DEEPEST } from "../../intake/json-structure.js";
import { TEXT_LIMIT } from "../../wasm/js/report-text.js";
import { EARLIER_NAMES } from "../../wording/earlier-names.js";
import { bring, install } from "./installed.mjs";

const installed = install();
bring(installed.folder, "tests/reports/good/dependent.json", "report.json");

/**
 * Runs the body of an async function with the package as `expost` and the report's text as `text`;
 * returns what it returns.
 */
const inConsumer = (body, ...nodeOptions) =>
  installed.run(
    `
    import * as expost from "expost";
    import { readFileSync } from "node:fs";
    const text = readFileSync(new URL("report.json", import.meta.url), "utf8");
    const told = async (call) => {
      try {
        return { value: await call() };
      } catch (error) {
        const { name, type, code, pointer, message } = error;
        const isExpost = error instanceof expost.ExpostError, isReport = error instanceof expost.ReportError;
        return { error: { name, type, code, pointer, message, isExpost, isReport } };
      }
    };
    const studyOf = (title, accountant) => {
      const { unit, features, scaling, label } = JSON.parse(text);
      return {
        format: "expost-study",
        version: 1,
        ...{ title, unit, features, scaling, label },
        mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: null },
        budget: { epsilon: 1, delta: 1e-6, accountant, release: "gradient+hessian", shares: { model: 0.4, hessian: 0.4, gradient: 0.2 } },
      };
    };
    console.log(JSON.stringify(await (async () => { ${body} })()));
  `,
    ...nodeOptions,
  );

test("a bound: finite, ordered, and the same for the text and the parsed document", () => {
  const [a, b] = inConsumer(`
    const record = { age: 37, sex: "female", default: "no" };
    const bounds = [];
    for (const report of [text, JSON.parse(text)]) {
      const loaded = await expost.loadReport(report);
      bounds.push(loaded.bound(record));
      loaded.free();
    }
    return bounds;
  `);
  assert.deepEqual(a, b);
  assert.equal(a.member, "unknown");
  assert.ok(
    0 <= a.epsilon.lower && a.epsilon.lower <= a.epsilon.upper && Number.isFinite(a.total.upper),
    JSON.stringify(a.epsilon),
  );
  assert.ok(a.total.upper >= a.epsilon.upper);
  assert.equal(a.x.length, 4);
});

test("a record that is coded already gives the same bound, from an array or a Float64Array", () => {
  const [raw, array, typed] = inConsumer(`
    const report = await expost.loadReport(text);
    const raw = report.bound({ age: 37, sex: "female", default: "no" });
    return [raw, ...[raw.x, Float64Array.from(raw.x)].map((x) => report.bound({ x, y: raw.y }))].map((bound) => bound.epsilon);
  `);
  assert.deepEqual(array, raw);
  assert.deepEqual(typed, raw);
});

test("predictions are columns of doubles, and coefficients make their scores", () => {
  const { predicted, coefficients, refused, inParts, whole } = inConsumer(`
    const report = await expost.loadReport(text);
    const rows = [[37, "female"], [52, "male"]];
    const { score, probability, class: classes } = report.predictRows(["age", "sex"], rows);
    const refused = await told(() => report.predictRows(["age", "sex"], rows, { label: true }));
    const labelled = rows.map((row, i) => [...row, i ? "yes" : "no"]);
    const header = ["age", "sex", "default"];
    const first = report.scoreRows(header, labelled.slice(0, 1));
    const inParts = report.scoreRows(header, labelled.slice(1), { firstRow: 2, sums: first.sums });
    const whole = report.scoreRows(header, labelled);
    const predicted = { isColumn: score instanceof Float64Array, score: [...score], probability: [...probability], classes: [...classes] };
    return { predicted, coefficients: report.coefficients(), refused, inParts, whole };
  `);
  assert.ok(predicted.isColumn);
  predicted.score.forEach((score, i) => {
    assert.ok(Math.abs(predicted.probability[i] - 1 / (1 + Math.exp(-score))) < 1e-15);
    assert.equal(predicted.classes[i], score > 0 ? 1 : 0);
  });
  assert.deepEqual(
    coefficients.terms.map(({ feature, level }) => [feature, level]),
    [
      ["age", undefined],
      ["sex", "female"],
      ["sex", "male"],
    ],
  );
  assert.equal(coefficients.outputs.length, 1);
  assert.deepEqual([refused.error.code, refused.error.pointer], ["unknown-key", "/label"]);
  assert.deepEqual([inParts.sums, inParts.scores], [whole.sums, whole.scores]);
  assert.equal(whole.scores.rows, 2);
  assert.equal(whole.scores.accuracy, predicted.classes.filter((said, i) => said === i).length / 2);
});

test("rows: columns of doubles that equal the single bounds", () => {
  const { rows, single, kind, length } = inConsumer(`
    const report = await expost.loadReport(text);
    const people = [[37, "female", "no"], ["18", "male", "yes"], [120, "female", "no"]];
    const columns = report.boundRows(["age", "sex", "default"], people);
    return {
      rows: people.map((_, i) => ({ lower: columns.lower[i], upper: columns.upper[i] })),
      single: people.map(([age, sex, label]) => report.bound({ age, sex, default: label }).epsilon),
      kind: columns.upper.constructor.name,
      length: columns.upper.length,
    };
  `);
  assert.equal(kind, "Float64Array");
  assert.equal(length, 3);
  assert.deepEqual(rows, single);
});

test("a quantile and a belief", () => {
  const { quantile, belief } = inConsumer(`
    return { quantile: await expost.goeQuantile(1, 1e-6), belief: await expost.posterior(Math.log(3), 0.5) };
  `);
  // d = 1: sqrt(2) times the normal quantile, 4.753424...
  assert.ok(Math.abs(quantile - Math.SQRT2 * 4.753424308822899) < 1e-9, String(quantile));
  // Even odds, changed threefold either way.
  assert.ok(Math.abs(belief.lower - 0.25) < 1e-12 && Math.abs(belief.upper - 0.75) < 1e-12, JSON.stringify(belief));
});

test("a report at fault: ReportError with type, code, pointer and one sentence", () => {
  const errors = inConsumer(`
    const wrong = { ...JSON.parse(text), failureProbability: "small" };
    const nested = "[".repeat(5000) + "]".repeat(5000);
    const texts = [wrong, "{}", "{", "", '{"a":1,}', nested, 7];
    return Promise.all(texts.map((report) => told(() => expost.loadReport(report))));
  `).map(({ error }) => error);
  const [wrong, ...others] = errors;
  assert.equal(wrong.pointer, "/failureProbability");
  assert.equal(wrong.code, "wrong-type");
  assert.equal(wrong.name, "ReportError");
  assert.ok(wrong.isExpost && wrong.isReport);
  for (const error of others.slice(0, 5)) {
    assert.ok(error.isReport && error.type === "report", JSON.stringify(error));
    assert.match(error.message, /^[^\n]+$/);
  }
  assert.deepEqual(
    others.map(({ code }) => code),
    ["not-a-report", "not-json", "not-json", "not-json", "too-deep", "wrong-type"],
  );
  assert.match(others[3].message, /line 1, column 8/);
  assert.equal(others[5].type, "argument");
});

test("a report whose structure readers could take in two ways is refused, as text and as a document", () => {
  const errors = inConsumer(`
    const ring = JSON.parse(text);
    ring["x-ring"] = ring;
    let deep = 0;
    for (let level = 0; level < 65; level += 1) deep = { a: deep };
    const twice = text.replace("{", '{"version": 1,');
    const reports = [twice, "null", "7", { ...JSON.parse(text), "x-deep": deep }, ring];
    return Promise.all(reports.map((report) => told(() => expost.loadReport(report))));
  `).map(({ error }) => error);
  assert.deepEqual(
    errors.map(({ code, pointer }) => [code, pointer]),
    [
      ["duplicate-key", "/version"],
      ["not-a-report", ""],
      ["not-a-report", ""],
      ["too-deep", ""],
      ["too-deep", ""],
    ],
  );
  for (const error of errors) {
    assert.ok(error.isReport, JSON.stringify(error));
    assert.match(error.message, /^The report [^\n]+\.$/);
  }
});

test("nothing is coerced, and nothing that isn't a number is a result", () => {
  const errors = inConsumer(`
    const report = await expost.loadReport(text);
    const calls = [
      () => expost.goeQuantile("24", 1e-6),
      () => expost.goeQuantile(null, 1e-6),
      () => expost.goeQuantile(24, NaN),
      () => expost.goeQuantile(24, 1n),
      () => expost.posterior(1, 2),
      () => expost.plan(),
      () => report.bound({ age: 37, sex: "female", default: "no" }, { failureProbabilty: 0.1 }),
      () => report.bound({ age: 37, sex: "female", default: "no" }, { failureProbability: 0 }),
      () => report.bound({ x: [0, 0, 0, NaN], y: 1 }),
      () => report.bound(),
    ];
    return Promise.all(calls.map(told));
  `);
  for (const [i, { error, value }] of errors.entries()) {
    assert.ok(error?.isExpost && !error.isReport, `call ${i}: ${JSON.stringify(value ?? error)}`);
    assert.ok(["argument", "record"].includes(error.type), `call ${i}: ${JSON.stringify(error)}`);
  }
});

test("values reach the module as they are, or are refused where they stand", () => {
  const { names, outcomes } = inConsumer(`
    const report = await expost.loadReport(text);
    const record = { age: 37, sex: "female", default: "no" };
    const people = {
      "minus zero": { ...record, age: -0 },
      zero: { ...record, age: 0 },
      "not a number": { ...record, age: NaN },
      infinite: { ...record, age: Infinity },
      "whole and large": { ...record, age: 2 ** 60 },
      undefined: { ...record, age: undefined },
      null: { ...record, age: null },
      "a list": { ...record, age: [37] },
      "a zero byte": { ...record, age: "37\\0" },
      "a name of its own": JSON.parse('{"age":37,"sex":"female","default":"no","__proto__":5}'),
      bigint: { ...record, age: 1n },
      date: { ...record, age: new Date(0) },
      function: { ...record, age: () => 37 },
      bytes: { ...record, age: new Uint8Array(2) },
      "a getter that throws": { ...record, get age() { throw new Error("never seen"); } },
      "a hole": { x: [0.1, , 0.1, 0.1], y: 1 },
      "a text among numbers": { x: [0.1, "none", 0.1, 0.1], y: 1 },
    };
    const outcomes = {};
    for (const [name, person] of Object.entries(people)) {
      const { value, error } = await told(() => report.bound(person).epsilon.upper);
      outcomes[name] = error ? error.code + error.pointer : value;
    }
    const long = "a".repeat(60);
    for (const title of ["\\ud800", long + "\\udc00", "\\ud83d\\ude00", long + "\\ufeffb"]) {
      const { value, error } = await told(async () => (await expost.loadReport({ ...JSON.parse(text), title })).summary.title === title);
      outcomes["title of " + title.length] = error ? error.code + error.pointer : value;
    }
    const header = ["a", "b\\u200bc", "__proto__", "\\u00e9\\u20ac\\ud83d\\ude00", "z"];
    const study = await expost.scaffold({ header }, { label: "z" });
    return { outcomes, names: study.features.slice(1).map(({ name }) => name).concat("z").join() === header.join() };
  `);
  assert.equal(names, true);
  assert.equal(outcomes["minus zero"], outcomes.zero);
  assert.ok(outcomes.zero > 0);
  delete outcomes["minus zero"];
  delete outcomes.zero;
  // The report's ages are held within its range.
  assert.ok(outcomes["whole and large"] > 0);
  delete outcomes["whole and large"];
  assert.deepEqual(outcomes, {
    "not a number": "not-finite/age",
    infinite: "not-finite/age",
    undefined: "missing/age",
    null: "missing/age",
    "a list": "wrong-type/age",
    "a zero byte": "not-a-number/age",
    "a name of its own": "unknown-field/__proto__",
    bigint: "not-a-document",
    date: "not-a-document",
    function: "not-a-document",
    bytes: "not-a-document",
    "a getter that throws": "not-a-document",
    "a hole": "missing/x/1",
    "a text among numbers": "not-a-number/x/1",
    "title of 1": "not-text/title",
    "title of 61": "not-text/title",
    "title of 2": true,
    "title of 62": true,
  });
});

test("a freed report refuses; freeing twice is harmless", () => {
  const { error } = inConsumer(`
    const report = await expost.loadReport(text);
    report.free();
    report.free();
    report[Symbol.dispose]();
    return told(() => report.bound({ age: 37, sex: "female", default: "no" }));
  `);
  assert.equal(error.code, "freed");
});

/**
 * Megabytes of the module's memory after loading a report of d = 300 sixty times, with what
 * happens to each.
 */
const memoryAfter = (each) =>
  inConsumer(
    `
    const d = 300;
    const upper = [];
    for (let i = 0; i < d; i += 1) for (let j = i; j < d; j += 1) upper.push(i === j ? 500 + i : Math.sin(i * d + j));
    const report = JSON.parse(text);
    delete report.features;
    delete report.scaling;
    delete report.label;
    report.model.theta = new Array(d).fill(0.01);
    report.release.gradient.values = new Array(d).fill(0.5);
    report.release.hessian.upper = upper;
    const given = JSON.stringify(report);
    // Watches the module's memory: it only ever grows, so this is the most that was in use at
    // once.
    let memory;
    const { Memory } = WebAssembly;
    const instantiate = WebAssembly.instantiate;
    WebAssembly.instantiate = async (...given) => {
      const result = await instantiate(...given);
      memory = Object.values(result.instance.exports).find((value) => value instanceof Memory);
      return result;
    };
    const kept = [];
    for (let i = 0; i < 60; i += 1) {
      const loaded = await expost.loadReport(given);
      ${each}
    }
    return memory.buffer.byteLength / 2 ** 20;
  `,
    "--expose-gc",
  );

test("memory: a freed report gives it back, and so, in time, does a forgotten one", () => {
  // Sixty prepared reports of this size hold 40 MB and more; while one is read, the module has 16
  // MB at most. Collected after every fourth, as that is what takes the time.
  const forgotten = "if (i % 4 === 3) { await new Promise((resolve) => setTimeout(resolve, 1)); globalThis.gc(); }";
  assert.ok(memoryAfter("kept.push(loaded);") > 40);
  assert.ok(memoryAfter("loaded.free();") < 30);
  assert.ok(memoryAfter(forgotten) < 30);
});

test("random numbers come in whole buffers, and without them nothing is published", () => {
  const { lengths, without } = inConsumer(`
    const study = studyOf("Noise of the system's", "shift");
    const header = ["age", "sex", "default"];
    const rows = Array.from({ length: 50 }, (_, i) => [18 + i, i % 2 ? "male" : "female", i % 3 ? "no" : "yes"]);
    const drawn = crypto.getRandomValues.bind(crypto);
    const lengths = [];
    crypto.getRandomValues = (bytes) => {
      lengths.push(bytes.byteLength);
      return drawn(bytes);
    };
    await expost.publish({ header, rows }, study);
    crypto.getRandomValues = () => {
      throw new Error("no entropy");
    };
    const without = await told(() => expost.publish({ header, rows }, study));
    return { lengths, without };
  `);
  assert.ok(lengths.length > 0);
  assert.ok(
    lengths.every((bytes) => bytes >= 256),
    lengths.slice(0, 5).join(),
  );
  assert.equal(without.value, undefined);
  assert.equal(without.error.code, "no-randomness");
});

test("publish and audit: a seeded experiment, whose audit has no miss", () => {
  const { report, notes, summary, lengths, phases } = inConsumer(`
    const study = studyOf("Experiment", "joint");
    const header = ["age", "sex", "default"];
    const rows = Array.from({ length: 5000 }, (_, i) => [18 + (i * 7) % 73, i % 2 ? "male" : "female", i % 3 ? "no" : "yes"]);
    async function* streamed() {
      yield* rows;
    }
    const phases = [];
    const onProgress = (progress) => phases.push(progress);
    const { report, notes } = await expost.publish({ header, rows: streamed() }, study, { seed: 7, onProgress });
    const loaded = await expost.loadReport(report);
    const { summary, rows: columns } = await expost.audit({ header, rows }, study, loaded);
    return { report, notes, summary, lengths: Object.values(columns).map((column) => [column.constructor.name, column.length]), phases };
  `);
  assert.equal(report.format, "expost-report");
  assert.equal(report["x-insecure-seed"], true);
  assert.equal(notes.rows, 5000);
  assert.equal(summary.rows, 5000);
  assert.equal(summary.misses, 0);
  assert.deepEqual(lengths, new Array(6).fill(["Float64Array", 5000]));
  assert.equal(phases.findLast(({ phase }) => phase === "reading").rows, 5000);
  // The first and the last of each phase are told, and those between if they take their time.
  const training = phases.filter(({ phase }) => phase === "training");
  const steps = training.map(({ step }) => step);
  assert.equal(steps[0], 1);
  for (const [i, step] of steps.slice(1).entries()) assert.ok(step > steps[i], `${steps}`);
  assert.ok(steps.at(-1) > 2 && training.at(-1).residual <= training.at(-1).tolerance);
  assert.equal(phases.at(-1).phase, "releasing");
});

test("the beginning of every phase can be seen, and the release cancelled, however quick the work before it was", () => {
  const { heard, seen, released } = inConsumer(`
    const study = studyOf("Quick", "joint");
    const header = ["age", "sex", "default"];
    const rows = Array.from({ length: 40 }, (_, i) => [18 + i, i % 2 ? "male" : "female", i % 3 ? "no" : "yes"]);
    const cancelledAt = async (phase) => {
      const controller = new AbortController();
      const heard = [];
      const onProgress = (progress) => {
        if (heard.at(-1) !== progress.phase) heard.push(progress.phase);
        if (progress.phase === phase) setTimeout(() => controller.abort(new Error("enough")), 0);
      };
      const message = await expost.publish({ header, rows }, study, { seed: 7, onProgress, signal: controller.signal }).then(() => "published", ({ message }) => message);
      return { heard, message };
    };
    await cancelledAt("none");
    const phases = ["reading", "training", "releasing"];
    const seen = [];
    for (const phase of phases) seen.push((await cancelledAt(phase)).message);
    const { heard, message } = await cancelledAt("none");
    return { heard, seen, released: message };
  `);
  assert.deepEqual(heard, ["reading", "training", "releasing"]);
  assert.deepEqual(seen, ["enough", "enough", "enough"]);
  assert.equal(released, "published");
});

test("progress of many quick steps is told a frame at a time, and a cancel is heard in the middle of them", () => {
  const { told, steps, last, aborted, after } = inConsumer(`
    const study = { ...studyOf("Quick steps", "joint"), features: [{ name: "age", kind: "number", minimum: 18, maximum: 90 }] };
    study.mechanism = { name: "noisy-gradient-descent", loss: { name: "logistic" }, clip: 1, steps: 20000, every: 1000, sampling: { kind: "full" }, update: { rate: 1, momentum: 0, divisor: 50 } };
    study.budget = { epsilon: 1, delta: 1e-6 };
    const header = ["age", "default"];
    const rows = Array.from({ length: 50 }, (_, i) => [18 + i, i % 3 ? "no" : "yes"]);
    const phases = [];
    const started = performance.now();
    await expost.publish({ header, rows }, study, { seed: 7, onProgress: (progress) => phases.push(progress) });
    const frames = (performance.now() - started) / 16;
    const training = phases.filter(({ phase }) => phase === "training");
    const controller = new AbortController();
    let heard = 0;
    const onProgress = ({ phase, step }) => {
      if (phase !== "training") return;
      heard = step;
      if (step < 3) setTimeout(() => controller.abort(new Error("enough")), 20);
    };
    const aborted = await expost.publish({ header, rows }, study, { seed: 7, onProgress, signal: controller.signal }).then(() => "", ({ message }) => message);
    return { told: training.length, steps: frames, last: training.at(-1).step, aborted, after: heard };
  `);
  assert.equal(last, 20_000);
  assert.ok(told >= 2 && told <= steps + 3, `${told} told in ${steps} frames`);
  assert.equal(aborted, "enough");
  assert.ok(after < 20_000, `${after}`);
});

test("publish: an aborted signal rejects with its reason, before and during the work", () => {
  const { before, during, phases } = inConsumer(`
    const study = {
      title: "t", unit: "one person, one row",
      features: [{ name: "a", kind: "number", minimum: 0, maximum: 1 }],
      label: { name: "y", kind: "binary", negative: "no", positive: "yes" },
      mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: 1 },
      budget: { epsilon: 1, delta: 1e-6, release: "none" },
    };
    const data = { header: ["a", "y"], rows: Array.from({ length: 50 }, (_, i) => [i % 2, i % 3 ? "yes" : "no"]) };
    const reason = async (options) => {
      try {
        await expost.publish(data, study, options);
        return "published";
      } catch (error) {
        return error.message;
      }
    };
    const phases = [];
    const controller = new AbortController();
    const onProgress = ({ phase }) => {
      phases.push(phase);
      if (phase === "training") controller.abort(new Error("enough"));
    };
    return {
      before: await reason({ signal: AbortSignal.abort(new Error("never")) }),
      during: await reason({ signal: controller.signal, onProgress }),
      phases,
    };
  `);
  assert.equal(before, "never");
  assert.equal(during, "enough");
  assert.deepEqual(phases, ["reading", "training"]);
});

test("profile: columns of doubles, progress, held-out rows, a cancel, and whose error a row is", () => {
  const { found, kinds, phases, cancelled, errors } = inConsumer(`
    const study = {
      title: "t", unit: "one person, one row",
      features: [{ name: "one", kind: "constant", value: 1 }, { name: "a", kind: "number", minimum: 0, maximum: 1 }],
      scaling: { range: [-1, 1], norm: 1.5 },
      label: { name: "y", kind: "binary", negative: "no", positive: "yes" },
      mechanism: { name: "objective-perturbation", loss: { name: "logistic" }, lambda: 30 },
      budget: { epsilon: 2, delta: 1e-6, release: "none" },
    };
    const header = ["a", "y"];
    const rows = Array.from({ length: 3000 }, (_, i) => [(i % 101) / 101, (i * i) % 101 < i % 101 ? "yes" : "no"]);
    const heldOut = { header: ["y", "a"], rows: rows.slice(0, 500).map(([a, y]) => [y, a]) };
    const phases = [];
    const found = await expost.profile({ header, rows }, study, {
      heldOut, samples: 5, seed: 2, coordinates: [0, 1], onProgress: (progress) => phases.push(progress),
    });
    const { displacement, epsilons, typical, accuracy, profile, coordinates } = found;
    const columns = [displacement, epsilons, ...Object.values(typical), accuracy.mean, accuracy.standardError, profile.typical,
      profile.sampled.mean, profile.sampled.standardError, coordinates.first, coordinates.second];
    const controller = new AbortController();
    const cancelled = await told(() => expost.profile({ header, rows }, study, {
      signal: controller.signal,
      onProgress: ({ phase }) => phase === "neighbours" && controller.abort(new Error("enough")),
    }));
    const calls = [
      () => expost.profile({ header, rows: [...rows, [2, "maybe"]] }, study),
      () => expost.profile({ header, rows }, study, { heldOut: { header, rows: [[0.5, "maybe"]] } }),
      () => expost.profile({ header, rows }, study, { heldOut: { header: ["a"], rows: [] } }),
      () => expost.profile({ header, rows }, study, { heldOut: { header, rows: [] } }),
      () => expost.profile({ header, rows }, study, { epsilons: [2, 1] }),
      () => expost.profile({ header, rows }, study, { epsilon: 1 }),
    ];
    return {
      found: { ...found, top: found.top.length },
      kinds: columns.map((column) => [column.constructor.name, column.length]),
      phases, cancelled, errors: await Promise.all(calls.map(told)),
    };
  `);
  assert.equal(found.private, true);
  assert.equal(found.seeded, true);
  assert.deepEqual([found.rows, found.dimension, found.lambda, found.profile.epsilon, found.top], [3000, 2, 30, 2, 20]);
  const lengths = [3000, 25, ...new Array(7).fill(25), 25, 25, 3000, 3000, 3000, 3000, 3000];
  assert.deepEqual(
    kinds,
    lengths.map((length) => ["Float64Array", length]),
  );
  assert.equal(found.accuracy.rows, 500);
  assert.ok(found.transition.epsilonLow < found.transition.epsilonHigh);
  const order = [...new Set(phases.map(({ phase }) => phase))];
  assert.deepEqual(order, ["reading", "training", "neighbours", "losses", "sampling"]);
  // Both sets of rows are read.
  assert.ok(phases.some(({ phase, rows }) => phase === "reading" && rows === 500));
  assert.ok(phases.filter(({ phase }) => phase === "neighbours").every(({ rows, total }) => rows <= total && total === 3000));
  assert.equal(cancelled.error?.message, "enough");
  const [row, heldOutRow, heldOutHeader, heldOutEmpty, epsilons, unknown] = errors.map(({ error }) => error);
  assert.deepEqual([row.type, row.pointer.startsWith("/3001")], ["data", true]);
  assert.deepEqual([heldOutRow.type, heldOutRow.pointer.startsWith("/heldOut/1")], ["data", true]);
  assert.deepEqual([heldOutHeader.type, heldOutHeader.pointer.startsWith("/heldOut")], ["data", true]);
  assert.deepEqual([heldOutEmpty.type, heldOutEmpty.pointer], ["data", "/heldOut"]);
  assert.deepEqual([epsilons.type, epsilons.pointer], ["argument", "/epsilons"]);
  assert.deepEqual([unknown.type, unknown.code], ["argument", "unknown-key"]);
});

test("an option that is not known is refused before any work, not ignored", () => {
  const refusals = inConsumer(`
    const data = { header: ["a", "y"], rows: [] };
    const refusal = (call) => call.then(() => "done", ({ type, code, pointer, message }) => ({ type, code, pointer, message }));
    return Promise.all([
      refusal(expost.publish(data, {}, { sed: 7 })),
      refusal(expost.attach(data, {}, {}, { sed: 7 })),
      refusal(expost.scaffold(data, { label: "y", sed: 7 })),
      refusal(expost.guessedKinds(data, { sed: 7 })),
    ]);
  `);
  const refused = { type: "argument", code: "unknown-key", pointer: "/sed", message: "the option sed is not known" };
  assert.deepEqual(refusals, [refused, refused, refused, refused]);
});

test("scaffold: names and nothing of the rows; what columns seem to hold is asked for apart", () => {
  const { study, kinds, withoutTimes, phases, errors } = inConsumer(`
    const header = ["age", "sex", "default"];
    const rows = Array.from({ length: 5000 }, (_, i) => [18.125 + (i % 73), i % 2 ? "male" : "female", i % 3 ? "kept" : "broke"]);
    async function* streamed() {
      yield* rows;
    }
    const phases = [];
    const study = await expost.scaffold({ header }, { label: "default" });
    const kinds = await expost.guessedKinds(
      { header, rows: streamed() },
      { onProgress: (progress) => phases.push(progress) },
    );
    const timed = await expost.guessedKinds({ header, rows, kinds: ["TIME_MICROS", null, null] });
    const calls = [
      () => expost.scaffold({ header }),
      () => expost.scaffold({ header }, { label: "age " }),
      () => expost.scaffold({ header }, { label: "agee" }),
      () => expost.guessedKinds({ header, rows: [] }),
      () => expost.guessedKinds({ header, rows: [...rows, [1, 2]] }),
      () => expost.guessedKinds({ header }),
      () => expost.publish({ header, rows }, study),
    ];
    return { study, kinds, withoutTimes: timed.map(({ name }) => name), phases, errors: await Promise.all(calls.map(told)) };
  `);
  assert.deepEqual(
    study.features.map(({ name, kind }) => [name, kind]),
    [
      ["intercept", "constant"],
      ["age", null],
      ["sex", null],
    ],
  );
  assert.deepEqual(kinds, [
    { name: "age", kind: "number", twoValued: false, blanks: false },
    { name: "sex", kind: "category", twoValued: false, blanks: false },
    { name: "default", kind: "category", twoValued: false, blanks: false },
  ]);
  assert.deepEqual(withoutTimes, ["sex", "default"]);
  assert.deepEqual(study.label, { name: "default", kind: null });
  assert.deepEqual([study.mechanism.loss, study.scaling.norm], [{ name: null }, null]);
  assert.doesNotMatch(JSON.stringify(study), /male|kept|broke|\.125/);
  assert.deepEqual(phases.at(-1), { phase: "reading", rows: 5000 });
  const [none, padded, unknown, empty, short, noRows, unfilled] = errors;
  assert.equal(none.error.type, "argument");
  assert.equal(padded.value.label.kind, null);
  assert.equal(unknown.error.code, "missing-column");
  assert.equal(empty.error.code, "empty");
  assert.equal(short.error.pointer, "/5001");
  assert.equal(noRows.error.type, "argument");
  assert.deepEqual([unfilled.error.type, unfilled.error.code, unfilled.error.pointer], ["study", "unfilled", "/title"]);
});

test("a failed self-test leaves no number", () => {
  const path = installed.inPackage("index.js");
  const whole = readFileSync(path, "utf8");
  // As if the module gave a wrong answer: what is asked of it is no known test.
  const broken = whole.replaceAll('"self-test",{}', '"self-tent",{}');
  assert.notEqual(broken, whole);
  writeFileSync(path, broken);
  try {
    const errors = inConsumer(`
      const calls = [() => expost.goeQuantile(24, 1e-6), () => expost.loadReport(text), () => expost.posterior(1, 0.5)];
      return Promise.all(calls.map(told));
    `);
    for (const { error } of errors) {
      assert.equal(error?.type, "internal");
      assert.equal(error.code, "self-test");
    }
  } finally {
    writeFileSync(path, whole);
  }
});

test("the command of the package runs", () => {
  const expost = join(installed.folder, "node_modules/.bin/expost");
  const printed = execFileSync(expost, ["goe", "--dimension", "1", "--tail", "1e-6"], { encoding: "utf8" });
  assert.ok(Math.abs(Number(printed) - 6.72235) < 1e-4, printed);
  assert.equal(spawnSync(expost, ["goe"]).status, 2);
});

test("the package's limits are the module's, and those of its JavaScript", () => {
  const { limits, formatVersion, deepest, tooDeep, tooLarge } = inConsumer(`
    const { limits, formatVersion, plan, studyErrors } = expost;
    const nested = (depth) => JSON.parse('{"a":'.repeat(depth) + "0" + "}".repeat(depth));
    const codes = async (depth) => (await studyErrors(nested(depth)).catch((error) => [error])).map(({ code }) => code);
    const planned = (classes) =>
      plan({ loss: { name: "softmax", classes }, lambda: 1, epsilon: 1, delta: 1e-6 }).then(() => null, ({ message }) => message);
    return {
      limits, formatVersion, deepest: await codes(limits.depth), tooDeep: await codes(limits.depth + 33),
      tooLarge: await planned(limits.dimension + 1),
    };
  `);
  assert.deepEqual(limits, { textBytes: TEXT_LIMIT, depth: DEEPEST, dimension: 4096 });
  assert.equal(formatVersion, 1);
  // A text within the limit is judged by its content.
  assert.ok(deepest.includes("unknown-key"), `${deepest}`);
  assert.ok(!tooDeep.includes("unknown-key"), `${tooDeep}`);
  assert.match(tooLarge, /4096/);
});

test("names of version 0.2 mean in the core what they mean in the pages' words", () => {
  const names = [...EARLIER_NAMES];
  const { accountants, compositions, both } = inConsumer(`
    const budget = { loss: "logistic", epsilon: 1, delta: 1e-6 };
    const shares = { model: 0.5, hessian: 0.5 };
    const planned = async (options) => {
      const { model, total } = await expost.plan({ ...budget, ...options });
      return { accountant: model.accountant, sigma: model.sigma, composition: total.composition };
    };
    const of = (names, options) => Promise.all(names.map((pair) => Promise.all(pair.map((name) => planned(options(name))))));
    const names = ${JSON.stringify(names)};
    return {
      accountants: await of(names.slice(0, 2), (accountant) => ({ accountant })),
      compositions: await of(names.slice(2), (name) => ({ shares, accounting: name })),
      both: await told(() => expost.plan({ ...budget, composition: "joint", accounting: "whole" })),
    };
  `);
  assert.equal(names.length, 4);
  const now = names.map(([, present]) => present);
  assert.deepEqual(
    accountants.map(([earlier]) => earlier.accountant),
    now.slice(0, 2),
  );
  assert.deepEqual(
    compositions.map(([earlier]) => earlier.composition),
    now.slice(2),
  );
  for (const [earlier, present] of [...accountants, ...compositions]) assert.deepEqual(earlier, present);
  assert.notEqual(compositions[0][0].sigma, compositions[1][0].sigma);
  assert.equal(both.error.pointer, "/accounting");
});

test("rows in columns, as numbers, texts or values, mean what rows mean, and are refused alike", () => {
  const compared = inConsumer(`
    const { default: assert } = await import("node:assert/strict");
    const report = await expost.loadReport(text);
    const header = ["default", "age", "sex"];
    const rows = [["no", 37, "female"], ["yes", 18.5, "male"], ["no", 120, "male"], ["yes", "41", "female"], ["no", 29, "male"]];
    const numeric = rows.map(([label, age, sex]) => [label, Number(age), sex]);
    const columnsOf = (all) => header.map((_, i) => all.map((row) => row[i]));
    const asDoubles = (columns) => columns.map((column, i) => (i === 1 ? Float64Array.from(column) : column));
    const outcome = async (given) => {
      const { value, error } = await told(() => report.boundRows(header, given));
      return value ? { total: Array.from(value.total), lower: Array.from(value.lower), clamped: value.clamped } : error;
    };
    const results = [];
    const compare = async (all, forms) => {
      const expected = await outcome(all);
      for (const columns of forms) results.push([expected, await outcome({ columns })]);
    };
    await compare(numeric, [columnsOf(numeric), asDoubles(columnsOf(numeric))]);
    // Numbers and texts in one column.
    await compare(rows, [columnsOf(rows)]);
    const changed = (row, column, value) => numeric.map((one, i) => one.map((cell, j) => (i === row && j === column ? value : cell)));
    for (const value of [null, NaN, Infinity, true, "x", "1,5", ""]) await compare(changed(2, 1, value), [columnsOf(changed(2, 1, value))]);
    for (const value of [NaN, -Infinity, -5]) await compare(changed(3, 1, value), [asDoubles(columnsOf(changed(3, 1, value)))]);
    for (const value of [null, "", "?", "fe\\u0000male", "\\ud800", "😀", 7, true]) await compare(changed(1, 2, value), [columnsOf(changed(1, 2, value)), asDoubles(columnsOf(changed(1, 2, value)))]);
    return results;
  `);
  assert.equal(compared.length, 3 + 7 + 3 + 16);
  assert.ok("total" in compared[0][0] && "code" in compared[3][0]);
  for (const [expected, found] of compared) assert.deepEqual(found, expected);
});

test("columns that are none are refused as they are in a document", () => {
  const codes = inConsumer(`
    const report = await expost.loadReport(text);
    const header = ["default", "age", "sex"];
    const answers = [];
    const given = ["abc", null, 5, [], [[], [], []], [["no"], [37]], [["no"], Float64Array.of(37, 38), ["male"]], [["no"], 5, ["male"]], [["no"], Float32Array.of(37), ["male"]]];
    for (const columns of given) {
      const { value, error } = await told(() => report.boundRows(header, { columns }));
      answers.push(value ? value.total.length : [error.type, error.code]);
    }
    return answers;
  `);
  assert.deepEqual(codes, [
    ["argument", "wrong-type"],
    ["argument", "missing"],
    ["argument", "wrong-type"],
    ["argument", "wrong-length"],
    0,
    ["argument", "wrong-length"],
    ["argument", "wrong-length"],
    ["argument", "wrong-type"],
    ["argument", "not-a-document"],
  ]);
});

test("rows that openCsv has read mean what rows mean, until its table is closed", () => {
  const { expected, found, rows, closed, lines } = inConsumer(`
    const report = await expost.loadReport(text);
    const rows = [["no", "37", "female"], ["yes", "18.5", "male"], ["no", "120", "male"]];
    const outcome = async (header, given) => {
      const { value, error } = await told(() => report.boundRows(header, given));
      return value ? { total: Array.from(value.total), clamped: value.clamped } : [error.type, error.code];
    };
    const lines = "default;age;sex\\n" + rows.map((row) => row.join(";") + "\\n").join("");
    const bytes = new TextEncoder().encode(lines);
    const found = [];
    let last;
    for (const chunks of [[lines], [bytes], [lines.replace(";male", ';"male"') + "\\n"]]) {
      const table = await expost.openCsv(chunks);
      for await (const block of table.rows) {
        // A block is read as often as it is asked for.
        for (let i = 0; i < 2; i += 1) found.push({ rows: block.rows(), bounds: await outcome(table.header, block) });
        last = block;
      }
      await table.close();
    }
    return {
      ...{ expected: await outcome(["default", "age", "sex"], rows), found, rows },
      closed: await outcome(["default", "age", "sex"], last),
      // Text alone is no block: openCsv reads it.
      lines: await outcome(["default", "age", "sex"], { text: lines, separator: ";", rows: () => rows }),
    };
  `);
  assert.equal(expected.total.length, 3);
  assert.equal(found.length, 6);
  for (const each of found) assert.deepEqual(each, { rows, bounds: expected });
  assert.deepEqual(closed, ["argument", "freed"]);
  assert.deepEqual(lines, ["argument", "not-a-document"]);
});

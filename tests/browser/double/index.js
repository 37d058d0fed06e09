// A double of the package, for states that can't be had from the real one: what it does is written
// in the report, "x-double".
export const version = "0.0.0-double";
export const formatVersion = 1;

const refusal = (type, code, message) => Object.assign(new Error(message), { type, code, pointer: "" });

/** Rows and blocks of rows, row by row. */
async function* singleRows(items) {
  for await (const item of items) {
    if (Array.isArray(item)) yield item;
    else if ("rows" in item) yield* item.rows();
    else yield* item.columns[0].map((_, row) => item.columns.map((column) => column[row]));
  }
}

/** Whether there are beliefs for the report that was loaded last. */
let believes = true;

export async function posterior() {
  if (!believes) throw refusal("internal", "trap", "The library stopped in posterior.");
  return { lower: 0.4, upper: 0.6 };
}

export async function loadReport(text) {
  const report = JSON.parse(text);
  const what = report["x-double"];
  believes = what !== "no-beliefs";
  if (what === "self-test")
    throw refusal("internal", "self-test", "The library fails its own known-answer test, so it gives no numbers: goe.");
  if (what === "no-webassembly") throw refusal("internal", "no-webassembly", "WebAssembly could not be started here.");
  return {
    summary: {
      title: report.title,
      description: "",
      publisher: null,
      published: report.published,
      unit: report.unit,
      kind: "data-independent",
      dimension: 1,
      loss: { name: "logistic" },
      mechanism: withKind(report["x-mechanism"] ?? { name: "objective-perturbation", noise: "gaussian", sigma: 1, lambda: 1 }),
      release: {},
      features: [{ name: "shift", label: "Shift", kind: "number", minimum: -1, maximum: 1 }],
      label: report.label,
      guarantee: report.guarantee,
      failureProbability: 0.05,
      insecureSeed: false,
      fullDigits: false,
      ...{ membership: "", people: null, warnings: [] },
      sample: false,
    },
    check() {
      return { bound: this.bound() };
    },
    promise: () => ({ byLength: false }),
    bound() {
      if (what === "throws") throw refusal("numerics", "no-convergence", "the sums did not settle");
      return boundOf({ infinite: Infinity, "no-beliefs": 0.4 }[what] ?? NaN, report.guarantee);
    },
    free() {},
  };
}

const KINDS = {
  "objective-perturbation": ({ noise }) => `objective-${noise}`,
  "output-perturbation": () => "output-gaussian",
  "posterior-sample": ({ adaptive }) => (adaptive ? "ada-ops" : "posterior-sample"),
};
const withKind = (mechanism) => ({ kind: KINDS[mechanism.name](mechanism), ...mechanism });

function boundOf(upper, guarantee) {
  const loss = { in: [-upper, upper], out: [-upper, upper] };
  return {
    method: "sharp",
    member: "unknown",
    failureProbability: 0.05,
    modelFailureProbability: 0.05,
    uniform: "one",
    x: [0],
    y: 1,
    epsilon: { lower: 0, upper },
    loss,
    terms: {
      leverage: { lower: 0, upper },
      gradientNorm: 0,
      gradient: { lower: 0, upper: 0 },
      firstDerivative: 0,
      secondDerivative: 0,
    },
    releaseCost: { pdp: { epsilon: 0, delta: 1e-6 }, expost: 0 },
    total: { lower: 0, upper, failureProbability: 0.05, loss },
    components: null,
    guarantee,
    notes: [],
    adjustments: [],
  };
}

// The curator's page is built from the same package, and is not what these tests are about.
const unused = async () => {
  throw refusal("internal", "double", "The double makes no reports.");
};
export const [guessedKinds, plan, publish, scaffold] = [unused, unused, unused, unused];
// Each report is the only one.
export const boundSeries = unused;

/** Tables with commas between their columns: enough for the double's rows. */
const cellsIn = (text) =>
  Array.from(text.matchAll(/(?:"(?:[^"]|"")*"|[^"\n])+/g), ([line]) =>
    Array.from(
      `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g),
      ([, quoted, plain]) => plain ?? quoted.replaceAll('""', '"'),
    ),
  );

export async function openCsv(chunks) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of chunks) text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  const [header, ...rows] = cellsIn(text);
  if (header === undefined) throw refusal("data", "empty", "is empty; a header line with the columns' names was expected");
  const lineOf = (pointer) => Number(/^\/(\d+)/.exec(pointer)?.[1]) + 1 || null;
  const read = async function* () {
    for (const [index, row] of rows.entries()) {
      const words = `line ${index + 2} has ${row.length} fields, but the header has ${header.length}`;
      if (row.length !== header.length) throw refusal("data", "wrong-length", words.replace(" 1 fields", " 1 field"));
      yield row;
    }
  };
  return { header, rows: read(), lineOf, close: async () => {} };
}

export async function readRecords(text) {
  const [header, ...rows] = cellsIn(text);
  return { header, rows, separator: "," };
}

// The practitioner's page is built from it too. What the double makes of its rows is plain enough
// to be told by heart: row r of n moves the model by 1 / r, and the share of the most a loss could
// be climbs from 1/4 to 1 at βD = 1 … 100.
const SHARE = (s) => Math.min(1, Math.max(0.25, 0.25 + (0.75 * Math.log10(s)) / 2));

/** All rows. */
export async function keptRows({ rows }) {
  let count = 0;
  for await (const row of singleRows(rows)) count += Number(row.length > 0);
  return new Uint8Array(count).fill(1);
}

export async function profile({ header, rows }, study, options) {
  const what = study["x-double"];
  const { lambda = study.mechanism.lambda, profileEpsilon = study.budget.epsilon, neighbours } = options;
  const { from, to, count } = options.epsilons;
  const epsilons = Array.from({ length: count }, (_, index) => from * (to / from) ** (index / (count - 1)));
  if (epsilons.some((epsilon, index) => index > 0 && !(epsilon > epsilons[index - 1]))) {
    throw Object.assign(refusal("argument", "too-close", "to must be further above from"), { pointer: "/epsilons/to" });
  }
  const { onProgress, signal, heldOut, samples, modelCoordinates } = options;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 0));
  if (!header.includes(study.label.name)) throw refusal("data", "missing-column", "the header has no such column");
  let n = 0;
  for await (const row of singleRows(rows)) {
    n += 1;
    if (row.includes("?")) throw Object.assign(refusal("data", "not-a-number", `row ${n} has a "?"`), { pointer: `/${n}/age` });
  }
  onProgress({ phase: "reading", rows: n });
  await pause();
  if (what === "throws") throw refusal("numerics", "no-convergence", "the sums did not settle");
  if (what === "a small λ")
    throw Object.assign(
      refusal("argument", "out-of-range", "lambda is too small for these data: rounding leaves nothing of it"),
      {
        pointer: "/lambda",
      },
    );
  onProgress({ phase: "training", step: 1, residual: 1, tolerance: 1e-9 });
  await pause();
  // Until it is cancelled.
  while (what === "endless") {
    signal?.throwIfAborted();
    onProgress({ phase: "neighbours", rows: Math.floor(n / 2), total: n });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const row of heldOut ? await Array.fromAsync(heldOut.rows) : [])
    if (row.includes("?"))
      throw Object.assign(refusal("data", "not-a-number", `row 1 has a "?"`), { pointer: "/heldOut/1/age" });
  const displacement = Float64Array.from({ length: n }, (_, index) => 1 / (index + 1));
  if (what === "a row without effect" || what === "no effect") displacement[n - 1] = 0;
  if (what === "no effect") displacement.fill(0);
  const lossAt = (epsilon) =>
    displacement.map((distance) => {
      const s = (lambda * epsilon * distance) / 2;
      return s * (s > 0 ? SHARE(s) : 0);
    });
  const quantiles = (values) => {
    const sorted = Float64Array.from(values).sort();
    const at = (share) => sorted[Math.max(Math.ceil(share * n), 1) - 1];
    const mean = sorted.reduce((sum, value) => sum + value, 0) / n;
    return { max: at(1), p99: at(0.99), p90: at(0.9), median: at(0.5), p10: at(0.1), min: at(0), mean };
  };
  const each = epsilons.map((epsilon) => quantiles(lossAt(epsilon)));
  const typical = lossAt(profileEpsilon);
  const smallest = displacement.at(-1);
  const { max, p99, median, mean } = quantiles(typical);
  return {
    private: true,
    seeded: false,
    rows: n,
    dimension: what === "one coordinate" ? 1 : 3,
    lambda,
    lipschitz: study.mechanism.loss.name === "softmax" ? Math.SQRT2 : 1,
    neighbours,
    displacement,
    displacementError: what === "one coordinate" ? 0 : 1.23456e-6,
    worstCaseDeviation: neighbours === "exact" ? 0.0112345 : null,
    plateaus: { low: 0.25, high: 1 },
    transition:
      what === "one coordinate"
        ? null
        : {
            ...{ epsilonLow: 2 / (lambda * displacement[0]), epsilonHigh: smallest > 0 ? 200 / (lambda * smallest) : Infinity },
            ...{ sLow: 1, sHigh: 100, lowRow: 1, highRow: n },
          },
    epsilons: Float64Array.from(epsilons),
    typical: Object.fromEntries(Object.keys(each[0]).map((key) => [key, Float64Array.from(each, (one) => one[key])])),
    accuracy: heldOut
      ? {
          measure: study.label.kind === "number" ? "mean-absolute-error" : "accuracy",
          ...{ rows: 30, models: 200 },
          mean: Float64Array.from(epsilons, (_, index) => 0.5 + (0.3 * index) / epsilons.length),
          standardError: Float64Array.from(epsilons, () => 0.01),
          nonPrivate: 0.82,
        }
      : null,
    profile: {
      epsilon: profileEpsilon,
      typical,
      quantiles: { max, p99, median, mean },
      sampled:
        samples > 0
          ? {
              samples,
              mean: Float64Array.from(typical)
                .sort()
                .map((value) => value * 1.1),
              standardError: Float64Array.from(typical, () => 0.001),
            }
          : null,
    },
    top: Array.from({ length: Math.min(20, n) }, (_, index) => ({
      ...{ row: index + 1, displacement: displacement[index], typical: typical[index] },
      ...(study.mechanism.loss.name === "softmax"
        ? { leverage: 0.01, derivative: 0.5, neighbourDerivative: 0.6 }
        : { leverage: 0.01, derivative: -0.5, neighbourDerivative: -0.6 }),
    })),
    ...(what === "no ranking" && { top: undefined }),
    // Rows of even number one way, the others the other; as far as `displacement` says; the last
    // coordinate not at all.
    ...(modelCoordinates && {
      modelCoordinates: [
        {
          name: "intercept",
          base: -0.25,
          displacement: displacement.map((distance, index) => (index % 2 ? 0.6 : -0.6) * distance),
        },
        { name: "age", base: 1.5, displacement: displacement.map((distance) => 0.8 * distance) },
        { name: "member", base: 0, displacement: displacement.map(() => 0) },
      ].slice(0, what === "one coordinate" || what === "few coordinates" ? 1 : 3),
    }),
  };
}

export const studyErrors = async () => [];

export async function audit({ rows }, study, report) {
  const { name, noise, adaptive } = report.summary.mechanism;
  if (study["x-double"] === "another study") throw refusal("argument", "other-study", "the report has no feature town");
  let n = 0;
  for await (const row of singleRows(rows)) n += row.length > 0 ? 1 : 0;
  const of = (value) => Float64Array.from({ length: n }, (_, index) => value(index + 1));
  const quantiles = { median: 1, p99: 2, max: 3 };
  const none = { median: Infinity, p99: Infinity, max: Infinity };
  const found = {
    summary: {
      ...{ rows: n, misses: 0, missesRedberg2021: 0, failureProbability: 1e-6, exact: quantiles },
      ...{ bound: { sharp: quantiles, redberg2021: none }, ratio: { sharp: quantiles, redberg2021: none } },
    },
    rows: {
      exact: of((row) => (row === 2 ? 0 : -0.1 / row)),
      lower: of(() => 0),
      upper: of((row) => 0.5 / row),
      ratio: of((row) => (row === 2 ? Infinity : 5)),
      redberg2021Upper: of(() => Infinity),
      redberg2021Ratio: of(() => Infinity),
    },
  };
  const { summary, rows: columns } = found;
  if (name === "objective-perturbation" && noise === "gaussian" && study.mechanism.loss.name !== "softmax") return found;
  for (const absent of [summary.bound, summary.ratio]) delete absent.redberg2021;
  for (const absent of ["redberg2021Upper", "redberg2021Ratio"]) delete columns[absent];
  delete summary.missesRedberg2021;
  if (name === "objective-perturbation" || adaptive) return found;
  Object.assign(columns, { pdp: of((row) => 2 / row), leverage: of(() => 0.01), residual: of(() => -0.5) });
  const moments = { ...{ median: 0.02, p99: 1, max: 2, mean: 0.12345 }, deviation: 0.1 };
  Object.assign(summary, { pdpDelta: 1e-6, moments, generalisationGap: 0.098765 });
  return found;
}

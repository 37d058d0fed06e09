// Published paths of noisy gradient descent, 1,000 steps of 1,000 parameters: loading a report,
// the first person's bound and those after it, in milliseconds, with the package in Node. Beside
// them the least that any program has to do for a person: decoding the iterates, and a loop of
// their products with her record. Printed as JSON, one line a sampling.
import { loadReport } from "../../build/package/index.js";

const STEPS = 1000;
const PARAMETERS = 1000;
const PEOPLE = 41;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The k-th person: a vector of length 1, or a little less. */
function person(k) {
  const x = Float64Array.from({ length: PARAMETERS }, (_, i) => Math.sin(1 + i * (k + 1)));
  const length = Math.hypot(...x) * (1 + 1e-12);
  return x.map((value) => value / length);
}

/** A path that wanders off from 0, like noise. */
function path() {
  const iterates = new Float64Array(STEPS * PARAMETERS);
  for (let t = 1; t < STEPS; t += 1) {
    for (let j = 0; j < PARAMETERS; j += 1) {
      iterates[t * PARAMETERS + j] = iterates[(t - 1) * PARAMETERS + j] + 0.02 * Math.sin(12.9898 * t + 78.233 * j * j);
    }
  }
  return iterates;
}

/** Promises that Rényi divergences tell at once, and one that takes composed losses. */
const reports = [
  { name: "every record in each step", sampling: { kind: "full" }, sigma: 100, guarantee: { epsilon: 1.5, delta: 1e-6 } },
  { name: "Poisson, q = 0.02", sampling: { kind: "poisson", rate: 0.02 }, sigma: 2, guarantee: { epsilon: 2.9, delta: 1e-6 } },
  {
    name: "Poisson, q = 0.02, promised by pld",
    sampling: { kind: "poisson", rate: 0.02 },
    sigma: 2,
    guarantee: { epsilon: 1.53, delta: 1e-6, accountant: "pld" },
  },
];

const iterates = path();
const data = Buffer.from(iterates.buffer).toString("base64");

for (const { name, sampling, sigma, guarantee } of reports) {
  const text = JSON.stringify({
    format: "expost-report",
    version: 1,
    title: "Bench",
    published: "2026-03-01",
    unit: "one person, one row",
    model: {
      loss: { name: "logistic" },
      mechanism: {
        name: "noisy-gradient-descent",
        clip: 1,
        sigma,
        steps: STEPS,
        sampling,
        update: { rate: 1, divisor: 1000 },
        final: "other",
        "x-noise": "elsewhere",
      },
      theta: [...iterates.subarray(iterates.length - PARAMETERS)],
    },
    release: { iterates: { count: STEPS, encoding: "base64-f64le", data } },
    guarantee,
  });
  const loading = [];
  const first = [];
  const later = [];
  for (let r = 0; r < 5; r += 1) {
    let start = performance.now();
    const report = await loadReport(text);
    loading.push(performance.now() - start);
    for (let k = 0; k < PEOPLE; k += 1) {
      const x = person(k);
      start = performance.now();
      report.bound({ x, y: 1 });
      (k === 0 ? first : later).push(performance.now() - start);
    }
    report.free();
  }
  const decoding = [];
  const products = [];
  let sum = 0;
  for (let r = 0; r < 5; r += 1) {
    let start = performance.now();
    const bytes = Buffer.from(JSON.parse(text).release.iterates.data, "base64");
    const theta = new Float64Array(bytes.buffer, bytes.byteOffset, STEPS * PARAMETERS);
    decoding.push(performance.now() - start);
    for (let k = 0; k < PEOPLE; k += 1) {
      const x = person(k);
      start = performance.now();
      for (let t = 0; t < STEPS; t += 1) {
        let margin = 0;
        for (let j = 0; j < PARAMETERS; j += 1) margin += theta[t * PARAMETERS + j] * x[j];
        sum += 1 / (1 + Math.exp(margin));
      }
      products.push(performance.now() - start);
    }
  }
  const figures = { loading, first, later, decoding, products };
  console.log(
    JSON.stringify({
      name,
      sum,
      ...Object.fromEntries(Object.entries(figures).map(([key, values]) => [key, median(values)])),
      slowest: Math.max(...later),
    }),
  );
}

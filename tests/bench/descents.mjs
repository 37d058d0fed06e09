// Published paths of noisy gradient descent, 1,000 steps of 1,000 parameters: loading a report,
// the first person's bound and those after it, in milliseconds, with the package in Node. Beside
// them the least that any program has to do for a person: decoding the iterates, and a loop of
// their products with her record. Printed as JSON, one line a sampling.
import { loadReport } from "../../build/package/index.js";
import { PARAMETERS, STEPS, reports } from "./descent-reports.mjs";

const PEOPLE = 41;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** The k-th person: a vector of length 1, or a little less. */
function person(k) {
  const x = Float64Array.from({ length: PARAMETERS }, (_, i) => Math.sin(1 + i * (k + 1)));
  const length = Math.hypot(...x) * (1 + 1e-12);
  return x.map((value) => value / length);
}

for (const { name, text } of reports()) {
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

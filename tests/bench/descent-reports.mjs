// Reports with a published path of noisy gradient descent, for benchmarks: 1,000 steps of 1,000
// parameters.
export const STEPS = 1000;
export const PARAMETERS = 1000;

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
const kinds = [
  { name: "every record in each step", sampling: { kind: "full" }, sigma: 100, guarantee: { epsilon: 1.5, delta: 1e-6 } },
  { name: "Poisson, q = 0.02", sampling: { kind: "poisson", rate: 0.02 }, sigma: 2, guarantee: { epsilon: 2.9, delta: 1e-6 } },
  {
    name: "Poisson, q = 0.02, promised by pld",
    sampling: { kind: "poisson", rate: 0.02 },
    sigma: 2,
    guarantee: { epsilon: 1.53, delta: 1e-6, accountant: "pld" },
  },
];

/** Each with its name and its text. */
export function reports() {
  const iterates = path();
  const data = Buffer.from(iterates.buffer).toString("base64");
  return kinds.map(({ name, sampling, sigma, guarantee }) => {
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
    return { name, text, parameters: PARAMETERS };
  });
}

// Privacy reports for the tests, made up so that every kind of field and every state of the page
// occurs.

const features = [
  { name: "intercept", kind: "constant", value: 1 },
  { name: "age", label: "Age", unit: "years", kind: "number", minimum: 18, maximum: 90 },
  { name: "income", label: "Monthly income", unit: "euros", kind: "number", minimum: 0, maximum: 10000, missing: 2400 },
  { name: "balance", label: "Balance", unit: "euros", kind: "number", minimum: -5000, maximum: 5000 },
  { name: "employed", label: "In paid work", kind: "boolean" },
  { name: "housing", label: "Housing", kind: "category", levels: ["rents", "owns", "other"], missing: "other" },
  {
    name: "region",
    label: "Region",
    kind: "category",
    levels: ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"],
  },
];
const dimension = 1 + 1 + 1 + 1 + 1 + 3 + 8;

const label = { name: "late", label: "Paid late", kind: "binary", negative: "no", positive: "yes" };

// Any smooth rule will do, as long as it gives the same numbers every time.
const wave = (index, size) => Number((size * Math.sin(1 + 2.7 * index)).toFixed(4));

/**
 * The keys of a theta that was rounded: that of `wave` has multiples of this step, too.
 */
const rounding = { "x-rounding": 2 ** -59, "x-rows-at-most": 2 ** 30 };

/** A report of its own for each call, which a test may change. */
function base() {
  return structuredClone({
    format: "expost-report",
    version: 1,
    title: "Late payments, made up for tests",
    description: "Predicts whether somebody pays late.",
    publisher: { name: "Test Bank", contact: "privacy@example.org" },
    published: "2026-03-01",
    unit: "one person, one row",
    model: {
      loss: { name: "logistic" },
      mechanism: { name: "objective-perturbation", noise: "gaussian", sigma: 6.5, lambda: 2, ...rounding },
      theta: Array.from({ length: dimension }, (_, index) => wave(index, 0.4)),
    },
    features,
    scaling: { range: [-1, 1], norm: 2 },
    label,
    guarantee: { epsilon: 1, delta: 1e-6, accountant: "joint" },
    failureProbability: 0.05,
  });
}

function upperTriangle(diagonal) {
  const values = [];
  for (let row = 0; row < dimension; row += 1) {
    for (let column = row; column < dimension; column += 1) {
      values.push(row === column ? diagonal + wave(row, 20) : wave(row * dimension + column, 6));
    }
  }
  return values;
}

function gradientAndHessian() {
  return {
    gradient: { sigma: 20, values: Array.from({ length: dimension }, (_, index) => wave(index + 40, 9)) },
    hessian: { sigma: 3, upper: upperTriangle(260) },
  };
}

/** The model alone was published. */
export const independent = () => base();

/** The same with words in German and Arabic, for some of its parts. */
export function translated() {
  const report = base();
  const [, age, income, , employed, housing] = report.features;
  Object.assign(age, { labels: { de: "Alter", ar: "العمر" }, units: { de: "Jahre" } });
  Object.assign(income, { units: { de: "Euro" } });
  Object.assign(employed, { labels: { de: "In bezahlter Arbeit" } });
  Object.assign(housing, { labels: { de: "Wohnen" }, levelLabels: { de: ["zur Miete", "im Eigentum", "anders"] } });
  Object.assign(report.label, { labels: { de: "Zu spät gezahlt" }, levelLabels: { de: ["nein", "ja"] } });
  return report;
}

/** With a noisy Hessian alone. */
export const hessianAlone = () => ({ ...base(), release: { hessian: gradientAndHessian().hessian } });

/** With noisy gradient and Hessian. */
export const dependent = () => ({ ...base(), release: gradientAndHessian() });

/** With the smallest eigenvalue as well. */
export const adaptive = () => ({
  ...base(),
  release: { ...gradientAndHessian(), smallestEigenvalue: { sigma: 5, value: 180 } },
});

/** The same as version 0.1.0 would have published it: not rounded. */
export function unrounded({ model, ...report }) {
  const { "x-rounding": _step, "x-rows-at-most": _rows, ...mechanism } = model.mechanism;
  return { ...report, model: { ...model, mechanism } };
}

/** Nothing states a promise. */
export function withoutPromise() {
  const { guarantee: _, ...report } = base();
  return report;
}

/** So much noise that beliefs hardly move: the thousand-dot grid. */
export function veryNoisy() {
  const report = base();
  report.model.mechanism = { ...report.model.mechanism, sigma: 900, lambda: 400 };
  return report;
}

/** So little noise that beliefs can move almost all the way: more than 99 in 100. */
export function hardlyNoisy() {
  const report = base();
  report.model.mechanism = { ...report.model.mechanism, sigma: 0.05, lambda: 0.1 };
  // That noise gives 294.2 nats.
  report.guarantee.epsilon = 300;
  return report;
}

/** One number from −1 to 1 and no constant: a record with 0 has no effect. */
export function traceless() {
  return {
    ...base(),
    model: { ...base().model, theta: [0.3] },
    features: [{ name: "shift", label: "Shift", kind: "number", minimum: -1, maximum: 1 }],
    scaling: { range: [-1, 1], norm: 1 },
  };
}

/** Records are coded already. */
export function coded() {
  const { features: _features, scaling: _scaling, label: _label, ...report } = base();
  return { ...report, model: { ...report.model, theta: [0.3, -0.2, 0.1] } };
}

/** Three outcomes: a softmax model. With `release`, noisy gradient and Hessian too. */
export function severalClasses({ release = false } = {}) {
  const report = base();
  const theta = Array.from({ length: 3 * dimension }, (_, index) => wave(index, 0.4));
  const upper = theta.flatMap((_, row) =>
    theta.slice(row).map((_, column) => (column === 0 ? 260 : wave(row * 48 + column, 2))),
  );
  return {
    ...report,
    model: { ...report.model, loss: { name: "softmax", classes: 3 }, theta },
    label: { name: "late", label: "Paid late", kind: "category", levels: ["no", "once", "often"] },
    // The determinant of several classes costs more than that of one outcome.
    guarantee: { ...report.guarantee, epsilon: 2 },
    ...(release && { release: { gradient: { sigma: 20, values: theta }, hessian: { sigma: 3, upper } } }),
  };
}

const withMechanism = (mechanism, changes = {}) => {
  const { guarantee: _, ...report } = base();
  return { ...report, ...changes, model: { ...report.model, ...changes.model, mechanism } };
};

/** Laplace-type noise, η = 0.6: a promise without δ, ε = η as λη ≥ 1. */
export const laplace = () =>
  withMechanism(
    { name: "objective-perturbation", noise: "laplace", eta: 0.6, lambda: 2, ...rounding },
    { guarantee: { epsilon: 0.6, delta: 0, accountant: "joint" } },
  );

/** Noise on the model after training. */
export const output = () =>
  withMechanism(
    { name: "output-perturbation", noise: "gaussian", sigma: 2.2, lambda: 2 },
    { guarantee: { epsilon: 1, delta: 1e-6 } },
  );

const days = { name: "late", label: "Paid late", kind: "number", unit: "days", minimum: 0, maximum: 90 };

/** One draw from a posterior: no promise. */
export const posterior = () =>
  withMechanism({ name: "posterior-sample", gamma: 0.5, lambda: 20 }, { model: { loss: { name: "squared" } }, label: days });

/** The same with settings chosen from the data (AdaOPS). */
export const adaptivePosterior = () =>
  withMechanism(
    {
      ...{ name: "posterior-sample", gamma: 0.02, lambda: 110, ...rounding },
      adaptive: { epsilon: 1, delta: 1e-6, smallestEigenvalue: 40, logResidual: 1.375 },
    },
    {
      ...{ model: { loss: { name: "squared" } }, label: days },
      guarantee: { epsilon: 1, delta: 1e-6, accountant: "joint numerical accounting" },
    },
  );

/** Doubles as the format's base64, little-endian. */
const base64Doubles = (values) => ({
  encoding: "base64-f64le",
  data: Buffer.from(Float64Array.from(values).buffer).toString("base64"),
});

/** Noisy gradient descent of 20 steps; `every`: only each so manieth iterate was kept. */
function descent(sampling, accountant, { sigma, epsilon, every = 1 }) {
  const steps = 20;
  const iterate = (step) => Array.from({ length: dimension }, (_, index) => wave(step * dimension + index, step / 40));
  const kept = Array.from({ length: Math.ceil(steps / every) }, (_, index) => index * every);
  const distances = Array.from({ length: steps }, (_, step) => (step % every === 0 ? 0 : 0.1 * (step % every)));
  const report = withMechanism(
    {
      ...{ name: "noisy-gradient-descent", "x-noise": "elsewhere", clip: 1, sigma, steps, sampling },
      ...{ update: { rate: 2, momentum: 0.5, divisor: 1000 }, final: "last" },
    },
    { guarantee: { epsilon, delta: 1e-6, accountant } },
  );
  const iterates = { count: kept.length, ...base64Doubles(kept.flatMap(iterate)) };
  const thinned = every > 1 && { every, distances: base64Doubles(distances) };
  return { ...report, release: { iterates: { ...iterates, ...thinned } } };
}

/** Every record in every step. */
export const fullDescent = () => descent({ kind: "full" }, "gaussian", { sigma: 20, epsilon: 1.1 });

/** Each record in a step on its own. */
export const poissonDescent = () => descent({ kind: "poisson", rate: 0.25 }, "pld", { sigma: 5, epsilon: 1.4 });

/** Each record in one batch of an epoch. */
export const shuffledDescent = () => descent({ kind: "shuffle", batches: 5 }, "gaussian", { sigma: 9, epsilon: 1.1 });

/** One iterate in three, with distances. */
export const thinnedDescent = () => descent({ kind: "full" }, "gaussian", { sigma: 20, epsilon: 1.1, every: 3 });

/** A kind of model the format knows and this version has no method for. */
export const withoutMethod = () =>
  withMechanism({ name: "output-perturbation", noise: "laplace", eta: 1, lambda: 2 }, { guarantee: base().guarantee });

export const newer = () => ({ ...base(), version: 2 });
export const sample = () => ({ ...base(), "x-sample": true });
export const experiment = () => ({ ...base(), "x-insecure-seed": 7 });

export const textOf = (report) => JSON.stringify(report, null, 1);

/** A record that no value of is out of range. */
export const record = {
  age: "45",
  income: "2150.50",
  balance: "-120",
  employed: "yes",
  housing: "rents",
  region: "south-east",
  late: "no",
};

/**
 * Ten records that differ in every field, some of them clamped, scaled or left blank where that is
 * allowed.
 */
export const tenRecords = [
  record,
  { age: "18", income: "0", balance: "-5000", employed: "no", housing: "owns", region: "north", late: "yes" },
  { age: "90", income: "10000", balance: "5000", employed: "yes", housing: "other", region: "north-west", late: "yes" },
  { age: "17", income: "12000", balance: "-7000", employed: "no", housing: "rents", region: "west", late: "no" },
  { age: "33.333333333333336", income: "", balance: "0", employed: "yes", housing: "", region: "east", late: "yes" },
  { age: "67", income: "2400", balance: "1e3", employed: "no", housing: "rents", region: "south", late: "no" },
  {
    age: "51",
    income: "0.1",
    balance: "0.30000000000000004",
    employed: "yes",
    housing: "owns",
    region: "south-west",
    late: "no",
  },
  { age: "29", income: "3111.11", balance: "-0.5", employed: "no", housing: "other", region: "north-east", late: "yes" },
  { age: " 40 ", income: "+1999", balance: "-4999.99", employed: "yes", housing: "rents", region: "north", late: "yes" },
  { age: "72", income: "880", balance: "2718.281828", employed: "no", housing: "owns", region: "east", late: "no" },
];

// Stands in for the package where a state can't be had from the real one: what it does is written in the report, "x-double".
export const version = "0.0.0-double";
export const formatVersion = 1;

const fault = (type, code, message) => Object.assign(new Error(message), { type, code, pointer: "" });

export async function posterior() {
  return { lower: 0.4, upper: 0.6 };
}

export async function loadReport(text) {
  const report = JSON.parse(text);
  const what = report["x-double"];
  if (what === "self-test")
    throw fault("internal", "self-test", "The library fails its own known-answer test, so it gives no numbers: goe.");
  if (what === "no-webassembly") throw fault("internal", "no-webassembly", "WebAssembly could not be started here.");
  return {
    summary: {
      title: report.title,
      description: "",
      publisher: null,
      published: report.published,
      unit: report.unit,
      kind: "independent",
      dimension: 1,
      loss: { name: "logistic" },
      mechanism: { name: "objective-perturbation", noise: "gaussian", sigma: 1, lambda: 1 },
      release: {},
      features: [{ name: "shift", label: "Shift", kind: "number", minimum: -1, maximum: 1 }],
      label: report.label,
      guarantee: report.guarantee,
      failureProbability: 0.05,
      insecureSeed: false,
      sample: false,
    },
    recordFaults: () => [],
    bound() {
      if (what === "throws") throw fault("numerics", "no-convergence", "the sums did not settle");
      return boundOf(what === "infinite" ? Infinity : NaN, report.guarantee);
    },
    free() {},
  };
}

function boundOf(upper, guarantee) {
  const loss = { in: [-upper, upper], out: [-upper, upper] };
  return {
    method: "sharp",
    member: "unknown",
    failureProbability: 0.05,
    totalFailureProbability: 0.05,
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
    overhead: { pdp: { epsilon: 0, delta: 1e-6 }, expost: 0 },
    total: { lower: 0, upper, failureProbability: 0.05, loss },
    components: null,
    guarantee,
    notes: [],
    adjustments: [],
  };
}

// The curator's page is built from the same package, and is not what these tests are about.
const unused = async () => {
  throw fault("internal", "double", "The double makes no reports.");
};
export const [plan, publish, scaffold] = [unused, unused, unused];

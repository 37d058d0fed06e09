// The examples on public data sets: which file, which study, and what is released. The data are
// not in the repository.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The UCI files lie beside the repository; paths here are relative to its root. */
const DATA = "../shared/data";

/** The kinds of release next to the model, with the file that changes a study so. */
const RELEASES = [
  { variant: "none", kind: "data-independent", released: "nothing", changes: [] },
  { variant: "hessian", kind: "hessian", released: "Hessian", changes: ["hessian.json"] },
  {
    variant: "gradient-hessian",
    kind: "data-dependent",
    released: "gradient, Hessian",
    changes: ["gradient-hessian.json"],
  },
  {
    variant: "adaptive",
    kind: "adaptive",
    released: "gradient, Hessian, smallest eigenvalue",
    changes: ["adaptive.json"],
  },
];

/**
 * As above for least squares, whose noise levels are stated rather than planned.
 *
 * @param {string[]} changes
 */
const squaredChanges = (changes) => ["squared.json", ...changes.map((name) => `squared-${name}`)];

/**
 * @param {string} name
 * @param {string} title
 * @param {string} file
 * @param {{folder?: string, changes?: (names: string[]) => string[]}} [options]
 */
const example = (name, title, file, { folder = name, changes = (names) => names } = {}) => ({
  name,
  title,
  data: `${DATA}/${file}`,
  folder: `examples/${folder}`,
  variants: RELEASES.map((release) => ({
    ...release,
    studies: ["study.json", ...changes(release.changes)].map((study) => `examples/${folder}/${study}`),
  })),
});

export const examples = [
  example("credit", "Credit card default", "credit_default.csv"),
  example("kidney", "Chronic kidney disease", "chronic_kidney_disease.csv"),
  example("wine", "Quality of red wines, pseudo-Huber loss", "winequality-red.csv"),
  example("wine-squared", "Quality of red wines, squared loss", "winequality-red.csv", {
    folder: "wine",
    changes: squaredChanges,
  }),
  example("adult", "Income above 50,000 dollars", "adult_train.csv"),
];

const RESULTS = "build/results";
const WINE = `${DATA}/winequality-red.csv`;
const GRADES = `${RESULTS}/winequality-red-grades.csv`;

/** @typedef {{from?: string, made?: string[]}} Making of data: from what, by which program */

/**
 * @param {string} name
 * @param {string} title
 * @param {string} data
 * @param {string} folder
 * @param {string[]} changes
 * @param {Making} [more]
 */
const mechanism = (name, title, data, folder, changes, more = {}) => ({
  name,
  title,
  data,
  studies: ["study.json", ...changes].map((study) => `examples/${folder}/${study}`),
  ...more,
});
/**
 * The mechanisms beside Gaussian objective perturbation of generalised linear losses: one study
 * each. `from`: what `data` is made of.
 */
export const mechanisms = [
  ...["softmax", "softmax-gradient-hessian"].map((name, index) =>
    mechanism(
      `wine-${name}`,
      `red wines, low, middle or high: softmax${index === 0 ? "" : ", ĝ and Ĥ released"}`,
      GRADES,
      "wine",
      ["softmax.json", "softmax-gradient-hessian.json"].slice(0, index + 1),
      { from: WINE, made: ["examples/wine/grades.mjs", WINE] },
    ),
  ),
  mechanism("kidney-laplace", "kidney disease: logistic, Laplace-type noise", `${DATA}/chronic_kidney_disease.csv`, "kidney", [
    "laplace.json",
  ]),
  mechanism("credit-laplace", "credit card default: logistic, Laplace-type noise", `${DATA}/credit_default.csv`, "credit", [
    "laplace.json",
  ]),
  mechanism("kidney-output", "kidney disease: logistic, output perturbation", `${DATA}/chronic_kidney_disease.csv`, "kidney", [
    "output-perturbation.json",
  ]),
  mechanism("wine-output", "red wines: pseudo-Huber, output perturbation", WINE, "wine", ["output-perturbation.json"]),
  mechanism("wine-ridge-output", "red wines: ridge, output perturbation", WINE, "wine", ["ridge-output-perturbation.json"]),
  mechanism("wine-posterior", "red wines: ridge, one posterior sample", WINE, "wine", ["posterior-sample.json"]),
  mechanism("wine-adaptive-posterior", "red wines: ridge, AdaOPS", WINE, "wine", ["adaptive-posterior-sample.json"]),
];

/**
 * The mechanisms that aren't among those above, on the credit data at (1, 1e-6): with them every
 * mechanism for a logistic loss is on one data set. `secrets`: what an audit needs of a descent.
 */
export const sameBudget = [
  { name: "output-perturbation", title: "output perturbation, λ = 100", secrets: false },
  { name: "descent", title: "noisy gradient descent, everybody in each of 100 steps", secrets: true },
  { name: "descent-poisson", title: "noisy gradient descent, 400 steps with q = 0.05", secrets: true },
].map(({ name, title, secrets }) => ({
  ...mechanism(`credit-${name}`, title, `${DATA}/credit_default.csv`, "credit", [`${name}.json`]),
  secrets,
}));

/** One sentence about data that are not there, or null. */
export function missingData(/** @type {(Making & {data: string})[]} */ some = [...examples, ...mechanisms]) {
  const missing = some.map(({ data, from = data }) => from).filter((path) => !existsSync(join(root, path)));
  return missing.length === 0 ? null : `the UCI data are not there (${[...new Set(missing)].join(", ")})`;
}

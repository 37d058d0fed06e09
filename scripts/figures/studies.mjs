// The data and studies that the papers' figures are drawn from, and the product's numbers on them.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readCsv } from "../csv.mjs";
import { inRoot } from "../paths.mjs";

/** @typedef {typeof import("expost")} Expost */
/** @typedef {(string | number)[][]} Table rows of raw values */
/** @typedef {{header: string[], rows: Table}} Data */
/** @typedef {Record<string, any>} Study a study's document, as it is written */
/** @typedef {{model: number, gradient?: number, hessian?: number}} Scales σ, σ₂, σ₃ */

/** δ and ρ of [R]. */
export const RARE = 1e-6;

const FILES = {
  credit: "credit_default.csv",
  kidney: "chronic_kidney_disease.csv",
  wine: "winequality-red.csv",
};

/**
 * One sentence about data that are not there, or null.
 *
 * @param {string} folder
 */
export function missingPapersData(folder) {
  const missing = Object.values(FILES)
    .map((name) => join(folder, name))
    .filter((file) => !existsSync(file));
  return missing.length === 0 ? null : `the UCI data are not there (${missing.join(", ")})`;
}

/**
 * @param {string} folder
 * @param {keyof typeof FILES} name
 * @returns {Promise<Data>}
 */
export const tableOf = (folder, name) => readCsv(join(folder, FILES[name]));

/**
 * @param {string} path
 * @returns {Study}
 */
const documentOf = (path) => JSON.parse(readFileSync(inRoot(path), "utf8"));

/**
 * A study of made-up columns, each from −1 to 1.
 *
 * @param {string} title
 * @param {string[]} header the columns, the label last
 * @param {Study} mechanism
 * @returns {Study}
 */
export const madeUpStudy = (title, header, mechanism) => ({
  title,
  unit: "one made-up row",
  features: header.slice(0, -1).map((name) => ({ name, kind: "number", minimum: -1, maximum: 1 })),
  scaling: { range: [-1, 1], norm: 1 },
  label: { name: header[header.length - 1], kind: "binary", negative: "no", positive: "yes" },
  mechanism,
  budget: { epsilon: 1, delta: RARE, release: "none" },
  failureProbability: RARE,
});

/** Credit card default in 21 coordinates: an intercept and the twenty columns that are amounts. */
export function creditStudy() {
  const study = documentOf("examples/credit/study.json");
  const features = study.features.filter((/** @type {Study} */ { kind }) => kind !== "category");
  return { ...study, features, failureProbability: RARE };
}
export const kidneyStudy = () => documentOf("examples/kidney/study.json");
export function wineStudy() {
  const study = documentOf("examples/wine/study.json");
  return { ...study, mechanism: { ...study.mechanism, loss: { name: "squared" } } };
}

/**
 * A study with stated levels: the model alone, or with gradient and Hessian.
 *
 * @param {Study} study
 * @param {number} lambda
 * @param {Scales} scales
 * @returns {Study}
 */
export const withLevels = (study, lambda, { model, gradient, hessian }) => ({
  ...study,
  mechanism: {
    ...study.mechanism,
    name: "objective-perturbation",
    lambda,
    scales: hessian === undefined ? { model } : { model, gradient, hessian },
  },
  budget: {
    ...study.budget,
    epsilon: 1,
    delta: RARE,
    ...(hessian === undefined
      ? { release: "none" }
      : { release: "gradient+hessian", shares: { model: 0.5, gradient: 0.25, hessian: 0.25 } }),
  },
});

/**
 * Levels as [R] set them: Kifer's λ and σ at ε₁, and σ₂, σ₃ by the analytic Gaussian mechanism at
 * ε₂ and ε₃, each at δ = 1e-6. `g`, `beta`: of the loss function.
 *
 * @param {Expost} expost
 * @param {[number, number, number]} budgets ε₁, ε₂, ε₃
 * @param {{g: number, beta: number}} loss
 */
export async function kiferLevels(expost, [model, gradient, hessian], { g, beta }) {
  const sigma = Math.sqrt((g * g * (8 * Math.log(2 / RARE) + 4 * model)) / (model * model));
  return {
    lambda: (2 * beta) / model,
    model: sigma,
    gradient: await expost.gaussianSigma(gradient, RARE, g),
    hessian: await expost.gaussianSigma(hessian, RARE, beta / Math.SQRT2),
  };
}

/**
 * The least λ with which [R]'s Algorithm 2 gives a bound: 2σ₃τ.
 *
 * @param {Expost} expost
 * @param {number} dimension
 * @param {number} hessian σ₃
 */
export const leastRidge = async (expost, dimension, hessian) =>
  2 * hessian * (await expost.goeQuantile(dimension, RARE / 2)) * (1 + 1e-6);

/**
 * Each row's loss and bounds, from one release. `total`: everything published.
 *
 * @typedef {object} Losses
 * @property {Float64Array} exact |L| of the model, each row as a member
 * @property {Float64Array} sharp the bound on it
 * @property {Float64Array} paper [R]'s bound with the errata applied
 * @property {Float64Array} total the bound on everything published
 */

/**
 * Publishes and audits once, from a seed.
 *
 * @param {Expost} expost
 * @param {Data} data
 * @param {Study} study
 * @param {number} seed
 * @returns {Promise<Losses>}
 */
export async function lossesOf(expost, data, study, seed) {
  const { report } = await expost.publish(data, study, { seed });
  const loaded = await expost.loadReport(report);
  const { rows } = await expost.audit(data, study, loaded, { failureProbability: RARE });
  const { total } = loaded.boundRows(data.header, data.rows, { member: "in", failureProbability: RARE });
  loaded.free();
  return {
    exact: rows.exact.map(Math.abs),
    sharp: rows.lower.map((lower, i) => Math.max(Math.abs(lower), Math.abs(rows.upper[i]))),
    paper: rows.redberg2021Upper ?? new Float64Array(rows.exact.length).fill(Infinity),
    total,
  };
}

/**
 * Ratios of bounds and exact losses, row by row.
 *
 * @param {Float64Array} bound
 * @param {Float64Array} exact
 */
export const ratios = (bound, exact) => bound.map((value, i) => value / exact[i]);

// The pictures of docs/results.md, from what npm run results measured.
import { svgOf } from "./figures/chart.mjs";

/** @typedef {import("./results-text.mjs").Results} Results */
/** @typedef {import("./results-text.mjs").Example} Example */
/** @typedef {import("./results-text.mjs").Audited} Audited */
/** @typedef {Pick<Audited, "audit" | "total">} Measured */
/** @typedef {import("./figures/chart.mjs").Point} Point */
/** @typedef {import("./figures/chart.mjs").Series} Series */

/** @type {Record<string, string>} */
const RELEASED = { none: "nothing", hessian: "Ĥ", "gradient-hessian": "ĝ, Ĥ", adaptive: "ĝ, Ĥ, λ̂" };

/**
 * Medians and largest values, a place for each report.
 *
 * @param {string} title
 * @param {string[]} names
 * @param {Measured[]} measured
 * @returns {import("./figures/chart.mjs").Panel}
 */
function panelOf(title, names, measured) {
  /** @type {(name: string, look: number, pick: (one: Measured) => number) => Series} */
  const series = (name, look, pick) => ({
    name,
    kind: "points",
    look,
    size: 46,
    points: measured.map((one, i) => /** @type {Point} */ ([i, Number(pick(one))])),
  });
  return {
    title,
    x: { label: "published beside the model", kind: "linear", domain: [-0.5, names.length - 0.5], names },
    y: { label: "nats", kind: "log", domain: [1e-3, 10] },
    series: [
      series("largest bound on everything published", 4, ({ total }) => total.max),
      series("median bound on everything published", 1, ({ total }) => total.median),
      series("median bound on the model alone", 2, ({ audit }) => audit.bound.sharp.median),
      series("median exact loss of the model", 0, ({ audit }) => audit.exact.median),
    ],
  };
}

/**
 * The reports of every mechanism for a logistic loss on the credit data, each with a short name.
 *
 * @param {Results} results
 * @returns {{short: string, title: string, one: Measured & Pick<Audited, "report">}[]}
 */
export function onCredit({ audits, byMechanism, atOneBudget }) {
  const objective = audits
    .filter(({ name }) => name === "credit")
    .map((one) => ({
      short: { none: "model", hessian: "Ĥ", "gradient-hessian": "ĝ Ĥ" }[one.variant] ?? "all",
      title: `objective perturbation, ${one.variant === "none" ? "the model alone" : `with ${RELEASED[one.variant]}`}`,
      one,
    }));
  const laplace = byMechanism
    .filter(({ name }) => name === "credit-laplace")
    .map((one) => ({ short: "Lapl.", title: "objective perturbation, Laplace-type noise (δ = 0)", one }));
  const others = atOneBudget.map((one, i) => ({ short: ["outp.", "GD", "SGD"][i], title: one.title, one }));
  return [...objective, ...laplace, ...others];
}

/**
 * Two figures by their names.
 *
 * @param {Results} results
 * @param {Example[]} examples
 * @returns {Record<string, string>}
 */
export function resultsFigures(results, examples) {
  const bounds = examples.map(({ name, title }) => {
    const own = results.audits.filter((one) => one.name === name);
    return panelOf(
      title,
      own.map(({ variant }) => RELEASED[variant]),
      own,
    );
  });
  const credit = onCredit(results);
  const mechanisms = panelOf(
    "Credit card default, ε = 1",
    credit.map(({ short }) => short),
    credit.map(({ one }) => one),
  );
  mechanisms.x.label = "what is published";
  return {
    "results-bounds.svg": svgOf({
      title: "Bounds and exact losses on five data sets",
      description:
        "For each data set and each kind of release: the largest and the median bound on everything published, the median bound on the model alone and the median exact loss of the model. Releases bring the bound on the model down, and add to everything published.",
      columns: 2,
      panels: bounds,
    }),
    "results-mechanisms.svg": svgOf({
      title: "Every mechanism on the credit data",
      description:
        "The same for every mechanism with a logistic loss, on 30,000 card holders at ε = 1: objective perturbation with four kinds of release, Laplace-type noise, output perturbation and noisy gradient descent.",
      columns: 1,
      panels: [mechanisms],
    }),
  };
}
